"""Measures and prints benchmarks. Ours and the peer alternate in one run; the best times and their ratio count.

A peer is another program that does the same. Figures without a peer have a separate table with targets.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class Compared(NamedTuple):
    """Our time and the peer's from the same run, the ratio, and the target for the ratio."""

    what: str
    peer: str
    ours: str
    theirs: str
    speed: float
    least: float

    @property
    def met(self) -> bool:
        return self.speed >= self.least

    @property
    def cells(self) -> tuple[str, ...]:
        target = f"at least {rounded(self.least)}"
        return self.what, self.peer, self.ours, self.theirs, rounded(self.speed), target


class Measured(NamedTuple):
    """A figure with a target instead of a peer."""

    what: str
    ours: str
    target: str
    met: bool

    @property
    def cells(self) -> tuple[str, ...]:
        return self.what, self.ours, self.target


Result = Compared | Measured


def maximum(what: str, ours: float, most: float, show: Callable[[float], str]) -> Measured:
    """A figure with an upper limit, formatted by `show`."""
    return Measured(what, show(ours), f"at most {show(most)}", ours <= most)


def minimum(what: str, ours: float, least: float, show: Callable[[float], str]) -> Measured:
    """A figure with a lower limit, formatted by `show`."""
    return Measured(what, show(ours), f"at least {show(least)}", ours >= least)


def duration(seconds: float) -> str:
    """A time in a suitable unit, with three significant digits: 13.3 us, 109 ns."""
    units = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))
    unit, size = next((pair for pair in units if seconds >= pair[1]), units[-1])
    return f"{float(f'{seconds / size:.3g}'):g} {unit}"


def megabytes(size: float) -> str:
    return f"{size:.0f} MB"


def rounded(number: float) -> str:
    """A number with two significant digits: 5.1, 0.48, 4,700, 1,000,000."""
    short = float(f"{number:.1e}")
    return f"{short:,.0f}" if short >= 10 else f"{short:g}"


def seconds(
    *jobs: Callable[[], object], rounds: int = 7, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The shortest time of each job. Jobs alternate, so that a busy moment affects all of them equally.

    With the clock `time.process_time`, other processes don't count.
    """
    best = [float("inf")] * len(jobs)
    for _ in range(rounds):
        for number, job in enumerate(jobs):
            start = clock()
            job()
            best[number] = min(best[number], clock() - start)
    return best


@contextmanager
def server(*command: str) -> Iterator[tuple[str, int]]:
    """A Python server that prints its address: the address and the process id."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert found
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait()


def report(title: str, results: list[Result]) -> None:
    """Print the results as Markdown tables, and end the program with exit code 1 if a target is missed."""
    print(f"## {title}")
    for heads, kind in (
        (("measurement", "peer", "ours", "theirs", "times as fast", "target"), Compared),
        (("measurement", "ours", "target"), Measured),
    ):
        if rows := [result for result in results if isinstance(result, kind)]:
            table(heads, [(*row.cells[:-1], row.cells[-1] + ("" if row.met else " (missed)")) for row in rows])
    sys.exit(not all(result.met for result in results))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table after an empty line."""
    print()
    for cells in (heads, ["---"] * len(heads), *rows):
        print(f"| {' | '.join(cells)} |")
