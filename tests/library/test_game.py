"""Games can be undone, written, read back and saved, under any rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Board, Game, Move, Rules, check, deal
from freecell.drawing.picture import in_notebook
from freecell.errors import FreecellError, GameError, MoveError, NotationError
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, ROOMS

from ..helpers.playing import SOLUTION_617, fc_solve, games

SPACED: tuple[Dialect, ...] = ("standard", "extended")  # the third is in test_catalogue

WON = Game.from_notation(617, SOLUTION_617, dialect="extended")


def test_617_can_be_won() -> None:
    assert WON.is_won
    assert WON.board == Board([""] * 8, foundations=[13] * 4)
    assert (WON.cards_moved, WON.singles, WON.steps, WON.turns) == (111, 121, 103, 51)
    assert WON.steps - WON.turns == 52


@given(games())
def test_undo_and_redo_restore_the_same_boards(game: Game) -> None:
    boards = [game.board]
    while game.moves:
        game.undo()
        boards.append(game.board)
    assert game.board == game.start
    with pytest.raises(GameError, match="nothing to undo"):
        game.undo()
    for board in reversed(boards[:-1]):
        game.redo()
        assert game.board == board
    with pytest.raises(GameError, match="nothing to redo"):
        game.redo()


def test_a_new_move_discards_undone_ones() -> None:
    game = Game(617)
    game.play("7a 7b")
    game.undo()
    game.play("8b")
    assert game.notation() == "7a 8b"
    with pytest.raises(GameError, match="nothing to redo"):
        game.redo()


def test_a_move_and_its_automatic_moves_are_undone_together() -> None:
    game = Game(617, Rules(autoplay="safe"))
    game.play("7a 7b 7c b7 1b 71")
    assert [str(move) for move in game.moves[-2:]] == ["71v2", "7h"]
    game.undo()
    assert (game.steps, game.turns, sum(game.board.foundations)) == (5, 5, 0)
    game.redo()
    assert (game.steps, game.turns, sum(game.board.foundations)) == (7, 6, 1)


@given(games())
def test_boards_go_from_the_start_to_the_current_one(game: Game) -> None:
    boards = game.boards
    assert (boards[0], boards[-1]) == (game.start, game.board)
    assert len(boards) == len(game.moves) + 1 == game.steps + 1
    assert game.turns <= game.steps <= game.cards_moved <= game.singles


@given(games(), st.sampled_from(SPACED))
def test_notation_round_trips(game: Game, dialect: Dialect) -> None:
    start = game.start if game.deal is None else game.deal
    again = Game.from_notation(start, game.notation(dialect=dialect), game.rules, dialect)
    assert again.moves == game.moves
    assert eval(repr(game), {"Game": Game, "Board": Board, "Rules": Rules}).moves == game.moves


@given(games(), st.sampled_from(ROOMS), st.sampled_from(AUTOPLAYS), st.sampled_from(SPACED))
def test_notation_round_trips_under_every_profile(game: Game, room: str, autoplay: str, dialect: Dialect) -> None:
    rules = Rules(game.rules.cells, room, autoplay)  # type: ignore[arg-type]
    try:
        other = game.under(rules)
    except GameError:
        assert autoplay == "max" or room == "windows"
        return
    again = Game.from_notation(game.start, game.notation(rules, dialect), rules, dialect)
    assert again.moves == other.moves
    if autoplay == "none":
        assert other.moves == game.moves
    else:
        assert all(now >= then for now, then in zip(other.board.foundations, game.board.foundations, strict=True))


@given(games(st.builds(Rules, st.integers(0, 7))))
def test_every_game_can_be_played_with_safe_auto_play(game: Game) -> None:
    safe = game.under(Rules(game.rules.cells, autoplay="safe"))
    homes = safe.board.foundations
    for here, there in zip(safe.board.columns, game.board.columns, strict=True):
        assert here == tuple(card for card in there if card.rank > homes[card.suit])
    assert len(safe.notation().split()) <= game.steps


def test_617_in_the_short_form_of_safe_auto_play() -> None:
    rules = Rules(autoplay="safe")
    short = WON.notation(rules)
    assert len(short.split()) == 70
    assert Game.from_notation(617, short, rules).is_won
    assert WON.under(rules).turns == 50  # one card went home before it could go to a cell
    assert WON.under(rules).under(Rules()).is_won


def test_a_game_that_max_auto_play_prevents_names_the_move() -> None:
    with pytest.raises(GameError) as error:
        WON.notation(Rules(autoplay="max"))
    assert str(error.value) == (
        "this game can't be played with 4 cells, room 'theory' and auto-play 'max': "
        "move 33, 48v2: 2D can't go onto 4H: a black 3 is needed"
    )
    with pytest.raises(GameError, match=r"with 2 cells.*: move 3, 7c: there are only 2 cells: no cell c"):
        WON.under(Rules(2))


def test_automatic_moves_may_be_written_or_left_out() -> None:
    rules = Rules(autoplay="safe")
    written = Game.from_notation(617, "7a 7b 7c b7 1b 71 7h 83 8h", rules)
    left_out = Game.from_notation(617, "7a 7b 7c b7 1b 71 83", rules)
    assert written.moves == left_out.moves
    with pytest.raises(MoveError, match="move 8, 7h: 2D can't go home: no diamonds are home yet"):
        Game.from_notation(617, "7a 7b 7c b7 1b 71 7h 7h", rules)


@pytest.mark.parametrize(
    ("text", "error", "wrong"),
    [
        ("7c 7h", MoveError, (2, "7h", "3D can't go home: no diamonds are home yet")),
        ("7c 7d 99", NotationError, (3, "99", "'99' is not a move: give two places such as")),
    ],
)
def test_text_with_a_wrong_move_leaves_the_game_unchanged(
    text: str, error: type[MoveError | NotationError], wrong: tuple[int, str, str]
) -> None:
    game = Game.from_notation(617, "7a 7b 7c")
    game.undo()
    with pytest.raises(error) as raised:
        game.play(text)
    number, word, reason = wrong
    assert (raised.value.number, raised.value.word) == (number, word)
    assert raised.value.reason.startswith(reason)
    assert str(raised.value).startswith(f"move {number}")
    assert str(raised.value).endswith(f": {raised.value.reason}")
    assert game.notation() == "7a 7b"
    assert str(game.redo().move) == "7c"


def test_a_single_move_has_no_number() -> None:
    with pytest.raises(MoveError) as raised:
        Game(617).play(Move("8", "8"))
    assert (raised.value.number, raised.value.reason) == (None, "the cards are already in column 8")


def test_a_game_is_not_saved_as_a_picture(tmp_path: Path) -> None:
    with pytest.raises(
        GameError, match=r"a game needs a name that ends in \.json, got '.*; game\.board\.save writes a picture"
    ):
        Game(1).save(tmp_path / "x.png")
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": None}, "the version must be 1, got null"),
        ({"version": ...}, 'a saved game needs "version"'),
        ({"rules": ...}, 'a saved game needs "rules"'),
        ({"notation": ...}, 'a saved game needs "notation"'),
        ({"rule": {}}, "unknown key in a saved game: 'rule'"),
    ],
)
def test_keys_of_a_saved_game(change: dict[str, object], message: str) -> None:
    value = {**Game(617).to_dict(), **change}
    with pytest.raises(GameError, match=message):
        Game.from_dict({key: part for key, part in value.items() if part is not ...})


@pytest.mark.needs("fc-solve")
@pytest.mark.parametrize(
    ("numbers", "options"),
    [
        (range(1, 11), ["-l", "lg", "-m", "-snx"]),
        (range(101, 108), ["-l", "as", "-m", "-snx"]),
        (range(152, 154), ["-l", "ve", "-m", "-snx"]),
        (range(171, 178), ["-l", "hw", "-p", "-t", "-sam"]),
        (range(251, 261), ["-l", "lg", "-p", "-t", "-sam", "-m"]),
        (range(281, 291), ["-l", "lg", "-sam"]),
        (range(301, 308), ["-l", "lg", "-p", "-sam"]),
        (range(321, 331), ["-m", "-snx"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_fc_solves_solutions_win(numbers: range, options: list[str]) -> None:
    for number in numbers:
        report = check(number, fc_solve(number, *options))
        assert report.wins, report.reason
        game = report.game
        assert game.steps - game.turns == 52
        short = game.notation(Rules(autoplay="safe"))
        assert check(number, short).wins
        assert len(short.split()) < game.steps


@pytest.mark.needs("fc-solve")
def test_two_outputs_of_fc_solve_are_the_same_game() -> None:
    for number in range(1, 8):
        words, listing = (
            check(number, fc_solve(number, "-l", "lg", *form)) for form in (["-m", "-snx"], ["-p", "-sam"])
        )
        assert words.game.moves == listing.game.moves


def test_why_a_solution_does_not_win() -> None:
    unfinished = check(617, "7a 7b")
    assert not unfinished.wins
    assert unfinished.reason == "all its moves are legal, but only 0 of 52 cards are home"
    assert check(617, "I could not solve this game.").reason == "it has no moves: write moves as 26, 7a or 3h"
    wrong = check(617, SOLUTION_617.replace("48 74", "48 75", 1))
    assert wrong.reason == "move 14, 75: 2D can't go onto JC: a 10 is needed"
    assert wrong.game.steps == 13
    assert not check(618, SOLUTION_617).wins
    assert not check(617, SOLUTION_617, cells=3).wins
    assert not check(617, SOLUTION_617, dialect="standard", rules=Rules()).wins


@given(games())
def test_a_saved_game_round_trips(game: Game) -> None:
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert (again.deal, again.start, again.rules, again.moves) == (game.deal, game.start, game.rules, game.moves)


def test_a_saved_game_can_be_read_by_people(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = Game(617, Rules(autoplay="safe"))
    game.play("7a 7b 7c b7 1b 71 83 4d 46 83 48")
    game.save(path)
    assert (
        path.read_text()
        == """\
{
  "format": "freecell game",
  "version": 1,
  "deal": 617,
  "board": null,
  "rules": {
    "cells": 4,
    "room": "theory",
    "autoplay": "safe"
  },
  "notation": "7a 7b 7c b7 1b 71 83 4d 46 83 48"
}
"""
    )
    assert Game.load(path).moves == game.moves
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


GOOD = Game(617).to_dict()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not JSON: "),
        ("{", "'{' is not JSON: "),
        ("\udcff", "it is not text in UTF-8 or UTF-16"),
        ("[]", r'expected an object with "format": "freecell game", got \[\]'),
        ('{"columns": []}', 'expected an object with "format": "freecell game", got {"columns": '),
        (json.dumps({**GOOD, "version": 2}), "the version must be 1, got 2"),
        (json.dumps({**GOOD, "deal": 0}), "deal 0 doesn't exist"),
        (json.dumps({**GOOD, "deal": "617"}), "'617' is not a deal number"),
        (json.dumps({**GOOD, "board": {}}), "{} is not a board: expected an object with"),
        (json.dumps({**GOOD, "deal": None}), 'expected a "deal" or a "board"'),
        (json.dumps({**GOOD, "rules": {"cell": 3}}), "unknown rule 'cell': the rules are cells, room, autoplay"),
        (json.dumps({**GOOD, "rules": None}), "expected an object with cells, room, autoplay, got None"),
        (json.dumps({**GOOD, "rules": {**GOOD["rules"], "cells": 9}}), "cells must be 0 to 7, got 9"),
        (json.dumps({**GOOD, "rules": {**GOOD["rules"], "room": []}}), r"room must be 'theory' or 'windows', got \[\]"),
        (json.dumps({**GOOD, "notation": ["7a"]}), r'"notation" must be a string such as "26 7a 3h", got \["7a"\]'),
        (json.dumps({**GOOD, "notation": "7a 7a"}), "move 2, 7a: cell a already holds JH"),
        (json.dumps({**GOOD, "notation": "7x"}), "'7x' is not a move"),
    ],
)
def test_errors_in_a_saved_game_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(GameError, match=message) as error:
        Game.load(path)
    assert str(error.value).startswith(f"{path} is not a saved game: ")
    assert "\n" not in str(error.value)


def test_a_game_knows_its_deal_from_its_board() -> None:
    board = deal(617)
    assert Game(board).deal == Game.from_notation(board, "7a").deal == 617
    game = Game(Board(board.columns))
    game.play(Move("7", "a"))
    assert game.deal is None
    assert game.to_dict()["board"] == {**board.to_dict(), "deal": None}
    assert Game.from_dict(game.to_dict()) == game
    with pytest.raises(FreecellError, match="deal 0 doesn't exist"):
        Game(0)


def test_games_with_the_same_moves_are_equal() -> None:
    game, other = Game(617), Game(deal(617))
    assert game == other
    game.play("7a")
    assert game != other
    other.play("7a 7b")
    other.undo()
    assert game == other
    assert game != Game.from_notation(617, "7a", Rules(5))
    assert game != "7a"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_game_shows_its_board() -> None:
    game = Game.from_notation(617, "7a", Rules(5))
    assert game.svg() == game.board.svg(rules=Rules(5), title="Deal 617")
    assert game._repr_svg_() == in_notebook(game.svg())
    assert game.svg(deck="four", title="Mine") == game.board.svg(rules=Rules(5), deck="four", title="Mine")
    assert Game(Board(deal(617).columns)).svg() == deal(617).svg(title="A FreeCell game")
