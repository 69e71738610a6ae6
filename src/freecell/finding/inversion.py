"""The inversion of the generator in NumPy: what core/find.hpp does, to be read, and for where there is no core.

docs/finding.md explains it, with a picture of the bits.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from freecell.cards import DECK, Card
from freecell.dealing import dealt
from freecell.finding.known import Known, fit


def invert(known: Known) -> list[int]:
    """The numbers that deal the known cards, in order. The first two must be known."""
    places = _first_places(known)
    found: list[int] = []
    # The three ranges: their numbers are first + seed, their draws some bits of the state above 16, and so much more.
    for first, bits, more in ((0, 15, 0), (2**31, 15, 2**15), (2**32, 16, 1)):
        rests = [(place - more) % (52 - k) for k, place in enumerate(places)]
        found += [first + seed for seed in _seeds(rests, bits) if first + seed and fit(known, dealt(first + seed))]
    return sorted(found)


def _first_places(known: Known) -> list[int]:
    """From which place in the deck each card was taken, as far as they are known from the first one on."""
    deck: list[Card] = list(DECK)
    places = []
    for card in known:
        if card is None:
            break
        places.append(deck.index(card))
        deck[places[-1]] = deck[-1]
        deck.pop()
    return places


def _seeds(rests: list[int], bits: int) -> Iterator[int]:
    """The seeds after which draws k = 0, 1, ... of some bits above 16 leave these rests modulo 52 - k."""
    # A bit of the state depends only on the bits below it. So it's enough to keep 21 bits, of all 2**21 ways those that
    # fit the rests modulo the power of two in each length: 4 in 52, 2 in 50, 16 in 48, ... 32 in 32.
    low = np.arange(2**21, dtype=np.uint32)  # of the state behind draw 0
    state = low
    for k, rest in enumerate(rests):
        power = (52 - k) & (k - 52)
        fits = (state >> 16) % power == rest % power
        low, state = low[fits], _next(state[fits])
    # Draw 1 is five + 32 * high, and we know it modulo 51; 8 * 32 leaves 1 there. So high is known modulo 51 too.
    second = _next(low) % 2**21
    high = 8 * (rests[1] + 51 - (second >> 16)) % 51
    for more in range(0, 2 ** (bits - 5), 51):  # one such high after the other
        fits = high + more < 2 ** (bits - 5)
        yield from _fitting_seeds(second[fits] + ((high[fits] + more) << 21), rests, bits)


def _fitting_seeds(second: NDArray[np.uint32], rests: list[int], bits: int) -> Iterator[int]:
    """The seeds of those states behind draw 1 that fit all rests."""
    first = _previous(second)
    state = first
    for k, rest in enumerate(rests):
        fits = (state >> 16) % 2**bits % (52 - k) == rest
        first, state = first[fits], _next(state[fits])
    return (int(seed) % 2 ** (16 + bits) for seed in _previous(first))


def _next(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return state * np.uint32(214013) + np.uint32(2531011)


def _previous(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return (state - np.uint32(2531011)) * np.uint32(pow(214013, -1, 2**32))
