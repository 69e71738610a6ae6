"""Many solutions at once: for intact and damaged solutions, the core reports the same as the Python rules."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

import freecell
from freecell import Rules, Search, solve_many
from freecell.checking import check_reading
from freecell.cli._checking import check_items, line_items
from freecell.errors import FreecellError, NotationError
from freecell.notation import DIALECTS, Dialect
from freecell.rules import AUTOPLAYS, ROOMS, AutoPlay, Room

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

PLACES = "12345678abcdefgh"


def checked(lines: list[str], **reading: Any) -> list[dict[str, Any]]:
    """The results for lines with one solution each."""
    return [{**result, **item.keys} for item, result in check_items(line_items("", lines), None, **reading)]


@cache
def solutions(room: Room, mode: AutoPlay, dialect: Dialect, cells: int = 4) -> list[tuple[int, str]]:
    """Solutions written for these rules; some of them include the automatic moves."""
    chosen = random.Random(f"{room} {mode} {dialect}")
    search = Search(rules=Rules(cells, room, mode), max_positions=20_000)
    first = chosen.randrange(1, 10**6)
    found: list[tuple[int, str]] = []
    for solution in filter(None, solve_many(range(first, first + 6), search)):
        assert solution.deal is not None
        try:
            text = solution.notation(dialect=dialect)
        except NotationError:  # part of a sequence moves to an empty column
            continue
        if dialect != "catalogue" and chosen.random() < 0.2:
            text = " ".join(map(str, solution.moves))
        found.append((solution.deal, text))
    assert found
    return found


def damaged(text: str, chosen: random.Random) -> str:
    """The text with one random change."""
    between = " " if " " in text else ""
    words = text.split() if between else re.findall("..", text)
    at = chosen.randrange(len(words)) if words else 0
    other = chosen.choice(PLACES) + chosen.choice(PLACES)
    kind = chosen.randrange(9)
    if kind == 0:
        del words[at:]
    elif kind == 1:
        del words[at : at + 1]
    elif kind == 2:
        words.insert(at, other)
    elif kind == 3 and words:
        words[at] = other
    elif kind == 4 and words:
        words[at] = words[at][:2] + f"v{chosen.randrange(20):x}"
    elif kind == 5 and words:
        words.insert(at, words[at])
    elif kind == 6:
        words.append(other)
    elif kind == 7 and len(words) > 1:
        words[at], words[at - 1] = words[at - 1], words[at]
    else:
        words.insert(at, chosen.choice(["7x", "26v", "123", "move", "#", "26v123", "h", "7A", "♠", "\t", "9a"]))
    return between.join(words)


def by_python(number: int, text: str, **reading: Any) -> dict[str, Any]:
    try:
        report = check_reading(number, text, **reading).to_dict()
    except FreecellError as error:
        return {"wins": False, "reason": str(error)}
    return {name: said for name, said in report.items() if name not in ("deal", "board", "notation")}


def cases(room: Room, mode: AutoPlay, dialect: Dialect, cells: int) -> Iterator[tuple[int, str]]:
    chosen = random.Random(617)
    for number, text in solutions(room, mode, dialect, cells):
        yield number, text
        for _ in range(3):
            yield number, damaged(text, chosen)


@pytest.mark.parametrize(("room", "mode"), list(product(ROOMS, AUTOPLAYS)))
@pytest.mark.parametrize(("dialect", "cells"), [*((dialect, 4) for dialect in DIALECTS), ("standard", 2)])
def test_the_core_agrees_with_python(room: Room, mode: AutoPlay, dialect: Dialect, cells: int) -> None:
    """With no reading given, and with parts of it given."""
    texts = [(number, text) for number, text in cases(room, mode, dialect, cells) if text.strip()]
    some: dict[str, Any] = {"room": room, "autoplay": mode, "dialect": dialect}
    for said in ({}, some, {"autoplay": mode}, {"room": "windows"}, {"dialect": "extended", "autoplay": "safe"}):
        reading = {"cells": cells, "room": None, "autoplay": None, "dialect": None} | said
        few = texts if not said else texts[::5]
        results = list(checked([f"{number} {text}\n" for number, text in few], **reading))
        wins = 0
        for (number, text), result in zip(few, results, strict=True):
            expected = by_python(number, text.strip(), **reading)
            found = {name: said for name, said in result.items() if name not in ("line", "deal", "board", "notation")}
            assert found == dict.fromkeys(found) | expected  # the rest is null for text that can't be read
            assert result["deal"] == number
            wins += result["wins"]
        assert 0 < wins < len(few) or (said and said != some)


def test_lines_that_only_python_can_read_get_the_same_report() -> None:
    """The core leaves these lines to Python."""
    ways = [("theory", "none", "standard")]
    for text in ("", "7x", "26v", "26v123", "7A", "7a\t7b", "move 3 cards from column 2 to column 6", "7a # 7b"):
        assert _core.check_many([617], [text], 4, ways, 1) == [None]
    assert _core.check_many([617], ["7a  7b "], 4, ways, 1) == [(0, False, 0, 0, 0, 0)]
    for text in ("", "4", "4r4", "4 r", "rh", "9a", "4rab", "4x", "h4", "4rha", "4r,46"):
        assert _core.check_many([617], [text], 4, [("theory", "max", "catalogue")], 1) == [None]
    assert _core.check_many([617], ["4r46 2r27"], 4, [("theory", "max", "catalogue")], 1) == [(0, False, 0, 0, 0, 0)]
    reading = {"cells": 4, "room": None, "autoplay": None, "dialect": None}
    lines = [
        "nothing",
        "617",
        "0 7a",
        "-1 1a",
        f"{2**33} 7a",
        "617 move JH from column 7 to cell a",
        "# remark",
        "",
        "617:7a",
    ]
    found = [(result["line"], result["deal"], result["reason"]) for result in checked(lines, **reading)]
    early = "all its moves are legal, but only 0 of 52 cards are home"
    assert [line for line, _, _ in found] == [1, 2, 3, 4, 5, 6, 9]
    assert [deal for _, deal, _ in found] == [None, None, 0, -1, 2**33, 617, 617]
    assert [reason for _, _, reason in found][-2:] == [early, early]
    assert "expected a deal number and a solution" in found[0][2]
    assert found[2][2].startswith("deal 0 doesn't exist")


def test_automatic_moves_may_be_written_later() -> None:
    """An automatic move home is skipped wherever it is written, but only once."""
    number = solutions("theory", "safe", "standard")[0][0]
    (solution,) = solve_many([number], rules=Rules(autoplay="safe"))
    game = solution.game()
    homes = [str(move) for play in game.plays for move in play.automatic]
    assert homes
    reading = {"cells": 4, "room": "theory", "autoplay": "safe", "dialect": "standard"}
    written = solution.notation()
    lines = [f"{number} {written} {' '.join(homes)}", f"{number} {written} {' '.join(homes)} {homes[0]}"]
    assert [result["wins"] for result in checked(lines, **reading)] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ([0], [""], 4, [("theory", "none", "standard")], 1),
            "numbers must be a whole number from 1 to 8589934591, got 0",
        ),
        (
            ([1, 2], ["7a"], 4, [("theory", "none", "standard")], 1),
            "there must be as many numbers as solutions, got 2 and 1",
        ),
        (([1], ["7a"], 8, [("theory", "none", "standard")], 1), "cells must be a whole number from 0 to 7, got 8"),
        (([1], ["7a"], 4, [], 1), r"readings must be one or more, got \[\]"),
        (([1], ["7a"], 4, [("xp", "none", "standard")], 1), "room must be one of 'theory', 'windows', got 'xp'"),
        (([1], ["7a"], 4, [("theory", 0, "standard")], 1), "autoplay must be one of 'none', 'safe', 'max', got 0"),
        (
            ([1], ["7a"], 4, [("theory", "none", "")], 1),
            "dialect must be one of 'standard', 'extended', 'catalogue', got ''",
        ),
        (([1], ["7a"], 4, [("theory", "none", "standard")], 0), "threads must be a whole number from 1 to"),
    ],
)
def test_invalid_arguments_are_rejected(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.check_many(*arguments)


def test_arguments_of_the_wrong_type_are_rejected() -> None:
    ways = [("theory", "none", "standard")]
    wrong: list[tuple[Any, Any]] = [([1], [b"7a"]), ([1], [None]), (1, [])]
    for numbers, texts in wrong:
        with pytest.raises(TypeError):
            _core.check_many(numbers, texts, 4, ways, 1)
    with pytest.raises(UnicodeEncodeError):
        _core.check_many([1], ["\ud800"], 4, ways, 1)
    with pytest.raises(ValueError, match="readings must be tuples of room, autoplay and dialect, got 0"):
        _core.check_many([1], ["7a"], 4, [0], 1)  # type: ignore[list-item]
