"""xfreecell's own numbers, from its `random.cpp`: a generator in C's signed 32-bit integers.

    state = 314159269 * state % (2**31 - 1)
    draw  = the absolute value of the state; modulo the number of cards left, this is the place

The product overflows and wraps, and the remainder has the sign of the product. The sign never changes a draw, so the
states here are absolute values.
"""

from __future__ import annotations

from collections.abc import Sequence

from freecell.cards import RANKS, Card
from freecell.numbering import places_in, taken_from

DECK = tuple(Card(rank + suit) for suit in "HDCS" for rank in RANKS)
"""The deck before the shuffle."""

_FACTOR = 314159269
_MODULUS = 2**31 - 1
_BLOCK = 52 * 2**15


def dealt(number: int) -> list[Card]:
    """The 52 cards in the order in which they are dealt."""
    state = _next(number)

    def place(left: int) -> int:
        nonlocal state
        state = _next(state)
        return state % left

    return taken_from(DECK, place)


def found(known: Sequence[Card | None]) -> list[int]:
    """The numbers that deal these cards. Each first state that gives the first places leads back to its number."""
    import numpy as np

    places = places_in(DECK, known)
    numbers: set[int] = set()
    # Try the 31-bit states whose first draw gives the first place: there are 2**31 / 52 of them.
    for start in range(places[0], _MODULUS, _BLOCK):
        first = state = np.arange(start, min(start + _BLOCK, _MODULUS), 52, dtype=np.uint32)
        for k, place in enumerate(places[1:], 1):
            product = (state * np.uint32(_FACTOR)).view(np.int32).astype(np.int64)
            following = (np.abs(product) % _MODULUS).astype(np.uint32)
            fits = following % (52 - k) == place
            first, state = first[fits], following[fits]
            if not len(first):
                break
        numbers.update(number for one in first.tolist() for seed in _before(one) for number in _before(seed))
    cards = [card for card in known if card is not None]
    return sorted(number for number in numbers if number and dealt(number)[: len(cards)] == cards)


def _next(state: int) -> int:
    return abs(_wrapped(_FACTOR * state)) % _MODULUS


def _before(state: int) -> set[int]:
    """The states that can come before this one. Two products have the remainder 0, and two have 1."""
    products = {state, state + _MODULUS} if state < 2 else {state}
    return {abs(_wrapped(pow(_FACTOR, -1, 2**32) * product)) for product in products} - {2**31}


def _wrapped(value: int) -> int:
    """The lowest 32 bits as a signed integer."""
    return (value + 2**31) % 2**32 - 2**31
