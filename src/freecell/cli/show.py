"""Show a board, or what becomes of it after some moves.

examples:
  freecell show 617
  freecell show 617 --after "7a 7b"
  freecell show 617 --after "7a 7b 7c b7 1b 71" --autoplay safe
  freecell deal 617 | freecell show - --format columns
"""

from __future__ import annotations

import argparse
import sys

from freecell.cli._boards import BOARD_HELP, read_board
from freecell.cli._formats import add_format_arguments, text_of
from freecell.cli._rules import add_after_argument, add_rule_arguments
from freecell.drawing.terminal import has_color, has_signs
from freecell.game import Game
from freecell.rules import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    add_after_argument(parser)
    add_rule_arguments(parser)
    add_format_arguments(parser, "table")


def run(arguments: argparse.Namespace) -> int:
    number, board = read_board(arguments.board)
    game = Game(board, Rules(arguments.cells, arguments.room or "theory", arguments.autoplay or "none"))
    game.play(arguments.after, arguments.dialect or "standard")
    out = sys.stdout
    look = {"cells": arguments.cells, "color": has_color(out), "signs": has_signs(out)}
    print(text_of(game.board, number, arguments.format or "table", **look))
    return 0
