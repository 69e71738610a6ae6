"""The conformance kit: digests that show whether a program deals every board in a list correctly.

The bytes of a board are its rows as text: cards of two ASCII characters, separated by spaces, with a line feed after
each row. That makes 156 bytes per board, with nothing between boards. A digest is the SHA-256 of the boards of some
deals, one after another.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from freecell.board import COLUMNS
from freecell.cards import DECK
from freecell.dealing import LAST, deals_of

BOARD_SIZE = 156
"""The bytes of a board."""

_AT_ONCE = 100_000  # boards


@dataclass(frozen=True)
class Part:
    """A list of deals: `count` numbers from `first`, `step` apart."""

    name: str
    first: int
    count: int
    step: int
    what: str

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.count * self.step, self.step)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "first": self.first,
            "last": self.numbers[-1],
            "step": self.step,
            "count": self.count,
            "sha256": digest(self.numbers),
        }


PARTS = (
    Part("start", 1, 1000, 1, "the first thousand, for slow programs"),
    Part("windows", 1, 32_000, 1, "all deals of the first Windows versions"),
    Part("million", 1, 1_000_000, 1, "all deals of later Windows versions"),
    Part("range-1", 1, 200, 10_790_000, "200 deals across 1 to 2**31 - 1"),
    Part("border-31", 2**31 - 100, 200, 1, "100 deals on each side of the boundary at 2**31"),
    Part("range-2", 2**31, 200, 10_790_000, "200 deals across 2**31 to 2**32 - 1"),
    Part("border-32", 2**32 - 100, 200, 1, "100 deals on each side of the boundary at 2**32"),
    Part("range-3", 2**32, 200, 21_580_000, "200 deals across 2**32 to 2**33 - 1"),
    Part("end", LAST - 99, 100, 1, "the last 100 deals"),
    Part("jokes", -1, 2, -1, "the two joke deals"),
)


def digest(numbers: range) -> str:
    """The SHA-256 of the boards of some deals, in hexadecimal.

    >>> digest(range(617, 618))[:16]
    'e89bcadfc52f8b8b'
    """
    hashed = sha256()
    for begin in range(0, len(numbers), _AT_ONCE):
        hashed.update(board_bytes(numbers[begin : begin + _AT_ONCE]))
    return hashed.hexdigest()


def board_bytes(numbers: range) -> bytes:
    """The boards of some deals as bytes in the kit's format."""
    import numpy as np

    cards = deals_of(np.array(numbers, np.int64))
    names = np.frombuffer("".join(map(str, DECK)).encode(), np.uint8).reshape(52, 2)
    text = np.empty((len(cards), 52, 3), np.uint8)
    text[:, :, :2] = names[cards]
    text[:, :, 2] = ord(" ")
    text[:, COLUMNS - 1 :: COLUMNS, 2] = text[:, -1, 2] = ord("\n")
    return text.tobytes()
