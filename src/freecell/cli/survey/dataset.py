"""Make a dataset to publish: one Parquet table with a row per deal, and a data card.

Columns: deal, verdict, min_cells, min_cells_lower_bound, difficulty, grade, turns, singles, solution. At the end,
the folder has deals.parquet, README.md and datapackage.json to publish; its subfolder surveys has the surveys that
these files were made from. If anything stops the run (Ctrl-C, a kill, a full disk), the same command resumes it.

A million deals take about 18 hours on one core, most of that for the difficulty.

examples:
  freecell survey dataset million/
  freecell survey dataset some/ 1..1000
  freecell survey dataset wide/ 1..1000 --beam-width 2048
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from freecell.budgets import SURVEY_BEAM, WIDEST_BEAM
from freecell.cli._numbers import read_range, whole
from freecell.cli._solving import add_threads_argument
from freecell.cli._survey_progress import runner
from freecell.errors import FreecellError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="the folder to work in")
    parser.add_argument(
        "range", nargs="?", default="1..1000000", metavar="RANGE", help="the deals (default: 1..1000000)"
    )
    parser.add_argument(
        "--beam-width",
        type=whole(1, WIDEST_BEAM),
        default=SURVEY_BEAM,
        metavar="N",
        help=f"the beam width of the search for solutions: a wider beam finds shorter ones (default: {SURVEY_BEAM})",
    )
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from freecell.survey import dataset

    deals = read_range(arguments.range)
    if deals.start < 1 or deals.stop > 2**32:
        raise FreecellError(f"RANGE must contain deals from 1 to 2**32-1 (got {quoted(arguments.range)})")
    folder = Path(arguments.folder)
    made = dataset.make(folder, deals, runner(arguments.threads), beam_width=arguments.beam_width)
    if arguments.json:
        print(json.dumps({"deals": len(deals), **made._asdict()}))
    else:
        tally = ", ".join(f"{count} {name}" for name, count in made.verdicts.items())
        print(f"{folder / dataset.TABLE}: {len(deals)} deal{'s' * (len(deals) > 1)}: {tally}")
        print(f"{made.size / 1e6:.1f} MB, {made.core_hours:.2f} core-hours, SHA-256 {made.sha256}")
    return 0
