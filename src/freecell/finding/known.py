"""The known cards of a deal: 52 cards in dealt order, with None for an unknown one.

They come from a freshly dealt board, a string or a list of cards, in which `??` is an unknown card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from freecell.board import COLUMNS, DEALT_HEIGHTS, Board
from freecell.cards import Card
from freecell.errors import FindError, FormatError, quoted
from freecell.formats import texts
from freecell.formats.blocks import Block, first_block
from freecell.formats.lines import GAP, UNKNOWN, Parts, is_code
from freecell.formats.table import is_table

Known = list[Card | None]

_JUST_DEALT = "only a freshly dealt board has a number"


def known_cards(cards: Board | str | bytes | Iterable[Any]) -> Known:
    """The known cards of a deal, from a Board, a string, cards in dealt order, rows or columns.

    >>> known_cards("7D AD ?? 3S")[:5]
    [Card('7D'), Card('AD'), None, Card('3S'), None]
    """
    if isinstance(cards, Board):
        return _of_board(cards)
    if isinstance(cards, str | bytes | bytearray):
        known = _of_text(cards if isinstance(cards, str) else texts.decoded(bytes(cards)))
    else:
        try:
            known = _of_cards(list(cards))
        except TypeError:
            raise FindError(f"{quoted(cards)} is neither a board nor cards: give a Board, a string or a list") from None
    if len(known) > 52:
        raise FindError(f"expected at most 52 cards, got {len(known)}")
    known += [None] * (52 - len(known))
    _check_each_is_there_once(known)
    return known


def fit(known: Known, cards: list[Card]) -> bool:
    """Whether 52 cards match the known ones."""
    return all(card is None or card == other for card, other in zip(known, cards, strict=True))


def _of_board(board: Board) -> Known:
    if any(board.foundations) or board.cells:
        raise FindError(f"{_JUST_DEALT}: here, cards are in the cells or at home")
    if not board.is_just_dealt:
        heights = ", ".join(str(len(column)) for column in board.columns)
        raise FindError(f"{_JUST_DEALT}: its columns have 7, 7, 7, 7, 6, 6, 6, 6 cards, but here they have {heights}")
    return [card for row in board.rows for card in row]


def _of_cards(cards: list[Any]) -> Known:
    """Cards in dealt order, or lists of cards: rows as from `deal_freecell`, or columns as in a `Board`."""
    lists = [_as_list(item) for item in cards]
    if None not in lists:
        return _of_lists([line for line in lists if line is not None])
    if any(line is not None for line in lists):
        raise FindError(f"{quoted(cards)} mixes cards and lists of cards: give one or the other")
    return [_card(card) for card in cards]


def _as_list(item: Any) -> list[Any] | None:
    """The items of a list, a tuple, an array or a string with a column; None for anything that should be one card."""
    if isinstance(item, str):
        words = item.split()
        return words if len(words) > 1 else None
    return list(item) if hasattr(item, "__iter__") else None


def _of_text(text: str) -> Known:
    block, several = first_block(text)
    if block is None or several:
        raise FindError(several or f"no cards found in {quoted(text)}")
    return _of_block(block)


def _of_block(block: Block) -> Known:
    text = block.text
    if block.is_json or is_table(text) or is_code(text):
        return _of_board(Board.parse(text))
    parts = Parts(text)
    if any(parts.foundations) or any(parts.cells):
        raise FindError(f"{_JUST_DEALT}: here, cards are in the cells or at home")
    lines = [_without_gaps_at_the_end(line) for line in parts.lines]
    if not any(lines):
        raise FindError(f"no cards found in {quoted(text)}")
    return _of_columns(lines) if parts.colons else _of_lists(lines)


def _of_lists(lines: list[list[Any]]) -> Known:
    """Rows or columns. A board has 7 rows, so 8 lists are columns. Fewer lists are columns if the first has 7 cards.

    A single list is cards in dealt order.
    """
    if len(lines) == COLUMNS or (len(lines) > 1 and len(lines[0]) == DEALT_HEIGHTS[0]):
        return _of_columns(lines)
    for number, line in enumerate(lines[:-1], 1):
        if len(line) != COLUMNS:
            words = quoted(" ".join(map(str, line)))
            raise FormatError(
                f"row {number}, {words}, has {len(line)} card{'s' * (len(line) != 1)}: a row has {COLUMNS}"
            )
    return [_card(word) for line in lines for word in line]


def _of_columns(columns: list[list[Any]]) -> Known:
    """The known columns, starting with the first."""
    if len(columns) > COLUMNS:
        raise FormatError(f"expected {COLUMNS} columns, got {len(columns)}")
    known: Known = [None] * 52
    for number, (column, height) in enumerate(zip(columns, DEALT_HEIGHTS, strict=False), 1):
        if len(column) > height:
            raise FindError(f"{_JUST_DEALT}: its column {number} has {height} cards, but here it has {len(column)}")
        for row, word in enumerate(column):
            known[row * COLUMNS + number - 1] = _card(word)
    return known


def _without_gaps_at_the_end(line: list[str]) -> list[str]:
    end = len(line)
    while end and line[end - 1] == GAP:
        end -= 1
    line = line[:end]
    if GAP in line:
        raise FindError(f"{_JUST_DEALT}: here, a column ends above the row {quoted(' '.join(line))}")
    return line


def _card(card: Any) -> Card | None:
    return None if card is None or (isinstance(card, str) and card == UNKNOWN) else Card(card)


def _check_each_is_there_once(known: Known) -> None:
    seen: dict[Card, int] = {}
    for place, card in enumerate(known):
        if card is None:
            continue
        if card in seen:
            raise FindError(f"{card} appears twice: {_place(seen[card])}, and {_place(place)}")
        seen[card] = place


def _place(place: int) -> str:
    return f"row {place // COLUMNS + 1}, column {place % COLUMNS + 1}"
