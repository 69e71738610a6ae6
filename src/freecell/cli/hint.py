"""Suggest the next move: the first move of a short solution.

Given several boards, the command prints one line per board.

examples:
  freecell hint 617
  freecell hint 617 --moves "7a 7b"
  freecell hint 617 --for windows
  freecell hint board.txt 1..3 --autoplay safe --json

exit codes: 0 a move was found, or the game is won; 3 it can't be won; 4 undecided (for several boards, the highest)
"""

from __future__ import annotations

import argparse
import json
import sys

from freecell.budgets import HINT_BEAM
from freecell.cli._progress import Progress
from freecell.cli._solving import CODES, Task, add_position_arguments, read_tasks, reason, solved, total_of
from freecell.engine import Search
from freecell.rules import Rules
from freecell.solving import Hint, Solution
from freecell.verdicts import Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    def search(rules: Rules) -> Search:
        return Search(
            "short",
            rules,
            max_positions=arguments.max_positions,
            seconds=arguments.seconds,
            beam_width=HINT_BEAM,
        )

    code, out = 0, sys.stdout  # the current stream; a bar captures it
    with Progress("Solving", total_of(arguments.boards), hidden=out.isatty()) as advance:
        for task, solution in solved(read_tasks(arguments.boards, arguments), search, arguments.threads):
            print(_text(task, solution, arguments), file=out)
            code = max(code, CODES[solution.verdict])
            advance(1)
    return code


def _text(task: Task, solution: Solution, arguments: argparse.Namespace) -> str:
    hint = Hint.of(solution)
    if arguments.json:
        return json.dumps({**task.keys, **hint.to_dict()})
    if hint:
        return f"{task.name}: {hint}" if task.several else str(hint)
    if solution:
        return f"{task.name} is already won"
    known = "can't be won" if solution.verdict is Verdict.UNSOLVABLE else "is undecided"
    return f"{task.name} {known}: {reason(solution)}"
