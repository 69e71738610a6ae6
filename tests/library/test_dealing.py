"""A deal number gives the exact Microsoft board."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.deal_game import Game
from pysol_cards.random import RandomBase

import freecell
from freecell import Board, boards, deal, deal_freecell, deals
from freecell.dealing import dealt
from freecell.engine import core_available
from freecell.errors import NumberError

from ..helpers.facts import BORDERS, GAME_1, GAME_617, numbers


@pytest.mark.parametrize(("number", "rows"), [(1, GAME_1), (617, GAME_617)])
def test_the_games_of_the_task(number: int, rows: str) -> None:
    assert str(deal(number)) == rows
    assert deal_freecell(number) == [row.split() for row in rows.splitlines()]
    assert [len(row) for row in deal(number).rows] == [8, 8, 8, 8, 8, 8, 4]
    assert [len(column) for column in deal(number).columns] == [7, 7, 7, 7, 6, 6, 6, 6]


@pytest.mark.parametrize(
    ("number", "first", "last"),
    [
        (2147483648, "QH QC 2H 6S 2S 3D KS 8C", "6D 4S 5S AC"),
        (4294967296, "TS 5S 2S TD 3C AD JC 6D", "4D KH JH QH"),
        (8589934591, "TC 2S JS 5S 4D 6H 3H 7C", "9C 6S 3D 4S"),
        (-1, "AC AD AH AS QC QD QH QS", "KC KD KH KS"),
        (-2, "AS AH AD AC 7S 7H 7D 7C", "8S 8H 8D 8C"),
    ],
)
def test_boards_past_two_billion_and_the_joke_deals(number: int, first: str, last: str) -> None:
    rows = str(deal(number)).splitlines()
    assert (rows[0], rows[-1]) == (first, last)


def test_the_joke_deals_in_full() -> None:
    ranks = [row.split() for row in ("A Q", "3 T", "5 8", "7 6", "9 4", "J 2", "K")]
    assert deal_freecell(-1) == [[rank + suit for rank in row for suit in "CDHS"] for row in ranks]
    ranks = [row.split() for row in ("A 7", "K 6", "Q 5", "J 4", "T 3", "9 2", "8")]
    assert deal_freecell(-2) == [[rank + suit for rank in row for suit in "SHDC"] for row in ranks]


def test_pysol_cards_deals_the_same_boards() -> None:
    chosen = random.Random(20261115)
    some = [*BORDERS, *range(1, 200)]
    some += [chosen.randrange(start, 2 * start) for start in (2**30, 2**31, 2**32) for _ in range(1000)]
    for number in some:
        game = Game("freecell", number, RandomBase.DEALS_MS)
        game.deal()
        game.freecell()
        theirs = [
            ["0A23456789TJQK"[card.rank] + card.suit_s() for card in column] for column in game.board.columns.cols
        ]
        assert Board(theirs) == deal(number), number


@given(numbers)
def test_every_deal_has_every_card_once(number: int) -> None:
    assert sorted(dealt(number)) == list(range(52))
    assert Board(deal(number).columns) == deal(number)


@given(numbers, st.integers(1, 300), st.integers(1, 3))
def test_deals_are_the_same_as_deal(start: int, count: int, threads: int) -> None:
    stop = min(start + count, 2**33)
    cards = deals(start, stop, threads=threads)
    assert cards.shape == (stop - start, 52)
    assert cards.dtype == np.uint8
    assert cards.tolist() == [dealt(number) for number in range(start, stop)]


@pytest.mark.parametrize("border", [2**31, 2**32])
def test_deals_across_a_border(border: int) -> None:
    assert deals(border - 700, border + 700).tolist() == [dealt(n) for n in range(border - 700, border + 700)]


def test_deals_lets_other_threads_run() -> None:
    """Python never interrupts a thread in this test: another one runs only if this one lets it."""
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000 if core_available else usual)
    try:
        ticking = threading.Thread(target=tick)
        ticking.start()
        before = ticks
        for _ in range(1000):
            deals(1, 500_000 if core_available else 20_000, threads=1)
            if ticks > before:
                break
        done.set()
        ticking.join()
    finally:
        sys.setswitchinterval(usual)
    assert ticks > before


def test_boards_come_one_at_a_time() -> None:
    everything = boards(1, 2**33)
    assert [str(next(everything)) for _ in range(617)][::616] == [GAME_1, GAME_617]
    assert list(boards(2**31 - 1, 2**31 + 1)) == [deal(2**31 - 1), deal(2**31)]


@pytest.mark.parametrize("wrong", [0, 2**33, -3, 10**30])
def test_a_number_without_a_deal_is_refused(wrong: int) -> None:
    for function in (deal, deal_freecell):
        with pytest.raises(NumberError, match=f"deal {wrong} doesn't exist: deals are 1 to 2"):
            function(wrong)


@pytest.mark.parametrize("wrong", ["abc", "617", 1.5, True, None, np.float64(617.5), float("nan"), [617]])
def test_values_that_are_not_numbers_are_refused(wrong: object) -> None:
    calls: list[Callable[[], object]] = [lambda: deal(wrong), lambda: deals(wrong, 10), lambda: boards(wrong, 9)]  # type: ignore[arg-type]
    if wrong is not None:  # no stop is given
        calls.append(lambda: deals(1, wrong))  # type: ignore[arg-type]
    for call in calls:
        with pytest.raises(NumberError, match="is not a deal number: expected an integer") as error:
            call()
        assert isinstance(error.value, TypeError)
        assert repr(wrong) in str(error.value)


@pytest.mark.parametrize(("start", "stop"), [(0, 5), (-2, 5), (1, 2**33 + 1)])
def test_a_wrong_range_is_refused(start: int, stop: int) -> None:
    for function in (deals, boards):
        with pytest.raises(NumberError, match=f"deals {start} up to {stop} are out of range: "):
            function(start, stop)


@pytest.mark.parametrize(("start", "stop"), [(5, 5), (9, 5), (2**33, 2**33)])
def test_ranges_are_empty_as_in_python(start: int, stop: int) -> None:
    assert deals(start, stop).shape == (0, 52)
    assert list(boards(start, stop)) == []


@pytest.mark.parametrize("kind", [np.int64, np.uint16, np.float32, np.float64, float])
def test_other_number_types_are_accepted(kind: type) -> None:
    assert deal(kind(617)) == deal(617)
    assert deals(kind(617), kind(619)).tolist() == deals(617, 619).tolist()
    assert list(boards(kind(617), kind(619))) == [deal(617), deal(618)]


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, 2**31, 10**20])
def test_a_wrong_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(freecell.errors.FreecellError, match=f"threads must be .* got {threads}"):
        deals(1, 10, threads=threads)
