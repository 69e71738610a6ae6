"""Boards and texts on the command line: a deal number, a file, or `-` for standard input."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, nullcontext
from typing import Any, BinaryIO, NamedTuple

from freecell.cli._numbers import is_number, read_range
from freecell.cli._streams import standard_input
from freecell.entries import Entry, entries, of_number
from freecell.errors import FormatError, FreecellError, printable, quoted
from freecell.formats import texts

BOARD_HELP = "a deal number, a file with a board or a saved game in any form, or - for standard input"
BOARDS_HELP = "a deal number, a file with boards or saved games in any form, or - for standard input"

MOST = 2**27
"""The characters that a text which is kept as a whole may have."""

BOARD_RIGHT = "a deal number such as 617, a file with a board, or -"


class Given(NamedTuple):
    """A board that was given, what to call it, and the keys by which JSON names it."""

    entry: Entry
    name: str
    keys: dict[str, Any]


def read_board(argument: str) -> Given:
    """The one board that an argument names."""
    with closing(read_boards(argument)) as boards:
        first = next(boards)
        if next(boards, None) is not None:
            raise FreecellError(f"there are several boards in {quoted(argument)}, and this command takes one")
    return first


def read_boards(argument: str) -> Generator[Given, None, None]:
    """The boards that an argument names, one at a time: there is at least one."""
    if is_number(argument):
        entry = of_number(read_range(argument)[0])
        yield Given(entry, entry.name, {"deal": entry.deal})
        return
    with open_input(argument, "a board", BOARD_RIGHT) as file:
        found = _numbered(argument, texts.lines_of(file))
        first = next(found, None)
        if first is None:
            raise FormatError(f"there is no board in {quoted(argument)}")
        second = next(found, None)
        yield _given(argument, *first, several=second is not None)
        if second is not None:
            yield _given(argument, *second)
        for place, entry in found:
            yield _given(argument, place, entry)


def read_text(
    name: str, right: str = "a file, or -", *, what: str = "a text", lines: Any = None, most: int = MOST
) -> str:
    """The text of a file, or with `-` of standard input. `right` says what might have been given.

    `lines` may be a function that takes its lines and gives those that are wanted: the others are not kept.
    """
    kept, size = [], 0
    with open_input(name, what, right) as file:
        read = texts.lines_of(file)
        for line in explained(name, read if lines is None else lines(read)):
            kept.append(line)
            size += len(line) + 1
            if size > most:
                raise FreecellError(f"can't read {quoted(name)}: it has over {most} characters")
    return "\n".join(kept)


def open_input(name: str, what: str, right: str = "a file, or -") -> Any:
    """A file to read, or with `-` standard input; to be used in a `with`."""
    return nullcontext(standard_input(what)) if name == "-" else open_file(name, right)


def open_file(name: str, right: str = "a file, or -") -> BinaryIO:
    """A file to read. That it is not there is the input's fault, not the machine's."""
    try:
        file = open(name, "rb")  # noqa: SIM115, for the caller to close
        file.peek(1)  # a directory opens well
        return file
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise FreecellError(f"can't read {quoted(name)}: {reason}; {right} is right") from None


def is_stream(name: str) -> bool:
    """Whether it is a pipe or the like: what is read of it is gone."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _given(argument: str, place: int, entry: Entry, *, several: bool = True) -> Given:
    keys = {"deal": entry.deal, "file": argument, "entry": place}
    if not several:
        return Given(entry, entry.name, keys)
    where = f"board {place}" + ("" if argument == "-" else f" of {printable(argument)}")
    return Given(entry, where if entry.deal is None else f"{where}, deal {entry.deal}", keys)


def _numbered(argument: str, lines: Iterable[str]) -> Iterator[tuple[int, Entry]]:
    """The entries of a text with their places in it, from 1 on. An error says which one it is about."""
    found, place = entries(explained(argument, lines)), 0
    while True:
        place += 1
        try:
            entry = next(found, None)
        except FreecellError as error:
            if place > 1:
                raise type(error)(f"board {place} of {quoted(argument)}: {error}") from None
            raise
        if entry is None:
            return
        yield place, entry


def explained(name: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines of a file. What is wrong with it as a text is said with its name."""
    rest = iter(lines)
    while True:
        try:
            line = next(rest, None)
        except FormatError as error:
            raise FormatError(f"can't read {quoted(name)}: {error}") from None
        if line is None:
            return
        yield line
