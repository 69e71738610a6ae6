"""The rules of the game on the command line."""

from __future__ import annotations

import argparse

from freecell.notation import DIALECTS
from freecell.rules import AUTOPLAYS, ROOMS


def add_after_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--after", default="", metavar="MOVES", help='moves to play first, such as "26 7a 3h"')


def add_cells_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cells", type=int, choices=range(8), default=4, metavar="N", help="how many cells there are, 0 to 7"
    )


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --cells, --room, --autoplay and --dialect; the last three are None if they are not given."""
    add_cells_argument(parser)
    parser.add_argument("--room", choices=ROOMS, help="how many cards move at once: by theory, or as Windows allowed")
    parser.add_argument(
        "--autoplay", choices=AUTOPLAYS, help="what goes home by itself after a move: nothing, safe cards, all that fit"
    )
    parser.add_argument(
        "--dialect",
        choices=DIALECTS,
        help="what 52 moves to an empty column: as many cards as it can (standard), or one (extended, fc-solve's -snx)",
    )
