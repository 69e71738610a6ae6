"""Check whether a board, or the position after some moves, can be won: yes, no, or undecided if a limit was reached.

Given several boards, the command prints one line per board.

examples:
  freecell winnable 617
  freecell winnable 617 --moves "7a 7b"
  freecell winnable 1941 --autoplay max
  freecell winnable 11980..11983
  freecell winnable board.txt --cells 3 --json

exit codes: 0 yes; 3 no; 4 undecided (for several boards, the highest)
"""

from __future__ import annotations

import argparse
import json
import sys

from freecell.cli._progress import Progress
from freecell.cli._solving import CODES, add_position_arguments, read_tasks, solved, total_of
from freecell.engine import Search
from freecell.rules import Rules
from freecell.verdicts import Verdict

_WORDS = {Verdict.SOLVED: "yes", Verdict.UNSOLVABLE: "no", Verdict.UNDECIDED: "undecided"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    limits = {"max_positions": arguments.max_positions, "seconds": arguments.seconds}

    def search(rules: Rules) -> Search:
        return Search("fast", rules, **limits)

    code, out = 0, sys.stdout  # the current stream; a bar captures it
    with Progress("Solving", total_of(arguments.boards), hidden=out.isatty()) as advance:
        for task, solution in solved(read_tasks(arguments.boards, arguments), search, arguments.threads):
            if arguments.json:
                said = {"verdict": solution.verdict, "limit": solution.limit, "positions": solution.positions}
                print(json.dumps({**task.keys, **said}), file=out)
            else:
                print(f"{task.name}: " * task.several + _WORDS[solution.verdict], file=out)
            code = max(code, CODES[solution.verdict])
            advance(1)
    return code
