"""The rules: which moves are legal, what they do, which follow automatically, and how many cards move at once.

Every function takes a board and returns an answer or another board. See `notation` for how moves are written, `moves`
for the list of a board's moves, and `game` for a board with its history.

A place is a character, as in notation: columns `1` to `8`, cells `a` to `g`, home `h`.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, Literal

from freecell.board import CELLS, Board, unchecked_board
from freecell.cards import RANKS, Card
from freecell.errors import BoardError, MoveError, NotationError, RulesError, quoted
from freecell.numeric import int_or_none

Room = Literal["theory", "windows"]
AutoPlay = Literal["none", "safe", "max"]
ROOMS: tuple[Room, ...] = ("theory", "windows")
AUTOPLAYS: tuple[AutoPlay, ...] = ("none", "safe", "max")

COLUMN_NAMES = "12345678"
HOME = "h"

_COLUMN = {name: place for place, name in enumerate(COLUMN_NAMES)}
_CELL = {name: place for place, name in enumerate(CELLS)}
_PLACES = frozenset((*COLUMN_NAMES, *CELLS, HOME))
_MOVE = re.compile(r"([1-8a-h])([1-8a-h])(?:v([0-9a-f]{1,2}))?")
_RED = (False, True, True, False)  # by suit
_OTHER_COLOR = ((1, 2), (0, 3), (0, 3), (1, 2))  # the suits of the other colour, by suit
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = ("an ace", *(f"a{'n' * (rank == 8)} {rank}" for rank in range(2, 11)), "a jack", "a queen")


def _check_mode(mode: AutoPlay) -> None:
    if mode not in AUTOPLAYS:
        raise RulesError(f"autoplay must be 'none', 'safe' or 'max', got {quoted(mode)}")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that differ between FreeCell programs. Every function that plays takes them as `rules=`.

    cells     how many free cells there are, 0 to 7
    room      how many cards move at once: as many as could get there one by one ("theory"), or as many as Windows
              allowed ("windows")
    autoplay  which cards go home automatically after a move: none ("none"), those that no other card needs ("safe"), or
              every card that fits ("max")

    >>> Rules(cells=3)
    Rules(cells=3, room='theory', autoplay='none')

    `freecell.WINDOWS` has the rules of FreeCell for Windows, up to XP:

    >>> WINDOWS
    Rules(cells=4, room='windows', autoplay='safe')
    """

    cells: int = 4
    room: Room = "theory"
    autoplay: AutoPlay = "none"

    def __post_init__(self) -> None:
        cells = int_or_none(self.cells)
        if cells is None or not 0 <= cells <= len(CELLS):
            raise RulesError(f"cells must be 0 to {len(CELLS)}, got {quoted(self.cells)}")
        object.__setattr__(self, "cells", cells)
        if self.room not in ROOMS:
            raise RulesError(f"room must be 'theory' or 'windows', got {quoted(self.room)}")
        _check_mode(self.autoplay)

    def to_dict(self) -> dict[str, Any]:
        """The rules as a dict for JSON.

        >>> Rules().to_dict()
        {'cells': 4, 'room': 'theory', 'autoplay': 'none'}
        """
        return asdict(self)

    @classmethod
    def from_dict(cls, value: Any) -> Rules:
        """Make rules from the dict that `to_dict` returned. Missing parts get their default values.

        >>> Rules.from_dict({"cells": 3})
        Rules(cells=3, room='theory', autoplay='none')
        """
        names = [part.name for part in fields(cls)]
        if not isinstance(value, dict):
            raise RulesError(f"expected an object with {', '.join(names)}, got {quoted(value)}")
        if unknown := value.keys() - set(names):
            raise RulesError(f"unknown rule {quoted(next(iter(unknown)))}: the rules are {', '.join(names)}")
        return cls(**value)


DEFAULT = Rules()
WINDOWS = Rules(room="windows", autoplay="safe")
"""The rules of FreeCell for Windows, up to XP. Moves that are legal there are legal in every later version."""


def valid_rules(rules: Rules | None) -> Rules:
    """Validate rules. None stands for the default rules."""
    if rules is None:
        return DEFAULT
    if isinstance(rules, Rules):
        return rules
    use = "; use freecell.WINDOWS" if rules == "windows" else ""
    raise RulesError(f"expected Rules, got {quoted(rules)}{use}")


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one or more cards from one place to another.

    source  a column "1" to "8" or a cell "a" to "g"
    target  a column, a cell, or "h" for home
    count   how many cards move

    As a string, a move looks like `26v3`, `7a` or `3h`. This form doesn't depend on the board; notation
    leaves out what the board implies.

    >>> move = Move("2", "6", 3)
    >>> str(move), move.count, Move.parse("7a")
    ('26v3', 3, Move(source='7', target='a', count=1))
    """

    source: str
    target: str = ""  # has a default only so that Move("7a") raises our error
    count: int = 1

    def __post_init__(self) -> None:
        if self.target == "" and isinstance(self.source, str) and re.fullmatch(_MOVE, self.source.lower()):
            raise MoveError(f"a move needs a source and a target; use Move('7', 'a') or Move.parse({self.source!r})")
        for place in (self.source, self.target):
            if not isinstance(place, str) or place not in _PLACES:
                use = "" if isinstance(place, str) else "; give a string, such as '7'"
                raise MoveError(f"{quoted(place)} is not a place: columns are 1 to 8, cells a to g, home is h{use}")
        if self.source == HOME:
            raise MoveError("cards at home can't be moved")
        count = int_or_none(self.count)
        if count is None or count < 1:
            raise MoveError(f"a move needs 1 or more cards, got {quoted(self.count)}")
        object.__setattr__(self, "count", count)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move as written by `str`: `26v3`, `7a`, in upper or lower case.

        Without a count, the move takes one card.

        >>> Move.parse("26v3")
        Move(source='2', target='6', count=3)
        """
        match = _MOVE.fullmatch(text.lower()) if isinstance(text, str) else None
        if match is None:
            raise NotationError(
                f"{quoted(text)} is not a move: give two places such as 26, 7a or 3h "
                "(columns 1 to 8, cells a to g, home h), or 52v4 for four cards to an empty column"
            )
        return cls(match[1], match[2], int(match[3] or "1", 16))

    def to_dict(self) -> dict[str, Any]:
        """The move as a dict for JSON.

        >>> Move("2", "6", 3).to_dict()
        {'source': '2', 'target': '6', 'count': 3}
        """
        return asdict(self)

    @classmethod
    def from_dict(cls, value: Any) -> Move:
        """Make a move from the dict that `to_dict` returned. Without a count, the move takes one card.

        >>> Move.from_dict({"source": "7", "target": "a"})
        Move(source='7', target='a', count=1)
        """
        names = {part.name for part in fields(cls)}
        if not isinstance(value, dict) or not {"source", "target"} <= value.keys() <= names:
            raise MoveError(f"expected an object with source, target and count, got {quoted(value)}")
        return cls(**value)

    def __str__(self) -> str:
        return f"{self.source}{self.target}" + (f"v{self.count:x}" if self.count != 1 else "")


make_move = cache(Move)
"""A move between valid places. There are only a few hundred, so each is made and validated once."""


def play(board: Board, move: Move, rules: Rules = DEFAULT) -> Board:
    """The board after a move, without automatic moves. An illegal move raises a MoveError with the reason."""
    cards = cards_of(board, move, rules)
    source, target, count = move.source, move.target, move.count
    columns, cells, homes = list(board.columns), board.cells, board.foundations
    if source in _COLUMN:
        place = _COLUMN[source]
        columns[place] = columns[place][:-count]
    else:
        cells = _replaced(cells, _CELL[source], None)
    if target in _COLUMN:
        columns[_COLUMN[target]] += cards
    elif target == HOME:
        suit = cards[0] & 3
        homes = (*homes[:suit], homes[suit] + 1, *homes[suit + 1 :])
    else:
        cells = _replaced(cells, _CELL[target], cards[0])
    return unchecked_board(tuple(columns), cells, homes)


def cards_of(board: Board, move: Move, rules: Rules = DEFAULT) -> tuple[Card, ...]:
    """The cards that a legal move takes, lowest first. An illegal move raises a MoveError with the reason."""
    source, target, count = move.source, move.target, move.count
    check_cells(board, rules)
    cards = _taken(board, source, count, rules)
    if target in _COLUMN:
        column = board.columns[_COLUMN[target]]
        if source == target:
            raise MoveError(f"the cards are already in {_named(source)}")
        if column:
            _check_fit(cards[0], column[-1])
        if count > 1:
            _check_count(board, move, rules, to_empty=not column)
    elif count > 1:
        where = "home" if target == HOME else f"to {_named(target)}"
        raise MoveError(f"only one card can go {where}, not {count}")
    elif target == HOME:
        at_home = board.foundations[cards[0] & 3]
        if at_home != cards[0] >> 2:
            suit = _SUITS[cards[0] & 3]
            state = f"{suit} are at {RANKS[at_home - 1]}" if at_home else f"no {suit} are home yet"
            raise MoveError(f"{cards[0]} can't go home: {state}")
    else:
        there = _in_cell(board, target, rules)
        if source == target:
            raise MoveError(f"the cards are already in {_named(source)}")
        if there is not None:
            raise MoveError(f"{_named(target)} already holds {there}")
    return cards


def _check_count(board: Board, move: Move, rules: Rules, *, to_empty: bool) -> None:
    """Raise a MoveError unless this many cards of a sequence may move at once."""
    most = room(board, rules, to_empty=to_empty)
    if move.count > most:
        raise MoveError(f"there is only room to move {most} card{'s' * (most != 1)}, not {move.count}")
    most = most_to_empty(board, move.source, rules)
    if to_empty and rules.room == "windows" and move.count < most:
        raise MoveError(f"Windows moves 1 card or all {most} to an empty column, not {move.count}")


def most_to_empty(board: Board, source: str, rules: Rules = DEFAULT) -> int:
    """How many cards of a column can move to an empty column."""
    return min(run_length(board.columns[_COLUMN[source]]), room(board, rules, to_empty=True))


def _taken(board: Board, source: str, count: int, rules: Rules) -> tuple[Card, ...]:
    """The cards that leave a place. They must form a sequence."""
    if source in _COLUMN:
        column = board.columns[_COLUMN[source]]
        if not column:
            raise MoveError(f"{_named(source)} is empty")
        if count == 1:
            return column[-1:]
        if count > len(column):
            has = f"only {len(column)} cards" if len(column) > 1 else "only 1 card"
            raise MoveError(f"{_named(source)} has {has}, not {quoted(count)}")
        run = run_length(column)
        if count > run:
            raise MoveError(f"{column[-run - 1]} and {column[-run]} don't form a sequence")
        return column[-count:]
    card = _in_cell(board, source, rules)
    if card is None:
        raise MoveError(f"{_named(source)} is empty")
    if count > 1:
        raise MoveError(f"{_named(source)} has only 1 card, not {quoted(count)}")
    return (card,)


def _check_fit(card: Card, onto: Card) -> None:
    """Raise a MoveError unless the card fits on the other in a column."""
    if fits_on(card, onto):
        return
    same_color = _RED[card & 3] == _RED[onto & 3]
    if (onto >> 2) - (card >> 2) == 1:
        raise MoveError(f"{card} can't go onto {onto}: both are {card.color}")
    if onto.rank == 1:
        raise MoveError(f"{card} can't go onto {onto}: nothing goes on an ace")
    article, _, rank = _RANKS[onto.rank - 2].partition(" ")
    wanted = f"a {'black' if _RED[onto & 3] else 'red'} {rank}" if same_color else f"{article} {rank}"
    raise MoveError(f"{card} can't go onto {onto}: {wanted} is needed")


def auto_play(board: Board, mode: AutoPlay = "safe") -> list[Move]:
    """The automatic moves home on this board, in order.

    With `safe`, as in Windows: aces and twos, and any other card once both suits of the other colour are at home up to
    the rank below it, so no remaining card could be placed on it. With `max`, every card that fits.
    """
    _check_mode(mode)
    moves: list[Move] = []
    if mode == "none":
        return moves
    homes = list(board.foundations)
    columns = [*board.columns, *((card,) if card is not None else () for card in board.cells)]
    heights = [len(column) for column in columns]
    names = COLUMN_NAMES + CELLS
    place = 0
    while place < len(columns):
        height = heights[place]
        place += 1
        if not height:
            continue
        card = columns[place - 1][height - 1]
        suit, below = card & 3, card >> 2
        if homes[suit] == below and (
            mode == "max" or below < 2 or all(homes[other] >= below for other in _OTHER_COLOR[suit])
        ):
            moves.append(make_move(names[place - 1], HOME))
            homes[suit] += 1
            heights[place - 1] -= 1
            place = 0  # others may fit now
    return moves


def room(board: Board, rules: Rules = DEFAULT, *, to_empty: bool = False) -> int:
    """How many cards may move at once to a column with cards, or to an empty one."""
    free = free_cells(board, rules)
    empty = board.columns.count(())
    if rules.room == "windows":
        return free + 1 if to_empty else (free + 1) * (empty + 1)
    return (free + 1) << (empty - 1 if to_empty and empty else empty)  # excluding the target


def free_cells(board: Board, rules: Rules = DEFAULT) -> int:
    """The number of empty cells."""
    cells = board.cells
    return rules.cells - len(cells) + cells.count(None) if cells else rules.cells


def fits_on(card: Card, onto: Card) -> bool:
    """Whether a card fits on another in a column: one rank lower, and of the other colour."""
    return (onto >> 2) - (card >> 2) == 1 and _RED[card & 3] != _RED[onto & 3]


def run_length(column: tuple[Card, ...]) -> int:
    """The number of cards at the end of a column that form a sequence: each card is one rank lower than the one beneath
    it, and of the other colour."""
    length = 1 if column else 0
    for height in range(len(column) - 1, 0, -1):
        card, beneath = column[height], column[height - 1]  # as in `fits_on`: calling it would take twice as long
        if (beneath >> 2) - (card >> 2) != 1 or _RED[card & 3] == _RED[beneath & 3]:
            break
        length += 1
    return length


@cache
def single_moves(cards: int, free: int, empty: int) -> int:
    """The number of single moves for a sequence, given the free cells and empty columns (excluding the target).

    If there are enough cells, all cards but the lowest move to a cell and out again. Otherwise the upper part of the
    sequence moves to an empty column, the rest moves to the target without using that column, and then the upper part
    follows.
    """
    if cards <= free + 1:
        return 2 * cards - 1
    most = (free + 1) << (empty - 1)
    return min(
        2 * single_moves(upper, free, empty - 1) + single_moves(cards - upper, free, empty - 1)
        for upper in range(max(1, cards - most), min(most, cards - 1) + 1)
    )


def _in_cell(board: Board, name: str, rules: Rules) -> Card | None:
    place = _CELL[name]
    if place >= rules.cells:
        there = "there are no cells" if not rules.cells else f"there {_only(rules.cells)}"
        raise MoveError(f"{there}: no cell {name}")
    return board.cells[place] if place < len(board.cells) else None


def _replaced(cells: tuple[Card | None, ...], place: int, card: Card | None) -> tuple[Card | None, ...]:
    return (*cells[:place], *(None,) * (place - len(cells)), card, *cells[place + 1 :])


def check_cells(board: Board, rules: Rules) -> None:
    """Raise a BoardError if the board has cards in more cells than the rules allow."""
    if len(board.cells) > rules.cells:
        there = "there are no cells" if not rules.cells else f"there {_only(rules.cells)}"
        raise BoardError(f"cell {CELLS[len(board.cells) - 1]} has {board.cells[-1]}, but {there}")


def _only(cells: int) -> str:
    return f"are only {cells} cells" if cells > 1 else "is only 1 cell"


def _named(place: str) -> str:
    return f"column {place}" if place in _COLUMN else f"cell {place}"
