"""Solutions as values, many at once, hints, and invalid searches."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from itertools import count, islice

import numpy as np
import pytest

from freecell import (
    Board,
    Game,
    Rules,
    Search,
    Verdict,
    deal,
    engine,
    hint,
    solve,
    solve_many,
    winnable,
)
from freecell.engine import SearchOptions
from freecell.errors import BoardError, FreecellError, MissingDependencyError, NumberError, RulesError

from ..helpers.solved import WON, answer, checked


def test_many_solutions_are_in_order_and_the_same_as_single_ones() -> None:
    mixed = [617, deal(1), -1, 11982, deal(617), WON, 2**33 - 1, *range(5, 20)]
    one_by_one = [answer(solve(start)) for start in mixed]
    for threads in (1, 2, 5):
        assert [answer(checked(solution)) for solution in solve_many(mixed, threads=threads)] == one_by_one


def test_a_range_gives_the_same_as_its_numbers() -> None:
    numbers = range(2**31 - 3, 2**31 + 4)
    by_range = [answer(checked(solution)) for solution in solve_many(numbers)]
    assert by_range == [answer(solution) for solution in solve_many(list(numbers))]
    assert [solution.deal for solution in solve_many(range(10, 0, -3))] == [10, 7, 4, 1]
    assert list(solve_many([])) == []


def test_solutions_are_computed_lazily() -> None:
    endless = solve_many(count(1))
    assert [solution.deal for solution in islice(endless, 2100)] == list(range(1, 2101))
    assert next(solve_many(range(1, 2**33))).deal == 1


def test_a_solution_as_a_game() -> None:
    solution = solve(617)
    game = solution.game()
    assert (game.is_won, game.deal, game.moves) == (True, 617, solution.moves)
    assert Game.from_notation(617, solution.notation()).is_won
    safe = Rules(autoplay="safe")
    assert Game.from_notation(617, solution.notation(safe), safe).is_won
    assert len(solution.notation(safe).split()) < len(solution.moves)
    assert Game.from_notation(617, solution.notation(dialect="extended"), dialect="extended").is_won
    assert repr(solution).startswith(f"<Solution of deal 617: solved in {solution.turns} turns, ")


@pytest.mark.parametrize("number", [3.0, np.int64(3), np.uint8(3)])
def test_a_number_of_any_kind_is_an_int_in_the_solution(number: int) -> None:
    for solution in (solve(number), *solve_many([number]), solve(number, progress=lambda *_: None)):
        assert (type(solution.deal), solution.name) == (int, "deal 3")


def test_a_solution_never_changes() -> None:
    solution = solve(617)
    with pytest.raises(FrozenInstanceError):
        solution.turns = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution == solve(617) or solution.seconds != solve(617).seconds


def test_a_game_is_solved_from_its_current_position() -> None:
    game = Game.from_notation(11982, "1a", Rules(5, "windows", "safe"))
    solution = checked(solve(game))
    assert (solution.board, solution.deal, solution.rules) == (game.board, 11982, game.rules)
    assert solution.verdict is Verdict.SOLVED
    assert checked(solve(game, rules=Rules(6))).search.rules.cells == 6


def test_a_search_is_one_value() -> None:
    search = Search(goal="prove", rules=Rules(5), max_positions=1000)
    assert answer(solve(11982, search)) == answer(solve(11982, goal="prove", rules=Rules(5), max_positions=1000))
    assert solve(11982, search, rules=Rules(4), max_positions=100_000).verdict is Verdict.UNSOLVABLE
    (many,) = solve_many([11982], search)
    assert (answer(many), many.search) == (answer(solve(11982, search)), search)
    assert [part.name for part in fields(Search)] == list(SearchOptions.__annotations__)
    with pytest.raises(FrozenInstanceError):
        search.goal = "fast"  # type: ignore[misc]


def test_winnable() -> None:
    assert winnable(617) is True
    assert winnable(11982) is False
    assert winnable(11982, rules=Rules(5)) is True
    assert winnable(Game(11982, Rules(5))) is True
    assert winnable(617, max_positions=1) is None
    assert winnable(98714, rules=Rules(autoplay="max")) is False
    assert winnable(Game(98714, Rules(autoplay="max"))) is False
    assert winnable(Game(98714, Rules(autoplay="max")), rules=Rules(autoplay="safe")) is True


def test_a_hint_is_the_first_move_of_a_short_solution() -> None:
    found = hint(617)
    assert found.move == solve(617, goal="short", beam_width=256).moves[0]
    assert (found.notation, str(found)) == (str(found.move), f"{found.notation}: {found.sentence}")
    assert Game.from_notation(617, found.notation or "").sentences() == [found.sentence]
    for nothing in (hint(11982), hint(WON)):
        assert (bool(nothing), nothing.move, nothing.notation, nothing.sentence) == (False, None, None, None)
    assert [str(hint(board)) for board in (11982, WON)] == ["deal 11982 can't be won", "this board is already won"]
    assert str(hint(617, max_positions=1)) == "deal 617 is undecided"


def test_a_hint_leaves_out_automatic_moves() -> None:
    board = Board(["KC", "QC", *[""] * 6], foundations=[11, 13, 13, 13])
    assert hint(board).notation == "2h"
    found = hint(board, rules=Rules(autoplay="safe"))
    assert found.notation == "2h"  # no move has been played yet, so no card went home
    assert checked(found.solution).notation() == "2h"  # and then the other one is automatic
    game = Game(617, Rules(autoplay="safe"))
    while not game.is_won:
        move = hint(game).move
        assert move is not None
        game.play(move)
    assert game.steps > len(game.plays)


def test_a_solution_from_mid_game() -> None:
    game = Game.from_notation(617, "7a 7b")
    for move in checked(solve(game.board)).moves:
        game.play(move)
    assert game.is_won


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"goal": "best"}, FreecellError, "goal must be one of 'fast', 'short', 'prove', 'shortest', got 'best'"),
        ({"metric": "cards"}, FreecellError, "metric must be one of 'turns', 'singles', got 'cards'"),
        ({"rules": 8}, RulesError, "expected Rules, got 8"),
        ({"rules": "windows"}, RulesError, "expected Rules, got 'windows'; use freecell.WINDOWS"),
        ({"cells": 4}, TypeError, "unexpected keyword argument 'cells'; use rules=Rules(cells=...)"),
        ({"rule": 4}, TypeError, "metric, memory. Did you mean 'rules'?"),
        ({"width": 4}, TypeError, "unexpected keyword argument 'width'"),
        ({"max_positions": 0}, FreecellError, "max_positions must be a whole number from 1 to 2147483648, got 0"),
        ({"max_positions": 1.5}, FreecellError, "max_positions must be a whole number, got 1.5"),
        ({"max_positions": None}, FreecellError, "max_positions must be a whole number, got None"),
        ({"beam_width": 0}, FreecellError, "beam_width must be a whole number from 1 to 2147483648, got 0"),
        ({"beam_width": True}, FreecellError, "beam_width must be a whole number, got True"),
        ({"seconds": 0}, FreecellError, "seconds must be greater than 0, got 0"),
        ({"seconds": -1.5}, FreecellError, "seconds must be greater than 0, got -1.5"),
        ({"seconds": float("nan")}, FreecellError, "seconds must be greater than 0, got nan"),
        ({"seconds": "2"}, FreecellError, "seconds must be a number, got '2'"),
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
        solve(in_cells, rules=Rules(1))
    with pytest.raises(BoardError, match="cell b has 2C, but there is only 1 cell"):
        list(solve_many([1, in_cells], rules=Rules(1)))
    with pytest.raises(NumberError, match="deal 0 doesn't exist"):
        solve(0)
    with pytest.raises(NumberError, match="deal 0 doesn't exist"):
        list(solve_many([1, 0]))
    with pytest.raises(NumberError):
        list(solve_many(range(5)))
    with pytest.raises(FreecellError, match=r"threads must be .* got 0"):
        solve_many([1], threads=0)


def test_without_the_core() -> None:
    code = "import sys; sys.modules['freecell._core'] = None; import freecell; freecell.solve(617)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        f"{MissingDependencyError.__module__}.MissingDependencyError: solving needs the compiled core"
    )


def test_as_many_threads_search_as_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_installed_memory", lambda: 2**33)
    for search, threads in (
        (Search(max_positions=1000), 64),
        (Search(max_positions=2**25, memory=2**32), 4),
        (Search(max_positions=2**31, memory=2**30), 8),
        (Search("shortest", max_positions=1000, memory=2**31), 4),
        (Search("shortest", memory=2**40), 1),
    ):
        assert engine._threads_that_fit_in_memory(search, 64) == threads
