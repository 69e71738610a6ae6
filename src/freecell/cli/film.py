"""Film games with sliding cards.

A board is solved first, unless --moves contains the moves to film. A saved game is filmed as it was played.

files:
  .svg         plays in any browser, even as an image in a page, with a button to pause and a bar to jump to any move
  .gif, .webp  for places that can't show SVG
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
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import NamedTuple

from freecell.board import Board
from freecell.budgets import SHORT_BEAM
from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.cli._checking import read_solution, solution_of_entry, with_start
from freecell.cli._drawing import add_drawing_arguments, add_written_argument, output_of, print_written, suffix_of
from freecell.cli._numbers import between
from freecell.cli._progress import Progress, Waiting
from freecell.cli._rules import add_game_arguments, add_moves_argument, rules_of
from freecell.cli._solving import CODES, add_threads_argument, solved
from freecell.cli._streams import complain
from freecell.drawing.film import FASTEST, SLOWEST, Film
from freecell.engine import Search
from freecell.errors import FreecellError, MoveError
from freecell.game import Game
from freecell.rules import Rules
from freecell.solving import Solution

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
    parser.add_argument(
        "--speed", type=between(SLOWEST, FASTEST), default=1.0, metavar="N", help="the speed: 2 is twice as fast"
    )
    parser.add_argument("--loop", action="store_true", help="repeat the film forever")
    add_drawing_arguments(parser)
    add_game_arguments(parser)
    add_threads_argument(parser)
    add_written_argument(parser)


class _Scene(NamedTuple):
    """A board to solve, or a game, under these rules, and the file to film it to."""

    given: Given
    rules: Rules
    board: Board | Game
    output: str


def run(arguments: argparse.Namespace) -> int:
    if arguments.json and arguments.output == "-":
        raise FreecellError("--json can't be used with --output -: give --output a name")
    scenes = (_scene(given, arguments) for given in read_boards(arguments.boards, arguments.moves))
    options = {name: getattr(arguments, name) for name in ("speed", "deck", "felt", "width", "loop")}
    found, code = _played(scenes, arguments), 0
    while True:
        with Waiting("Solving"):
            scene, played = next(found, (None, None))
        if scene is None or played is None:
            return code
        if isinstance(played, Game) or played:
            _save(played.film(**options), scene.output)
        else:
            complain(f"{scene.given.name}: {played.verdict}, so there is nothing to film")
        if isinstance(played, Solution):
            code = max(code, CODES[played.verdict])
        if arguments.json:
            verdict = None if isinstance(played, Game) else str(played.verdict)
            print_written(
                scene.output if verdict in (None, "solved") else None, scene.given.keys | {"verdict": verdict}
            )


def _played(scenes: Iterable[_Scene], arguments: argparse.Namespace) -> Iterator[tuple[_Scene, Game | Solution]]:
    """Each scene with its game, or with the solution of its board. Several boards are solved in parallel."""
    for is_game, same in groupby(scenes, lambda scene: isinstance(scene.board, Game)):
        if is_game:
            yield from ((scene, scene.board) for scene in same if isinstance(scene.board, Game))
        else:
            yield from solved(same, lambda rules: Search("short", rules, beam_width=SHORT_BEAM), arguments.threads)


def _save(film: Film, output: str) -> None:
    if output == "-":
        sys.stdout.write(film.svg())
        return
    with Progress("Filming", film.frame_count(output)) as advance:
        film.save(output, advance)


def _scene(given: Given, arguments: argparse.Namespace) -> _Scene:
    """The given game, or the board to solve."""
    entry, output = given.entry, output_of(arguments.output, given, _SUFFIXES)
    suffix_of(output, _SUFFIXES)
    rules = rules_of(arguments, entry)
    if arguments.moves is None and entry.moves is None:
        return _Scene(given, rules, entry.start if entry.game is None else entry.game.under(rules), output)
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
    return _Scene(given, rules, report.game, output)
