"""Draw boards, or the positions after some moves, as SVG or PNG.

examples:
  freecell draw 617 --output 617.svg
  freecell draw 617 --output 617.png --width 1600
  freecell draw 617 --moves "7a 7b" --arrow 7c --deck four --felt dark --output next.svg
  freecell draw 617 --number --output 617.svg
  freecell draw 1..3 --output pictures/
  freecell draw 1..3 --output "deal-{}.png"
  freecell draw - < board.txt > board.svg
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from freecell.atomic import replacing
from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.cli._drawing import add_drawing_arguments, add_written_argument, output_of, print_written, suffix_of
from freecell.cli._progress import Progress
from freecell.cli._rules import add_moves_argument, add_rule_arguments, played
from freecell.cli._solving import total_of
from freecell.drawing import picture
from freecell.errors import FreecellError

_SUFFIXES = (".svg", ".png")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    add_moves_argument(parser)
    parser.add_argument("--arrow", metavar="MOVE", help="draw an arrow for this move, such as 26 or 7a")
    parser.add_argument("--number", action="store_true", help="add the deal number to the picture")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a name that ends in .svg or .png; for several boards a folder, or a name with {} for the deal "
        "number (default: print SVG)",
    )
    add_drawing_arguments(parser)
    add_rule_arguments(parser)
    add_written_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.output is None and sys.stdout.isatty():
        raise FreecellError("pictures aren't printed to a terminal: use --output FILE, or --output - to do so anyway")
    with Progress("Drawing", total_of(arguments.boards)) as advance:
        for given in read_boards(arguments.boards, arguments.moves):
            output = output_of(arguments.output or "-", given, _SUFFIXES)
            suffix = suffix_of(output, _SUFFIXES)
            if suffix == "-" and arguments.json:
                raise FreecellError("--json needs --output FILE: without it, the picture itself is printed")
            document = _document(given, arguments)
            if suffix == "-":
                sys.stdout.write(document)
                return 0
            content = picture.png(document, arguments.width) if suffix == ".png" else document.encode()
            with replacing(Path(output)) as file:
                file.write(content)
            if arguments.json:
                print_written(output, given.keys)
            advance(1)
    return 0


def _document(given: Given, arguments: argparse.Namespace) -> str:
    """The picture of a board, as SVG."""
    deal = given.entry.deal
    if arguments.number and deal is None:
        raise FreecellError(
            f"--number needs a deal number, but {given.name} has none: search for it with freecell find"
        )
    game = played(given.entry, arguments)
    moves = game.notation()
    title = ("A FreeCell board" if deal is None else f"Deal {deal}") + (f" after {moves}" if moves else "")
    options = {name: getattr(arguments, name) for name in ("deck", "felt", "width", "arrow")}
    return game.svg(title=title, deal=deal if arguments.number else None, **options)
