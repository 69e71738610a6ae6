"""What the two line formats have in common: lines of cards, under lines for the foundations and the cells.

Foundations: H-0 C-A D-2 S-0
Freecells: QH - 2S
"""

from __future__ import annotations

import re

from freecell.board import Board
from freecell.cards import RANKS, Suit
from freecell.errors import FormatError

GAP = "--"  # in rows: no card here, the column has ended

_HEADING = r"(?i)\s*(foundations|founds|freecells|fc)\s*:(.*)"
_TITLE = r"(?i)\s*(#|(game|deal)\b)"
_SUITS = {suit.letter: suit for suit in Suit}
_HOME_RANKS = "0" + RANKS
_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)  # fc-solve's


class Parts:
    """A text taken apart: nothing is known yet of what its lines of cards mean."""

    def __init__(self, text: str) -> None:
        self.foundations = [0, 0, 0, 0]
        self.cells: list[str | None] = []
        self.lines: list[list[str]] = []
        self.colons = False  # lines begin with a colon, as fc-solve prints columns
        self.headed = False
        for line in text.splitlines():
            heading = re.fullmatch(_HEADING, line)
            if heading:
                self.headed = True
                if heading[1].lower().startswith("found"):
                    self.foundations = _read_foundations(heading[2])
                else:
                    self.cells = _read_cells(heading[2])
            elif line.lstrip().startswith(":"):
                self.colons = True
                self.lines.append(line.lstrip()[1:].split())
            elif line.strip() and not (re.match(_TITLE, line) and not self.lines):
                self.lines.append(line.split())
        self.gaps = any(GAP in line for line in self.lines)


def heading(board: Board) -> list[str]:
    """The lines that say what is at home and in the cells."""
    homes = " ".join(f"{suit}-{_HOME_RANKS[board.foundations[suit]]}" for suit in _FOUNDATION_ORDER)
    cells = "".join(f" {'-' if card is None else card}" for card in board.cells)
    return [f"Foundations: {homes}", f"Freecells:{cells}"]


def _read_foundations(text: str) -> list[int]:
    foundations = [0, 0, 0, 0]
    for word in text.split():
        suit, _, rank = word.upper().partition("-")
        rank = "T" if rank == "10" else rank
        if suit not in _SUITS or len(rank) != 1 or rank not in _HOME_RANKS:
            raise FormatError(f"foundation {word!r}: give a suit and the rank of its highest card, as in H-0 or S-T")
        foundations[_SUITS[suit]] = _HOME_RANKS.index(rank)
    return foundations


def _read_cells(text: str) -> list[str | None]:
    """fc-solve reads `-` for an empty cell, but prints four characters a cell and blanks if it is empty."""
    words = list(re.finditer(r"\S+", text))
    if words and all(word.end() % 4 == 0 for word in words):
        by_place: dict[int, str | None] = {word.end() // 4 - 1: word[0] for word in words}
        cells = [by_place.get(place) for place in range(max(by_place) + 1)]
    else:
        cells = [word[0] for word in words]
    return [None if cell in ("-", GAP) else cell for cell in cells]
