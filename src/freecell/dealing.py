"""The numbered deals: a deal number gives the exact board of Microsoft FreeCell.

`deal` is written to be read. It is the specification; the compiled core, which `deals` uses to deal millions, is
tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from freecell.board import COLUMNS, Board
from freecell.cards import DECK, Card
from freecell.errors import NumberError, NumberTypeError, quoted
from freecell.numeric import int_or_none

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LAST = 2**33 - 1
"""The highest deal number. Microsoft's own end at 1,000,000."""

# The two games of Windows that can't be won: fixed layouts, no shuffle. Each rank stands for its four cards.
_JOKES = {-1: ("AQ3T587694J2K", "CDHS"), -2: ("A7K6Q5J4T3928", "SHDC")}


def deal(number: int) -> Board:
    """The board of a deal number: 1 to 2**33 - 1, or one of the joke games -1 and -2.

    >>> print(deal(1))
    JD 2D 9H JC 5D 7H 7C 5H
    KD KC 9S 5S AD QC KH 3H
    2S KS 9D QD JS AS AH 3C
    4C 5C TS QH 4H AC 4D 7S
    3S TD 4S TH 8H 2C JH 7D
    6D 8S 8D QS 6C 3D 8C TC
    6S 9C 2H 6H
    """
    cards = tuple(dealt(number))
    return Board.unchecked(tuple([cards[column::COLUMNS] for column in range(COLUMNS)]))


def deal_freecell(number: int) -> list[list[str]]:
    """The board as a two-dimensional array of texts: 7 rows, 8 cards in each but the last, which has 4.

    >>> deal_freecell(617)[0]
    ['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
    """
    return [[str(card) for card in row] for row in deal(number).rows]


def dealt(number: int) -> list[Card]:
    """The 52 cards in the order in which they are dealt."""
    number = valid_deal(number)
    if number < 0:
        ranks, suits = _JOKES[number]
        return [Card(rank + suit) for rank in ranks for suit in suits]
    if number < 2**31:  # the draws of Microsoft's C library: 0 to 32767
        mask, more = 2**31 - 1, 0
    elif number < 2**32:  # from here on as FreeCell Pro has it: 32768 to 65535
        mask, more = 2**31 - 1, 2**15
    else:  # 1 to 65536
        mask, more = 2**32 - 1, 1
    state = number
    deck = list(DECK)
    for last in range(51, -1, -1):
        state = (214013 * state + 2531011) & mask  # the remainder by a power of two, only faster
        draw = (state >> 16) + more
        place = draw % (last + 1)
        # The card at this place is dealt, and the last one takes its place. The deck is now one shorter,
        # and the dealt cards gather behind its end.
        deck[place], deck[last] = deck[last], deck[place]
    return deck[::-1]


def boards(start: int, stop: int) -> Iterator[Board]:
    """The boards of the deals start, start + 1, ... up to but not including stop, one at a time; as `range` has it."""
    return (deal(number) for number in numbers(start, stop))


def deals(start: int, stop: int, *, threads: int | None = None) -> NDArray[np.uint8]:
    """The cards of the deals from start up to but not including stop, as `range` has it: an array of shape (n, 52).

    Cards are numbers from 0 (AC) to 51 (KS), in the order in which they are dealt. All cores are used unless
    `threads` says otherwise.
    """
    import numpy as np

    from freecell import engine

    wanted = numbers(start, stop)
    threads = engine.thread_count(threads)
    cards = np.empty((len(wanted), 52), np.uint8)
    if engine.core_available:
        engine.deal_into(cards, wanted.start, threads)
    else:
        for row, number in zip(cards, wanted, strict=True):
            row[:] = dealt(number)
    return cards


def deals_of(wanted: NDArray[np.int64], *, threads: int | None = None) -> NDArray[np.uint8]:
    """The same of any deal numbers, also of the joke games; those that follow one another are dealt at once."""
    import numpy as np

    cards = np.empty((len(wanted), 52), np.uint8)
    starts = [0, *(np.flatnonzero(np.diff(wanted) != 1) + 1).tolist(), len(wanted)]
    for begin, end in pairwise(starts):
        first = int(wanted[begin])
        if first < 0:
            cards[begin:end] = [dealt(number) for number in range(first, first + end - begin)]
        else:
            cards[begin:end] = deals(first, first + end - begin, threads=threads)
    return cards


def numbers(start: int, stop: int) -> range:
    """The deal numbers from start up to but not including stop, none of them a joke; none at all if start is not below.

    >>> numbers(1, 4), numbers(5, 5)
    (range(1, 4), range(5, 5))
    """
    wanted = range(_integer(start), _integer(stop))
    if wanted and not (wanted[0] >= 1 and wanted[-1] <= LAST):
        raise NumberError(
            f"deals {quoted(wanted.start)} up to {quoted(wanted.stop)} is out of range: "
            f"1 <= start, stop <= 2**33 ({LAST + 1}) is right"
        )
    return wanted


def valid_deal(number: int) -> int:
    """The number, if it is one of a deal."""
    value = _integer(number)
    if 1 <= value <= LAST or value in _JOKES:
        return value
    raise NumberError(
        f"there is no deal {quoted(value)}: deals are 1 to 2**33-1 ({LAST}), and the joke games -1 and -2"
    )


def _integer(number: int) -> int:
    if type(number) is int:  # nearly always: a call would take longer
        return number
    value = int_or_none(number)
    if value is None:
        raise NumberTypeError(f"{quoted(number)} is not a deal number: give an integer, such as 617")
    return value
