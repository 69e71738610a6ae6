"""Check whether a solution wins: its lengths, or its first wrong move, the board there, and why it is wrong.

The solution may be standard notation (26 7a 3h), what `fc-solve -m -snx` prints, or a listing such as those of
`fc-solve -p -t -sam`. Where nothing is said of room, auto-play and dialect, the first reading is taken that wins.

With --many, the file has a solution a line, each behind its deal number: 617 26 7a 3h ...

examples:
  freecell check 617 solution.txt
  freecell deal 617 -f columns | fc-solve -m -snx - | freecell check 617
  freecell check board.txt solution.txt --json
  freecell check --many solutions.txt

exit codes: 0 it wins (all of them win); 3 it does not; 2 it can't be read
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

from freecell.cli._boards import BOARD_HELP, open_file, read_board, read_text
from freecell.cli._rules import add_rule_arguments, described
from freecell.errors import FreecellError

DOES_NOT_WIN = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", nargs="?", metavar="BOARD", help=BOARD_HELP)
    parser.add_argument(
        "solution", nargs="?", default="-", metavar="FILE", help="the solution; standard input if not given"
    )
    parser.add_argument("--many", metavar="FILE", help="check a file of deal numbers and solutions, one a line (or -)")
    add_rule_arguments(parser)
    parser.add_argument("--json", action="store_true", help="an object instead of words; with --many, one a line")


def run(arguments: argparse.Namespace) -> int:
    if (arguments.board is None) == (arguments.many is None):
        raise FreecellError("give a board and its solution, or --many and a file (see freecell check --help)")
    reading = {name: getattr(arguments, name) for name in ("cells", "room", "autoplay", "dialect")}
    if arguments.many is not None:
        return _check_many(arguments.many, reading, as_json=arguments.json)
    return _check_one(arguments.board, arguments.solution, reading, as_json=arguments.json)


def _check_one(board: str, solution: str, reading: dict[str, Any], *, as_json: bool) -> int:
    from freecell.checking import check
    from freecell.drawing.terminal import has_color, has_signs, table
    from freecell.formats.json import to_dict

    if board == solution == "-":
        raise FreecellError("the board and the solution can't both come from standard input: give a file for one")
    number, start = read_board(board)
    report = check(start, read_text(solution), **reading)
    game, wins = report.game, report.wins
    if as_json:
        print(json.dumps({"deal": number, **report.to_dict(), "board": to_dict(game.board)}))
    else:
        rules = game.rules
        print(f"{'this board' if number is None else f'deal {number}'}: {'wins' if wins else 'does not win'}")
        if not wins:
            print(report.reason)
        print(f"{game.cards} cards, {game.singles} singles, {game.steps} steps, {game.turns} turns")
        print(f"read as {report.dialect} notation, {described(rules)}")
        if not wins:
            out = sys.stdout
            print(f"\n{table(game.board, rules.cells, color=has_color(out), signs=has_signs(out))}")
    return 0 if wins else DOES_NOT_WIN


def _check_many(name: str, reading: dict[str, Any], *, as_json: bool) -> int:
    from freecell.cli._checking import check_lines
    from freecell.cli._progress import Progress
    from freecell.game import LENGTHS

    # On a terminal the bar takes over standard output, to print above itself; a file is written to directly.
    out = None if sys.stdout.isatty() else sys.stdout
    total, winning, lengths = 0, 0, dict.fromkeys(LENGTHS, 0)
    with _lines(name) as lines, Progress("Checking", _count(name)) as advance:
        for result in check_lines(lines, **reading):
            total += 1
            if result["wins"]:
                winning += 1
                for length in LENGTHS:
                    lengths[length] += result[length]
            if as_json:
                print(json.dumps(result), file=out)
            elif not result["wins"]:
                deal = "" if result["deal"] is None else f", deal {result['deal']}"
                print(f"line {result['line']}{deal}: {result['reason']}", file=out)
            advance(1)
    if not as_json:
        print(f"{total} solutions: {winning} win, {total - winning} do not")
        if winning:
            print("on average", ", ".join(f"{lengths[length] / winning:.1f} {length}" for length in LENGTHS))
    return 0 if winning == total else DOES_NOT_WIN


@contextmanager
def _lines(name: str) -> Iterator[Iterator[str]]:
    """The lines of a file, or with `-` of standard input; what is not text in them is for the check to find."""
    with nullcontext(sys.stdin.buffer) if name == "-" else open_file(name) as file:
        yield (line.decode(errors="replace") for line in file)


def _count(name: str) -> int | None:
    """How many lines a file has, if it can be read twice."""
    if not os.path.isfile(name):
        return None
    with open_file(name) as file:
        return sum(block.count(b"\n") for block in iter(partial(file.read, 2**20), b""))
