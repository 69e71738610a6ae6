"""The code of a board: its rank among all boards in 46 characters. Only a freshly dealt board has one."""

from __future__ import annotations

from freecell.board import Board
from freecell.numbering.rank import code_of, read_code


def write(board: Board) -> str:
    return code_of(board)


def read(text: str) -> Board:
    return read_code(text.strip())
