"""Check all files of a survey, and repair damaged ones by solving their blocks again.

examples:
  freecell survey verify million/
  freecell survey verify million/ --json

exit codes: 0 nothing is damaged; 3 something was damaged, and was repaired
"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

from freecell.cli._survey_progress import SurveyProgress, add_worker_arguments, check_worker_arguments, warn_about

if TYPE_CHECKING:
    from freecell.survey import Verified


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("output", metavar="FOLDER", help="the survey: a folder, or an address such as s3://...")
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from freecell import survey

    check_worker_arguments(arguments)
    start = time.monotonic()
    with SurveyProgress() as progress:
        found = survey.verify(
            arguments.output,
            threads=arguments.threads,
            scheduler=arguments.scheduler,
            check=progress.check,
            begin=progress.begin,
            advance=progress.advance,
            warn=warn_about(arguments.output),
        )
    _print(arguments, found, time.monotonic() - start)
    return 3 if found.damaged else 0


def _print(arguments: argparse.Namespace, found: Verified, took: float) -> None:
    from freecell import survey

    there = survey.open(arguments.output)
    missing = found.plan.blocks - found.parts
    if arguments.json:
        counts = {"files": found.parts, "bytes": there.size, "missing": missing, "damaged": sorted(found.damaged)}
        print(json.dumps({**counts, "seconds": round(took, 3)}))
        return
    print(f"{arguments.output}: {found.parts} of {found.plan.blocks} blocks, {there.size / 1e6:.1f} MB")
    names = ", ".join(sorted(found.damaged)[:4]) + (", ..." if len(found.damaged) > 4 else "")
    print(f"{len(found.damaged)} damaged and repaired: {names}" if found.damaged else "nothing is damaged")
