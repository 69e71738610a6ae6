"""Converts boards to the core's format and back."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from freecell import Board, deal, packing
from freecell.cards import Card
from freecell.packing import moves_of

__all__ = ["BOARD_BYTES", "EMPTY", "FOREVER", "moves_of", "packed", "packed_deals", "unpacked"]

BOARD_BYTES = 71
EMPTY = 52
FOREVER = float("inf")


def packed(boards: Iterable[Board]) -> NDArray[np.uint8]:
    """Rows of bytes, writable."""
    return packing.pack(boards).copy()


def packed_deals(first: int, stop: int) -> NDArray[np.uint8]:
    return packed(deal(number) for number in range(first, stop))


def unpacked(row: bytes) -> Board:
    """The board of a row."""
    foundations, cells, heights, cards = row[:4], row[4:11], row[11:19], row[19:]
    columns = []
    for height in heights:
        columns.append([Card(card) for card in cards[:height]])
        cards = cards[height:]
    return Board(columns, [None if card == EMPTY else Card(card) for card in cells], tuple(foundations))
