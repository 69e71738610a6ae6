"""Conversion of Python's and NumPy's numbers. A float with an integral value is accepted as an integer.

True and False are rejected, because passing one is probably a mistake.
"""

from __future__ import annotations

import re
from operator import index


def int_or_none(value: object) -> int | None:
    """The value as an int, or None if it isn't an integer."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    try:
        return int(value) if value.is_integer() else None  # type: ignore[call-overload,attr-defined]
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None


def float_or_none(value: object) -> float | None:
    """The value as a number, or None if it isn't one or is too large for a float. Integers stay integers."""
    if type(value) is float:
        return value
    if isinstance(value, bool | str | bytes):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
        return value if type(value) is int else number
    except (TypeError, ValueError, OverflowError):
        return None


_NUMBER = (
    r"(?a)-?(?:\d{1,20}|\d{1,3}(?:[,_]\d{3}){1,6})"  # compiled on first use, so that `freecell deal` starts faster
)


def read_integer(text: str) -> int | None:
    """Parse an integer such as 617, -1, 1,000 or 1_000. Return None if the text isn't one."""
    text = text.strip() if len(text) < 64 else text
    return int(text.replace(",", "").replace("_", "")) if re.fullmatch(_NUMBER, text) else None
