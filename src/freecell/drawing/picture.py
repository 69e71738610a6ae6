"""A picture of a position, as an SVG document (`board.svg()`) or a PNG.

This module draws the table and the cards on it, for films as well. `deck` has the look of the cards, and `layout` their
positions.
"""

from __future__ import annotations

from html import escape
from os import PathLike
from pathlib import Path
from typing import TypedDict, Unpack

from freecell import notation
from freecell.atomic import replacing
from freecell.board import CELLS, Board
from freecell.cards import DECK, Card, Suit
from freecell.dealing import valid_deal
from freecell.drawing.arrow import arrow as arrow_of
from freecell.drawing.deck import (
    CARD_HEIGHT,
    CARD_RADIUS,
    CARD_WIDTH,
    FELT_COLORS,
    SIGNS,
    Deck,
    Felt,
    card_name,
    checked_deck,
    checked_felt,
    symbols,
)
from freecell.drawing.layout import COLUMN_TOP, MARGIN, Layout, Point
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.numeric import int_or_none
from freecell.rules import COLUMN_NAMES, Move, Rules, valid_rules

MOST_PIXELS = 8192

_FOOT = 20  # the extra height of a picture with a number in it
_HALVES = {" ": 5, "1": 5, "l": 4}  # the widths of its narrow characters; the others have 14

# The names of columns and cells, and the characters of numbers, as strokes, 14 units high and centred at 0.
_MARKS = {
    "0": "M0-7C-6-7-6 7 0 7S6-7 0-7z",
    "1": "M-3-4L1-7V7",
    "2": "M-4-3.5C-4-8 4-8 4-3.5C4 0-4 2.5-4 7H4.5",
    "3": "M-4-5.5C-1-8 4-7 4-3.5C4-1 1-.5-1-.5C1.5-.5 4.5.5 4.5 3C4.5 7.5-2 8-4.5 5",
    "4": "M2 7V-7L-5 3H5",
    "5": "M4-7H-3L-3.5-1C0-2.5 4.5-1.5 4.5 2.5C4.5 7.5-2 8-4.5 5.5",
    "6": "M3-7C-2-5.5-4-1-4 2.5C-4 8.5 4.5 8.5 4.5 3C4.5-2-2.5-2-4 2",
    "7": "M-4.5-7H4.5C1.5-3-.5 2-1 7",
    "8": "M0-.5C-4.5-1-4.5-7 0-7S4.5-1 0-.5C-5.5 0-5.5 7 0 7S5.5 0 0-.5z",
    "9": "M-3 7C2 5.5 4 1 4-2.5C4-8.5-4.5-8.5-4.5-3C-4.5 2 2.5 2 4-2",
    "-": "M-4 0H4",
    "D": "M-4-7H-1C6.5-7 6.5 7-1 7H-4z",
    "l": "M0-8V7",
    "a": "M4-3V7M4 2C4-4.5-4.5-4.5-4.5 2S4 8.5 4 2",
    "b": "M-4-8V7M-4 2C-4-4.5 4.5-4.5 4.5 2S-4 8.5-4 2",
    "c": "M4-1C1-5-4.5-3.5-4.5 2S1 9 4 5",
    "d": "M4-8V7M4 2C4-4.5-4.5-4.5-4.5 2S4 8.5 4 2",
    "e": "M-4.5 2H4.5C4.5-5-4.5-5-4.5 2S2 9 4 5",
    "f": "M3.5-7.5C0-8.5-1-6.5-1-4V7M-4-2.5H3",
    "g": "M4-3V7.5C4 12-2.5 12-4 9.5M4 2C4-4.5-4.5-4.5-4.5 2S4 8.5 4 2",
}


class PictureOptions(TypedDict, total=False):
    """The keyword arguments of `svg`."""

    rules: Rules | None
    deck: Deck
    felt: Felt
    arrow: Move | str | None
    width: int | None
    title: str | None
    deal: int | None


def svg(
    board: Board,
    *,
    rules: Rules | None = None,
    deck: Deck = "two",
    felt: Felt = "light",
    arrow: Move | str | None = None,
    width: int | None = None,
    title: str | None = None,
    deal: int | None = None,
) -> str:
    """The board as an SVG document. `Board.svg` explains the arguments."""
    rules = Rules(max(4, len(board.cells))) if rules is None else valid_rules(rules)
    layout = Layout(rules.cells)
    spots = layout.spots(board)
    height = layout.height([board])
    words = description(board)
    pointing = ""
    if arrow is not None:
        move = notation.as_move(arrow, board, rules)
        words += f" An arrow shows the next move: {notation.sentence(move, board, rules)}."
        pointing, needed = arrow_of(layout, board, move, rules)
        height = max(height, needed)
    if deal is not None:
        pointing += _number(f"Deal {valid_deal(deal)}", layout.width, height, felt)
        height += _FOOT
    if not isinstance(title, str | None):
        raise FreecellError(f"title must be a string, got {quoted(title)}")
    if title is None:
        deal = board.deal if deal is None else deal
        title = "A FreeCell board" if deal is None else f"Deal {deal}"
    prefix = f"{checked_deck(deck)}-"
    return (
        opening(layout.width, height, width, title, words)
        + symbols(spots, deck, prefix)
        + table(layout, height, felt)
        + "".join(card_use(card, spot, prefix) for card, spot in spots.items())
        + f"{pointing}</svg>\n"
    )


def save(board: Board, path: str | PathLike[str], **options: Unpack[PictureOptions]) -> None:
    """Write a picture of the board to a .svg or .png file."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (".svg", ".png"):
        raise FreecellError(f"a picture needs a name that ends in .svg or .png, got {quoted(str(path))}")
    document = svg(board, **options)
    content = png(document) if suffix == ".png" else document.encode()
    with replacing(path) as file:
        file.write(content)


def in_notebook(document: str) -> str:
    """A document to embed in a page: no wider than the available space."""
    return document.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def png(document: str, width: int | None = None) -> bytes:
    """Convert one of our SVG documents to a PNG, with this width in pixels or its own."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingDependencyError("PNG pictures need resvg-py: pip install 'freecell[film]'") from None
    return bytes(svg_to_bytes(svg_string=document, width=width, skip_system_fonts=True))


def checked_width(width: int) -> int:
    """Validate a width in pixels."""
    whole = int_or_none(width)
    if whole is None or not 1 <= whole <= MOST_PIXELS:
        raise FreecellError(f"width must be a whole number of pixels from 1 to {MOST_PIXELS}, got {quoted(width)}")
    return whole


def opening(width: float, height: float, pixels: int | None, title: str, words: str) -> str:
    """The beginning of a document, with its description. Without a width in pixels, a unit is one pixel."""
    across = width if pixels is None else checked_width(pixels)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" height="{round(across * height / width, 1):g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="group"><title>{escape(title)}</title><desc>{words}</desc>'
    )


def table(layout: Layout, height: float, felt: Felt) -> str:
    """The cloth, with the places for cards and their names."""
    colors = FELT_COLORS[checked_felt(felt)]
    cells = {name: layout.cell(number) for number, name in enumerate(CELLS[: layout.cells])}
    columns = {name: layout.in_column(number) for number, name in enumerate(COLUMN_NAMES)}
    homes = {suit: layout.home(suit) for suit in Suit}
    middle, half = CARD_WIDTH / 2, CARD_HEIGHT / 2
    marks = [(name, spot.x + middle, spot.y + half) for name, spot in cells.items()]
    marks += [(name, spot.x + middle, COLUMN_TOP - 19) for name, spot in columns.items()]
    edge = f'width="{CARD_WIDTH - 2}" height="{CARD_HEIGHT - 2}" rx="{CARD_RADIUS}"'
    places = (*cells.values(), *homes.values(), *columns.values())
    return (
        f'<rect width="{layout.width:g}" height="{height:g}" rx="14" fill="{colors.cloth}"/>'
        f'<g fill="none" stroke="{colors.lines}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        + "".join(f'<rect x="{spot.x + 1:g}" y="{spot.y + 1:g}" {edge}/>' for spot in places)
        + "".join(f'<path d="{_MARKS[name]}" transform="translate({x:g} {y:g})"/>' for name, x, y in marks)
        + f'</g><g fill="{colors.lines}">'
        + "".join(
            f'<path d="{SIGNS[suit]}" transform="translate({spot.x + middle:g} {spot.y + half:g})scale(2)"/>'
            for suit, spot in homes.items()
        )
        + "</g>"
    )


def card_use(card: Card, spot: Point, prefix: str, attributes: str = "", inside: str = "") -> str:
    """A card on the table."""
    return (
        f'<use role="img" aria-label="{card_name(card)}" href="#{prefix}{card}" x="{spot.x:g}" y="{spot.y:g}" '
        f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"{attributes}' + (f">{inside}</use>" if inside else "/>")
    )


def description(board: Board) -> str:
    """Describe the board in words."""
    homes = [
        f"{suit.name.lower()} up to the {_rank(rank)}"
        for suit, rank in zip(Suit, board.foundations, strict=True)
        if rank
    ]
    cells = [f"{name} {card_name(card)}" for name, card in zip(CELLS, board.cells, strict=False) if card is not None]
    columns = (
        f"Column {name}: {', '.join(map(card_name, column)) or 'empty'}."
        for name, column in zip(COLUMN_NAMES, board.columns, strict=True)
    )
    return f"Home: {', '.join(homes) or 'nothing'}. Cells: {', '.join(cells) or 'empty'}. {' '.join(columns)}"


def _rank(rank: int) -> str:
    return card_name(DECK[4 * (rank - 1)]).partition(" ")[0]


def _number(text: str, width: float, top: float, felt: Felt) -> str:
    """Text below the columns, at the right."""
    halves = [_HALVES.get(sign, 7) for sign in text]
    x, y = width - MARGIN - 2 * sum(halves), top + 1
    marks = []
    for sign, half in zip(text, halves, strict=True):
        if sign != " ":
            marks.append(f'<path d="{_MARKS[sign]}" transform="translate({x + half:g} {y:g})"/>')
        x += 2 * half
    color = FELT_COLORS[checked_felt(felt)].words
    pen = 'fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g {pen} stroke="{color}">{"".join(marks)}</g>'
