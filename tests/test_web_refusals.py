"""What the API refuses, each in one line: wrong numbers, cards, positions, options and bodies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import freecell
from freecell import deal
from freecell.formats import json as board_json
from freecell.web.limits import MOST_BOARD_TEXT, MOST_MOVES_TEXT
from freecell.web.routes import ROUTES

from .serving import BOARD_617, MID_GAME, line, needs_core, refused

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def api(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client


@pytest.mark.parametrize("number", ["0", "-3", str(2**33), "9" * 30, "abc", "6.5", "٦١٧", "617%20", "+617", "%00"])
def test_what_is_no_deal_number(api: httpx.Client, number: str) -> None:
    assert "deal" in line(api.get(f"/api/deals/{number}"), 422)


def test_what_is_wrong_is_told_in_the_words_of_the_library(api: httpx.Client) -> None:
    with pytest.raises(ValueError, match="there is no deal 0") as error:
        deal(0)
    assert line(api.get("/api/deals/0"), 422) == str(error.value)
    assert refused(api, "verdict", deal=0) == str(error.value)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7D AD 5C 3S 5S", "5 cards are known"),
        ("?? AD 5C 3S 5S 8C 2D AH", "the first two cards are not known"),
        ("7D AD 5C 3S 5S 8C 2D 7D", "7D is there twice"),
        ("hello", "'hello' is not a card"),
        ("", "there are no cards"),
        (617, '"cards" is 617: a text is right'),
    ],
)
def test_what_no_deal_is_found_by(api: httpx.Client, cards: object, why: str) -> None:
    assert refused(api, "find", cards=cards).startswith(why)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({}, 'one of "deal" and "board" is right'),
        ({"deal": 617, "board": BOARD_617}, 'one of "deal" and "board" is right'),
        ({"deal": None}, "None is not a deal number"),
        ({"deal": "617"}, "'617' is not a deal number"),
        ({"deal": True}, "True is not a deal number"),
        ({"deal": 617.5}, "617.5 is not a deal number"),
        ({"deal": 10**40}, "there is no deal 1000"),
        ({"board": 617}, "617 is not a board"),
        ({"board": "KC"}, "there is no board in 'KC'"),
        (
            {"board": {"columns": [["KC"], [], [], [], [], [], [], []]}},
            "AC, AD, AH, AS, 2C, 2D and 45 more are missing",
        ),
        ({"board": BOARD_617 | {"cells": ["7D"]}}, "7D is there twice"),
        ({"board": BOARD_617 | {"columns": [[617]]}}, "column 1, card 1: 617 is not a card"),
        ({"board": BOARD_617 | {"extra": 1}}, "'extra' is not a part of a board"),
        ({"deal": 617, "moves": "7a 7h"}, "move 2, 7h: 2C can't go home"),
        ({"deal": 617, "moves": "7a xy"}, "'xy' is not a move"),
        ({"deal": 617, "moves": ["7a"]}, "\"moves\" is ['7a']: a text is right"),
        ({"deal": 617, "moves": None}, '"moves" is None: a text is right'),
        ({"deal": 617, "moves": "7a a7 " * 1001}, "'7a a7 7a"),
        ({"deal": 617, "cells": 8}, "cells=8: 0 to 7 is right"),
        ({"deal": 617, "cells": "4"}, "cells='4': 0 to 7 is right"),
        ({"deal": 617, "autoplay": "all"}, "autoplay='all': 'none', 'safe' or 'max' is right"),
        ({"deal": 617, "moves": "7a 7b 7c", "cells": 2}, "move 3, 7c: there are only 2 cells"),
        ({"board": board_json.to_dict(MID_GAME), "cells": 1}, "cell b has 2C, but there is only 1 cell"),
        ({"deal": 617, "lenght": "turns"}, "'lenght' is not asked for here"),
    ],
)
@pytest.mark.parametrize("route", ["verdict", "hint", "solve", "check", "picture"])
def test_what_is_no_position(api: httpx.Client, route: str, position: dict[str, Any], why: str) -> None:
    if not freecell.core_available and route in ("verdict", "hint", "solve"):
        pytest.skip("the compiled core was not built")
    body = position | ({"solution": "7a"} if route == "check" else {})
    assert refused(api, route, **body).startswith(why)


@needs_core
@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"goal": "fastest"}, "goal='fastest': 'fast', 'short', 'prove', 'shortest' are right"),
        ({"goal": None}, "goal=None: "),
        ({"length": "cards"}, "length='cards': 'turns', 'singles' are right"),
        ({"seconds": 10.5}, "seconds=10.5: a number above 0, up to 10, is right"),
        ({"seconds": 0}, "seconds=0: "),
        ({"seconds": -1}, "seconds=-1: "),
        ({"seconds": "1"}, "seconds='1': "),
        ({"seconds": True}, "seconds=True: "),
        ({"seconds": None}, "seconds=None: "),
        ({"limit": 10**9}, "'limit' is not asked for here"),
        ({"width": 10**9}, "'width' is not asked for here"),
    ],
)
def test_what_is_not_to_be_wanted_of_a_solution(api: httpx.Client, wanted: dict[str, Any], why: str) -> None:
    assert refused(api, "solve", deal=617, **wanted).startswith(why)


@needs_core
@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(api: httpx.Client, seconds: str) -> None:
    body = f'{{"deal": 617, "goal": "short", "seconds": {seconds}}}'
    assert line(api.post("/api/solve", content=body, headers=JSON), 422)


# Bodies


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "the body is empty: a JSON object is right"),
        (b"   ", "the body is empty: a JSON object is right"),
        (b"{", "the body is not JSON: "),
        (b"\xff\xfe", "the body begins with '��': a JSON object is right"),
        (b"[" * 30_000, "the body begins with '[[[[[["),
        (b'{"deal": ' + b"[" * 30_000, "the body is not JSON: recursion limit exceeded"),
        (b'{"deal": ' + b"9" * 30_000 + b"}", "the body is not JSON: "),
        (b'{"deal": ' + b"9" * 5000 + b"}", "the body is not JSON: "),
        (b'{"deal": "\\ud800"}', "the body is not JSON: "),
        (b" null", "the body begins with 'null': a JSON object is right"),
        (b"[]", "the body begins with '[]': a JSON object is right"),
        (b'"617"', "the body begins with '\"617\"': a JSON object is right"),
    ],
)
def test_what_is_no_body(api: httpx.Client, body: bytes, why: str) -> None:
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
def test_boards_that_are_too_much(api: httpx.Client, route: str, board: bytes) -> None:
    assert len(line(api.post(f"/api/{route}", content=b'{"board": ' + board + b"}", headers=JSON), 422)) < 600


def test_numbers_in_cards_that_are_too_long(api: httpx.Client) -> None:
    assert len(refused(api, "find", cards='{"columns": ' + "9" * 4080 + "}")) < 600


def test_texts_that_are_too_long_are_not_read(api: httpx.Client) -> None:
    shown = "'" + "x" * 55 + "...'"
    for most, position in (
        (MOST_BOARD_TEXT, {"board": "x" * 4097}),
        (MOST_MOVES_TEXT, {"deal": 617, "moves": "x" * 16385}),
        (MOST_BOARD_TEXT, {"cards": "x" * 4097}),
    ):
        name = list(position)[-1]
        why = f'"{name}" begins with {shown} and has {most + 1} characters: {most} at the most are right'
        assert refused(api, "find" if name == "cards" else "verdict", **position) == why


def test_an_unknown_key_is_refused_before_any_value_is_read(api: httpx.Client) -> None:
    right = "deal, board, moves, autoplay, cells and room are"
    assert refused(api, "verdict", deal=0, depth=1) == f"'depth' is not asked for here: {right}"
    many = {f"key{number}": number for number in range(2000)}
    assert refused(api, "verdict", **many) == f"'key0' is not asked for here: {right}"
    assert refused(api, "find", board="") == "'board' is not asked for here: cards is"


def test_what_is_quoted_is_not_sent_back_whole(api: httpx.Client) -> None:
    assert len(refused(api, "find", cards="x" * 4000)) < 600
    assert len(refused(api, "picture", board={"columns": [["x" * 30_000]]})) < 600
    assert len(refused(api, "picture", deal=10**4000)) < 600


def test_a_body_says_that_it_is_json(api: httpx.Client) -> None:
    for headers in ({}, {"content-type": "text/plain"}):
        response = api.post("/api/verdict", content=b'{"deal": 617}', headers=headers)
        assert "application/json" in line(response, 422)


def test_a_body_is_as_large_as_its_route_says_at_the_most(api: httpx.Client) -> None:
    for route in ROUTES:
        if route.method == "POST":
            for size, status in ((route.cost.received, 422), (route.cost.received + 1, 413)):
                assert line(api.post(route.path, content=b" " * size, headers=JSON), status)


def test_a_body_has_64_kilobytes_at_the_most(api: httpx.Client) -> None:
    def parts(size: int) -> Iterator[bytes]:
        """A body that does not say how long it is."""
        body = json.dumps({"deal": 617, "solution": " " * size}).encode()
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    for size, status in ((65_000, 200), (66_000, 413), (200_000, 413)):
        whole = b"".join(parts(size))
        assert api.post("/api/check", content=whole, headers=JSON).status_code == status
        assert api.post("/api/check", content=parts(size), headers=JSON).status_code == status
    assert line(api.post("/api/check", content=whole, headers=JSON), 413).startswith("the body is too large")
