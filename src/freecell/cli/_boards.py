"""Boards, moves and text on the command line: deal numbers, ranges, files, or `-` for standard input."""

from __future__ import annotations

import argparse
import os
import re
import stat
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple, TypeVar

from freecell.board import Board
from freecell.cli._numbers import is_number, is_number_or_range, meant_range, not_a_number, read_range
from freecell.cli._streams import standard_input
from freecell.dealing import deal_valid
from freecell.entries import Entry, entries
from freecell.errors import FormatError, FreecellError, printable, quoted
from freecell.formats import texts
from freecell.formats.lines import is_code

T = TypeVar("T")

BOARD_HELP = "a deal number, a code, a file with a board or a saved game in any format, or - for standard input"
BOARDS_HELP = (
    "deal numbers, ranges such as 1..20, codes, files with boards or saved games in any format, or - for standard input"
)

MOST = 2**27
"""The maximum length of a text that is loaded as a whole."""

BOARD_RIGHT = "a deal number such as 617, a range such as 1..20, a file with a board, or -"


_MOVE = "[1-8a-g][1-8a-h]"


class Given(NamedTuple):
    """An input board, its place among several boards, and the keys that identify it in JSON."""

    entry: Entry
    label: str
    keys: dict[str, Any]
    several: bool = False

    @property
    def name(self) -> str:
        """The name of the board in messages: "deal 617" or "this board", plus its origin if there are several."""
        return self.label if self.several else self.entry.name


def add_boards_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="+", metavar="BOARD", help=BOARDS_HELP)


def read_board(word: str, right: str) -> Given:
    """The single board that an argument names. `right` describes the expected argument."""
    first = next(read_boards([word], right=right))
    if first.several:
        raise FreecellError(f"{quoted(word)} contains several boards, but this command takes only one")
    return first


def read_boards(
    words: Sequence[str], moves: str | None = None, right: str = BOARD_RIGHT
) -> Generator[Given, None, None]:
    """Yield the boards that the arguments name. There must be at least one. Invalid arguments raise an error at once.

    moves  the value of --moves, which can't use standard input if a board does
    """
    if len(words) == 3 and (meant := meant_range("".join(words))):  # 1 - 5
        raise FreecellError(f"{quoted(' '.join(words))} is not a range: did you mean {meant}?")
    if moves == "-" and "-" in words:
        raise FreecellError("the board and the moves can't both come from standard input: give a file for one")
    more = [word for word in words if re.fullmatch(_MOVE, word) and not is_number(word) and not os.path.exists(word)]
    if moves and more and is_notation(moves):
        raise FreecellError(f'quote all moves together: --moves "{moves} {" ".join(more)}"')
    for word in words:
        if is_number_or_range(word):
            read_range(word)
        elif word != "-" and not _is_code(word) and not is_stream(word):
            open_file(word, right).close()
    for given, several in with_several(chain.from_iterable(map(_boards_in, words))):
        yield given._replace(several=several)


def _is_code(word: str) -> bool:
    """Whether an argument is the code of a board, rather than the name of a file."""
    return is_code(word) and not os.path.exists(word)


def with_several(items: Iterable[T]) -> Iterator[tuple[T, bool]]:
    """Each item, together with whether there is more than one."""
    rest = iter(items)
    first = list(islice(rest, 2))
    for item in chain(first, rest):
        yield item, len(first) > 1


def _boards_in(word: str) -> Iterator[Given]:
    """The boards that one argument names."""
    if is_number_or_range(word):
        for entry in map(Entry, map(deal_valid, read_range(word))):
            yield Given(entry, entry.name, {"deal": entry.deal})
        return
    if _is_code(word):
        yield Given(Entry(Board.parse(word)), "this board", {"deal": None})
        return
    with open_input(word, "a board", BOARD_RIGHT) as file:
        found = with_several(numbered(word, entries(explained(word, texts.lines_of(file)))))
        place = 0
        for (place, entry), several in found:
            source = "" if word == "-" else printable(word)
            label = f"board {place}{source and f' of {source}'}" if several else source or "this board"
            label += "" if entry.deal is None else f", deal {entry.deal}"
            yield Given(entry, label, {"deal": entry.deal, "file": word, "entry": place})
        if not place:
            raise FormatError(f"no board found in {named(word)}")


def named(word: str) -> str:
    """A file in a message: its name in quotes, or what `-` stands for."""
    return "standard input" if word == "-" else quoted(word)


def is_notation(moves: str) -> bool:
    """Whether the value of --moves is notation, rather than a file name or - for standard input."""
    if moves == "-":
        return False
    try:
        is_file = os.path.exists(moves)
    except ValueError:  # a name with a NUL
        is_file = False
    if "." in moves or "/" in moves or os.sep in moves:
        return not is_file and len(moves.split()) > 1
    return not is_file or all(re.fullmatch(_MOVE, word) for word in moves.split())


def read_text(
    name: str, right: str = "a file, or -", *, what: str = "a text", lines: Any = None, most: int = MOST
) -> str:
    """The text of a file, or of standard input for `-`. `right` describes the expected argument.

    `lines` may be a function that selects lines; the other lines are not kept in memory.
    """
    kept, size = [], 0
    with open_input(name, what, right) as file:
        read = texts.lines_of(file)
        for line in explained(name, read if lines is None else lines(read)):
            kept.append(line)
            size += len(line) + 1
            if size > most:
                raise FreecellError(f"can't read {named(name)}: it has more than {most} characters")
    return "\n".join(kept)


def open_input(name: str, what: str, right: str = "a file, or -") -> Any:
    """A context manager for a file to read, or for standard input with `-`."""
    return nullcontext(standard_input(what)) if name == "-" else open_file(name, right)


def open_file(name: str, right: str = "a file, or -") -> BinaryIO:
    """Open a file for reading. A missing file is an input error, not a machine error."""
    try:
        file = open(name, "rb")  # noqa: SIM115, for the caller to close
        file.peek(1)  # opening a directory succeeds
        return file
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise FreecellError(f"can't read {quoted(name)}: {reason}; {_meant(name) or f'expected {right}'}") from None


def _meant(name: str) -> str:
    """A suggestion if a missing file looks like a number, a range, moves or a picture."""
    if meant := not_a_number(name):
        return meant
    if re.fullmatch(_MOVE, name):  # perhaps one of several
        return f'quote all moves together: --moves "{name} ..."'
    from freecell.verdicts import GRADES

    if name in GRADES:
        return f"did you mean freecell random --difficulty {name}?"
    if re.fullmatch(f"{_MOVE}( +{_MOVE})+", name):
        return f'did you mean --moves "{name}"?'
    return f"did you mean --output {name}?" if re.fullmatch(r"[\w./-]+\.(svg|png|gif|webp|mp4)", name) else ""


def is_stream(name: str) -> bool:
    """Whether this is a pipe or something else that can be read only once."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def numbered(argument: str, items: Iterable[T]) -> Iterator[tuple[int, T]]:
    """The boards in a file, numbered from 1. Errors name the file and the board."""
    found, place = iter(items), 0
    while True:
        place += 1
        try:
            yield place, next(found)
        except StopIteration:
            return
        except FreecellError as error:
            if place == 1 and (argument == "-" or quoted(argument) in str(error)):
                raise
            where = f"board {place} of {named(argument)}" if place > 1 else quoted(argument)
            raise type(error)(f"{where}: {error}") from None


def explained(name: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines of a file. Decoding errors name the file."""
    rest = iter(lines)
    while True:
        try:
            line = next(rest, None)
        except FormatError as error:
            raise FormatError(f"can't read {named(name)}: {error}") from None
        if line is None:
            return
        yield line
