"""How hard a board is for a person: a score from 0 to 100, and a grade.

A simulated weak player plays the board hundreds of times. The score is the percentage of random deals that this player
wins more often. `docs/difficulty-measure.md` explains why that is a good measure. The player is in
`core/difficulty.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from freecell import engine
from freecell.board import Board
from freecell.engine import thread_count
from freecell.game import Game, board_of
from freecell.rules import Rules, valid_rules
from freecell.solving import pack_boards
from freecell.verdicts import Verdict, grade_of

_AT_ONCE = 64  # boards; rating them takes a second or two


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a board is for a person.

    score    0 to 100: the percentage of random deals that are easier. From 98 on, the simulated player never wins:
             98 means that the board can be won, 99 that a short search left it undecided, 100 that it is unsolvable
    verdict  what a short search found: SOLVED, UNSOLVABLE or UNDECIDED. If undecided, `solve` and `winnable`,
             which search longer, may still decide the board; so may `facts`, for a deal
    games    how many games the simulated player played
    wins     how many of these games the player won

    >>> found = difficulty(1)
    >>> print(found)
    81, fiendish
    >>> found.score, found.grade, found.verdict == "solved"
    (81, 'fiendish', True)
    """

    score: int
    verdict: Verdict
    games: int
    wins: int

    @property
    def grade(self) -> str:
        """The grade: easy (0 to 19), moderate, tricky, hard or fiendish (80 to 99), or "impossible" if unsolvable."""
        return grade_of(self.score)

    def to_dict(self) -> dict[str, Any]:
        """The difficulty as a dict for JSON.

        >>> difficulty(1).to_dict()
        {'difficulty': 81, 'grade': 'fiendish', 'verdict': 'solved', 'games': 11445, 'wins': 247}
        """
        return {
            "difficulty": self.score,
            "grade": self.grade,
            "verdict": str(self.verdict),
            "games": self.games,
            "wins": self.wins,
        }

    def __str__(self) -> str:
        return f"{self.score}, {self.grade}"


def difficulty(board: int | Board | Game, *, rules: Rules | None = None) -> Difficulty:
    """How hard a deal, any board, or the current position of a game is for a person.

    >>> difficulty(11982)
    Difficulty(score=100, verdict=<Verdict.UNSOLVABLE: 'unsolvable'>, games=4261, wins=0)
    >>> difficulty(1, rules=Rules(cells=5)).grade
    'tricky'

    Of the rules, only the number of cells matters (default: the game's rules, or four cells). The answer is the same on
    every machine.
    """
    if isinstance(board, Game) and rules is None:
        rules = board.rules
    return next(difficulties([board], rules=rules, threads=1))


def difficulties(
    boards: Iterable[int | Board | Game], *, rules: Rules | None = None, threads: int | None = None
) -> Iterator[Difficulty]:
    """The difficulty of many deal numbers, boards, or current positions of games, in order. Uses all cores.

    >>> [found.score for found in difficulties([1, 617])]
    [81, 98]
    """
    engine.check_can_solve()
    rules, threads, left = valid_rules(rules), thread_count(threads), iter(boards)
    while some := [board_of(board) for board in islice(left, _AT_ONCE)]:
        for verdict, score, games, wins in engine.difficulty(pack_boards(some, rules), rules.cells, threads):
            yield Difficulty(score, verdict, games, wins)
