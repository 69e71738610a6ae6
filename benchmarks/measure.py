"""How the benchmarks measure: ours and the peer in turns in one run, the best of each, and their ratio."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Result(NamedTuple):
    """What a comparison gave, and whether the ratio is as wanted: at least or at most so much."""

    what: str
    ours: str
    theirs: str
    ratio: float
    least: float = 0
    most: float = float("inf")

    @property
    def good(self) -> bool:
        return self.least <= self.ratio <= self.most

    @property
    def wanted(self) -> str:
        return f"at least {self.least:g}" if self.least else f"at most {self.most:g}"


def seconds(*jobs: Callable[[], object], rounds: int = 7) -> list[float]:
    """The shortest time of each job, all of them run in turns so that a busy moment hits all alike."""
    best = [float("inf")] * len(jobs)
    for _ in range(rounds):
        for number, job in enumerate(jobs):
            start = time.perf_counter()
            job()
            best[number] = min(best[number], time.perf_counter() - start)
    return best


@contextmanager
def server(*command: str) -> Iterator[tuple[str, int]]:
    """A server in Python that says where it is: its address, and the number of its process."""
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
    """Prints the results as a table in Markdown, and ends the program with 1 if one is not as wanted."""
    print(f"{title}\n")
    print("| what | ours | theirs | ratio | wanted |")
    print("| --- | --- | --- | --- | --- |")
    for result in results:
        mark = "" if result.good else " (missed)"
        print(f"| {result.what} | {result.ours} | {result.theirs} | {result.ratio:.2f} | {result.wanted}{mark} |")
    sys.exit(not all(result.good for result in results))
