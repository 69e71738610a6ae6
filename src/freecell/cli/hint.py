"""Say what to do next: the first move of a short solution from a position.

examples:
  freecell hint 617
  freecell hint 617 --after "7a 7b"
  freecell hint 617 --for windows
  freecell hint board.txt --autoplay safe --json

exit codes: 0 there is a move, or the game is won already; 3 it can't be won any more; 4 undecided
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from freecell.cli._solving import CODES, Task, add_position_arguments, read_positions, reason
from freecell.engine import Verdict
from freecell.rules import Move
from freecell.solving import hint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    return max(_hint(position, arguments) for position in read_positions(arguments.board, arguments))


def _hint(position: Task, arguments: argparse.Namespace) -> int:
    limits = {"max_positions": arguments.max_positions, "seconds": arguments.seconds}
    move, word, sentence, solution = found = hint(position.start, **asdict(position.rules), **limits)
    if arguments.json:
        said = {"verdict": solution.verdict.value, "limit": solution.limit, "positions": solution.positions}
        print(json.dumps({**position.keys, **said, "move": None if move is None else _object(move, word, sentence)}))
    elif move is not None:
        print(f"{position.name}: {found}" if position.is_one_of_several else found)
    elif solution.verdict is Verdict.SOLVED:
        print(f"{position.name} is won already")
    else:
        known = "can't be won" if solution.verdict is Verdict.UNSOLVABLE else "is undecided"
        print(f"{position.name} {known}: {reason(solution)}")
    return CODES[solution.verdict]


def _object(move: Move, word: str, sentence: str) -> dict[str, str | int]:
    """A move as JSON has it, in the API too."""
    return {"source": move.source, "target": move.target, "count": move.count, "word": word, "sentence": sentence}
