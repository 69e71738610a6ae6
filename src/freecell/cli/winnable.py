"""Say whether a board can be won, or still can after some moves: yes, no, or undecided if a limit was reached.

examples:
  freecell winnable 617
  freecell winnable 617 --after "7a 7b"
  freecell winnable 1941 --autoplay max
  freecell winnable board.txt --cells 3 --json

exit codes: 0 yes; 3 no; 4 undecided
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from freecell.cli._solving import CODES, Task, add_position_arguments, read_positions
from freecell.engine import Verdict
from freecell.solving import solve

_WORDS = {Verdict.SOLVED: "yes", Verdict.UNSOLVABLE: "no", Verdict.UNDECIDED: "undecided"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    return max(_answer(position, arguments) for position in read_positions(arguments.board, arguments))


def _answer(position: Task, arguments: argparse.Namespace) -> int:
    solution = solve(
        position.start, **asdict(position.rules), max_positions=arguments.max_positions, seconds=arguments.seconds
    )
    if arguments.json:
        said = {"verdict": solution.verdict.value, "limit": solution.limit, "positions": solution.positions}
        print(json.dumps({**position.keys, **said}))
    else:
        print(f"{position.name}: " * position.is_one_of_several + _WORDS[solution.verdict])
    return CODES[solution.verdict]
