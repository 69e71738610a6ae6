"""Solve a board: whether it can be won, and how.

goals:
  fast   the first solution that is found
  short  one of few turns, or single cards with --length singles: looked for during a second, or --seconds,
         or up to a beam of --width positions
  prove  the exact search alone, into which the other two fall back: no verdict is a guess

Several boards get a line each.

examples:
  freecell solve 617
  freecell solve 617 --goal short --seconds 2 --autoplay max
  freecell solve 617 --for windows
  freecell solve 617 --after "7a 7b" --steps
  freecell solve 11982 --cells 5
  freecell solve 1..1000 --goal short --width 350
  freecell deal 617 -f columns | freecell solve - --json
  freecell solve 617 | freecell check 617

exit codes: 0 solved; 3 unsolvable; 4 undecided, because a limit was reached (of several boards, the highest of these)
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import Any

from freecell.cli._boards import BOARD_HELP
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress
from freecell.cli._rules import add_after_argument, described
from freecell.cli._solving import (
    CODES,
    Position,
    add_goal_arguments,
    add_play_arguments,
    check_goal_arguments,
    plays_of,
    read_position,
    reason,
    search_of,
)
from freecell.engine import Verdict
from freecell.errors import FreecellError
from freecell.game import LENGTHS, Game
from freecell.rules import DEFAULT
from freecell.solving import Solution, solve, solve_many

_WORDS_A_LINE = 10
_NUMBERS = re.compile(r"-?\d+(\.\.-?\d+)?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="+", metavar="BOARD", help=f"{BOARD_HELP}; or a range of numbers: 1..1000")
    add_after_argument(parser)
    add_goal_arguments(parser)
    add_play_arguments(parser)
    parser.add_argument("--sentences", action="store_true", help="the moves in words")
    parser.add_argument("--steps", action="store_true", help="the board after each move")
    parser.add_argument("--json", action="store_true", help="an object instead of words; of several boards, one a line")


def run(arguments: argparse.Namespace) -> int:
    check_goal_arguments(arguments)
    if arguments.json and (arguments.steps or arguments.sentences):
        raise FreecellError("--steps and --sentences are for words: leave them out, or --json")
    numbers = _NUMBERS.fullmatch(arguments.boards[0])
    several = len(arguments.boards) > 1 or (numbers is not None and numbers[1] is not None)
    if several and (arguments.steps or arguments.sentences or arguments.after):
        raise FreecellError("--after, --steps and --sentences are for one board: give only one")
    return _solve_several(arguments) if several else _solve_one(arguments)


def _solve_one(arguments: argparse.Namespace) -> int:
    position = read_position(arguments.boards[0], arguments)
    solution = solve(position.start, search_of(arguments))
    if arguments.json:
        print(_object(position.keys, solution))
        return CODES[solution.verdict]
    # All but the moves is printed as remarks, which whoever reads moves passes over.
    print(f"# {position.name}: {solution.verdict.value}")
    if solution.rules != DEFAULT:
        print(f"# {described(solution.rules)}")
    if solution.verdict is Verdict.SOLVED:
        _print_moves(solution.game(), arguments)
        print(f"# {_lengths(solution)}")
    else:
        print(f"# {reason(solution)}")
    return CODES[solution.verdict]


def _solve_several(arguments: argparse.Namespace) -> int:
    out = sys.stdout  # as it is now: a bar takes it over, and is slow
    positions = [
        read_range(board) if _NUMBERS.fullmatch(board) else read_position(board, arguments)._replace(name=board)
        for board in arguments.boards
    ]
    starts = [part if isinstance(part, range) else (part.start,) for part in positions]
    total = sum(map(len, starts))
    solutions = solve_many(starts[0] if len(starts) == 1 else chain(*starts), search_of(arguments))
    code = 0
    with Progress("Solving", total, hidden=out.isatty()) as advance:
        for (name, keys), solution in zip(_names(positions), solutions, strict=True):
            code = max(code, CODES[solution.verdict])
            if arguments.json:
                print(_object(keys, solution), file=out)
            else:
                what = _lengths(solution) if solution.verdict is Verdict.SOLVED else reason(solution)
                print(f"{name}: {solution.verdict.value}, {what}", file=out)
            advance(1)
    return code


def _names(positions: list[range | Position]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What to call each board, in turn, and the keys by which JSON names it."""
    for part in positions:
        if isinstance(part, range):
            yield from ((str(number), {"deal": number}) for number in part)
        else:
            yield part.name, part.keys


def _object(keys: dict[str, Any], solution: Solution) -> str:
    found: dict[str, Any] = asdict(solution.rules)
    found |= {"verdict": solution.verdict.value, "limit": solution.limit}
    if solution.verdict is Verdict.SOLVED:
        found["moves"] = solution.notation()
        found |= {length: getattr(solution, length) for length in LENGTHS}
    return json.dumps({**keys, **found, "positions": solution.positions, "seconds": round(solution.seconds, 6)})


def _print_moves(game: Game, arguments: argparse.Namespace) -> None:
    from freecell.drawing.terminal import has_color, has_signs, table

    plays = list(plays_of(game))
    if not arguments.steps and not arguments.sentences:
        words = [word for word, _, _ in plays]
        for begin in range(0, len(words), _WORDS_A_LINE):
            print(" ".join(words[begin : begin + _WORDS_A_LINE]))
        return
    look = {"color": has_color(sys.stdout), "signs": has_signs(sys.stdout)}
    for word, sentence, board in plays:
        print(sentence if arguments.sentences else word)
        if arguments.steps:
            print(f"{table(board, arguments.cells, **look)}\n")


def _lengths(solution: Solution) -> str:
    return ", ".join(f"{getattr(solution, length)} {length}" for length in LENGTHS)
