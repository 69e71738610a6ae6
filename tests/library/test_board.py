from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from freecell import Board, Card, deal
from freecell.errors import BoardError

from ..helpers.facts import positions

WON = Board([""] * 8, foundations=[13, 13, 13, 13])


@given(positions())
def test_repr_gives_a_board_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


@given(positions())
def test_equal_boards_are_one_in_a_set(board: Board) -> None:
    same = pickle.loads(pickle.dumps(board))
    assert same == board
    assert len({board, same, copy.deepcopy(board)}) == 1


def test_different_boards_differ() -> None:
    board = deal(617)
    assert board != deal(1)
    assert board != Board(board.columns[::-1])
    assert board != str(board)
    assert board != WON


def test_a_board_never_changes() -> None:
    board = deal(617)
    with pytest.raises(AttributeError, match="immutable: cells"):
        board.cells = ()
    with pytest.raises(AttributeError, match="immutable: columns"):
        del board.columns
    with pytest.raises(AttributeError):
        board.number = 617


def test_rows_have_none_where_a_column_has_ended() -> None:
    board = Board(["KC", "", "KD QD", "", "", "", "", ""], ["KS"], [12, 11, 13, 12])
    assert board.rows == [(Card("KC"), None, Card("KD")), (None, None, Card("QD"))]
    assert WON.rows == []


def test_trailing_empty_cells_do_not_count() -> None:
    columns = ["KC", "", "", "", "", "", "", ""]
    board = Board(columns, [None, "KS", None, None], [12, 13, 13, 12])
    assert board.cells == (None, Card("KS"))
    assert board == Board(columns, [None, "KS"], [12, 13, 13, 12])
    assert board != Board(columns, ["KS"], [12, 13, 13, 12])


FULL = [list(column) for column in deal(617).columns]


@pytest.mark.parametrize(
    ("columns", "cells", "foundations", "message"),
    [
        (FULL[:7], [], [0] * 4, r"expected 8 columns, got 7"),
        ([*FULL, []], [], [0] * 4, r"expected 8 columns, got 9"),
        (FULL, ["AH"], [0] * 4, r"AH appears twice: cell a, and column 8, card 1"),
        ([*FULL[:7], ["AH", "AH"]], [], [0] * 4, r"AH appears twice: column 8, card 1, and column 8, card 2"),
        (FULL, [], [1, 0, 0, 0], r"AC appears twice: at home, and column 4, card 2"),
        ([*FULL[:7], FULL[7][1:]], [], [0] * 4, r"^AH is missing: a board has all 52 cards"),
        ([[]] * 8, [], [12, 12, 12, 12], r"^KC, KD, KH, KS are missing"),
        ([[]] * 8, [], [0] * 4, r"^AC, AD, AH, AS, 2C, 2D and 46 more are missing"),
        (FULL, [None] * 7 + ["AH"], [0] * 4, r"expected at most 7 cells, got 8"),
        (FULL, [], [0, 0, 0], r"foundations must be four ranks from 0 to 13, .*, got \[0, 0, 0\]$"),
        (FULL, [], [0, 0, 0, 14], r"foundations must be four ranks .*, got \[0, 0, 0, 14\]$"),
        (FULL, [], [0, 0, 0, "K"], r"foundations must be four ranks .*, got \[0, 0, 0, 'K'\]$"),
        (["XX", *FULL[1:]], [], [0] * 4, r"column 1, card 1: 'XX' is not a card"),
        (FULL, ["?"], [0] * 4, r"cell a: '\?' is not a card"),
    ],
)
def test_errors_name_what_is_wrong_with_a_board(
    columns: list[object], cells: list[object], foundations: list[int], message: str
) -> None:
    with pytest.raises(BoardError, match=message) as error:
        Board(columns, cells, foundations)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
