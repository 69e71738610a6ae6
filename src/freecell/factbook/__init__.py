"""Facts about the first 32,000 deals, from tables in the package. Needs neither a search nor the compiled core.

`survey/making.py` makes the tables, and `docs/facts.md` explains what they contain.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from freecell.dealing import valid_deal
from freecell.errors import FormatError, NumberError, quoted
from freecell.factbook.table import KNOWN_FILE, MORE_FILE, Table
from freecell.verdicts import Verdict, grade_of

__all__ = ["LAST", "Facts", "facts"]

LAST = 32_000
"""The last deal with facts, which is the last deal of Microsoft's first FreeCell."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a deal.

    Each measure has two numbers: the best one known, and a proven lower bound. If they are equal, that is the minimum.

    min_cells, min_cells_lower_bound  the fewest cells with which the deal can be won
    turns, turns_lower_bound          the turns of the shortest solution with four cells; None if there is none
    singles, singles_lower_bound      the singles of the shortest solution with four cells; None if there is none, or
                                      if none was searched for
    difficulty                        how hard the deal is, 0 to 100

    >>> known = facts(1)
    >>> known.min_cells, known.turns, known.turns == known.turns_lower_bound, known.grade
    (3, 29, True, 'fiendish')
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
        """Whether the deal can be won with four cells."""
        if self.min_cells <= 4:
            return Verdict.SOLVED
        return Verdict.UNSOLVABLE if self.min_cells_lower_bound > 4 else Verdict.UNDECIDED

    @property
    def grade(self) -> str:
        """The grade of the deal's difficulty: easy, moderate, tricky, hard, fiendish or impossible."""
        return grade_of(self.difficulty)

    def to_dict(self) -> dict[str, Any]:
        """The facts as a dict for JSON, with the verdict and the grade.

        >>> facts(1).to_dict()["min_cells"]
        3
        """
        return {**asdict(self), "grade": self.grade, "verdict": str(self.verdict)}

    @classmethod
    def from_dict(cls, value: Any) -> Facts:
        """Make facts from the dict that `to_dict` returned.

        >>> Facts.from_dict(facts(1).to_dict()) == facts(1)
        True
        """
        try:
            return cls(**{part.name: value[part.name] for part in fields(cls)})
        except (TypeError, KeyError):
            raise FormatError(f"expected the facts of a deal, got {quoted(value)}") from None

    def __str__(self) -> str:
        lines = [
            f"deal {self.deal}: {self.verdict}",
            _cells(self.min_cells, self.min_cells_lower_bound),
            _length("turns", self.turns, self.turns_lower_bound),
            _length("singles", self.singles, self.singles_lower_bound),
            f"difficulty {self.difficulty}, {self.grade}",
        ]
        return "\n  ".join(filter(None, lines))


def facts(deal: int) -> Facts:
    """Look up the facts about a deal from 1 to 32000.

    >>> print(facts(617))
    deal 617: solved
      can be won with 4 cells, and not with 3 cells
      34 turns, and no solution has fewer
      98 singles, and no solution has fewer
      difficulty 98, fiendish
    """
    deal, table = valid_deal(deal), package_table()
    row = table.row(deal)
    if row is None:
        raise NumberError(f"no facts for deal {deal}: facts cover deals 1 to {LAST}")
    return Facts(deal, **row)


@cache
def package_table() -> Table:
    """The table in the package."""
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
