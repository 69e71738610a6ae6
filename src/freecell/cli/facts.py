"""Look up facts about Microsoft's first 32,000 deals: the fewest cells, the shortest known solution, the difficulty.

Nothing is searched: the facts are stored in the package. `freecell survey facts` recomputes them.

examples:
  freecell facts 617
  freecell facts 1..10 --json
  freecell facts board.txt
"""

from __future__ import annotations

import argparse
import json

from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.errors import FreecellError
from freecell.factbook import facts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def run(arguments: argparse.Namespace) -> int:
    for given in read_boards(arguments.boards):
        known = facts(_deal_of(given))
        print(json.dumps({**given.keys, **known.to_dict()}) if arguments.json else known)
    return 0


def _deal_of(given: Given) -> int:
    """The deal number of a board."""
    if given.entry.deal is not None:
        return given.entry.deal
    from freecell.finding import find

    found = find(given.entry.start) if given.entry.start.is_just_dealt else []
    if not found:
        raise FreecellError(f"{given.name}: only numbered deals have facts, but this board has no number")
    return found[0]
