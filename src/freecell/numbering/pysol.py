"""PySol's numbers: a 64-bit linear congruential generator, of which only the lower 52 bits matter.

    state = (6364136223846793005 * state + 1) mod 2**64
    draw  = bits 21 to 51 of the state, as a fraction of 2**31; times the number of cards left, this is the place

So numbers with the same lower 52 bits deal the same board, and each place gives the highest bits of a state. From
the places of the first 16 cards, `found` computes the only number below 2**52 that is possible.
"""

from __future__ import annotations

from collections.abc import Sequence

from freecell.cards import RANKS, Card
from freecell.numbering import FEWEST, places_in, taken_from

DECK = tuple(Card(rank + suit) for suit in "CSHD" for rank in RANKS)
"""The deck before the shuffle."""

_FACTOR = 6364136223846793005
_STATES = 2**52
_DRAWS = 2**31


def dealt(number: int) -> list[Card]:
    """The 52 cards in the order in which they are dealt."""
    state = number

    def place(left: int) -> int:
        nonlocal state
        state = (_FACTOR * state + 1) % _STATES
        # The last card needs no draw: any draw would give place 0.
        return (state >> 21) * left // _DRAWS

    return taken_from(DECK, place)


def found(known: Sequence[Card | None]) -> list[int]:
    """The lowest number above 32000 that deals these cards, if there is one. Adding 2**52 gives the next one."""
    from freecell.numbering.lattice import closest, reduced

    places = places_in(DECK, known)[:FEWEST]
    # With factor f, state k is f**k * state 0 + shift k. So the states without their shifts are a vector of a lattice.
    # The places show which: they confine each state to 1/37 of the range or less, and only one vector fits there.
    powers = [pow(_FACTOR, k, _STATES) for k in range(FEWEST)]
    shifts = [0]
    for _ in powers[1:]:
        shifts.append((_FACTOR * shifts[-1] + 1) % _STATES)
    middles = [_middle(place, 52 - k) - shifts[k] for k, place in enumerate(places)]
    basis = [powers, *([_STATES * (row == column) for column in range(FEWEST)] for row in range(1, FEWEST))]
    first = closest(reduced(basis), middles)[0] % _STATES
    number = (first - 1) * pow(_FACTOR, -1, _STATES) % _STATES
    if number <= 32000:  # PySol deals these like Microsoft
        number += _STATES
    cards = dealt(number)
    return [number] if all(card in (None, other) for card, other in zip(known, cards, strict=True)) else []


def _middle(place: int, left: int) -> int:
    """The middle of the states that give this place."""
    first, last = -(-place * _DRAWS // left), -(-(place + 1) * _DRAWS // left)
    return (first + last) * 2**21 // 2
