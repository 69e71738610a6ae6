"""Deal numbers and ranges of them on the command line: 617, -1, 1..1000, 1,000,000."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from freecell.dealing import LAST, valid_deal
from freecell.errors import NumberError, quoted
from freecell.numeric import read_integer

_NUMBER = r"-?[0-9][0-9,_]*"
_NUMBERS = rf"{_NUMBER}(?:\.\.(?:{_NUMBER})?)?"


def is_number(text: str) -> bool:
    """Whether an argument is meant as a deal number, right or not."""
    return bool(re.fullmatch(_NUMBER, text))


def is_number_or_range(text: str) -> bool:
    """The same of a number or a range."""
    return bool(re.fullmatch(_NUMBERS, text))


def read_whole(text: str) -> int:
    """The whole number that an option is given, with its thousands apart or not."""
    number = read_integer(text)
    if number is None:
        raise ArgumentTypeError(
            f"{quoted(text)} is not a whole number of at most 20 digits: one such as 1000 or 1,000 is right"
        )
    return number


def read_range(text: str) -> range:
    """The deal numbers that an argument names; a range includes both of its ends."""
    first, dots, last = text.partition("..")
    start, stop = _read(first, text), _read(last if dots else first, text)
    if start > stop:
        raise NumberError(f"the range {quoted(text)} is reversed: {stop}..{start} is right")
    if start < stop and start < 1:
        raise NumberError(f"the range {quoted(text)} has numbers below 1: a range of 1..{LAST} is right")
    valid_deal(start), valid_deal(stop)
    return range(start, stop + 1)


def _read(digits: str, text: str) -> int:
    number = read_integer(digits)
    if number is not None:
        return number
    if digits.isascii() and digits.removeprefix("-").isdigit():  # too many of them
        raise NumberError(f"there is no deal {digits[:20]}...: deals are 1 to 2**33-1 ({LAST}), and -1 and -2")
    raise NumberError(f"{quoted(text)} is not a deal number: give one such as 617, or a range such as 1..1000")
