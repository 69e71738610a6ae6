"""What is taken for a number: Python's own, NumPy's, and floats that are whole where a whole number is wanted.

True and False are not: whoever passes one has mistaken an argument.
"""

from __future__ import annotations

import re
from operator import index


def int_or_none(value: object) -> int | None:
    """The value as an int, or None if it is no whole number."""
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
    """The value as a float, or None if it is none, or too large for one. A whole number stays one."""
    if type(value) is float:
        return value
    if isinstance(value, bool | str | bytes):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
        return value if type(value) is int else number
    except (TypeError, ValueError, OverflowError):
        return None


_NUMBER = r"(?a)-?(?:\d{1,20}|\d{1,3}(?:[,_]\d{3}){1,6})"  # compiled when it is used: `freecell deal` starts faster


def read_integer(text: str) -> int | None:
    """The whole number that a text is, or None: 617, -1, and with its thousands apart 1,000 or 1_000."""
    text = text.strip() if len(text) < 64 else text
    return int(text.replace(",", "").replace("_", "")) if re.fullmatch(_NUMBER, text) else None
