"""Solutions to check: from the command line, or from a file with one per line.

If there are many, the core replays those that consist of a deal number and notation. If one doesn't win, the core
returns the interpretation in which it gets farthest, and Python replays it under that interpretation to explain the
error. Python handles all other solutions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Any, NamedTuple

from freecell import engine, notation
from freecell.board import Board
from freecell.checking import Report, check_reading, has_moves_before, readings, replay
from freecell.cli._boards import is_notation, named, read_text
from freecell.cli._numbers import is_number
from freecell.dealing import LAST, deal
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
_LONGEST = 2**22  # characters per solution; fc-solve's listings with all boards have 50,000
# The keys of a `Report`, with the values that are printed for one of many solutions if they aren't known.
_UNKNOWN = dict.fromkeys(("deal", "board", "rules", "dialect", "wins", "reason", "wrong", "notation", *LENGTHS))
_LINES, _CHARACTERS = 2048, 2**20  # solutions per chunk: about 20 ms, so that Ctrl-C takes effect quickly


class GivenSolution(NamedTuple):
    """Moves to check, with their start position, rules and dialect, if the text contains these."""

    moves: str
    board: int | Board | None = None
    reading: dict[str, Any] = {}  # noqa: RUF012, never changed

    @property
    def deal(self) -> int | None:
        """The deal number, if the solution starts from a deal."""
        return self.board.deal if isinstance(self.board, Board) else self.board

    def check(self, **reading: Any) -> Report:
        """Replay the solution from its start. Rules and dialect in the arguments take precedence over the text."""
        given = {name: said for name, said in reading.items() if said is not None}
        parts = dict.fromkeys(("cells", "room", "autoplay", "dialect")) | self.reading | given
        return check_reading(self.board, self.moves, **parts)  # type: ignore[arg-type]


def read_solution(moves: str, entry: Entry, boards: Sequence[str]) -> GivenSolution:
    """The solution in --moves for one of the boards; the file may also contain solutions for other deals."""
    text = _solution_text(moves, entry, is_kept=moves == "-" and (len(boards) > 1 or not is_number(boards[0])))
    if not text.lstrip().startswith("{"):
        return _solution_of(entry, text)
    found = list(entries(texts.lines(text)))
    ours = [one for one in found if one.start == entry.board or one.start == entry.start]
    if not ours:
        others = ", ".join(one.name for one in found[:3]) + ", ..." * (len(found) > 3)
        raise NotationError(f"{named(moves)} has no solution for {entry.name}, only for {others}")
    return solution_of_entry(ours[0])


def _solution_text(moves: str, entry: Entry, *, is_kept: bool) -> str:
    """The text of a solution, without solutions for other deals. Standard input is kept if several boards need it."""
    lines = partial(notation.solution_of, number=entry.deal)
    if is_notation(moves) or is_kept:
        return "\n".join(lines(texts.lines(_text_of(sys.stdin) if is_kept else moves)))
    return read_text(moves, what="a solution", lines=lines, most=_LONGEST)


@lru_cache(1)
def _text_of(stdin: object) -> str:  # noqa: ARG001, for the cache: another stream has another text
    return read_text("-", what="solutions", most=_LONGEST)


def _solution_of(entry: Entry, text: str) -> GivenSolution:
    return GivenSolution(text, entry.start) if has_moves_before(text) else GivenSolution(text)


def is_printed(line: str) -> bool:
    """Whether this line begins a solution printed by `freecell solve`, which names its deal."""
    return _PRINTED.fullmatch(line) is not None


def printed_solution(lines: Sequence[str]) -> GivenSolution:
    """A solution printed by `freecell solve`, which begins with its deal."""
    match = _PRINTED.fullmatch(lines[0])
    if match is None or match[1] is None:
        raise NotationError("this solution doesn't name its deal: use freecell check BOARD --moves FILE")
    entry = Entry(deal(int(match[1])))
    return with_start(_solution_of(entry, "\n".join(lines[1:])), entry)


def with_start(solution: GivenSolution, entry: Entry) -> GivenSolution:
    """A solution that starts from the position it names, or else from this board."""
    return solution if solution.board is not None else solution._replace(board=entry.board)


def solution_in(text: str) -> GivenSolution:
    """The solution in a line: after its deal number, or in JSON as printed by `freecell solve`."""
    text = text.strip()
    if text.startswith("{"):
        (entry,) = entries(texts.lines(text))
        return solution_of_entry(entry)
    match = _LINE.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a deal number and a solution, such as '617 26 7a 3h', got {quoted(text)}")
    number = read_integer(match[1])
    return GivenSolution(match[2], Board.parse(match[1]) if number is None else number)


def solution_of_entry(entry: Entry) -> GivenSolution:
    """The solution in an object: the moves of a saved game, or those that follow the moves already played."""
    if entry.moves is not None:
        reading = {} if entry.rules is None else asdict(entry.rules)
        return GivenSolution(entry.moves, entry.board, reading)
    if entry.game is not None:
        return GivenSolution(entry.game.notation(), entry.start, asdict(entry.game.rules))
    raise NotationError(f"no moves found for {entry.name}")


def solution_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with one solution each, with their line numbers. A JSON value over several lines counts as one line."""
    numbered = enumerate(lines, 1)
    rest = (line for _, line in numbered)
    for number, line in numbered:
        if line.lstrip().startswith("{"):
            yield number, json_text(line, rest)
        elif line.strip() and line.lstrip()[0] != "#":
            yield number, line


class Item(NamedTuple):
    """A solution to check or an error, its place among several, and the keys that identify it in JSON."""

    name: str
    keys: dict[str, Any]
    solution: GivenSolution | None
    wrong: str = ""


def line_items(source: str, lines: Iterable[str]) -> Iterator[Item]:
    """The solutions in a text with one per line. Empty lines and comments are skipped."""
    for number, text in solution_lines(lines):
        name, keys = f"line {number}{source and f' of {source}'}", {"line": number}
        try:
            solution = solution_in(text)
        except FreecellError as error:
            yield Item(name, keys, None, str(error))
            continue
        yield Item(name if solution.deal is None else f"{name}, deal {solution.deal}", keys, solution)


def kind_of(lines: Iterable[str]) -> str:
    """Detect the content of a text from its first lines.

    "printed" solutions, "lines" with a deal and its solution, "moves" without a deal, or "boards"
    """
    first = [line.strip() for line in lines if line.strip()]
    if first and is_printed(first[0]):
        return "printed"
    if first and first[0].startswith("{"):
        return "lines" if '"verdict"' in first[0] else "boards"
    words = [re.split(r"[\s:,]", line, maxsplit=1)[0] for line in first if not line.startswith("#")]
    if words and all(re.fullmatch("(?i)[1-8a-g][1-8a-h]", word) for word in words) and not all(map(str.isdigit, words)):
        return "moves"
    return "lines" if any(map(_is_solution_line, first)) else "boards"


def _is_solution_line(line: str) -> bool:
    """Whether a line has a deal number or a board, and moves."""
    match = _LINE.fullmatch(line)
    return match is not None and re.match(r"\S\S", match[2]) is not None  # not the column names 1 2 3 ...


def check_items(items: Iterable[Item], threads: int | None, **reading: Any) -> Iterator[tuple[Item, dict[str, Any]]]:
    """Check solutions on all cores and yield the results in order. Only a few are in memory at a time.

    `reading` contains keyword arguments for `check`.
    """
    given = {name: said for name, said in reading.items() if said is not None}
    for chunk in _chunks(items):
        known = _by_core(chunk, given, threads)
        for place, item in enumerate(chunk):
            said: dict[str, Any] = {**_UNKNOWN, "wins": False, "reason": item.wrong}
            if item.solution is not None:
                try:
                    said = known.get(place) or _of_many(item.solution.check(**given))
                except FreecellError as error:
                    said["reason"] = str(error)
            yield item, {**said, "deal": item.solution and item.solution.deal}


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The solutions in chunks."""
    chunk: list[Item] = []
    characters = 0
    for item in items:
        chunk.append(item)
        characters += len(item.solution.moves) if item.solution else len(item.wrong)
        if len(chunk) == _LINES or characters > _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _by_core(chunk: list[Item], given: dict[str, Any], threads: int | None) -> dict[int, dict[str, Any]]:
    """The results for the solutions that the core can read, by their places in the chunk."""
    together: dict[tuple[tuple[Rules, Dialect], ...], list[tuple[int, int, str]]] = {}
    for number, item in enumerate(chunk):
        solution = item.solution
        if solution is not None and 1 <= (solution.deal or 0) <= LAST and solution.moves.isascii():
            line = number, solution.deal or 0, solution.moves
            together.setdefault(_ways(solution, given), []).append(line)
    found = {}
    for ways, lines in together.items():
        numbers, deals, moves = zip(*lines, strict=True)
        for number, dealt, text, checked in zip(
            numbers, deals, moves, engine.check_many(deals, moves, ways, threads), strict=True
        ):
            if checked is not None and checked.wins:
                lengths = dict(zip(LENGTHS, checked.lengths, strict=True))
                rules, dialect = ways[checked.reading]
                how = {"rules": rules.to_dict(), "dialect": dialect}
                found[number] = {**_UNKNOWN, **how, "wins": True, **lengths}
            elif checked is not None:
                found[number] = _of_many(replay(dealt, notation.words(text), *ways[checked.reading]))
    return found


def _of_many(report: Report) -> dict[str, Any]:
    """The report on one of many solutions, without its board and moves, which are in the file."""
    return report.to_dict() | {"board": None, "notation": None}


def _ways(solution: GivenSolution, given: dict[str, Any]) -> tuple[tuple[Rules, Dialect], ...]:
    """The interpretations that the core may try."""
    reading = {"cells": DEFAULT.cells, "room": None, "autoplay": None, "dialect": None} | solution.reading | given
    if reading["dialect"] is None and ANY_CELL in solution.moves.lower():
        reading["dialect"] = "catalogue"
    return _readings(**reading, homes=solution.moves.lower().count(HOME) if reading["dialect"] == "catalogue" else 0)


@lru_cache
def _readings(**reading: Any) -> tuple[tuple[Rules, Dialect], ...]:
    return tuple(readings(**reading))
