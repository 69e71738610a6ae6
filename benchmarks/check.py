"""Checking: how many steps a second of fc-solve's solutions are read and replayed, on one core.

python benchmarks/check.py
"""

from __future__ import annotations

import subprocess

from measure import Measured, at_least, report, seconds

from freecell import deal, formats
from freecell.checking import check
from freecell.rules import AutoPlay, Rules

DEALS = range(1, 201)
LEAST = 20_000  # steps a second


def solutions(autoplay: AutoPlay) -> dict[int, str]:
    """The solutions of fc-solve's preset lg, without what is played automatically."""
    found = {}
    for number in DEALS:
        board = formats.write(deal(number), "columns")
        command = ["fc-solve", "-l", "lg", "-m", "-snx"]
        printed = subprocess.run(command, input=board, capture_output=True, text=True, check=True).stdout
        found[number] = check(number, printed).game.notation(Rules(autoplay=autoplay))
    return found


def replaying(what: str, autoplay: AutoPlay) -> Measured:
    """Each solution is dealt, read, replayed and counted in the moves that are played, automatic or not."""
    texts = solutions(autoplay)
    steps = sum(check(number, text).game.steps for number, text in texts.items())

    def ours() -> None:
        for number, text in texts.items():
            assert check(number, text, autoplay=autoplay).wins

    (time,) = seconds(ours, rounds=15)
    return at_least(f"steps read and replayed a second, {what}", steps / time, LEAST, "{:,.0f}".format)


if __name__ == "__main__":
    report("Checking", [replaying("all of them written", "none"), replaying("the safe ones left out", "safe")])
