"""Table: a board for reading on screen. Cells and foundations are in a line above the columns, each under its name.

  a   b   c   d   ♣   ♦   ♥   ♠
 J♥  --  4♦  --  --  --  --  A♠
  1   2   3   4   5   6   7   8
 7♦  A♦  5♣  3♠  --  8♣  2♦
10♦      Q♦  A♣      8♥

Each card belongs to the name above it, so nothing has to mark the end of a column. Suits are symbols or letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from freecell.board import CELLS, COLUMNS, Board
from freecell.cards import DECK, Card, Suit
from freecell.errors import FormatError, quoted
from freecell.formats import texts
from freecell.formats.lines import GAP

_WIDTH = 4  # width of a place
_NAMES = re.compile(r"\s*((?:[a-g]\s+){0,7})[♣C]\s+[♦D]\s+[♥H]\s+[♠S]\s*")
_NUMBERS = re.compile(r"\s*1\s+2\s+3\s+4\s+5\s+6\s+7\s+8\s*")


def write(
    board: Board, cells: int = 4, *, signs: bool = True, paint: Callable[[str, str], str] = lambda text, _: text
) -> str:
    """The board as a table. `paint` may add escape sequences that colour text "red", "black" or "dim"."""

    def line(entries: Sequence[str | Card | None]) -> str:
        return "".join(map(entry, entries)).rstrip()

    def entry(what: str | Card | None) -> str:
        if what is None:
            return " " * _WIDTH
        if not isinstance(what, Card):
            return " " * (_WIDTH - len(what)) + paint(what, "dim")
        text = (what.sign if signs else str(what)).replace("T", "10")
        return " " * (_WIDTH - len(text)) + paint(text, what.color)

    cells = max(cells, len(board.cells))
    in_cells = [GAP if card is None else card for card in (*board.cells, *[None] * (cells - len(board.cells)))]
    homes = [DECK[4 * (rank - 1) + suit] if rank else GAP for suit, rank in enumerate(board.foundations)]
    columns = [column or (GAP,) for column in board.columns]
    rows = (
        [column[height] if height < len(column) else None for column in columns]
        for height in range(max(map(len, columns)))
    )
    return "\n".join(
        [
            line([*CELLS[:cells], *(suit.sign if signs else suit.letter for suit in Suit)]),
            line([*in_cells, *homes]),
            line([str(number) for number in range(1, COLUMNS + 1)]),
            *map(line, rows),
        ]
    )


def is_table(text: str) -> bool:
    """Whether text contains a table."""
    return any(map(_NUMBERS.fullmatch, texts.lines(text)))


def is_heading(line: str) -> bool:
    """Whether a line contains only the names of places."""
    return bool(_NAMES.fullmatch(line) or _NUMBERS.fullmatch(line))


def read(text: str) -> Board:
    lines = texts.lines(texts.plain(text))
    middle = next(number for number, line in enumerate(lines) if _NUMBERS.fullmatch(line))
    if middle < 2 or not _NAMES.fullmatch(lines[middle - 2]):
        raise FormatError(
            "a table needs two lines above the column numbers: the names a b c d ♣ ♦ ♥ ♠, and their cards"
        )
    places = _under(lines[middle - 2], lines[middle - 1 : middle])
    suits = places[-4:]
    foundations = [Card(cards[0]).rank if cards else 0 for cards in suits]
    for suit, cards in zip(Suit, suits, strict=True):
        if cards and Card(cards[0]).suit is not suit:
            raise FormatError(f"{cards[0]} is listed under another suit, {suit.name.lower()}")
    cells = [cards[0] if cards else None for cards in places[:-4]]
    return Board(_under(lines[middle], lines[middle + 1 :]), cells, foundations)


def _under(heading: str, lines: list[str]) -> list[list[str]]:
    """The entries under each name of a heading, down to the first empty line."""
    ends = {name.end(): place for place, name in enumerate(re.finditer(r"\S+", heading))}
    found: list[list[str]] = [[] for _ in ends]
    for line in lines:
        if not line.strip():
            break
        for word in re.finditer(r"\S+", line):
            if word.end() not in ends:
                raise FormatError(f"{quoted(word[0])} in the line {quoted(line)} doesn't line up with a column or cell")
            if word[0] != GAP:
                found[ends[word.end()]].append(word[0])
    return found
