"""The numberings of other programs: which board each of them deals for a number, and the numbers of a board.

Microsoft's numbering is in `dealing` and `finding`; this package has those that differ from it. docs/numberings.md
describes them and names the sources.

pysol      PySol's generator, and its inversion with `lattice`
pysolfc    PySolFC's generator
xfreecell  the generator of xfreecell, and its inversion in NumPy
rank       the position of a board among all 52! boards
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from freecell.board import COLUMNS, Board, unchecked_board
from freecell.cards import Card
from freecell.dealing import deal_valid
from freecell.errors import FindError, NumberError, NumberTypeError, quoted
from freecell.numeric import int_or_none

MICROSOFT = "microsoft"
"""The default: Microsoft's numbering with its continuation in FreeCell Pro."""

FEWEST = 16
"""How many cards, from the first one on, must be known to find their number in a numbering of this package."""


BOARDS = 80658175170943878571660636856403766975289505440883277824000000000000
"""52!, the number of all boards."""


class Numbering(NamedTuple):
    """A numbering that differs from Microsoft's.

    name        its name in arguments
    program     the program that uses it
    numbers     its numbers
    microsoft   the numbers for which that program deals Microsoft's boards
    no_finding  the reason if its other numbers can't be found
    module      the module with `dealt`, and with `found` if numbers can be found
    """

    name: str
    program: str
    numbers: range
    microsoft: range = range(0)
    no_finding: str = ""
    module: str = ""

    def deal(self, number: int) -> Board:
        """The board of a number. The board has a deal number only for numbers in `microsoft`."""
        value = self.check(number)
        if value in self.microsoft:
            return deal_valid(value)
        dealt: Callable[[int], list[Card]] = import_module(f"freecell.numbering.{self.module}").dealt
        return board_of(dealt(value))

    def check(self, number: int) -> int:
        """Validate a number in this numbering, and return it as an int."""
        value = int_or_none(number)
        if value is None:
            raise NumberTypeError(f"{quoted(number)} is not a number in the {self.name} numbering: expected an integer")
        if value not in self.numbers:
            first, last = self.numbers[0], self.numbers[-1]
            raise NumberError(
                f"the {self.name} numbering has no number {quoted(value)}: its numbers are {first} to {last}"
            )
        return value

    def find(self, known: Sequence[Card | None]) -> list[int]:
        """The numbers of a deal with these cards, except for those in `microsoft`."""
        if self.no_finding:
            raise FindError(self.no_finding)
        least = 52 if self.module == "rank" else FEWEST
        if None in known[:least]:
            raise FindError(f"to find a number in the {self.name} numbering, the first {least} cards must be known")
        found: Callable[[Sequence[Card | None]], list[int]] = import_module(f"freecell.numbering.{self.module}").found
        return [number for number in found(known) if number in self.numbers and number not in self.microsoft]


_MERSENNE = "PySolFC's numbers from 32000 on can't be found: they seed a Mersenne Twister, which can't be inverted"
_ALL = (
    Numbering("pysolfc", "PySolFC", range(1, 10**20 + 1), range(1, 32000), _MERSENNE, "pysolfc"),
    Numbering("pysol", "PySol up to 4.82", range(1, 2**64), range(1, 32001), module="pysol"),
    Numbering("xfreecell", "xfreecell, without its option -m", range(1, 2**31), module="xfreecell"),
    Numbering("rank", "none: every board has a rank", range(BOARDS), module="rank"),
)

NUMBERINGS = {numbering.name: numbering for numbering in _ALL}
"""The numberings that differ from Microsoft's, by name."""

NAMES = (MICROSOFT, *NUMBERINGS)


def numbering_named(name: str) -> Numbering | None:
    """The numbering of this name; None for Microsoft's."""
    if name != MICROSOFT and name not in NUMBERINGS:
        raise NumberError(f"numbering must be one of {', '.join(map(repr, NAMES))}, got {quoted(name)}")
    return NUMBERINGS.get(name)


def board_of(cards: Sequence[Card]) -> Board:
    """The board of 52 cards in dealt order."""
    return unchecked_board(tuple([tuple(cards[column::COLUMNS]) for column in range(COLUMNS)]))


def places_in(deck: Sequence[Card], known: Sequence[Card | None]) -> list[int]:
    """The place in the deck from which each card was taken, up to the first unknown card. The last card fills it."""
    left, places = list(deck), []
    for card in known:
        if card is None:
            break
        places.append(left.index(card))
        left[places[-1]] = left[-1]
        left.pop()
    return places


def taken_from(deck: Sequence[Card], place: Callable[[int], int]) -> list[Card]:
    """The cards in dealt order. `place` is called with the number of cards left and returns the next one's place."""
    left, cards = list(deck), []
    while left:
        at = place(len(left))
        cards.append(left[at])
        left[at] = left[-1]
        left.pop()
    return cards
