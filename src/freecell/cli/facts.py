"""Say what is known of Microsoft's first 32,000 deals: the least cells, the shortest solution, and how hard they are.

Nothing is searched for: the facts are a table in the package. With --make they are found out anew, of these deals or of
all 32,000: surveys in a folder, which go on where they were stopped. Two searches are compared, and every solution is
replayed. At the end the tables are there, and the solutions, in a form that `freecell check --many` takes.

examples:
  freecell facts 617
  freecell facts 1..10 --json
  freecell facts --make facts/
  freecell facts 2..3 --make some/
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from freecell.cli._numbers import read_range, read_whole
from freecell.cli._streams import complain
from freecell.errors import FreecellError
from freecell.factbook import LAST, facts

if TYPE_CHECKING:
    from freecell.survey import Spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="a deal number, or a range such as 1..10")
    parser.add_argument("--make", metavar="FOLDER", help="find them out anew, or go on with it")
    parser.add_argument("--threads", type=read_whole, metavar="N", help="how many solve; as many as there are cores")
    parser.add_argument("--json", action="store_true", help="an object for each instead of words")


def run(arguments: argparse.Namespace) -> int:
    ranges = [read_range(text) for text in arguments.numbers]
    if arguments.make is not None:
        return _make(arguments, ranges)
    if not ranges:
        raise FreecellError("of which deal? Give a number, as in freecell facts 617")
    if arguments.threads is not None:
        raise FreecellError("--threads goes with --make: nothing is searched for otherwise")
    for number in (number for numbers in ranges for number in numbers):
        known = facts(number)
        print(json.dumps(known.to_dict()) if arguments.json else known)
    return 0


def _make(arguments: argparse.Namespace, ranges: list[range]) -> int:
    from freecell.cli._signals import stopping
    from freecell.cli._survey_progress import SurveyProgress
    from freecell.survey import making
    from freecell.survey import run as run_survey

    if not arguments.make:
        raise FreecellError("--make '': the name of a folder is right, as in freecell facts --make facts")
    if len(ranges) > 1 or (ranges and ranges[0].start < 1):
        raise FreecellError("--make takes one range of deals, such as 1..100")

    def run_with_progress(name: str, path: str, spec: Spec) -> None:
        with SurveyProgress(name) as progress:
            run_survey(
                path,
                spec,
                threads=arguments.threads,
                check=progress.check,
                begin=progress.begin,
                advance=progress.advance,
                warn=lambda line: complain(f"{path}: {line}"),
            )

    folder, deals = Path(arguments.make), ranges[0] if ranges else range(1, LAST + 1)
    with stopping():
        table = making.make(folder, deals, run_with_progress)
    counts = table.counts()
    print(json.dumps(counts) if arguments.json else _words(folder, counts))
    return 0


def _words(folder: Path, counts: dict[str, int]) -> str:
    deals = f"{counts['deals']} deal{'s' * (counts['deals'] != 1)}"
    proven = f"the least cells are proven of {counts['min_cells']}, the fewest turns of {counts['turns']}"
    return f"{folder}: {deals}; {proven}, the fewest singles of {counts['singles']}"
