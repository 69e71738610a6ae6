"""Look up what is known about Microsoft's first 32,000 deals: the fewest cells, the shortest solution, the difficulty.

Nothing is solved: the facts are a table in the package. `freecell survey facts` computes them again.

examples:
  freecell facts 617
  freecell facts 1..10 --json
"""

from __future__ import annotations

import argparse
import json

from freecell.cli._numbers import read_range
from freecell.factbook import facts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="+", metavar="NUMBER", help="a deal number, or a range such as 1..10")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def run(arguments: argparse.Namespace) -> int:
    for number in (number for text in arguments.numbers for number in read_range(text)):
        known = facts(number)
        print(json.dumps(known.to_dict()) if arguments.json else known)
    return 0
