"""The rules of the game on the command line."""

from __future__ import annotations

import argparse

from freecell.entries import Entry
from freecell.game import Game
from freecell.notation import DIALECTS
from freecell.rules import AUTOPLAYS, ROOMS, Rules


def add_after_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--after", default="", metavar="MOVES", help='moves to play first, such as "26 7a 3h"')


def add_cells_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cells",
        type=int,
        choices=range(8),
        metavar="N",
        help="how many cells there are, 0 to 7; if not given 4, or as many as a saved game has",
    )


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --cells, --room, --autoplay and --dialect, which are None if they are not given."""
    add_cells_argument(parser)
    parser.add_argument("--room", choices=ROOMS, help="how many cards move at once: by theory, or as Windows allowed")
    parser.add_argument(
        "--autoplay", choices=AUTOPLAYS, help="what goes home by itself after a move: nothing, safe cards, all that fit"
    )
    parser.add_argument(
        "--dialect",
        choices=DIALECTS,
        help="what 52 moves to an empty column: as many cards as it can (standard), or one (extended, fc-solve's "
        "-snx); or the notation of the catalogue, 4r462r27...",
    )


def rules_of(arguments: argparse.Namespace, entry: Entry) -> Rules:
    """The rules that the arguments say, and where they say nothing those of the game."""
    said = {name: getattr(arguments, name, None) for name in ("cells", "room", "autoplay")}
    known = entry.rules or Rules()
    return Rules(*(getattr(known, name) if value is None else value for name, value in said.items()))


def played(entry: Entry, arguments: argparse.Namespace) -> Game:
    """A game from the board as it is, after the moves of --after."""
    start = entry.board if entry.number is None or entry.board != entry.start else entry.number
    game = Game(start, rules_of(arguments, entry))
    game.play(arguments.after, getattr(arguments, "dialect", None))
    return game
