"""Rows: the columns of a board side by side, as Windows shows them.

A freshly dealt board is 6 rows of 8 cards and a row of 4. Later in a game, lines for foundations and cells come first,
and every row has 8 entries, with `--` where a column has ended.
"""

from __future__ import annotations

from collections.abc import Callable

from freecell.board import COLUMNS, Board
from freecell.cards import Card
from freecell.errors import FormatError, quoted
from freecell.formats.lines import GAP, Parts, heading


def write(board: Board, show: Callable[[Card], str] = str) -> str:
    """The board in rows, with each card written by `show`."""
    if board.is_just_dealt:
        return "\n".join([" ".join([show(card) for card in row if card is not None]) for row in board.rows])
    rows = (row + (None,) * (COLUMNS - len(row)) for row in board.rows)
    lines = (" ".join(GAP if card is None else show(card) for card in row) for row in rows)
    return "\n".join([*heading(board), *lines])


def read(text: str) -> Board:
    parts = Parts(text)
    columns: list[list[str]] = [[] for _ in range(COLUMNS)]
    for number, row in enumerate(parts.lines, 1):
        if len(row) > COLUMNS or (len(row) < COLUMNS and number < len(parts.lines)):
            words, cards = quoted(" ".join(row)), f"{len(row)} card{'s' * (len(row) != 1)}"
            raise FormatError(f"row {number}, {words}, has {cards}: a row has {COLUMNS}")
        for column, entry in zip(columns, row, strict=False):
            if entry != GAP:
                column.append(entry)
    return Board(columns, parts.cells, parts.foundations)
