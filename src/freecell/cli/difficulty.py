"""Say how hard boards are for a person: a score from 0 to 100, and a grade.

A weak player plays each board hundreds of times. The score is how many percent of all random deals are easier for him.
The grades are easy (0 to 19), moderate, tricky, hard and fiendish (80 to 99). A board that nobody can win has 100, and
is impossible.

examples:
  freecell difficulty 617
  freecell difficulty 1..20 11982
  freecell difficulty 617 --cells 3
  freecell difficulty board.txt --json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import chain, tee

from freecell.cli._boards import BOARDS_HELP, Given, read_boards
from freecell.cli._numbers import is_number_or_range, read_range
from freecell.cli._rules import add_cells_argument
from freecell.grading import difficulties


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="+", metavar="BOARD", help=f"{BOARDS_HELP}; or a range such as 1..20")
    add_cells_argument(parser)
    parser.add_argument("--json", action="store_true", help="an object for each instead of words")


def run(arguments: argparse.Namespace) -> int:
    named, asked = tee(chain.from_iterable(map(_given, arguments.boards)))
    boards, cells = (one.entry.board for one in asked), 4 if arguments.cells is None else arguments.cells
    for one, found in zip(named, difficulties(boards, cells=cells), strict=True):
        if arguments.json:
            said = {"score": found.score, "grade": found.grade, "verdict": found.verdict.value}
            print(json.dumps({**one.keys, **said, "games": found.games, "wins": found.wins}))
        else:
            print(f"{one.name}: {found} ({found.wins} of {found.games} games won)")
    return 0


def _given(argument: str) -> Iterator[Given]:
    """The boards that an argument names: a deal, a range of them, or a file with any number of boards."""
    numbers = read_range(argument) if is_number_or_range(argument) else None
    return read_boards(argument) if numbers is None else chain.from_iterable(read_boards(str(n)) for n in numbers)
