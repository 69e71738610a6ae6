"""Moves as text: our output can be read back, and output of other programs can be read."""

from __future__ import annotations

import pytest
from hypothesis import given

from freecell import Board, Game, Move, Rules, check, deal, formats, notation
from freecell.errors import MoveError, NotationError
from freecell.notation import DIALECTS

from ..helpers.playing import SOLUTION_617, games

RUN = Board(
    ["KC QD JC TD", "KD QC 9H", "", "TS 9D 8S", "KH", "KS QS 5H", "JD", "QH JH JS TH TC 9C 9S 8D 8C 8H 4H 6H"],
    ["7C", None, "7H"],
    [6, 7, 3, 7],
)


@pytest.mark.parametrize(
    ("word", "dialect", "rules", "move"),
    [
        ("13", "standard", Rules(), Move("1", "3", 3)),
        ("13", "standard", Rules(7), Move("1", "3", 4)),
        ("13", "standard", Rules(3), Move("1", "3", 2)),
        ("13", "extended", Rules(), Move("1", "3", 1)),
        ("13v2", "standard", Rules(), Move("1", "3", 2)),
        ("13v2", "extended", Rules(), Move("1", "3", 2)),
        ("13va", "standard", Rules(), Move("1", "3", 10)),
        ("47", "standard", Rules(), Move("4", "7", 3)),
        ("47", "extended", Rules(), Move("4", "7", 3)),
        ("7a", "standard", Rules(), Move("7", "a")),
        ("ah", "standard", Rules(), Move("a", "h")),
        ("c2", "standard", Rules(), Move("c", "2")),
        ("ab", "standard", Rules(), Move("a", "b")),
    ],
)
def test_the_board_determines_how_many_cards_move(word: str, dialect: str, rules: Rules, move: Move) -> None:
    assert notation.read(word, RUN, rules, dialect) == move  # type: ignore[arg-type]


def test_windows_moves_fewer_cards_to_an_empty_column() -> None:
    rest = "QS QC QH JD JS JH TC TS TH 9S 9H 9D 8H 8C 8S"
    board = Board(["KC QD JC TD 9C 8D", "KD", "KH", "KS", "", "", "", rest], foundations=[7] * 4)
    assert notation.read("15", board, Rules(1)) == Move("1", "5", 6)
    assert notation.read("15", board, Rules(1, "windows")) == Move("1", "5", 2)


@given(games())
def test_every_legal_move_round_trips_through_notation(game: Game) -> None:
    for dialect in DIALECTS:
        for move in game.legal_moves():
            word = notation.write(move, game.board, game.rules, dialect)
            assert notation.read(word, game.board, game.rules, dialect) == move


@given(games())
def test_every_legal_move_round_trips_through_its_sentence(game: Game) -> None:
    for move in game.legal_moves():
        (word,) = notation.words(notation.sentence(move, game.board, game.rules))
        assert isinstance(word, str)
        assert notation.read(word, game.board, game.rules) == move


def test_sentences() -> None:
    board = deal(617)
    assert notation.sentence(Move("7", "a"), board) == "move JH from column 7 to cell a"
    assert notation.sentence(Move("4", "7", 3), RUN) == "move 3 cards from column 4 to column 7"
    game = Game.from_notation(617, SOLUTION_617, dialect="extended")
    assert game.sentences()[6] == "move AS from column 7 home"
    again = Game(617)
    again.play("\n".join(game.sentences()))
    assert again.moves == game.moves


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("Move a card from stack 6 to freecell 0", "7a"),
        ("Move 3 cards from stack 1 to stack 5", "26v3"),
        ("Move 1 cards from stack 7 to stack 2", "83v1"),
        ("Move a card from freecell 0 to the foundations", "ah"),
        ("Move a card from freecell 3 to stack 0", "d1"),
        ("move 3 cards from column 2 to column 6", "26v3"),
        ("  move  10D  from column 1 home. ", "1h"),
    ],
)
def test_common_forms_of_sentences(sentence: str, word: str) -> None:
    assert list(notation.words(sentence)) in ([word], [f"{word}v1"])


def test_text_around_the_moves_is_skipped() -> None:
    text = (
        "# from the site\n-=-=-=-=-\n\n7a 7b \n 7c\n\nThis game is solveable.\nTotal number of states checked is 4.\n"
    )
    assert list(notation.words(text)) == ["7a", "7b", "7c"]
    unsolved = (
        "I could not solve this game.\nTotal number of states checked is 204823.\nThis scan generated 24573 states."
    )
    assert list(notation.words(unsolved)) == []


def test_the_catalogue_in_upper_case() -> None:
    line = "617:4r462r2772424r4r4r74d41r7174831683c8212rc2828727582r525754343r35621316"
    assert notation.parse(line.upper()) == notation.parse(line)
    assert check(617, line.upper()).wins


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("27x", "'27x' is not a move: give two places such as 26, 7a or 3h"),
        ("7AA", "'7AA' is not a move"),
        ("7a hello", "'hello' is not a move"),
        ("91", "'91' is not a move"),
        ("2", "'2' is not a move"),
        ("26v", "'26v' is not a move"),
        ("26v123", "'26v123' is not a move"),
        ("x" * 500, "is not a move"),
        ("move it", "'move it' is not a move: expected 'move 3 cards from column 2 to column 6'"),
        ("move 3 cards from column 9 to column 6", "'move 3 cards from column 9 to column 6' is not a move"),
        ("Move a card from stack 8 to freecell 0", "is not a move"),
    ],
)
def test_invalid_moves_are_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as error:
        Game(617).play(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7a 7a", "move 2, 7a: cell a already holds JH"),
        ("56", "move 1, 56: JC can't go onto 6C: a red 5 is needed"),
        ("7h", "move 1, 7h: JH can't go home: no hearts are home yet"),
        ("77", "move 1, 77: the cards are already in column 7"),
        ("h1", "move 1, h1: cards at home can't be moved"),
        ("78v2", "move 1, 78v2: 2C and JH don't form a sequence"),
        ("78v0", "move 1, 78v0: a move needs 1 or more cards, got 0"),
        ("move 3 cards from column 7 to cell a", "move 1, 7av3: 2C and JH don't form a sequence"),
    ],
)
def test_the_first_wrong_move_of_a_text_is_named(text: str, message: str) -> None:
    with pytest.raises(MoveError) as error:
        Game(617).play(text)
    assert str(error.value) == message


def test_a_listing_with_a_different_board_is_detected() -> None:
    listing = f"Move a card from stack 6 to freecell 0\n\n{columns_after(617, '7a')}\n\n====\n\n7b\n"
    assert Game.from_notation(617, listing).notation() == "7a 7b"
    wrong = f"Move a card from stack 6 to freecell 0\n\n{columns_after(617, '8a')}\n"
    with pytest.raises(MoveError, match="move 1, 7a: the listing shows a different board here"):
        Game.from_notation(617, wrong)


def columns_after(number: int, moves: str) -> str:
    return formats.write(Game.from_notation(number, moves).board, "columns")


def test_there_are_three_dialects() -> None:
    with pytest.raises(NotationError, match="dialect must be one of 'standard', 'extended', 'catalogue', got 'german'"):
        Game(617).play("7a", "german")  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        Game(617).notation(dialect="german")  # type: ignore[arg-type]
