"""The page under the rules of Windows: which moves it refuses, and what it suggests."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from freecell import Board, Game, Move, solve
from freecell.rules import COLUMN_NAMES, WINDOWS, room

from ..helpers.serving import needs_core
from ..helpers.table import Table

pytestmark = needs_core


def refused(number: int, *, to_empty: bool) -> tuple[str, Board, Move]:
    """The address of a game, its board, and a move that is legal with room "theory" but not in Windows."""
    game = Game(number)
    for move in solve(number).moves:
        is_empty = move.target in COLUMN_NAMES and not game.board.columns[int(move.target) - 1]
        if is_empty == to_empty and move not in game.board.legal_moves(WINDOWS):
            return f"/?deal={number}&moves={'+'.join(game.notation().split())}", game.board, move
        game.play(move)
    raise AssertionError


@pytest.mark.parametrize(("number", "to_empty"), [(1, True), (12, False)])
def test_moves_that_windows_refuses(table: Table, number: int, to_empty: bool) -> None:
    """To an empty column, the keyboard moves as many cards as possible."""
    address, board, move = refused(number, to_empty=to_empty)
    table.open(address)
    table.choose(room="windows", autoplay="none")
    table.drag(move)
    assert re.fullmatch(rf"There is only room to move \d+ cards?, not {move.count}", table.says())
    assert table.board() == board
    table.press(move.source, move.target)
    most = room(board, WINDOWS, to_empty=to_empty)
    if to_empty:
        assert table.board() == board.play(replace(move, count=most))
        table.press("u")
    else:
        assert table.says() == f"There is only room to move {most} card{'s' * (most > 1)}, not {move.count}"
    table.choose(room="theory")
    table.drag(move)
    assert table.board() == board.play(move)


def test_hints_and_solutions_follow_the_chosen_rules(table: Table) -> None:
    address, board, _ = refused(1, to_empty=True)
    table.open(address)
    table.choose(room="windows", autoplay="safe")
    table.press("t")
    table.find('#message[data-kind="hint"]').wait_for()
    safe = replace(WINDOWS, autoplay="safe")
    game = Game(board, safe)
    game.play(table.says().split(":")[0])
    table.press("t")  # plays it
    assert table.board() == game.board
    table.press("u", "s")
    table.find("#player").wait_for()
    table.press("f")
    table.find("#film-dialog").wait_for()
    assert Game.from_notation(board, table.find("#film-notation").input_value(), safe).is_won
    table.dismiss()
    table.page.eval_on_selector("#seek", "seek => { seek.value = seek.max; seek.dispatchEvent(new Event('input')); }")
    assert table.board().is_won


def test_the_light_follows_the_chosen_rules(table: Table) -> None:
    """Deal 98714 is lost with auto-play "max"."""
    table.open("/?deal=98714")
    for mode, verdict in (("max", "unsolvable"), ("safe", "solved"), ("max", "unsolvable")):
        table.choose(autoplay=mode)
        assert table.verdict() == verdict
