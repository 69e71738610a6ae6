"""The legal moves of a board, generated lazily."""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from freecell.board import CELLS, Board
from freecell.errors import FreecellError
from freecell.notation import as_move
from freecell.rules import (
    COLUMN_NAMES,
    DEFAULT,
    HOME,
    Move,
    Rules,
    cards_of,
    check_cells,
    fits_on,
    make_move,
    room,
    run_length,
)

# For each number of cards that can go to an empty column: the numbers that may be moved.
_ANY = [range(1, most + 1) for most in range(14)]
_ONE_OR_ALL = [sorted({min(1, most), most} - {0}) for most in range(14)]


class LegalMoves:
    """The legal moves of a board, generated lazily: `in` and `bool` don't generate all of them.

    Onto a column with cards, there is one move: with as many cards as fit. To an empty column, each possible number of
    cards is a separate move; under the Windows rules, these are one card, and as many as possible.

    >>> moves = Board(["KC", "KS", "", "", "", "", "", ""], foundations=[12, 13, 13, 12]).legal_moves()
    >>> len(moves), "1h" in moves, "12" in moves
    (22, True, False)

    `random.choice(moves)` picks a random move. To use all of them several times, make a list: `list(moves)`.

    >>> moves[0], moves[-1] in moves[1:]
    (Move(source='1', target='h', count=1), True)
    """

    def __init__(self, board: Board, rules: Rules = DEFAULT) -> None:
        check_cells(board, rules)
        self._board, self._rules = board, rules

    def __iter__(self) -> Iterator[Move]:
        board, homes = self._board, self._board.foundations
        cells = board.cells + (None,) * (self._rules.cells - len(board.cells))
        in_columns = [(name, column) for name, column in zip(COLUMN_NAMES, board.columns, strict=True) if column]
        in_cells = [(name, card) for name, card in zip(CELLS, cells, strict=False) if card is not None]
        free_cells = [name for name, card in zip(CELLS, cells, strict=False) if card is None]
        empty_columns = [name for name, column in zip(COLUMN_NAMES, board.columns, strict=True) if not column]
        tops = [(name, column[-1]) for name, column in in_columns]
        for name, card in (*tops, *in_cells):
            if homes[card & 3] == card >> 2:
                yield make_move(name, HOME)
        most, most_to_empty = room(board, self._rules), room(board, self._rules, to_empty=True)
        counts = _ONE_OR_ALL if self._rules.room == "windows" else _ANY
        for name, column in in_columns:
            run = run_length(column)
            for target, top in tops:
                count = (top >> 2) - (column[-1] >> 2)
                if 0 < count <= run and count <= most and fits_on(column[-count], top):
                    yield make_move(name, target, count)
            for target in empty_columns:
                for count in counts[min(run, most_to_empty)]:
                    yield make_move(name, target, count)
            for target in free_cells:
                yield make_move(name, target)
        for name, card in in_cells:
            for target, top in tops:
                if fits_on(card, top):
                    yield make_move(name, target)
            for target in (*empty_columns, *free_cells):
                yield make_move(name, target)

    def __contains__(self, move: object) -> bool:
        """Whether a move is legal. The move may be in notation."""
        if not isinstance(move, Move | str):
            return False
        try:
            return bool(cards_of(self._board, as_move(move, self._board, self._rules), self._rules))
        except FreecellError:
            return False

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        return tuple(self)[at]

    def __reversed__(self) -> Iterator[Move]:
        return reversed(tuple(self))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<legal moves: {' '.join(map(str, self)) or 'none'}>"
