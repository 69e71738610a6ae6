"""The command-line argument for the program to judge."""

from __future__ import annotations

import argparse
import shlex

from freecell.errors import FreecellError, quoted


def add_command_argument(parser: argparse.ArgumentParser, example: str) -> None:
    parser.add_argument(
        "command",
        metavar="COMMAND",
        help=f"the command that runs the program, quoted if it has several words: {example}",
    )


def words_of(command: str) -> list[str]:
    """The words of a command, as a shell would split it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise FreecellError(f"can't read the command {quoted(command)}: {error}") from None
    if not words:
        raise FreecellError("the command is empty: expected one such as 'python3 deal.py'")
    return words
