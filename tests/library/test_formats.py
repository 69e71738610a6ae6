"""Each format round-trips, and Board.parse detects the format."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given

from freecell import Board, Card, deal, formats
from freecell.errors import BoardError, FormatError, FreecellError

from ..helpers.facts import GAME_617, numbers, positions


@pytest.mark.parametrize("name", formats.NAMES)
@given(board=positions())
def test_any_position_round_trips(name: str, board: Board) -> None:
    text = formats.write(board, name)
    assert formats.recognise(text) == name or (name == "columns" and not any(board.columns))
    assert Board.parse(text) == board


@pytest.mark.parametrize("name", formats.NAMES)
@given(number=numbers)
def test_any_deal_round_trips(name: str, number: int) -> None:
    board = deal(number)
    text = formats.write(board, name)
    assert formats.recognise(text) == name
    assert Board.parse(text) == board
    if name != "json":
        assert Board.parse(text.replace("T", "10").lower()) == board


def test_common_forms_of_pasted_rows() -> None:
    for text in (
        GAME_617,
        "\n\n" + GAME_617 + "\n",
        GAME_617.replace(" ", "  ").replace("\n", " \r\n "),
        "Game #617\n" + GAME_617,
        "# the one from the site\n" + GAME_617,
        GAME_617.translate(str.maketrans("CDHS", "♣♦♥♠")),
        GAME_617.replace("T", "10"),
    ):
        assert Board.parse(text) == deal(617)


MIDDLE = Board(["KC QD", "", "", "KD", "", "", "", ""], [None, "QC", None, "KS"], [11, 11, 13, 12])


def test_mid_game_boards_printed_by_fc_solve_are_read() -> None:
    printed = "Foundations: H-K C-J D-J S-Q \nFreecells:      QC      KS\n: KC QD\n: \n: \n: KD\n: \n: \n: \n: \n"
    assert Board.parse(printed) == MIDDLE
    assert (
        Board.parse(printed.replace("Foundations", "Founds").replace("Freecells:      QC      KS", "FC: - QC - KS"))
        == MIDDLE
    )
    packed = Board.parse(printed.replace("     QC      KS", " QC KS"))
    assert packed.cells == (Card("QC"), Card("KS"))


def test_the_formats_of_a_mid_game_board() -> None:
    heading = "Foundations: H-K C-J D-J S-Q\nFreecells: - QC - KS\n"
    assert formats.write(MIDDLE, "columns") == heading + ": KC QD\n:\n:\n: KD\n:\n:\n:\n:"
    assert str(MIDDLE) == heading + "KC -- -- KD -- -- -- --\nQD -- -- -- -- -- -- --"
    assert json.loads(formats.write(MIDDLE, "json")) == {
        "deal": None,
        "columns": [["KC", "QD"], [], [], ["KD"], [], [], [], []],
        "cells": [None, "QC", None, "KS"],
        "foundations": {"C": 11, "D": 11, "H": 13, "S": 12},
    }


@pytest.mark.needs("fc-solve")
def test_fc_solve_reads_our_columns_and_we_read_its_boards() -> None:
    text = formats.write(deal(617), "columns")
    solved = subprocess.run(["fc-solve", "-p", "-t"], input=text, capture_output=True, text=True, check=True).stdout
    states = [state for state in solved.split("\n\n") if state.startswith("Foundations")]
    assert Board.parse(states[0]) == deal(617)
    assert len(states) > 50
    for state in states[::10]:  # it reads each of its boards back as the same position
        ours = formats.write(Board.parse(state), "columns")
        printed = subprocess.run(
            ["fc-solve", "-p", "-t"], input=ours, capture_output=True, text=True, check=True
        ).stdout
        assert Board.parse(printed.split("\n\n")[1]) == Board.parse(state)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", FormatError, "no board found in ''"),
        ("  \n", FormatError, "no board found in"),
        (617, FormatError, "expected a board as a string, got 617"),
        ("hello world", FormatError, "no board found in 'hello world': it has no cards"),
        ("\n".join(GAME_617.splitlines()[1:3]) + "\nKD", BoardError, "are missing"),
        (GAME_617.replace("TD 7S", "7S"), FormatError, "row 2, '7S QD AC 6D 8H AS KH', has 7 cards: a row has 8"),
        (GAME_617.replace("2D AH", "2D AH 4S", 1), FormatError, "its 7 lines have 9, 8, 8, 8, 8, 8, 4 cards"),
        (GAME_617.replace("7D", "AD", 1), BoardError, "AD appears twice: column 1, card 1, and column 2, card 1"),
        (GAME_617.replace("7D", "1X", 1), BoardError, "column 1, card 1: '1X' is not a card"),
        ("Foundations: H-0 X-3\n" + GAME_617, FormatError, "'X-3' is not a foundation: give a suit and the rank"),
        ("Foundations: H-\n" + GAME_617, FormatError, "'H-' is not a foundation: give a suit and the rank"),
        ("{", FormatError, "'{' is not JSON"),
        ("{}", FormatError, 'is not a board: expected an object with "columns"'),
        ('{"columns": [1]}', FormatError, 'is not a board: expected an object with "columns", a list of lists'),
        ('{"columns": [], "cell": []}', FormatError, "'cell' is not a part of a board"),
        ('{"columns": [], "cells": 1}', FormatError, '"cells" must be a list'),
        ('{"columns": [], "foundations": [0]}', FormatError, r'"foundations" must be an object'),
        ('{"columns": [["AC"]]}', BoardError, "expected 8 columns, got 1"),
        ('{"columns": [[[]],[],[],[],[],[],[],[]]}', BoardError, r"column 1, card 1: \[\] is not a card"),
    ],
)
def test_unreadable_text_is_explained(text: str, kind: type[FreecellError], message: str) -> None:
    with pytest.raises(kind, match=message) as error:
        Board.parse(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_the_formats_need_no_further_import() -> None:
    program = "import freecell; print(freecell.formats.write(freecell.deal(617), 'rows'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{GAME_617}\n"
