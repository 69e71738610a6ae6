"""Card and Suit: int subclasses with names, colours and symbols.

The value of a card is its place in the unshuffled deck, 0 to 51: AC AD AH AS 2C 2D ... KH KS.
"""

from __future__ import annotations

from enum import IntEnum

from freecell.errors import CardError, quoted
from freecell.numeric import int_or_none

RANKS = "A23456789TJQK"


class Suit(IntEnum):
    """A suit, in the order of the deck.

    >>> Suit.parse("D"), Suit.DIAMONDS.letter, Suit.DIAMONDS.sign, Suit.DIAMONDS.color
    (<Suit.DIAMONDS: 1>, 'D', '♦', 'red')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its letter, its sign or its name.

        >>> Suit.parse("h") == Suit.parse("♥") == Suit.parse("Hearts") == Suit.HEARTS
        True
        """
        for suit in cls:
            if isinstance(text, str) and text.upper() in (suit.letter, suit.sign, suit.name):
                return suit
        raise CardError(f"{quoted(text)} is not a suit: give a letter of CDHS, or a name such as 'hearts'")

    @classmethod
    def _missing_(cls, value: object) -> Suit:
        return cls.parse(value)  # type: ignore[arg-type]  # which rejects anything but a string

    @property
    def letter(self) -> str:
        """The letter of the suit: C, D, H or S."""
        return "CDHS"[self]

    @property
    def sign(self) -> str:
        """♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]

    @property
    def color(self) -> str:
        """The colour, 'red' or 'black'."""
        return "red" if self in (Suit.DIAMONDS, Suit.HEARTS) else "black"

    def __str__(self) -> str:
        return self.letter


class Card(int):
    """One of the 52 cards, made from its name or its place in the deck.

    >>> Card("TD"), Card("10d"), Card("T♦"), Card(37)
    (Card('TD'), Card('TD'), Card('TD'), Card('TD'))
    >>> card = Card("TD")
    >>> card.rank, card.suit.name, card.color, str(card), int(card)
    (10, 'DIAMONDS', 'red', 'TD', 37)

    A card is a number, so it never equals a string. Compare it with another card:

    >>> card == Card("TD"), str(card) == "TD", card == "TD"
    (True, True, False)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            try:
                return _BY_TEXT[card]
            except KeyError:
                return _read(card)
        place = int_or_none(card)
        if place is not None and 0 <= place < 52:
            return DECK[place]
        raise CardError(f"{quoted(card)} is not a card: give a string such as 'TD', or a number from 0 (AC) to 51 (KS)")

    @property
    def rank(self) -> int:
        """The rank of the card, from 1 for an ace to 13 for a king."""
        return (self >> 2) + 1

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return _SUITS[self & 3]

    @property
    def color(self) -> str:
        """The colour, 'red' or 'black'."""
        return _COLORS[self & 3]

    @property
    def sign(self) -> str:
        """The card with the symbol of its suit: T♦."""
        return RANKS[self >> 2] + _SUITS[self & 3].sign

    def __bool__(self) -> bool:
        return True  # so that `if card` is true for AC, too

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


_SUITS = tuple(Suit)
_COLORS = tuple(suit.color for suit in Suit)
_TEXTS = tuple(rank + suit.letter for rank in RANKS for suit in Suit)

DECK = tuple(int.__new__(Card, place) for place in range(52))
"""All cards, unshuffled: AC AD AH AS 2C ... KS."""

_BY_TEXT = {text: DECK[place] for place, text in enumerate(_TEXTS)}

# Other ways to write a card, converted to upper case: 10D and 1D, and suit symbols, filled or not.
_OTHER_RANKS = {"10": "T", "1": "A"}
_OTHER_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_LONGEST = 16  # up to three characters, plus an invisible one from some keyboards, and spaces


def _read(text: str) -> Card:
    """The card for a string that isn't in the usual form."""
    tidy = text[:_LONGEST].strip().upper().rstrip("\ufe0e\ufe0f")  # variation selectors: text or emoji
    rank, suit = tidy[:-1], tidy[-1:]
    card = _BY_TEXT.get(_OTHER_RANKS.get(rank, rank) + _OTHER_SUITS.get(suit, suit))
    if card is None or len(text) > _LONGEST:
        raise CardError(f"{quoted(text)} is not a card: give a rank of {RANKS} (or 10) and a suit of CDHS, as in TD")
    return card
