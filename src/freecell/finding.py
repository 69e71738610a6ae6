"""From cards back to the numbers of the deals that have them.

The generator behind the deals can be worked backwards: docs/finding.md explains how. The compiled core does it in
microseconds; what stands here in NumPy is the same, to be read, and used where there is no core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from freecell.board import Board
from freecell.cards import DECK, Card, Suit
from freecell.core import core, thread_count
from freecell.deals import LAST, deals, dealt
from freecell.errors import FindError
from freecell.known import known_cards

Known = list[Card | None]

FEWEST = 6
"""So many cards must be known: with fewer, dozens of deals have them."""

FEWEST_RENAMED = 8
"""So many to look for a deal with its suits renamed: with fewer, one of 23 namings may fit some deal by chance."""

_JOKES = {number: dealt(number) for number in (-2, -1)}


class Renamed(NamedTuple):
    """A deal with its suits renamed: `suits` are those that stand in place of clubs, diamonds, hearts and spades."""

    number: int
    suits: tuple[Suit, ...]

    def __str__(self) -> str:
        return f"deal {self.number} with {_naming(self.suits)}"


def find(cards: Board | str | Iterable[Any], *, advance: Callable[[int], object] = lambda _: None) -> list[int]:
    """The numbers of all deals that have these cards, in order; -1 and -2 are among them.

    `cards` is a board just dealt, a text of one, or the first cards in dealt order; `??` or None is a card not known.

    >>> find("7D AD 5C 3S 5S 8C 2D AH")
    [617]

    If the first two cards are not known, every number has to be looked at, which takes a minute or so. `advance` is
    then told from time to time how many more are done, of `LAST`.
    """
    known = known_cards(cards)
    count = 52 - known.count(None)
    if count < FEWEST:
        have = "1 card is known" if count == 1 else f"{count} cards are known"
        raise FindError(f"{have}, which fits about {LAST // perm(52, count)} deals: give {FEWEST} or more")
    jokes = [number for number, joke in _JOKES.items() if _fit(known, joke)]
    return jokes + (_invert(known) if _can_be_inverted(known) else _scan(known, advance))


def find_renamed(cards: Board | str | Iterable[Any]) -> list[Renamed]:
    """The deals that have these cards once the suits are renamed, in any of the 23 other ways.

    Some programs deal Microsoft's numbers from a deck with another order of suits.

    >>> print(*find_renamed("7D AD 5S 3C 5C 8S 2D AH"))
    deal 617 with clubs and spades exchanged
    """
    known = known_cards(cards)
    count = 52 - known.count(None)
    if count < FEWEST_RENAMED:
        raise FindError(f"{count} cards are known, and {FEWEST_RENAMED} are needed to tell renamed suits from chance")
    if not _can_be_inverted(known):
        raise FindError("the first two cards are not known, and going through all deals for each naming takes too long")
    found: list[Renamed] = []
    seen = {tuple(known)}  # two namings are the same if they differ in suits that are not there
    for suits in sorted(permutations(Suit), key=lambda suits: sum(suit != place for place, suit in enumerate(suits))):
        original = {suit: place for place, suit in enumerate(suits)}
        plain = [None if card is None else DECK[card & ~3 | original[card.suit]] for card in known]
        if tuple(plain) not in seen:
            seen.add(tuple(plain))
            found += [Renamed(number, suits) for number in find(plain)]
    return found


def _naming(suits: tuple[Suit, ...]) -> str:
    """Which suits are exchanged, or which stands for which."""
    changed = [(new, old) for new, old in zip(suits, Suit, strict=True) if new != old]
    if all(suits[new] == old for new, old in changed):
        return ", and ".join(f"{_name(old)} and {_name(new)} exchanged" for new, old in changed if old < new)
    *most, last = (f"{_name(new)} for {_name(old)}" for new, old in changed)
    return f"{', '.join(most)} and {last}"


def _name(suit: Suit) -> str:
    return suit.name.lower()


def _can_be_inverted(known: Known) -> bool:
    return known[0] is not None and known[1] is not None


def _fit(known: Known, cards: list[Card]) -> bool:
    return all(card is None or card == other for card, other in zip(known, cards, strict=True))


def _scan(known: Known, advance: Callable[[int], object]) -> list[int]:
    """Looks at every number. Between blocks Python sees to signals, so Ctrl-C stops at once."""
    found: list[int] = []
    places = [place for place, card in enumerate(known) if card is not None]
    wanted = [known[place] for place in places]
    threads = thread_count()
    block = 2**25 if core else 2**12
    for first in range(1, LAST + 1, block):
        count = min(block, LAST + 1 - first)
        if core:
            found += core.scan(_encoded(known), first, count, threads)
        else:
            fits = (deals(first, first + count)[:, places] == wanted).all(axis=1)
            found += [first + int(row) for row in np.flatnonzero(fits)]
        advance(count)
    return found


def _invert(known: Known) -> list[int]:
    """The numbers found by working the generator backwards from the first cards."""
    if core:
        return core.invert(_encoded(known))
    places = _first_places(known)
    found: list[int] = []
    # The three ranges: their numbers are first + seed, their draws some bits of the state above 16, and so much more.
    for first, bits, more in ((0, 15, 0), (2**31, 15, 2**15), (2**32, 16, 1)):
        rests = [(place - more) % (52 - k) for k, place in enumerate(places)]
        found += [first + seed for seed in _seeds(rests, bits) if first + seed and _fit(known, dealt(first + seed))]
    return sorted(found)


def _encoded(known: Known) -> bytes:
    return bytes([255 if card is None else card for card in known])


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
    first = _last(second)
    state = first
    for k, rest in enumerate(rests):
        fits = (state >> 16) % 2**bits % (52 - k) == rest
        first, state = first[fits], _next(state[fits])
    return (int(seed) % 2 ** (16 + bits) for seed in _last(first))


def _next(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return state * np.uint32(214013) + np.uint32(2531011)


def _last(state: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return (state - np.uint32(2531011)) * np.uint32(pow(214013, -1, 2**32))
