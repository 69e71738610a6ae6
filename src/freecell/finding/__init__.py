"""From cards back to the deal numbers that have them.

The generator behind the deals can be inverted: docs/finding.md explains how. The compiled core does this, or
`inversion` if there is no core. `known` determines the known cards of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from math import perm
from typing import Any, NamedTuple

from freecell import engine
from freecell.board import Board
from freecell.cards import DECK, Suit
from freecell.dealing import LAST, dealt
from freecell.errors import FindError
from freecell.finding.known import Known, fit, known_cards
from freecell.numbering import Numbering, numbering_named

FEWEST = 6
"""The minimum number of known cards: with fewer, dozens of deals match."""

FEWEST_RENAMED = 8
"""The minimum for renamed suits: with fewer, one of the 23 namings could match some deal by chance."""

_JOKES = {number: dealt(number) for number in (-2, -1)}


class Renamed(NamedTuple):
    """A deal with renamed suits: `suits` replace clubs, diamonds, hearts and spades."""

    deal: int
    suits: tuple[Suit, ...]

    @property
    def naming(self) -> str:
        """The renaming of the suits in words."""
        return _naming(self.suits)

    def __str__(self) -> str:
        return f"deal {self.deal} with {self.naming}"

    def to_dict(self) -> dict[str, Any]:
        """The deal and its renamed suits as a dict for JSON."""
        suits = {old: str(new) for old, new in zip("CDHS", self.suits, strict=True)}
        return {"deal": self.deal, "suits": suits, "text": str(self)}


def find(
    cards: Board | str | bytes | Iterable[Any],
    *,
    numbering: str = "microsoft",
    advance: Callable[[int], object] | None = None,
) -> list[int]:
    """The numbers of all deals that have these cards, in order. The joke deals -1 and -2 are searched as well.

    `cards` is a freshly dealt board, its text, or the first cards in the order dealt; `??` or None is an unknown card.

    >>> find("7D AD 5C 3S 5S 8C 2D AH")
    [617]

    If either of the first two cards is unknown, every number is scanned, which takes about a minute. During that
    search, `advance(n)` is called from time to time with the number of deals checked since the last call, out of
    8,589,934,591.

    With `numbering`, the result has the deal numbers of another program. This needs the first 16 cards or more:

    >>> from freecell import deal
    >>> find(deal(10**15, numbering="pysol"), numbering="pysol")
    [1000000000000000]
    """
    known = known_cards(cards)
    if other := numbering_named(numbering):
        return _find_other(known, other)
    count = 52 - known.count(None)
    if count < FEWEST:
        have = "1 known card fits" if count == 1 else f"{count} known cards fit"
        raise FindError(f"{have} about {LAST // perm(52, count)} deals: give {FEWEST} or more")
    jokes = [number for number, joke in _JOKES.items() if fit(known, joke)]
    return jokes + (_invert(known) if _can_be_inverted(known) else _scan(known, advance))


def _find_other(known: Known, numbering: Numbering) -> list[int]:
    """The numbers in another numbering. Those that deal Microsoft's boards are found like Microsoft's."""
    shared = []
    if numbering.microsoft and None not in known[:FEWEST]:
        shared = [number for number in find(known) if number in numbering.microsoft]
    if shared and numbering.no_finding:
        return shared
    return shared + numbering.find(known)


def find_renamed(cards: Board | str | bytes | Iterable[Any]) -> list[Renamed]:
    """The deals that have these cards after renaming the suits in one of the 23 other ways.

    Some programs deal Microsoft's numbers from a deck with a different order of suits.

    >>> print(*find_renamed("7D AD 5S 3C 5C 8S 2D AH"))
    deal 617 with clubs and spades exchanged
    """
    known = known_cards(cards)
    count = 52 - known.count(None)
    if count < FEWEST_RENAMED:
        raise FindError(
            f"only {count} cards are known; with suits renamed, at least {FEWEST_RENAMED} are needed "
            "to rule out a chance match"
        )
    if not _can_be_inverted(known):
        raise FindError("with suits renamed, the first two cards must be known: otherwise, the search takes too long")
    found: list[Renamed] = []
    seen = {tuple(known)}  # renamings that differ only in missing suits are the same
    for suits in sorted(permutations(Suit), key=lambda suits: sum(suit != place for place, suit in enumerate(suits))):
        original = {suit: place for place, suit in enumerate(suits)}
        plain = [None if card is None else DECK[card & ~3 | original[card.suit]] for card in known]
        if tuple(plain) not in seen:
            seen.add(tuple(plain))
            found += [Renamed(number, suits) for number in find(plain)]
    return found


def _naming(suits: tuple[Suit, ...]) -> str:
    """The exchange of suits, or the list of replacements."""
    changed = [(new, old) for new, old in zip(suits, Suit, strict=True) if new != old]
    if all(suits[new] == old for new, old in changed):
        return ", and ".join(f"{_name(old)} and {_name(new)} exchanged" for new, old in changed if old < new)
    *most, last = (f"{_name(new)} for {_name(old)}" for new, old in changed)
    return f"{', '.join(most)} and {last}"


def _name(suit: Suit) -> str:
    return suit.name.lower()


def _can_be_inverted(known: Known) -> bool:
    return known[0] is not None and known[1] is not None


def _invert(known: Known) -> list[int]:
    if engine.core_available:
        return engine.invert(known)
    from freecell.finding.inversion import invert  # which imports NumPy

    return invert(known)


def _scan(known: Known, advance: Callable[[int], object] | None) -> list[int]:
    """Scan every number. Python handles signals between blocks, so Ctrl-C stops at once."""
    found: list[int] = []
    threads = engine.thread_count()
    block = 2**25 if engine.core_available else 2**12
    for first in range(1, LAST + 1, block):
        stop = min(first + block, LAST + 1)
        if engine.core_available:
            found += engine.scan(known, first, stop - first, threads)
        else:
            found += [number for number in range(first, stop) if fit(known, dealt(number))]
        if advance is not None:
            advance(stop - first)
    return found
