"""How hard a board is for a person: a score from 0 to 100, and a grade.

A weak player plays the board hundreds of times, and the score is how many percent of all random deals he wins more
often. `docs/difficulty-measure.md` tells why that is a good measure. The player is in `core/difficulty.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from freecell import engine
from freecell.board import Board
from freecell.engine import Verdict, thread_count
from freecell.game import Game
from freecell.rules import Rules
from freecell.solving import pack_starts

Grade = Literal["easy", "moderate", "tricky", "hard", "fiendish"]
GRADES: tuple[Grade, ...] = ("easy", "moderate", "tricky", "hard", "fiendish")
"""The grades: a fifth of all random deals have each."""

IMPOSSIBLE = "impossible"
"""What a board has instead of a grade if nobody can win it."""

_AT_ONCE = 64  # boards, a second or two


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a board is.

    score    0 to 100: how many percent of all random deals are easier. The weak player never wins those from 98 on:
             98 can be won, 99 is undecided after a short search, 100 is unsolvable
    verdict  SOLVED, UNSOLVABLE or UNDECIDED
    games    how many games the weak player played
    wins     how many of these he won
    """

    score: int
    verdict: Verdict
    games: int
    wins: int

    @property
    def grade(self) -> str:
        """A grade for each 20 points: easy, moderate, tricky, hard, fiendish; "impossible" if it is unsolvable."""
        return grade_of(self.score)

    def __str__(self) -> str:
        return f"{self.score}, {self.grade}"


def grade_of(score: int) -> str:
    """The grade of a score."""
    return IMPOSSIBLE if score == 100 else GRADES[score // 20]


def difficulty(board: int | Board | Game, *, cells: int | None = None) -> Difficulty:
    """How hard a deal number, any board, or a game from where it is now is for a person.

    There are four cells, or those of the game, unless `cells` says otherwise. The answer is the same on every machine.
    """
    if isinstance(board, Game):
        cells = board.rules.cells if cells is None else cells
        board = board.board
    return next(difficulties([board], cells=4 if cells is None else cells, threads=1))


def difficulties(boards: Iterable[int | Board], *, cells: int = 4, threads: int | None = None) -> Iterator[Difficulty]:
    """How hard deal numbers or boards are, in order, on all cores."""
    engine.check_can_solve()
    cells, threads, left = Rules(cells).cells, thread_count(threads), iter(boards)
    while some := list(islice(left, _AT_ONCE)):
        for verdict, score, games, wins in engine.difficulty(pack_starts(some, cells), cells, threads):
            yield Difficulty(score, verdict, games, wins)
