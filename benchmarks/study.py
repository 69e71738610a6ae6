"""Study: how many positions are labelled and how many steps environments make per second. One core, CPU time.

python benchmarks/study.py
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import numpy as np
from measure import Result, minimum, report

from freecell import Search, survey
from freecell.engine import PLAYERS, Player
from freecell.gym import FreeCells
from freecell.survey import Numbers, Spec

POSITIONS = 100_000
FIRST = 1_000_000_000  # the deals that the positions come from

KEPT = ("verdict", "turns", "steps", "cards", "singles", "positions")
LIMITS = {1000: 10_000, 100_000: 5000}  # limits of the exact search, and the required positions per second


def labelled(player: Player, limit: int, wanted: int) -> Result:
    asked = Spec(Numbers([range(FIRST, FIRST + POSITIONS)]), Search(max_positions=limit), columns=KEPT, player=player)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        done = survey.run(Path(folder) / "survey", asked, threads=1)
        took = time.process_time() - start
    undecided = 100 * done.tally.undecided / POSITIONS
    what = f"positions of {player} play labelled per second, --max-positions {limit:,} ({undecided:.2g}% undecided)"
    return minimum(what, POSITIONS / took, wanted, "{:,.0f}".format)


def steps(games: int, count: int, wanted: int) -> Result:
    """The rate of steps with random moves, excluding their choice."""
    env, dice = FreeCells(games), np.random.default_rng(617)
    _, info = env.reset(seed=617)
    took = 0.0
    for _ in range(count):
        actions = (info["action_mask"] * dice.random(info["action_mask"].shape, np.float32)).argmax(axis=1)
        start = time.process_time()
        *_, info = env.step(actions)
        took += time.process_time() - start
    which = f"{games:,} games at once" if games > 1 else "one game"
    return minimum(f"steps per second with {which}", games * count / took, wanted, "{:,.0f}".format)


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    positions = [labelled(player, *limit) for player in PLAYERS for limit in LIMITS.items()]
    report("Study", [*positions, steps(1024, 500, 100_000), steps(1, 20_000, 5000)])
