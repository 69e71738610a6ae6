"""Board: where every card is, at the start of a game or in the middle of one.

A board knows its cards: how it is dealt is in `deals`, how it is written in `formats`, which moves it has in `moves`,
what they do in `rules`, how it is drawn in `drawing`, how hard it is in `grading`. Its methods that ask these modules
import them only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from freecell.cards import DECK, Card
from freecell.errors import BoardError, CardError, quoted
from freecell.numeric import int_or_none

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from typing import Unpack

    from freecell.drawing.picture import PictureOptions
    from freecell.grading import Difficulty
    from freecell.moves import LegalMoves
    from freecell.rules import AutoPlay, Move, Rules

COLUMNS = 8
CELLS = "abcdefg"  # as notation names them; a game has four, the rules allow up to seven
DEALT_HEIGHTS = (7, 7, 7, 7, 6, 6, 6, 6)  # of the columns of a board just dealt

Key = tuple[frozenset[tuple[Card, ...]], frozenset[Card | None]]


class Board:
    """A position: 8 columns, the cells, the foundations. It never changes.

    columns      8 tuples of cards, the first card of each lying beneath the others.
    cells        the cells from `a` on, None where one is empty, as far as the last one in use.
    foundations  the rank of the highest card at home, 0 to 13, of clubs, diamonds, hearts and spades.

    Each of the 52 cards must be somewhere, once. A column may also be given as a text:

    >>> Board(["KC", "", "", "", "", "", "", ""], cells=["KS"], foundations=[12, 13, 13, 12]).columns[0]
    (Card('KC'),)
    """

    __slots__ = ("cells", "columns", "foundations")

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]

    def __new__(
        cls,
        columns: Iterable[str | Iterable[Card | int | str]],
        cells: Iterable[Card | int | str | None] = (),
        foundations: Iterable[int] = (0, 0, 0, 0),
    ) -> Board:
        board = cls.unchecked(
            tuple(
                tuple(
                    _card(card, f"column {number}, card {height}")
                    for height, card in enumerate(column.split() if isinstance(column, str) else column, 1)
                )
                for number, column in enumerate(columns, 1)
            ),
            tuple(None if card is None else _card(card, f"cell {chr(97 + place)}") for place, card in enumerate(cells)),
            tuple(rank if (whole := int_or_none(rank)) is None else whole for rank in foundations),
        )
        board._check()
        return board

    @classmethod
    def unchecked(
        cls,
        columns: tuple[tuple[Card, ...], ...],
        cells: tuple[Card | None, ...] = (),
        foundations: tuple[int, ...] = (0, 0, 0, 0),
    ) -> Board:
        """A board of parts that are known to be right: for code that deals or moves cards."""
        board = object.__new__(cls)
        set_once = object.__setattr__
        set_once(board, "columns", columns)
        set_once(board, "cells", _without_gaps_at_the_end(cells) if cells else cells)
        set_once(board, "foundations", foundations)
        return board

    def _check(self) -> None:
        """Raises a BoardError if this is not a position of 52 cards."""
        if len(self.columns) != COLUMNS:
            raise BoardError(f"{len(self.columns)} columns: a board has {COLUMNS}")
        if len(self.cells) > len(CELLS):
            raise BoardError(f"{len(self.cells)} cells: a board has {len(CELLS)} at the most")
        if len(self.foundations) != 4 or not all(type(rank) is int and 0 <= rank <= 13 for rank in self.foundations):
            raise BoardError(
                f"foundations {quoted(list(self.foundations))}: give four ranks from 0 to 13, "
                "for clubs, diamonds, hearts and spades"
            )
        seen: dict[Card, str] = {}
        for card, place in self._places():
            if card in seen:
                raise BoardError(f"{card} is there twice: {seen[card]}, and {place}")
            seen[card] = place
        missing = [str(card) for card in DECK if card not in seen]
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            raise BoardError(f"{', '.join(missing[:6])}{more} {verb} missing: a board has all 52 cards")

    def _places(self) -> Iterator[tuple[Card, str]]:
        """Every card, and where it is in words."""
        for suit, rank in enumerate(self.foundations):
            for card in DECK[suit : 4 * rank : 4]:
                yield card, "at home"
        for name, cell in zip(CELLS, self.cells, strict=False):
            if cell is not None:
                yield cell, f"cell {name}"
        for number, column in enumerate(self.columns, 1):
            for height, card in enumerate(column, 1):
                yield card, f"column {number}, card {height}"

    @property
    def rows(self) -> list[tuple[Card | None, ...]]:
        """The columns as Windows shows them, side by side: row by row, None where a column has ended before others.

        Of a board just dealt, this is the two-dimensional array of the deal: 6 rows of 8 cards and a row of 4.
        """
        rows = zip_longest(*self.columns)
        return [row if row[-1] is not None else _without_gaps_at_the_end(row) for row in rows]

    @property
    def is_won(self) -> bool:
        """Whether every card is at home."""
        return self.foundations == (13, 13, 13, 13)

    @property
    def is_just_dealt(self) -> bool:
        """Whether no card has left the columns, and these have the heights of a deal."""
        return tuple(map(len, self.columns)) == DEALT_HEIGHTS

    @property
    def key(self) -> Key:
        """The same for all boards that differ only in the order of their columns and of their cells."""
        return frozenset(self.columns), frozenset(self.cells) - {None}

    def legal_moves(self, rules: Rules | None = None) -> LegalMoves:
        """The legal moves, to go through or to ask with `in`, for which a move may be written in notation.

        There are four cells and room by theory unless `rules` say otherwise.
        """
        from freecell.moves import LegalMoves
        from freecell.rules import DEFAULT

        return LegalMoves(self, rules or DEFAULT)

    def play(self, move: Move | str, rules: Rules | None = None) -> Board:
        """The board after a move, which may be written in notation: "7a".

        Nothing else is played: what may follow automatically is for `auto_play` to say.
        """
        from freecell.notation import as_move
        from freecell.rules import DEFAULT, play

        rules = rules or DEFAULT
        return play(self, as_move(move, self, rules), rules)

    def auto_play(self, mode: AutoPlay = "safe") -> list[Move]:
        """The moves home that are played automatically here: with "safe" as Windows does, with "max" all that fit."""
        from freecell.rules import auto_play

        return auto_play(self, mode)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """A picture of the board, as an SVG document.

        cells  how many there are: four, if no more have cards in them
        deck   "two" colours, or "four": clubs green and diamonds blue
        felt   "light" or "dark"
        arrow  a legal move to point out, also in notation: "26"
        width  in pixels
        title  what the picture says it is
        number the deal number, to be seen in the picture
        """
        from freecell.drawing import picture

        return picture.svg(self, **options)

    def difficulty(self, cells: int = 4) -> Difficulty:
        """How hard the board is for a person: a score from 0 to 100 and a grade."""
        from freecell.grading import difficulty

        return difficulty(self, cells=cells)

    def _repr_svg_(self) -> str:
        from freecell.drawing import picture

        return picture.in_notebook(self.svg())

    @classmethod
    def parse(cls, text: str | bytes) -> Board:
        """The board written in a text: in rows, in fc-solve's columns, as a table or in JSON."""
        from freecell import formats

        return formats.read(text)

    def __str__(self) -> str:
        from freecell.formats import rows

        return rows.write(self)

    def __repr__(self) -> str:
        parts = [repr([" ".join(map(str, column)) for column in self.columns])]
        if self.cells:
            parts.append(f"cells={[None if card is None else str(card) for card in self.cells]!r}")
        if any(self.foundations):
            parts.append(f"foundations={list(self.foundations)!r}")
        return f"Board({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.columns == other.columns and self.cells == other.cells and self.foundations == other.foundations

    def __hash__(self) -> int:
        return hash((self.columns, self.cells, self.foundations))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board never changes: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board never changes: {name} can't be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Board.unchecked, (self.columns, self.cells, self.foundations)


def _without_gaps_at_the_end(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    end = len(cards)
    while end and cards[end - 1] is None:
        end -= 1
    return cards[:end]


def _card(card: Card | int | str, place: str) -> Card:
    try:
        return Card(card)
    except CardError as error:
        raise BoardError(f"{place}: {error}") from None
