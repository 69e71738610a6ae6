"""Say whether a board can be won, or still can after some moves: yes, no, or unknown if a limit was reached.

examples:
  freecell winnable 617
  freecell winnable 617 --after "26 7a"
  freecell winnable 1941 --autoplay max
  freecell winnable board.txt --cells 3 --json

exit codes: 0 yes; 3 no; 4 unknown
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from freecell.cli._rules import rules_of
from freecell.cli._solving import CODES, add_position_arguments, read_position
from freecell.engine import Verdict
from freecell.solving import solve

_WORDS = {Verdict.SOLVED: "yes", Verdict.UNSOLVABLE: "no", Verdict.UNDECIDED: "unknown"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    position = read_position(arguments.board, arguments)
    limits = {"limit": arguments.limit, "seconds": arguments.seconds}
    solution = solve(position.start, **asdict(rules_of(arguments)), **limits)
    if arguments.json:
        said = {"verdict": solution.verdict.value, "limit": solution.limit, "positions": solution.positions}
        print(json.dumps({**position.keys, **said}))
    else:
        print(_WORDS[solution.verdict])
    return CODES[solution.verdict]
