"""Film a game: the deal, every move with its cards sliding, and the end.

A board is solved first. What is in a saved game, or in a file of moves in any form that `freecell check` reads, is
filmed as it is.

files:
  .svg   plays in any browser, also as an image in a page; with a button to pause it and a bar to go to any move
  .gif   .webp   for where an SVG can't be shown
  .mp4   where the program ffmpeg is installed

examples:
  freecell film 617 --output 617.svg
  freecell film 617 --output 617.gif --width 480 --speed 2 --loop
  freecell film 617 --for windows --output windows.svg
  freecell film 617 --moves solution.txt --deck four --felt dark --output mine.svg
  freecell film game.json --output game.webp

exit codes: 0 filmed; 3 there is nothing to film: the board can't be won; 4 undecided whether it can
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

from freecell.board import Board
from freecell.checking import check
from freecell.cli._boards import BOARD_HELP, read_text
from freecell.cli._drawing import add_drawing_arguments
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress
from freecell.cli._rules import add_game_arguments, rules_of
from freecell.drawing.film import checked_suffix
from freecell.errors import FreecellError, MoveError
from freecell.game import Game

WIDTH = 4096
"""The beam of the search for a short solution: seconds at most, and the same film on every machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=f"{BOARD_HELP}; or a saved game")
    parser.add_argument("--moves", metavar="FILE", help="the moves to film, instead of a solution")
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="a name that ends in .svg, .gif, .webp or .mp4"
    )
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="2 is twice as fast")
    parser.add_argument("--loop", action="store_true", help="begin again at the end")
    add_drawing_arguments(parser)
    add_game_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    path = Path(arguments.output)
    checked_suffix(path)
    options = {name: getattr(arguments, name) for name in ("speed", "deck", "felt", "width", "loop")}
    start = _read_start(arguments)
    if isinstance(start, Game):
        film = start.film(**options)
    else:
        from freecell.cli._solving import CODES
        from freecell.engine import Verdict
        from freecell.solving import solve

        solution = solve(start, goal="short", width=WIDTH, **asdict(rules_of(arguments)))
        if solution.verdict is not Verdict.SOLVED:
            print(f"freecell: {solution.name}: {solution.verdict.value}, so there is nothing to film", file=sys.stderr)
            return CODES[solution.verdict]
        film = solution.film(**options)
    with Progress("Filming", film.frame_count(path)) as advance:
        film.save(path, advance)
    return 0


def _read_start(arguments: argparse.Namespace) -> Game | Board | int:
    """The game that is given, or the board or deal number to solve."""
    if re.fullmatch(r"-?\d+", arguments.board):
        start: Game | Board | int = read_range(arguments.board)[0]
    else:
        start = _game_or_board(read_text(arguments.board, "a deal number such as 617, a board, a saved game, or -"))
    if arguments.moves is None:
        return start
    if isinstance(start, Game):
        raise FreecellError(f"{arguments.board!r} is a saved game and has moves: leave out --moves")
    if arguments.board == arguments.moves == "-":
        raise FreecellError("the board and the moves can't both come from standard input: give a file for one")
    given = {name: getattr(arguments, name) for name in ("cells", "room", "autoplay")}
    report = check(start, read_text(arguments.moves), **given)
    if report.wrong:
        raise MoveError(str(report.wrong))
    return report.game


def _game_or_board(text: str) -> Game | Board:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    return Game.from_dict(value) if isinstance(value, dict) and "format" in value else Board.parse(text)
