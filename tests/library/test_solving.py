"""Solving: verdicts match published ones, and solutions win under the rules.

Most of these tests are also run on a core built with sanitizers.
"""

from __future__ import annotations

import os
import re
import subprocess
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings

import freecell
from freecell import (
    DECK,
    WINDOWS,
    Board,
    Game,
    Rules,
    Search,
    Verdict,
    solve,
    solve_many,
)
from freecell.engine import Metric
from freecell.errors import FreecellError, NumberTypeError

from ..helpers.facts import THE_EIGHT
from ..helpers.playing import mid_games
from ..helpers.solved import WON, answer, checked

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


@pytest.mark.parametrize("number", THE_EIGHT)
def test_the_eight_unwinnable_deals(number: int) -> None:
    assert checked(solve(number)).verdict is Verdict.UNSOLVABLE
    assert checked(solve(number, goal="short", beam_width=64)).verdict is Verdict.UNSOLVABLE
    assert checked(solve(number, goal="prove")).verdict is Verdict.UNSOLVABLE


def test_the_number_of_positions_of_11982() -> None:
    """Settled positions. There are 61,643 with safe moves home at once, and 83,239 in all (core/test_perft.py)."""
    assert solve(11982, goal="prove").positions == 11_162


def test_each_of_the_eight_can_be_won_with_five_cells() -> None:
    for number in THE_EIGHT:
        assert checked(solve(number, rules=Rules(5))).verdict is Verdict.SOLVED


@pytest.mark.parametrize("number", [1941, 98714])
def test_deals_that_auto_play_max_loses(number: int) -> None:
    """The only two in the first million that are otherwise winnable (macroxue, github.com/macroxue/freecell)."""
    for goal in ("fast", "prove"):
        solution = checked(solve(number, goal=goal))
        assert solution.verdict is Verdict.SOLVED
        with pytest.raises(FreecellError, match="this game can't be played"):
            solution.notation(Rules(autoplay="max"))
        if goal == "prove" or number != 1941:  # its proof is long, and the same
            assert checked(solve(number, goal=goal, rules=Rules(autoplay="max"))).verdict is Verdict.UNSOLVABLE


def test_the_joke_deals_cannot_be_won() -> None:
    for number in (-1, -2):
        assert solve(number).verdict is Verdict.UNSOLVABLE
    assert [one.verdict for one in solve_many(range(-2, 0))] == [Verdict.UNSOLVABLE] * 2
    with pytest.raises(FreecellError, match="deal 0 doesn't exist"):
        list(solve_many(range(-2, 5)))


def test_the_first_deals() -> None:
    for solution in solve_many(range(1, 501)):
        assert checked(solution).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("cells", "last", "won"), [(3, 300, 297), (2, 100, 86), (1, 40, 10), (0, 300, 1)])
def test_how_many_of_the_first_can_be_won_with_fewer_cells(cells: int, last: int, won: int) -> None:
    verdicts = [checked(solution).verdict for solution in solve_many(range(1, last + 1), rules=Rules(cells))]
    assert (verdicts.count(Verdict.SOLVED), verdicts.count(Verdict.UNSOLVABLE)) == (won, last - won)


@pytest.mark.parametrize(("number", "cells"), [(24263, 2), (14497, 1)])
def test_short_searches_win_deals_that_an_exact_search_leaves_open(number: int, cells: int) -> None:
    solution = checked(solve(number, rules=Rules(cells)))
    assert solution.verdict is Verdict.SOLVED
    assert solution.positions < 6_000_000
    assert solve(number, rules=Rules(cells), max_positions=50_000).limit == "positions"  # this allows fewer tries


def test_one_more_cell_never_hurts() -> None:
    for number in range(101, 121):
        verdicts = [checked(solve(number, rules=Rules(cells), max_positions=200_000)).verdict for cells in range(8)]
        won = [cells for cells, verdict in enumerate(verdicts) if verdict is Verdict.SOLVED]
        lost = [cells for cells, verdict in enumerate(verdicts) if verdict is Verdict.UNSOLVABLE]
        assert max(lost, default=-1) < min(won)
        assert won == list(range(min(won), 8))


RANGE_SOLVER = "freecell-solver-range-parallel-solve"


def by_fc_solve(first: int, last: int, *options: str) -> dict[int, Verdict]:
    """The verdicts of fc-solve's own range solver; None where it gives up."""
    command = [RANGE_SOLVER, str(first), str(last), "100000", *options]
    environment = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    verdicts = dict.fromkeys(range(first, last + 1), Verdict.SOLVED)
    for what, number in re.findall(r"(Unsolved|Intractable) Board No\. (\d+)", printed):
        if what == "Unsolved":
            verdicts[int(number)] = Verdict.UNSOLVABLE
        else:
            del verdicts[int(number)]
    return verdicts


@pytest.mark.needs(RANGE_SOLVER)
@pytest.mark.parametrize(("first", "last"), [(11501, 12500), (146601, 146800), (2**31 - 300, 2**31 - 1)])
def test_fc_solve_agrees(first: int, last: int) -> None:
    theirs = by_fc_solve(first, last, "-l", "lg")
    ours = {solution.deal: solution.verdict for solution in solve_many(range(first, last + 1))}
    assert theirs == ours


@pytest.mark.needs(RANGE_SOLVER)
@pytest.mark.parametrize(("cells", "count"), [(3, 100), (2, 50), (1, 50), (0, 300)])
def test_fc_solve_agrees_with_fewer_cells(cells: int, count: int) -> None:
    """Its search is not exact and calls 210 unsolvable with one cell. Our solutions are replayed, so it is wrong."""
    last = 200 + count
    theirs = by_fc_solve(201, last, "--total-iterations-limit", "20000", "--freecells-num", str(cells))
    solutions = list(solve_many(range(201, last + 1), rules=Rules(cells), max_positions=100_000))
    decided = [
        solution for solution in solutions if solution.deal in theirs and solution.verdict is not Verdict.UNDECIDED
    ]
    assert len(decided) > 0.8 * count
    others = [checked(one).deal for one in decided if one.verdict is not theirs[one.deal or 0]]
    assert others == ([210] if cells == 1 else [])


@given(mid_games())
def test_fast_and_prove_never_disagree(position: tuple[Board, int]) -> None:
    board, cells = position
    fast = checked(solve(board, rules=Rules(cells), max_positions=30_000))
    prove = checked(solve(board, rules=Rules(cells), max_positions=30_000, goal="prove"))
    short = checked(solve(board, rules=Rules(cells), max_positions=30_000, goal="short", beam_width=16))
    if Verdict.UNDECIDED not in (fast.verdict, prove.verdict):
        assert fast.verdict is prove.verdict
    assert short.verdict is fast.verdict


@given(mid_games())
@settings(max_examples=50)
def test_a_position_before_a_winnable_one_is_winnable(position: tuple[Board, int]) -> None:
    board, cells = position
    before = solve(board, rules=Rules(cells), max_positions=20_000).verdict
    for move in islice(board.legal_moves(Rules(cells)), 5):
        after = checked(solve(board.play(move, Rules(cells)), rules=Rules(cells), max_positions=20_000)).verdict
        assert (before, after) != (Verdict.UNSOLVABLE, Verdict.SOLVED)


def test_fast_and_prove_agree_on_deals() -> None:
    for cells in (4, 2, 1, 0):
        fast = solve_many(range(2001, 2021), rules=Rules(cells), max_positions=100_000)
        prove = solve_many(range(2001, 2021), rules=Rules(cells), max_positions=100_000, goal="prove")
        for one, other in zip(fast, prove, strict=True):
            both = {checked(one).verdict, checked(other).verdict}
            assert len(both - {Verdict.UNDECIDED}) <= 1


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_a_board_that_is_already_won(goal: str) -> None:
    solution = checked(solve(WON, goal=goal))  # type: ignore[arg-type]
    assert solution.verdict is Verdict.SOLVED
    assert (solution.moves, solution.steps, solution.notation()) == ([], 0, "")


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
@pytest.mark.parametrize("cells", [0, 4])
def test_a_board_one_move_from_won(goal: str, cells: int) -> None:
    board = Board(["", "", "KC", "", "", "", "", ""], foundations=[12, 13, 13, 13])
    solution = checked(solve(board, goal=goal, rules=Rules(cells)))  # type: ignore[arg-type]
    assert solution.notation() == "3h"
    assert (solution.cards_moved, solution.singles, solution.steps, solution.turns) == (1, 1, 1, 0)


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_cards_in_cells_at_the_start(goal: str) -> None:
    board = Board([""] * 8, cells=["KC", "KD", "KH", "KS"], foundations=[12, 12, 12, 12])
    assert checked(solve(board, goal=goal)).steps == 4  # type: ignore[arg-type]
    in_the_last = Board([""] * 8, cells=[None] * 6 + ["KC"], foundations=[12, 13, 13, 13])
    assert solve(in_the_last, goal=goal, rules=Rules(7)).notation() == "gh"  # type: ignore[arg-type]


def test_all_cards_in_one_column() -> None:
    up = sorted(DECK, reverse=True)  # the aces on top
    assert checked(solve(Board([up, *[()] * 7]))).verdict is Verdict.SOLVED
    assert checked(solve(Board([up, *[()] * 7]), rules=Rules(0), goal="prove")).turns == 0
    down = sorted(DECK)
    assert checked(solve(Board([down, *[()] * 7]))).verdict is Verdict.SOLVED
    assert checked(solve(Board([down, *[()] * 7]), rules=Rules(7), goal="prove")).verdict is Verdict.SOLVED


def test_a_column_of_45_cards_on_the_aces() -> None:
    """All columns end in a black card, so cells are needed for any move; with seven, the kings can be sorted out."""
    low = [card for card in DECK if 1 < card.rank < 6 and card.color == "black"][:7]
    long = [card for card in DECK if card not in low]
    board = Board([long, *[[card] for card in low]])
    for goal in ("fast", "prove"):
        stuck = checked(solve(board, goal=goal, rules=Rules(0)))
        assert stuck.verdict is Verdict.UNSOLVABLE
        assert checked(solve(board, goal=goal, rules=Rules(7))).verdict is Verdict.SOLVED


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_a_tiny_limit_leaves_a_deal_undecided(goal: str) -> None:
    solution = checked(solve(617, goal=goal, max_positions=1))  # type: ignore[arg-type]
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "positions")
    assert "undecided" in repr(solution)


def test_no_time_leaves_a_long_proof_undecided() -> None:
    solution = checked(solve(11982, goal="prove", seconds=1e-9))
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "seconds")
    assert solution.positions < 11_162
    solution = checked(solve(11982, goal="prove", seconds=1e-9, max_positions=1))
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "positions")


def test_a_search_stops_when_requested() -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return len(asked) == 3

    solution = solve(982, goal="prove", rules=Rules(2), stopped=stopped)
    assert (solution.verdict, solution.limit, len(asked)) == (Verdict.UNDECIDED, "stopped", 3)
    assert solve(617, stopped=lambda: True).verdict is Verdict.SOLVED  # before the callback was called


def test_exceptions_in_a_callback_are_raised() -> None:
    def stopped() -> bool:
        raise RuntimeError("asked")

    with pytest.raises(RuntimeError, match="asked"):
        solve(982, goal="prove", rules=Rules(2), stopped=stopped)


def test_a_limit_just_high_enough_decides() -> None:
    assert solve(11982, goal="prove", max_positions=11_162).verdict is Verdict.UNSOLVABLE
    assert solve(11982, goal="prove", max_positions=11_000).limit == "positions"


def test_a_proof_ends_when_its_memory_is_full() -> None:
    solution = solve(982, goal="prove", rules=Rules(2), memory=2**24)
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "memory")
    assert 2**24 / 64 < solution.positions < 2**24 / 38  # an index that has just grown is half empty


def test_short_is_never_longer_than_fast() -> None:
    for length in ("turns", "singles"):
        fast = list(solve_many(range(3001, 3021)))
        short = solve_many(range(3001, 3021), goal="short", beam_width=128, metric=length)
        for one, other in zip(fast, short, strict=True):
            assert getattr(checked(other), length) <= getattr(one, length)


def test_wider_beams_find_shorter_solutions() -> None:
    """Not for each deal, but on average."""
    means = [
        sum(checked(one).turns or 0 for one in solve_many(range(3001, 3021), goal="short", beam_width=width)) / 20
        for width in (1, 16, 128, 1024)
    ]
    assert all(narrow > wide + 0.5 for narrow, wide in pairwise(means))


def test_a_time_limit_that_is_not_reached_makes_no_solution_longer() -> None:
    """Deal 617 needs a beam wider than the one asked for."""
    for number in (617, *range(3001, 3011)):
        free = checked(solve(number, goal="short", beam_width=256))
        timed = checked(solve(number, goal="short", beam_width=256, seconds=1e6))
        assert (timed.turns or 0) <= (free.turns or 0)


def test_games_are_solved_under_their_own_rules() -> None:
    three = Rules(3)
    many: list[int | Board | Game] = [Game(1, WINDOWS), 2, Game(3, three), Game(4, three)]
    assert [one.rules for one in solve_many(many)] == [WINDOWS, Rules(), three, three]
    assert {one.rules for one in solve_many(many, goal="short", beam_width=16)} == {WINDOWS, Rules(), three}
    assert {one.rules for one in solve_many(many, rules=WINDOWS)} == {WINDOWS}
    assert {one.rules for one in solve_many(many, Search())} == {Rules()}
    with pytest.raises(NumberTypeError, match=r"expected several deal numbers or boards, got '1\.\.3'"):
        solve_many("1..3")  # type: ignore[arg-type]


@pytest.mark.parametrize("length", ["turns", "singles"])
def test_the_end_of_a_short_solution_is_the_shortest(length: Metric) -> None:
    for solution in solve_many(range(3001, 3021), goal="short", beam_width=300, metric=length):
        game = solution.game()
        whole = getattr(game, length)
        while getattr(game, length) > whole - 8:
            game.undo()
        shortest = solve(game, goal="shortest", metric=length)
        assert shortest.is_shortest
        assert getattr(game, length) + getattr(shortest, length) == whole


def test_short_with_a_width_is_the_same_every_time() -> None:
    first = [answer(solution) for solution in solve_many(range(1, 17), goal="short", beam_width=300, threads=1)]
    again = [answer(solution) for solution in solve_many(range(1, 17), goal="short", beam_width=300, threads=2)]
    assert first == again


def test_short_solutions_of_the_first_deals() -> None:
    """No shorter than the proven minimum in single cards (Sukegawa and Hoki, 2023)."""
    shortest = [87, 75, 73, 85, 90, 79, 76, 75, 92, 85]
    solutions = solve_many(range(1, 11), goal="short", metric="singles", beam_width=512)
    found = [checked(solution).singles or 0 for solution in solutions]
    assert all(one >= least for one, least in zip(found, shortest, strict=True))
    assert sum(found) < 1.05 * sum(shortest)
