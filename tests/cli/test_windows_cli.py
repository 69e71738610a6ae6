"""The commands under other rules: --room, --autoplay, --for windows; `check` agrees with `solve`."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

import freecell
from freecell import Game, Rules
from freecell.rules import AUTOPLAYS, ROOMS, WINDOWS

from ..helpers.commands import called, objects, says

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

FOR_WINDOWS = ["--room", "windows", "--autoplay", "safe"]


@pytest.mark.parametrize(("room", "mode"), list(product(ROOMS, AUTOPLAYS)))
@pytest.mark.parametrize("form", [[], ["--sentences"], ["--tables"]])
def test_check_and_solve_report_the_same_lengths(room: str, mode: str, form: list[str]) -> None:
    """For each form that `solve` prints, without information about the rules."""
    rules = ["--room", room, "--autoplay", mode]
    for board in (["617"], ["12", "--goal", "short", "--beam-width", "64"], ["11982", "--cells", "5"]):
        printed = called("solve", *board, *rules, *form)
        wins, lengths, read_as = called("check", board[0], input=printed).splitlines()
        assert wins == f"deal {board[0]}: wins"
        assert printed.splitlines()[-1] == f"# {lengths}"
        assert read_as.endswith(f"room {room}, auto-play {mode}")


def test_rules_are_printed_unless_they_are_the_default() -> None:
    assert called("solve", "617").splitlines()[1][0] != "#"
    assert called("solve", "617", *FOR_WINDOWS).splitlines()[1] == "# 4 cells, room windows, auto-play safe"
    assert says(3, "solve", "617", "--cells", "1").splitlines()[1] == "# 1 cell, room theory, auto-play none"


def test_for_windows_is_short_for_its_rules() -> None:
    for command in ("solve", "hint", "winnable"):
        assert called(command, "617", "--for", "windows") == called(command, "617", "--cells", "4", *FOR_WINDOWS)
    text = "\n".join(line for line in called("solve", "1", "--for", "windows").splitlines() if line[0] != "#")
    assert Game.from_notation(1, text, WINDOWS).is_won
    assert called("check", "1", "--for", "windows", input=text).startswith("deal 1: wins\n")
    assert "--for must be windows (got 'vista')" in called("solve", "1", "--for", "vista", code=2)


def test_the_last_option_counts() -> None:
    assert called("solve", "617", "--for", "windows", "--autoplay", "none").splitlines()[1] == (
        "# 4 cells, room windows, auto-play none"
    )


def test_json_includes_the_rules() -> None:
    for room, mode in product(ROOMS, AUTOPLAYS):
        for found in objects(0, "solve", "617..619", "--room", room, "--autoplay", mode):
            assert found["rules"] == {"cells": 4, "room": room, "autoplay": mode}
            number = found["deal"]
            assert isinstance(number, int)
            game = Game.from_notation(number, str(found["notation"]), Rules(4, room, mode))
            assert game.is_won
            lengths = ("cards_moved", "singles", "steps", "turns")
            assert [found[name] for name in lengths] == [getattr(game, name) for name in lengths]


def test_a_deal_that_max_loses() -> None:
    assert says(3, "winnable", "98714", "--autoplay", "max") == "no\n"
    assert says(0, "winnable", "98714", "--autoplay", "safe") == "yes\n"
    assert says(3, "solve", "98714", "--autoplay", "max").startswith(
        "# deal 98714: unsolvable\n# 4 cells, room theory, auto-play max\n# "
    )
    assert says(3, "hint", "98714", "--autoplay", "max").startswith("deal 98714 can't be won: ")


def test_earlier_moves_are_played_under_the_same_rules() -> None:
    """After 1b and 71, the ace of spades goes home automatically; the output includes such moves."""
    (found,) = objects(0, "solve", "617", "--moves", "7a 7b 7c b7 1b 71", *FOR_WINDOWS)
    game = Game.from_notation(617, f"{found['played']} {found['notation']}", WINDOWS)
    assert game.is_won
    assert str(found["played"]).endswith(" 1b 71 7h")


def test_a_film_for_windows(tmp_path: Path) -> None:
    for arguments in (["--for", "windows"], FOR_WINDOWS):
        called("film", "1", *arguments, "--output", str(tmp_path / "film.svg"))
        (tmp_path / f"{len(arguments)}.svg").write_bytes((tmp_path / "film.svg").read_bytes())
    assert (tmp_path / "2.svg").read_bytes() == (tmp_path / "4.svg").read_bytes()


def test_a_solution_is_checked_under_the_given_rules() -> None:
    """This text also wins under theory, where one of its moves to an empty column takes one more card."""
    printed = called("solve", "131", "--for", "windows")
    moves = "\n".join(line for line in printed.splitlines() if line[0] != "#")
    cards = {}
    for remark, room in (("", "theory"), ("# 4 cells, room windows, auto-play safe\n", "windows")):
        found = json.loads(called("check", "131", "--json", input=remark + moves))
        assert (found["wins"], found["rules"]["room"]) == (True, room)
        cards[room] = found["cards_moved"]
    assert cards["theory"] > cards["windows"]
    given = json.loads(called("check", "131", "--room", "theory", "--json", input=printed))
    assert given["rules"]["room"] == "theory"
