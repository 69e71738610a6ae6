"""Shared by the two line formats: lines for the foundations and cells, then lines of cards.

Foundations: H-0 C-A D-2 S-0
Freecells: QH - 2S
"""

from __future__ import annotations

import re

from freecell.board import COLUMNS, Board
from freecell.cards import RANKS, Suit
from freecell.errors import FormatError, quoted
from freecell.formats import texts
from freecell.numeric import read_integer

GAP = "--"  # in rows: the column has ended
UNKNOWN = "??"  # an unknown card, for finding a deal by some of its cards

# Compiled on first use, so that writing a board starts faster.
_HEADING = r"(?i)\s*(foundations|founds|freecells|fc)\s*:(.*)"
_TITLE = r"(?i)\s*(?:#|(?:game|deal)\b)"
_NUMBERED = r"(?i)\s*#?\s*(?:game|deal)\s*#?\s*(-?\d[\d,_]{0,20})"
_PACKED = r"(?i)(?:[A1-9TJQK][CDHS♣♦♥♠]|\?\?){6,}"
_CODE = r"(?i)[0-9A-TV-Z]{46}"
_SUITS = {suit.letter: suit for suit in Suit} | {suit.sign: suit for suit in Suit}
_HOME_RANKS = "0" + RANKS
_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)  # fc-solve's


class Parts:
    """A text split into its parts, before its lines of cards are interpreted."""

    def __init__(self, text: str) -> None:
        self.foundations = [0, 0, 0, 0]
        self.cells: list[str | None] = []
        self.lines: list[list[str]] = []
        self.colons = False  # lines begin with a colon, as in fc-solve's columns
        self.headed = False
        for line in texts.lines(texts.plain(text)):
            heading = re.fullmatch(_HEADING, line)
            if heading:
                self.headed = True
                if heading[1].lower().startswith("found"):
                    self.foundations = read_foundations(heading[2])
                else:
                    self.cells = read_cells(heading[2])
            elif line.strip() and not (is_title(line) and not self.lines):
                self.colons = self.colons or line.lstrip().startswith(":")
                self.lines.append(words_of(line))
        if len(self.lines) == 1 and len(self.lines[0]) == 52:  # all cards in one line, in dealt order
            (cards,) = self.lines
            self.lines = [cards[begin : begin + COLUMNS] for begin in range(0, 52, COLUMNS)]
        self.gaps = any(GAP in line for line in self.lines)


def words_of(line: str) -> list[str]:
    """The entries in a line of cards, which may be written without spaces: 7DAD5C3S..."""
    words = line.lstrip().removeprefix(":").split()
    if len(words) == 1 and re.fullmatch(_PACKED, words[0]):
        return re.findall("..", words[0])
    return words


def is_code(line: str) -> bool:
    """Whether a line can be the code of a board: 46 characters that aren't 23 cards without spaces."""
    word = line.strip() if len(line) < 64 else ""
    return bool(re.fullmatch(_CODE, word)) and not re.fullmatch(_PACKED, word)


def heading(board: Board) -> list[str]:
    """The lines for the foundations and the cells."""
    homes = " ".join(f"{suit}-{_HOME_RANKS[board.foundations[suit]]}" for suit in _FOUNDATION_ORDER)
    cells = "".join(f" {'-' if card is None else card}" for card in board.cells)
    return [f"Foundations: {homes}", f"Freecells:{cells}"]


def read_heading(line: str) -> tuple[str, str] | None:
    """The kind of a heading line, "foundations" or "freecells", with its content; None if it isn't a heading."""
    match = re.fullmatch(_HEADING, line)
    return match and ("foundations" if match[1].lower().startswith("found") else "freecells", match[2])


def is_title(line: str) -> bool:
    """Whether a line is a board's title: Deal 617, Game 617, or # and anything."""
    return bool(re.match(_TITLE, line))


def title_number(line: str) -> int | None:
    """The deal number in a title."""
    match = re.match(_NUMBERED, line)
    return read_integer(match[1].rstrip(",_")) if match else None


def read_foundations(text: str) -> list[int]:
    """The highest rank home in each suit, in the order of the suits."""
    foundations = [0, 0, 0, 0]
    for word in text.split():
        suit, _, rank = word[:8].upper().partition("-")
        rank = "T" if rank == "10" else rank
        if suit not in _SUITS or len(rank) != 1 or rank not in _HOME_RANKS:
            raise FormatError(
                f"{quoted(word)} is not a foundation: give a suit and the rank of its highest card, as in H-0 or S-T"
            )
        foundations[_SUITS[suit]] = _HOME_RANKS.index(rank)
    return foundations


def read_cells(text: str) -> list[str | None]:
    """The cards in the cells. An empty cell is `-`, or four spaces, as fc-solve prints it."""
    words = list(re.finditer(r"\S+", text))
    if words and all(word.end() % 4 == 0 for word in words) and words[-1].end() <= 4 * 7:
        by_place: dict[int, str | None] = {word.end() // 4 - 1: word[0] for word in words}
        cells = [by_place.get(place) for place in range(max(by_place) + 1)]
    else:
        cells = [word[0] for word in words]
    return [None if cell in ("-", GAP) else cell for cell in cells]
