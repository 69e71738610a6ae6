"""Makes the facts of deals: surveys of all that is to be known, and the tables that follow from them.

    cells        whether each deal can be won, with 0 to 4 cells
    more-cells   with 5 to 7 cells, those that can't be won with four
    turns        the shortest solution in turns, or what it has at least
    short        a short solution of each, by another search
    singles      the shortest solution in single cards, of deals up to 1000
    difficulty   how hard each is

Each is in a folder of that name, and goes on where it was stopped. All that was found must fit together: see `_check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freecell import engine
from freecell.atomic import replacing
from freecell.engine import Search
from freecell.errors import SurveyError
from freecell.factbook.table import KNOWN_FILE, LENGTHS, MORE_FILE, Table
from freecell.game import LENGTHS as SOLUTION_LENGTHS
from freecell.rules import DEFAULT
from freecell.survey.query import open as open_survey
from freecell.survey.spec import Numbers, Spec

SOLUTIONS_FILE = "solutions.txt"

MEGABYTE = 2**20
TURNS_MEMORY = 8 * MEGABYTE  # half of the deals are proven, in an eighth of a second each
SINGLES_MEMORY = 512 * MEGABYTE
WIDTH = 2048
LAST_IN_SINGLES = 1000

Run = Callable[[str, str, Spec], object]
"""A function that runs a survey: its name, its folder, and what is asked."""


def make(folder: Path, deals: range, run: Run) -> Table:
    """Makes the facts of a range of deals, or goes on with it; writes the tables and the solutions into the folder."""
    for name, spec in _surveys(folder, deals):
        run(name, str(folder / name), spec)
    found = _Found.of(folder, deals)
    _check(found)
    table = Table.of(deals.start, found.columns())
    for name, content in zip((KNOWN_FILE, MORE_FILE), table.pack(), strict=True):
        _write(folder / name, content)
    lines = (f"{number} {row['notation']}\n" for number, row in sorted(found.solutions.items()))
    _write(folder / SOLUTIONS_FILE, "".join(lines).encode())
    return table


def _surveys(folder: Path, deals: range) -> Iterator[tuple[str, Spec]]:
    """The surveys by name; what one finds decides what the next ones ask."""
    everything = Numbers([deals])
    yield "cells", Spec(everything, cells=(0, 1, 2, 3, 4), columns=("positions", "microseconds"))
    verdicts = _verdicts(folder)
    if lost := [range(deal, deal + 1) for deal in deals if verdicts[deal, 4] != "solved"]:
        yield "more-cells", Spec(Numbers(lost), cells=(5, 6, 7), columns=("positions", "microseconds"))
    yield "turns", Spec(everything, Search("shortest", memory=TURNS_MEMORY))
    yield "short", Spec(everything, Search("short", width=WIDTH))
    if first := range(deals.start, min(deals.stop, LAST_IN_SINGLES + 1)):
        yield "singles", Spec(Numbers([first]), Search("shortest", length="singles", memory=SINGLES_MEMORY))
    yield "difficulty", Spec(everything, columns=("difficulty",))


@dataclass(frozen=True)
class _Found:
    """What the surveys found.

    verdicts    by deal and number of cells
    turns       by deal, the rows of the search for shortest solutions in turns; singles the same
    beams       by deal, the rows of short solutions
    difficulty  by deal
    """

    deals: range
    verdicts: Mapping[tuple[int, int], str]
    turns: Mapping[int, Mapping[str, Any]]
    singles: Mapping[int, Mapping[str, Any]]
    beams: Mapping[int, Mapping[str, Any]]
    difficulty: Mapping[int, int]
    solutions: Mapping[int, Mapping[str, Any]]

    @classmethod
    def of(cls, folder: Path, deals: range) -> _Found:
        turns, singles, beams, graded = (
            {row["deal"]: row for row in _rows(folder / name)} for name in ("turns", "singles", "short", "difficulty")
        )
        difficulty = {deal: row["difficulty"] for deal, row in graded.items()}
        solutions = {
            deal: min((row for row in (turns[deal], beams[deal], singles.get(deal)) if row), key=_turns)
            for deal in deals
            if turns[deal]["turns"] is not None and beams[deal]["turns"] is not None
        }
        return cls(deals, _verdicts(folder), turns, singles, beams, difficulty, solutions)

    def columns(self) -> dict[str, list[int]]:
        """The columns of the table."""
        found: dict[str, list[int]] = {f"{name}{end}": [] for name in LENGTHS for end in ("", "_at_least")}
        for deal in self.deals:
            won = [cells for cells in range(8) if self.verdicts.get((deal, cells)) == "solved"]
            lost = [cells for cells in range(8) if self.verdicts.get((deal, cells)) == "unsolvable"]
            if not won:
                raise SurveyError(f"deal {deal} is not known to be won with any number of cells")
            found["cells"].append(won[0])
            found["cells_at_least"].append(lost[-1] + 1 if lost else 0)
            is_solved = deal in self.solutions
            found["turns"].append(self.solutions[deal]["turns"] if is_solved else 0)
            found["turns_at_least"].append(self.turns[deal]["at_least"] if is_solved else 0)
            row = self.singles.get(deal) or {}
            found["singles"].append(row.get("singles") or 0)
            found["singles_at_least"].append(row.get("at_least") or 0)
        return {**found, "difficulty": [self.difficulty[deal] for deal in self.deals]}


def _check(found: _Found) -> None:
    """Raises an error if what was found contradicts itself.

    Each solution is replayed, and is as long as was said. What is won with some cells is so with more, and what has a
    solution can be won. No solution is shorter than what is proven that there is at least, whichever search found it.
    """
    for deal, cells in found.verdicts:
        if found.verdicts[deal, cells] == "solved" and found.verdicts.get((deal, cells + 1)) == "unsolvable":
            raise SurveyError(f"deal {deal} is solved with {cells} cells, and unsolvable with one more")
    for row in (*found.turns.values(), *found.beams.values(), *found.singles.values()):
        if (row["turns"] is not None) != (found.verdicts[row["deal"], 4] == "solved"):
            raise SurveyError(f"deal {row['deal']} is solved by one search, and not by another")
    for length, bounds in (("turns", found.turns), ("singles", found.singles)):
        for row in (*found.turns.values(), *found.singles.values(), *found.beams.values()):
            deal, has = row["deal"], row[length]
            if has is not None and deal in bounds and has < (least := bounds[deal]["at_least"]):
                raise SurveyError(f"deal {deal} is proven to need {least} {length}, and a solution has {has}")
    _replay([row for row in (*found.singles.values(), *found.solutions.values()) if row["notation"] is not None])


def _replay(rows: list[Mapping[str, Any]]) -> None:
    """Raises an error unless each solution wins, and has the lengths that it is said to have."""
    numbers, solutions = [row["deal"] for row in rows], [row["notation"] for row in rows]
    for row, checked in zip(rows, engine.check_many(numbers, solutions, [(DEFAULT, 0)]), strict=True):
        lengths = tuple(row[name] for name in SOLUTION_LENGTHS)
        if checked is None or not checked.wins or checked.lengths != lengths:
            raise SurveyError(f"the solution of deal {row['deal']} does not win, or has other lengths than {lengths}")


def _turns(row: Mapping[str, Any]) -> int:
    return int(row["turns"])


def _verdicts(folder: Path) -> dict[tuple[int, int], str]:
    """By deal and number of cells."""
    rows = (row for name in ("cells", "more-cells") for row in _rows(folder / name))
    return {(row["deal"], row["cells"]): row["verdict"] for row in rows}


def _rows(folder: Path) -> Iterable[dict[str, Any]]:
    """The rows of a survey; none if it was not needed."""
    if not folder.exists():
        return []
    rows: list[dict[str, Any]] = open_survey(folder).arrow().to_pylist()
    return rows


def _write(path: Path, content: bytes) -> None:
    with replacing(path) as file:
        file.write(content)
