"""How long the surveys behind the facts took. make_facts.py writes it to docs/facts.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from freecell import survey
from freecell.cli._survey_progress import duration
from freecell.survey import making

LONGER = f"{making.LONGER_LIMIT / 1e6:.0f} million"
WHAT = {
    "cells": "verdicts with 0 to 4 cells, up to 4 million positions each",
    "longer-cells": f"verdicts for the deals that remained undecided, up to {LONGER} positions",
    "more-cells": "verdicts with 5 to 7 cells for deals that four can't win",
    "turns": f"the fewest turns, with {making.TURNS_MEMORY / 2**20:g} MB of memory",
    "short": f"few turns, with a beam of width {making.WIDTH}",
    "singles": f"the fewest singles, with {making.SINGLES_MEMORY / 2**20:g} MB of memory",
    "more-turns": f"the fewest turns, with {making.MORE_TURNS_MEMORY / 2**20:g} MB of memory, "
    f"for deals whose bounds were {making.FEW_TURNS} or fewer apart",
    "difficulty": "difficulty scores",
}


GRADING = 58_000  # microseconds; the survey doesn't record them
BLOCK, CORES = 256, 64


def times_of(folder: Path) -> dict[str, list[int]]:
    """The microseconds that each row of each survey took."""
    found = {}
    for name in WHAT:
        if (folder / name).exists():
            there = survey.open(folder / name)
            timed = "microseconds" in there.spec.columns
            column = there.arrow(["microseconds" if timed else "deal"]).column(0)
            found[name] = column.to_pylist() if timed else [GRADING] * len(column)
    return found


def on_many_cores(times: Sequence[int]) -> float:
    """The microseconds that the surveys take on many cores; a block takes at least as long as its slowest deal."""
    blocks = [times[begin : begin + BLOCK] for begin in range(0, len(times), BLOCK)]
    return sum(max(*block, sum(block) / CORES) for block in blocks)


def survey_rows(times: dict[str, list[int]]) -> list[Sequence[object]]:
    return [(f"`{name}`", WHAT[name], f"{len(took):,}", duration(sum(took) / 1e6)) for name, took in times.items()]


def time_text(times: dict[str, list[int]]) -> str:
    seconds, many = (sum(map(one, times.values())) / 1e6 for one in (sum, on_many_cores))
    return (
        f"In total, the surveys took {duration(seconds)} on one core. That is {duration(seconds / 2)} on two cores, "
        f"and about {duration(many)} on {CORES} cores, where each block waits for its slowest deal."
    )
