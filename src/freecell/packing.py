"""Boards and moves as numbers, for the core, surveys and `freecell.gym`.

A board: the number of cards home for clubs, diamonds, hearts and spades; seven cells, with 52 for an empty one; the
height of each column; and the cards of the columns, one column after another, from the lowest card to the top card. A
card is a number from 0 (AC) to 51 (KS); zeros follow the last one.

A move: source and target (columns are 0 to 7, cells 8 to 14, home is 15), the number of cards, and 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from freecell.board import CELLS, COLUMNS, DEALT_HEIGHTS, Board
from freecell.errors import BoardError, quoted
from freecell.numeric import int_or_none
from freecell.rules import COLUMN_NAMES, HOME, Move, make_move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BOARD_BYTES = 4 + len(CELLS) + COLUMNS + 52
"""The number of bytes in a packed board."""

_EMPTY_CELL = 52
_PLACES = COLUMN_NAMES + CELLS + HOME  # as the core numbers them


def pack(boards: Iterable[Board]) -> NDArray[np.uint8]:
    """Pack boards into rows: foundations, seven cells, heights, and the cards column by column."""
    import numpy as np

    return np.frombuffer(pack_bytes(boards), np.uint8).reshape(-1, BOARD_BYTES)


def pack_bytes(boards: Iterable[Board]) -> bytes:
    """Pack boards without NumPy, because importing it takes longer than solving a deal."""
    rows = []
    for board in boards:
        cells = [_EMPTY_CELL if card is None else card for card in board.cells]
        cards = [card for column in board.columns for card in column]
        heights = [len(column) for column in board.columns]
        row = [*board.foundations, *cells, *[_EMPTY_CELL] * (len(CELLS) - len(cells)), *heights, *cards]
        rows.append(bytes(row).ljust(BOARD_BYTES, b"\0"))
    return b"".join(rows)


def pack_dealt(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack freshly dealt boards, given as rows of 52 cards in dealt order."""
    import numpy as np

    head = [0] * 4 + [_EMPTY_CELL] * len(CELLS) + list(DEALT_HEIGHTS)
    by_column = [place for column in range(8) for place in range(column, 52, 8)]
    rows = np.empty((len(cards), BOARD_BYTES), np.uint8)
    rows[:, : len(head)] = head
    rows[:, len(head) :] = cards[:, by_column]
    return rows


def unpack(numbers: Iterable[int]) -> Board:
    """Unpack and validate a board.

    >>> from freecell import deal
    >>> unpack(pack([deal(617)])[0]) == deal(617)
    True
    """
    row = [int_or_none(number) for number in numbers]
    whole = [number for number in row if number is not None]
    if len(whole) != BOARD_BYTES or len(row) != BOARD_BYTES:
        raise BoardError(f"{quoted(row)} is not a packed board: expected {BOARD_BYTES} whole numbers")
    cells, heights, cards = whole[4:11], whole[11:19], iter(whole[19:])
    columns = [list(islice(cards, max(height, 0))) for height in heights]
    return Board(columns, [None if cell == _EMPTY_CELL else cell for cell in cells], whole[:4])


def moves_of(packed: bytes) -> list[Move]:
    """Unpack the moves of an answer.

    >>> moves_of(bytes([6, 8, 1, 0]))
    [Move(source='7', target='a', count=1)]
    """
    fours = zip(*[iter(packed)] * 4, strict=True)
    return [make_move(_PLACES[source], _PLACES[target], count) for source, target, count, _ in fours]


def pack_moves(moves: Iterable[Move]) -> bytes:
    """Pack moves for `moves_of`."""
    places = _PLACES.index
    return bytes(part for move in moves for part in (places(move.source), places(move.target), move.count, 0))
