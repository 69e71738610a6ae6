"""Shortest solutions compared with a witness that knows only the rules: a plain breadth-first search.

shortest.cpp contains the comparisons and witness.hpp the witness. The tests compile them into a library first.
FREECELL_TEST_BOARDS sets the number of boards. After a change to the search, try 100,000.
"""

from __future__ import annotations

import ctypes
import os
import random
from collections import Counter

import pytest

import freecell

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import Board

from ..helpers.endgames import crowded, deep, endgame, ends_of_deals, narrow, running, some, sparse
from ..helpers.kernels import row

BOARDS = int(os.environ.get("FREECELL_TEST_BOARDS", "700"))
MOST_POSITIONS = 3000  # limit of the witness, per board

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

REACHES = ("steps", "safe homes", "wide homes", "bound", "search")


def fewest(core: ctypes.CDLL, board: bytes, cells: int, *, singles: bool, windows: bool) -> int | None:
    """The fewest moves, not counting moves home, on which the witness and all searches agree; -1 if unsolvable."""
    found = ctypes.c_int()
    wrong = core.check_search(board, cells, singles, windows, MOST_POSITIONS, ctypes.byref(found))
    assert wrong <= 0, (board.hex(), cells, [name for at, name in enumerate(SEARCHES) if wrong >> at & 1])
    return found.value if wrong == 0 else None


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("singles", [False, True])
def test_shortest_solutions_match_a_plain_search(core: ctypes.CDLL, singles: bool, windows: bool) -> None:
    boards = some(endgame, 617 + singles + 2 * windows, BOARDS // 8)
    lengths = Counter(fewest(core, *board, singles=singles, windows=windows) for board in boards)
    assert lengths[None] < BOARDS // 24  # boards beyond the limit of the witness
    assert sum(lengths[length] for length in range(2, 20)) > BOARDS // 48


@pytest.mark.parametrize("singles", [False, True])
def test_shortest_when_a_card_that_could_go_home_is_needed(core: ctypes.CDLL, singles: bool) -> None:
    boards = some(narrow, 146692 + singles, BOARDS // 8)
    lengths = Counter(fewest(core, *board, singles=singles, windows=False) for board in boards)
    assert lengths[None] < BOARDS // 24
    assert lengths[2] > BOARDS // 32


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("singles", [False, True])
def test_shortest_when_all_cells_are_needed(core: ctypes.CDLL, singles: bool, windows: bool) -> None:
    boards = some(deep, 186216 + singles + 2 * windows, BOARDS // 4)
    lengths = Counter(fewest(core, *board, singles=singles, windows=windows) for board in boards)
    assert lengths[None] < BOARDS // 6
    assert lengths[3] > BOARDS // 30


@pytest.mark.parametrize("singles", [False, True])
def test_shortest_when_a_move_may_have_to_be_wasted(core: ctypes.CDLL, singles: bool) -> None:
    boards = some(crowded, 11271 + singles, BOARDS // 4)
    lengths = Counter(fewest(core, *board, singles=singles, windows=False) for board in boards)
    assert lengths[None] < BOARDS // 10
    assert sum(lengths[length] for length in range(2, 20)) > BOARDS // 24


@pytest.mark.parametrize("singles", [False, True])
def test_shortest_at_the_end_of_a_deal(core: ctypes.CDLL, singles: bool) -> None:
    found = [
        fewest(core, board, cells, singles=singles, windows=False)
        for cells in (2, 4, 7)
        for board in ends_of_deals(cells)
    ]
    assert sum(length is not None and length > 0 for length in found) > 20


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("singles", [False, True])
def test_steps_reach_every_position_on_a_shortest_path(core: ctypes.CDLL, singles: bool, windows: bool) -> None:
    chosen = random.Random(31465 + singles + 2 * windows)
    farthest: list[int] = []
    searched = 0
    found = (ctypes.c_int * 2)()
    for _ in range(BOARDS // 12):
        board, cells = chosen.choice([sparse, running, running, deep, endgame, narrow])(chosen)
        wrong = core.check_reach(board, cells, singles, windows, 1000, 10, found)
        assert wrong <= 0, (board.hex(), cells, [name for at, name in enumerate(REACHES) if wrong >> at & 1])
        if wrong == 0:
            farthest.append(found[0])
            searched += found[1]
    assert sum(length > 1 for length in farthest) > BOARDS // 36
    assert searched > BOARDS // 24


@pytest.mark.parametrize("singles", [False, True])
def test_the_lower_bound_is_the_relaxed_cost(core: ctypes.CDLL, singles: bool) -> None:
    checked = 0
    for board, cells in some(endgame, 11982 + singles, BOARDS // 16) + some(deep, 1941 + singles, BOARDS // 32):
        boards = core.check_bounds(board, cells, singles, cells % 2, 10, MOST_POSITIONS // 6)
        assert boards >= 0, (board.hex(), cells)
        checked += boards
    assert checked > BOARDS // 32


def test_the_waste_test_does_not_overestimate(core: ctypes.CDLL) -> None:
    for board, cells in some(crowded, 11271, BOARDS // 8):
        assert core.check_bounds(board, cells, False, False, 4, MOST_POSITIONS // 3) >= 0, (board.hex(), cells)
    # JS goes home, QH to the cell, then all others go home. QH and JS end a sequence that doesn't move as a whole.
    columns = ["8H QS KC QH JS", "9H", "TD JH", "TH", "JD", "QD", "KD", "KH"]
    board = row(Board(columns, cells=["KS"], foundations=[12, 9, 7, 10]))
    assert fewest(core, board, 2, singles=False, windows=False) == 1
    assert core.check_bounds(board, 2, False, False, 1, MOST_POSITIONS) == 1


def test_the_order_of_columns_and_cells_does_not_matter(core: ctypes.CDLL) -> None:
    checked = [
        core.check_symmetry(board, cells, cells % 2, MOST_POSITIONS)
        for board, cells in some(endgame, 1941, BOARDS // 16)
    ]
    assert 0 not in checked
    assert checked.count(1) > BOARDS // 64
