"""Texts with several boards: where one ends and the next begins.

A board ends when it has all its cards, or where the title of the next one follows; a table ends with an empty line.
JSON values end where their brackets do. A deal number or a code alone on a line is a board, too. No more than one block
is in memory, and a block that is too long for a board is rejected before it is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from freecell.errors import FormatError, quoted
from freecell.formats import lines as line_format
from freecell.formats import table, texts
from freecell.numeric import read_integer

MOST = 20_000
"""The maximum number of characters in a board written as lines. Those that we write have at most 2500."""

MOST_JSON = 2**18
"""The maximum number of characters in a JSON value. A saved game of 10,000 moves has 50,000."""

_CARD = re.compile(r"(?<!\w)(?:10|[A1-9TJQK])[CDHS♣♦♥♠](?!\w)|\?\?", re.IGNORECASE)
_SIGNS_OF_JSON = re.compile(r'\\.|["{}\[\]]')
# Lines between the boards of fc-solve's listings. In a move, 7c isn't a card.
_BETWEEN = re.compile(r"(?i)\s*(?:[-=]{5,}|move\b.*|(?:iteration|depth|stored-states|scan):.*)\s*")
_GAPS = {line_format.GAP, "-"}


class Block(NamedTuple):
    """A part of a text that should contain one board, and the deal number in its title."""

    text: str
    number: int | None = None

    @property
    def is_json(self) -> bool:
        return self.text.lstrip()[:1] in ("{", "[")

    @property
    def deal(self) -> int | None:
        """The deal number, if the block contains nothing else."""
        return None if "\n" in self.text else read_integer(self.text)


def first_block(text: str) -> tuple[Block | None, str]:
    """The first block of a text, if any, and an error message if more follow."""
    found = blocks(texts.lines(text))
    first, second = next(found, None), next(found, None)
    several = "expected one board, got several: after the first comes "
    return first, "" if second is None else several + quoted(second.text)


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The parts of a text that should contain one board each."""
    rest = iter(lines)
    board, between = _Board(), False
    for raw in rest:
        line = texts.plain(raw)
        if _BETWEEN.fullmatch(line):
            continue
        json, code = line.lstrip()[:1] in ("{", "["), line_format.is_code(line)
        alone = json or code or read_integer(line) is not None
        if between and not (alone or _belongs(line)):
            continue  # text between boards is skipped
        between = False
        if not json and board.takes(line):
            board.add(line)
            continue
        is_titled = (json or code) and board.is_title
        title = board.number if is_titled else None
        if board.lines and not is_titled:
            yield board.block()
        between = board.is_complete
        board = _Board()
        if alone:
            yield Block(json_text(line, rest) if json else line.strip(), title)
        elif not between or _belongs(line):
            between = False
            board.add(line)
    if board.lines:
        yield board.block()


class _Board:
    """The lines of one board, collected so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.number: int | None = None
        self._headings: set[str] = set()
        self._cards = 0  # including those at home and in the cells
        self._dealt = False  # whether any cards in columns were seen
        self._in_table = self._has_ended = False
        self._size = 0

    @property
    def is_title(self) -> bool:
        """Whether there is only a title so far."""
        return not (self._cards or self._headings)

    @property
    def is_complete(self) -> bool:
        return self._cards >= 52 or self._has_ended

    def block(self) -> Block:
        return Block("\n".join(self.lines), self.number)

    def takes(self, line: str) -> bool:
        """Whether a line belongs to this board and not to the next one."""
        if not line.strip():
            self._has_ended = self._in_table and self._dealt
            return not self._has_ended
        if read_integer(line) is not None or line_format.is_title(line) or line_format.is_code(line):
            return self.is_title and line_format.is_title(line)
        heading = line_format.read_heading(line)
        if heading:
            return not self._dealt and heading[0] not in self._headings
        if table.is_heading(line):
            return not self._dealt and (self._in_table or not self._headings)
        return not self.is_complete or not (self._in_table or _count(line_format.words_of(line)))

    def add(self, line: str) -> None:
        if not (self.lines or line.strip()):
            return
        self._size += len(line) + 1
        if self._size > MOST:
            raise FormatError(f"no board found in {quoted(line.strip())}: it is longer than any board")
        self.lines.append(line)
        heading = line_format.read_heading(line)
        if line_format.is_title(line):
            self.number = line_format.title_number(line) or self.number
        elif heading:
            self._headings.add(heading[0])
            self._cards += _count_heading(*heading)
        elif table.is_heading(line):
            self._in_table = True
            self._headings.add(" ".join(line.split()[-4:]))
        elif not self._in_table:
            count = _count(line_format.words_of(line))
            self._cards += count
            self._dealt = self._dealt or count > 0
        elif len(self._headings) == 2:  # below the column numbers
            self._dealt = True


def _belongs(line: str) -> bool:
    """Whether a line seems to belong to a board: it has a card, or is a heading."""
    return bool(
        line_format.is_title(line)
        or line_format.read_heading(line)
        or table.is_heading(line)
        or _CARD.search(line)
        or len(line_format.words_of(line)) > len(line.split())  # cards without spaces between them
    )


def _count(words: list[str]) -> int:
    return sum(word not in _GAPS for word in words)


def _count_heading(name: str, text: str) -> int:
    if name == "freecells":
        return sum(card is not None for card in line_format.read_cells(text))
    try:
        return sum(line_format.read_foundations(text))
    except FormatError:
        return 0  # the error is reported when the board is read


def json_text(first: str, rest: Iterator[str]) -> str:
    """The JSON value that begins in a line: all lines up to its last closing bracket."""
    gathered, size, depth, line = [], 0, 0, first
    while True:
        gathered.append(line)
        size += len(line) + 1
        if size > MOST_JSON:
            raise FormatError(f"{quoted(first.strip())} is too long: JSON may have at most {MOST_JSON} characters here")
        depth += _depth(line)
        following = next(rest, None) if depth > 0 else None
        if following is None:
            return "\n".join(gathered)
        line = following


def _depth(line: str) -> int:
    """How many more brackets a line opens than it closes, not counting those in strings. No string spans lines."""
    depth, in_string = 0, False
    for sign in _SIGNS_OF_JSON.findall(line):
        if sign == '"':
            in_string = not in_string
        elif not in_string and sign in "{[}]":
            depth += 1 if sign in "{[" else -1
    return depth
