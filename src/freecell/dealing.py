"""The numbered deals: a deal number gives the exact board of Microsoft FreeCell.

`deal` is written to be read. It is the specification; the compiled core, which `deals` uses to deal millions, is
tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from freecell.board import COLUMNS, Board, unchecked_board
from freecell.cards import DECK, Card
from freecell.errors import NumberError, NumberTypeError, quoted
from freecell.numeric import int_or_none

TYPE_CHECKING = False  # like typing.TYPE_CHECKING; typing takes too long to import
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LAST = 2**33 - 1
"""The highest deal number. Microsoft's own numbers end at 1,000,000."""

# The two games of Windows that can't be won: fixed layouts without a shuffle. Each rank stands for its four cards.
_JOKES = {-1: ("AQ3T587694J2K", "CDHS"), -2: ("A7K6Q5J4T3928", "SHDC")}


def deal(number: int, *, numbering: str = "microsoft") -> Board:
    """Deal a number: 1 to 2**33 - 1, or one of the joke deals -1 and -2. The `deal` of the board is this number.

    >>> board = deal(1)
    >>> print(board)
    JD 2D 9H JC 5D 7H 7C 5H
    KD KC 9S 5S AD QC KH 3H
    2S KS 9D QD JS AS AH 3C
    4C 5C TS QH 4H AC 4D 7S
    3S TD 4S TH 8H 2C JH 7D
    6D 8S 8D QS 6C 3D 8C TC
    6S 9C 2H 6H
    >>> board.deal, board.columns[0][0], board.rows[0][:2]
    (1, Card('JD'), (Card('JD'), Card('2D')))

    Numbers up to 1,000,000 are Microsoft's. From 2**31 on, deals are those of FreeCell Pro.

    `numbering` deals a number of another program: "pysolfc", "pysol", "xfreecell", or "rank", which numbers all 52!
    boards. The `deal` of such a board is None, unless that program deals the number as Microsoft does:

    >>> deal(32_000, numbering="pysolfc").deal, deal(24, numbering="pysolfc").deal
    (None, 24)
    """
    if numbering != "microsoft":
        from freecell.numbering import numbering_named

        if other := numbering_named(numbering):
            return other.deal(number)
    return deal_valid(valid_deal(number))


def deal_valid(number: int) -> Board:
    """The board of a deal number that is known to be valid.

    >>> deal_valid(617) == deal(617)
    True
    """
    cards = tuple(_shuffled(number))
    return unchecked_board(tuple([cards[column::COLUMNS] for column in range(COLUMNS)]), deal=number)


def deal_freecell(number: int) -> list[list[str]]:
    """Deal a FreeCell number as a two-dimensional list: 7 rows of 8 cards, except the last, which has 4.

    This is the function that Rosetta Code's "Deal cards for FreeCell" and freeCodeCamp's `dealFreeCell` ask for. A card
    is two characters: a rank from A23456789TJQK and a suit from CDHS.

    >>> for row in deal_freecell(617):
    ...     print(*row)
    7D AD 5C 3S 5S 8C 2D AH
    TD 7S QD AC 6D 8H AS KH
    TH QC 3H 9D 6S 8D 3D TC
    KD 5H 9S 3C 8S 7H 4D JS
    4C QS 9C 9H 7C 6H 2C 2S
    4S TS 2H 5D JC 6C JH QH
    JD KS KC 4H

    The task covers numbers below 2**31, which all programs deal with Microsoft's generator. Numbers from 2**31
    to 2**33 - 1 are dealt as in FreeCell Pro, with more bits of the same generator. -1 and -2 are the two joke deals
    of Windows. Any other number raises a `NumberError`:

    >>> deal_freecell(0)
    Traceback (most recent call last):
    ...
    freecell.errors.NumberError: deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2
    """
    return [[str(card) for card in row] for row in deal(number).rows]


def as_board(board: int | Board) -> Board:
    """The given board, or the board of a deal number, for functions that accept either."""
    if isinstance(board, Board):
        return board
    if int_or_none(board) is None:
        use = "; use int(...) or Board.parse(...)" if isinstance(board, str) else ""
        raise NumberTypeError(f"expected a deal number or a Board, got {quoted(board)}{use}")
    return deal(board)


def dealt(number: int) -> list[Card]:
    """The 52 cards of a deal, in the order in which they are dealt.

    >>> dealt(617)[:3]
    [Card('7D'), Card('AD'), Card('5C')]
    """
    return _shuffled(valid_deal(number))


def _shuffled(number: int) -> list[Card]:
    """The cards of a valid number, in the order in which they are dealt."""
    if number < 0:
        ranks, suits = _JOKES[number]
        return [Card(rank + suit) for rank in ranks for suit in suits]
    mask, more = draw_rule(number)
    state = number
    deck = list(DECK)
    for last in range(51, -1, -1):
        state = (214013 * state + 2531011) & mask  # the remainder modulo a power of two, computed faster
        draw = (state >> 16) + more
        place = draw % (last + 1)
        # The card at this place is dealt, and the last one takes its place. The deck is now one shorter,
        # and the dealt cards gather behind its end.
        deck[place], deck[last] = deck[last], deck[place]
    return deck[::-1]


def draw_rule(number: int) -> tuple[int, int]:
    """How a numbered deal makes its draws: the mask for its states, and what is added to each draw.

    >>> draw_rule(617) == (2**31 - 1, 0)
    True
    """
    if number < 2**31:  # the draws of Microsoft's C library: 0 to 32767
        return 2**31 - 1, 0
    if number < 2**32:  # from here on as in FreeCell Pro: 32768 to 65535
        return 2**31 - 1, 2**15
    return 2**32 - 1, 1  # 1 to 65536


def boards(start: int | range, stop: int | None = None) -> Iterator[Board]:
    """Deal the numbers from start up to but not including stop, or a range, one board at a time.

    >>> [board.deal for board in boards(617, 620)], [board.deal for board in boards(range(617, 620))]
    ([617, 618, 619], [617, 618, 619])
    """
    return map(deal_valid, numbers(start, stop))


def deals(start: int | range, stop: int | None = None, *, threads: int | None = None) -> NDArray[np.uint8]:
    """Deal start up to but not including stop, or a range, into a NumPy array of shape (n, 52): millions per second.

    Each row has the cards of a deal in dealt order, as numbers from 0 (AC) to 51 (KS). `threads` is the number of
    threads (default: all cores).

    >>> deals(617, 619).shape, deals(617, 618)[0, :3].tolist()
    ((2, 52), [25, 1, 16])
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
            row[:] = _shuffled(number)
    return cards


def deals_of(wanted: NDArray[np.int64], *, threads: int | None = None) -> NDArray[np.uint8]:
    """The cards of any deals, including joke deals, as an array of shape (n, 52). Consecutive numbers are faster.

    >>> import numpy as np
    >>> deals_of(np.array([617, -1]))[:, 0].tolist()
    [25, 0]
    """
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


def numbers(start: int | range, stop: int | None = None) -> range:
    """The deal numbers from start up to but not including stop, without joke deals. Empty if start is not below stop.

    >>> numbers(1, 4), numbers(5, 5)
    (range(1, 4), range(5, 5))
    """
    if isinstance(start, range) and start.step == 1 and stop is None:
        wanted = start
    elif stop is None:
        raise NumberTypeError(
            f"{quoted(start)} is not a range of deals: give a stop as well, or a range such as range(1, 1001)"
        )
    else:
        wanted = range(_integer(start), _integer(stop))
    if wanted and not (wanted[0] >= 1 and wanted[-1] <= LAST):
        raise NumberError(
            f"deals {quoted(wanted.start)} up to {quoted(wanted.stop)} are out of range: "
            f"start must be at least 1, stop at most 2**33 ({LAST + 1})"
        )
    return wanted


def valid_deal(number: int) -> int:
    """Validate a deal number. Any kind of integer becomes an `int`.

    >>> valid_deal(617)
    617
    """
    value = _integer(number)
    if 1 <= value <= LAST or value in _JOKES:
        return value
    raise NumberError(
        f"deal {quoted(value)} doesn't exist: deals are 1 to 2**33-1 ({LAST}), and the joke deals -1 and -2"
    )


def _integer(number: object) -> int:
    if type(number) is int:  # the usual case; skips a slower call
        return number
    value = int_or_none(number)
    if value is None:
        raise NumberTypeError(f"{quoted(number)} is not a deal number: expected an integer, such as 617")
    return value
