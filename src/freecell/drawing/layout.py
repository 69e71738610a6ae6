"""The layout of the table for pictures and films: cells and foundations in a row, and the columns below.

Lengths are in the units of `deck`, in which a card is 100 by 140.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from freecell.board import COLUMNS, Board
from freecell.cards import DECK, Card
from freecell.drawing.deck import CARD_HEIGHT, CARD_WIDTH
from freecell.rules import Rules, check_cells

MARGIN = 18
PITCH = CARD_WIDTH + 13  # from one place to the next in a row
STEP = 39  # from one card of a column to the next, so that the index of each card is visible
COLUMN_TOP = MARGIN + CARD_HEIGHT + 38
_LONGEST = 17  # the most cards that a column has with full steps; longer columns are squeezed to the same height
_LEAST = 7  # every picture has room for columns of this many cards


class Point(NamedTuple):
    """The upper left corner of a card."""

    x: float
    y: float


class Layout:
    """The table of a game with this number of cells."""

    def __init__(self, cells: int = 4) -> None:
        self.cells = Rules(cells).cells
        self._places = max(COLUMNS, cells + 4)
        self.width = 2 * MARGIN + (self._places - 1) * PITCH + CARD_WIDTH

    def cell(self, number: int) -> Point:
        """The place of a cell, counted from 0."""
        return Point(MARGIN + number * PITCH, MARGIN)

    def home(self, suit: int) -> Point:
        """The place of a suit's foundation, at the right."""
        return Point(MARGIN + (self._places - 4 + suit) * PITCH, MARGIN)

    def in_column(self, number: int, height: int = 0, cards: int = 1) -> Point:
        """The position of a card in a column with this many cards; both are counted from 0."""
        left = MARGIN + (self._places - COLUMNS) * PITCH / 2
        step = min(STEP, STEP * (_LONGEST - 1) / max(1, cards - 1))
        return Point(left + number * PITCH, COLUMN_TOP + round(height * step, 1))

    def spots(self, board: Board) -> dict[Card, Point]:
        """The position of each visible card, in the order in which they lie on each other."""
        check_cells(board, Rules(self.cells))
        spots = {DECK[4 * (rank - 1) + suit]: self.home(suit) for suit, rank in enumerate(board.foundations) if rank}
        spots |= {card: self.cell(number) for number, card in enumerate(board.cells) if card is not None}
        for number, column in enumerate(board.columns):
            spots |= {card: self.in_column(number, height, len(column)) for height, card in enumerate(column)}
        return spots

    def height(self, boards: Iterable[Board]) -> float:
        """The height of a table with room for each of these boards."""
        tallest = max((len(column) for board in boards for column in board.columns), default=0)
        steps = min(max(tallest, _LEAST), _LONGEST) - 1
        return COLUMN_TOP + steps * STEP + CARD_HEIGHT + MARGIN
