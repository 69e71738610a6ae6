"""Deal numbers and ranges of them on the command line: 617, -1, 1..1000."""

from __future__ import annotations

from freecell.deals import LAST, checked
from freecell.errors import NumberError


def read_range(text: str) -> range:
    """The deal numbers that an argument names; a range includes both of its ends."""
    first, dots, last = text.partition("..")
    start, stop = _read(first, text), _read(last if dots else first, text)
    if start > stop:
        raise NumberError(f"the range {text!r} is reversed: {stop}..{start} is right")
    if start < stop and start < 1:
        raise NumberError(f"the range {text!r} has numbers below 1: a range of 1..{LAST} is right")
    checked(start), checked(stop)
    return range(start, stop + 1)


def _read(digits: str, text: str) -> int:
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        raise NumberError(f"{text!r} is not a deal number: give one such as 617, or a range such as 1..1000")
    if len(digits) > 20:  # before int() reads a million digits
        raise NumberError(f"there is no deal {digits[:20]}...: deals are 1 to 2**33-1 ({LAST}), and -1 and -2")
    return int(digits)
