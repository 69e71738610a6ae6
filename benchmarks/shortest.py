"""Shortest solutions with their proofs: how long each deal takes. One core, CPU time, 2 GB, beams included.

python benchmarks/shortest.py [singles] [turns] [1..100] [--seconds 600]

Prints a line per deal when it is done, then the tables. To run the deals in pieces, put the lines of all pieces into a
file: `--lines FILE` makes the tables from it.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from measure import Measured, Result, minimum, report

from freecell import Search, solve
from freecell.engine import METRICS, Metric

# The number of 100 deals that must be proven within this many seconds.
TARGETS: dict[Metric, dict[float, int]] = {
    "singles": {1: 73, 10: 95, 60: 99, 600: 100},
    "turns": {1: 62, 10: 88, 60: 96},
}


class Proven(NamedTuple):
    """The result for a deal."""

    length: Metric
    number: int
    shortest: int
    lower_bound: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.length} {self.number} {self.shortest} {self.lower_bound} {self.seconds:.2f}"

    @classmethod
    def read(cls, line: str) -> Proven:
        length, number, shortest, least, seconds = line.split()
        return cls(length, int(number), int(shortest), int(least), float(seconds))  # type: ignore[arg-type]


def prove(length: Metric, number: int, most_seconds: float) -> Proven:
    start = time.process_time()
    search = Search(goal="shortest", metric=length)
    solution = solve(number, search, stopped=lambda: time.process_time() - start > most_seconds)
    taken = time.process_time() - start
    assert solution.lower_bound is not None
    return Proven(length, number, getattr(solution, length), solution.lower_bound, taken)


def results(deals: list[Proven]) -> Iterable[Result]:
    for length in METRICS:
        of_length = [deal for deal in deals if deal.length == length]
        if not of_length:
            continue
        proven = [deal for deal in of_length if deal.shortest == deal.lower_bound]
        for seconds, target in TARGETS[length].items():
            within = sum(deal.seconds <= seconds for deal in proven)
            least = round(target * len(of_length) / 100)
            yield minimum(f"{length}: proven within {seconds:g} s, of {len(of_length)}", within, least, "{:.0f}".format)
        slowest = max(of_length, key=lambda deal: deal.seconds)
        mean = sum(deal.shortest for deal in of_length) / len(of_length)
        median = sorted(deal.seconds for deal in of_length)[len(of_length) // 2]
        yield Measured(f"{length}: mean length", f"{mean:.2f}", "", met=True)
        yield Measured(f"{length}: median time", f"{median:.2f} s", "", met=True)
        yield Measured(f"{length}: slowest, deal {slowest.number}", f"{slowest.seconds:.1f} s", "", met=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--lines", type=Path)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.lines is not None:
        done = [Proven.read(line) for line in arguments.lines.read_text().splitlines()]
    else:
        ranges = [word.split("..") for word in arguments.what if ".." in word] or [["1", "100"]]
        lengths = [length for length in METRICS if length in arguments.what] or list(METRICS)
        done = []
        for length in lengths:
            for first, last in ranges:
                for number in range(int(first), int(last) + 1):
                    done.append(prove(length, number, arguments.seconds))
                    print(done[-1], flush=True)
    report("Shortest solutions", list(results(done)))
