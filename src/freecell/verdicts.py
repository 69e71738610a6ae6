"""Enums and names for a board's verdict and grade. Nothing here needs the compiled core."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class Verdict(StrEnum):
    """The result of a search: whether a board can be won. A verdict is also a string, so it can be written as JSON.

    SOLVED      a solution was found
    UNSOLVABLE  the board can't be won: every reachable position was searched
    UNDECIDED   the search reached a limit first

    >>> Verdict.SOLVED == "solved", f"It is {Verdict.UNDECIDED}."
    (True, 'It is undecided.')
    """

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


Grade = Literal["easy", "moderate", "tricky", "hard", "fiendish"]
GRADES: tuple[Grade, ...] = ("easy", "moderate", "tricky", "hard", "fiendish")
"""The grades. Each contains a fifth of all random deals."""

IMPOSSIBLE = "impossible"
"""The grade of an unsolvable board."""


def grade_of(score: int) -> str:
    """The grade of a difficulty score from 0 to 100.

    >>> grade_of(0), grade_of(81), grade_of(100)
    ('easy', 'fiendish', 'impossible')
    """
    return IMPOSSIBLE if score == 100 else GRADES[score // 20]
