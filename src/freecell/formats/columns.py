"""Columns: one column per line, as fc-solve and its relatives read and write boards.

A freshly dealt board is 8 lines of cards. Later in a game, lines for foundations and cells come first, and each
column's line begins with a colon, so that empty columns are visible.
"""

from __future__ import annotations

from freecell.board import Board
from freecell.formats.lines import Parts, heading


def write(board: Board) -> str:
    lines = [" ".join(map(str, column)) for column in board.columns]
    if board.is_just_dealt:
        return "\n".join(lines)
    return "\n".join([*heading(board), *(f": {line}".rstrip() for line in lines)])


def read(text: str) -> Board:
    parts = Parts(text)
    return Board(parts.lines, parts.cells, parts.foundations)
