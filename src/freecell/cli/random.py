"""Show random deals: from 1 to 1,000,000, which every FreeCell program has, or from another range.

All deals can be won, unless you add --any.

examples:
  freecell random
  freecell random 1..32000 --any
  freecell random --difficulty hard --count 5 --seed 7
  freecell random 1..8589934591 --format columns
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice

from freecell.choosing import random_deals
from freecell.cli._formats import add_format_arguments, show
from freecell.cli._numbers import is_number, read_range, whole
from freecell.cli._progress import Progress
from freecell.cli._solving import add_threads_argument
from freecell.cli._streams import complain
from freecell.engine import core_available
from freecell.errors import FreecellError, quoted
from freecell.verdicts import GRADES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "range",
        nargs="?",
        default="1..1000000",
        metavar="RANGE",
        help="the numbers to choose from (default: 1..1000000)",
    )
    parser.add_argument("-n", "--count", type=whole(1), default=1, metavar="N", help="the number of deals (default: 1)")
    parser.add_argument(
        "--seed", type=whole(), metavar="S", help="the random seed, a number; the same seed gives the same deals"
    )
    parser.add_argument("--difficulty", choices=GRADES, help="only deals of this grade")
    parser.add_argument("--any", action="store_true", help="include deals that can't be won")
    add_threads_argument(parser, "solve and rate deals")
    add_format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if not (core_available or arguments.any):
        complain("some of these deals may be unwinnable: checking them needs the compiled core, which is not installed")
    if arguments.range in GRADES:
        raise FreecellError(f"{quoted(arguments.range)} is not a range: did you mean --difficulty {arguments.range}?")
    if is_number(arguments.range):
        raise FreecellError(
            f"the range {quoted(arguments.range)} is a single deal: "
            f"did you mean --count {arguments.range} or 1..{arguments.range}?"
        )
    there = read_range(arguments.range)
    if len(there) < arguments.count:
        deals = f"{len(there)} deal{'s' * (len(there) != 1)}"
        raise FreecellError(f"the range {arguments.range} has only {deals}, fewer than --count {arguments.count}")
    numbers = random_deals(
        there,
        seed=arguments.seed,
        difficulty=arguments.difficulty,
        can_be_won=core_available and not arguments.any,
        threads=arguments.threads,
    )
    found: list[range] = []

    def chosen() -> Iterator[range]:
        for number in islice(numbers, arguments.count):
            found.append(range(number, number + 1))
            yield found[-1]
            if arguments.difficulty:
                sys.stdout.flush()  # it can take a second until the next one, and Ctrl-C loses none of these

    ranges: Iterable[range] = chosen()
    if sys.stdout.isatty():  # boards would disturb the bar
        with Progress("Choosing deals", arguments.count) as advance:
            for _ in ranges:
                advance(1)
        ranges = found
    show(ranges, arguments, titles=True, total=arguments.count)
    if len(found) < arguments.count:
        deals = f"{len(found)} such deal{'s' * (len(found) != 1)}"
        raise FreecellError(f"the range {arguments.range} has only {deals}, fewer than --count {arguments.count}")
    return 0
