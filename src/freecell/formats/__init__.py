"""Boards as text. Each format is a module with the functions `read` and `write`; `pddl` has only `write`.

rows     as Windows shows a board: its columns side by side
columns  as in fc-solve and its relatives: one column per line
json     for programs
table    for reading on screen: named columns, below the cells and the foundations
code     the rank of a freshly dealt board in 46 characters, for links
pddl     for planners; can only be written
"""

from __future__ import annotations

import re
from importlib import import_module

from freecell.board import Board
from freecell.errors import FormatError, FreecellError, quoted
from freecell.formats import lines as line_format
from freecell.formats import texts
from freecell.formats.lines import Parts
from freecell.numeric import read_integer

NAMES = ("rows", "columns", "json", "table")
"""The formats that can be read and written."""

_CARD = r"(?i)(?:10|[A1-9TJQK])[CDHS♣♦♥♠][,;|]?"

WRITTEN = (*NAMES, "code", "pddl")
"""The formats that can be written, including `code`, for freshly dealt boards only, and `pddl`, which can't be read."""


def write(board: Board, name: str) -> str:
    """The board in the format of this name: rows, columns, json, table, code or pddl.

    >>> from freecell import deal, formats
    >>> print(formats.write(deal(617), "columns").splitlines()[0])
    7D TD TH KD 4C 4S JD
    """
    if name not in WRITTEN:
        raise FormatError(f"unknown format {quoted(name)}: the formats are {', '.join(WRITTEN)}")
    if not isinstance(board, Board):
        raise FormatError(f"expected a Board such as deal(617), got {quoted(board)}")
    text: str = import_module(f"freecell.formats.{name}").write(board)
    return text


def read(text: str | bytes) -> Board:
    """Read the board in a text, whichever of the formats it is in.

    >>> from freecell import deal, formats
    >>> formats.read(formats.write(deal(617), "table")) == deal(617)
    True
    """
    from freecell.formats.blocks import MOST, first_block

    text = _checked(text)
    block, several = first_block(text)
    if block is None:
        raise FormatError(f"no board found in {quoted(text)}")
    if not several:
        return _read(block.text)
    try:
        _read(block.text)
    except FreecellError:
        if len(text) <= MOST:
            _read(text)  # its error may be clearer, for example about an extra card
        raise
    raise FormatError(several)


def recognise(text: str | bytes) -> str:
    """The name of the format of a text."""
    text = _checked(text)
    if text.lstrip().startswith("{"):
        return "json"
    if line_format.is_code(text):
        return "code"
    from freecell.formats.table import is_table

    if is_table(text):
        return "table"
    parts = Parts(text)
    if parts.colons or (len(parts.lines) == 8 and not parts.gaps):
        return "columns"
    if parts.gaps or (parts.lines and len(parts.lines[0]) == 8) or (parts.headed and not parts.lines):
        return "rows"
    if not parts.lines:
        raise FormatError(f"no board found in {quoted(text)}")
    several = len(parts.lines) > 1
    saw = ", ".join(str(len(line)) for line in parts.lines[:9]) + (", ..." if len(parts.lines) > 9 else "")
    saw = f"its {len(parts.lines)} lines have {saw} cards" if several else f"it has {saw} card{'s' * (saw != '1')}"
    if not any(re.fullmatch(_CARD, word) for line in parts.lines for word in line):
        number = read_integer(text)
        saw = "it has no cards" if number is None else f"use deal({number}) for the board of a deal number"
    raise FormatError(
        f"no board found in {quoted(text)}: {saw}; a board is "
        "7 rows of 8 cards (4 in the last), 8 columns of 7 or 6 cards, or JSON"
    )


def _read(text: str) -> Board:
    board: Board = import_module(f"freecell.formats.{recognise(text)}").read(text)
    return board


def _checked(text: str | bytes) -> str:
    if isinstance(text, bytes | bytearray):
        return texts.decoded(bytes(text))
    if not isinstance(text, str):
        raise FormatError(f"expected a board as a string, got {quoted(text)}")
    return text
