"""Board: a position, at the start of a game or in the middle of one.

A board contains only its cards. `dealing` deals boards, `formats` reads and writes them, `moves` lists their moves,
`rules` plays them, `drawing` draws them and `grading` rates them. Methods that need these modules import them when
called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from freecell.cards import DECK, Card
from freecell.errors import BoardError, CardError, quoted
from freecell.numeric import int_or_none

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any, Unpack

    from freecell.drawing.picture import PictureOptions
    from freecell.grading import Difficulty
    from freecell.moves import LegalMoves
    from freecell.rules import AutoPlay, Move, Rules

COLUMNS = 8
CELLS = "abcdefg"  # their names in notation; a game usually has four, and the rules allow up to seven
DEALT_HEIGHTS = (7, 7, 7, 7, 6, 6, 6, 6)  # the heights of the columns of a freshly dealt board

Key = tuple[frozenset[tuple[Card, ...]], frozenset[Card | None]]


class Board:
    """A position: 8 columns, the cells, the foundations. A board is immutable.

    columns      8 tuples of cards; the first card of each lies beneath the others
    cells        the cells from `a` to the last one in use; None for an empty one
    foundations  the rank of the highest card at home, 0 to 13, for clubs, diamonds, hearts and spades
    deal         the deal number, if `freecell.deal` dealt this board; None for any other board, also after a move

    Each of the 52 cards must appear exactly once. A column may be a string:

    >>> board = Board(["KC", "", "", "", "", "", "", ""], cells=["KS"], foundations=[12, 13, 13, 12])
    >>> board.columns[0], board.cells, board.deal
    ((Card('KC'),), (Card('KS'),), None)

    Boards are equal if their cards are in the same places; `deal` is not compared. `print(board)` shows the board:

    >>> print(board)
    Foundations: H-K C-Q D-K S-Q
    Freecells: KS
    KC -- -- -- -- -- -- --
    """

    __slots__ = ("cells", "columns", "deal", "foundations")

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]
    deal: int | None

    def __new__(
        cls,
        columns: Iterable[str | Iterable[Card | int | str]],
        cells: Iterable[Card | int | str | None] = (),
        foundations: Iterable[int] = (0, 0, 0, 0),
    ) -> Board:
        for name, parts in (("columns", columns), ("cells", cells), ("foundations", foundations)):
            if not hasattr(parts, "__iter__"):
                raise BoardError(f"{name} must be a list, got {quoted(parts)}; deal(617) is the board of a deal number")
        board = unchecked_board(
            tuple(
                tuple(
                    _card(card, f"column {number}, card {height}")
                    for height, card in enumerate(_cards_in(column, number), 1)
                )
                for number, column in enumerate(columns, 1)
            ),
            tuple(None if card is None else _card(card, f"cell {chr(97 + place)}") for place, card in enumerate(cells)),
            tuple(rank if (whole := int_or_none(rank)) is None else whole for rank in foundations),
        )
        board._check()
        return board

    def _check(self) -> None:
        """Raise a BoardError if this is not a position of 52 cards."""
        if len(self.columns) != COLUMNS:
            rows = len(self.columns) == DEALT_HEIGHTS[0] and len(self.columns[0]) == COLUMNS
            use = "; these look like rows, which Board.parse reads from a string" if rows else ""
            raise BoardError(f"expected {COLUMNS} columns, got {len(self.columns)}{use}")
        if len(self.cells) > len(CELLS):
            raise BoardError(f"expected at most {len(CELLS)} cells, got {len(self.cells)}")
        if len(self.foundations) != 4 or not all(type(rank) is int and 0 <= rank <= 13 for rank in self.foundations):
            raise BoardError(
                "foundations must be four ranks from 0 to 13, for clubs, diamonds, hearts and spades, "
                f"got {quoted(list(self.foundations))}"
            )
        seen: dict[Card, str] = {}
        for card, place in self._places():
            if card in seen:
                raise BoardError(f"{card} appears twice: {seen[card]}, and {place}")
            seen[card] = place
        missing = [str(card) for card in DECK if card not in seen]
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            raise BoardError(f"{', '.join(missing[:6])}{more} {verb} missing: a board has all 52 cards")

    def _places(self) -> Iterator[tuple[Card, str]]:
        """Every card and its place, in words."""
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
        """The columns side by side, as Windows shows them: a list of rows, each a tuple.

        A row has None where a column has ended. For a freshly dealt board, this is the two-dimensional array of the
        deal: 6 rows of 8 cards and a row of 4.
        """
        rows = zip_longest(*self.columns)
        return [row if row[-1] is not None else _without_gaps_at_the_end(row) for row in rows]

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return self.foundations == (13, 13, 13, 13)

    @property
    def is_stuck(self) -> bool:
        """Whether the board isn't won, but no legal move is left. Assumes four cells, or more if more are in use.

        >>> from freecell import deal
        >>> deal(617).is_stuck
        False

        For another number of cells, use `Game(board, rules).is_stuck`. A board that isn't stuck may still be lost:
        `winnable(board)` finds out.
        """
        from freecell.rules import DEFAULT, Rules

        return not self.is_won and not self.legal_moves(Rules(max(DEFAULT.cells, len(self.cells))))

    @property
    def is_just_dealt(self) -> bool:
        """Whether all cards are in the columns, and the columns have the heights of a fresh deal."""
        return tuple(map(len, self.columns)) == DEALT_HEIGHTS

    @property
    def rank(self) -> int:
        """The rank of a freshly dealt board among all 52! boards, from 0. Other boards raise a `BoardError`.

        >>> from freecell import deal
        >>> deal(617).rank
        38817635557517812081080271201047141380391284071300848421208546624219
        """
        from freecell.numbering.rank import rank_of

        return rank_of(self)

    @classmethod
    def from_rank(cls, rank: int) -> Board:
        """The board with this rank.

        >>> from freecell import deal
        >>> Board.from_rank(deal(617).rank) == deal(617)
        True
        """
        from freecell.numbering.rank import board_at

        return board_at(rank)

    @property
    def code(self) -> str:
        """The rank of a freshly dealt board as a short string, for links and messages. `Board.parse` reads it.

        >>> from freecell import deal
        >>> deal(617).code
        '0Q163HX6CCY02HHY2V4E5S9H5Q83AZ7P2GZ6BT9VQE8GPV'
        """
        from freecell.numbering.rank import code_of

        return code_of(self)

    @property
    def key(self) -> Key:
        """A key that is equal for boards that differ only in the order of columns and cells."""
        return frozenset(self.columns), frozenset(self.cells) - {None}

    def legal_moves(self, rules: Rules | None = None) -> LegalMoves:
        """The legal moves. Iterate over them, or use `in` to test a move, which may be in notation.

        >>> from freecell import deal
        >>> moves = deal(617).legal_moves()
        >>> len(moves), "7a" in moves, [str(move) for move in moves][:3]
        (35, True, ['1a', '1b', '1c'])

        The default rules are four cells and room "theory".
        """
        from freecell.moves import LegalMoves
        from freecell.rules import valid_rules

        return LegalMoves(self, valid_rules(rules))

    def play(self, move: Move | str, rules: Rules | None = None) -> Board:
        """The board after a move, which may be in notation. An illegal move raises a `MoveError` with the reason.

        >>> from freecell import deal
        >>> deal(617).play("7a").cells
        (Card('JH'),)

        Only this move is played; `auto_play` returns the automatic moves that may follow it.
        """
        from freecell.notation import as_move
        from freecell.rules import play, valid_rules

        rules = valid_rules(rules)
        return play(self, as_move(move, self, rules), rules)

    def auto_play(self, mode: AutoPlay = "safe") -> list[Move]:
        """The automatic moves home on this board: "safe" ones as in Windows, or "max" for all cards that fit.

        >>> from freecell import deal
        >>> deal(11982).auto_play("max")
        []
        """
        from freecell.rules import auto_play

        return auto_play(self, mode)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """A picture of the board, as an SVG document.

        rules  the rules, which set the number of cells (default: four cells, or more if more are in use)
        deck   "two" colours, or "four": clubs green and diamonds blue
        felt   "light" or "dark"
        arrow  a legal move to show as an arrow, which may be in notation: "26"
        width  in pixels
        title  the title of the document (default: the deal number)
        deal   a deal number to show in the picture

        >>> from freecell import deal
        >>> deal(617).svg(deal=617, arrow="7a")[:4]
        '<svg'
        """
        from freecell.drawing import picture

        return picture.svg(self, **options)

    def difficulty(self, rules: Rules | None = None) -> Difficulty:
        """How hard the board is for a person: a score from 0 to 100 and a grade.

        >>> from freecell import deal
        >>> print(deal(1).difficulty())
        81, fiendish
        """
        from freecell.grading import difficulty

        return difficulty(self, rules=rules)

    def to_dict(self) -> dict[str, Any]:
        """The board as a dict for JSON. (A card itself is a number: `json.dumps(board.columns)` writes 25 for 7D.)

        >>> from freecell import deal
        >>> found = deal(617).to_dict()
        >>> found["deal"], found["columns"][0], found["cells"], found["foundations"]
        (617, ['7D', 'TD', 'TH', 'KD', '4C', '4S', 'JD'], [], {'C': 0, 'D': 0, 'H': 0, 'S': 0})
        """
        from freecell.formats import json

        return json.to_dict(self)

    @classmethod
    def from_dict(cls, value: Any) -> Board:
        """Make a board from the dict that `to_dict` returned. Only the columns are required.

        A correct deal number is kept.

        >>> from freecell import deal
        >>> Board.from_dict(deal(617).to_dict()).deal
        617
        """
        from freecell.formats import json

        return json.from_dict(value)

    def save(self, path: str | PathLike[str], **options: Unpack[PictureOptions]) -> None:
        """Write a picture of the board to a .svg or .png file. The options are those of `svg`.

        >>> from tempfile import TemporaryDirectory
        >>> from freecell import deal
        >>> with TemporaryDirectory() as folder:
        ...     deal(617).save(f"{folder}/617.svg", deck="four")
        """
        from freecell.drawing import picture

        picture.save(self, path, **options)

    def _repr_svg_(self) -> str:
        from freecell.drawing import picture

        return picture.in_notebook(self.svg())

    @classmethod
    def parse(cls, text: str | bytes) -> Board:
        """Read a board from text: in rows, in fc-solve's columns, as a table or in JSON.

        >>> from freecell import deal
        >>> Board.parse(str(deal(617))) == deal(617)
        True
        """
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
        raise AttributeError(f"a Board is immutable: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board is immutable: {name} can't be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return unchecked_board, (self.columns, self.cells, self.foundations, self.deal)


# The only place that sets the parts of a board: any other change is refused.
_new_board = object.__new__
_set_columns, _set_cells, _set_foundations, _set_deal = (
    vars(Board)[name].__set__ for name in ("columns", "cells", "foundations", "deal")
)


def unchecked_board(
    columns: tuple[tuple[Card, ...], ...],
    cells: tuple[Card | None, ...] = (),
    foundations: tuple[int, ...] = (0, 0, 0, 0),
    deal: int | None = None,
) -> Board:
    """A board made from parts that are known to be valid, for code that deals or moves cards."""
    board = _new_board(Board)
    _set_columns(board, columns)
    _set_cells(board, _without_gaps_at_the_end(cells) if cells else cells)
    _set_foundations(board, foundations)
    _set_deal(board, deal)
    return board


def _without_gaps_at_the_end(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    end = len(cards)
    while end and cards[end - 1] is None:
        end -= 1
    return cards[:end]


def _cards_in(column: str | Iterable[Card | int | str], number: int) -> Iterable[Card | int | str]:
    if isinstance(column, str):
        return column.split()
    if not hasattr(column, "__iter__"):
        raise BoardError(f"column {number} must be a list of cards or a string of them, got {quoted(column)}")
    return column


def _card(card: Card | int | str, place: str) -> Card:
    try:
        return Card(card)
    except CardError as error:
        raise BoardError(f"{place}: {error}") from None
