"""Checking: how many steps of fc-solve's solutions are read and replayed per second, on one core.

python benchmarks/check.py
"""

from __future__ import annotations

import os
import subprocess
import time

from measure import Measured, Result, minimum, report, seconds

from freecell import deal, formats, solve_many
from freecell.checking import check
from freecell.cli._checking import check_items, line_items
from freecell.rules import AutoPlay, Rules

DEALS = range(1, 201)
LEAST = 20_000  # steps per second
LEAST_OF_MANY = 2_000_000  # by freecell check
TIMES = 25  # copies of each solution in the file


def solutions(autoplay: AutoPlay) -> dict[int, str]:
    """The solutions of fc-solve's preset lg, without automatic moves."""
    found = {}
    for number in DEALS:
        board = formats.write(deal(number), "columns")
        command = ["fc-solve", "-l", "lg", "-m", "-snx"]
        printed = subprocess.run(command, input=board, capture_output=True, text=True, check=True).stdout
        found[number] = check(number, printed).game.notation(Rules(autoplay=autoplay))
    return found


def many_of(what: str, lines: list[str], steps: int) -> Measured:
    """Lines checked as by `freecell check`, without a given interpretation, on one core."""
    reading = {"cells": None, "room": None, "autoplay": None, "dialect": None}

    def check_them() -> None:
        assert all(result["wins"] for _, result in check_items(line_items("", lines * TIMES), None, **reading))

    (took,) = seconds(check_them, rounds=9, clock=time.process_time)
    return minimum(
        f"steps per second by `freecell check`, {what}", TIMES * steps / took, LEAST_OF_MANY, "{:,.0f}".format
    )


def replaying(what: str, autoplay: AutoPlay) -> list[Measured]:
    """Deal, read and replay each solution, and count its moves, including automatic ones."""
    texts = solutions(autoplay)
    steps = sum(check(number, text).game.steps for number, text in texts.items())

    def one_by_one() -> None:
        for number, text in texts.items():
            assert check(number, text, rules=Rules(autoplay=autoplay))

    (took,) = seconds(one_by_one, rounds=9, clock=time.process_time)
    one = minimum(f"steps per second in Python, {what}", steps / took, LEAST, "{:,.0f}".format)
    return [one, many_of(what, [f"{number} {text}\n" for number, text in texts.items()], steps)]


def catalogue() -> Measured:
    """Our own solutions in the notation of macroxue's catalogue, the largest."""
    solved = list(solve_many(DEALS, rules=Rules(autoplay="max")))
    lines = [f"{solution.deal}:{solution.notation(dialect='catalogue')}\n" for solution in solved]
    return many_of("in the catalogue's notation", lines, sum(len(solution.moves) for solution in solved))


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core
    rows: list[Result] = [
        *replaying("with automatic moves", "none"),
        *replaying("without automatic moves", "safe"),
        catalogue(),
    ]
    report("Checking", rows)
