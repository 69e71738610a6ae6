"""The rank of a board: its position among all 52! boards, counted from 0.

The boards are in the order of their cards: first by the first card dealt, then by the second, and so on, where cards
are in the order of the deck, AC AD AH AS 2C ... KS.

The code of a board is its rank as a short string: 46 characters in Crockford's base 32 (digits and capital letters
without I, L, O and U), the most significant first.
"""

from __future__ import annotations

from collections.abc import Sequence

from freecell.board import Board
from freecell.cards import DECK, Card
from freecell.errors import BoardError, FormatError, NumberError, NumberTypeError, quoted
from freecell.numbering import BOARDS, board_of
from freecell.numeric import int_or_none

CODE_LENGTH = 46

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LIKE_DIGITS = str.maketrans("OIL", "011")


def rank_of(board: Board) -> int:
    """The rank of a freshly dealt board."""
    if not board.is_just_dealt:
        raise BoardError("only a freshly dealt board has a rank: 52 cards in columns of 7 and 6")
    return found([card for row in board.rows for card in row])[0]


def board_at(rank: int) -> Board:
    """The board with this rank."""
    value = int_or_none(rank)
    if value is None:
        raise NumberTypeError(f"{quoted(rank)} is not a rank: expected an integer")
    if not 0 <= value < BOARDS:
        raise NumberError(f"no board has rank {quoted(value)}: ranks are 0 to 52!-1 ({BOARDS - 1})")
    return board_of(dealt(value))


def dealt(rank: int) -> list[Card]:
    """The cards of the board with this rank, in dealt order."""
    places = []
    for count in range(1, 53):
        rank, place = divmod(rank, count)
        places.append(place)
    left = list(DECK)
    return [left.pop(place) for place in reversed(places)]


def found(cards: Sequence[Card | None]) -> list[int]:
    """The rank of 52 cards in dealt order."""
    left, rank = list(DECK), 0
    for card in cards:
        assert card is not None  # noqa: S101, the caller checks this
        rank = rank * len(left) + left.index(card)
        left.remove(card)
    return [rank]


def code_of(board: Board) -> str:
    """The code of a freshly dealt board."""
    rank = rank_of(board)
    return "".join(_DIGITS[rank >> 5 * place & 31] for place in range(CODE_LENGTH - 1, -1, -1))


def read_code(text: str) -> Board:
    """The board of a code. Lower case is accepted, and so are O for 0, and I or L for 1."""
    rank = 0
    for sign in text.upper().translate(_LIKE_DIGITS):
        rank = rank * 32 + _DIGITS.index(sign)
    if rank >= BOARDS:
        raise FormatError(f"{quoted(text)} is not the code of a board: it stands for a number above the highest rank")
    return board_at(rank)
