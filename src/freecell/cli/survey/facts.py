"""Recompute the facts for all 32,000 deals, or for a range of them.

This runs several surveys in a folder, and resumes them if they were stopped. It compares the results of two searches
and replays every solution. At the end, the folder contains the tables of facts, and the solutions in a file for
`freecell check`.

examples:
  freecell survey facts --output facts/
  freecell survey facts 2..3 --output some/
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from freecell.cli._numbers import read_range
from freecell.cli._solving import add_threads_argument
from freecell.cli._survey_progress import SurveyProgress, warn_about
from freecell.errors import FreecellError, quoted
from freecell.factbook import LAST

if TYPE_CHECKING:
    from freecell.survey import Spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "range", nargs="?", default=f"1..{LAST}", metavar="RANGE", help=f"the deals (default: 1..{LAST})"
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the folder to work in")
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from freecell.survey import making
    from freecell.survey import run as run_survey

    deals = read_range(arguments.range)
    if deals.start < 1:
        raise FreecellError(f"RANGE must contain deals from 1 (got {quoted(arguments.range)})")
    if not arguments.output:
        raise FreecellError("--output must name a folder (got '')")

    def run_with_progress(name: str, path: str, spec: Spec) -> None:
        with SurveyProgress(name) as progress:
            run_survey(
                path,
                spec,
                threads=arguments.threads,
                check=progress.check,
                begin=progress.begin,
                advance=progress.advance,
                warn=warn_about(path),
            )

    folder = Path(arguments.output)
    counts = making.make(folder, deals, run_with_progress).counts()
    print(json.dumps(counts) if arguments.json else _words(folder, counts))
    return 0


def _words(folder: Path, counts: dict[str, int]) -> str:
    deals = f"{counts['deals']} deal{'s' * (counts['deals'] != 1)}"
    names = {"min_cells": "cells", "turns": "turns", "singles": "singles"}
    proven = ", ".join(f"the fewest {name} for {counts[key]}" for key, name in names.items())
    return f"{folder}: {deals}; proven: {proven}"
