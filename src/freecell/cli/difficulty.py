"""Rate how hard boards are for a person: a score from 0 to 100, and a grade.

A simulated weak player plays each board hundreds of times. The score is the percentage of random deals that this
player wins more often. The grades are easy (0 to 19), moderate, tricky, hard and fiendish (80 to 99). A board that
can't be won scores 100 and has the grade impossible.

examples:
  freecell difficulty 617
  freecell difficulty 1..20 11982
  freecell difficulty 617 --moves "7a 7b"
  freecell difficulty 617 --cells 3
  freecell difficulty board.txt --json
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby, tee

from freecell.cli._boards import add_boards_argument
from freecell.cli._progress import Progress
from freecell.cli._rules import add_game_arguments, add_moves_argument
from freecell.cli._solving import add_threads_argument, read_tasks, total_of
from freecell.grading import difficulties
from freecell.rules import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    add_moves_argument(parser)
    add_game_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def run(arguments: argparse.Namespace) -> int:
    out = sys.stdout  # the current stream; a bar captures it
    with Progress("Grading", total_of(arguments.boards), hidden=out.isatty()) as advance:
        for cells, tasks in groupby(read_tasks(arguments.boards, arguments), lambda task: task.rules.cells):
            named, asked = tee(tasks)
            answers = difficulties((task.board for task in asked), rules=Rules(cells), threads=arguments.threads)
            for task, found in zip(named, answers, strict=True):
                if arguments.json:
                    text = json.dumps({**task.keys, **found.to_dict()})
                else:
                    text = f"{task.name}: {found} ({found.wins} of {found.games} games won)"
                print(text, file=out)
                advance(1)
    return 0
