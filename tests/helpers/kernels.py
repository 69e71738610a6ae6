"""Boards as bytes for the core's kernels, which tests/core/perft.cpp exports to tests, and some sample boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

from freecell import Board, Rules, _core
from freecell.dealing import deal
from freecell.moves import LegalMoves
from freecell.rules import play

from .packing import FOREVER, moves_of, packed


def row(board: Board) -> bytes:
    return bytes(packed([board])[0])


def some_boards(cells: int, count: int) -> list[Board]:
    """Positions from random play, starting at some deals or in the middle of their solutions."""
    boards, more = _boards(cells)
    boards.extend(islice(more, max(0, count - len(boards))))
    return boards[:count]


@cache
def _boards(cells: int) -> tuple[list[Board], Iterator[Board]]:
    """The positions made so far, and the rest."""
    return [], _endless(cells)


def _endless(cells: int) -> Iterator[Board]:
    chosen, rules = random.Random(617 + cells), Rules(cells)
    while True:
        number = chosen.randrange(1, 2**33)
        board = deal(number)
        solution = moves_of(
            _core.solve_many(packed([board]), _core.Search("fast", cells, 1000, FOREVER, 1, "turns"), 1)[0].moves
        )
        for move in solution[: chosen.randrange(len(solution) + 1)]:
            board = play(board, move, rules)
        for _ in range(chosen.randrange(12)):
            if legal := list(LegalMoves(board, rules)):
                board = play(board, chosen.choice(legal), rules)
        yield board
