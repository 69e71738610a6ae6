"""Boards as the core takes them, packed here by hand, so that the core is tested without the rest of the package."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from freecell import Board, Move
from freecell.board import CELLS
from freecell.cards import Card
from freecell.deals import deal
from freecell.rules import COLUMN_NAMES, HOME

BOARD_BYTES = 71
EMPTY = 52
PLACES = COLUMN_NAMES + CELLS + HOME
FOREVER = float("inf")


def packed(boards: Iterable[Board]) -> NDArray[np.uint8]:
    """Rows of bytes: foundations, seven cells, heights, and the cards column by column."""
    rows = [_row(board) for board in boards]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), BOARD_BYTES).copy()


def packed_deals(first: int, stop: int) -> NDArray[np.uint8]:
    return packed(deal(number) for number in range(first, stop))


def _row(board: Board) -> bytes:
    cells = [EMPTY if card is None else card for card in board.cells]
    columns = board.columns
    cards = [card for column in columns for card in column]
    row = [*board.foundations, *cells, *[EMPTY] * (len(CELLS) - len(cells)), *map(len, columns), *cards]
    return bytes(row).ljust(BOARD_BYTES, b"\0")


def unpacked(row: bytes) -> Board:
    """The board of a row."""
    foundations, cells, heights, cards = row[:4], row[4:11], row[11:19], row[19:]
    columns = []
    for height in heights:
        columns.append([Card(card) for card in cards[:height]])
        cards = cards[height:]
    return Board(columns, [None if card == EMPTY else Card(card) for card in cells], tuple(foundations))


def moves_of(packed_moves: bytes) -> list[Move]:
    """Moves of three bytes each."""
    triples = zip(*[iter(packed_moves)] * 3, strict=True)
    return [Move(PLACES[source], PLACES[target], cards) for source, target, cards in triples]
