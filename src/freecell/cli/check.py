"""Check whether a solution wins: its lengths, or its first wrong move, the board there, and why it is wrong.

The solution may be standard notation (26 7a 3h), what `fc-solve -m -snx` prints, a listing such as those of
`fc-solve -p -t -sam`, a line of macroxue's catalogue (617:4r462r27...), or the plan of a planner, in PDDL. Where
nothing is said of room, auto-play and dialect, the first reading is taken that wins. A saved game has its own moves,
and so has what `freecell solve --json` prints: without a BOARD, this is read from standard input. What `freecell solve
617` prints says of which deal it is.

With --many, the file has a solution a line, each behind its deal number: 617 26 7a 3h ...

examples:
  freecell check 617 solution.txt
  freecell deal 617 -f columns | fc-solve -m -snx - | freecell check 617
  freecell check board.txt solution.txt --json
  freecell solve 617 | freecell check
  freecell solve 1..100 --json | freecell check
  freecell check --many solutions.txt

exit codes: 0 it wins (all of them win); 3 it does not; 2 it can't be read
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from freecell.checking import Report
from freecell.cli._boards import BOARD_HELP, explained, open_file, open_input, read_board
from freecell.cli._checking import (
    check_lines,
    is_printed,
    printed_solution,
    read_solution,
    solution_in,
    solution_lines,
    solution_of_entry,
)
from freecell.cli._formats import add_color_argument
from freecell.cli._rules import add_rule_arguments, described
from freecell.cli._streams import write_styled
from freecell.errors import FreecellError, quoted
from freecell.formats import texts

DOES_NOT_WIN = 3
_MOST_LINES = 100_000  # of one solution with all its boards


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", nargs="?", metavar="BOARD", help=BOARD_HELP)
    parser.add_argument(
        "solution",
        nargs="?",
        metavar="FILE",
        help="the solution; if it is not given, the BOARD's own moves, or else standard input",
    )
    parser.add_argument("--many", metavar="FILE", help="check a file of deal numbers and solutions, one a line (or -)")
    add_rule_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    add_color_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    reading = {name: getattr(arguments, name) for name in ("cells", "room", "autoplay", "dialect")}
    if arguments.board is not None and arguments.many is not None:
        raise FreecellError("give a board and its solution, or --many and a file (see freecell check --help)")
    alone = arguments.solution is None and arguments.board is not None and _begins_as_printed(arguments.board)
    if arguments.board is not None and not alone:
        return _check_one(arguments.board, arguments.solution, reading, arguments)
    name = next((name for name in (arguments.many, arguments.board) if name is not None), "-")
    with open_input(name, "solutions, a line each behind its deal number,") as file:
        lines = explained(name, texts.lines_of(file, strict=False))
        first = next(lines, "")
        lines = chain([first], lines)
        if is_printed(first):
            entry, solution = printed_solution(islice(lines, _MOST_LINES))
            return _report(entry.deal, solution.check(entry.deal, **reading), arguments)
        if arguments.many is not None:
            return _check_many(name, lines, reading, arguments)
        return _check_all(lines, reading, arguments)


def _begins_as_printed(name: str) -> bool:
    """Whether it is a file with what `freecell solve` prints, which says of which deal it is."""
    if not os.path.isfile(name):
        return False
    with open_file(name) as file:
        return is_printed(next(texts.lines_of(file, strict=False), ""))


def _check_one(board: str, name: str | None, reading: dict[str, Any], arguments: argparse.Namespace) -> int:
    """Checks the solution of a board, or the moves that a saved game or an object has."""
    if board == "-" and name in (None, "-"):
        raise FreecellError("the board and the solution can't both come from standard input: give a file for one")
    try:
        entry = read_board(board).entry
    except FreecellError as error:
        if name is None and os.path.isfile(board):
            raise FreecellError(f"{error}; for a file of solutions say freecell check --many FILE") from None
        raise
    start = entry.board if entry.deal is None or entry.game else entry.deal
    has_moves = entry.game is not None or entry.moves is not None
    solution = (
        solution_of_entry(entry) if name is None and has_moves else read_solution("-" if name is None else name, entry)
    )
    code = _report(entry.deal, solution.check(start, **reading), arguments)
    if code and name is None and has_moves and not arguments.json:
        print(f"\nThese are its own moves. For those on standard input say freecell check {board} -")
    return code


def _check_all(lines: Iterator[str], reading: dict[str, Any], arguments: argparse.Namespace) -> int:
    """Checks what there is on standard input: of one solution all is said, of several what --many says."""
    seen: list[str] = []

    def looked_at() -> Iterator[str]:
        for line in lines:
            seen.append(line)
            yield line

    first = [text for _, text in islice(solution_lines(looked_at()), 2)]
    if len(first) > 1:
        return _check_many("-", chain(seen, lines), reading, arguments)
    if not first:
        raise FreecellError(
            "there is no solution: give a board and its solution, or --many and a file (see freecell check --help)"
        )
    solution = solution_in(first[0])
    return _report(solution.deal, solution.check(**reading), arguments)


def _report(number: int | None, report: Report, arguments: argparse.Namespace) -> int:
    """Says all of one solution."""
    from freecell.drawing.terminal import has_color, has_signs, table
    from freecell.formats.json import to_dict

    game, wins = report.game, report.wins
    if arguments.json:
        print(json.dumps({"deal": number, **report.to_dict(), "board": to_dict(game.board)}))
        return 0 if wins else DOES_NOT_WIN
    rules = game.rules
    print(f"{'this board' if number is None else f'deal {number}'}: {'wins' if wins else 'does not win'}")
    if not wins:
        print(report.reason)
    print(f"{game.cards_moved} cards moved, {game.singles} singles, {game.steps} steps, {game.turns} turns")
    read_as = "a plan in PDDL" if report.dialect == "pddl" else f"{report.dialect} notation"
    print(f"read as {read_as}, {described(rules)}")
    if not wins:
        out = sys.stdout
        write_styled(
            f"\n{table(game.board, rules.cells, color=has_color(out, arguments.color), signs=has_signs(out))}\n", out
        )
    return 0 if wins else DOES_NOT_WIN


def _check_many(name: str, lines: Iterable[str], reading: dict[str, Any], arguments: argparse.Namespace) -> int:
    from freecell.cli._progress import Progress
    from freecell.game import LENGTHS

    # On a terminal the bar takes over standard output, to print above itself; a file is written to directly.
    out = None if sys.stdout.isatty() else sys.stdout
    total, winning, lengths = 0, 0, dict.fromkeys(LENGTHS, 0)
    with Progress("Checking", _count(name)) as advance:
        for result in check_lines(lines, **reading):
            total += 1
            if result["wins"]:
                winning += 1
                for length in LENGTHS:
                    lengths[length] += result[length]
            if arguments.json:
                print(json.dumps(result), file=out)
            elif not result["wins"]:
                deal = "" if result["deal"] is None else f", deal {result['deal']}"
                print(f"line {result['line']}{deal}: {result['reason']}", file=out)
            advance(1)
    if not total:
        raise FreecellError(f"there is no solution in {quoted(name)}: '617 26 7a 3h' is right, a solution a line")
    if not arguments.json:
        print(f"{total} solution{'s' if total != 1 else ''}: {winning} win, {total - winning} do not")
        if winning:
            print(
                "on average",
                ", ".join(f"{lengths[length] / winning:.1f} {length.replace('_', ' ')}" for length in LENGTHS),
            )
    return 0 if winning == total else DOES_NOT_WIN


def _count(name: str) -> int | None:
    """How many lines a file has, if it can be read twice."""
    if not os.path.isfile(name):
        return None
    with open_file(name) as file:
        return sum(block.count(b"\n") for block in iter(partial(file.read, 2**20), b""))
