"""What is known of the first 32,000 deals, from tables that are in the package: no search, and no compiled core.

`survey/making.py` makes the tables, and `docs/facts.md` tells what is in them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from freecell.deals import checked
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

    cells, cells_at_least       the cells with which it can be won
    turns, turns_at_least       the turns of the shortest solution with four cells; None if there is none
    singles, singles_at_least   the single cards of the shortest one; None if there is none, or nobody has looked
    difficulty                  how hard it is, 0 to 100
    """

    deal: int
    cells: int
    cells_at_least: int
    turns: int | None
    turns_at_least: int | None
    singles: int | None
    singles_at_least: int | None
    difficulty: int

    @property
    def verdict(self) -> Verdict:
        """Whether it can be won with four cells."""
        if self.cells <= 4:
            return Verdict.SOLVED
        return Verdict.UNSOLVABLE if self.cells_at_least > 4 else Verdict.UNDECIDED

    @property
    def grade(self) -> str:
        return grade_of(self.difficulty)

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON's own types."""
        return {**asdict(self), "verdict": self.verdict.value, "grade": self.grade}

    def __str__(self) -> str:
        lines = [
            f"deal {self.deal}: {self.verdict.value}",
            _cells(self.cells, self.cells_at_least),
            _length("turns", self.turns, self.turns_at_least),
            _length("singles", self.singles, self.singles_at_least),
            f"difficulty {self.difficulty}, {self.grade}",
        ]
        return "\n  ".join(filter(None, lines))


def facts(number: int) -> Facts:
    """What is known of a deal, 1 to 32000."""
    number, table = checked(number), _table()
    row = table.row(number)
    if row is None:
        raise NumberError(f"no facts are kept of deal {number}: those of 1 to {LAST} are")
    return Facts(number, **row)


@cache
def _table() -> Table:
    folder = files("freecell.factbook")
    return Table.unpack((folder / KNOWN_FILE).read_bytes(), (folder / MORE_FILE).read_bytes())


def _cells(least: int, at_least: int) -> str:
    if least == 0:
        return "can be won without cells"
    known = f"can be won with {_count(least)}"
    if least == at_least:
        return f"{known}, and not with {_count(least - 1)}"
    return f"{known}; whether with {_count(at_least)} is undecided" + ("" if at_least == 0 else ", and not with fewer")


def _count(cells: int) -> str:
    return "none" if cells == 0 else "1 cell" if cells == 1 else f"{cells} cells"


def _length(name: str, least: int | None, at_least: int | None) -> str:
    if least is None:
        return ""
    if least == at_least:
        return f"{least} {name}, and no solution has fewer"
    return f"{least} {name}; any solution has at least {at_least}"
