"""What the commands that solve share: the position they are asked about, the limits, and how they tell a verdict."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from freecell import notation
from freecell.board import Board
from freecell.cli._boards import BOARD_HELP, read_board
from freecell.cli._rules import add_after_argument, add_game_arguments, rules_of
from freecell.engine import GOALS, MOST_POSITIONS, SHORT_SECONDS, SHORTENED, Search, Verdict
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.solving import Solution

CODES = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 3, Verdict.UNDECIDED: 4}
"""The exit codes."""


class Position(NamedTuple):
    """A position to solve: a deal number or a board, what to call it, and the keys by which JSON names it."""

    start: int | Board
    name: str
    keys: dict[str, Any]


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a board and the moves to play on it, and how to solve it."""
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    add_after_argument(parser)
    add_play_arguments(parser)
    parser.add_argument("--json", action="store_true", help="an object instead of words")


def add_goal_arguments(parser: argparse.ArgumentParser, default_width: str = "") -> None:
    """Adds --goal, and what is for short solutions alone: --length and --width."""
    parser.add_argument("--goal", choices=GOALS, default="fast", help="any solution, a short one, or the exact search")
    parser.add_argument("--length", choices=SHORTENED, help="what a short solution has few of; turns if not given")
    parser.add_argument("--width", type=int, metavar="N", help=f"the widest beam for a short solution{default_width}")


def check_goal_arguments(arguments: argparse.Namespace) -> None:
    if arguments.goal != "short":
        for name in ("length", "width"):
            if getattr(arguments, name) is not None:
                raise FreecellError(f"--{name} is for short solutions: give --goal short too, or leave it out")


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the rules of the game, and the limits of the search."""
    add_game_arguments(parser)
    add_limit_arguments(parser)


def add_limit_arguments(parser: argparse.ArgumentParser, what: str = "board") -> None:
    """Adds --limit and --seconds."""
    parser.add_argument(
        "--limit",
        type=int,
        default=MOST_POSITIONS,
        metavar="POSITIONS",
        help=f"the most that the exact search looks at: {MOST_POSITIONS} if not given",
    )
    parser.add_argument("--seconds", type=float, metavar="S", help=f"the most time for a {what}")


def read_position(board: str, arguments: argparse.Namespace) -> Position:
    """The position that a BOARD and the moves of --after lead to."""
    number, start = read_board(board)
    name = "this board" if number is None else f"deal {number}"
    keys: dict[str, Any] = {"deal": number}
    if not arguments.after.split():
        return Position(start if number is None else number, name, keys)
    game = Game(start, rules_of(arguments))
    game.play(arguments.after)
    moves = game.notation()
    return Position(game.board, f"{name} after {moves}", {**keys, "after": moves})


def search_of(arguments: argparse.Namespace) -> Search:
    """What the arguments ask of a search."""
    named = {name: getattr(arguments, name) for name in ("goal", "limit", "seconds", "width")}
    return Search(**named, **asdict(rules_of(arguments)), length=arguments.length or "turns")


def reason(solution: Solution) -> str:
    """Why there are no moves: nobody can win, or which limit was reached and what to do about it."""
    if solution.verdict is Verdict.UNSOLVABLE:
        return f"{solution.positions} positions searched, all that can be reached among them"
    if solution.limit == "seconds":
        seconds = solution.search.seconds or SHORT_SECONDS
        return f"the limit of {seconds:g} seconds was reached; --seconds {2 * seconds:g} allows more"
    limit = solution.search.limit
    return f"the limit of {limit} positions was reached; --limit {4 * limit} allows more"


def plays_of(game: Game) -> Iterator[tuple[str, str, Board]]:
    """Each play of a game: in notation, in words, and the board after it."""
    plays = list(game.history())
    boards = [*(board for board, _ in plays[1:]), game.board]  # after each play; of a game without any, the start
    for word, (board, moves), after in zip(game.notation().split(), plays, boards, strict=False):
        yield word, notation.sentence(moves[0], board, game.rules), after
