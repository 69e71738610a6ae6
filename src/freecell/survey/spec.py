"""What a survey asks: which deals, with how many cells, and what to find out about each.

How the work is cut into blocks is in `plan`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from freecell.dealing import valid_deal
from freecell.engine import PLAYERS, Player, Search
from freecell.errors import NumberError, SurveyError, quoted

COLUMNS = (
    *("deal", "cells", "verdict", "turns", "steps", "cards_moved", "singles", "lower_bound", "shortest", "notation"),
    *("positions", "microseconds"),
)

IF_ASKED = ("difficulty",)
"""The columns that are there if they are named: to grade a deal takes 300 times as long as to solve it."""

OF_SHORTEST = ("lower_bound", "shortest")
"""The columns that are there if shortest solutions are asked for."""

OF_POSITIONS = ("depth", "board")
"""The columns that are there if positions of games are asked for, and only then."""

ALWAYS = ("deal", "cells", "verdict")
"""The columns that are never left out: together they take a twentieth of a byte a deal."""

WIDTH = 256
"""The beam for short solutions if neither width nor seconds is given, so that all machines find the same."""


class Numbers:
    """Deal numbers in order, each once; billions of them as ranges take no memory."""

    def __init__(self, ranges: Iterable[range]) -> None:
        self.ranges = _merged(ranges)
        if not self.ranges:
            raise NumberError("there are no deals to survey: give a range such as 1..1000000")
        self._firsts = np.array([part.start for part in self.ranges])
        self._ends = np.cumsum([len(part) for part in self.ranges])
        self._shifts = self._firsts - np.concatenate(([0], self._ends[:-1]))  # from a place to the number there

    def __len__(self) -> int:
        return int(self._ends[-1])

    def part(self, begin: int, end: int) -> NDArray[np.int64]:
        """The numbers from one place in the order up to another."""
        places = np.arange(begin, min(end, len(self)))
        at = np.searchsorted(self._ends, places, side="right")
        return np.asarray(places + self._shifts[at], np.int64)

    def to_list(self) -> list[int | list[int]]:
        """Numbers, and first and last of ranges: as JSON has them."""
        return [part.start if len(part) == 1 else [part.start, part.stop - 1] for part in self.ranges]

    @classmethod
    def from_list(cls, value: Sequence[int | Sequence[int]]) -> Numbers:
        return cls(range(part, part + 1) if isinstance(part, int) else range(part[0], part[1] + 1) for part in value)

    def __str__(self) -> str:
        texts = [f"{part.start}..{part.stop - 1}" if len(part) > 1 else str(part.start) for part in self.ranges[:4]]
        return " ".join(texts) + (" ..." if len(self.ranges) > 4 else "")


@dataclass(frozen=True)
class Spec:
    """What a survey is to find out.

    deals    the deal numbers
    search   what is asked of each deal
    cells    how many cells there are: each deal is solved with each of these numbers
    columns  which columns are kept of the answers
    player   if there is one: not the deal is solved, but a position of the game that he plays from there
    """

    deals: Numbers
    search: Search = field(default_factory=Search)
    cells: tuple[int, ...] = (4,)
    columns: tuple[str, ...] = COLUMNS
    player: Player | None = None

    def __post_init__(self) -> None:
        if not self.cells or list(self.cells) != sorted(set(self.cells)):
            raise SurveyError(f"cells={self.cells!r}: numbers of cells in order, each once, are right")
        there = COLUMNS + IF_ASKED + (OF_POSITIONS if self.player else ())
        for name in self.columns:
            if name not in there:
                raise SurveyError(f"there is no column {quoted(name)}: {', '.join(there)} are there")
        if self.player is not None and self.player not in PLAYERS:
            raise SurveyError(f"player={quoted(self.player)}: {', '.join(map(repr, PLAYERS))} are right")
        wanted = set(ALWAYS).union(self.columns)
        if self.search.goal != "shortest":
            if (named := wanted.intersection(OF_SHORTEST)) and not wanted.issuperset(COLUMNS):
                raise SurveyError(f"column {quoted(min(named))} is for shortest solutions: goal='shortest' is right")
            wanted.difference_update(OF_SHORTEST)
        kept = tuple(name for name in COLUMNS + IF_ASKED if name in wanted)
        object.__setattr__(self, "columns", kept + (OF_POSITIONS if self.player else ()))
        if self.search.goal == "short" and self.search.seconds is None and self.search.beam_width is None:
            object.__setattr__(self, "search", replace(self.search, beam_width=WIDTH))
        for cells in self.cells:
            self.search_with(cells)  # which refuses a number that there can't be

    def search_with(self, cells: int) -> Search:
        """What is asked of a deal with so many cells."""
        return replace(self.search, cells=cells)

    def to_dict(self) -> dict[str, Any]:
        """The spec as JSON's own types."""
        return {
            "deals": self.deals.to_list(),
            **asdict(self.search),
            "cells": list(self.cells),
            **({"player": self.player} if self.player else {}),
            "columns": list(self.columns),
        }

    @classmethod
    def from_dict(cls, value: Any) -> Spec:
        """The spec of what `to_dict` gave."""
        try:
            parts = {name: value[name] for name in (*(part.name for part in fields(Search)), "deals", "columns")}
            player = value.get("player")
            if parts.keys() != value.keys() - {"player"}:
                raise KeyError
            deals, cells, columns = Numbers.from_list(parts.pop("deals")), parts.pop("cells"), parts.pop("columns")
            return cls(deals, Search(**parts), tuple(cells), tuple(columns), player)
        except (TypeError, KeyError, IndexError, AttributeError):
            raise SurveyError(f"{quoted(value)} is not what a survey is to find out") from None

    def difference(self, other: Spec) -> str | None:
        """What the other one asks differently, in words; None if both are the same."""
        ours, theirs = self.to_dict(), other.to_dict()
        if ours["deals"] != theirs["deals"]:
            return f"deals {self.deals}, not {other.deals}"
        for name in ours | theirs:
            if ours.get(name) != theirs.get(name):
                return f"{name} {_words(ours.get(name))}, not {_words(theirs.get(name))}"
        return None


def _merged(ranges: Iterable[range]) -> tuple[range, ...]:
    """The ranges in order, those that touch or overlap made one."""
    merged = tuple(_joined(sorted(_joined(ranges), key=lambda part: part.start)))
    for part in merged:
        if part.start < 1 <= part.stop - 1:
            raise NumberError(f"{part!r} has the number 0: there is no deal 0")
    return merged


def _joined(ranges: Iterable[range]) -> Iterator[range]:
    """The ranges as they come, each made one with those right behind it: millions of numbers in order are one."""
    last = range(0)
    for part in ranges:
        if not part:
            continue
        if part.step != 1:
            raise NumberError(f"{quoted(part)}: a range with a step of 1 is right")
        valid_deal(part.start), valid_deal(part.stop - 1)
        if last and last.start <= part.start <= last.stop:
            last = range(last.start, max(part.stop, last.stop))
            continue
        if last:
            yield last
        last = part
    if last:
        yield last


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "not given" if value is None else str(value)
