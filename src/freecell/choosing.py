"""Which deal to play: the deal of the day, or a random one.

The deal of the day depends only on the date, so everyone gets the same one:

1. Each day has 200 candidates. Day D (1970-01-01 is day 0) has the places 200 * (D mod 5000) to
   200 * (D mod 5000) + 199, and place P has the number 1 + 618033 * P mod 1000000. No number has two places,
   because 618033 and 1000000 have no common divisor.
2. The deal is the first candidate that can be won and has the grade of the weekday.

So two days less than 5000 days (13 years) apart never have the same deal. About 40 of 200 candidates have a given
grade.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date

from freecell.engine import thread_count
from freecell.errors import FreecellError, NumberTypeError, quoted
from freecell.grading import difficulties
from freecell.solving import solve_many, winnable
from freecell.verdicts import GRADES, Grade, Verdict

WEEK: tuple[Grade, ...] = ("easy", "easy", "moderate", "moderate", "tricky", "hard", "fiendish")
"""The grades of the days from Monday to Sunday."""

FIRST_MILLION = range(1, 1_000_001)
"""Microsoft's own numbers."""

_DAYS, _NUMBERS_A_DAY = 5000, 200
_LAST = _DAYS * _NUMBERS_A_DAY  # one million
_FACTOR = 618_033  # adjacent places get numbers that are far apart
_DAY_0 = date(1970, 1, 1).toordinal()


def daily(day: date | str | None = None) -> int:
    """The number of the deal of the day. `day` is a date or a string such as "2026-11-16" (default: today, local time).

    >>> daily("2026-11-16")
    901801

    The deal is the same for everyone, can be won, is one of the first million, and does not repeat within 13 years.
    From Monday to Sunday, the grades are easy, easy, moderate, moderate, tricky, hard and fiendish.
    """
    day = day_of(day)
    wanted = WEEK[day.weekday()]
    return next(number for number in candidates(day) for _ in _wanted([number], wanted, can_be_won=True))


def day_of(day: date | str | None) -> date:
    """The given date, or today."""
    if day is None:
        return date.today()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except (TypeError, ValueError):
        raise FreecellError(f"expected a date such as 2026-11-16, got {quoted(day)}") from None


def candidates(day: date) -> list[int]:
    """The candidates for the deal of a day, in the order in which they are tried."""
    first = (day.toordinal() - _DAY_0) % _DAYS * _NUMBERS_A_DAY
    return [1 + _FACTOR * place % _LAST for place in range(first, first + _NUMBERS_A_DAY)]


def random_deal(
    numbers: Sequence[int] = FIRST_MILLION,
    *,
    difficulty: Grade | None = None,
    seed: int | None = None,
    can_be_won: bool = True,
) -> int:
    """A random deal number.

    numbers     the numbers to choose from (default: the first million, which every FreeCell program has)
    difficulty  "easy", "moderate", "tricky", "hard" or "fiendish" (default: any)
    seed        a number; the same seed gives the same deal
    can_be_won  False includes deals that can't be won

    >>> random_deal(difficulty="hard", seed=7)
    339564
    """
    found = random_deals(numbers, difficulty=difficulty, seed=seed, can_be_won=can_be_won, threads=1)
    for number in found:
        return number
    raise FreecellError(f"no such deal found in {quoted(numbers)}")


def random_deals(
    numbers: Sequence[int] = FIRST_MILLION,
    *,
    difficulty: Grade | None = None,
    seed: int | None = None,
    can_be_won: bool = True,
    threads: int | None = None,
) -> Iterator[int]:
    """Yield the deal numbers in random order, each once, until all are used. The options are those of `random_deal`.

    `threads` is the number of threads that solve or rate deals (default: all cores), which doesn't change the result.

    >>> from itertools import islice
    >>> len([*islice(random_deals(seed=7), 3)])
    3
    """
    is_sequence = hasattr(numbers, "__len__") and hasattr(numbers, "__getitem__")
    if not is_sequence or isinstance(numbers, str | bytes | dict):
        use = f"difficulty={numbers!r}" if str(numbers) in GRADES else "range(1, 32001), for example"
        raise NumberTypeError(f"numbers must be a range or a list of deal numbers, got {quoted(numbers)}; use {use}")
    if difficulty not in (None, *GRADES):
        raise FreecellError(f"difficulty must be one of {', '.join(map(repr, GRADES))}, got {quoted(difficulty)}")
    return _random_deals(numbers, difficulty, seed, can_be_won=can_be_won, threads=thread_count(threads))


def _random_deals(
    numbers: Sequence[int], grade: Grade | None, seed: int | None, *, can_be_won: bool, threads: int
) -> Iterator[int]:
    chance = random.Random(seed)  # noqa: S311, nothing secret
    looked_at: set[int] = set()
    at_once = 1  # doubles, since one is often enough
    while len(looked_at) < len(numbers):
        some: list[int] = []
        while len(some) < at_once and len(looked_at) < len(numbers):
            number = chance.choice(numbers)
            if number not in looked_at:
                looked_at.add(number)
                some.append(number)
        yield from _wanted(some, grade, can_be_won=can_be_won, threads=threads)
        at_once = min(2 * at_once, threads)


def _wanted(numbers: Sequence[int], grade: Grade | None, *, can_be_won: bool, threads: int = 1) -> Iterator[int]:
    """The numbers whose deals have the grade and can be won."""
    if grade is not None:
        for number, found in zip(numbers, difficulties(numbers, threads=threads), strict=True):
            is_known = found.verdict is Verdict.SOLVED or not can_be_won
            may_be = is_known or found.verdict is Verdict.UNDECIDED
            if found.grade == grade and may_be and (is_known or winnable(number)):
                yield number
    elif can_be_won:
        for number, solution in zip(numbers, solve_many(numbers, threads=threads), strict=True):
            if solution:
                yield number
    else:
        yield from numbers
