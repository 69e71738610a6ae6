"""Facts about the first 32,000 deals: their values, and how they are made."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

import freecell
from freecell import Facts, Rules, Verdict, difficulty, facts, solve, survey
from freecell.cli import main
from freecell.errors import NumberError, SurveyError
from freecell.factbook import LAST, package_table
from freecell.factbook.table import KNOWN_FILE, MORE_FILE, Table
from freecell.survey import making

from ..helpers.commands import called, outcome

needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")

WON_WITHOUT_MORE_CELLS = {0: 69, 1: 6289, 2: 25381, 3: 31801, 4: 31999}
"""Deals from 1 to 32000 that are winnable with at most this many cells, as found by Shlomi Fish and others."""
COUNTED = {"min_cells": "cells", "turns": "turns", "singles": "singles"}
FEWEST_SINGLES = (87, 75, 73, 85, 90, 79, 76, 75, 92, 85)
"""For deals 1 to 10, by Sukegawa and Hoki (2023)."""
FEWEST_STEPS = (82, 73, 70, 79, 85, 75, 76, 74, 81, 80)
"""For solutions of deals 1 to 10, by Paul and Helmert (2016): 52 steps home plus the turns."""


@pytest.fixture(scope="module")
def every() -> list[Facts]:
    return [facts(number) for number in range(1, LAST + 1)]


def test_the_fewest_cells_match_published_results(every: list[Facts]) -> None:
    for cells, count in WON_WITHOUT_MORE_CELLS.items():
        assert (
            sum(one.min_cells <= cells for one in every)
            <= count
            <= sum(one.min_cells_lower_bound <= cells for one in every)
        )
    (lost,) = [one for one in every if one.min_cells > 4]
    assert (lost.deal, lost.min_cells, lost.min_cells_lower_bound, lost.verdict) == (11982, 5, 5, Verdict.UNSOLVABLE)
    assert lost.turns is lost.turns_lower_bound is None
    assert {one.verdict for one in every if one is not lost} == {Verdict.SOLVED}


def test_published_solutions_are_not_below_our_bounds() -> None:
    assert tuple(facts(number).singles for number in range(1, 11)) == FEWEST_SINGLES
    for number, steps in enumerate(FEWEST_STEPS, 1):
        known = facts(number)
        assert known.turns is not None
        assert known.turns_lower_bound is not None
        assert known.turns_lower_bound <= steps - 52


def test_lower_bounds_do_not_exceed_known_solutions(every: list[Facts]) -> None:
    assert [one.deal for one in every] == list(range(1, LAST + 1))
    for one in every:
        assert 0 <= one.min_cells_lower_bound <= one.min_cells <= 7
        assert 0 <= one.difficulty <= 100
        for name in ("turns", "singles"):
            known, lower_bound = getattr(one, name), getattr(one, f"{name}_lower_bound")
            assert (known is None) == (lower_bound is None)
            assert known is None or 0 < lower_bound <= known
        assert one.turns is None or one.singles is not None or one.deal > making.LAST_IN_SINGLES
    assert Counter(one.difficulty for one in every)[100] == 1


def test_no_two_facts_contradict_each_other() -> None:
    """Turns, singles and cells were found by different searches."""
    making.check(package_table())
    making.check(weaker())
    with pytest.raises(
        SurveyError,
        match=r"22 turns, so every solution has at least 74 singles \(52 of them home\), but a known one has 73",
    ):
        making.check(weaker(turns_lower_bound=22))
    with pytest.raises(SurveyError, match="deal 3 needs 5 cells, but the table lists 40 turns"):
        making.check(weaker(min_cells=5))


def test_deals_that_need_more_cells_are_harder(every: list[Facts]) -> None:
    means = [mean(one.difficulty for one in every if one.min_cells == cells) for cells in range(6)]
    assert means == sorted(means)


@needs_core
def test_facts_match_a_search() -> None:
    for number in random.Random(5).sample(range(1, LAST + 1), 6):
        known = facts(number)
        if known.min_cells == known.min_cells_lower_bound:
            assert solve(number, rules=Rules(known.min_cells)).verdict is Verdict.SOLVED
            if known.min_cells:
                assert solve(number, rules=Rules(known.min_cells - 1)).verdict is Verdict.UNSOLVABLE
        assert difficulty(number).score == known.difficulty
        assert known.turns is not None
        short = solve(number, goal="short", beam_width=64)
        assert (short.turns or 0) >= known.turns
        shortest = solve(number, goal="shortest", memory=2**22)
        assert shortest.lower_bound is not None
        assert shortest.lower_bound <= known.turns


def test_facts_in_words_and_for_programs() -> None:
    code, said, _ = outcome("facts", "11982")
    assert (code, said) == (
        0,
        "deal 11982: unsolvable\n  can be won with 5 cells, and not with 4 cells\n  difficulty 100, impossible\n",
    )
    known = Facts(7, 2, 0, 30, 28, None, None, 20)
    assert str(known) == (
        "deal 7: solved\n  can be won with 2 cells; whether with none is undecided\n"
        "  30 turns; any solution has at least 28\n  difficulty 20, moderate"
    )
    assert "whether with 1 cell is undecided, and not with fewer" in str(replace(known, min_cells_lower_bound=1))
    lines = [json.loads(line) for line in called("facts", "1..3", "--json").splitlines()]
    assert lines == [facts(number).to_dict() for number in (1, 2, 3)]
    assert {"deal", "min_cells", "turns", "singles", "difficulty", "verdict", "grade"} < lines[0].keys()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["32001"], "no facts for deal 32001: facts cover deals 1 to 32000"),
        (["-1"], "no facts for deal -1: facts cover deals 1 to 32000"),
        (["31999..32001"], "no facts for deal 32001: facts cover deals 1 to 32000"),
        (["0"], "deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2"),
        ([], "missing BOARD. See freecell facts --help."),
    ],
)
def test_errors_name_the_problem(arguments: list[str], said: str) -> None:
    code, _, error = outcome("facts", *arguments)
    assert (code, error.removeprefix("freecell: ").strip()) == (2, said)


def test_numbers_without_facts_are_refused() -> None:
    for number in (LAST + 1, -2, 2**33 - 1):
        with pytest.raises(NumberError, match="no facts for deal"):
            facts(number)
    with pytest.raises(NumberError):
        facts("617")  # type: ignore[arg-type]


def test_a_packed_table_is_unpacked_unchanged() -> None:
    columns = {
        "min_cells": [0, 5, 2], "min_cells_lower_bound": [0, 5, 0],
        "turns": [127, 0, 30], "turns_lower_bound": [127, 0, 12],
        "singles": [0, 0, 90], "singles_lower_bound": [0, 0, 88], "difficulty": [0, 100, 7],
    }  # fmt: skip
    table = Table.of(2**33 - 3, columns)
    again = Table.unpack(*table.pack())
    assert (again.first, again.rows) == (2**33 - 3, 3)
    assert [again.row(number) for number in (2**33 - 4, 2**33)] == [None, None]
    for place in range(3):
        row = again.row(2**33 - 3 + place)
        assert row is not None
        assert {name: value or 0 for name, value in row.items()} == {
            name: column[place] for name, column in columns.items()
        }
    assert again.counts() == {"deals": 3, "min_cells": 2, "turns": 1, "singles": 0}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("facts")
    assert main(["survey", "facts", "2..3", "--recompute", "--output", str(folder / "made")]) == 0
    return folder / "made"


@needs_core
def test_facts_are_made_again(made: Path) -> None:
    table = Table.unpack((made / KNOWN_FILE).read_bytes(), (made / MORE_FILE).read_bytes())
    assert (table.first, table.rows) == (2, 2)
    for number in (2, 3):
        assert Facts(number, **(table.row(number) or {})) == facts(number)
    assert "2 solutions: 2 win, 0 do not" in called("check", str(made / making.SOLUTIONS_FILE))


@needs_core
def test_a_stopped_run_resumes_with_the_same_result(made: Path, tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    done: list[str] = []

    def run_two(name: str, path: str, spec: survey.Spec) -> None:
        if len(done) == 2:
            raise StoppedError
        survey.run(path, spec)
        done.append(name)

    with pytest.raises(StoppedError):
        making.make(tmp_path, range(2, 4), run_two)
    assert done == ["cells", "turns"]
    assert not (tmp_path / KNOWN_FILE).exists()
    making.make(tmp_path, range(2, 4), lambda _, path, spec: survey.run(path, spec))
    for name in (KNOWN_FILE, MORE_FILE, making.SOLUTIONS_FILE):
        assert (tmp_path / name).read_bytes() == (made / name).read_bytes()


@needs_core
def test_nearly_proven_deals_get_more_memory_and_finished_ones_stay(tmp_path: Path) -> None:
    done: list[str] = []

    def run_it(name: str, path: str, spec: survey.Spec) -> None:
        survey.run(path, spec)
        done.append(name)

    for times in (1, 2):
        table = making.make(tmp_path, range(1227, 1228), run_it)
        assert done == times * ["cells", "turns", "short", "more-turns", "difficulty"]
        found = Facts(1227, **(table.row(1227) or {}))
        assert found == replace(facts(1227), singles=None, singles_lower_bound=None)
        for part in (tmp_path / "difficulty").glob("part-*"):
            part.unlink()  # as if it had stopped there
    (few,) = making._rows(tmp_path / "turns")
    (more,) = making._rows(tmp_path / "more-turns")
    assert (few["turns"], few["lower_bound"]) == (23, 21)
    assert (more["turns"], more["lower_bound"]) == (21, 21)


@needs_core
def test_a_bound_contradicted_by_a_solution_is_detected(made: Path) -> None:
    """Whichever search is wrong, nothing is written."""
    found = making._Found.of(made, range(2, 4), making.FOUR_CELLS)
    found.check()
    with pytest.raises(SurveyError, match="deal 3 is proven to need 19 turns, but a solution has 18"):
        replace(found, bounds={"turns": {3: 19}}).check()
    for cells in (3, 5):
        with pytest.raises(SurveyError, match=f"deal 3 is solved with 2 cells but unsolvable with {cells}"):
            replace(found, verdicts={**found.verdicts, (3, cells): "unsolvable"}).check()
    lost = dict.fromkeys(found.verdicts, "unsolvable")
    with pytest.raises(SurveyError, match="deal 2 is solved by one search but unsolvable by another"):
        replace(found, verdicts=lost).check()
    undecided = dict.fromkeys(found.verdicts, "undecided")
    replace(found, verdicts=undecided).check()  # an undecided verdict isn't a contradiction


def weaker(**changes: int) -> Table:
    """The facts about deals 2 and 3 without proofs for turns, with changes to deal 3."""
    rows = [{**facts(deal).to_dict(), "turns": 40, "turns_lower_bound": 1} for deal in (2, 3)]
    rows[1].update(changes)
    names = ("min_cells", "turns", "singles")
    return Table.of(
        2,
        {
            name: [row[name] for row in rows]
            for name in (*names, *(f"{name}_lower_bound" for name in names), "difficulty")
        },
    )


def rows_of(table: Table) -> list[dict[str, Any] | None]:
    return [table.row(deal) for deal in (2, 3)]


def shipped_rows() -> list[dict[str, Any] | None]:
    return rows_of(package_table())


@needs_core
def test_a_table_is_improved_by_surveys(made: Path) -> None:
    table = making.improved(weaker(), made / "turns")
    assert rows_of(table) == shipped_rows()
    assert making.improved(table, made / "turns") == table  # and nothing gets worse
    assert making.improved(table, made / "short") == table
    without_bounds = making.improved(weaker(), made / "short").row(3) or {}
    assert (without_bounds["turns"], without_bounds["turns_lower_bound"]) == (18, 1)
    for name, value in {"turns_lower_bound": 19, "turns": 17}.items():
        with pytest.raises(SurveyError, match=f"deal 3 is proven to need {value if value > 18 else 18} turns, but a s"):
            making.improved(weaker(**{name: value}), made / "turns")


@needs_core
def test_a_table_is_improved_in_singles_and_cells(made: Path, tmp_path: Path) -> None:
    unknown = weaker(singles=0, singles_lower_bound=0, turns=18, turns_lower_bound=18)
    assert making.improved(unknown, made / "turns").row(3) == unknown.row(3)  # no search has minimized singles
    assert (making.improved(unknown, made / "singles").row(3) or {})["singles_lower_bound"] == 73
    few = weaker(min_cells=4, min_cells_lower_bound=0)
    improved = making.improved(few, made / "cells").row(3) or {}
    assert (improved["min_cells"], improved["min_cells_lower_bound"]) == (2, 2)
    with pytest.raises(SurveyError, match="deal 3 is proven to need 3 cells, but a solution has 2"):
        making.improved(weaker(min_cells=4, min_cells_lower_bound=3), made / "cells")
    with pytest.raises(SurveyError, match="deal 3 is proven to need 2 cells, but a solution has 1"):
        making.improved(weaker(min_cells=1, min_cells_lower_bound=0), made / "cells")
    survey.run(tmp_path / "verdicts", survey.Spec(range(3, 4), cells=(1,), columns=("verdict",)))
    assert (making.improved(few, tmp_path / "verdicts").row(3) or {})["min_cells_lower_bound"] == 2
    survey.run(tmp_path / "won", survey.Spec(range(2, 4), columns=("verdict",)))
    with pytest.raises(SurveyError, match="won lacks columns for its solutions: notation"):
        making.improved(few, tmp_path / "won")
    survey.run(tmp_path / "safe", survey.Spec(range(2, 4), rules=Rules(autoplay="safe")))
    with pytest.raises(SurveyError, match="safe must be a survey of deals without auto-play"):
        making.improved(few, tmp_path / "safe")


@needs_core
def test_improving_facts_starts_from_what_is_known_and_keeps_partial_results(tmp_path: Path) -> None:
    """Results up to the interruption are in the tables, and the next run adds the rest."""
    table = weaker(singles=0, singles_lower_bound=0, min_cells=4, min_cells_lower_bound=0)
    done: list[str] = []

    def run_one(name: str, path: str, spec: survey.Spec) -> None:
        if done:
            (tmp_path / name).mkdir()  # stopped before the first block was finished
            raise KeyboardInterrupt
        survey.run(path, spec)
        done.append(name)

    with pytest.raises(KeyboardInterrupt):
        making.improve(tmp_path, table, range(2, 4), run_one)
    assert done == ["turns-39"]
    written = Table.unpack((tmp_path / KNOWN_FILE).read_bytes(), (tmp_path / MORE_FILE).read_bytes()).row(3) or {}
    assert (written["turns"], written["turns_lower_bound"], written["singles"], written["min_cells"]) == (
        18,
        18,
        None,
        4,
    )
    whole = making.improve(tmp_path, table, range(2, 4), lambda _, path, spec: survey.run(path, spec))
    assert rows_of(whole) == shipped_rows()
    assert sorted(folder.name for folder in tmp_path.glob("*/")) == ["cells-0-1-2-3", "singles-0", "turns-39"]


@needs_core
def test_proven_facts_need_no_surveys(tmp_path: Path) -> None:
    assert called("survey", "facts", "2..3", "--output", str(tmp_path)) == (
        f"{tmp_path}: 32000 deals; proven: "
        + ", ".join(f"the fewest {name} for {package_table().counts()[key]}" for key, name in COUNTED.items())
        + "\n"
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == [KNOWN_FILE, MORE_FILE]
    code, _, error = outcome("survey", "facts", "31999..32001", "--output", str(tmp_path))
    assert code == 2
    assert "facts can be improved for deals 1 to 32000" in error


@needs_core
@pytest.mark.parametrize("change", [{"turns": 17}, {"notation": "1h"}, {"notation": None}])
def test_a_wrong_solution_is_detected(made: Path, change: dict[str, object]) -> None:
    rows = list(making._rows(made / "cells", cells=3))
    making._replay(rows, Rules(3))
    with pytest.raises(SurveyError, match="the solution of deal 3 with 3 cells doesn't win, or its lengths are not"):
        making._replay([rows[0], {**rows[1], **change}], Rules(3))


@needs_core
def test_another_range_is_rejected_in_the_same_folder(made: Path) -> None:
    code, _, error = outcome("survey", "facts", "2..4", "--recompute", "--output", str(made))
    assert code == 2
    assert "has a different survey: deals 2..3, not 2..4" in error
