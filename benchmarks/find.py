"""Finding: a whole board, a row and six cards are compared with a plain C++ scan of all numbers that skips deals early.

python benchmarks/find.py        takes a few minutes: the scan deals 8,589,934,591 numbers three times
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from measure import Compared, Result, duration, maximum, report, seconds

import freecell
from freecell.dealing import LAST, dealt

Scan = Callable[[bytes, int, int], list[int]]


def plain_scan(folder: Path) -> Scan:
    """The loop in scan_find.cpp: `scan(known, first, count)`."""
    library = folder / "scan_find.so"
    source = Path(__file__).with_name("scan_find.cpp")
    flags = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-shared"]  # the same options as in CMakeLists.txt
    subprocess.run([os.environ.get("CXX", "c++"), *flags, "-o", str(library), str(source)], check=True)
    function = ctypes.CDLL(str(library)).scan_find
    function.restype = ctypes.c_uint64

    def scan(known: bytes, first: int, count: int) -> list[int]:
        out = np.empty(1000, np.uint64)
        numbers = ctypes.c_uint64(first), ctypes.c_uint64(count)
        found = function(known, *numbers, ctypes.c_void_p(out.ctypes.data), ctypes.c_uint64(len(out)))
        return [int(number) for number in out[:found]]

    return scan


def ours(cards: int, boards: int) -> float:
    """The median time of `find` for boards from all three ranges, measured in Python."""
    chosen = random.Random(617)
    times = []
    freecell.find(freecell.deal(617))  # makes a table on the first call
    for _ in range(boards):
        for start, stop in ((1, 2**31), (2**31, 2**32), (2**32, 2**33)):
            number = chosen.randrange(start, stop)
            given = freecell.deal(number) if cards == 52 else dealt(number)[:cards]
            begin = time.perf_counter()
            found = freecell.find(given)
            times.append(time.perf_counter() - begin)
            assert number in found
    return median(times)


def from_the_beginning(scan: Scan) -> list[Result]:
    """All numbers, by inversion and by the scan."""
    results: list[Result] = []
    for what, cards, limit, least in (
        ("finding the number of a whole board", 52, 200e-6, 100_000),
        ("finding the number from one row (8 cards)", 8, 30e-3, 1000),
        ("finding the number from six cards", 6, 100e-3, 500),
    ):
        mine = ours(cards, 300 if cards == 52 else 30)
        known = bytes([*dealt(617)[:cards], *[255] * (52 - cards)])
        found, other = scan_all(scan, known)
        assert found == freecell.find(dealt(617)[:cards])
        results += [
            Compared(what, "plain C++ scan", duration(mine), duration(other), other / mine, least),
            maximum(what, mine, limit, duration),
        ]
    return results


def scan_all(scan: Scan, known: bytes) -> tuple[list[int], float]:
    """The result of scanning all numbers in slices, and the total time if each slice were as fast as the fastest."""
    found, best, slices = [], float("inf"), 64
    for number in range(slices):
        first = LAST * number // slices + 1
        begin = time.perf_counter()
        found += scan(known, first, LAST * (number + 1) // slices + 1 - first)
        best = min(best, time.perf_counter() - begin)
    return found, best * slices


def without_the_beginning(scan: Scan) -> Compared:
    """Columns 5 to 8 only: the core's scan on one thread and the plain scan, over the same numbers."""
    from freecell import _core

    count = 2**25
    known = bytes(card if place % 8 >= 4 else 255 for place, card in enumerate(dealt(617)))
    assert scan(known, 1, count) == _core.scan(known, 1, count, 1) == [617]
    mine, other = seconds(lambda: _core.scan(known, 1, count, 1), lambda: scan(known, 1, count), rounds=5)
    what, times = (
        "scanning for columns 5 to 8, per number, one thread",
        (duration(mine / count), duration(other / count)),
    )
    return Compared(what, "plain C++ scan", *times, other / mine, least=2)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        scan = plain_scan(Path(name))
        report("Finding", [*from_the_beginning(scan), without_the_beginning(scan)])
