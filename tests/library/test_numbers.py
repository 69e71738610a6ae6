"""Numbers of any type, and common ways to write them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from freecell import Board, Card, Game, Rules, Search, deal
from freecell.errors import FormatError, FreecellError
from freecell.finding.known import known_cards
from freecell.numeric import float_or_none, int_or_none, read_integer


@pytest.mark.parametrize("kind", [int, float, np.int8, np.int64, np.uint32, np.float32, np.float64])
def test_numbers_of_all_kinds(kind: type) -> None:
    assert int_or_none(kind(7)) == float_or_none(kind(7)) == 7
    assert type(int_or_none(kind(7))) is int
    assert Rules(kind(7)).cells == 7
    assert Card(kind(7)) is Card(7)
    assert Search(max_positions=kind(100), beam_width=kind(9), seconds=kind(2)) == Search(
        max_positions=100, beam_width=9, seconds=2
    )
    assert Game(kind(17)).to_dict()["deal"] == 17
    assert json.dumps(Game(kind(17)).to_dict())


def test_values_that_are_not_numbers() -> None:
    for value in (True, None, "7", b"7", 7.5, float("nan"), float("inf"), np.float64(0.5), [7], 7j):
        assert int_or_none(value) is None
    for value in (True, None, "7", [7, 8], 7j):
        assert float_or_none(value) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("617", 617), ("-1", -1), ("1,000", 1000), ("1_000_000", 1_000_000), (" 5 ", 5), ("007", 7),
        ("1,00", None), ("1,0000", None), ("1.000", None), ("1 000", None), (",1", None), ("", None), ("--1", None),
        ("٣", None), ("1" * 21, None), ("1,000,", None), ("+1", None), ("1e3", None),
    ],
)  # fmt: skip
def test_common_forms_of_numbers(text: str, value: int | None) -> None:
    assert read_integer(text) == value


def test_numbers_of_thousands_of_digits() -> None:
    """Python itself refuses to read them."""
    for text in ('{"columns": %s}', '{"deal": %s}'):
        with pytest.raises(FormatError, match=r"^'.{1,60}' has a number with too many digits$"):
            Board.parse(text % ("9" * 5000))


def test_reading_gaps_takes_linear_time() -> None:
    """With quadratic time, this would take hours."""
    board = deal(617)
    assert Board(board.columns, [None] * 10**6) == board
    assert known_cards([*map(str, board.columns[0]), *["??"] * 45])[1] is not None
    with pytest.raises(FreecellError, match="a column ends above the row"):
        known_cards(f"7D {'-- ' * 6000}AD")
