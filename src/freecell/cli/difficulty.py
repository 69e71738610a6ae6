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
import re
from collections.abc import Sequence
from itertools import chain, tee

from freecell.board import Board
from freecell.cli._boards import BOARD_HELP, read_board
from freecell.cli._numbers import read_range
from freecell.cli._rules import add_cells_argument
from freecell.grading import difficulties


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="+", metavar="BOARD", help=f"{BOARD_HELP}; or a range such as 1..20")
    add_cells_argument(parser)
    parser.add_argument("--json", action="store_true", help="an object for each instead of words")


def run(arguments: argparse.Namespace) -> int:
    starts = [_starts(argument) for argument in arguments.boards]
    named, asked = tee(chain.from_iterable(starts))
    for start, found in zip(named, difficulties(asked, cells=arguments.cells), strict=True):
        number = None if isinstance(start, Board) else start
        if arguments.json:
            said = {"score": found.score, "grade": found.grade, "verdict": found.verdict.value}
            print(json.dumps({"deal": number, **said, "games": found.games, "wins": found.wins}))
        else:
            name = "this board" if number is None else f"deal {number}"
            print(f"{name}: {found} ({found.wins} of {found.games} games won)")
    return 0


def _starts(argument: str) -> Sequence[int | Board]:
    """The deal numbers or the board that an argument names."""
    return read_range(argument) if re.fullmatch(r"-?\d+(\.\..*)?", argument) else [read_board(argument)[1]]
