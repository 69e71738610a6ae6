"""Show boards, or the positions after some moves.

examples:
  freecell show 617
  freecell show 617 --moves "7a 7b"
  freecell show 617 --moves "7a 7b 7c b7 1b 71" --autoplay safe
  freecell deal 617 | freecell show - --format columns
  freecell show game.json
"""

from __future__ import annotations

import argparse
import sys

from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.cli._formats import add_format_arguments, format_of, text_of
from freecell.cli._rules import add_moves_argument, add_rule_arguments, played
from freecell.cli._streams import write_styled
from freecell.drawing.terminal import has_color, has_signs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    add_moves_argument(parser)
    add_rule_arguments(parser)
    add_format_arguments(parser, "table")


def run(arguments: argparse.Namespace) -> int:
    for place, given in enumerate(read_boards(arguments.boards, arguments.moves)):
        if place and not arguments.json:
            print()
        _print(given, arguments)
    return 0


def _print(given: Given, arguments: argparse.Namespace) -> None:
    """Print a board after the moves from --moves, under a title if there are several."""
    game = played(given.entry, arguments)
    out = sys.stdout
    format_ = format_of(arguments, "table")
    number = given.entry.deal
    keys = given.keys if given.several else {} if number is None else {"deal": number}
    look = {"color": has_color(out, arguments.color), "signs": has_signs(out)}
    text = text_of(game.board, keys, format_, cells=game.rules.cells, **look)
    title = f"# {given.name}" if number is None else f"Deal {number}"
    if given.several and format_ not in ("json", "pddl"):
        print(title)
    write_styled(f"{text}\n", out)
