"""Deal random numbers: of those that every FreeCell program can deal, unless a range is given.

Only deals that can be won come, unless --any is given. Without the compiled core that can't be told, and any may come.

examples:
  freecell random
  freecell random 1..32000 --any
  freecell random --difficulty hard -n 5 --seed 7
  freecell random 1..8589934591 --format columns
"""

from __future__ import annotations

import argparse
from itertools import islice

from freecell.choosing import random_deals
from freecell.cli._formats import add_format_arguments, show
from freecell.cli._numbers import read_range, read_whole
from freecell.engine import core_available
from freecell.errors import FreecellError
from freecell.grading import GRADES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "range", nargs="?", default="1..1000000", metavar="RANGE", help="of deal numbers; 1..1000000 if not given"
    )
    parser.add_argument("-n", type=read_whole, default=1, dest="count", metavar="N", help="how many; one if not given")
    parser.add_argument("--seed", type=read_whole, metavar="S", help="a number that gives the same deals each time")
    parser.add_argument("--difficulty", choices=GRADES, help="only deals of this grade")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--winnable", action="store_true", help="only deals that can be won; an error if that can't be told"
    )
    which.add_argument("--any", action="store_true", help="any deals, also those that can't be won")
    add_format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.count < 1:
        raise FreecellError(f"-n {arguments.count}: a number from 1 on is right")
    numbers = random_deals(
        read_range(arguments.range),
        seed=arguments.seed,
        grade=arguments.difficulty,
        can_be_won=arguments.winnable or (core_available and not arguments.any),
    )
    found = list(islice(numbers, arguments.count))
    if len(found) < arguments.count:
        raise FreecellError(
            f"{arguments.range} has fewer such deals, {len(found)} and not {arguments.count}: a larger range is right"
        )
    show([range(number, number + 1) for number in found], arguments.format or "rows", titles=True)
    return 0
