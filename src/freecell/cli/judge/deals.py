"""Check whether a program deals the right boards: how many are correct, the first wrong one, and the likely mistake.

The program reads deal numbers on standard input, one per line, and prints their boards, in rows or in any other format
that freecell reads. If it takes the number as an argument instead, write {} in COMMAND where the number belongs.
The command isn't run by a shell; for a pipe, use sh -c '...'.

By default, the program must deal about 150 numbers below 2**31: 1 to 128, and numbers at which faulty programs start
to fail.
freecell deal NUMBER --explain shows each step of a deal, to compare with yours.

exit codes: 0 all boards are correct; 3 some are wrong or missing; 4 no board was wrong, but the program took too
long; 2 the program could not be run

examples:
  freecell judge deals "python3 deal.py"
  freecell judge deals "python3 deal.py" --deals 1..1000 4294967290..4294967300 --json
  freecell judge deals "sh -c 'echo {} | python3 deal.py'" --deals 1..5 617
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from freecell.cli._numbers import positive, read_range
from freecell.cli._progress import Progress
from freecell.cli._signals import stopping
from freecell.cli.judge._command import add_command_argument, words_of
from freecell.errors import printable
from freecell.judging.deals import DEFAULT, DealsReport, judge_deals
from freecell.judging.mistakes import Diagnosis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_command_argument(parser, "'python3 deal.py'")
    parser.add_argument("--deals", nargs="+", metavar="NUMBER", help="deal numbers, or ranges such as 1..1000")
    parser.add_argument("--each", action="store_true", help="run the program once per deal")
    parser.add_argument(
        "--seconds", type=positive, metavar="S", help="maximum time per run (default: 20, or more for over 1000 deals)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    words = words_of(arguments.command)
    ranges = [read_range(text) for text in arguments.deals] if arguments.deals else DEFAULT
    with stopping(), Progress("Judging", sum(map(len, ranges))) as advance:
        report = judge_deals(words, ranges, each=arguments.each, seconds=arguments.seconds, advance=advance)
    if arguments.json:
        print(json.dumps({"command": words, **report.to_dict()}))
    else:
        print("\n".join(_lines(report)))
    if report.passes:
        return 0
    return 4 if report.timed_out and report.first is None else 3


def _lines(report: DealsReport) -> Iterator[str]:
    if report.passes:
        yield f"All {report.asked} boards are correct."
    else:
        yield f"{report.right} of {report.asked} boards are correct."
    for remark in (report.problem, *report.notes):
        if remark:
            yield printable(f"{remark[0].upper()}{remark[1:]}{'' if remark.endswith(('.', '?')) else '.'}")
    if report.first is not None:
        yield ""
        yield f"The first wrong board is deal {report.first.deal}:"
        yield ""
        yield from _side_by_side(report.first.expected, report.first.got)
        place = report.first.place
        yield ""
        yield (
            f"The first wrong card is in row {place // 8 + 1}, column {place % 8 + 1}: "
            f"{report.first.got[place]} instead of {report.first.expected[place]}."
        )
        yield ""
        if report.diagnosis is not None:
            yield from _explained(report.diagnosis, report.since)
        else:
            yield "No known mistake explains these boards."
        yield f"freecell deal {report.first.deal} --explain shows each step, to compare with yours."


def _side_by_side(expected: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    yield f"  {'expected':25}got"
    for row in range(0, 52, 8):
        yield f"  {' '.join(expected[row : row + 8]):25}{' '.join(got[row : row + 8])}"


def _explained(diagnosis: Diagnosis, since: int | None) -> Iterator[str]:
    count = len(diagnosis.mistakes) + (diagnosis.deck is not None)
    where = "all your program's boards" if since is None else f"your program's boards from deal {since} on"
    yield f"Likely mistake{'s' * (count > 1)}, which explain{'s' * (count == 1)} {where}:"
    for mistake in diagnosis.mistakes:
        yield f"- {mistake.what}."
        yield f"  Instead: {mistake.repair}."
    if diagnosis.deck is not None:
        yield f"- {diagnosis.deck}."
        yield "  Instead: AC AD AH AS 2C 2D 2H 2S ... KC KD KH KS."
    yield ""
