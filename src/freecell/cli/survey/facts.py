"""Improve the facts about all 32,000 deals, or about a range of them.

The command starts from the tables in the package and runs surveys, in a folder, of the cases that are still unknown. It
replays every solution, and stops if two results contradict each other. All surveys together take many hours, but you
can stop at any time (Ctrl-C): the folder then contains tables with everything found so far, and the same command
resumes. With --recompute, it starts from scratch and computes all facts again, to check them.

examples:
  freecell survey facts --output facts/
  freecell survey facts --recompute --output again/
  freecell survey facts 2..3 --recompute --output some/
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from freecell.cli._numbers import read_range
from freecell.cli._solving import add_threads_argument
from freecell.cli._survey_progress import runner
from freecell.errors import FreecellError, quoted
from freecell.factbook import LAST


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "range", nargs="?", default=f"1..{LAST}", metavar="RANGE", help=f"the deals (default: 1..{LAST})"
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the folder to work in")
    parser.add_argument(
        "--recompute", action="store_true", help="start from scratch, not from the tables in the package"
    )
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from freecell.factbook import package_table
    from freecell.survey import making

    deals = read_range(arguments.range)
    if deals.start < 1:
        raise FreecellError(f"RANGE must contain deals from 1 (got {quoted(arguments.range)})")
    if not arguments.output:
        raise FreecellError("--output must name a folder (got '')")

    folder = Path(arguments.output)
    run_one = runner(arguments.threads, None if arguments.recompute else making.IMPROVED_AT_ONCE)
    if arguments.recompute:
        table = making.make(folder, deals, run_one)
    else:
        table = making.improve(folder, package_table(), deals, run_one)
    counts = table.counts()
    print(json.dumps(counts) if arguments.json else _words(folder, counts))
    return 0


def _words(folder: Path, counts: dict[str, int]) -> str:
    deals = f"{counts['deals']} deal{'s' * (counts['deals'] != 1)}"
    names = {"min_cells": "cells", "turns": "turns", "singles": "singles"}
    proven = ", ".join(f"the fewest {name} for {counts[key]}" for key, name in names.items())
    return f"{folder}: {deals}; proven: {proven}"
