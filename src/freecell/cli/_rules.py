"""The rules of the game on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from freecell.notation import DIALECTS
from freecell.rules import AUTOPLAYS, ROOMS, WINDOWS, Rules


def add_after_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--after", default="", metavar="MOVES", help='moves to play first, such as "26 7a 3h"')


def add_cells_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cells", type=int, choices=range(8), default=4, metavar="N", help="how many cells there are, 0 to 7"
    )


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --cells, --room, --autoplay and --for; room and auto-play are None if they are not given."""
    add_cells_argument(parser)
    parser.add_argument("--room", choices=ROOMS, help="how many cards move at once: by theory, or as Windows allowed")
    parser.add_argument(
        "--autoplay", choices=AUTOPLAYS, help="what goes home by itself after a move: nothing, safe cards, all that fit"
    )
    parser.add_argument(
        "--for",
        choices=["windows"],
        action=_SetRules,
        help=f"the same as --cells {WINDOWS.cells} --room {WINDOWS.room} --autoplay {WINDOWS.autoplay}",
    )


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the same and --dialect, which is None if it is not given."""
    add_game_arguments(parser)
    parser.add_argument(
        "--dialect",
        choices=DIALECTS,
        help="what 52 moves to an empty column: as many cards as it can (standard), or one (extended, fc-solve's -snx)",
    )


def rules_of(arguments: argparse.Namespace) -> Rules:
    """The rules that the arguments say."""
    return Rules(arguments.cells, arguments.room or "theory", arguments.autoplay or "none")


def described(rules: Rules) -> str:
    """Rules in words, as a reader of moves finds them in a remark too."""
    return f"{rules.cells} cell{'s' * (rules.cells != 1)}, room {rules.room}, auto-play {rules.autoplay}"


class _SetRules(argparse.Action):
    """Sets the rules that a program has."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        vars(namespace).update(asdict(WINDOWS))
