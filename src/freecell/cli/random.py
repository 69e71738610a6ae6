"""Deal a random number: one that every FreeCell program can deal, unless a range is given.

examples:
  freecell random
  freecell random 1..32000
  freecell random 1..8589934591 --format columns
"""

from __future__ import annotations

import argparse
import random

from freecell.cli._formats import add_format_arguments, show
from freecell.cli._numbers import read_range


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "range", nargs="?", default="1..1000000", metavar="RANGE", help="of deal numbers; 1..1000000 if not given"
    )
    add_format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    number = random.choice(read_range(arguments.range))  # noqa: S311, nothing secret
    show([range(number, number + 1)], arguments.format or "rows", titles=True)
    return 0
