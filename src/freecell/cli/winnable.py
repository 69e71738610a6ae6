"""Say whether a board can be won, or still can after some moves: yes, no, or unknown if a limit was reached.

examples:
  freecell winnable 617
  freecell winnable 617 --after "26 7a"
  freecell winnable board.txt --cells 3 --json

exit codes: 0 yes; 3 no; 4 unknown
"""

from __future__ import annotations

import argparse
import json

from freecell.cli._solving import CODES, add_position_arguments, read_position
from freecell.solving import Verdict, solve

_ANSWERS = {Verdict.SOLVED: ("yes", True), Verdict.UNSOLVABLE: ("no", False), Verdict.UNDECIDED: ("unknown", None)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    asked = read_position(arguments.board, arguments)
    solution = solve(asked.start, cells=arguments.cells, limit=arguments.limit, seconds=arguments.seconds)
    word, answer = _ANSWERS[solution.verdict]
    if arguments.json:
        found = {"winnable": answer, "limit": solution.limit, "positions": solution.positions}
        print(json.dumps({**asked.told, **found}))
    else:
        print(word)
    return CODES[solution.verdict]
