"""Makes the facts about deals: runs surveys and derives the tables from them.

`improve` starts from the tables in the package and runs surveys to settle what is still unknown, the quickest first.
Each survey improves the tables, even if it is unfinished:

    turns-N    the shortest solution in turns, for deals whose bounds are N turns apart
    singles-N  the shortest solution in singles, for deals N to N + 999 without a proven one
    cells-N    verdicts with N cells for deals where they are unknown, with a long search

`make` starts from scratch, to check the tables:

    cells         whether each deal can be won, with 0 to 4 cells
    longer-cells  the deals that remained undecided, with a longer search
    more-cells    the deals that can't be won with four cells, with 5 to 7
    turns         the shortest solution in turns, or a lower bound
    short         a short solution for each deal, found by another search
    singles       the shortest solution in singles, for deals up to 1000
    more-turns    the shortest solution in turns for nearly proven deals, with more memory
    difficulty    the difficulty of each deal

Each survey has a folder of that name and can be resumed. All results must be consistent: see `_check` and `improved`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from freecell import engine
from freecell.atomic import replacing
from freecell.cards import DECK
from freecell.engine import Search
from freecell.errors import SurveyError
from freecell.factbook.table import KNOWN_FILE, MEASURES, MORE_FILE, Table
from freecell.game import LENGTHS as SOLUTION_LENGTHS
from freecell.rules import Rules
from freecell.survey.query import open as open_survey
from freecell.survey.spec import ALWAYS, Numbers, Spec

SOLUTIONS_FILE = "solutions.txt"

CELLS = ("cells", "longer-cells", "more-cells")
FOUR_CELLS = ("turns", "short", "singles", "more-turns")
"""The surveys whose rows contain solutions: all of them, and those for short solutions with four cells."""

MEGABYTE = 2**20
TURNS_MEMORY = 8 * MEGABYTE  # enough to prove half of the deals, in an eighth of a second each
MORE_TURNS_MEMORY = 64 * MEGABYTE
FEW_TURNS = 2  # the gap between the bounds up to which more memory is worth it
SINGLES_MEMORY = 512 * MEGABYTE
WIDTH = 2048
LONGER_LIMIT, LONGER_MEMORY = 2**25, 4096 * MEGABYTE
LONGEST_LIMIT = 2**27  # memory runs out first
LAST_IN_SINGLES = 1000

IMPROVED_AT_ONCE = 16
"""The block size of surveys that improve facts. If one is stopped, it loses only minutes: the unfinished block."""

CELLS_OF_LENGTHS = Rules().cells
METRICS = ("turns", "singles")

Run = Callable[[str, str, Spec], object]
"""A function that runs a survey, given its name, its folder and its spec."""


def make(folder: Path, deals: range, run: Run) -> Table:
    """Make the facts for a range of deals, or resume it. Write the tables and the solutions to the folder."""
    for name, spec in _surveys(folder, deals):
        run(name, str(folder / name), spec)
    found = _Found.of(folder, deals, FOUR_CELLS)
    _check(folder, found)
    difficulty = {row["deal"]: row["difficulty"] for row in _rows(folder / "difficulty")}
    table = Table.of(deals.start, {**found.columns(), "difficulty": [difficulty[deal] for deal in deals]})
    _write_tables(folder, table)
    lines = (f"{number} {row['notation']}\n" for number, row in sorted(found.solutions.items()))
    _write(folder / SOLUTIONS_FILE, "".join(lines).encode())
    return table


def improve(folder: Path, table: Table, deals: range, run: Run) -> Table:
    """Improve the facts about a range of deals with surveys, or resume it. Write the tables to the folder.

    If `run` is interrupted, the tables contain what was found until then.
    """
    surveys = list(_open_surveys(table, deals))
    try:
        for name, spec in surveys:
            run(name, str(folder / name), spec)
    finally:
        for name, _ in surveys:
            if any((folder / name).glob("part-*")):  # finished blocks
                table = improved(table, folder / name)
        _write_tables(folder, table)
    return table


def improved(table: Table, folder: Path) -> Table:
    """Improve the table with a survey, which may be unfinished and cover any of the deals.

    Every solution is replayed. A solution with fewer than four cells also wins with four. Raise an error if any results
    in the table and the survey contradict each other.
    """
    spec = open_survey(folder).spec
    if replace(spec.search.rules, cells=CELLS_OF_LENGTHS) != Rules() or spec.player is not None:
        raise SurveyError(f"{folder} must be a survey of deals without auto-play")
    metric = spec.search.metric if spec.search.goal == "shortest" else ""
    facts = {deal: table.row(deal) or {} for deal in range(table.first, table.first + table.rows)}
    for cells in spec.cells:
        rows = [row for row in _rows(folder, cells) if row["deal"] in facts]
        won = [row for row in rows if row["verdict"] == "solved"]
        if won and not {"notation", *SOLUTION_LENGTHS} <= set(spec.columns):
            raise SurveyError(f"{folder} lacks columns for its solutions: {', '.join(('notation', *SOLUTION_LENGTHS))}")
        _replay(won, Rules(cells))
        for row in rows:
            _improve(facts[row["deal"]], row, cells, metric)
    columns: dict[str, list[int]] = {}
    for deal, row in facts.items():
        _check_bounds(deal, row)
        for name, value in row.items():
            columns.setdefault(name, []).append(value or 0)
    return Table.of(table.first, columns)


def _improve(facts: dict[str, Any], row: Mapping[str, Any], cells: int, metric: str) -> None:
    """Improve the facts about a deal with a row of a survey that minimized this metric, if any."""
    if row["verdict"] == "unsolvable":
        facts["min_cells_lower_bound"] = max(facts["min_cells_lower_bound"], cells + 1)
    if row["verdict"] != "solved":
        return
    facts["min_cells"] = min(facts["min_cells"], cells)
    for name in METRICS if cells <= CELLS_OF_LENGTHS else ():
        bound = row.get("lower_bound") if name == metric and cells == CELLS_OF_LENGTHS else None
        if facts[name] is not None or bound is not None:
            facts[name] = min(facts[name] or row[name], row[name])
            facts[f"{name}_lower_bound"] = max(facts[f"{name}_lower_bound"] or 0, bound or 0)


def _check_bounds(deal: int, facts: Mapping[str, Any]) -> None:
    """Raise an error if the facts about a deal contradict each other."""
    for name in MEASURES:
        known, bound = facts[name], facts[f"{name}_lower_bound"]
        if known is not None and known < bound:
            what = name.removeprefix("min_")
            raise SurveyError(f"deal {deal} is proven to need {bound} {what}, but a solution has {known}")
    turns, singles = facts["turns_lower_bound"], facts["singles"]
    if (turns is None) != (facts["min_cells"] > CELLS_OF_LENGTHS):
        raise SurveyError(f"deal {deal} needs {facts['min_cells']} cells, but the table lists {facts['turns']} turns")
    # Each card needs a single to go home, and each turn needs at least one other.
    if singles is not None and singles < turns + len(DECK):
        least = f"{turns + len(DECK)} singles ({len(DECK)} of them home)"
        raise SurveyError(
            f"deal {deal} is proven to need {turns} turns, so every solution has at least {least}, "
            f"but a known one has {singles}"
        )


def check(table: Table) -> None:
    """Raise an error if the facts in a table contradict each other."""
    for deal in range(table.first, table.first + table.rows):
        _check_bounds(deal, table.row(deal) or {})


def _open_surveys(table: Table, deals: range) -> Iterator[tuple[str, Spec]]:
    """The surveys that could settle what is unknown in a table, the quickest first."""
    last = table.first + table.rows - 1
    if deals.start < table.first or deals.stop > last + 1:
        raise SurveyError(f"facts can be improved for deals {table.first} to {last}")
    facts = {deal: table.row(deal) or {} for deal in deals}
    winnable = [deal for deal in deals if facts[deal]["turns"] is not None]
    by_gap: dict[int, list[int]] = {}
    for deal in winnable:
        by_gap.setdefault(facts[deal]["turns"] - facts[deal]["turns_lower_bound"], []).append(deal)
    for gap in sorted(by_gap.keys() - {0}):
        yield f"turns-{gap}", Spec(_numbers(by_gap[gap]), Search("shortest"))
    by_thousand: dict[int, list[int]] = {}
    for deal in winnable:
        if facts[deal]["singles"] is None or facts[deal]["singles"] > facts[deal]["singles_lower_bound"]:
            by_thousand.setdefault(deal // 1000 * 1000, []).append(deal)
    for first, numbers in by_thousand.items():
        yield f"singles-{first}", Spec(_numbers(numbers), Search("shortest", metric="singles"))
    by_cells: dict[tuple[int, ...], list[int]] = {}
    for deal in deals:
        if undecided := tuple(range(facts[deal]["min_cells_lower_bound"], facts[deal]["min_cells"])):
            by_cells.setdefault(undecided, []).append(deal)
    for cells, numbers in sorted(by_cells.items()):
        name = "-".join(map(str, ("cells", *cells)))
        yield name, Spec(_numbers(numbers), Search(max_positions=LONGEST_LIMIT), cells=cells)


def _surveys(folder: Path, deals: range) -> Iterator[tuple[str, Spec]]:
    """Run the surveys in order. The results of one determine the specs of the next ones, always in the same way."""
    everything = Numbers([deals])
    yield "cells", Spec(everything, cells=(0, 1, 2, 3, 4))
    verdicts = _verdicts(folder, CELLS[:1])
    if left := [key for key, verdict in verdicts.items() if verdict == "undecided"]:
        longer = Search(max_positions=LONGER_LIMIT, memory=LONGER_MEMORY)
        counts = tuple(sorted({cells for _, cells in left}))
        yield "longer-cells", Spec(_numbers(deal for deal, _ in left), longer, cells=counts)
        verdicts = _verdicts(folder, CELLS[:2])
    if lost := [deal for deal in deals if verdicts[deal, 4] != "solved"]:
        yield "more-cells", Spec(_numbers(lost), cells=(5, 6, 7))
    yield "turns", Spec(everything, Search("shortest", memory=TURNS_MEMORY))
    yield "short", Spec(everything, Search("short", beam_width=WIDTH))
    if first := range(deals.start, min(deals.stop, LAST_IN_SINGLES + 1)):
        yield "singles", Spec(Numbers([first]), Search("shortest", metric="singles", memory=SINGLES_MEMORY))
    found = _Found.of(folder, deals, FOUR_CELLS[:-1])
    gaps = {deal: row["turns"] - found.bounds["turns"][deal] for deal, row in found.solutions.items()}
    if near := [deal for deal, gap in gaps.items() if 0 < gap <= FEW_TURNS]:
        yield "more-turns", Spec(_numbers(near), Search("shortest", memory=MORE_TURNS_MEMORY))
    yield "difficulty", Spec(everything, columns=("difficulty",))


def _numbers(deals: Iterable[int]) -> Numbers:
    return Numbers([range(deal, deal + 1) for deal in deals])


@dataclass(frozen=True)
class _Found:
    """The results of the surveys.

    verdicts    verdicts by deal and number of cells
    rows        rows with a short or shortest solution with four cells
    solutions   by deal, the row with the fewest turns, if there is one
    singles     by deal, the row with the fewest singles
    bounds      lower bounds by metric and deal
    """

    deals: range
    verdicts: Mapping[tuple[int, int], str]
    rows: Sequence[Mapping[str, Any]]
    solutions: Mapping[int, Mapping[str, Any]]
    singles: Mapping[int, Mapping[str, Any]]
    bounds: Mapping[str, Mapping[int, int]]

    @classmethod
    def of(cls, folder: Path, deals: range, names: Sequence[str]) -> _Found:
        """Collect the results of these surveys and of those about cells."""
        surveys = {name: list(_rows(folder / name)) for name in names}
        rows = [row for survey in surveys.values() for row in survey if row["verdict"] == "solved"]
        bounds: dict[str, dict[int, int]] = {"turns": {}, "singles": {}}
        for name, length in (("turns", "turns"), ("singles", "singles"), ("more-turns", "turns")):
            for row in surveys.get(name, ()):
                bounds[length][row["deal"]] = max(row["lower_bound"] or 0, bounds[length].get(row["deal"], 0))
        solutions: dict[int, Mapping[str, Any]] = {}
        for row in rows:
            solutions[row["deal"]] = min(row, solutions.get(row["deal"], row), key=_turns)
        singles = {row["deal"]: row for row in surveys["singles"] if row["verdict"] == "solved"}
        return cls(deals, _verdicts(folder), rows, solutions, singles, bounds)

    def columns(self) -> dict[str, list[int]]:
        """The columns of the table, except for the difficulty."""
        found: dict[str, list[int]] = {f"{name}{end}": [] for name in MEASURES for end in ("", "_lower_bound")}
        for deal in self.deals:
            won, lost = self._cells(deal, "solved"), self._cells(deal, "unsolvable")
            if not won:
                raise SurveyError(f"deal {deal} wasn't won with any number of cells")
            found["min_cells"].append(won[0])
            found["min_cells_lower_bound"].append(lost[-1] + 1 if lost else 0)
            for name, best in (("turns", self.solutions), ("singles", self.singles)):
                found[name].append(best[deal][name] if deal in best else 0)
                found[f"{name}_lower_bound"].append(self.bounds[name][deal] if deal in best else 0)
        return found

    def _cells(self, deal: int, verdict: str) -> list[int]:
        """The numbers of cells with which a deal has this verdict."""
        return [cells for cells in range(8) if self.verdicts.get((deal, cells)) == verdict]

    def check(self) -> None:
        """Raise an error if the results contradict each other.

        A deal that can be won with some cells can be won with more, and a deal with a solution can be won. No solution
        is shorter than a lower bound, even if different searches found them.
        """
        for deal in self.deals:
            won, lost = self._cells(deal, "solved"), self._cells(deal, "unsolvable")
            if won and lost and won[0] < lost[-1]:
                raise SurveyError(f"deal {deal} is solved with {won[0]} cells but unsolvable with {lost[-1]}")
        for row in self.rows:
            deal = row["deal"]
            if self.verdicts[deal, 4] == "unsolvable":
                raise SurveyError(f"deal {deal} is solved by one search but unsolvable by another")
            for length, bounds in self.bounds.items():
                if row[length] < (least := bounds.get(deal, 0)):
                    raise SurveyError(
                        f"deal {deal} is proven to need {least} {length}, but a solution has {row[length]}"
                    )


def _check(folder: Path, found: _Found) -> None:
    """Raise an error if the results contradict each other, or if any solution doesn't win."""
    found.check()
    _replay(found.rows, Rules())
    for name in CELLS:
        for cells in range(8):
            _replay([row for row in _rows(folder / name, cells) if row["verdict"] == "solved"], Rules(cells))


def _replay(rows: Sequence[Mapping[str, Any]], rules: Rules) -> None:
    """Raise an error unless each solution wins and has the stored lengths."""
    numbers, solutions = [row["deal"] for row in rows], [row["notation"] or "" for row in rows]
    for row, checked in zip(rows, engine.check_many(numbers, solutions, [(rules, "standard")]), strict=True):
        lengths = tuple(row[name] for name in SOLUTION_LENGTHS)
        if checked is None or not checked.wins or checked.lengths != lengths:
            whose = f"deal {row['deal']} with {rules.cells} cells"
            raise SurveyError(f"the solution of {whose} doesn't win, or its lengths are not {lengths}")


def _turns(row: Mapping[str, Any]) -> int:
    return int(row["turns"])


def _verdicts(folder: Path, names: Sequence[str] = CELLS) -> dict[tuple[int, int], str]:
    """The verdicts in these surveys, by deal and number of cells."""
    found: dict[tuple[int, int], str] = {}
    for name in names:
        for row in _rows(folder / name, columns=ALWAYS):
            key = row["deal"], row["cells"]
            if found.get(key, "undecided") == "undecided":
                found[key] = row["verdict"]
    return found


def _rows(folder: Path, cells: int | None = None, columns: Sequence[str] | None = None) -> Iterable[dict[str, Any]]:
    """The rows of a survey, or only those with this number of cells. There are none if the survey wasn't needed."""
    if not folder.exists():
        return []
    import pyarrow.compute

    table = open_survey(folder).arrow(columns)
    if cells is not None:
        table = table.filter(pyarrow.compute.field("cells") == cells)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def _write_tables(folder: Path, table: Table) -> None:
    for name, content in zip((KNOWN_FILE, MORE_FILE), table.pack(), strict=True):
        _write(folder / name, content)


def _write(path: Path, content: bytes) -> None:
    with replacing(path) as file:
        file.write(content)
