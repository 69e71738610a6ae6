"""Command-line options for the rules of the game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from freecell.catalogue import likely_autoplay
from freecell.cli._boards import is_notation
from freecell.cli._numbers import whole
from freecell.entries import Entry
from freecell.game import Game
from freecell.notation import DIALECTS, parse
from freecell.rules import AUTOPLAYS, DEFAULT, ROOMS, WINDOWS, Rules


def add_moves_argument(parser: argparse.ArgumentParser, what: str = "moves to play first") -> None:
    parser.add_argument(
        "--moves", metavar="MOVES", help=f'{what}, such as "26 7a 3h", a file with them, or - for standard input'
    )


def add_cells_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cells",
        type=whole(0, 7),
        metavar="N",
        help="the number of free cells, 0 to 7 (default: 4, or as in the saved game)",
    )


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --cells, --room, --autoplay and --for. Room and auto-play default to None."""
    add_cells_argument(parser)
    parser.add_argument(
        "--room",
        choices=ROOMS,
        help="how many cards may move at once: as many as the cells and empty columns allow (theory, the default), or "
        "only as many as Windows allowed",
    )
    parser.add_argument(
        "--autoplay",
        choices=AUTOPLAYS,
        help="which cards go home automatically after each move: none (the default), safe cards, or all that fit (max)",
    )
    parser.add_argument(
        "--for",
        choices=["windows"],
        action=_SetRules,
        help=f"short for --cells {WINDOWS.cells} --room {WINDOWS.room} --autoplay {WINDOWS.autoplay}",
    )


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --cells, --room, --autoplay, --for, and --dialect, which defaults to None."""
    add_game_arguments(parser)
    parser.add_argument(
        "--dialect",
        choices=DIALECTS,
        help="how moves are written: to an empty column, 52 moves as many cards as possible (standard) or one card "
        "(extended, as in fc-solve -snx); catalogue is 4r462r27... (default: detect it)",
    )


def rules_of(arguments: argparse.Namespace, entry: Entry | None = None, usual: Rules = DEFAULT) -> Rules:
    """The rules from the arguments, or else from the input, or else the default ones."""
    known = asdict((entry and entry.rules) or usual)
    said = {name: value for name in known if (value := getattr(arguments, name)) is not None}
    return Rules(**known | said)


def played(entry: Entry, arguments: argparse.Namespace) -> Game:
    """The game from this board, after the moves in --moves.

    Without --autoplay, moves in the catalogue's notation determine the auto-play.
    """
    text = _moves_text(entry, arguments)
    rules, written = rules_of(arguments, entry), parse(text)
    dialect = getattr(arguments, "dialect", None) or written.dialect
    if dialect == "catalogue" and arguments.autoplay is None and entry.rules is None:
        rules = replace(rules, autoplay=likely_autoplay(written.homes))
    game = Game(entry.board, rules)
    game.play(text, dialect)
    return game


def _moves_text(entry: Entry, arguments: argparse.Namespace) -> str:
    moves = arguments.moves or ""
    if is_notation(moves):
        return moves
    from freecell.cli._checking import read_solution

    return read_solution(moves, entry, arguments.boards).moves


def described(rules: Rules) -> str:
    """The rules in words, in a form that can be read back from a comment above the moves."""
    return f"{rules.cells} cell{'s' * (rules.cells != 1)}, room {rules.room}, auto-play {rules.autoplay}"


class _SetRules(argparse.Action):
    """Set the rules of a program, except those that another option sets, before or after this one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        for name, value in asdict(WINDOWS).items():
            if getattr(namespace, name) is None:
                setattr(namespace, name, value)
