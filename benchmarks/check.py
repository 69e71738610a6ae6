"""Checking: how many steps a second of fc-solve's solutions are read and replayed, on one core.

python benchmarks/check.py
"""

from __future__ import annotations

import os
import subprocess

from measure import Measured, at_least, report, seconds

from freecell import deal, formats
from freecell.checking import check
from freecell.cli._checking import check_lines
from freecell.rules import AutoPlay, Rules

DEALS = range(1, 201)
LEAST = 20_000  # steps a second
LEAST_OF_MANY = 2_000_000  # by check --many
TIMES = 25  # that each solution is in the file


def solutions(autoplay: AutoPlay) -> dict[int, str]:
    """The solutions of fc-solve's preset lg, without what is played automatically."""
    found = {}
    for number in DEALS:
        board = formats.write(deal(number), "columns")
        command = ["fc-solve", "-l", "lg", "-m", "-snx"]
        printed = subprocess.run(command, input=board, capture_output=True, text=True, check=True).stdout
        found[number] = check(number, printed).game.notation(Rules(autoplay=autoplay))
    return found


def replaying(what: str, autoplay: AutoPlay) -> list[Measured]:
    """Each solution is dealt, read, replayed and counted in the moves that are played, automatic or not.

    One at a time in Python, by rules that are given; and many as `check --many` does it, with nothing given.
    """
    texts = solutions(autoplay)
    steps = sum(check(number, text).game.steps for number, text in texts.items())
    lines = [f"{number} {text}\n" for number, text in texts.items()] * TIMES
    reading = {"cells": 4, "room": None, "autoplay": None, "dialect": None}

    def one_by_one() -> None:
        for number, text in texts.items():
            assert check(number, text, autoplay=autoplay).wins

    def many() -> None:
        assert all(result["wins"] for result in check_lines(lines, **reading))

    one, all_of_them = seconds(one_by_one, many, rounds=15)
    show = "{:,.0f}".format
    return [
        at_least(f"steps read and replayed a second, {what}", steps / one, LEAST, show),
        at_least(f"the same by check --many, {what}", TIMES * steps / all_of_them, LEAST_OF_MANY, show),
    ]


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core
    report("Checking", [*replaying("all of them written", "none"), *replaying("the safe ones left out", "safe")])
