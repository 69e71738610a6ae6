"""Solving: speed, lengths and verdicts. One core, CPU time. Runs the named parts, or all but the last two.

python benchmarks/solve.py [fast] [prove] [short] [call] [cells] [hard] [million]

The peer is the installed fc-solve, or the one in the folder that FC_SOLVE names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from measure import Compared, Measured, Result, duration, maximum, megabytes, report, seconds

from freecell import Search, Solution, Verdict, solve, solve_many
from freecell.engine import Metric
from freecell.rules import DEFAULT, WINDOWS, Rules

THE_EIGHT = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


def cpu_seconds(*command: str | Path) -> tuple[float, float]:
    """The CPU seconds that a command takes, on the core that this process is bound to, and its peak memory in MB."""
    environment = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def fc_solve() -> tuple[str, str]:
    """The path of fc-solve's range solver, and fc-solve's version."""
    folder = os.environ.get("FC_SOLVE", "")
    asked = [os.path.join(folder, "fc-solve"), "--version"]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[-1]
    return os.path.join(folder, "freecell-solver-range-parallel-solve"), version


def verdicts(solutions: Iterable[Solution]) -> str:
    count = Counter(solution.verdict for solution in solutions)
    return ", ".join(f"{count[verdict]} {verdict.value}" for verdict in Verdict)


def fast() -> list[Result]:
    """Deals 1..32000, moves included, against fc-solve's fastest preset in its own solver of ranges."""
    ours, theirs = [], []
    solver, version = fc_solve()
    for _ in range(3):
        start = time.process_time()
        counted = verdicts(solve_many(range(1, 32001), threads=1))
        ours.append(time.process_time() - start)
        theirs.append(cpu_seconds(solver, "1", "32000", "32000", "-l", "lg")[0])
    mine, other = (min(times) / 32000 for times in (ours, theirs))
    what = f"solving one deal of 1..32000, goal fast ({counted})"
    return [Compared(what, f"fc-solve {version} -l lg", duration(mine), duration(other), other / mine, least=3.5)]


def prove() -> list[Result]:
    (one,) = seconds(lambda: solve(11982, goal="prove"), rounds=5)
    (eight,) = seconds(lambda: [solve(number, goal="prove") for number in THE_EIGHT], rounds=5)
    assert all(solve(number, goal="prove").verdict is Verdict.UNSOLVABLE for number in THE_EIGHT)
    return [
        maximum("prove: deal 11982", one, 0.035, duration),
        maximum("prove: the eight unsolvable deals of the first million", eight, 0.15, duration),
    ]


def short() -> list[Result]:
    """The mean length over 1..1000 with beams of these widths, and the mean time per deal that they may take."""
    results: list[Result] = []
    jobs: tuple[tuple[Metric, int, int, float], ...] = (
        ("turns", 450, 15, 26.1),
        ("turns", 9400, 300, 25.4),
        ("singles", 5500, 200, 81.8),
    )
    for length, width, allowed, most in jobs:
        mean, took = _beams(range(1, 1001), length, width)
        what, met = f"short: mean {length} of 1..1000, width {width}", mean <= most and took <= allowed
        target = f"at most {most} in {allowed} ms"
        results.append(Measured(what, f"{mean:.2f} in {took:.0f} ms per deal", target, met))
    theory, _ = _beams(range(1, 1001), "turns", 450)
    windows, took = _beams(range(1, 1001), "turns", 450, WINDOWS)
    found = f"{windows:.2f} in {took:.0f} ms per deal, {windows / theory - 1:+.1%}"
    what, most = "short: mean turns of 1..1000 for Windows, width 450", 1.03
    results.append(Measured(what, found, f"at most {most - 1:.0%} above theory", windows <= most * theory))
    return results


def _beams(numbers: range, length: Metric, width: int, rules: Rules = DEFAULT) -> tuple[float, float]:
    """The mean length of short solutions, and the mean time in milliseconds."""
    start = time.process_time()
    search = Search(goal="short", beam_width=width, metric=length, **asdict(rules))
    solutions = solve_many(numbers, search, threads=1)
    total = sum(getattr(solution, length) for solution in solutions)
    return total / len(numbers), (time.process_time() - start) / len(numbers) * 1e3


def call() -> list[Result]:
    """The overhead of a call of solve() on an easy deal."""
    rounds = 300
    (whole,) = seconds(lambda: [solve(1) for _ in range(rounds)], rounds=15)
    search = min(sum(solve(1).seconds for _ in range(rounds)) for _ in range(15))
    return [maximum("the overhead of a call to `solve`", (whole - search) / rounds, 60e-6, duration)]


def cells() -> list[Result]:
    """Fewer cells over 1..1000, up to 30 million positions per deal."""
    return [
        _with_cells(number, range(1, 1001), 30_000_000, least, allowed)
        for number, least, allowed in ((3, 989, 0), (2, 788, 1), (1, 213, 0), (0, 2, 0))
    ]


def hard() -> list[Result]:
    """Fewer cells over 1..32000, up to 4 million positions per deal."""
    return [
        _with_cells(number, range(1, 32001), 4_000_000, least, allowed)
        for number, least, allowed in ((3, 31_801, 0), (2, 25_377, 7), (1, 6_284, 19))
    ]


def _with_cells(number: int, deals: range, limit: int, least: int, allowed: int) -> Result:
    start = time.process_time()
    found = Counter(one.verdict for one in solve_many(deals, rules=Rules(number), max_positions=limit, threads=1))
    took = time.process_time() - start
    solved, undecided = found[Verdict.SOLVED], found[Verdict.UNDECIDED]
    what = f"{number} cell{'s' * (number != 1)}: solved of 1..{deals[-1]} ({took:.0f} s)"
    target = f"at least {least}, at most {allowed} undecided"
    return Measured(what, f"{solved}, {undecided} undecided", target, solved >= least and undecided <= allowed)


def million() -> list[Result]:
    """The first million in a separate process, and then the deals that took the most positions once more."""
    code = """if True:
        import heapq, sys
        from freecell import Verdict, solve_many
        lost, most = [], []
        for one in solve_many(range(1, 1_000_001), threads=1):
            if one.verdict is not Verdict.SOLVED:
                lost.append((one.deal, one.verdict))
            (heapq.heappushpop if len(most) == 50 else heapq.heappush)(most, (one.positions, one.deal))
        assert lost == [(number, Verdict.UNSOLVABLE) for number in %r], lost
        with open(sys.argv[1], "w") as file:
            file.write(" ".join(str(number) for _, number in most))
    """
    with tempfile.NamedTemporaryFile("r") as file:
        cpu, memory = cpu_seconds(sys.executable, "-c", code % THE_EIGHT, file.name)
        hardest = [int(number) for number in file.read().split()]
    slowest, number = max((_seconds_of(number), number) for number in hardest)
    return [
        maximum("the first million, time (all but the eight unsolvable deals are solved)", cpu, 100, duration),
        maximum("the first million, peak memory", memory, 300, megabytes),
        maximum(f"the slowest deal of the first million, {number}", slowest, 0.25, duration),
    ]


def _seconds_of(number: int) -> float:
    start = time.process_time()
    solve(number)
    return time.process_time() - start


PARTS = {"fast": fast, "prove": prove, "short": short, "call": call, "cells": cells, "hard": hard, "million": million}

if __name__ == "__main__":
    chosen = sys.argv[1:] or [name for name in PARTS if name not in ("hard", "million")]
    if wrong := [name for name in chosen if name not in PARTS]:
        sys.exit(f"unknown part {wrong[0]!r}: expected {', '.join(PARTS)}")
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for programs that this one starts
    report("Solving", [result for name in chosen for result in PARTS[name]()])
