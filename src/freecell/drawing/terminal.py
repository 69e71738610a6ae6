"""Boards on a terminal: red suits in red, and the suits' signs where they can be shown."""

from __future__ import annotations

import os

from freecell.board import Board
from freecell.cards import Card
from freecell.formats import rows

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from typing import TextIO

_RED, _PLAIN = "\033[31m", "\033[0m"


def draw(board: Board, *, signs: bool = False, color: bool = False) -> str:
    """The board in rows. Black cards keep the terminal's own colour, to be seen on light and on dark."""

    def show(card: Card) -> str:
        text = card.sign if signs else str(card)
        return f"{_RED}{text}{_PLAIN}" if color and card.color == "red" else text

    return rows.write(board, show)


def has_color(stream: TextIO) -> bool:
    """Whether to write in colour: to a terminal only, and not if NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def has_signs(stream: TextIO) -> bool:
    """Whether the stream's encoding has the suits' signs."""
    try:
        "♣♦♥♠".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
