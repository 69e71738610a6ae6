"""Say what to do next: the first move of a short solution from a position.

examples:
  freecell hint 617
  freecell hint 617 --after "7a 7b"
  freecell hint board.txt --autoplay safe --json

exit codes: 0 there is a move, or the game is won already; 3 it can't be won any more; 4 undecided
"""

from __future__ import annotations

import argparse
import json

from freecell.cli._solving import CODES, add_position_arguments, read_position, reason, turns_of, written
from freecell.solving import Verdict, solve

_WIDTH = 256  # some 10 ms, and the same hint on every machine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    asked = read_position(arguments.board, arguments)
    limits = {"limit": arguments.limit, "seconds": arguments.seconds}
    solution = solve(asked.start, goal="short", cells=arguments.cells, width=_WIDTH, **limits)
    word = sentence = None
    if solution.verdict is Verdict.SOLVED:
        word, sentence, _ = next(turns_of(written(solution, arguments)), (None, None, None))
    if arguments.json:
        found = {"verdict": solution.verdict.value, "limit": solution.limit, "move": word, "sentence": sentence}
        print(json.dumps({**asked.told, **found, "positions": solution.positions}))
    elif word is not None:
        print(f"{word}: {sentence}")
    elif solution.verdict is Verdict.SOLVED:
        print(f"{asked.name} is won already")
    else:
        known = "can't be won" if solution.verdict is Verdict.UNSOLVABLE else "is undecided"
        print(f"{asked.name} {known}: {reason(solution, arguments)}")
    return CODES[solution.verdict]
