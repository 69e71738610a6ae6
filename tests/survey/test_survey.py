"""Surveys from Python: their rows, queries and errors."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import freecell
from freecell import WINDOWS, Board, Rules, Search, Solution, Verdict, difficulty, solve_many, survey
from freecell.engine import PLAYERS, Player
from freecell.errors import FreecellError, NumberError, RulesError, SurveyError
from freecell.packing import unpack
from freecell.survey import Numbers, Spec
from freecell.survey.plan import Plan
from freecell.survey.presets import NAMED
from freecell.survey.spec import COLUMNS

from ..helpers.surveying import rows_of, spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

LENGTHS = ("turns", "steps", "cards_moved", "singles")
DEALS = range(11_940, 12_000)

# How many of deals 1..32000 can be won with at most this many cells, by published figures.
WON_WITH = {0: 69, 1: 6_289, 2: 25_381, 3: 31_801, 4: 31_999}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> survey.Survey:
    """Sixty deals, one of them unsolvable, with two numbers of cells."""
    path = tmp_path_factory.mktemp("small") / "survey"
    survey.run(path, spec(DEALS, cells=(2, 4), max_positions=20_000), block_size=40)
    return survey.open(path)


def row_of(solution: Solution) -> dict[str, Any]:
    """The row that a survey should have for a solution."""
    solved = solution.verdict is Verdict.SOLVED
    return {
        "deal": solution.deal,
        "cells": solution.search.rules.cells,
        "verdict": solution.verdict,
        **{name: getattr(solution, name) if solved else None for name in LENGTHS},
        "notation": solution.notation() if solved else None,
        "positions": solution.positions,
    }


def test_rows_match_the_solution_of_each_deal(small: survey.Survey) -> None:
    expected = [
        row_of(solution) for cells in (2, 4) for solution in solve_many(DEALS, rules=Rules(cells), max_positions=20_000)
    ]
    assert rows_of(small.path) == expected
    assert {row["verdict"] for row in expected} == {"solved", "unsolvable", "undecided"}


def test_partial_sequences_are_written_with_their_size(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"max_positions": 20_000}
    survey.run(tmp_path / "s", spec(range(75, 100), cells=(1, 2), **settings))
    rows = rows_of(tmp_path / "s")
    assert rows == [
        row_of(solution) for cells in (1, 2) for solution in solve_many(range(75, 100), rules=Rules(cells), **settings)
    ]
    assert any("v" in (row["notation"] or "") for row in rows)


@pytest.mark.parametrize("settings", [{"goal": "short", "beam_width": 16}, {"goal": "prove"}, {"metric": "singles"}])
def test_every_goal_works(tmp_path: Path, settings: dict[str, Any]) -> None:
    survey.run(tmp_path / "s", spec(range(11_980, 11_990), **settings))
    assert rows_of(tmp_path / "s") == list(map(row_of, solve_many(range(11_980, 11_990), **settings)))


def test_a_short_survey_is_the_same_on_every_machine() -> None:
    assert spec(range(1, 9), goal="short").search.beam_width == 256
    assert spec(range(1, 9), goal="short", seconds=2).search.beam_width is None


def test_the_cells_that_a_sample_needs_match_published_figures(tmp_path: Path) -> None:
    """The shares are within four standard deviations of the shares for all 32,000 deals."""
    sample = range(20_001, 20_201)
    survey.run(tmp_path / "s", spec(sample, cells=(0, 1, 2, 3, 4), max_positions=50_000, columns=("verdict",)))
    won: dict[int, set[int]] = {cells: set() for cells in WON_WITH}
    undecided: Counter[int] = Counter()
    for deal, cells, verdict in survey.open(tmp_path / "s").ask("select deal, cells, verdict from deals").fetchall():
        undecided[cells] += verdict == "undecided"
        if verdict == "solved":
            won[cells].add(deal)
    for cells, count in WON_WITH.items():
        share = count / 32_000
        expected, error = share * len(sample), math.sqrt(share * (1 - share) * len(sample))
        assert len(won[cells]) - 4 * error <= expected <= len(won[cells]) + undecided[cells] + 4 * error
        assert cells == 0 or won[cells - 1] <= won[cells]


def test_deals_are_sorted_and_unique(tmp_path: Path) -> None:
    numbers = Numbers([range(700, 703), range(1, 4), range(3, 6), range(-2, 0), range(2**33 - 1, 2**33)])
    expected = [-2, -1, 1, 2, 3, 4, 5, 700, 701, 702, 2**33 - 1]
    assert numbers.part(0, 99).tolist() == expected
    assert numbers.part(4, 9).tolist() == expected[4:9]
    assert str(numbers) == "-2..-1 1..5 700..702 8589934591"
    assert Numbers.from_list(numbers.to_list()).part(0, 99).tolist() == expected
    survey.run(tmp_path / "s", Spec(numbers), block_size=4)
    rows = rows_of(tmp_path / "s")
    assert [row["deal"] for row in rows] == expected
    assert [row["verdict"] for row in rows] == ["unsolvable"] * 2 + ["solved"] * 9


def test_billions_of_deals_can_be_planned() -> None:
    plan = Plan.of(spec(range(1, 2**33), columns=("verdict",)))
    assert plan.blocks == 4096
    assert sum(map(plan.rows_of, range(plan.blocks))) == 2**33 - 1
    assert plan.block(4095).deals[[0, -1]].tolist() == [4095 * 2**21 + 1, 2**33 - 1]


def test_unwanted_columns_are_left_out(tmp_path: Path) -> None:
    survey.run(tmp_path / "s", spec(range(1, 2001), columns=("turns",)))
    there = survey.open(tmp_path / "s")
    assert there.arrow().column_names == ["deal", "cells", "verdict", "turns"]
    assert there.rows("longest")[0] == ["deal", "cells", "turns"]
    assert there.rows("unsolvable")[0] == ["deal", "cells"]
    with pytest.raises(SurveyError, match=r"most-searched needs the column positions, which .* doesn't have"):
        there.ask("most-searched")


def test_difficulty_is_stored_on_request(tmp_path: Path) -> None:
    deals, cells = range(11_981, 11_983), (2, 4)
    survey.run(tmp_path / "s", spec(deals, cells=cells, columns=("turns", "difficulty")))
    there = survey.open(tmp_path / "s")
    rows = there.arrow().to_pylist()
    assert [row["difficulty"] for row in rows] == [
        difficulty(deal, rules=Rules(n)).score for n in cells for deal in deals
    ]
    for question, sign in (("easiest", 1), ("hardest", -1)):
        names, found = there.rows(question)
        assert names == ["deal", "cells", "verdict", "difficulty", "turns"]
        ordered = sorted(rows, key=lambda row: sign * row["difficulty"])
        assert list(found) == [tuple(row[name] for name in names) for row in ordered]
    assert "difficulty" not in spec(deals).columns


def test_named_queries_match_plain_python(small: survey.Survey) -> None:
    rows = small.arrow().to_pylist()
    solved = [row for row in rows if row["verdict"] == "solved"]

    def of(rows: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
        return [tuple(row[name] for name in names) for row in rows]

    def asked(name: str) -> list[tuple[Any, ...]]:
        return list(small.rows(name)[1])

    for verdict in ("unsolvable", "undecided"):
        expected = [row for row in rows if row["verdict"] == verdict]
        assert asked(verdict) == of(expected, "deal", "cells", "positions")
    assert (11982, 4) in [row[:2] for row in asked("unsolvable")]
    by_turns = sorted(solved, key=lambda row: (row["turns"], row["cells"], row["deal"]))
    assert asked("shortest") == of(by_turns[:20], "deal", "cells", *LENGTHS)
    by_turns.sort(key=lambda row: -row["turns"])
    assert asked("longest") == of(by_turns[:20], "deal", "cells", *LENGTHS)
    hardest = sorted(rows, key=lambda row: (-row["positions"], row["cells"], row["deal"]))[:20]
    assert asked("most-searched") == of(hardest, "deal", "cells", "verdict", "positions", "turns", "microseconds")
    counts = Counter((row["cells"], row["turns"]) for row in solved)
    totals = Counter(row["cells"] for row in solved)
    assert asked("histogram") == [
        (cells, turns, count, round(100 * count / totals[cells], 3)) for (cells, turns), count in sorted(counts.items())
    ]
    verdicts = Counter((row["cells"], row["verdict"]) for row in rows)
    assert asked("by-cells") == [
        (cells, 60, *(verdicts[cells, verdict.value] for verdict in Verdict), round(100 * totals[cells] / 60, 4))
        for cells in (2, 4)
    ]
    assert len(NAMED) == 9  # the difficulty queries have a separate test


def test_pandas_and_polars_frames(small: survey.Survey) -> None:
    table = small.arrow(["deal", "turns"])
    pandas, polars = small.pandas(), small.polars()
    assert table.shape == (120, 2)
    assert pandas.turns.sum() == polars["turns"].sum() == sum(filter(None, table["turns"].to_pylist()))
    assert str(pandas.turns.dtype) == "UInt16"
    assert pandas.verdict.value_counts().to_dict() == dict(polars["verdict"].value_counts().iter_rows())
    assert small.ask("select * from deals").df().shape == (120, 10)
    assert small.dataset().count_rows() == 120
    with pytest.raises(SurveyError, match="has no column 'length': its columns are deal, cells, "):
        small.arrow(["length"])


def test_invalid_queries_are_rejected(small: survey.Survey) -> None:
    for question, message in (
        ("longst", r"unknown question 'longst': expected unsolvable, undecided, .*\. Did you mean 'longest'\?"),
        ("select dael from deals", 'Referenced column "dael" not found.* Candidate bindings: "deal"'),
        ("select * from survey", r"Table with name survey does not exist! The table is called deals\."),
        ("selec 1", "syntax error"),
    ):
        with pytest.raises(SurveyError, match=message) as caught:
            small.ask(question)
        assert "\n" not in str(caught.value)


def test_surveys_work_in_other_storage() -> None:
    for before in (0, 10):
        done = survey.run("memory://surveys/one", spec(range(11_980, 11_990)), block_size=4)
        assert (done.tally, done.before) == ((9, 1, 0), before)
    there = survey.open("memory://surveys/one")
    assert there.rows("by-cells")[1].__next__() == (4, 10, 9, 1, 0, 90.0)
    assert there.arrow().num_rows == 10
    assert there.finished
    assert rows_of("memory://surveys/one") == list(map(row_of, solve_many(range(11_980, 11_990))))
    with pytest.raises(SurveyError, match="Protocol not known: nowhere"):
        survey.open("nowhere://x")


def test_invalid_specs_are_rejected() -> None:
    some = Numbers([range(1, 9)])
    for error, message, make in (
        (NumberError, "there are no deals to survey", lambda: Numbers([])),
        (NumberError, "deal 8589934592 doesn't exist", lambda: Numbers([range(1, 2**33 + 1)])),
        (NumberError, "deal 0 doesn't exist", lambda: Numbers([range(2)])),
        (NumberError, "contains 0", lambda: Numbers([range(-1, 2)])),
        (NumberError, "expected a range with a step of 1", lambda: Numbers([range(1, 9, 2)])),
        (RulesError, "cells must be 0 to 7, got 8", lambda: Spec(some, cells=(8,))),
        (SurveyError, "cells must be numbers of cells in increasing order", lambda: Spec(some, cells=(4, 3))),
        (SurveyError, "columns must be one or more of deal, cells, ", lambda: Spec(some, columns=("moves",))),
        (SurveyError, r"columns must be a list such as .*, got 'turns'", lambda: Spec(some, columns="turns")),
        (FreecellError, "expected a Search, got 'short'; use Search", lambda: Spec(some, "short")),  # type: ignore[arg-type]
    ):
        with pytest.raises(error, match=message):
            make()
    assert np.array_equal(some.part(0, 8), range(1, 9))
    assert Spec(some, goal="short", rules=WINDOWS) == Spec(some, Search("short", WINDOWS))


def test_shortest_solutions_include_lower_bounds(tmp_path: Path) -> None:
    survey.run(tmp_path / "s", spec(range(2, 4), goal="shortest", metric="singles"))
    found = survey.open(tmp_path / "s").arrow().select(["deal", "singles", "lower_bound", "is_shortest"]).to_pylist()
    assert [tuple(row.values()) for row in found] == [(2, 75, 75, True), (3, 73, 73, True)]
    survey.run(tmp_path / "full", spec(range(5, 6), goal="shortest", memory=2**20))
    (row,) = survey.open(tmp_path / "full").arrow().to_pylist()
    assert not row["is_shortest"]
    assert row["lower_bound"] < row["turns"]
    with pytest.raises(SurveyError, match="column 'lower_bound' needs goal='shortest'"):
        spec(range(2, 4), columns=("lower_bound",))


def with_safe_homes(board: Board) -> Board:
    for move in board.auto_play("safe"):
        board = board.play(move)
    return board


@pytest.mark.parametrize("player", PLAYERS)
def test_mid_game_positions(tmp_path: Path, player: Player) -> None:
    """Each position is reachable from its deal, the row describes it, and every run produces the same."""
    whole = tmp_path / "whole"
    asked = replace(spec(range(11_900, 12_000), max_positions=20_000), player=player)
    survey.run(whole, asked, block_size=64)
    rows = rows_of(whole)
    boards = [unpack(row["board"]) for row in rows]
    for row, solution in zip(rows, solve_many(boards, max_positions=20_000), strict=True):
        depth, board = row.pop("depth"), row.pop("board")
        assert row == {**row_of(solution), "deal": row["deal"]}
        start = with_safe_homes(freecell.deal(row["deal"]))
        if depth == 0:
            assert unpack(board) == start
        elif depth == 1:
            assert unpack(board) in {with_safe_homes(start.play(move)) for move in start.legal_moves()}
    depths = [row["depth"] for row in rows_of(whole)]
    assert min(depths) == 0
    assert len(set(depths)) > 10
    assert {row["verdict"] for row in rows} >= {"solved", "unsolvable"}
    for board in boards:
        assert board == with_safe_homes(board)
        assert not board.is_won
    (whole / "part-000001.parquet").unlink()
    survey.run(whole, asked, threads=1)
    again = [{**row, "depth": depth, "board": None} for row, depth in zip(rows, depths, strict=True)]
    assert [{**row, "board": None} for row in rows_of(whole)] == again
    assert [unpack(row["board"]) for row in rows_of(whole)] == boards
    with pytest.raises(SurveyError, match=f"player {player}, not not given; give another folder"):
        survey.run(whole, replace(asked, player=None, columns=COLUMNS))


# Without pandas, which PyArrow imports if installed and which takes longer than everything else.
READS = """
import sys
class Hidden:
    def find_spec(name, *_):
        if name == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden)
from freecell import survey
survey.open(sys.argv[1]).arrow()
sys.exit(3)
"""


def test_a_program_that_reads_a_survey_exits_cleanly(tmp_path: Path) -> None:
    """No Arrow thread is left that calls into Python during shutdown, which would usually abort the process."""
    survey.run(tmp_path / "some", spec(range(11_900, 12_000)), block_size=5)
    for _ in range(4):
        assert subprocess.run([sys.executable, "-c", READS, str(tmp_path / "some")], check=False).returncode == 3


def test_an_unknown_player_is_rejected() -> None:
    with pytest.raises(SurveyError, match="player must be one of 'good', 'weak', 'random', got 'best'"):
        replace(spec(DEALS), player="best")  # type: ignore[arg-type]
    with pytest.raises(SurveyError, match=r"columns must be one or more of .*, got 'depth'"):
        spec(DEALS, columns=("depth",))
