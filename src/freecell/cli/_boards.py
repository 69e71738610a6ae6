"""Boards and texts on the command line: a deal number, a file, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from typing import BinaryIO

from freecell.board import Board
from freecell.cli._numbers import read_range
from freecell.deals import deal
from freecell.errors import FreecellError

BOARD_HELP = "a deal number, a file with a board in any form, or - for standard input"


def read_board(argument: str) -> tuple[int | None, Board]:
    """The board that an argument names, and its deal number if that is how it is named."""
    if re.fullmatch(r"-?\d+", argument):
        number = read_range(argument)[0]
        return number, deal(number)
    return None, Board.parse(read_text(argument, "a deal number such as 617, a file with a board, or -"))


def read_text(name: str, right: str = "a file, or -") -> str:
    """The text of a file, or with `-` of standard input. `right` says what might have been given."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open_file(name, right) as file:
            return file.read().decode()
    except UnicodeDecodeError:
        raise FreecellError(f"can't read {name!r}: it is not text in UTF-8") from None


def open_file(name: str, right: str = "a file, or -") -> BinaryIO:
    """A file to read. That it is not there is the input's fault, not the machine's."""
    try:
        file = open(name, "rb")  # noqa: SIM115, for the caller to close
        file.peek(1)  # a directory opens well
        return file
    except OSError as error:
        raise FreecellError(f"can't read {name!r}: {error.strerror or error}; {right} is right") from None
