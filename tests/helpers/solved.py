"""Solutions in tests: whether they are what they say, and what two of them have in common."""

from __future__ import annotations

from freecell import (
    Board,
    Solution,
    Verdict,
)

WON = Board([""] * 8, foundations=[13, 13, 13, 13])


def checked(solution: Solution) -> Solution:
    """The solution, if it is one: its moves are legal, win, and are as many as it says."""
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
    """All that is the same for two answers to the same question."""
    return solution.deal, solution.board, solution.verdict, solution.limit, solution.moves, solution.positions
