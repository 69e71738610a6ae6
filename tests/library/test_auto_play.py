"""Automatic moves to the foundations."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given

from freecell import DECK, Board, Game, Move, Rules, deal
from freecell.rules import AUTOPLAYS, AutoPlay

from ..helpers.facts import positions


def cards_of_ranks(ranks: str) -> str:
    return " ".join(rank + suit for rank in ranks for suit in "CDHS")


def test_safe_auto_play_works_as_in_windows() -> None:
    columns = [cards_of_ranks("KQJT987654"), "3S", "3C", "3H 3D", "2S", "2C", "", ""]
    board = Board(columns, foundations=[1, 2, 2, 1])
    moves = [str(move) for move in board.auto_play("safe")]
    assert moves[:6] == ["5h", "2h", "6h", "3h", "4h", "4h"]
    assert len(moves) == 46  # all others follow
    assert board.auto_play("none") == []


def test_a_three_waits_for_the_twos_of_the_other_colour() -> None:
    rest = f"3C 3D 3S KD KH KS {cards_of_ranks('QJT987654')}"
    board = Board(["2C KC", "3H", rest, "", "", "", "", ""], foundations=[1, 2, 2, 2])
    assert board.auto_play("safe") == []  # 2C could still be put on 3H
    assert board.auto_play("max") == [Move("2", "h")]
    assert board.play(Move("1", "a")).auto_play("safe") == [Move("1", "h"), Move("2", "h")]


@given(positions())
def test_auto_play_is_legal_and_complete(board: Board) -> None:
    for mode in ("safe", "max"):
        after = board
        for move in board.auto_play(mode):
            assert move.target == "h"
            after = after.play(move, Rules(7))
        assert after.auto_play(mode) == []
        if mode == "max":
            assert not any(move.target == "h" for move in after.legal_moves(Rules(7)))


def test_no_automatic_moves_right_after_the_deal() -> None:
    game = Game(1, Rules(autoplay="max"))
    assert game.board == deal(1)


def can_be_won(start: Board, rules: Rules) -> bool | None:
    """Whether a game can be won, by exhaustive search; None if that takes too long."""
    seen, todo = {start.key}, [start]
    while todo and len(seen) < 300:
        board = todo.pop()
        if board.is_won:
            return True
        for move in reversed(list(board.legal_moves(rules))):
            after = board.play(move, rules)
            if after.key not in seen:
                seen.add(after.key)
                todo.append(after)
    return None if todo else False


def test_safe_auto_play_never_loses_a_win_and_max_does() -> None:
    rules = Rules(cells=0)  # these games end soon
    lost: Counter[AutoPlay] = Counter()
    played: Counter[AutoPlay] = Counter()
    for seed in range(100):
        random = Random(seed)
        homes = [random.randint(3, 9) for _ in range(4)]
        rest = [card for card in DECK if card.rank > homes[card.suit]]
        random.shuffle(rest)
        start = Board([rest[column::8] for column in range(8)], foundations=homes)
        if not can_be_won(start, rules):
            continue
        for mode in AUTOPLAYS:
            board = start
            for move in board.auto_play(mode):
                board = board.play(move, rules)
            if board != start:
                lost[mode] += can_be_won(board, rules) is False
                played[mode] += 1
    assert played["none"] == 0
    assert played["safe"] > 20
    assert lost["safe"] == 0
    assert lost["max"] > 0
