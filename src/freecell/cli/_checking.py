"""Checking many solutions: what `freecell check --many` does with its lines.

The core replays them, and says of those that do not win in which reading they go farthest: Python replays them in that
one, and says what is wrong. What is not made of words of notation alone is for Python alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from freecell import engine, notation
from freecell.checking import check, readings, replay
from freecell.deals import LAST
from freecell.errors import FreecellError, NotationError, quoted
from freecell.game import LENGTHS

_LINE = re.compile(r"(-?\d{1,20})\s*[\s:,]\s*(.*)", re.DOTALL)
_LINES, _CHARACTERS = 2048, 2**20  # that are checked at a time: some 20 ms, so that Ctrl-C is not long waited for


class _Line(NamedTuple):
    """A line, its number in the file, and the deal number and the solution in it if it has them."""

    text: str
    number: int
    deal: int | None
    moves: str

    @property
    def is_for_core(self) -> bool:
        """Whether the core may know what becomes of it."""
        return self.deal is not None and 1 <= self.deal <= LAST and self.moves.isascii()


def check_lines(lines: Iterable[str], **reading: Any) -> Iterator[dict[str, Any]]:
    """Checks lines that have a deal number and a solution each, on all cores; yields what came of each, in order.

    `reading` is what `check` takes. Lines that are empty or begin with # are passed over. Only a few lines are ever in
    memory.
    """
    for chunk in _chunks(lines):
        yield from _check_chunk(chunk, reading)


def _chunks(lines: Iterable[str]) -> Iterator[list[_Line]]:
    """The lines that have something in them, some at a time."""
    chunk: list[_Line] = []
    characters = 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text[0] == "#":
            continue
        match = _LINE.fullmatch(text)
        chunk.append(_Line(text, number, *((int(match[1]), match[2]) if match else (None, ""))))
        characters += len(text)
        if len(chunk) == _LINES or characters > _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _check_chunk(chunk: list[_Line], reading: dict[str, Any]) -> Iterator[dict[str, Any]]:
    ways = list(readings(**reading))
    asked = [line for line in chunk if line.is_for_core]
    found = engine.check_many(
        [line.deal or 0 for line in asked],
        [line.moves for line in asked],
        reading["cells"],
        [(rules, dialect == "extended") for rules, dialect in ways],
    )
    known = {line.number: checked for line, checked in zip(asked, found, strict=True)}
    read_as = [{"dialect": dialect, **asdict(rules)} for rules, dialect in ways]
    for line in chunk:
        checked = known.get(line.number)
        said: dict[str, Any]
        if checked is None:
            said = _check_line(line, reading)
        elif checked.wins:
            lengths = dict(zip(LENGTHS, checked.lengths, strict=True))
            said = {"wins": True, **lengths, "reason": None, "wrong": None, "read_as": read_as[checked.reading]}
        else:
            steps = notation.steps(line.moves)
            said = replay(line.deal or 0, steps, *ways[checked.reading]).to_dict()
        yield {"line": line.number, "deal": line.deal, **said}


def _check_line(line: _Line, reading: dict[str, Any]) -> dict[str, Any]:
    try:
        if line.deal is None:
            raise NotationError(f"{quoted(line.text)} is not a deal number and a solution: '617 26 7a 3h' is right")
        return check(line.deal, line.moves, **reading).to_dict()
    except FreecellError as error:
        return {"wins": False, "reason": str(error)}
