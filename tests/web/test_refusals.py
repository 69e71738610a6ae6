"""One-line errors of the API for wrong numbers, cards, positions, options and bodies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import freecell
from freecell import deal
from freecell.web.limits import MOST_BOARD_TEXT, MOST_MOVES_TEXT

from ..helpers.serving import BOARD_617, MID_GAME, line, needs_core, refused

JSON = {"content-type": "application/json"}
NO_OBJECT = "the body must be a JSON object, sent as application/json"


@pytest.fixture(scope="module")
def api(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=None) as client:
        yield client


@pytest.mark.parametrize("number", ["0", "-3", str(2**33), "9" * 30, "abc", "6.5", "٦١٧", "%00"])
def test_invalid_deal_numbers(api: httpx.Client, number: str) -> None:
    assert line(api.get(f"/api/deals/{number}"), 422).startswith(("deal 0 doesn't exist", "number: Input should be "))


def test_errors_are_the_same_as_in_the_library(api: httpx.Client) -> None:
    with pytest.raises(ValueError, match="deal 0 doesn't exist") as error:
        deal(0)
    assert line(api.get("/api/deals/0"), 422) == str(error.value)
    assert refused(api, "verdict", deal=0) == str(error.value)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7D AD 5C 3S 5S", "5 known cards fit"),
        ("?? AD 5C 3S 5S 8C 2D AH", "the first two cards are unknown"),
        ("7D AD 5C 3S 5S 8C 2D 7D", "7D appears twice"),
        ("hello", "'hello' is not a card"),
        ("", "no cards found"),
        (617, "cards: Input should be a valid string, got 617"),
    ],
)
def test_cards_that_match_no_deal(api: httpx.Client, cards: object, why: str) -> None:
    assert refused(api, "find", cards=cards).startswith(why)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({}, 'give either "deal" or "board"'),
        ({"deal": 617, "board": BOARD_617}, 'give either "deal" or "board"'),
        ({"deal": None}, "deal: Input should be a valid integer, got None"),
        ({"deal": "617"}, "deal: Input should be a valid integer, got '617'"),
        ({"deal": True}, "deal: Input should be a valid integer, got True"),
        ({"deal": 617.5}, "deal: Input should be a valid integer, got 617.5"),
        ({"deal": 10**40}, "deal: Input should be less than or equal to 8589934591, got 1000"),
        ({"board": 617}, "617 is not a board"),
        ({"board": "KC"}, "no board found in 'KC'"),
        (
            {"board": {"columns": [["KC"], [], [], [], [], [], [], []]}},
            "AC, AD, AH, AS, 2C, 2D and 45 more are missing",
        ),
        ({"board": BOARD_617 | {"cells": ["7D"]}}, "7D appears twice"),
        ({"board": BOARD_617 | {"columns": [[617]]}}, "column 1, card 1: 617 is not a card"),
        ({"board": BOARD_617 | {"extra": 1}}, "'extra' is not a part of a board"),
        ({"deal": 617, "moves": "7a 7h"}, "move 2, 7h: 2C can't go home"),
        ({"deal": 617, "moves": "7a xy"}, "move 2: 'xy' is not a move"),
        ({"deal": 617, "moves": ["7a"]}, "moves: Input should be a valid string, got ['7a']"),
        ({"deal": 617, "moves": None}, "moves: Input should be a valid string, got None"),
        ({"deal": 617, "moves": "7a a7 " * 1001}, "'7a a7 7a"),
        ({"deal": 617, "rules": {"cells": 8}}, "rules.cells: Input should be less than or equal to 7, got 8"),
        ({"deal": 617, "rules": {"cells": "4"}}, "rules.cells: Input should be a valid integer, got '4'"),
        (
            {"deal": 617, "rules": {"autoplay": "all"}},
            "rules.autoplay: Input should be 'none', 'safe' or 'max', got 'all'",
        ),
        ({"deal": 617, "moves": "7a 7b 7c", "rules": {"cells": 2}}, "move 3, 7c: there are only 2 cells"),
        ({"board": MID_GAME.to_dict(), "rules": {"cells": 1}}, "cell b has 2C, but there is only 1 cell"),
        ({"deal": 617, "lenght": "turns"}, "lenght: Extra inputs are not permitted, got 'turns'"),
    ],
)
@pytest.mark.parametrize("route", ["verdict", "hint", "solve", "check", "picture"])
def test_invalid_positions(api: httpx.Client, route: str, position: dict[str, Any], why: str) -> None:
    if not freecell.core_available and route in ("verdict", "hint", "solve"):
        pytest.skip("the compiled core was not built")
    body = position | ({"solution": "7a"} if route == "check" else {})
    assert refused(api, route, **body).startswith(why)


@needs_core
@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"goal": "fastest"}, "goal: Input should be 'fast', 'short', 'prove' or 'shortest', got 'fastest'"),
        ({"goal": None}, "goal: Input should be "),
        ({"metric": "cards"}, "metric: Input should be 'turns' or 'singles', got 'cards'"),
        ({"seconds": 10.5}, "seconds: Input should be less than or equal to 10, got 10.5"),
        ({"seconds": 0}, "seconds: Input should be greater than 0, got 0"),
        ({"seconds": "1"}, "seconds: Input should be a valid number, got '1'"),
        ({"seconds": True}, "seconds: Input should be a valid number, got True"),
        ({"limit": 10**9}, "limit: Extra inputs are not permitted"),
        ({"width": 10**9}, "width: Extra inputs are not permitted"),
    ],
)
def test_invalid_options_for_a_solution(api: httpx.Client, wanted: dict[str, Any], why: str) -> None:
    assert refused(api, "solve", deal=617, **wanted).startswith(why)


@needs_core
@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_invalid_numbers(api: httpx.Client, seconds: str) -> None:
    body = f'{{"deal": 617, "goal": "short", "seconds": {seconds}}}'
    assert line(api.post("/api/solve", content=body, headers=JSON), 422)


# Bodies


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", NO_OBJECT),
        (b"   ", "the body is not JSON: "),
        (b"{", "the body is not JSON: "),
        (b"\xff\xfe", "the body is not JSON"),
        (b"[" * 30_000, "the body is not valid JSON"),
        (b'{"deal": ' + b"[" * 30_000, "the body is not valid JSON"),
        (b'{"deal": ' + b"9" * 5000 + b"}", "the body is not valid JSON"),
        (b'{"deal": "\\ud800"}', "deal: Input should be a valid integer, got '\\ud800'"),
        (b'{"board": "\\ud800"}', "no board found in '\\ud800'"),
        (b" null", NO_OBJECT),
        (b"[]", NO_OBJECT),
        (b'"617"', NO_OBJECT),
    ],
)
def test_invalid_bodies(api: httpx.Client, body: bytes, why: str) -> None:
    response = api.post("/api/picture", content=body, headers=JSON)
    assert line(response, 422).startswith(why)


@pytest.mark.parametrize("route", ["verdict", "picture"])
@pytest.mark.parametrize(
    "board",
    [
        b'{"columns": ' + b"9" * 5000 + b"}",
        b'{"columns": ' + b"9" * 4300 + b"}",
        b'{"columns": [[],[],[],[],[],[],[],[]], "foundations": {"C": ' + b"9" * 4300 + b"}}",
        b'{"columns": [[],[],[],[],[],[],[],[]], "cells": [' + b"null," * 6000 + b"null]}",
        b'{"columns": [' + b"[]," * 10_000 + b"[]]}",
        b'"{\\"columns\\": ' + b"9" * 4000 + b'}"',
        b'"{\\"columns\\": ' + b"[" * 4000 + b'"',
        b'"FC:' + b" -" * 2000 + b'"',
        b'"' + b"AC\\n" * 1300 + b'"',
        b'"' + b":\\u0085" * 2048 + b'"',
    ],
    ids=lambda board: f"{board[:24].decode()} ({len(board)} bytes)",
)
def test_oversized_boards(api: httpx.Client, route: str, board: bytes) -> None:
    assert len(line(api.post(f"/api/{route}", content=b'{"board": ' + board + b"}", headers=JSON), 422)) < 600


def test_overlong_numbers_in_cards(api: httpx.Client) -> None:
    assert len(refused(api, "find", cards='{"columns": ' + "9" * 4080 + "}")) < 600


def test_overlong_texts_are_not_read(api: httpx.Client) -> None:
    shown = "'" + "x" * 55 + "...'"
    moves = refused(api, "verdict", deal=617, moves="x" * (MOST_MOVES_TEXT + 1))
    assert moves == f"moves: String should have at most {MOST_MOVES_TEXT} characters, got {shown}"
    cards = refused(api, "find", cards="x" * (MOST_BOARD_TEXT + 1))
    assert cards == f"cards: String should have at most {MOST_BOARD_TEXT} characters, got {shown}"
    board = refused(api, "verdict", board="x" * (MOST_BOARD_TEXT + 1))
    assert board == f"board must have at most {MOST_BOARD_TEXT} characters, got {MOST_BOARD_TEXT + 1}"


def test_quotations_are_shortened(api: httpx.Client) -> None:
    assert len(refused(api, "find", cards="x" * 4000)) < 600
    assert len(refused(api, "picture", board={"columns": [["x" * 30_000]]})) < 600
    assert len(refused(api, "picture", deal=10**4000)) < 600


def test_a_body_must_be_sent_as_json(api: httpx.Client) -> None:
    for headers in ({}, {"content-type": "text/plain"}):
        response = api.post("/api/verdict", content=b'{"deal": 617}', headers=headers)
        assert line(response, 422) == NO_OBJECT


def test_a_body_has_at_most_64_kilobytes(api: httpx.Client) -> None:
    def parts(size: int) -> Iterator[bytes]:
        """A body without a length."""
        body = json.dumps({"deal": 617, "solution": " " * size}).encode()
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    for size, status in ((65_000, 200), (66_000, 413), (200_000, 413)):
        whole = b"".join(parts(size))
        assert api.post("/api/check", content=whole, headers=JSON).status_code == status
        assert api.post("/api/check", content=parts(size), headers=JSON).status_code == status
    assert line(api.post("/api/check", content=whole, headers=JSON), 413).startswith("the body is too large")
