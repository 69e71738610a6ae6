"""Shortest solutions and their proofs, in Python and on the command line."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import freecell
from freecell import Board, Game, Rules, Search, Verdict, deal, solve, solve_many
from freecell.engine import Metric
from freecell.errors import FreecellError

from ..helpers.commands import SCRIPT, called
from ..helpers.programs import PATIENCE

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

SINGLES = {2: 75, 3: 73, 6: 79, 7: 76, 8: 75}  # published by others, who used other methods
TURNS = {2: 21, 3: 18, 6: 23, 7: 24, 9: 29}
HARD = 27  # seconds in turns


def test_the_shortest_in_singles_is_as_published() -> None:
    for solution in solve_many(SINGLES, goal="shortest", metric="singles"):
        assert solution.is_shortest
        assert solution.limit is None
        assert solution.game().is_won
        assert solution.game().singles == solution.singles == SINGLES[solution.deal or 0]


def test_no_beam_beats_the_shortest_solution() -> None:
    for solution in solve_many(TURNS, goal="shortest"):
        assert solution.turns == solution.lower_bound == solution.game().turns == TURNS[solution.deal or 0]
        assert (solve(solution.board, goal="short", beam_width=1000).turns or 0) >= TURNS[solution.deal or 0]


@pytest.mark.parametrize("rules", [Rules(room="windows"), Rules(autoplay="safe"), Rules(7), Rules(3)])
def test_shortest_solutions_under_other_rules(rules: Rules) -> None:
    lengths: tuple[Metric, ...] = ("turns", "singles")
    for length in lengths:
        search = Search("shortest", rules, metric=length)
        found, usual = solve(3, search), solve(3, goal="shortest", metric=length)
        assert found.is_shortest
        assert found.game().is_won
        assert found.game().rules == rules
        assert (getattr(found, length) - getattr(usual, length)) * (rules.cells - 4.5) <= 0  # fewer cells never help


def test_a_won_game_and_an_unwinnable_one() -> None:
    won = solve(freecell.Board([""] * 8, foundations=[13] * 4), goal="shortest")
    assert (won.turns, won.lower_bound, won.is_shortest) == (0, 0, True)
    lost = solve(11982, goal="shortest")
    assert (lost.verdict, lost.lower_bound, lost.is_shortest) == (Verdict.UNSOLVABLE, None, False)
    other = solve(3)
    assert (other.lower_bound, other.is_shortest) == (None, False)


@pytest.mark.parametrize("memory", [1, 2**20, 2**22])
def test_a_search_out_of_memory_has_a_valid_bound(memory: int) -> None:
    solution = solve(5, goal="shortest", memory=memory)
    assert solution.limit == "memory"
    assert solution.lower_bound is not None
    assert solution.turns is not None
    assert 20 < solution.lower_bound < 33 <= solution.turns
    assert not solution.is_shortest
    assert solution.game().is_won


def test_too_little_memory_at_the_start_does_no_harm() -> None:
    """Even in a process that hasn't searched before."""
    program = "from freecell import solve; print(solve(5, goal='shortest', memory=1).limit)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "memory\n"


def test_the_bound_does_not_depend_on_what_was_searched_before() -> None:
    columns = ["TD KS JS TC JC QH", "TH KD QS JD TS", "QD KH KC QC JH", *[""] * 5]
    board = Board(columns, foundations=[9] * 4)
    least = solve(board, goal="shortest", memory=900_000).lower_bound
    solve(board, goal="shortest", metric="singles", memory=900_000)  # the same columns, with runs that count for more
    assert solve(board, goal="shortest", memory=1).lower_bound == least == 2


def test_bounds_tighten_until_it_is_stopped() -> None:
    seen: list[tuple[int, int]] = []
    solution = solve(
        HARD, goal="shortest", progress=lambda *bounds: seen.append(bounds), stopped=lambda: len(set(seen)) > 1
    )
    assert solution.limit == "stopped"
    assert [least for least, _ in seen] == sorted(least for least, _ in seen)
    assert [shortest for _, shortest in seen] == sorted((shortest for _, shortest in seen), reverse=True)
    assert solution.lower_bound is not None
    assert solution.turns is not None
    assert seen[-1][0] <= solution.lower_bound <= solution.turns <= seen[-1][1]
    assert solution.game().is_won


def test_an_error_in_progress_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        solve(HARD, goal="shortest", progress=lambda least, most: least // (most - most))


def test_an_exceeded_time_limit() -> None:
    for seconds in (0.3, 0.6, 1.2, 2.4):  # a busy machine may find nothing in the first
        if solution := solve(HARD, goal="shortest", seconds=seconds):
            break
    assert (solution.verdict, solution.limit, solution.is_shortest) == (Verdict.SOLVED, "seconds", False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"goal": "shortest", "rules": Rules(autoplay="max")},
            "autoplay must be 'none' or 'safe' for a shortest solution, got 'max'",
        ),
        ({"goal": "shortest", "memory": 0}, "memory must be a whole number from 1 to 281474976710656, got 0"),
        (
            {"goal": "shortest", "memory": 2**48},
            "memory must be at most ",
        ),
        ({"goal": "short", "beam_width": 2**31}, "beam_width must be at most "),
    ],
)
def test_searches_that_are_refused_in_advance(options: dict[str, Any], message: str) -> None:
    with pytest.raises(FreecellError, match=f"^{re.escape(message)}"):
        solve(3, **options)


def test_the_command_reports_what_is_proven(tmp_path: Path) -> None:
    assert called("solve", "3", "--goal", "shortest").splitlines()[-1] == "# 18 turns, and no solution has fewer"
    printed = called("solve", "2", "3", "--goal", "shortest", "--metric", "singles", "--json")
    found = [json.loads(line) for line in printed.splitlines()]
    assert [(one["singles"], one["lower_bound"], one["is_shortest"]) for one in found] == [
        (75, 75, True),
        (73, 73, True),
    ]
    board = tmp_path / "board.txt"
    board.write_text(str(deal(5)))
    last = called("solve", str(board), "--goal", "shortest", "--memory", "3.5 mb").splitlines()[-1]
    full = (
        r"\d+ turns; any solution has at least \d+ \(the memory limit of 3\.5MB was reached; --memory 7MB allows more\)"
    )
    assert re.fullmatch(f"# {full}", last)
    assert re.search(f"turns; {full}$", called("solve", "5", "5", "--goal", "shortest", "--memory", "3.5MB"))
    assert called("solve", "3", "--goal", "shortest", "--memory", "2 lots", code=2).startswith(
        "freecell: --memory must be a size with its unit, such as 500MB or 2GB (got '2 lots')"
    )
    assert called("solve", "3", "--memory", "2GB", code=2) == (
        "freecell: --memory needs --goal shortest or --goal prove (got --goal fast)\n"
    )


def test_ctrl_c_prints_the_best_so_far() -> None:
    ours, theirs = pty.openpty()
    command = [SCRIPT, "solve", str(HARD), "--goal", "shortest", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        assert re.search(rb"\d+ turns; any solution has at least \d+ \(\d+ s\)", os.read(ours, 1000))
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert process.returncode == 130
    found = json.loads(printed)
    assert (found["verdict"], found["limit"], found["is_shortest"]) == ("solved", "stopped", False)
    assert found["lower_bound"] < found["turns"]
    assert freecell.Game.from_notation(HARD, found["notation"]).is_won


def test_the_end_of_a_run_can_be_dug_without_the_rest() -> None:
    """Here a card at the end of a run goes to a cell without wasting a move, because the rest of the run goes home."""
    board = Game.from_notation(11271, "43 4a 23").board
    solution = solve(board, goal="shortest", metric="turns")
    assert (solution.turns, solution.is_shortest) == (19, True)
