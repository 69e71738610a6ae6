"""Show a board, or what becomes of it after some moves.

examples:
  freecell show 617
  freecell show 617 --after "7a 7b"
  freecell show 617 --after "7a 7b 7c b7 1b 71" --autoplay safe
  freecell deal 617 | freecell show - --format columns
  freecell show game.json
"""

from __future__ import annotations

import argparse
import sys
from itertools import chain

from freecell.cli._boards import BOARDS_HELP, Given, read_boards
from freecell.cli._formats import add_format_arguments, format_of, text_of
from freecell.cli._rules import add_after_argument, add_rule_arguments, played
from freecell.cli._streams import write_styled
from freecell.drawing.terminal import has_color, has_signs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=BOARDS_HELP)
    add_after_argument(parser)
    add_rule_arguments(parser)
    add_format_arguments(parser, "table")


def run(arguments: argparse.Namespace) -> int:
    boards = read_boards(arguments.board)
    first = next(boards)
    second = next(boards, None)
    _print(first, arguments, several=second is not None)
    for given in chain([] if second is None else [second], boards):
        if not arguments.json:
            print()
        _print(given, arguments, several=True)
    return 0


def _print(given: Given, arguments: argparse.Namespace, *, several: bool) -> None:
    """Prints a board after the moves of --after; of several, each has a title."""
    game = played(given.entry, arguments)
    out = sys.stdout
    format_ = format_of(arguments, "table")
    number = given.entry.deal
    keys = given.keys if several else {} if number is None else {"deal": number}
    look = {"color": has_color(out, arguments.color), "signs": has_signs(out)}
    text = text_of(game.board, keys, format_, cells=game.rules.cells, **look)
    title = f"# {given.name}" if number is None else f"Deal {number}"
    if several and format_ not in ("json", "pddl"):
        print(title)
    write_styled(f"{text}\n", out)
