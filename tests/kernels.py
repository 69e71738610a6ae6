"""Boards for the core's kernels, which tests/perft.cpp opens to tests: as bytes, and some to try them on."""

from __future__ import annotations

import random
from functools import cache

from freecell import Board, Rules, _core
from freecell.deals import deal
from freecell.moves import LegalMoves
from freecell.rules import play

from .packing import FOREVER, moves_of, packed


def row(board: Board) -> bytes:
    return bytes(packed([board])[0])


@cache
def some_boards(cells: int, count: int) -> list[Board]:
    """Where play at random leads, from some deals: from their start, or from the middle of a solution."""
    chosen, rules = random.Random(617 + cells), Rules(cells)
    boards = []
    for _ in range(count):
        number = chosen.randrange(1, 2**33)
        board = deal(number)
        solution = moves_of(_core.solve_many(packed([board]), _core.Search(0, cells, 1000, FOREVER, 1, 0), 1)[0].moves)
        for move in solution[: chosen.randrange(len(solution) + 1)]:
            board = play(board, move, rules)
        for _ in range(chosen.randrange(12)):
            if legal := list(LegalMoves(board, rules)):
                board = play(board, chosen.choice(legal), rules)
        boards.append(board)
    return boards
