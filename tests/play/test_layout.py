"""The positions of cards on a terminal, and the best place for a card."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from freecell import Game, Rules, deal
from freecell.errors import FreecellError
from freecell.play.hands import Hand, best_move
from freecell.play.layout import Picture
from freecell.rules import COLUMN_NAMES

from ..helpers.playing import games


@settings(max_examples=25)
@given(games())
def test_every_card_is_on_the_screen(game: Game) -> None:
    """On 80 by 24 characters, of which the table has 21 lines, columns of up to 19 cards: no game has taller ones."""
    board = game.board
    picture = Picture(board, game.rules, (80, 21), {})
    spots = {cell.spot for row in picture.rows for cell in row if cell.kind in ("red", "black")}
    for name, column in zip(COLUMN_NAMES, board.columns, strict=True):
        first = 0 if len(column) <= 19 else len(column) - 18
        assert {spot.height for spot in spots if spot and spot.place == name} == set(range(first, len(column)))
    for size in ((55, 9), (80, 13), (80, 21), (200, 70)):
        small = Picture(board, game.rules, size, {})
        assert small.fits
        rows = small.text().splitlines()
        assert not any(above[x : x + 1] == sign == "╭" for above, row in pairwise(rows) for x, sign in enumerate(row))
        tops = {spot for row in small.rows for cell in row if cell.kind in ("red", "black") and (spot := cell.spot)}
        assert all((name, len(c) - 1) in tops for name, c in zip(COLUMN_NAMES, board.columns, strict=True) if c)


def test_the_best_place() -> None:
    def best(moves: str, place: str) -> str:
        board = Game.from_notation(617, moves, Rules()).board
        return str(best_move(board, Rules(), Hand(place, 1)))

    assert best("7a 7b 7c b7 1b 71", "7") == "7h"  # AS
    assert best("7a", "8") == "82"  # QH on KS
    assert best("", "1") == "1a"
    with pytest.raises(FreecellError, match="there is no place for JD"):
        best_move(deal(617), Rules(0), Hand("1", 1))
