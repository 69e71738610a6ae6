"""The board on a terminal: everything is under its name, in any terminal, and can be read back."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from rich.cells import cell_len

from freecell import Board, Card, Game, Rules, deal
from freecell.drawing.terminal import table
from freecell.errors import BoardError, FormatError

from ..helpers.commands import called, run, run_on_terminal
from ..helpers.facts import positions

DEALT = """\
   a   b   c   d   ♣   ♦   ♥   ♠
  --  --  --  --  --  --  --  --
   1   2   3   4   5   6   7   8
  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥
 10♦  7♠  Q♦  A♣  6♦  8♥  A♠  K♥
 10♥  Q♣  3♥  9♦  6♠  8♦  3♦ 10♣
  K♦  5♥  9♠  3♣  8♠  7♥  4♦  J♠
  4♣  Q♠  9♣  9♥  7♣  6♥  2♣  2♠
  4♠ 10♠  2♥  5♦  J♣  6♣  J♥  Q♥
  J♦  K♠  K♣  4♥
"""
MIDDLE = """\
   a   b   c   d   C   D   H   S
  JH  JD  4D  --  --  --  --  AS
   1   2   3   4   5   6   7   8
  7D  AD  5C  3S  5S  8C  2D  AH
 10D  7S  QD  AC  6D  8H      KH
 10H  QC  3H  9D  6S  8D     10C
  KD  5H  9S  3C  8S  7H      JS
  4C  QS  9C  9H  7C  6H      2S
  4S 10S  2H  5D  JC  6C      QH
  3D  KS  KC  4H
  2C
"""
COLORS = re.compile(r"\033\[\d*m")


def test_a_table_shows_cells_and_foundations_above_the_columns() -> None:
    assert called("deal", "617", "--format", "table") == called("show", "617") == DEALT
    without_signs = {**os.environ, "PYTHONIOENCODING": "ascii"}
    moves = ("--moves", "7a 7b 7c b7 1b 71", "--autoplay", "safe")
    assert run("show", "617", *moves, env=without_signs) == MIDDLE
    assert called("show", "617", *moves) == MIDDLE.translate(str.maketrans("CDHS", "♣♦♥♠"))


def test_a_won_and_an_empty_board() -> None:
    won = Board([""] * 8, foundations=[13] * 4)
    assert table(won, 0, signs=True).splitlines() == [
        "   ♣   ♦   ♥   ♠",
        "  K♣  K♦  K♥  K♠",
        "   1   2   3   4   5   6   7   8",
        "  --  --  --  --  --  --  --  --",
    ]
    assert table(won, 7).splitlines()[0] == "   a   b   c   d   e   f   g   C   D   H   S"


@given(positions())
def test_cards_are_aligned_with_their_names_on_a_terminal(board: Board) -> None:
    """A place is four terminal cells wide, whatever the width of its characters."""
    for line in table(board, 7, signs=True).splitlines():
        assert cell_len(line) <= 44
        ends = [cell_len(line[: word.end()]) for word in re.finditer(r"\S+", line)]
        assert all(end % 4 == 0 for end in ends)


@pytest.mark.parametrize("signs", [True, False])
@given(board=positions())
def test_a_table_round_trips(signs: bool, board: Board) -> None:
    text = table(board, signs=signs)
    assert Board.parse(text) == board
    assert Board.parse(f"Game 617\n\n{text}\n\nand so on") == board
    assert signs or text.isascii()


@given(positions())
def test_colours_change_nothing_but_the_colour(board: Board) -> None:
    colored = table(board, signs=True, color=True)
    assert COLORS.sub("", colored) == table(board, signs=True)
    red = {Card(text) for text in re.findall(r"\033\[31m(\w+[♣♦♥♠])\033\[0m", colored)}
    shown = {card for column in board.columns for card in column} | {card for card in board.cells if card}
    assert {card for card in shown if card.color == "red"} <= red
    assert all(card.color == "red" for card in red)


def test_colours_are_for_terminals() -> None:
    assert "\033[31mJ♥\033[0m" in run_on_terminal("show", "617", "--moves", "7a")
    assert "\033[2ma\033[0m" in run_on_terminal("deal", "617", "--format", "table")
    assert "\033" not in run_on_terminal("show", "617", NO_COLOR="1")
    assert "\033" not in called("show", "617")


def test_a_table_shows_the_cells_of_the_game() -> None:
    assert called("show", "617", "--cells", "0").splitlines()[0] == "   ♣   ♦   ♥   ♠"
    steps = called("show", "617", "--cells", "6", "--moves", "1a 2b 3c 4d 5e 6f").splitlines()
    assert steps[:2] == ["   a   b   c   d   e   f   ♣   ♦   ♥   ♠", "  J♦  K♠  K♣  4♥  J♣  6♣  --  --  --  --"]


def test_errors_in_a_table_are_named() -> None:
    for wrong, error, message in (
        (
            DEALT.replace("  7♦  A♦", "   7♦  A♦"),
            FormatError,
            "'7♦' in the line .* doesn't line up with a column or cell",
        ),
        (DEALT.split("\n", 2)[2], FormatError, "two lines above the column numbers"),
        (DEALT.replace("7♦", "A♦"), BoardError, "AD appears twice: column 1, card 1, and column 2, card 1"),
        (MIDDLE.replace("  AS\n", "  2D\n"), FormatError, "2D is listed under another suit, spades"),
    ):
        with pytest.raises(error, match=message):
            Board.parse(wrong)


def test_a_listing_of_boards_is_a_solution() -> None:
    """The output of `solve --tables` has moves between the tables."""
    game = Game(deal(617), Rules())
    text = []
    for word in ("7a", "7b", "7c", "b7"):
        game.play(word)
        text.append(f"{word}\n{table(game.board, signs=True)}\n")
    assert Game.from_notation(617, "\n".join(text)).board == game.board
