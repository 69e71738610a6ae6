"""Boards on a terminal: in rows or as a table, with red suits in red, and suit symbols where they can be shown."""

from __future__ import annotations

import os

from freecell.board import Board
from freecell.cards import Card
from freecell.formats import rows

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    from typing import TextIO

_RED, _DIM, _PLAIN = "\033[31m", "\033[2m", "\033[0m"


def draw(board: Board, *, color: bool = False) -> str:
    """The board in rows. Black cards keep the terminal's own colour, which is visible on light and dark backgrounds."""

    def show(card: Card) -> str:
        return f"{_RED}{card}{_PLAIN}" if color and card.color == "red" else str(card)

    return rows.write(board, show)


def table(board: Board, cells: int = 4, *, signs: bool = False, color: bool = False) -> str:
    """The board with its cells and foundations, each place under its name; names and empty places are dim."""
    from freecell.formats import table

    codes = {"red": _RED, "dim": _DIM}

    def paint(text: str, kind: str) -> str:
        return f"{codes[kind]}{text}{_PLAIN}" if color and kind in codes else text

    return table.write(board, cells, signs=signs, paint=paint)


def has_color(stream: TextIO, when: str = "auto") -> bool:
    """Whether to use colours: "always", "never", or "auto", which depends on NO_COLOR, FORCE_COLOR and the stream."""
    if when != "auto" or os.environ.get("NO_COLOR"):
        return when == "always"
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def has_signs(stream: TextIO) -> bool:
    """Whether the stream's encoding has the suit symbols."""
    try:
        "♣♦♥♠".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
