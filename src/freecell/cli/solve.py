"""Solve a board: whether it can be won, and how.

goals:
  fast      the first solution that is found
  short     one of few turns, or single cards with --metric singles: looked for during a second, or --seconds,
            or up to a beam of --beam-width positions
  prove     the exact search alone, which decides too where fast and short find nothing: no verdict is a guess
  shortest  one of the fewest turns, or single cards, and the proof that none has fewer; where that takes too long
            (--seconds, --memory, Ctrl-C) the best one so far, and what any solution has at least

Several boards get a line each.

examples:
  freecell solve 617
  freecell solve 617 --goal short --seconds 2 --autoplay max
  freecell solve 617 --goal shortest --seconds 60
  freecell solve 617 --for windows
  freecell solve 617 --after "7a 7b" --tables
  freecell solve 11982 --cells 5
  freecell solve 1..1000 --goal short --beam-width 350
  freecell deal 617 -f columns | freecell solve - --json
  freecell solve 617 --after "7a 7b" | freecell check 617
  freecell solve boards.txt game.json --json | freecell check

exit codes: 0 solved; 3 unsolvable; 4 undecided, because a limit was reached (of several boards, the highest of these)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain, groupby

from freecell.board import Board
from freecell.cli._boards import BOARD_RIGHT, BOARDS_HELP, is_stream, open_file
from freecell.cli._formats import add_color_argument
from freecell.cli._numbers import is_number, is_number_or_range, read_range
from freecell.cli._progress import Progress
from freecell.cli._rules import add_after_argument, described, rules_of
from freecell.cli._shortest import bound, bound_keys, solve_until_stopped
from freecell.cli._solving import (
    Task,
    add_goal_arguments,
    add_play_arguments,
    check_goal_arguments,
    code_of,
    plays_of,
    read_positions,
    reason,
    search_of,
)
from freecell.cli._streams import write_styled
from freecell.engine import Verdict
from freecell.errors import FreecellError
from freecell.game import LENGTHS, Game
from freecell.rules import DEFAULT
from freecell.solving import Solution, solve_many

_WORDS_A_LINE = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="+", metavar="BOARD", help=f"{BOARDS_HELP}; or a range: 1..1000")
    add_after_argument(parser)
    add_goal_arguments(parser)
    add_play_arguments(parser)
    parser.add_argument("--sentences", action="store_true", help="the moves in words")
    parser.add_argument("--tables", action="store_true", help="the whole table after each move")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    add_color_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    check_goal_arguments(arguments)
    if arguments.json and (arguments.tables or arguments.sentences):
        raise FreecellError("--tables and --sentences are for words: leave them out, or --json")
    _check_boards(arguments.boards)
    if len(arguments.boards) == 1 and not _is_range(arguments.boards[0]):
        positions = read_positions(arguments.boards[0], arguments)
        first = next(positions)
        if not first.is_one_of_several:
            return _solve_one(first, arguments)
        parts: Iterator[range | Iterator[Task]] = iter([chain([first], positions)])
    else:
        parts = _parts(arguments)
    if arguments.tables or arguments.sentences or arguments.after:
        raise FreecellError("--after, --tables and --sentences are for one board: give only one")
    return _solve_several(parts, arguments)


def _is_range(board: str) -> bool:
    return is_number_or_range(board) and not is_number(board)


def _check_boards(boards: list[str]) -> None:
    """Raises an error for what is no number, and for a file that is not there, before anything is solved."""
    for board in boards:
        if is_number_or_range(board):
            read_range(board)
        elif board != "-" and not is_stream(board):
            open_file(board, BOARD_RIGHT).close()


def _parts(arguments: argparse.Namespace) -> Iterator[range | Iterator[Task]]:
    """What is given: ranges, which are solved fastest, and positions one at a time."""
    for are_ranges, boards in groupby(arguments.boards, _is_range):
        if are_ranges:
            yield from map(read_range, boards)
        else:
            yield chain.from_iterable(read_positions(board, arguments) for board in boards)


def _solve_one(position: Task, arguments: argparse.Namespace) -> int:
    solution = solve_until_stopped(position.start, search_of(arguments, position.rules))
    if arguments.json:
        print(_object(position, solution))
        return code_of(solution)
    # All but the moves is printed as remarks: `check` reads two of them, and whoever else reads moves passes over all.
    print(f"# {position.name}: {solution.verdict.value}")
    if "after" in position.keys:
        print(f"# after {position.keys['after']}")
    if solution.rules != DEFAULT:
        print(f"# {described(solution.rules)}")
    if solution.verdict is Verdict.SOLVED:
        _print_moves(solution.game(), arguments)
        print(f"# {_lengths(solution)}")
        if solution.lower_bound is not None:
            print(f"# {bound(solution)}")
    else:
        print(f"# {reason(solution)}")
    return code_of(solution)


def _solve_several(parts: Iterator[range | Iterator[Task]], arguments: argparse.Namespace) -> int:
    out = sys.stdout  # as it is now: a bar takes it over, and is slow
    code = 0
    with Progress("Solving", _total(arguments.boards), hidden=out.isatty()) as advance:
        for position, solution in chain.from_iterable(_solved(part, arguments) for part in parts):
            code = max(code, code_of(solution))
            if arguments.json:
                print(_object(position, solution), file=out)
            else:
                what = _lengths(solution) if solution.verdict is Verdict.SOLVED else reason(solution)
                what += "" if solution.lower_bound is None else f"; {bound(solution)}"
                print(f"{_label(position)}: {solution.verdict.value}, {what}", file=out)
            advance(1)
    return code


def _solved(part: range | Iterator[Task], arguments: argparse.Namespace) -> Iterator[tuple[Task, Solution]]:
    """Positions with their solutions, in constant memory: those that are read but not yet solved wait in a queue."""
    if isinstance(part, range):
        rules = rules_of(arguments)
        said = asdict(rules)
        for solution in solve_many(part, search_of(arguments, rules)):
            yield Task(solution.start, rules, solution.name, {"deal": solution.deal, **said}), solution
        return
    waiting: deque[Task] = deque()

    def starts(positions: Iterator[Task]) -> Iterator[int | Board]:
        for position in positions:
            waiting.append(position)
            yield position.start

    for rules, positions in groupby(part, lambda position: position.rules):
        for solution in solve_many(starts(positions), search_of(arguments, rules)):
            yield waiting.popleft(), solution


def _label(position: Task) -> str:
    """What a line begins with: the number or the file that was given, and which board of it if it has several."""
    file = position.keys.get("file")
    return position.name if position.is_one_of_several else str(position.keys["deal"]) if file is None else file


def _total(boards: list[str]) -> int | None:
    """How many there are, if that is known."""
    return sum(len(read_range(board)) for board in boards) if all(map(is_number_or_range, boards)) else None


def _object(position: Task, solution: Solution) -> str:
    found = position.keys | {"verdict": solution.verdict.value, "limit": solution.limit}
    if solution.verdict is Verdict.SOLVED:
        found["notation"] = solution.notation()
        found |= {length: getattr(solution, length) for length in LENGTHS} | bound_keys(solution)
    return json.dumps({**found, "positions": solution.positions, "seconds": round(solution.seconds, 6)})


def _print_moves(game: Game, arguments: argparse.Namespace) -> None:
    from freecell.drawing.terminal import has_color, has_signs, table

    plays = list(plays_of(game))
    if not arguments.tables and not arguments.sentences:
        words = [word for word, _, _ in plays]
        for begin in range(0, len(words), _WORDS_A_LINE):
            print(" ".join(words[begin : begin + _WORDS_A_LINE]))
        return
    look = {"color": has_color(sys.stdout, arguments.color), "signs": has_signs(sys.stdout)}
    for word, sentence, board in plays:
        print(sentence if arguments.sentences else word)
        if arguments.tables:
            write_styled(f"{table(board, game.rules.cells, **look)}\n\n", sys.stdout)


def _lengths(solution: Solution) -> str:
    return ", ".join(f"{getattr(solution, length)} {length.replace('_', ' ')}" for length in LENGTHS)
