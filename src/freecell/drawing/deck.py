"""The look of the 52 cards, as SVG: the one definition that pictures, films and the page share.

Everything is drawn with paths, even the ranks, so that no font is needed and a card looks the same everywhere. A card
is a <symbol> of 100 by 140 units. Shared parts (faces, ranks, suit symbols, court figures) are defined once. `layout`
places the cards on a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from freecell.cards import DECK, Card, Suit
from freecell.errors import FreecellError, quoted

Deck = Literal["two", "four"]
Felt = Literal["light", "dark"]
DECKS: tuple[Deck, ...] = ("two", "four")
FELTS: tuple[Felt, ...] = ("light", "dark")

CARD_WIDTH, CARD_HEIGHT = 100, 140
CARD_RADIUS = 9


class FeltColors(NamedTuple):
    """The colours of a table: the cloth, the lines on it, and text."""

    cloth: str
    lines: str
    words: str


FELT_COLORS: dict[Felt, FeltColors] = {
    "light": FeltColors("#3d8b63", "#7fb898", "#ffffff"),
    "dark": FeltColors("#18302a", "#456359", "#dfe9e4"),
}

# For clubs, diamonds, hearts and spades: the colour of the symbol, and of the panel behind a court figure.
_BLACK, _RED, _GREEN, _BLUE = (
    ("#1c2434", "#e8ebf1"),
    ("#cf1f2e", "#fdecec"),
    ("#0b7a3b", "#e4f4ea"),
    ("#1560bd", "#e6effa"),
)
SUIT_COLORS: dict[Deck, tuple[tuple[str, str], ...]] = {
    "two": (_BLACK, _RED, _RED, _BLACK),
    "four": (_GREEN, _BLUE, _RED, _BLACK),
}

# The suit symbols, 24 units wide and high, centred at 0.
SIGNS = {
    Suit.CLUBS: (
        "M-5.4-5.9a5.4 5.4 0 1 1 10.8 0a5.4 5.4 0 1 1-10.8 0zM-11.6 2.6a5.4 5.4 0 1 1 10.8 0a5.4 5.4 0 1 1-10.8 0z"
        "M.8 2.6a5.4 5.4 0 1 1 10.8 0a5.4 5.4 0 1 1-10.8 0zM-2-3h4C1 5 2 9.5 4.6 11.6h-9.2C-2 9.5-1 5-2-3z"
    ),
    Suit.DIAMONDS: "M0-12C2.5-7.5 6-3.5 9.6 0C6 3.5 2.5 7.5 0 12C-2.5 7.5-6 3.5-9.6 0C-6-3.5-2.5-7.5 0-12z",
    Suit.HEARTS: (
        "M0 11.4C-4 6-11.5 1.5-11.5-4.3C-11.5-8.3-8.7-10.8-5.8-10.8C-3-10.8-1-9 0-6.3"
        "C1-9 3-10.8 5.8-10.8C8.7-10.8 11.5-8.3 11.5-4.3C11.5 1.5 4 6 0 11.4z"
    ),
    Suit.SPADES: (
        "M0-11.8C4-6.5 11.2-2.6 11.2 3.2C11.2 6.6 8.8 8.7 6.1 8.7C3.9 8.7 2.2 7.6 1 5.7"
        "C1.1 8.5 2.3 10.5 4.6 11.6h-9.2C-2.3 10.5-1.1 8.5-1 5.7C-2.2 7.6-3.9 8.7-6.1 8.7"
        "C-8.8 8.7-11.2 6.6-11.2 3.2C-11.2-2.6-4-6.5 0-11.8z"
    ),
}

# The ranks, 28 units high, as the lines that a broad pen follows.
_BROAD_PEN = 'fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
_RANK_LINES = {
    "A": "M2 26L10.5 2L19 26M5.5 18H15.5",
    "2": "M3 8.5C3-.5 18-.5 18 8C18 14.5 3 19 3 26H18.5",
    "3": "M3 5.5C7 .5 17.5 1 17.5 8C17.5 13 12 13.5 9 13.5C13 13.5 18.5 15 18.5 20C18.5 27.5 7 28 2 22.5",
    "4": "M14 26V2L2 19.5H19",
    "5": "M16.5 2H5L4 12.5C10 9.5 18.5 11 18.5 18C18.5 27.5 7 28 2 23",
    "6": "M15.5 2C7 5 3 11 3 18C3 29 18.5 28.5 18.5 18.5C18.5 9.5 6 9.5 3.2 17",
    "7": "M2 2H18.5C13 9 9 17 8.5 26",
    "8": "M10.5 13C2 12 2.5 2 10.5 2S19 12 10.5 13C.5 14.5.5 26 10.5 26S20.5 14.5 10.5 13z",
    "9": "M5.5 26C14 23 18 17 18 10C18-1 2.5-.5 2.5 9.5C2.5 18.5 15 18.5 17.8 11",
    "T": "M2 7L6.5 2.5V26M21 2C12.5 2 12.5 26 21 26S29.5 2 21 2z",
    "J": "M15.5 2V18.5C15.5 28.5 3 28 2.5 19.5",
    "Q": "M11 2C-.5 2-.5 26 11 26S22.5 2 11 2zM13 19.5L19.5 27",
    "K": "M3 2V26M18 2L3 17M8.5 12L19 26",
}

# The body of a card is a panel from 12, 42 to 88, 132, in a tint of the suit's colour. It separates the pips from
# the index above: without it, the suit in the index of a 2 or a 3 looks like another pip.
_PANEL = '<rect id="{}panel" x="12" y="42" width="76" height="90" rx="6"/>'

# The pips of a number card: rows at the sides, and heights in the middle.
_SIDE_HEIGHTS = {0: (), 2: (58, 116), 3: (58, 87, 116), 4: (55, 76.5, 97.5, 119)}
_SPOTS: dict[int, tuple[int, tuple[float, ...]]] = {
    2: (0, (58, 116)),
    3: (0, (58, 87, 116)),
    4: (2, ()),
    5: (2, (87,)),
    6: (3, ()),
    7: (3, (72.5,)),
    8: (3, (72.5, 101.5)),
    9: (4, (87,)),
    10: (4, (65.7, 108.3)),
}
_MIDDLE = 87  # of the body: pips below it are upside down
_SIDES = (29, 71)

_FACE_COLORS = "#fff", "#8b939c"  # of a card, and of its edge

# The figures of the court cards, in front of the panel, in the suit's colour and these colours.
_GOLD, _SKIN, _PEN, _LIPS = "#f2bb3c", "#fbe2c8", "#2a2f3b", "#b4433c"
_GILT = f'fill="{_GOLD}" stroke="{_PEN}" stroke-width="1.5" stroke-linejoin="round"'
_FACE = (
    f'<path d="M36 74a14 15 0 0 1 28 0v6a14 16 0 0 1-28 0z" fill="{_SKIN}"/>'
    f'<path d="M44 77v1M56 77v1" stroke="{_PEN}" stroke-width="3.6" stroke-linecap="round"/>'
)
_SMILE = f'<path d="M46.5 88.5q3.5 3 7 0" fill="none" stroke="{_LIPS}" stroke-width="2.4" stroke-linecap="round"/>'


def _robe(neck: str) -> str:
    """A robe as wide as the frame, and the line of its upper edge."""
    return f'<path d="M12 126{neck}V126A6 6 0 0 1 82 132H18A6 6 0 0 1 12 126z"/>'


_COURTS = {
    "J": (  # fair hair under a cap with a feather
        f'<path d="M31 68h38c3 14 2 24-1 35l-7 3H39l-7-3c-3-11-4-21-1-35z" {_GILT}/>'
        + _robe("C12 110 30 106 40 103H60C70 106 88 110 88 126")
        + f'<path d="M36 104L43 100V95h14v5l7 4L50 118z" fill="{_SKIN}"/>'
        + f'<path d="M36 104L50 118L64 104" fill="none" stroke="{_GOLD}" stroke-width="4"/>'
        + _FACE
        + _SMILE
        + '<path d="M27 69C26 54 40 50 52 51C64 52 74 58 73 69z"/>'
        + f'<path d="M26 65.5h48v6H26zM66 66C66 54 72 47 84 45C84 57 78 64 66 66zM66 66L79 50" {_GILT}/>'
    ),
    "Q": (  # long hair under a crown with three pearls
        '<path d="M50 53C30 53 28 68 28 80C28 94 25 100 21 107H79C75 100 72 94 72 80C72 68 70 53 50 53z"/>'
        f'<path d="M34 100H66L74 108L50 120L26 108z" fill="{_GOLD}"/>'
        f'<path d="M43 92h14v10l-7 6l-7-6z" fill="{_SKIN}"/>'
        + _robe("C12 114 20 109 30 106L50 117L70 106C80 109 88 114 88 126")
        + _FACE
        + _SMILE
        + '<path d="M36 77C37 67 44 67 50 61C56 67 63 67 64 77C68 62 60 56 50 56S32 62 36 77z"/>'
        + f'<path d="M32 63Q50 53 68 63L70 51L60.5 54L50 45L39.5 54L30 51z" {_GILT}/>'
        + f'<path d="M30 50.5v.1M50 45v.1M70 50.5v.1" stroke="{_GOLD}" stroke-width="5" stroke-linecap="round"/>'
    ),
    "K": (  # a beard, and a crown with points
        '<path d="M33 66h34c2 8 2 14 0 22H33c-2-8-2-14 0-22z"/>'
        + _robe("C12 110 30 106 40 103H60C70 106 88 110 88 126")
        + f'<path d="M25 107L40 103H60L75 107L50 124z" fill="{_GOLD}"/>'
        + _FACE
        + '<path d="M34 78C38 86 44 83 50 83S62 86 66 78C68 96 60 108 50 110C40 108 32 96 34 78z"/>'
        + f'<path d="M46.5 90h7" stroke="{_SKIN}" stroke-width="2.6" stroke-linecap="round"/>'
        + f'<path d="M32 68L29 48L40 56L50 44L60 56L71 48L68 68zM35 63.5h30" {_GILT}/>'
    ),
}


def symbols(cards: Iterable[Card] = DECK, deck: Deck = "two", prefix: str = "") -> str:
    """A <symbol> for each of these cards, with the card's name as its id, after the shared parts.

    If a page contains several SVGs, a prefix for every id separates different decks.
    """
    return _symbols(list(cards), SUIT_COLORS[checked_deck(deck)], prefix)


def sheet() -> str:
    """An SVG document with the symbols of all 52 cards: `<use href="cards.svg#7D"/>` shows one of them.

    They have two colours on white, unless the page sets others in its style with --clubs, --clubs-tint, --face,
    --face-edge and so on.
    """
    colors = [
        (f"var(--{suit.name.lower()},{color})", f"var(--{suit.name.lower()}-tint,{tint})")
        for suit, (color, tint) in zip(Suit, SUIT_COLORS["two"], strict=True)
    ]
    face = f"var(--face,{_FACE_COLORS[0]})", f"var(--face-edge,{_FACE_COLORS[1]})"
    return f'<svg xmlns="http://www.w3.org/2000/svg">{_symbols(DECK, colors, "", face)}</svg>\n'


def _symbols(
    cards: Sequence[Card], colors: Sequence[tuple[str, str]], prefix: str, face: tuple[str, str] = _FACE_COLORS
) -> str:
    ranks = sorted({str(card)[0] for card in cards})
    edge = f'x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="{CARD_RADIUS}"'
    parts = [
        f'<rect id="{prefix}face" {edge} fill="{face[0]}" stroke="{face[1]}"/>{_PANEL.format(prefix)}',
        *(f'<path id="{prefix}{suit}" d="{SIGNS[suit]}"/>' for suit in sorted({card.suit for card in cards})),
        *(f'<path id="{prefix}r{rank}" d="{_RANK_LINES[rank]}" {_BROAD_PEN}/>' for rank in ranks),
        *(f'<g id="{prefix}f{rank}">{_COURTS[rank]}</g>' for rank in ranks if rank in _COURTS),
    ]
    return f"<defs>{''.join(parts)}</defs>" + "".join(_symbol(card, *colors[card.suit], prefix) for card in cards)


def card_name(card: Card) -> str:
    """The card in words: 7 of diamonds."""
    rank = {1: "ace", 11: "jack", 12: "queen", 13: "king"}.get(card.rank, card.rank)
    return f"{rank} of {card.suit.name.lower()}"


def checked_deck(deck: Deck) -> Deck:
    """Validate the name of a deck."""
    if deck not in DECKS:
        raise FreecellError(f"deck must be {' or '.join(map(repr, DECKS))}, got {quoted(deck)}")
    return deck


def checked_felt(felt: Felt) -> Felt:
    """Validate the name of a felt."""
    if felt not in FELTS:
        raise FreecellError(f"felt must be {' or '.join(map(repr, FELTS))}, got {quoted(felt)}")
    return felt


def _symbol(card: Card, color: str, tint: str, prefix: str) -> str:
    rank, suit = str(card)[0], card.suit.letter
    width, height = CARD_WIDTH, CARD_HEIGHT
    index = (
        f'<use href="#{prefix}r{rank}" x="8" y="8" stroke="{color}"/>'
        f'<use href="#{prefix}{suit}" transform="translate({58 if rank == "T" else 48} 22)scale(1.1)"/>'
    )
    return (
        f'<symbol id="{prefix}{card}" viewBox="0 0 {width} {height}"><use href="#{prefix}face"/>'
        f'<use href="#{prefix}panel" fill="{tint}"/><g fill="{color}">{index}{_body(card, tint, prefix)}</g></symbol>'
    )


def _body(card: Card, tint: str, prefix: str) -> str:
    """The body of a card: one large symbol, as many pips as its number, or a figure."""
    rank, suit = str(card)[0], card.suit.letter
    sign = f"#{prefix}{suit}"
    if card.rank == 1:
        return f'<use href="{sign}" transform="translate(50 {_MIDDLE})scale(2.8)"/>'
    if card.rank > 10:
        return (
            f'<use href="#{prefix}f{rank}"/>'
            f'<g fill="{tint}"><use href="{sign}" transform="translate(24 121)scale(.5)"/>'
            f'<use href="{sign}" transform="translate(76 121)scale(.5)"/></g>'
        )
    rows, middle = _SPOTS[card.rank]
    spots = [(x, y) for y in _SIDE_HEIGHTS[rows] for x in _SIDES] + [(50, y) for y in middle]
    upright = [(x, y) for x, y in spots if y <= _MIDDLE]
    turned = [(100 - x, 2 * _MIDDLE - y) for x, y in spots if y > _MIDDLE]
    scale = 0.8 if rows == 4 else 0.95
    return _signs(sign, upright, scale) + f'<g transform="rotate(180 50 {_MIDDLE})">{_signs(sign, turned, scale)}</g>'


def _signs(sign: str, spots: Sequence[tuple[float, float]], scale: float) -> str:
    uses = "".join(f'<use href="{sign}" x="{x / scale:.4g}" y="{y / scale:.4g}"/>' for x, y in spots)
    return f'<g transform="scale({scale})">{uses}</g>'
