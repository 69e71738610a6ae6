"""Solving: verdicts that are known from outside, and solutions that win under the rules.

Most of these tests are also run on a core built with sanitizers.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from itertools import count, islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import freecell
from freecell import (
    DECK,
    Board,
    Game,
    Rules,
    Search,
    Solution,
    Verdict,
    deal,
    hint,
    solve,
    solve_many,
    winnable,
)
from freecell.engine import SearchOptions, Shortened
from freecell.errors import BoardError, FreecellError, MissingDependencyError, NumberError, RulesError

from .facts import THE_EIGHT, positions
from .playing import play_at_random

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

WON = Board([""] * 8, foundations=[13, 13, 13, 13])


def checked(solution: Solution) -> Solution:
    """The solution, if it is one: its moves are legal, win, and are as many as it says."""
    if solution.verdict is Verdict.SOLVED:
        game = solution.game()
        assert game.is_won
        assert game.rules == solution.search.rules
        assert game.moves == solution.moves
        lengths = (solution.cards, solution.singles, solution.steps, solution.turns)
        assert lengths == (game.cards, game.singles, game.steps, game.turns)
        assert solution.limit is None or (solution.at_least is not None and not solution.is_shortest)
    else:
        assert solution.moves == []
        assert (solution.limit is None) == (solution.verdict is Verdict.UNSOLVABLE)
    return solution


def answer(solution: Solution) -> tuple[object, ...]:
    """All that is the same for two answers to the same question."""
    return solution.number, solution.board, solution.verdict, solution.limit, solution.moves, solution.positions


@pytest.mark.parametrize("number", THE_EIGHT)
def test_the_eight_that_nobody_can_win(number: int) -> None:
    assert checked(solve(number)).verdict is Verdict.UNSOLVABLE
    assert checked(solve(number, goal="short", width=64)).verdict is Verdict.UNSOLVABLE
    assert checked(solve(number, goal="prove")).verdict is Verdict.UNSOLVABLE


def test_how_many_positions_11982_has() -> None:
    """Settled ones. With safe moves home played at once they are 61,643, and 83,239 in all (test_core_perft.py)."""
    assert solve(11982, goal="prove").positions == 11_162


def test_each_of_the_eight_can_be_won_with_five_cells() -> None:
    for number in THE_EIGHT:
        assert checked(solve(number, cells=5)).verdict is Verdict.SOLVED


@pytest.mark.parametrize("number", [1941, 98714])
def test_deals_that_are_lost_if_every_card_goes_home_at_once(number: int) -> None:
    """The only two of the first million that are not lost anyway (macroxue, github.com/macroxue/freecell)."""
    for goal in ("fast", "prove"):
        solution = checked(solve(number, goal=goal))
        assert solution.verdict is Verdict.SOLVED
        with pytest.raises(FreecellError, match="this game can't be played"):
            solution.notation(Rules(autoplay="max"))
        assert checked(solve(number, goal=goal, autoplay="max")).verdict is Verdict.UNSOLVABLE


def test_the_jokes_cannot_be_won() -> None:
    for number in (-1, -2):
        assert solve(number).verdict is Verdict.UNSOLVABLE


def test_the_first_deals() -> None:
    for solution in solve_many(range(1, 1001)):
        assert checked(solution).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("cells", "last", "won"), [(3, 1000, 989), (2, 100, 86), (1, 100, 24), (0, 1000, 2)])
def test_how_many_of_the_first_can_be_won_with_fewer_cells(cells: int, last: int, won: int) -> None:
    verdicts = [checked(solution).verdict for solution in solve_many(range(1, last + 1), cells=cells)]
    assert (verdicts.count(Verdict.SOLVED), verdicts.count(Verdict.UNSOLVABLE)) == (won, last - won)


def test_a_cell_more_never_hurts() -> None:
    for number in range(101, 121):
        verdicts = [checked(solve(number, cells=cells, limit=200_000)).verdict for cells in range(8)]
        won = [cells for cells, verdict in enumerate(verdicts) if verdict is Verdict.SOLVED]
        lost = [cells for cells, verdict in enumerate(verdicts) if verdict is Verdict.UNSOLVABLE]
        assert max(lost, default=-1) < min(won)
        assert won == list(range(min(won), 8))


RANGE_SOLVER = "freecell-solver-range-parallel-solve"


def by_fc_solve(first: int, last: int, *options: str) -> dict[int, Verdict]:
    """What fc-solve's own solver of ranges says of deals; nothing, where it gives up."""
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
def test_fc_solve_says_the_same(first: int, last: int) -> None:
    theirs = by_fc_solve(first, last, "-l", "lg")
    ours = {solution.number: solution.verdict for solution in solve_many(range(first, last + 1))}
    assert theirs == ours


@pytest.mark.needs(RANGE_SOLVER)
@pytest.mark.parametrize(("cells", "last"), [(3, 100), (2, 100), (1, 100), (0, 300)])
def test_fc_solve_says_the_same_of_fewer_cells(cells: int, last: int) -> None:
    """Their search is not exact and calls 210 unsolvable with one cell: what we win is replayed, so they are wrong."""
    theirs = by_fc_solve(1, last, "--total-iterations-limit", "20000", "--freecells-num", str(cells))
    solutions = list(solve_many(range(1, last + 1), cells=cells, limit=100_000))
    decided = [
        solution for solution in solutions if solution.number in theirs and solution.verdict is not Verdict.UNDECIDED
    ]
    assert len(decided) > 0.8 * last
    others = [checked(one).number for one in decided if one.verdict is not theirs[one.number or 0]]
    assert others in ([], [210] if cells == 1 else [])


@st.composite
def mid_games(draw: st.DrawFn) -> tuple[Board, int]:
    """A position that some moves at random lead to, or any position at all, and a number of cells."""
    cells = draw(st.integers(0, 7))
    if draw(st.booleans()):
        board = draw(positions())
        return board, max(cells, len(board.cells))
    game = Game(draw(st.integers(1, 10**6)), Rules(cells, autoplay="safe"))
    play_at_random(draw, game, most=40)
    return game.board, cells


@given(mid_games())
def test_fast_and_prove_never_disagree(position: tuple[Board, int]) -> None:
    board, cells = position
    fast = checked(solve(board, cells=cells, limit=30_000))
    prove = checked(solve(board, cells=cells, limit=30_000, goal="prove"))
    short = checked(solve(board, cells=cells, limit=30_000, goal="short", width=16))
    if Verdict.UNDECIDED not in (fast.verdict, prove.verdict):
        assert fast.verdict is prove.verdict
    assert short.verdict is fast.verdict


@given(mid_games())
@settings(max_examples=50)
def test_what_is_won_after_a_move_was_won_before_it(position: tuple[Board, int]) -> None:
    board, cells = position
    before = solve(board, cells=cells, limit=20_000).verdict
    for move in islice(board.legal_moves(Rules(cells)), 5):
        after = checked(solve(board.play(move, Rules(cells)), cells=cells, limit=20_000)).verdict
        assert (before, after) != (Verdict.UNSOLVABLE, Verdict.SOLVED)


def test_fast_and_prove_agree_on_deals() -> None:
    for cells in (4, 2, 1, 0):
        fast = solve_many(range(2001, 2041), cells=cells, limit=100_000)
        prove = solve_many(range(2001, 2041), cells=cells, limit=100_000, goal="prove")
        for one, other in zip(fast, prove, strict=True):
            both = {checked(one).verdict, checked(other).verdict}
            assert len(both - {Verdict.UNDECIDED}) <= 1


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_a_board_that_is_won_already(goal: str) -> None:
    solution = checked(solve(WON, goal=goal))  # type: ignore[arg-type]
    assert solution.verdict is Verdict.SOLVED
    assert (solution.moves, solution.steps, solution.notation()) == ([], 0, "")


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
@pytest.mark.parametrize("cells", [0, 4])
def test_a_board_one_move_from_won(goal: str, cells: int) -> None:
    board = Board(["", "", "KC", "", "", "", "", ""], foundations=[12, 13, 13, 13])
    solution = checked(solve(board, goal=goal, cells=cells))  # type: ignore[arg-type]
    assert solution.notation() == "3h"
    assert (solution.cards, solution.singles, solution.steps, solution.turns) == (1, 1, 1, 0)


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_cards_in_cells_at_the_start(goal: str) -> None:
    board = Board([""] * 8, cells=["KC", "KD", "KH", "KS"], foundations=[12, 12, 12, 12])
    assert checked(solve(board, goal=goal)).steps == 4  # type: ignore[arg-type]
    in_the_last = Board([""] * 8, cells=[None] * 6 + ["KC"], foundations=[12, 13, 13, 13])
    assert solve(in_the_last, goal=goal, cells=7).notation() == "gh"  # type: ignore[arg-type]


def test_all_cards_in_one_column() -> None:
    up = sorted(DECK, reverse=True)  # the aces on top
    assert checked(solve(Board([up, *[()] * 7]))).verdict is Verdict.SOLVED
    assert checked(solve(Board([up, *[()] * 7]), cells=0, goal="prove")).turns == 0
    down = sorted(DECK)
    assert checked(solve(Board([down, *[()] * 7]))).verdict is Verdict.SOLVED
    assert checked(solve(Board([down, *[()] * 7]), cells=7, goal="prove")).verdict is Verdict.SOLVED


def test_a_column_of_45_cards_on_the_aces() -> None:
    """All columns end in a black card, so nothing moves without cells; with seven the kings leave it in good order."""
    low = [card for card in DECK if 1 < card.rank < 6 and card.color == "black"][:7]
    long = [card for card in DECK if card not in low]
    board = Board([long, *[[card] for card in low]])
    for goal in ("fast", "prove"):
        stuck = checked(solve(board, goal=goal, cells=0))
        assert stuck.verdict is Verdict.UNSOLVABLE
        assert checked(solve(board, goal=goal, cells=7)).verdict is Verdict.SOLVED


@pytest.mark.parametrize("goal", ["fast", "short", "prove"])
def test_a_tiny_limit_leaves_a_deal_undecided(goal: str) -> None:
    solution = checked(solve(617, goal=goal, limit=1))  # type: ignore[arg-type]
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "positions")
    assert "undecided" in repr(solution)


def test_no_time_leaves_a_long_proof_undecided() -> None:
    solution = checked(solve(11982, goal="prove", seconds=1e-9))
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "seconds")
    assert solution.positions < 11_162
    solution = checked(solve(11982, goal="prove", seconds=1e-9, limit=1))
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "positions")


def test_a_search_gives_up_when_it_is_told_to() -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return len(asked) == 3

    solution = solve(982, goal="prove", cells=2, stopped=stopped)
    assert (solution.verdict, solution.limit, len(asked)) == (Verdict.UNDECIDED, "stopped", 3)
    assert solve(617, stopped=lambda: True).verdict is Verdict.SOLVED  # before it was asked


def test_what_goes_wrong_when_a_search_asks_is_raised() -> None:
    def stopped() -> bool:
        raise RuntimeError("asked")

    with pytest.raises(RuntimeError, match="asked"):
        solve(982, goal="prove", cells=2, stopped=stopped)


def test_a_limit_just_high_enough_decides() -> None:
    assert solve(11982, goal="prove", limit=11_162).verdict is Verdict.UNSOLVABLE
    assert solve(11982, goal="prove", limit=11_000).limit == "positions"


def test_a_proof_ends_where_its_memory_does() -> None:
    solution = solve(982, goal="prove", cells=2, memory=2**24)
    assert (solution.verdict, solution.limit) == (Verdict.UNDECIDED, "memory")
    assert 2**24 / 64 < solution.positions < 2**24 / 38  # an index that has just grown is half empty


def test_short_is_never_longer_than_fast() -> None:
    for length in ("turns", "singles"):
        fast = list(solve_many(range(3001, 3021)))
        short = solve_many(range(3001, 3021), goal="short", width=128, length=length)
        for one, other in zip(fast, short, strict=True):
            assert getattr(checked(other), length) <= getattr(one, length)


def test_wider_beams_find_shorter_solutions() -> None:
    """Not of each deal, but on the whole."""
    means = [
        sum(checked(one).turns for one in solve_many(range(3001, 3021), goal="short", width=width)) / 20
        for width in (1, 16, 128, 1024)
    ]
    assert all(narrow > wide + 0.5 for narrow, wide in pairwise(means))


@pytest.mark.parametrize("length", ["turns", "singles"])
def test_the_end_of_a_short_solution_is_the_shortest(length: Shortened) -> None:
    for solution in solve_many(range(3001, 3041), goal="short", width=300, length=length):
        game = solution.game()
        whole = getattr(game, length)
        while getattr(game, length) > whole - 8:
            game.undo()
        shortest = solve(game, goal="shortest", length=length)
        assert shortest.is_shortest
        assert getattr(game, length) + getattr(shortest, length) == whole


def test_short_with_a_width_is_the_same_every_time() -> None:
    first = [answer(solution) for solution in solve_many(range(1, 17), goal="short", width=300, threads=1)]
    again = [answer(solution) for solution in solve_many(range(1, 17), goal="short", width=300, threads=2)]
    assert first == again


def test_short_solutions_of_the_first_deals() -> None:
    """No shorter than what is proven to be shortest, in single cards (Sukegawa and Hoki, 2023)."""
    shortest = [87, 75, 73, 85, 90, 79, 76, 75, 92, 85]
    solutions = solve_many(range(1, 11), goal="short", length="singles", width=512)
    found = [checked(solution).singles for solution in solutions]
    assert all(one >= least for one, least in zip(found, shortest, strict=True))
    assert sum(found) < 1.05 * sum(shortest)


def test_many_are_in_order_and_as_one_by_one() -> None:
    mixed = [617, deal(1), -1, 11982, deal(617), WON, 2**33 - 1, *range(5, 20)]
    one_by_one = [answer(solve(start)) for start in mixed]
    for threads in (1, 2, 5):
        assert [answer(checked(solution)) for solution in solve_many(mixed, threads=threads)] == one_by_one


def test_a_range_is_as_its_numbers() -> None:
    numbers = range(2**31 - 3, 2**31 + 4)
    by_range = [answer(checked(solution)) for solution in solve_many(numbers)]
    assert by_range == [answer(solution) for solution in solve_many(list(numbers))]
    assert [solution.number for solution in solve_many(range(10, 0, -3))] == [10, 7, 4, 1]
    assert list(solve_many([])) == []


def test_many_come_as_they_are_asked_for() -> None:
    endless = solve_many(count(1))
    assert [solution.number for solution in islice(endless, 2100)] == list(range(1, 2101))
    assert next(solve_many(range(1, 2**33))).number == 1


def test_a_solution_as_a_game() -> None:
    solution = solve(617)
    game = solution.game()
    assert (game.is_won, game.number, game.moves) == (True, 617, solution.moves)
    assert Game.from_notation(617, solution.notation()).is_won
    safe = Rules(autoplay="safe")
    assert Game.from_notation(617, solution.notation(safe), safe).is_won
    assert len(solution.notation(safe).split()) < solution.steps
    assert Game.from_notation(617, solution.notation(dialect="extended"), dialect="extended").is_won
    assert repr(solution).startswith(f"<Solution of deal 617: solved in {solution.turns} turns, ")


@pytest.mark.parametrize("number", [3.0, np.int64(3), np.uint8(3)])
def test_a_number_of_any_kind_is_an_int_in_the_solution(number: int) -> None:
    for solution in (solve(number), *solve_many([number]), solve(number, progress=lambda *_: None)):
        assert (type(solution.number), solution.name) == (int, "deal 3")


def test_a_solution_never_changes() -> None:
    solution = solve(617)
    with pytest.raises(FrozenInstanceError):
        solution.turns = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution == solve(617) or solution.seconds != solve(617).seconds


def test_a_game_is_solved_from_where_it_is() -> None:
    game = Game.from_notation(11982, "1a", Rules(5, "windows", "safe"))
    solution = checked(solve(game))
    assert (solution.board, solution.number, solution.rules) == (game.board, None, game.rules)
    assert solution.verdict is Verdict.SOLVED
    assert checked(solve(game, cells=6)).search.cells == 6


def test_what_is_asked_is_one_value() -> None:
    search = Search(goal="prove", cells=5, limit=1000)
    assert answer(solve(11982, search)) == answer(solve(11982, goal="prove", cells=5, limit=1000))
    assert solve(11982, search, cells=4, limit=100_000).verdict is Verdict.UNSOLVABLE
    (many,) = solve_many([11982], search)
    assert (answer(many), many.search) == (answer(solve(11982, search)), search)
    assert [part.name for part in fields(Search)] == list(SearchOptions.__annotations__)
    with pytest.raises(FrozenInstanceError):
        search.cells = 4  # type: ignore[misc]


def test_winnable() -> None:
    assert winnable(617) is True
    assert winnable(11982) is False
    assert winnable(11982, cells=5) is True
    assert winnable(Game(11982, Rules(5))) is True
    assert winnable(617, limit=1) is None
    assert winnable(98714, autoplay="max") is False
    assert winnable(Game(98714, Rules(autoplay="max"))) is False
    assert winnable(Game(98714, Rules(autoplay="max")), autoplay="safe") is True


def test_a_hint_is_the_first_move_of_a_short_solution() -> None:
    found = hint(617)
    assert found.move == solve(617, goal="short", width=256).moves[0]
    assert (found.word, str(found)) == (str(found.move), f"{found.word}: {found.sentence}")
    assert Game.from_notation(617, found.word).sentences() == [found.sentence]
    assert hint(11982)[:3] == hint(WON)[:3] == (None, "", "")
    assert [str(hint(board)) for board in (11982, WON)] == ["deal 11982 can't be won", "this board is won already"]
    assert str(hint(617, limit=1)) == "deal 617 is undecided"


def test_a_hint_leaves_out_what_goes_home_by_itself() -> None:
    board = Board(["KC", "QC", *[""] * 6], foundations=[11, 13, 13, 13])
    assert hint(board).word == "2h"
    assert hint(board, autoplay="safe").word == "2h"  # nothing has been played yet, so nothing went home
    assert checked(hint(board, autoplay="safe").solution).notation() == "2h"  # and then the other one goes by itself
    game = Game(617, Rules(autoplay="safe"))
    while not game.is_won:
        move = hint(game).move
        assert move is not None
        game.play(move)
    assert game.steps > len(list(game.history()))


def test_a_solution_from_mid_game() -> None:
    game = Game.from_notation(617, "7a 7b")
    for move in checked(solve(game.board)).moves:
        game.play(move)
    assert game.is_won


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"goal": "best"}, FreecellError, "goal='best': 'fast', 'short', 'prove', 'shortest' are right"),
        ({"length": "cards"}, FreecellError, "length='cards': 'turns', 'singles' are right"),
        ({"cells": 8}, RulesError, "cells=8: 0 to 7 is right"),
        ({"cells": -1}, RulesError, "cells=-1: 0 to 7 is right"),
        ({"room": "xp"}, RulesError, "room='xp': 'theory' or 'windows' is right"),
        ({"autoplay": "all"}, RulesError, "autoplay='all': 'none', 'safe' or 'max' is right"),
        ({"limit": 0}, FreecellError, "limit=0: a whole number from 1 to 2**31 is right"),
        ({"limit": 1.5}, FreecellError, "limit=1.5: a whole number"),
        ({"limit": None}, FreecellError, "limit=None: a whole number from 1 to 2**31 is right"),
        ({"width": 0}, FreecellError, "width=0: a whole number from 1 to 2**31 is right"),
        ({"width": True}, FreecellError, "width=True: a whole number"),
        ({"seconds": 0}, FreecellError, "seconds=0: a number above 0 is right"),
        ({"seconds": -1.5}, FreecellError, "seconds=-1.5: a number above 0 is right"),
        ({"seconds": float("nan")}, FreecellError, "seconds=nan: a number above 0 is right"),
        ({"seconds": "2"}, FreecellError, "seconds='2': a number above 0 is right"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        solve(617, **arguments)  # type: ignore[arg-type]
    with pytest.raises(error, match=re.escape(message)):
        solve_many([617], **arguments)  # type: ignore[arg-type]


def test_bad_boards() -> None:
    in_cells = Game.from_notation(617, "7a 7b").board
    with pytest.raises(BoardError, match="cell b has 2C, but there is only 1 cell"):
        solve(in_cells, cells=1)
    with pytest.raises(BoardError, match="cell b has 2C, but there is only 1 cell"):
        list(solve_many([1, in_cells], cells=1))
    with pytest.raises(NumberError, match="there is no deal 0"):
        solve(0)
    with pytest.raises(NumberError, match="there is no deal 0"):
        list(solve_many([1, 0]))
    with pytest.raises(NumberError):
        list(solve_many(range(5)))
    with pytest.raises(FreecellError, match="threads=0"):
        solve_many([1], threads=0)


def test_without_the_core() -> None:
    code = "import sys; sys.modules['freecell._core'] = None; import freecell; freecell.solve(617)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        f"{MissingDependencyError.__module__}.MissingDependencyError: solving needs the compiled core"
    )
