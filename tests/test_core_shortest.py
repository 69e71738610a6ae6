"""Shortest solutions against a witness that knows the rules and nothing else: plain search, breadth first.

tests/shortest.cpp has the comparisons, and tests/witness.hpp the witness; a C++ compiler makes them a library first.
FREECELL_TEST_BOARDS sets how many boards are tried. After a change of the search, try 100,000.
"""

from __future__ import annotations

import ctypes
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

import freecell

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import Rules
from freecell.deals import deal
from freecell.rules import play
from freecell.solving import solve

from .kernels import row
from .packing import BOARD_BYTES, EMPTY

BOARDS = int(os.environ.get("FREECELL_TEST_BOARDS", "1600"))
MOST_POSITIONS = 4000  # that the witness looks at, for one board

SEARCHES = (
    "all reductions",
    "no safe homes",
    "no wide homes",
    "no steps",
    "no bound",
    "none stuck",
    "no reduction",
    "one longer is known",
    "it is known",
)


def endgame(chosen: random.Random, cells: int) -> bytes:
    """Some high cards in some columns and cells, more or less in order, as the core takes a board."""
    fewest, most = ((14, 30), (12, 24), (10, 20), (8, 16))[min(cells, 3)]
    home = [13] * 4
    for _ in range(chosen.randint(fewest, min(most, 20 - cells) if cells > 3 else most)):
        home[chosen.choice([suit for suit in range(4) if home[suit] > 0])] -= 1
    cards = [4 * rank + suit for suit in range(4) for rank in range(home[suit], 13)]
    order, disorder = chosen.choice([1, -1]), chosen.choice([6, 30])
    cards.sort(key=lambda card: order * (card // 4) + disorder * chosen.random())
    held = [cards.pop(chosen.randrange(len(cards))) for _ in range(chosen.randint(0, cells))]
    columns: list[list[int]] = [[] for _ in range(8)]
    width = chosen.randint(1, 8)
    while cards:
        columns[chosen.randrange(width)].append(cards.pop())
    row = [*home, *held, *[EMPTY] * (7 - len(held)), *map(len, columns), *chain.from_iterable(columns)]
    return bytes(row).ljust(BOARD_BYTES, b"\0")


def endgames(seed: int, count: int) -> Iterator[tuple[bytes, int]]:
    """Boards, each with a number of cells."""
    chosen = random.Random(seed)
    for _ in range(count):
        cells = chosen.randrange(8)
        yield endgame(chosen, cells), cells


def ends_of_deals(cells: int) -> Iterator[bytes]:
    """Boards on the way of a solution, before its last moves."""
    for number in range(200_000_001, 200_000_011):
        board, solution = deal(number), solve(number, cells=cells)
        for at, move in enumerate(solution.moves):
            board = play(board, move, Rules(cells))
            if at % 4 == 0 and sum(board.foundations) >= 30:
                yield row(board)


def fewest(shortest: ctypes.CDLL, board: bytes, cells: int, *, singles: bool, windows: bool) -> int | None:
    """The fewest moves without those home, in which the witness and all searches agree; -1: it can't be won."""
    found = ctypes.c_int()
    wrong = shortest.check_search(board, cells, singles, windows, MOST_POSITIONS, ctypes.byref(found))
    assert wrong <= 0, (board.hex(), cells, [name for at, name in enumerate(SEARCHES) if wrong >> at & 1])
    return found.value if wrong == 0 else None


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("singles", [False, True])
def test_nothing_is_shorter_than_the_shortest(shortest: ctypes.CDLL, singles: bool, windows: bool) -> None:
    boards = endgames(617 + singles + 2 * windows, BOARDS // 4)
    lengths = Counter(fewest(shortest, *board, singles=singles, windows=windows) for board in boards)
    assert lengths[None] < BOARDS // 12  # for these the witness would have to look at more
    assert sum(lengths[length] for length in range(2, 20)) > BOARDS // 16


@pytest.mark.parametrize("singles", [False, True])
def test_nor_at_the_end_of_a_deal(shortest: ctypes.CDLL, singles: bool) -> None:
    found = [
        fewest(shortest, board, cells, singles=singles, windows=False)
        for cells in (2, 4, 7)
        for board in ends_of_deals(cells)
    ]
    assert sum(length is not None and length > 0 for length in found) > 20


@pytest.mark.parametrize("singles", [False, True])
def test_the_bound_is_what_it_is_said_to_be(shortest: ctypes.CDLL, singles: bool) -> None:
    checked = 0
    for board, cells in endgames(11982 + singles, BOARDS // 32):
        boards = shortest.check_bounds(board, cells, singles, cells % 2, 10, MOST_POSITIONS // 4)
        assert boards >= 0, (board.hex(), cells)
        checked += boards
    assert checked > BOARDS // 16


def test_columns_and_cells_have_no_order(shortest: ctypes.CDLL) -> None:
    checked = [
        shortest.check_symmetry(board, cells, cells % 2, MOST_POSITIONS)
        for board, cells in endgames(1941, BOARDS // 16)
    ]
    assert 0 not in checked
    assert checked.count(1) > BOARDS // 64
