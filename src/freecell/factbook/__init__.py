"""What is known of the first 32,000 deals, from tables that are in the package: no search, and no compiled core.

`survey/making.py` makes the tables, and `docs/facts.md` tells what is in them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from freecell.dealing import valid_deal
from freecell.engine import Verdict
from freecell.errors import NumberError
from freecell.factbook.table import KNOWN_FILE, MORE_FILE, Table
from freecell.grading import grade_of

__all__ = ["LAST", "Facts", "facts"]

LAST = 32_000
"""The last deal of which facts are kept: the last of Microsoft's first FreeCell."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a deal.

    Of each length there are two numbers: the least that is known, and what is proven that there are at least. Where
    they are equal, it is the least.

    min_cells, min_cells_lower_bound   the cells with which it can be won
    turns, turns_lower_bound       the turns of the shortest solution with four cells; None if there is none
    singles, singles_lower_bound   the single cards of the shortest one; None if there is none, or nobody has looked
    difficulty                  how hard it is, 0 to 100
    """

    deal: int
    min_cells: int
    min_cells_lower_bound: int
    turns: int | None
    turns_lower_bound: int | None
    singles: int | None
    singles_lower_bound: int | None
    difficulty: int

    @property
    def verdict(self) -> Verdict:
        """Whether it can be won with four cells."""
        if self.min_cells <= 4:
            return Verdict.SOLVED
        return Verdict.UNSOLVABLE if self.min_cells_lower_bound > 4 else Verdict.UNDECIDED

    @property
    def grade(self) -> str:
        return grade_of(self.difficulty)

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON's own types."""
        return {**asdict(self), "verdict": self.verdict.value, "grade": self.grade}

    def __str__(self) -> str:
        lines = [
            f"deal {self.deal}: {self.verdict.value}",
            _cells(self.min_cells, self.min_cells_lower_bound),
            _length("turns", self.turns, self.turns_lower_bound),
            _length("singles", self.singles, self.singles_lower_bound),
            f"difficulty {self.difficulty}, {self.grade}",
        ]
        return "\n  ".join(filter(None, lines))


def facts(number: int) -> Facts:
    """What is known of a deal, 1 to 32000."""
    number, table = valid_deal(number), _table()
    row = table.row(number)
    if row is None:
        raise NumberError(f"no facts are kept of deal {number}: those of 1 to {LAST} are")
    return Facts(number, **row)


@cache
def _table() -> Table:
    folder = files("freecell.factbook")
    return Table.unpack((folder / KNOWN_FILE).read_bytes(), (folder / MORE_FILE).read_bytes())


def _cells(least: int, lower_bound: int) -> str:
    if least == 0:
        return "can be won without cells"
    known = f"can be won with {_count(least)}"
    if least == lower_bound:
        return f"{known}, and not with {_count(least - 1)}"
    return f"{known}; whether with {_count(lower_bound)} is undecided" + (
        "" if lower_bound == 0 else ", and not with fewer"
    )


def _count(cells: int) -> str:
    return "none" if cells == 0 else "1 cell" if cells == 1 else f"{cells} cells"


def _length(name: str, least: int | None, lower_bound: int | None) -> str:
    if least is None:
        return ""
    if least == lower_bound:
        return f"{least} {name}, and no solution has fewer"
    return f"{least} {name}; any solution has at least {lower_bound}"
