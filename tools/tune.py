"""Improves the weights with CMA-ES:  python tools/tune.py Greedy1 --limit 1000  (or FewTurns --width 100)

Starts from a set of core/search/weights.hpp, and prints the best set found so far, ready to paste there, after each
generation that improves it. For a greedy search it minimizes the number of children made, with a penalty for each deal
not won within the limit; for a beam, the length of the solution. Deals are random ones above ten million, different in
each generation, to avoid overfitting. `--missed-by` uses only deals that other sets don't win within their limits, for
later rungs. It first compiles tools/tuning.cpp with $CXX or c++.
The benchmarks report on deals below ten million, which are never used here. Fewer children don't always take less time,
so measure both.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import subprocess
import tempfile
from pathlib import Path

import cma
import numpy as np
from numpy.typing import NDArray

from freecell.engine import thread_count

LOWEST, HIGHEST = 10_000_001, 2**31 - 1
NUMBERS = 4 * 13 + 25 + 6

Deals = NDArray[np.uint64]

# A set is 83 numbers, but its curves are smooth: they are tuned at these points and interpolated linearly.
POINTS = {"next": [0, 1, 3], "broken": [0, 1, 3, 6, 12], "ordered": [1, 5, 12], "cell": [0, 1, 3, 6, 12]}
CURVES = list(POINTS)
SINGLE = ["card", "spread", "depth", "margin", "requeue", "forced"]


def parameters(weights: list[int]) -> NDArray[np.float64]:
    """The few tuned numbers of a set."""
    values: list[float] = []
    for number, name in enumerate(CURVES):
        values += [weights[13 * number + point] for point in POINTS[name]]
    space = np.array(weights[52:77]).reshape(5, 5)
    values += [*space[:, 0], *space[:, 1], space[4, 1] - space[4, 2], space[4, 2] - space[4, 3]]
    return np.array([*values, *weights[77:]], float)


def weights_of(values: NDArray[np.float64]) -> list[int]:
    """The whole set."""
    rest = list(values)
    numbers: list[float] = []
    for name in CURVES:
        points = POINTS[name]
        heights, rest = rest[: len(points)], rest[len(points) :]
        if name == "ordered":
            points, heights = [0, *points], [0, *heights]
        if name == "next":
            points, heights = [*points, 4], [*heights, 0]
        numbers += [max(0, value) for value in np.interp(range(13), points, heights)]
    none, one, second, third = rest[:5], rest[5:10], rest[10], rest[11]
    for without, with_one in zip(none, one, strict=True):
        numbers += [without, with_one, with_one - second, with_one - second - third, with_one - second - third]
    return [round(float(value)) for value in [*numbers, *rest[12:]]]


def written(name: str, weights: list[int]) -> str:
    """The set as C++."""
    curves = ["{" + ", ".join(map(str, weights[13 * n : 13 * n + 13])) + "}" for n in range(4)]
    space = ["{" + ", ".join(map(str, weights[52 + 5 * n : 57 + 5 * n])) + "}" for n in range(5)]
    lines = [f"    .{part} = {curve}," for part, curve in zip(CURVES, curves, strict=True)]
    lines.append("    .space = {{" + (",\n" + " " * 15).join(space) + "}},")
    lines += [f"    .{part} = {number}," for part, number in zip(SINGLE, weights[77:], strict=True)]
    return f"inline constexpr Weights k{name} = {{\n" + "\n".join(lines) + "\n};"


class Searches:
    """The core's searches with given weights: tools/tuning.cpp, compiled."""

    def __init__(self) -> None:
        source = Path(__file__).with_name("tuning.cpp")
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder, "tuning.so")
            flags = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-shared", "-pthread", f"-I{source.parents[1] / 'core'}"]
            subprocess.run([os.environ.get("CXX", "c++"), *flags, "-o", str(library), str(source)], check=True)
            self._library = ctypes.CDLL(str(library))
        for function in (self._library.tuning_greedy, self._library.tuning_beam):
            function.restype = ctypes.c_bool
        self._library.tuning_set.restype = ctypes.c_char_p
        self.sets = self._sets()

    def _sets(self) -> dict[str, list[int]]:
        """The sets of core/search/weights.hpp, by name."""
        sets: dict[str, list[int]] = {}
        numbers = (ctypes.c_int * NUMBERS)()
        while name := self._library.tuning_set(len(sets), numbers):
            sets[name.decode()] = list(numbers)
        return sets

    def greedy(self, weights: list[int], deals: Deals, limit: int, safe: bool) -> NDArray[np.int64]:
        """The number of children made for each deal; negative if it isn't won."""
        return self._run(self._library.tuning_greedy, weights, deals, limit, safe)

    def beam(self, weights: list[int], deals: Deals, width: int, singles: bool) -> NDArray[np.int64]:
        """The lengths of the solutions; -1 if none is found."""
        return self._run(self._library.tuning_beam, weights, deals, width, singles)

    @staticmethod
    def _run(
        function: ctypes._NamedFuncPointer, weights: list[int], deals: Deals, size: int, flag: bool
    ) -> NDArray[np.int64]:
        found = np.empty(len(deals), np.int64)
        numbers = (ctypes.c_int * NUMBERS)(*weights)
        address, out = ctypes.c_void_p(deals.ctypes.data), ctypes.c_void_p(found.ctypes.data)
        count, most = ctypes.c_uint64(len(deals)), ctypes.c_uint64(size)
        if not function(numbers, address, count, most, ctypes.c_bool(flag), thread_count(), out):
            raise MemoryError(f"a search of {size} positions")
        return found


def sample(searches: Searches, chosen: random.Random, count: int, missed_by: list[tuple[str, int, bool]]) -> Deals:
    """Random deals that none of the named rungs wins."""
    found: list[Deals] = []
    while sum(map(len, found)) < count:
        first = chosen.randrange(LOWEST, HIGHEST - count)
        deals = np.arange(first, first + count, dtype=np.uint64)
        for name, limit, safe in missed_by:
            deals = deals[searches.greedy(searches.sets[name], deals, limit, safe) < 0]
        found.append(deals)
    return np.concatenate(found)[:count]


def rung(text: str) -> tuple[str, int, bool]:
    name, limit, kind = text.split(":")
    return name, int(limit), kind == "safe"


def main() -> None:
    searches = Searches()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=list(searches.sets))
    parser.add_argument("--limit", type=int, default=1000, help="of children")
    parser.add_argument("--safe", action="store_true", help="only safe moves home are automatic")
    parser.add_argument("--width", type=int, default=100, help="of a beam")
    parser.add_argument("--penalty", type=int, default=1000, help="for a deal not won, in children (a beam: 100 moves)")
    parser.add_argument("--missed-by", type=rung, nargs="*", default=[], metavar="NAME:LIMIT:safe|max")
    parser.add_argument("--deals", type=int, default=1000, help="a generation")
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    def cost(weights: list[int], deals: Deals) -> float:
        if arguments.name.startswith("Few"):
            lengths = searches.beam(weights, deals, arguments.width, arguments.name == "FewSingles")
            return float(np.where(lengths < 0, 100, lengths).mean())
        made = searches.greedy(weights, deals, arguments.limit, arguments.safe)
        return float(np.abs(made).mean() + arguments.penalty * (made < 0).mean())

    chosen = random.Random(arguments.seed)
    judges = sample(searches, chosen, 10 * arguments.deals, arguments.missed_by)
    start = parameters(searches.sets[arguments.name])
    scale = np.maximum(np.abs(start), 8)  # so that a step changes every number by about the same share
    best = cost(searches.sets[arguments.name], judges)
    print(f"// {best:.2f} at the start", flush=True)
    search = cma.CMAEvolutionStrategy(start / scale, 0.08, {"seed": arguments.seed, "verbose": -9})
    for generation in range(1, arguments.generations + 1):
        deals = sample(searches, chosen, arguments.deals, arguments.missed_by)
        points = search.ask()
        search.tell(points, [cost(weights_of(point * scale), deals) for point in points])
        now = weights_of(search.mean * scale)
        value = cost(now, judges)
        print(f"// generation {generation}: {value:.2f}", flush=True)
        if value < best:
            best = value
            print(written(arguments.name, now), flush=True)


if __name__ == "__main__":
    main()
