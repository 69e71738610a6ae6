"""The solvers of the tutorial, chapter by chapter, on the same deals: a table, and a picture in the docs.

python benchmarks/tutorial.py       deals 1 to 100
python benchmarks/tutorial.py 10    the first 10 of them

Each solver may visit LIMIT positions per deal, so that the result is the same on any machine, however busy it is. Only
the last column depends on the machine: the CPU time per position, as a multiple of the first solver's.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Any

from freecell import check, deal, facts, formats, solve
from freecell.judging.contest import contest

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 50_000  # positions that a solver may visit per deal
SOLVERS = ("depth_first", "seen", "astar", "evaluation", "safe", "packed", "beam")


@dataclass(frozen=True)
class Attempt:
    """A solver's result for a deal: the number of positions visited, and the single moves of a winning solution."""

    number: int
    positions: int
    singles: int | None = None


class LimitError(Exception):
    """A solver reached its limit of positions."""


class Counter:
    """Count the positions that a solver visits, by counting its calls of `moves`."""

    def __init__(self) -> None:
        self.positions = 0

    def counting(self, moves: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def counted(position: Any) -> Any:
            if self.positions == LIMIT:
                raise LimitError
            self.positions += 1
            return moves(position)

        return counted


def chapters() -> Iterator[tuple[str, Callable[[int], Attempt]]]:
    """The solvers of the tutorial."""
    sys.path.insert(0, str(ROOT / "examples" / "solver"))
    counter = Counter()
    for name in ("rules", "packed"):  # the others import `moves` from these
        module = import_module(name)
        module.moves = counter.counting(module.moves)  # type: ignore[attr-defined]
    for name in SOLVERS:
        module = import_module(name)
        yield name, partial(attempt, getattr(module, "search", module.solve), counter)


def attempt(search: Callable[[Any], list[str] | None], counter: Counter, number: int) -> Attempt:
    counter.positions = 0
    try:
        line = search(import_module("rules").read(formats.write(deal(number), "columns")))
    except LimitError:
        line = None
    return Attempt(number, counter.positions, singles_of(number, " ".join(line)) if line else None)


def singles_of(number: int, text: str) -> int:
    """The length of a solution, which must win."""
    report = check(number, text)
    assert report.wins, report.reason
    return report.game.singles


def fc_solve(number: int) -> Attempt:
    words = ["fc-solve", "-m", "-snx", "-mi", str(LIMIT), "-"]
    text = formats.write(deal(number), "columns") + "\n"
    answer = subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    positions = int(re.search(r"states checked is (\d+)", answer)[1])  # type: ignore[index]
    return Attempt(number, positions, singles_of(number, answer) if "This game is solveable" in answer else None)


def freecell(number: int) -> Attempt:
    solution = solve(number)
    wins = solution.verdict == "solved" and solution.positions <= LIMIT
    return Attempt(number, solution.positions, solution.singles if wins else None)


def main(count: int) -> None:
    peers = [("fc-solve", fc_solve)] if shutil.which("fc-solve") else []
    curves: dict[str, list[float]] = {}
    first = None
    print(f"| solver | solved of {count} | positions | single moves | shortest known | time per position |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, solver in [*chapters(), *peers, ("freecell solve", freecell)]:
        start = time.process_time()
        attempts = [solver(number) for number in range(1, count + 1)]
        pace = (time.process_time() - start) / sum(attempt.positions for attempt in attempts)
        first = first or pace
        solved = [attempt for attempt in attempts if attempt.singles is not None]
        positions = sorted(attempt.positions for attempt in solved)
        curves[name] = list(map(float, positions))
        row = [name, str(len(solved)), "", "", "", f"{pace / first:.1f}" if name in SOLVERS else ""]
        if solved:
            row[2:5] = (
                f"{positions[len(positions) // 2]:,}",
                f"{mean(attempt.singles or 0 for attempt in solved):,.0f}",
                f"{mean(facts(attempt.number).singles or 0 for attempt in solved):.0f}",
            )
        print(f"| {' | '.join(row)} |", flush=True)
    (ROOT / "docs" / "solver-contest.svg").write_text(contest(curves, count, LIMIT, "positions"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
