"""How long verdicts for mid-game positions take, as the page requests them. One core, CPU time.

python benchmarks/verdicts.py
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from itertools import chain, count, islice

from measure import Result, duration, maximum, report

from freecell import Board, Verdict, deal, solve

POSITIONS = 10_000  # of each kind
FIRST, LAST = 1_000_000_000, 2**31  # the deals that the positions come from


def at_random(board: Board, moves: int, chosen: random.Random) -> Board:
    """A board after some random moves."""
    for _ in range(moves):
        if legal := list(board.legal_moves()):
            board = board.play(chosen.choice(legal))
    return board


def random_play(chosen: random.Random) -> Iterator[Board]:
    board = deal(chosen.randrange(FIRST, LAST))
    for _ in range(6):
        board = at_random(board, 10, chosen)
        yield board


def good_play(chosen: random.Random) -> Iterator[Board]:
    """On a solution, or a few moves away from it."""
    for board in solve(chosen.randrange(FIRST, LAST)).boards[5::10]:
        yield at_random(board, chosen.randrange(5), chosen)


def measured(play: Callable[[random.Random], Iterator[Board]]) -> list[Result]:
    chosen = random.Random(617)
    times: list[float] = []
    undecided = 0
    games = (play(chosen) for _ in count())
    for board in islice(chain.from_iterable(games), POSITIONS):
        start = time.process_time()
        undecided += solve(board).verdict is Verdict.UNDECIDED
        times.append(time.process_time() - start)
    times.sort()
    what = f"verdicts after {play.__name__.replace('_', ' ')}"
    return [
        *(
            maximum(f"{what}, {part:.4g}% within", times[int(part / 100 * len(times))], most, duration)
            for part, most in ((95, 0.0003), (99, 0.002), (99.9, 0.08))
        ),
        maximum(f"{what}, the slowest", times[-1], 0.5, duration),
        maximum(f"{what}, undecided of {len(times):,}", undecided, 0, "{:.0f}".format),
    ]


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    report("Verdicts", [*measured(random_play), *measured(good_play)])
