"""Solving: whether a board can be won, and how.

    fast   the first solution that a ladder of short searches finds; if none does, an exact search decides
    short  then wider and wider beams, as long as there is time, for a solution of fewer turns (or single cards)
    prove  the exact search alone

A verdict is never a guess: SOLVED comes with moves that win, UNSOLVABLE after every position that can be reached was
looked at, and everything else is UNDECIDED and says which limit was reached. The searches are in `core/search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from freecell.board import CELLS, Board
from freecell.core import core, thread_count
from freecell.deals import deal, deals, numbers
from freecell.errors import FreecellError, MissingExtraError
from freecell.rules import COLUMN_NAMES, HOME, Move, Rules, check_cells

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    from freecell.drawing.deck import Deck, Felt
    from freecell.drawing.film import Film
    from freecell.game import Game
    from freecell.notation import Dialect

Goal = Literal["fast", "short", "prove"]
Length = Literal["turns", "singles"]
GOALS: tuple[Goal, ...] = ("fast", "short", "prove")
LENGTHS: tuple[Length, ...] = ("turns", "singles")

MOST_POSITIONS = 4_000_000
"""What the exact search may look at if nothing is said: at most about 250 MB."""

WIDEST = 2**16
"""The widest beam that is tried if nothing is said: it takes seconds, and up to 450 MB."""

SHORT_SECONDS = 1.0
"""How long a short solution is looked for if neither time nor width is given."""

_LIMITS = (None, "positions", "seconds", "stopped")
_PLACES = COLUMN_NAMES + CELLS + HOME  # as the core numbers them
_EMPTY = 52
_BOARD_BYTES = 4 + len(CELLS) + 8 + 52


Question = tuple[int, int, int, int, float]  # as the core has it: goal, length, positions, width, seconds


class Verdict(Enum):
    """What is known of a board."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


_VERDICTS = tuple(Verdict)


class Solution:
    """What a search found out about a board.

    board      the board itself
    number     its deal number, if it was asked for by number
    verdict    SOLVED, UNSOLVABLE or UNDECIDED
    limit      what left it undecided: the limit of "positions" or "seconds", or that it was "stopped"
    moves      every move, those home as well; none unless it is solved
    cards, singles, steps, turns   the lengths of the solution
    positions  how many were searched
    seconds    how long it took
    """

    __slots__ = (
        "_moves", "_start", "cards", "cells", "limit", "number",
        "positions", "seconds", "singles", "steps", "turns", "verdict",
    )  # fmt: skip

    def __init__(self, start: int | Board, cells: int, answer: tuple[Any, ...]) -> None:
        self._start = start
        self.number = None if isinstance(start, Board) else start
        self.cells: int = cells
        verdict, limit, self._moves, self.positions, self.seconds, *lengths = answer
        self.verdict = _VERDICTS[verdict]
        self.limit: str | None = _LIMITS[limit]
        self.cards, self.singles, self.steps, self.turns = lengths

    @property
    def board(self) -> Board:
        return self._start if isinstance(self._start, Board) else deal(self._start)

    @property
    def moves(self) -> list[Move]:
        triples = zip(*[iter(self._moves)] * 3, strict=True)
        return [Move(_PLACES[source], _PLACES[target], cards) for source, target, cards in triples]

    def game(self) -> Game:
        """The solution played: a game that is won."""
        from freecell.game import Game

        game = Game(self._start, Rules(self.cells))
        for move in self.moves:
            game.play(move)
        return game

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The moves in notation: all of them, or without those that these rules play automatically."""
        return self.game().notation(rules, dialect)

    def film(
        self,
        *,
        speed: float = 1.0,
        deck: Deck = "two",
        felt: Felt = "light",
        width: int | None = None,
        loop: bool = False,
    ) -> Film:
        """The solution as a film in which safe cards go home by themselves; the arguments are those of `Game.film`."""
        if self.verdict is not Verdict.SOLVED:
            what = "this board" if self.number is None else f"deal {self.number}"
            raise FreecellError(f"{what} is {self.verdict.value}: there is nothing to film")
        game = self.game().under(Rules(self.cells, autoplay="safe"))
        return game.film(speed=speed, deck=deck, felt=felt, width=width, loop=loop)

    def __repr__(self) -> str:
        what = f"board {self.board!r}" if self.number is None else f"deal {self.number}"
        length = f" in {self.turns} turns" if self.verdict is Verdict.SOLVED else ""
        return f"<Solution of {what}: {self.verdict.value}{length}, {self.positions} positions searched>"


def solve(
    board: int | Board,
    *,
    goal: Goal = "fast",
    cells: int = 4,
    limit: int = MOST_POSITIONS,
    seconds: float | None = None,
    width: int | None = None,
    length: Length = "turns",
    stopped: Callable[[], bool] | None = None,
) -> Solution:
    """Solves a deal number or any board, at the start or in the middle of a game.

    limit    the most positions that the exact search looks at
    seconds  the most time; a short solution is looked for during one second if neither this nor width is given
    width    the widest beam for a short solution; without seconds, the only one, and the same on every machine
    length   what a short solution has few of: "turns" or "singles"
    stopped  asked every 20 ms or so, in this thread, whether to give up
    """
    question = core_question(goal, cells, limit, seconds, width, length)
    return Solution(board, cells, _solve_block(_packed([_board(board, cells)]), cells, question, 1, stopped)[0])


def solve_many(
    boards: range | Iterable[int | Board],
    *,
    goal: Goal = "fast",
    cells: int = 4,
    limit: int = MOST_POSITIONS,
    seconds: float | None = None,
    width: int | None = None,
    length: Length = "turns",
    threads: int | None = None,
) -> Iterator[Solution]:
    """Solves deal numbers or boards on all cores; yields their solutions in order, in constant memory.

    A range of numbers is fastest. The rest is as for `solve`; limits are for each board.
    """
    question = core_question(goal, cells, limit, seconds, width, length)
    return _solve_many(boards, cells, question, thread_count(threads), 2048 if goal == "fast" else 8)


def _solve_many(
    boards: range | Iterable[int | Board], cells: int, question: Question, threads: int, block: int
) -> Iterator[Solution]:
    if isinstance(boards, range) and boards.step == 1:
        numbers(boards.start, boards.stop)
        for first in range(boards.start, boards.stop, block):
            last = min(first + block, boards.stop)
            answers = _solve_block(packed_deals(first, last), cells, question, threads)
            yield from (
                Solution(number, cells, answer) for number, answer in zip(range(first, last), answers, strict=True)
            )
        return
    left = iter(boards)
    while starts := list(islice(left, block)):
        answers = _solve_block(_packed([_board(start, cells) for start in starts]), cells, question, threads)
        yield from (Solution(start, cells, answer) for start, answer in zip(starts, answers, strict=True))


def _board(start: int | Board, cells: int) -> Board:
    board = start if isinstance(start, Board) else deal(start)
    check_cells(board, Rules(cells))
    return board


def core_question(
    goal: Goal, cells: int, limit: int, seconds: float | None, width: int | None, length: Length
) -> Question:
    """The question as the core has it, if it is one."""
    Rules(cells)
    for name, value, right in (("goal", goal, GOALS), ("length", length, LENGTHS)):
        if value not in right:
            raise FreecellError(f"{name}={value!r}: {', '.join(map(repr, right))} are right")
    if seconds is None and width is None and goal == "short":
        seconds = SHORT_SECONDS
    for name, number in (("limit", limit), ("width", width)):
        if number is not None and (type(number) is not int or not 1 <= number <= 2**31):
            raise FreecellError(f"{name}={number!r}: a whole number from 1 to 2**31 is right")
    if seconds is not None and (type(seconds) not in (int, float) or not seconds > 0):
        raise FreecellError(f"seconds={seconds!r}: a number above 0 is right")
    return GOALS.index(goal), LENGTHS.index(length), limit, width or WIDEST, seconds or inf


def _solve_block(
    boards: NDArray[np.uint8],
    cells: int,
    question: Question,
    threads: int,
    stopped: Callable[[], bool] | None = None,
) -> list[tuple[Any, ...]]:
    return list(compiled_core().solve_block(boards, cells, *question, threads, stopped))


def compiled_core() -> ModuleType:
    """The core, without which nothing can be solved."""
    if core is None:
        raise MissingExtraError("solving needs the compiled core: install freecell again where there is a C++ compiler")
    return core


def _packed(boards: list[Board]) -> NDArray[np.uint8]:
    """The boards as the core takes them: foundations, seven cells, heights, and the cards column by column."""
    import numpy as np

    rows = []
    for board in boards:
        cells = [_EMPTY if card is None else card for card in board.cells]
        cards = [card for column in board.columns for card in column]
        heights = [len(column) for column in board.columns]
        row = [*board.foundations, *cells, *[_EMPTY] * (len(CELLS) - len(cells)), *heights, *cards]
        rows.append(bytes(row).ljust(_BOARD_BYTES, b"\0"))
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(boards), _BOARD_BYTES)


def packed_deals(start: int, stop: int) -> NDArray[np.uint8]:
    """Deals as the core takes boards."""
    return packed_cards(deals(start, stop))


def packed_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Boards just dealt, as the core takes them: each row has its 52 cards in dealt order."""
    import numpy as np

    head = [0] * 4 + [_EMPTY] * len(CELLS) + [7, 7, 7, 7, 6, 6, 6, 6]
    by_column = [place for column in range(8) for place in range(column, 52, 8)]
    rows = np.empty((len(cards), _BOARD_BYTES), np.uint8)
    rows[:, : len(head)] = head
    rows[:, len(head) :] = cards[:, by_column]
    return rows
