"""Shared by the commands that solve: the position to solve, the limits, and the printed verdict."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol, TypeVar

from freecell.board import Board
from freecell.budgets import MOST_POSITIONS, SHORT_SECONDS
from freecell.cli._boards import Given, add_boards_argument, read_boards
from freecell.cli._numbers import is_number_or_range, positive, read_range, whole
from freecell.cli._rules import add_game_arguments, add_moves_argument, played, rules_of
from freecell.cli._shortest import memory_full, read_memory
from freecell.engine import GOALS, METRICS, Search
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.rules import Rules
from freecell.solving import Solution, solve_many
from freecell.verdicts import Verdict

CODES = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 3, Verdict.UNDECIDED: 4}
"""The exit codes."""


class HasBoard(Protocol):
    """A position to solve, with its board and rules."""

    @property
    def board(self) -> int | Board | Game: ...
    @property
    def rules(self) -> Rules: ...


T = TypeVar("T", bound=HasBoard)


class Task(NamedTuple):
    """A position to solve (a deal number, a board or a game), its rules and name, and its keys in JSON."""

    board: int | Board | Game
    rules: Rules
    name: str
    keys: dict[str, Any]
    several: bool = False


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the boards, the moves to play first, the rules, and the limits of the search."""
    add_boards_argument(parser)
    add_moves_argument(parser)
    add_game_arguments(parser)
    add_limit_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def add_threads_argument(parser: argparse.ArgumentParser, what: str = "solve") -> None:
    parser.add_argument(
        "--threads", type=whole(1, 4096), metavar="N", help=f"how many threads {what} (default: all cores)"
    )


def add_goal_arguments(parser: argparse.ArgumentParser, default_width: str = "") -> None:
    """Add --goal and the options for specific goals: --metric, --beam-width and --memory."""
    parser.add_argument(
        "--goal",
        choices=GOALS,
        default="fast",
        help="what to search for: any solution (fast), a short one, a proof of the verdict, or a shortest solution "
        "(default: fast)",
    )
    parser.add_argument(
        "--metric", choices=METRICS, help="what a short or shortest solution minimizes (default: turns)"
    )
    parser.add_argument(
        "--beam-width",
        type=whole(1, 2**31),
        metavar="N",
        help=f"maximum beam width for a short solution{default_width}",
    )
    parser.add_argument(
        "--memory",
        type=read_memory,
        metavar="SIZE",
        help="maximum memory for a shortest solution or a proof, such as 500MB or 8GB (default: 2GB)",
    )


def check_goal_arguments(arguments: argparse.Namespace) -> None:
    """Raise an error for an option that the goal doesn't use."""
    for name, goals in (
        ("metric", ("short", "shortest")),
        ("beam_width", ("short",)),
        ("memory", ("shortest", "prove")),
    ):
        if getattr(arguments, name) is not None and arguments.goal not in goals:
            option, wanted = f"--{name.replace('_', '-')}", " or ".join(f"--goal {goal}" for goal in goals)
            raise FreecellError(f"{option} needs {wanted} (got --goal {arguments.goal})")
    if arguments.goal == "prove" and arguments.memory is not None and arguments.max_positions == MOST_POSITIONS:
        arguments.max_positions = 2**31  # --memory is the limit instead


def add_limit_arguments(parser: argparse.ArgumentParser, what: str = "board") -> None:
    """Adds --max-positions and --seconds."""
    parser.add_argument(
        "--max-positions",
        type=whole(1, 2**31),
        default=MOST_POSITIONS,
        metavar="N",
        help=f"maximum number of positions in the exact search (default: {MOST_POSITIONS})",
    )
    parser.add_argument("--seconds", type=positive, metavar="S", help=f"maximum time per {what}")


def solved(tasks: Iterable[T], search: Callable[[Rules], Search], threads: int | None) -> Iterator[tuple[T, Solution]]:
    """Tasks with their solutions, in constant memory: only a few tasks wait for their solutions at a time."""
    waiting: deque[T] = deque()

    def boards(tasks: Iterator[T]) -> Iterator[int | Board | Game]:
        for task in tasks:
            waiting.append(task)
            yield task.board

    for rules, same in groupby(tasks, lambda task: task.rules):
        for solution in solve_many(boards(same), search(rules), threads=threads):
            yield waiting.popleft(), solution


def total_of(boards: Sequence[str]) -> int | None:
    """The number of boards, if it is known."""
    return sum(len(read_range(board)) for board in boards) if all(map(is_number_or_range, boards)) else None


def read_tasks(boards: Sequence[str], arguments: argparse.Namespace) -> Iterator[Task]:
    """The positions after playing --moves on each board."""
    return (task_of(given, arguments) for given in read_boards(boards, arguments.moves))


def task_of(given: Given, arguments: argparse.Namespace) -> Task:
    """The position after playing --moves on a board."""
    entry, name, keys = given.entry, given.name, given.keys
    game, rules = played(entry, arguments), rules_of(arguments, entry)
    if entry.game:  # the whole game, from its start
        whole, every = entry.game.under(Rules(rules.cells)), game.under(Rules(rules.cells))
        whole.play(every.moves)
        game = whole
    name += f" after {game.steps} step{'s' * (game.steps != 1)}" if game.plays else ""
    return Task(game if game.plays else game.board, rules, name, keys, given.several)


def search_of(arguments: argparse.Namespace, rules: Rules) -> Search:
    """The search that the arguments describe."""
    return Search(
        arguments.goal,
        rules,
        max_positions=arguments.max_positions,
        seconds=arguments.seconds,
        beam_width=arguments.beam_width,
        metric=arguments.metric or "turns",
        memory=arguments.memory,
    )


def code_of(solution: Solution) -> int:
    """The exit code for a solution."""
    return 130 if solution.limit == "stopped" else CODES[solution.verdict]


def reason(solution: Solution) -> str:
    """Why there is no solution: the board is unsolvable, or a limit was reached, with advice on how to raise it."""
    if solution.verdict is Verdict.UNSOLVABLE:
        count = f"{solution.positions} position{'s' * (solution.positions != 1)}"
        return f"{count} searched, which cover every reachable position"
    if solution.limit == "seconds":
        seconds = solution.search.seconds or SHORT_SECONDS
        return f"the limit of {seconds:g} seconds was reached; --seconds {2 * seconds:g} allows more"
    if solution.limit == "memory":
        return memory_full(solution)
    if solution.limit == "stopped":
        return "the search was stopped before it reached a verdict"
    limit = solution.search.max_positions
    return f"the limit of {limit} positions was reached; --max-positions {4 * limit} allows more"
