"""`freecell deal --explain` and `freecell find --explain`."""

from __future__ import annotations

import json

import pytest

from ..helpers.commands import called, says
from ..helpers.facts import GAME_617


def test_deal_explains_all_steps_and_ends_with_the_board() -> None:
    text = called("deal", "617", "--explain")
    assert "  214013 * 617 + 2531011 = 134577032\n" in text
    assert "\n   1   134577032   2053    52     25    7D       1         KS\n" in text
    assert "\n  52  1630033517  24872     1      0    4H       4          -\n" in text
    assert text.endswith(f"\n\n{GAME_617}\n")


def test_the_number_of_steps_can_be_chosen() -> None:
    text = called("deal", "617", "2", "--explain", "--steps", "4")
    assert text.count("\n   4 ") == 2
    assert "\n   5 " not in text
    assert GAME_617 not in text


def test_each_range_shows_its_own_rule() -> None:
    assert "mod 2**31\n  draw  = state // 2**16\n" in called("deal", "617", "--explain")
    assert "mod 2**31\n  draw  = state // 2**16 + 32768\n" in called("deal", str(2**31), "--explain")
    last = called("deal", str(2**32 + 1), "--explain")
    assert "begins with state 4294967297 - 2**32 = 1" in last
    assert "mod 2**32\n  draw  = state // 2**16 + 1\n" in last


def test_a_joke_deal_is_explained_as_a_fixed_layout() -> None:
    text = called("deal", "-2", "--explain")
    assert "It is a fixed layout:" in text
    assert "A 7 K 6 Q 5 J 4 T 3 9 2 8" in text
    assert "S H D C" in text
    assert text.endswith(f"\n\n{called('deal', '-2')}")


def test_deal_in_json() -> None:
    first, joke = map(json.loads, called("deal", "617", "-1", "--explain", "--steps", "1", "--json").splitlines())
    assert (first["deal"], first["fixed"], joke["deal"], joke["fixed"]) == (617, False, -1, True)
    assert first["steps"] == [
        {
            "number": 1, "state": 134577032, "draw": 2053, "left": 52, "index": 25,
            "card": "7D", "moved": "KS", "row": 1, "column": 1,
        }
    ]  # fmt: skip
    assert joke["steps"][0]["state"] is None


def test_find_explains_how_candidates_are_narrowed_down() -> None:
    row = GAME_617.splitlines()[0].split()
    text = called("find", *row, "--explain")
    assert "\n  5S    48     19  draw mod 16       16,384       16,384       16,384\n" in text
    assert "\n  8C    47     28            1            0            0\n" in text
    assert text.endswith("\n\n617\n")
    found = json.loads(called("find", *row, "--explain", "--json"))
    assert found["deals"] == [617]
    assert found["explanation"]["ranges"][0]["states"] == [12684, 12684, 281, 7, 2, 1, 1, 1]


def test_find_explains_why_nothing_is_found() -> None:
    row = GAME_617.splitlines()[0].split()
    assert "no numbered deal has these cards" in says(3, "find", *row[:7], "KS", "--explain")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("deal 617 --steps 4", "--steps needs --explain"),
        ("deal 617 --explain --steps 53", "--steps must be a whole number from 1 to 52 (got 53)"),
        ("deal 617 --explain --format table", "--explain and --format can't be used together"),
        ("deal 617 --explain --output 617.txt", "--explain and --output can't be used together"),
        ("find ?? AD 5C 3S 5S 8C 2D --explain", "the first two cards must be known"),
    ],
)
def test_incompatible_options(arguments: str, message: str) -> None:
    assert message in called(*arguments.split(), code=2)
