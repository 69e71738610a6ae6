"""Solutions to check: as they are given on the command line, and many of them, a line each.

Of many, the core replays what is a deal number and words of notation, and says of those that do not win in which
reading they go farthest: Python replays them in that one, and says what is wrong. All else is for Python alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Any, NamedTuple

from freecell import engine, notation
from freecell.board import Board
from freecell.checking import Report, check, has_moves_before, readings, replay
from freecell.cli._boards import read_board, read_text
from freecell.dealing import LAST
from freecell.entries import Entry, entries
from freecell.errors import FreecellError, NotationError, quoted
from freecell.formats import texts
from freecell.formats.blocks import json_text
from freecell.game import LENGTHS
from freecell.notation import ANY_CELL, Dialect
from freecell.numeric import read_integer
from freecell.rules import DEFAULT, HOME, Rules

_LINE = re.compile(
    r"(-?\d{1,3}(?:[,_]\d{3}){1,6}(?=[\s:])|-?\d{1,20}|(?:[A2-9TJQK][CDHS]){52}(?=\s*:))\s*[\s:,]\s*(.*)",
    re.DOTALL | re.IGNORECASE,
)
_PRINTED = re.compile(r"\s*# (?:deal (-?\d+)|this board)[^:]*: solved\s*")
_LONGEST = 2**22  # characters of a solution: those of fc-solve with all boards have 50,000
_LINES, _CHARACTERS = 2048, 2**20  # that are checked at a time: some 20 ms, so that Ctrl-C is not long waited for


class GivenSolution(NamedTuple):
    """Moves to check, and what the text says besides: where they begin, and how they are to be read."""

    moves: str
    deal: int | None = None
    board: Board | None = None
    reading: dict[str, Any] = {}  # noqa: RUF012, never changed

    def check(self, start: int | Board | None = None, **reading: Any) -> Report:
        """Replays it where it says, or else on a board; what is given of the reading goes before what the text says."""
        begin = self.board if self.deal is None else self.deal
        given = {name: said for name, said in reading.items() if said is not None}
        return check(start if begin is None else begin, self.moves, **self.reading | given)  # type: ignore[arg-type]


def read_solution(name: str, entry: Entry) -> GivenSolution:
    """The solution of a board in a file, or with `-` on standard input; there may be those of other deals too."""
    lines = partial(notation.solution_of, number=entry.deal)
    text = read_text(name, what="a solution", lines=lines, most=_LONGEST)
    if not text.lstrip().startswith("{"):
        return _solution_of(entry, text)
    found = list(entries(texts.lines(text)))
    ours = [one for one in found if one.start == entry.board or one.start == entry.start]
    if not ours:
        others = ", ".join(one.name for one in found[:3]) + ", ..." * (len(found) > 3)
        raise NotationError(f"there is no solution of {entry.name} in {quoted(name)}: there are those of {others}")
    return solution_of_entry(ours[0])


def _solution_of(entry: Entry, text: str) -> GivenSolution:
    return GivenSolution(text, entry.deal, entry.start) if has_moves_before(text) else GivenSolution(text)


def is_printed(line: str) -> bool:
    """Whether a solution begins with this line as `freecell solve` prints it: then it says of which deal it is."""
    return _PRINTED.fullmatch(line) is not None


def printed_solution(lines: Iterable[str]) -> tuple[Entry, GivenSolution]:
    """What such a solution is of, and the solution."""
    first, *rest = lines
    match = _PRINTED.fullmatch(first)
    if match is None or match[1] is None:
        raise NotationError("this is a solution of a board that is not there: freecell check BOARD FILE is right")
    if any(map(is_printed, rest)):
        raise NotationError("there are several solutions: one a file is right, or one a line behind its deal number")
    entry = read_board(match[1]).entry
    return entry, _solution_of(entry, "\n".join(rest))


def solution_in(text: str) -> GivenSolution:
    """The solution in a line: behind its deal number, or in JSON as `freecell solve` prints it."""
    text = text.strip()
    if text.startswith("{"):
        (entry,) = entries(texts.lines(text))
        return solution_of_entry(entry)
    match = _LINE.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text)} is not a deal number and a solution: '617 26 7a 3h' is right")
    number = read_integer(match[1])
    return GivenSolution(match[2], number, Board.parse(match[1]) if number is None else None)


def solution_of_entry(entry: Entry) -> GivenSolution:
    """The solution that an object has: the moves of a saved game, or those that follow what was played."""
    if entry.moves is not None:
        reading = {} if entry.rules is None else asdict(entry.rules)
        return GivenSolution(entry.moves, entry.deal if entry.game is None else None, entry.board, reading)
    if entry.game is not None:
        return GivenSolution(entry.game.notation(), entry.deal, entry.start, asdict(entry.game.rules))
    raise NotationError(f"there are no moves of {entry.name}")


def solution_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that have a solution each, with their numbers; JSON that has several lines is one."""
    numbered = enumerate(lines, 1)
    rest = (line for _, line in numbered)
    for number, line in numbered:
        if line.lstrip().startswith("{"):
            yield number, json_text(line, rest)
        elif line.strip() and line.lstrip()[0] != "#":
            yield number, line


def check_lines(lines: Iterable[str], **reading: Any) -> Iterator[dict[str, Any]]:
    """Checks lines that have a solution each, on all cores; yields what came of each, in order.

    `reading` is what `check` takes. Lines that are empty or begin with # are passed over. Only a few lines are ever in
    memory.
    """
    given = {name: said for name, said in reading.items() if said is not None}
    for chunk in _chunks(solution_lines(lines)):
        yield from _check_chunk(chunk, given)


class _Line(NamedTuple):
    """A line by its number in the file: the solution in it, or why there is none."""

    number: int
    solution: GivenSolution | None
    wrong: str = ""


def _chunks(lines: Iterable[tuple[int, str]]) -> Iterator[list[_Line]]:
    """The lines, some at a time."""
    chunk: list[_Line] = []
    characters = 0
    for number, text in lines:
        try:
            chunk.append(_Line(number, solution_in(text)))
        except FreecellError as error:
            chunk.append(_Line(number, None, str(error)))
        characters += len(text)
        if len(chunk) == _LINES or characters > _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _check_chunk(chunk: list[_Line], given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    known = _by_core(chunk, given)
    for number, solution, wrong in chunk:
        said: dict[str, Any] = {"wins": False, "reason": wrong}
        if solution is not None:
            try:
                said = known.get(number) or solution.check(**given).to_dict()
            except FreecellError as error:
                said["reason"] = str(error)
        yield {"line": number, "deal": solution and solution.deal, **said}


def _by_core(chunk: list[_Line], given: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What is to be said of the lines that the core can read, by their numbers."""
    together: dict[tuple[tuple[Rules, Dialect], ...], list[tuple[int, int, str]]] = {}
    for number, solution, _ in chunk:
        if solution is not None and 1 <= (solution.deal or 0) <= LAST and solution.moves.isascii():
            line = number, solution.deal or 0, solution.moves
            together.setdefault(_ways(solution, given), []).append(line)
    found = {}
    for ways, lines in together.items():
        read_as = [{"dialect": dialect, **asdict(rules)} for rules, dialect in ways]
        numbers, deals, moves = zip(*lines, strict=True)
        for number, deal, text, checked in zip(
            numbers, deals, moves, engine.check_many(deals, moves, ways), strict=True
        ):
            if checked is not None and checked.wins:
                lengths = dict(zip(LENGTHS, checked.lengths, strict=True))
                said = {"wins": True, **lengths, "reason": None, "wrong": None, "read_as": read_as[checked.reading]}
                found[number] = said
            elif checked is not None:
                found[number] = replay(deal, notation.words(text), *ways[checked.reading]).to_dict()
    return found


def _ways(solution: GivenSolution, given: dict[str, Any]) -> tuple[tuple[Rules, Dialect], ...]:
    """How the core may read a solution."""
    reading = {"cells": DEFAULT.cells, "room": None, "autoplay": None, "dialect": None} | solution.reading | given
    if reading["dialect"] is None and ANY_CELL in solution.moves.lower():
        reading["dialect"] = "catalogue"
    return _readings(**reading, homes=solution.moves.lower().count(HOME) if reading["dialect"] == "catalogue" else 0)


@lru_cache
def _readings(**reading: Any) -> tuple[tuple[Rules, Dialect], ...]:
    return tuple(readings(**reading))
