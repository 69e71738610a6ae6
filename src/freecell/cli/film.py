"""Film a game: the deal, every move with its cards sliding, and the end.

A board is solved first. What is in a saved game, or in a file of moves in any form that `freecell check` reads, is
filmed as it is.

files:
  .svg         plays in any browser, also as an image in a page, with a button to pause and a bar to jump to any move
  .gif, .webp  for where an SVG can't be shown
  .mp4         needs the program ffmpeg

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
import sys
from dataclasses import asdict
from pathlib import Path

from freecell.board import Board
from freecell.cli._boards import BOARD_HELP, read_board
from freecell.cli._checking import read_solution, solution_of_entry
from freecell.cli._drawing import add_drawing_arguments
from freecell.cli._progress import Progress
from freecell.cli._rules import add_game_arguments, rules_of
from freecell.cli._streams import complain
from freecell.drawing.film import Film, checked_suffix
from freecell.errors import FreecellError, MoveError, quoted
from freecell.game import Game
from freecell.rules import Rules

WIDTH = 4096
"""The beam of the search for a short solution: seconds at most, and the same film on every machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    parser.add_argument("--moves", metavar="FILE", help="the moves to film, instead of a solution")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="a name that ends in .svg, .gif, .webp or .mp4; - prints SVG",
    )
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="2 is twice as fast")
    parser.add_argument("--loop", action="store_true", help="begin again at the end")
    add_drawing_arguments(parser)
    add_game_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.output != "-":
        checked_suffix(Path(arguments.output))
    options = {name: getattr(arguments, name) for name in ("speed", "deck", "felt", "width", "loop")}
    rules, start = _read_start(arguments)
    if isinstance(start, Game):
        _save(start.film(**options), arguments.output)
        return 0
    from freecell.cli._solving import CODES
    from freecell.engine import Verdict
    from freecell.solving import solve

    solution = solve(start, goal="short", beam_width=WIDTH, **asdict(rules))
    if solution.verdict is Verdict.SOLVED:
        _save(solution.film(**options), arguments.output)
    else:
        complain(f"{solution.name}: {solution.verdict.value}, so there is nothing to film")
    return CODES[solution.verdict]


def _save(film: Film, output: str) -> None:
    if output == "-":
        sys.stdout.write(film.svg())
        return
    with Progress("Filming", film.frame_count(output)) as advance:
        film.save(output, advance)


def _read_start(arguments: argparse.Namespace) -> tuple[Rules, Game | Board | int]:
    """The rules, and the game that is given, or the board or deal number to solve."""
    entry, _, _ = read_board(arguments.board)
    rules = rules_of(arguments, entry)
    start = entry.start if entry.deal is None else entry.deal
    if arguments.moves is None and entry.moves is None:
        return rules, start if entry.game is None else entry.game.under(rules)
    if arguments.moves is not None and entry.game is not None:
        raise FreecellError(f"{quoted(arguments.board)} is a saved game and has moves: leave out --moves")
    if arguments.board == arguments.moves == "-":
        raise FreecellError("the board and the moves can't both come from standard input: give a file for one")
    given = {name: getattr(arguments, name) for name in asdict(rules)}
    solution = solution_of_entry(entry) if arguments.moves is None else read_solution(arguments.moves, entry)
    report = solution.check(start, **given)
    if report.wrong:
        raise MoveError(str(report.wrong))
    return rules, report.game
