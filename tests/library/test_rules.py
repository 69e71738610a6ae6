"""The rules, compared with known facts about deals and with properties of every position."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Board, Card, Game, Move, Rules, deal
from freecell.errors import BoardError, MoveError, NotationError, RulesError
from freecell.rules import room, single_moves

from ..helpers.facts import positions
from ..helpers.playing import games, rules

PLACES = "12345678abcdefgh"


def test_the_number_of_positions_of_an_unwinnable_deal() -> None:
    """Counted with all moves. Single-card moves reach as many, and other counts are known, too (core/test_perft.py)."""
    todo = [deal(781948)]
    seen = {todo[0].key}
    for board in todo:
        assert not board.is_won
        for move in board.legal_moves():
            after = board.play(move)
            if after.key not in seen:
                seen.add(after.key)
                todo.append(after)
    assert len(seen) == 7_736


@given(positions(), rules)
@settings(max_examples=40)  # each one tries 3,120 moves
def test_a_move_is_listed_if_and_only_if_it_can_be_played(board: Board, rules: Rules) -> None:
    rules = Rules(max(rules.cells, len(board.cells)), rules.room)
    legal = board.legal_moves(rules)
    listed = list(legal)
    assert len(set(listed)) == len(listed)
    assert bool(legal) == bool(listed)
    for move in (Move(source, target, cards) for source in PLACES[:-1] for target in PLACES for cards in range(1, 14)):
        try:
            after = board.play(move, rules)
        except MoveError:
            assert move not in legal
            assert move not in listed
        else:
            assert move in legal
            assert move in listed
            assert after != board


@given(games())
def test_a_game_always_has_52_cards(game: Game) -> None:
    for board in game.boards:
        assert Board(board.columns, board.cells, board.foundations) == board  # its constructor checks it
        assert len(board.cells) <= game.rules.cells


@given(games())
def test_cards_at_home_cannot_be_moved(game: Game) -> None:
    homes: tuple[int, ...] = (0, 0, 0, 0)
    for board in game.boards:
        assert all(now >= before for now, before in zip(board.foundations, homes, strict=True))
        homes = board.foundations


@given(positions(), st.booleans())
def test_windows_never_has_more_room_than_theory(board: Board, to_empty: bool) -> None:
    to_empty = to_empty and () in board.columns
    by_theory, as_windows = (room(board, Rules(7, name), to_empty=to_empty) for name in ("theory", "windows"))
    assert 1 <= as_windows <= by_theory


@pytest.mark.parametrize(
    ("cells", "taken", "columns", "theory", "to_empty", "windows", "windows_to_empty"),
    [
        (4, 0, 0, 5, 5, 5, 5),
        (4, 0, 1, 10, 5, 10, 5),
        (4, 0, 2, 20, 10, 15, 5),
        (4, 4, 2, 4, 2, 3, 1),
        (4, 2, 3, 24, 12, 12, 3),
        (0, 0, 0, 1, 1, 1, 1),
        (7, 0, 1, 16, 8, 16, 8),
    ],
)
def test_room(
    cells: int, taken: int, columns: int, theory: int, to_empty: int, windows: int, windows_to_empty: int
) -> None:
    kings = ["KC", "KD", "KH", "KS"]
    rest = ["QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS"][: 8 - columns]
    others = ["QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS"][8 - columns :]
    board = Board([*rest[:-1], " ".join([rest[-1], *others, *kings[taken:]])] + [""] * columns, kings[:taken], [10] * 4)
    assert room(board, Rules(cells)) == theory
    assert room(board, Rules(cells, "windows")) == windows
    if columns:
        assert room(board, Rules(cells), to_empty=True) == to_empty
        assert room(board, Rules(cells, "windows"), to_empty=True) == windows_to_empty


def test_a_run_in_single_moves() -> None:
    assert [single_moves(cards, 4, 0) for cards in range(1, 6)] == [1, 3, 5, 7, 9]
    assert [single_moves(cards, 0, 2) for cards in range(1, 5)] == [1, 3, 5, 9]
    assert single_moves(2, 0, 1) == 3
    assert single_moves(4, 1, 1) == 9  # two through the cell to the empty column, two to the target, two after them
    assert single_moves(13, 4, 2) == 37  # four to each empty column and back, five between


def shortest(cards: int, free: int, empty: int) -> int | None:
    """The fewest single-card moves that bring a run to its target, by exhaustive search."""
    run = tuple(range(cards, 0, -1))
    empty_column: tuple[int, ...] = ()
    start = ((run, *(empty_column,) * (empty + 1)), frozenset[int]())
    seen, todo, length = {start}, [start], 0
    while todo:
        following = []
        for columns, cells in todo:
            if columns[1] == run:
                return length
            tops = [(place, column[-1]) for place, column in enumerate(columns) if column]
            for source, card in [*tops, *((None, card) for card in cells)]:
                left = list(columns)
                held = cells - {card}
                if source is not None:
                    left[source] = left[source][:-1]
                after = []
                for target, column in enumerate(left):
                    # The target has a card one rank higher than the run; colours are assumed to alternate.
                    fits = column[-1] == card + 1 if column else target > 1 or (target == 1 and card == cards)
                    if target != source and fits:
                        after.append(((*left[:target], (*column, card), *left[target + 1 :]), held))
                if source is not None and len(cells) < free:
                    after.append((tuple(left), cells | {card}))
                for position in after:
                    if position not in seen:
                        seen.add(position)
                        following.append(position)
        todo, length = following, length + 1
    return None


@pytest.mark.parametrize("free", [0, 1, 2])
@pytest.mark.parametrize("empty", [0, 1, 2])
def test_single_moves_and_room_by_trying_everything(free: int, empty: int) -> None:
    most = (free + 1) << empty
    for cards in range(1, min(most, 6) + 1):
        assert single_moves(cards, free, empty) == shortest(cards, free, empty)
    if most < 6:
        assert shortest(most + 1, free, empty) is None


LATE = Board(
    ["KC QD", "KD QC 9H", "", "TS 9D 8S", "KH JC TD", "KS QS 5H", "JD", "QH JH JS TH TC 9C 9S 8D 8C 8H 4H 6H"],
    ["7C", None, "7H"],
    [6, 7, 3, 7],
)
CLUBS = Board(["2C", "AC", "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C", "", "", "", "", ""], foundations=[0, 13, 13, 13])


@pytest.mark.parametrize(
    ("board", "move", "rules", "message"),
    [
        (LATE, Move("2", "5"), Rules(), "9H can't go onto TD: both are red"),
        (LATE, Move("4", "5"), Rules(), "8S can't go onto TD: a 9 is needed"),
        (LATE, Move("a", "5"), Rules(), "7C can't go onto TD: a 9 is needed"),
        (LATE, Move("2", "7"), Rules(), "9H can't go onto JD: a black 10 is needed"),
        (LATE, Move("4", "1", 3), Rules(), "TS can't go onto QD: a jack is needed"),
        (LATE, Move("7", "2"), Rules(), "JD can't go onto 9H: a black 8 is needed"),
        (CLUBS, Move("2", "3"), Rules(), "AC can't go onto 3C: a red 2 is needed"),
        (CLUBS, Move("3", "1"), Rules(), "3C can't go onto 2C: a red ace is needed"),
        (CLUBS, Move("1", "2"), Rules(), "2C can't go onto AC: nothing goes on an ace"),
        (CLUBS, Move("1", "h"), Rules(), "2C can't go home: no clubs are home yet"),
        (LATE, Move("6", "h"), Rules(), "5H can't go home: hearts are at 3"),
        (LATE, Move("c", "h"), Rules(), "7H can't go home: hearts are at 3"),
        (LATE, Move("3", "a"), Rules(), "column 3 is empty"),
        (LATE, Move("b", "3"), Rules(), "cell b is empty"),
        (LATE, Move("4", "a"), Rules(), "cell a already holds 7C"),
        (LATE, Move("c", "a"), Rules(), "cell a already holds 7C"),
        (LATE, Move("4", "e"), Rules(), "there are only 4 cells: no cell e"),
        (LATE, Move("e", "4"), Rules(), "there are only 4 cells: no cell e"),
        (CLUBS, Move("3", "b"), Rules(1), "there is only 1 cell: no cell b"),
        (CLUBS, Move("3", "a"), Rules(0), "there are no cells: no cell a"),
        (LATE, Move("4", "4"), Rules(), "the cards are already in column 4"),
        (LATE, Move("a", "a"), Rules(), "the cards are already in cell a"),
        (LATE, Move("4", "h", 3), Rules(), "only one card can go home, not 3"),
        (LATE, Move("4", "b", 2), Rules(), "only one card can go to cell b, not 2"),
        (LATE, Move("a", "3", 2), Rules(), "cell a has only 1 card, not 2"),
        (LATE, Move("7", "3", 2), Rules(), "column 7 has only 1 card, not 2"),
        (LATE, Move("4", "3", 4), Rules(), "column 4 has only 3 cards, not 4"),
        (LATE, Move("2", "3", 2), Rules(), "QC and 9H don't form a sequence"),
        (CLUBS, Move("3", "4", 2), Rules(), "4C and 3C don't form a sequence"),
        (LATE, Move("4", "3", 3), Rules(3), "there is only room to move 2 cards, not 3"),
    ],
)
def test_reasons_for_illegal_moves(board: Board, move: Move, rules: Rules, message: str) -> None:
    with pytest.raises(MoveError) as error:
        board.play(move, rules)
    assert str(error.value) == message
    assert move not in board.legal_moves(rules)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (("4", "3", 0), "a move needs 1 or more cards, got 0"),
        (("4", "3", -1), "a move needs 1 or more cards, got -1"),
        (("4", "3", "2"), "a move needs 1 or more cards, got '2'"),
        (("4", "3", True), "a move needs 1 or more cards, got True"),
        (("9", "1"), "'9' is not a place: columns are 1 to 8, cells a to g, home is h"),
        (("1", "x"), "'x' is not a place: columns are 1 to 8, cells a to g, home is h"),
        (("1", ""), "'' is not a place: columns are 1 to 8, cells a to g, home is h"),
        ((4, 3), "4 is not a place: columns are 1 to 8, cells a to g, home is h; give a string, such as '7'"),
        ((["4"], "3"), "['4'] is not a place: columns are 1 to 8, cells a to g, home is h; give a string, such as '7'"),
        (("h", "1"), "cards at home can't be moved"),
    ],
)
def test_a_move_is_validated_on_construction(parts: tuple[Any, ...], message: str) -> None:
    with pytest.raises(MoveError) as error:
        Move(*parts)
    assert str(error.value) == message


def test_a_run_moves_where_it_fits() -> None:
    after = LATE.play(Move("4", "7", 3))
    assert [str(card) for card in after.columns[6]] == ["JD", "TS", "9D", "8S"]
    assert after.columns[3] == ()
    assert Move("4", "7", 2) not in LATE.legal_moves()
    assert {move.count for move in LATE.legal_moves() if (move.source, move.target) == ("4", "3")} == {1, 2, 3}
    assert LATE.legal_moves(Rules(3)), "there is still a cell"


def test_a_board_with_more_cells_in_use_than_the_rules_have() -> None:
    for asked in (lambda: LATE.legal_moves(Rules(2)), lambda: LATE.play(Move("4", "3"), Rules(2))):
        with pytest.raises(BoardError, match=r"^cell c has 7H, but there are only 2 cells$"):
            asked()
    with pytest.raises(BoardError, match=r"^cell c has 7H, but there is only 1 cell$"):
        Game(LATE, Rules(1))
    with pytest.raises(BoardError, match=r"^cell c has 7H, but there are no cells$"):
        Game(LATE, Rules(0))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"cells": 8}, "cells must be 0 to 7, got 8"),
        ({"cells": -1}, "cells must be 0 to 7, got -1"),
        ({"cells": "4"}, "cells must be 0 to 7, got '4'"),
        ({"cells": True}, "cells must be 0 to 7, got True"),
        ({"room": "big"}, "room must be 'theory' or 'windows', got 'big'"),
        ({"autoplay": "all"}, "autoplay must be 'none', 'safe' or 'max', got 'all'"),
    ],
)
def test_invalid_rules(settings: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules(**settings)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_moves_and_legal_moves_can_be_read_by_people() -> None:
    assert [str(move) for move in (Move("2", "6", 3), Move("7", "a"), Move("3", "h"))] == ["26v3", "7a", "3h"]
    assert repr(CLUBS.legal_moves(Rules(0))).startswith("<legal moves: 2h 14 15")
    stuck = Board(["2C AC", "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C", *[""] * 6], foundations=[0, 13, 13, 13])
    assert repr(Board([""] * 8, foundations=[13] * 4).legal_moves()) == "<legal moves: none>"
    assert not Board([""] * 8, foundations=[13] * 4).legal_moves()
    assert stuck.legal_moves(Rules(0))
    assert 617 not in CLUBS.legal_moves()


def test_moves_may_be_written_in_notation() -> None:
    moves = CLUBS.legal_moves()
    assert "2h" in moves
    assert "1h" not in moves  # an illegal move
    assert "2x" not in moves  # not a move
    assert len(moves) == len(list(moves)) == 28
    assert CLUBS.play("2h") == CLUBS.play(Move("2", "h"))
    board = Board(["KC KD QD JC", "QC", "", "", "", "", "", ""], foundations=[10, 11, 13, 13])
    assert board.play("13").columns[2] == (Card("QD"), Card("JC"))  # as many as possible
    assert board.play("13v1").columns[2] == (Card("JC"),)
    with pytest.raises(MoveError, match="2C can't go home: no clubs are home yet"):
        CLUBS.play("1h")
    with pytest.raises(NotationError, match="'2x' is not a move: give two places such as 26, 7a or 3h"):
        CLUBS.play("2x")


@given(st.sampled_from("12345678abcdefg"), st.sampled_from("12345678abcdefgh"), st.integers(1, 13))
def test_a_move_is_read_from_its_text(source: str, target: str, cards: int) -> None:
    move = Move(source, target, cards)
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize("text", ["", "7", "7aa", "9a", "26v", "26v123", None, 26])
def test_text_that_is_not_a_move(text: Any) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(repr(text))} is not a move: give two places"):
        Move.parse(text)


@given(positions(), st.permutations(range(8)), st.permutations(range(7)))
def test_boards_that_differ_only_in_order_have_the_same_key(board: Board, columns: list[int], cells: list[int]) -> None:
    filled = (*board.cells, *[None] * (7 - len(board.cells)))
    other = Board([board.columns[place] for place in columns], [filled[place] for place in cells], board.foundations)
    assert other.key == board.key
    for move in board.legal_moves(Rules(7)):
        same = move.source not in PLACES[:8] and move.target not in (*PLACES[:8], "h")  # from cell to cell
        assert (board.play(move, Rules(7)).key == board.key) == (same or _moves_a_whole_column(board, move))


def _moves_a_whole_column(board: Board, move: Move) -> bool:
    heights = {name: len(column) for name, column in zip(PLACES, board.columns, strict=False)}
    return move.count == heights.get(move.source) and heights.get(move.target) == 0
