"""Film games with sliding cards.

A board is solved first, unless --moves contains the moves to film. A saved game is filmed as it was played.

files:
  .svg         plays in any browser, also as an image in a page, with a button to pause and a bar to jump to any move
  .gif, .webp  for places that don't show SVG
  .mp4         needs the program ffmpeg

examples:
  freecell film 617 --output 617.svg
  freecell film 617 --output 617.gif --width 480 --speed 2 --loop
  freecell film 617 --for windows --output windows.svg
  freecell film 617 --moves solution.txt --deck four --felt dark --output mine.svg
  freecell film game.json --output game.webp
  freecell film 1..3 --output "deal-{}.svg"

exit codes: 0 filmed; 3 the board can't be won; 4 undecided (for several boards, the highest)
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from freecell.board import Board
from freecell.budgets import SHORT_BEAM
from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.cli._checking import read_solution, solution_of_entry, with_start
from freecell.cli._drawing import add_drawing_arguments, output_of, suffix_of
from freecell.cli._numbers import positive
from freecell.cli._progress import Progress, Waiting
from freecell.cli._rules import add_game_arguments, add_moves_argument, rules_of
from freecell.cli._streams import complain
from freecell.drawing.film import Film
from freecell.entries import Entry
from freecell.errors import FreecellError, MoveError
from freecell.game import Game
from freecell.rules import Rules

_SUFFIXES = (".svg", ".gif", ".webp", ".mp4")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    add_moves_argument(parser, "the moves to film instead of a solution")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="a name that ends in .svg, .gif, .webp or .mp4; for several boards a folder, or a name with {} for "
        "the deal number; - prints SVG",
    )
    parser.add_argument("--speed", type=positive, default=1.0, metavar="N", help="the speed: 2 is twice as fast")
    parser.add_argument("--loop", action="store_true", help="repeat the film forever")
    add_drawing_arguments(parser)
    add_game_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    return max(_film(given, arguments) for given in read_boards(arguments.boards, arguments.moves))


def _film(given: Given, arguments: argparse.Namespace) -> int:
    """Film a board and return the exit code."""
    output = output_of(arguments.output, given, _SUFFIXES)
    suffix_of(output, _SUFFIXES)
    options = {name: getattr(arguments, name) for name in ("speed", "deck", "felt", "width", "loop")}
    rules, start = _start_of(given.entry, arguments)
    if isinstance(start, Game):
        _save(start.film(**options), output)
        return 0
    from freecell.cli._solving import CODES
    from freecell.solving import solve

    with Waiting("Solving"):
        solution = solve(start, rules=rules, goal="short", beam_width=SHORT_BEAM)
    if solution:
        _save(solution.film(**options), output)
    else:
        complain(f"{given.name}: {solution.verdict}, so there is nothing to film")
    return CODES[solution.verdict]


def _save(film: Film, output: str) -> None:
    if output == "-":
        sys.stdout.write(film.svg())
        return
    with Progress("Filming", film.frame_count(output)) as advance:
        film.save(output, advance)


def _start_of(entry: Entry, arguments: argparse.Namespace) -> tuple[Rules, Game | Board]:
    """The rules, and the given game, or the board or deal number to solve."""
    rules = rules_of(arguments, entry)
    if arguments.moves is None and entry.moves is None:
        return rules, entry.start if entry.game is None else entry.game.under(rules)
    if arguments.moves is not None and entry.game is not None:
        raise FreecellError(f"{entry.name} is a saved game with its own moves: leave out --moves")
    solution = (
        solution_of_entry(entry)
        if arguments.moves is None
        else with_start(read_solution(arguments.moves, entry, arguments.boards), entry)
    )
    report = solution.check(**{name: getattr(arguments, name) for name in asdict(rules)})
    if report.wrong:
        raise MoveError(str(report.wrong))
    return rules, report.game
