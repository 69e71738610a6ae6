"""Solve a board: whether it can be won, and how.

goals:
  fast      any solution, or a proof that there is none
  short     a solution with few turns, or few singles with --metric singles; searches for one second by default,
            for the time given by --seconds, or with beams of up to --beam-width positions
  prove     the exact search alone
  shortest  a solution with the fewest turns or singles, and a proof that none has fewer; if --seconds, --memory or
            Ctrl-C stops the search, it prints the best solution so far and a lower bound

Given several boards, the command prints one line per board.

moves:
  26  from column 2 to column 6, as many cards as fit
  7a  from column 7 to cell a, and a7 back
  3h  from column 3 home, to the foundations

lengths:
  turns        moves that don't go home
  steps        all moves: a sequence counts as one, and so does each card that goes home
  singles      moves of single cards: a sequence is moved card by card, through cells and empty columns
  cards moved  the number of cards in all moves

examples:
  freecell solve 617
  freecell solve 617 --goal short --seconds 2 --autoplay max
  freecell solve 617 --goal shortest --seconds 60
  freecell solve 617 --for windows
  freecell solve 617 --moves "7a 7b" --tables
  freecell solve 11982 --cells 5
  freecell solve 1..1000 --goal short --beam-width 350
  freecell deal 617 -f columns | freecell solve - --json
  freecell solve 617 --moves "7a 7b" | freecell check
  freecell solve boards.txt game.json --json | freecell check

exit codes: 0 solved; 3 unsolvable; 4 undecided, because a limit was reached (for several boards, the highest)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from freecell.cli._boards import add_boards_argument
from freecell.cli._formats import add_color_argument
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress, Waiting
from freecell.cli._rules import add_game_arguments, add_moves_argument, described, rules_of
from freecell.cli._shortest import bound, solve_until_stopped
from freecell.cli._solving import (
    Task,
    add_goal_arguments,
    add_limit_arguments,
    add_threads_argument,
    check_goal_arguments,
    code_of,
    read_tasks,
    reason,
    search_of,
    solved,
    total_of,
)
from freecell.cli._streams import write_styled
from freecell.errors import FreecellError
from freecell.game import LENGTHS, Game
from freecell.notation import sentence
from freecell.rules import DEFAULT, Rules
from freecell.solving import Solution, solve_many

_WORDS_A_LINE = 10
_LEGEND = "26: column 2 to 6, 7a: to cell a, 3h: home; turns: moves not going home, steps: all, singles: card by card"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_boards_argument(parser)
    add_moves_argument(parser)
    add_goal_arguments(parser)
    add_game_arguments(parser)
    add_limit_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--sentences", action="store_true", help="print the moves in words")
    parser.add_argument("--tables", action="store_true", help="print the board after each move")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    add_color_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    check_goal_arguments(arguments)
    if arguments.json and (arguments.tables or arguments.sentences):
        raise FreecellError("--json can't be used with --tables or --sentences: leave out one of them")
    if arguments.moves is None and (total_of(arguments.boards) or 0) > 1:
        answers: Iterator[tuple[Task, Solution]] = chain.from_iterable(
            _solved(read_range(board), arguments) for board in arguments.boards
        )
    else:
        tasks = read_tasks(arguments.boards, arguments)
        first = next(tasks)
        if not first.several:
            return _solve_one(first, arguments)
        answers = solved(chain([first], tasks), partial(search_of, arguments), arguments.threads)
    if arguments.tables or arguments.sentences:
        option = "--tables" if arguments.tables else "--sentences"
        raise FreecellError(f"{option} needs a single board: leave it out, or give one board")
    return _print_lines(answers, arguments)


def _solve_one(task: Task, arguments: argparse.Namespace) -> int:
    with Waiting("Solving", hidden=arguments.goal == "shortest"):  # that search shows its bounds
        solution = solve_until_stopped(task.board, search_of(arguments, task.rules))
    if arguments.json:
        print(_object(task, solution))
        return code_of(solution)
    # Everything except the moves is printed as comments. `check` reads two of these; other programs ignore them.
    print(f"# {task.name}: {solution.verdict}")
    if isinstance(task.board, Game):
        print(f"# after {task.board.notation(Rules(task.rules.cells))}")
    if solution.rules != DEFAULT:
        print(f"# {described(solution.rules)}")
    if solution:
        _print_moves(solution.game(), arguments)
        if solution.moves and not arguments.sentences:
            print(f"# {_LEGEND}")
        print(f"# {_lengths(solution)}")
        if solution.lower_bound is not None:
            print(f"# {bound(solution)}")
    else:
        print(f"# {reason(solution)}")
    return code_of(solution)


def _solved(numbers: range, arguments: argparse.Namespace) -> Iterator[tuple[Task, Solution]]:
    """Solve a range of deals, which is faster than solving boards one at a time."""
    rules = rules_of(arguments)
    found = solve_many(numbers, search_of(arguments, rules), threads=arguments.threads)
    for number, solution in zip(numbers, found, strict=True):
        yield Task(number, rules, solution.name, {"deal": number}, True), solution


def _print_lines(answers: Iterable[tuple[Task, Solution]], arguments: argparse.Namespace) -> int:
    code, out = 0, sys.stdout  # the stream as it is now: a progress bar captures it, which is slow
    with Progress("Solving", total_of(arguments.boards), hidden=out.isatty()) as advance:
        for task, solution in answers:
            code = max(code, code_of(solution))
            if arguments.json:
                print(_object(task, solution), file=out)
            else:
                what = _lengths(solution) if solution else reason(solution)
                what += "" if solution.lower_bound is None else f"; {bound(solution)}"
                print(f"{task.name}: {solution.verdict}, {what}", file=out)
            advance(1)
    return code


def _object(task: Task, solution: Solution) -> str:
    return json.dumps({**task.keys, **solution.to_dict()})


def _print_moves(game: Game, arguments: argparse.Namespace) -> None:
    from freecell.drawing.terminal import has_color, has_signs, table

    if not arguments.tables and not arguments.sentences:
        words = game.notation().split()
        for begin in range(0, len(words), _WORDS_A_LINE):
            print(" ".join(words[begin : begin + _WORDS_A_LINE]))
        return
    look = {"color": has_color(sys.stdout, arguments.color), "signs": has_signs(sys.stdout)}
    for play, word in zip(game.plays, game.notation().split(), strict=True):
        print(sentence(play.move, play.before, game.rules) if arguments.sentences else word)
        if arguments.tables:
            write_styled(f"{table(play.board, game.rules.cells, **look)}\n\n", sys.stdout)


def _lengths(solution: Solution) -> str:
    return ", ".join(f"{getattr(solution, length)} {length.replace('_', ' ')}" for length in LENGTHS)
