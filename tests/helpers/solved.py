"""Checks solutions in tests, and compares two of them."""

from __future__ import annotations

from freecell import (
    Board,
    Solution,
    Verdict,
)

WON = Board([""] * 8, foundations=[13, 13, 13, 13])


def checked(solution: Solution) -> Solution:
    """Check a solution: its moves are legal, win, and have the stated lengths. Return it."""
    if solution.verdict is Verdict.SOLVED:
        game = solution.game()
        assert game.is_won
        assert game.rules == solution.search.rules
        assert game.moves == solution.moves
        lengths = (solution.cards_moved, solution.singles, solution.steps, solution.turns)
        assert lengths == (game.cards_moved, game.singles, game.steps, game.turns)
        assert solution.limit is None or (solution.lower_bound is not None and not solution.is_shortest)
    else:
        assert solution.moves == []
        assert (solution.limit is None) == (solution.verdict is Verdict.UNSOLVABLE)
    return solution


def answer(solution: Solution) -> tuple[object, ...]:
    """The parts of an answer that depend only on the question."""
    return solution.deal, solution.board, solution.verdict, solution.limit, solution.moves, solution.positions
