"""What is known of a deal: its 52 cards in dealt order, None where one is not known.

Read from a board just dealt, from a text, or from the cards themselves, `??` standing for one that is not known.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from freecell.board import COLUMNS, DEALT_HEIGHTS, Board
from freecell.cards import Card
from freecell.errors import FindError, FormatError, quoted
from freecell.formats.lines import GAP, Parts
from freecell.formats.table import is_table

Known = list[Card | None]

UNKNOWN = "??"

_JUST_DEALT = "only a board just dealt has a number"


def known_cards(cards: Board | str | Iterable[Any]) -> Known:
    """The 52 cards of a deal as far as they are known: of a Board, a text or cards in dealt order.

    >>> known_cards("7D AD ?? 3S")[:5]
    [Card('7D'), Card('AD'), None, Card('3S'), None]
    """
    if isinstance(cards, Board):
        return _of_board(cards)
    if isinstance(cards, str):
        known = _of_text(cards)
    else:
        try:
            known = _of_cards(cards)
        except TypeError:
            raise FindError(f"{quoted(cards)} is neither a board nor cards: give a Board, a text or a list") from None
    if len(known) > 52:
        raise FindError(f"there are {len(known)} cards: a board has 52")
    known += [None] * (52 - len(known))
    _check_each_is_there_once(known)
    return known


def fit(known: Known, cards: list[Card]) -> bool:
    """Whether 52 cards are those that are known."""
    return all(card is None or card == other for card, other in zip(known, cards, strict=True))


def _of_board(board: Board) -> Known:
    if any(board.foundations) or board.cells:
        raise FindError(f"{_JUST_DEALT}: on this one, cards are in the cells or at home")
    if not board.is_just_dealt:
        heights = ", ".join(str(len(column)) for column in board.columns)
        raise FindError(f"{_JUST_DEALT}: its columns have 7, 7, 7, 7, 6, 6, 6, 6 cards, those of this one {heights}")
    return [card for row in board.rows for card in row]


def _of_cards(cards: Iterable[Any]) -> Known:
    """Cards in dealt order, in a row or in rows, as `deal_freecell` gives them."""
    known: Known = []
    for card in cards:
        if isinstance(card, list | tuple):
            known.extend(map(_card, card))
        else:
            known.append(_card(card))
    return known


def _of_text(text: str) -> Known:
    if text.lstrip().startswith("{") or is_table(text):
        return _of_board(Board.parse(text))
    parts = Parts(text)
    if any(parts.foundations) or any(parts.cells):
        raise FindError(f"{_JUST_DEALT}: on this one, cards are in the cells or at home")
    lines = [_without_gaps_at_the_end(line) for line in parts.lines]
    if not any(lines):
        raise FindError(f"there are no cards in {quoted(text)}")
    # A row has 8 cards, so several lines that begin with one of 7 are columns, if not all of them.
    if parts.colons or len(lines) == COLUMNS or (len(lines) > 1 and len(lines[0]) == DEALT_HEIGHTS[0]):
        return _of_columns(lines)
    for number, line in enumerate(lines, 1):
        if number < len(lines) and len(line) != COLUMNS:
            raise FormatError(f"row {number}, {quoted(' '.join(line))}, has {len(line)} cards: {COLUMNS} are right")
    return [_card(word) for line in lines for word in line]


def _of_columns(columns: list[list[str]]) -> Known:
    """Columns as far as they are known, from the first on."""
    if len(columns) > COLUMNS:
        raise FormatError(f"{len(columns)} columns: a board has {COLUMNS}")
    known: Known = [None] * 52
    for number, (column, height) in enumerate(zip(columns, DEALT_HEIGHTS, strict=False), 1):
        if len(column) > height:
            raise FindError(f"{_JUST_DEALT}: its column {number} has {height} cards, that of this one {len(column)}")
        for row, word in enumerate(column):
            known[row * COLUMNS + number - 1] = _card(word)
    return known


def _without_gaps_at_the_end(line: list[str]) -> list[str]:
    while line and line[-1] == GAP:
        line = line[:-1]
    if GAP in line:
        raise FindError(f"{_JUST_DEALT}: on this one, a column has ended in the row {quoted(' '.join(line))}")
    return line


def _card(card: Any) -> Card | None:
    if card is None or (isinstance(card, str) and card == UNKNOWN):
        return None
    if hasattr(card, "__index__") and not isinstance(card, int):  # an integer of NumPy's
        card = index(card)
    return Card(card)


def _check_each_is_there_once(known: Known) -> None:
    seen: dict[Card, int] = {}
    for place, card in enumerate(known):
        if card is None:
            continue
        if card in seen:
            raise FindError(f"{card} is there twice: {_place(seen[card])}, and {_place(place)}")
        seen[card] = place


def _place(place: int) -> str:
    return f"row {place // COLUMNS + 1}, column {place % COLUMNS + 1}"
