"""The inversion of the generator in NumPy: the algorithm of core/find.hpp, for reading and for use without the core.

docs/finding.md explains it, with a picture of the bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from freecell.cards import DECK, Card
from freecell.dealing import dealt
from freecell.finding.known import Known, fit


class Narrowing(NamedTuple):
    """How the candidates in one range of numbers are narrowed down, card by card.

    first   what is added to a seed to give its number: 0, 2**31 or 2**32
    bits    how many bits a draw has
    low     after each card, how many values of the low 21 bits of the first state fit the cards so far
    tried   how many complete states have such low bits and fit the second card
    states  after each card, how many of these states fit all remainders so far
    found   the numbers that deal all known cards
    """

    first: int
    bits: int
    low: list[int]
    tried: int
    states: list[int]
    found: list[int]


def invert(known: Known) -> list[int]:
    """The deal numbers that match the known cards, in order. The first two cards must be known."""
    return sorted(number for narrowing in narrow(known) for number in narrowing.found)


def narrow(known: Known) -> Iterator[Narrowing]:
    """The candidates in each of the three ranges, card by card. The first two cards must be known."""
    places = first_places(known)
    # A number is first + seed. A draw is some upper bits of the state, plus a constant.
    for first, bits, more in ((0, 15, 0), (2**31, 15, 2**15), (2**32, 16, 1)):
        rests = [(place - more) % (52 - k) for k, place in enumerate(places)]
        low, left_low = _low_bits(rests)
        tried, left, found = 0, [0] * len(rests), []
        for second in _second_states(low, rests, bits):
            tried += len(second)
            seeds, fitting = _seeds(second, rests, bits)
            left = [old + new for old, new in zip(left, fitting, strict=True)]
            found += [first + seed for seed in seeds if first + seed and fit(known, dealt(first + seed))]
        yield Narrowing(first, bits, left_low, tried, left, sorted(found))


def first_places(known: Known) -> list[int]:
    """The place in the deck from which each card was taken, up to the first unknown card."""
    deck: list[Card] = list(DECK)
    places = []
    for card in known:
        if card is None:
            break
        places.append(deck.index(card))
        deck[places[-1]] = deck[-1]
        deck.pop()
    return places


def _low_bits(rests: list[int]) -> tuple[NDArray[np.uint32], list[int]]:
    """The possible low 21 bits of the state after draw 0, and how many are left after each remainder.

    A bit of the state depends only on the bits below it. So 21 bits are enough. Of their 2**21 values we keep those
    that fit each remainder modulo the power of two in the deck's length: 4 for 52, 2 for 50, 16 for 48, ... 32 for 32.
    """
    low = np.arange(2**21, dtype=np.uint32)
    state, left = low, []
    for k, rest in enumerate(rests):
        power = power_of_two(52 - k)
        fits = (state >> 16) % power == rest % power
        low, state = low[fits], _next(state[fits])
        left.append(len(low))
    return low, left


def power_of_two(length: int) -> int:
    """The largest power of two that divides a deck's length.

    >>> power_of_two(52), power_of_two(51)
    (4, 1)
    """
    return length & -length


def _second_states(low: NDArray[np.uint32], rests: list[int], bits: int) -> Iterator[NDArray[np.uint32]]:
    """The possible states after draw 1 for these low bits, many at a time."""
    # Draw 1 is five + 32 * high, and we know it modulo 51; 8 * 32 leaves 1 there. So high is known modulo 51 too.
    second = _next(low) % 2**21
    high = 8 * (rests[1] + 51 - (second >> 16)) % 51
    for more in range(0, 2 ** (bits - 5), 51):  # one such value of `high` after another
        fits = high + more < 2 ** (bits - 5)
        yield second[fits] + ((high[fits] + more) << 21)


def _seeds(second: NDArray[np.uint32], rests: list[int], bits: int) -> tuple[list[int], list[int]]:
    """The seeds of the states after draw 1 that fit all remainders, and how many states fit after each remainder."""
    first = _previous(second)
    state, left = first, []
    for k, rest in enumerate(rests):
        fits = (state >> 16) % 2**bits % (52 - k) == rest
        first, state = first[fits], _next(state[fits])
        left.append(len(first))
    return [int(seed) % 2 ** (16 + bits) for seed in _previous(first)], left


def _next(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return state * np.uint32(214013) + np.uint32(2531011)


def _previous(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return (state - np.uint32(2531011)) * np.uint32(pow(214013, -1, 2**32))
