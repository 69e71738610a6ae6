"""Numbers on the command line: deals and ranges of them (617, -1, 1..1000, 1,000,000), and the values of options."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from functools import cache

from freecell.dealing import LAST, valid_deal
from freecell.errors import NumberError, quoted
from freecell.numeric import read_integer

TYPE_CHECKING = False  # as in typing, which takes too long to import
if TYPE_CHECKING:
    from freecell.numbering import Numbering

_NUMBER = r"-?[0-9][0-9,_]*"
_NUMBERS = rf"{_NUMBER}(?:\.\.(?:{_NUMBER})?)?"


def is_number(text: str) -> bool:
    """Whether an argument looks like a deal number, valid or not."""
    return bool(re.fullmatch(_NUMBER, text))


def is_number_or_range(text: str) -> bool:
    """Whether an argument looks like a deal number or a range, valid or not."""
    return bool(re.fullmatch(_NUMBERS, text))


def meant_range(text: str) -> str:
    """The range meant by 1-10, 1:10 or 1...10; "" for anything else."""
    match = re.fullmatch(r"(\d+)(?:-|:|\.{3})(\d+)", text)
    return f"{match[1]}..{match[2]}" if match else ""


def not_a_number(text: str) -> str:
    """A suggestion for a text that looks like a number or a range but isn't one; "" for any other text."""
    if several := meant_range(text):
        return f"did you mean {several}?"
    return "deal numbers are whole, such as 617" if re.fullmatch(r"-?\d+\.\d+", text) else ""


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """A parser for an option's value: an integer from `least` to `most`, such as 1000 or 1,000."""

    def read(text: str) -> int:
        number = read_integer(text)
        if number is None or (least is not None and number < least) or (most is not None and number > most):
            bounds = "" if least is None else f" from {least} to {most}" if most is not None else f", {least} or more"
            raise ArgumentTypeError(f"must be a whole number{bounds} (got {_quoted(text)})")
        return number

    return read


def positive(text: str) -> float:
    """Parse an option's value as a number greater than 0."""
    return _float(text, lambda number: number > 0, "greater than 0")


def between(least: float, most: float) -> Callable[[str], float]:
    """A parser for an option's value: a number from `least` to `most`."""
    return lambda text: _float(text, lambda number: least <= number <= most, f"from {least:g} to {most:g}")


def _float(text: str, is_valid: Callable[[float], bool], bounds: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")  # importing math takes long
    if not is_valid(number):
        raise ArgumentTypeError(f"must be a number {bounds} (got {_quoted(text)})")
    return number


@cache
def read_range(text: str) -> range:
    """The deal numbers that an argument names, validated. A range includes both of its ends."""
    first, dots, last = text.partition("..")
    start, stop = _read(first, text), _read(last if dots else first, text)
    if start > stop:
        raise NumberError(f"the range {quoted(text)} is reversed: did you mean {stop}..{start}?")
    if start < stop and start < 1:
        raise NumberError(f"the range {quoted(text)} has numbers below 1: ranges are within 1..{LAST}")
    for number in {start, stop}:
        valid_deal(number)
    return range(start, stop + 1)


def read_range_of(text: str, numbering: Numbering) -> range:
    """The numbers of another numbering that an argument names. A range includes both of its ends."""
    first, dots, last = text.partition("..")
    start, stop = (_digits(part, text, numbering) for part in (first, last if dots else first))
    if start > stop:
        raise NumberError(f"the range {quoted(text)} is reversed: did you mean {stop}..{start}?")
    for number in (start, stop):
        numbering.check(number)
    return range(start, stop + 1)


def _digits(digits: str, text: str, numbering: Numbering) -> int:
    """A number with up to as many digits as the highest rank of a board."""
    plain = digits.replace(",", "").replace("_", "")
    if not re.fullmatch(r"(?a)\d{1,99}", plain):
        raise NumberError(
            f"{quoted(text)} is not a number in the {numbering.name} numbering: expected one such as 617, or a range"
        )
    return int(plain)


def _quoted(text: str) -> str:
    """The value as it was typed: quoted, unless it is a number."""
    return text if re.fullmatch(r"-?[0-9.]{1,20}", text) else quoted(text)


def _read(digits: str, text: str) -> int:
    number = read_integer(digits)
    if number is not None:
        return number
    if digits.isascii() and digits.removeprefix("-").isdigit():  # a number with too many digits
        raise NumberError(f"deal {digits[:20]}... doesn't exist: deals are 1 to 2**33-1 ({LAST}), and -1 and -2")
    several = "; put spaces between several" if "," in text else ""
    right = not_a_number(text) or f"expected one such as 617, or a range such as 1..1000{several}"
    raise NumberError(f"{quoted(text)} is not a deal number: {right}")
