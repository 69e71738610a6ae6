"""The layout of a board on a screen of characters: the kind and the spot of each character.

Cells and foundations are above the columns. A column uses the available height: three rows per card, two, or one, with
or without a frame. If even that doesn't fit, only the number of its first cards is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from freecell.board import CELLS, COLUMNS, Board
from freecell.cards import DECK, Card, Suit
from freecell.rules import COLUMN_NAMES, HOME, Rules

Mark = Literal["", "hand", "hint"]
Kind = Literal["felt", "name", "empty", "frame", "label", "red", "black"]

NARROWEST, LOWEST = 5, 6
"""The minimum width of a place, and the minimum total height."""

_WIDEST = 14
_USUAL = 7  # cards in a column; shorter columns are not drawn larger


class Spot(NamedTuple):
    """A place, and the index of a card in it, counted from 0; -1 if there is no card."""

    place: str
    height: int


class Glyph(NamedTuple):
    """One character of the screen."""

    sign: str
    kind: Kind
    mark: Mark
    spot: Spot | None


class Picture:
    """A board as rows of characters. `marks` are the marked cards and empty places."""

    def __init__(self, board: Board, rules: Rules, size: tuple[int, int], marks: Mapping[Card | str, Mark]) -> None:
        self.width, self.height = size
        self._marks = marks
        self.rows = [[Glyph(" ", "felt", "", None)] * self.width for _ in range(self.height)]
        pitch = min(self.width // COLUMNS, _WIDEST)
        self._left = (self.width - COLUMNS * pitch + pitch - _card_width(pitch)) // 2
        self.fits = pitch >= NARROWEST and self.width // (rules.cells + 4) >= NARROWEST and self.height >= LOWEST
        if self.fits:
            tallest = max(map(len, board.columns))
            top = 3 if tallest <= self.height - 4 and self.height >= 10 else 1
            self._draw_top(board, rules, pitch, top)
            for number, (name, column) in enumerate(zip(COLUMN_NAMES, board.columns, strict=True)):
                x, width = self._left + number * pitch, _card_width(pitch)
                self._put(x + width // 2 - 1, top, f" {name} ", "name", Spot(name, len(column) - 1))
                self._draw_column(name, column, x, top + 1, width)

    def at(self, x: int, y: int) -> Spot | None:
        """The place and card shown at this position of the screen."""
        return self.rows[y][x].spot if 0 <= y < self.height and 0 <= x < self.width else None

    def text(self) -> str:
        """The screen as text, without colours."""
        return "\n".join("".join(cell.sign for cell in row).rstrip() for row in self.rows)

    def _draw_top(self, board: Board, rules: Rules, pitch: int, height: int) -> None:
        slots = max(COLUMNS, rules.cells + 4)
        narrow = pitch if slots == COLUMNS else self.width // slots
        width = _card_width(narrow)
        left = (self.width - slots * narrow + narrow - width) // 2
        cells = (*board.cells, *[None] * (rules.cells - len(board.cells)))
        for number, (name, card) in enumerate(zip(CELLS, cells, strict=False)):
            spot = Spot(name, -1 if card is None else 0)
            self._draw_place(card, name, left + number * narrow, height, width, spot)
        for suit, rank in enumerate(board.foundations):
            card, x = (DECK[4 * (rank - 1) + suit] if rank else None), left + (slots - 4 + suit) * narrow
            self._draw_place(card, HOME, x, height, width, Spot(HOME, -1), empty=Suit(suit).sign)

    def _draw_place(
        self, card: Card | None, name: str, x: int, height: int, width: int, spot: Spot, empty: str = ""
    ) -> None:
        """A cell or foundation at the top, with its name in the frame or before the card."""
        mark = self._marks.get(name, "") if card is None or spot.place == HOME else self._marks.get(card, "")
        kind: Kind = "empty" if card is None else "frame"
        text = text_of(card) if card is not None else empty
        inner: Kind = "empty" if card is None else _color(card)
        if height == 1:
            self._put(x, 0, f"{name} "[: width - 3], "name", spot)
            self._put(x + min(2, width - 3), 0, f"{text or '--':<3}", inner, spot, mark)
            return
        self._put(x, 0, f"╭{'─' * (width - 2)}╮", kind, spot, mark)
        self._put(x + 2, 0, name, "name" if card is None else "label", spot, mark)
        self._put(x, 1, f"│{'':{width - 2}}│", kind, spot, mark)
        self._put(x + 1, 1, f"{text:^{width - 2}}" if card is None else f"{text:<{width - 2}}", inner, spot, mark)
        self._put(x, 2, f"╰{'─' * (width - 2)}╯", kind, spot, mark)

    def _draw_column(self, name: str, column: tuple[Card, ...], x: int, y: int, width: int) -> None:
        if not column:
            spot, mark = Spot(name, -1), self._marks.get(name, "")
            for row in range(y, self.height):
                self._put(x, row, " " * width, "felt", spot)
            rows = [f"╭{'─' * (width - 2)}╮", f"│{'':{width - 2}}│", f"╰{'─' * (width - 2)}╯"]
            for row, text in enumerate(rows):
                self._put(x, y + row, text, "empty", spot, mark)
            return
        room = self.height - y
        hidden = len(column) - room + 1 if len(column) > room else 0
        step, squeezed, framed = _fitting(len(column), room)
        if hidden:
            self._put(x, y, f"⋮ {hidden}"[:width].center(width), "name", Spot(name, hidden - 1))
            y += 1
        elif framed and squeezed:
            self._put(x, y, f"╭{'─' * (width - 2)}╮", "frame", Spot(name, 0), self._marks.get(column[0], ""))
            y += 1
        for index, card in list(enumerate(column))[hidden:]:
            is_open, is_last = index >= squeezed, index == len(column) - 1
            rows = [f"│{'':{width - 2}}│"] * (step if is_open else 1)
            if is_open:
                rows[0] = f"╭{'─' * (width - 2)}╮"
            if is_last and framed:
                rows += [rows[-1]] * (step == 3) + [f"╰{'─' * (width - 2)}╯"]
            y = self._draw_card(card, Spot(name, index), x, y, rows, int(is_open))
        for row in range(y, self.height):  # a click below a column counts as a click on it
            self._put(x, row, " " * width, "felt", Spot(name, len(column) - 1))

    def _draw_card(self, card: Card, spot: Spot, x: int, y: int, rows: list[str], rank: int) -> int:
        """Draw the visible part of a card, with its rank in one of its rows. Return the next row."""
        mark, inner = self._marks.get(card, ""), len(rows[0]) - 2
        for row, text in enumerate(rows):
            self._put(x, y + row, text, "frame", spot, mark)
        self._put(x + 1, y + rank, f"{text_of(card):<{inner}}", _color(card), spot, mark)
        if len(rows) == 5:
            self._put(x + 1, y + 3, f"{text_of(card):>{inner}}", _color(card), spot, mark)
        return y + len(rows)

    def _put(self, x: int, y: int, text: str, kind: Kind, spot: Spot | None, mark: Mark = "") -> None:
        if 0 <= y < self.height:
            for place, sign in enumerate(text, x):
                if 0 <= place < self.width:
                    self.rows[y][place] = Glyph(sign, kind, mark, spot)


def text_of(card: Card) -> str:
    return card.sign.replace("T", "10")


def _fitting(cards: int, room: int) -> tuple[int, int, bool]:
    """How a column fits into a number of rows: the rows per card, how many of the first cards have one,
    and whether there are frames.

    A frame takes one more row. With three rows per card, the last card takes two more.
    """
    for step, more in ((3, 2), (2, 1)):
        if max(cards, _USUAL) * step + more <= room:
            return step, 0, True
    if cards + 2 <= room:
        return 2, max(0, min(cards, 2 * cards + 2 - room)), True
    return 1, cards, False


def _card_width(pitch: int) -> int:
    return pitch - (2 if pitch >= 9 else 1 if pitch >= 6 else 0)


def _color(card: Card) -> Kind:
    return "red" if card.color == "red" else "black"
