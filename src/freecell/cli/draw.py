"""Draw a board, or what becomes of it after some moves: a picture as SVG, or as PNG.

examples:
  freecell draw 617 --output 617.svg
  freecell draw 617 --output 617.png --width 1600
  freecell draw 617 --after "7a 7b" --arrow 7c --deck four --felt dark --output next.svg
  freecell draw 617 --number --output 617.svg
  freecell draw - < board.txt > board.svg
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from freecell.atomic import replacing
from freecell.cli._boards import BOARD_HELP, read_board
from freecell.cli._drawing import add_drawing_arguments, suffix_of
from freecell.cli._rules import add_after_argument, add_rule_arguments, played
from freecell.drawing import picture
from freecell.errors import FreecellError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    add_after_argument(parser)
    parser.add_argument("--arrow", metavar="MOVE", help="a move to point out, such as 26 or 7a")
    parser.add_argument("--number", action="store_true", help="write the deal number into the picture")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a name that ends in .svg or .png; if it is not given or -, SVG is printed",
    )
    add_drawing_arguments(parser)
    add_rule_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    suffix = suffix_of(arguments.output or "-", (".svg", ".png"))
    entry, _, _ = read_board(arguments.board)
    game = played(entry, arguments)
    moves = game.notation()
    title = ("A FreeCell board" if entry.deal is None else f"Deal {entry.deal}") + (f" after {moves}" if moves else "")
    options = {name: getattr(arguments, name) for name in ("deck", "felt", "width", "arrow")}
    if arguments.number and entry.deal is None:
        raise FreecellError(f"--number: no deal number is known of {quoted(arguments.board)}; freecell find finds it")
    number = entry.deal if arguments.number else None
    document = game.board.svg(title=title, cells=game.rules.cells, number=number, **options)
    if suffix == "-":
        sys.stdout.write(document)
        return 0
    content = picture.png(document, arguments.width) if suffix == ".png" else document.encode()
    with replacing(Path(arguments.output)) as file:
        file.write(content)
    return 0
