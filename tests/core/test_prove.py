"""Verdicts of the exact search compared with a witness that knows only the rules.

prove.cpp contains the comparisons and witness.hpp the witness. The tests compile them into a library first.
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

from ..helpers.endgames import away_from, endgame, narrow, packed_row, sparse

BOARDS = int(os.environ.get("FREECELL_TEST_BOARDS", "1000"))
MOST_POSITIONS = 10_000  # limit of the witness, per board


def tight(chosen: random.Random) -> tuple[bytes, int]:
    """A disordered board, with a few cards alone in their columns and hardly any free cells."""
    cells = chosen.randrange(8)
    low = chosen.choice([0, 1, 2, 3, 4, 6, 7, 8])
    home = [max(low + chosen.choice([0, 0, -1, 1]), 0) for _ in range(4)]
    cards = away_from(home)
    buried = chosen.choice([0, 1, 2, 3])  # low cards beneath high ones
    cards.sort(key=lambda card: 13 * chosen.random() - buried * (card // 4))

    def high() -> int:
        cards.remove(card := max(chosen.sample(cards, 4)))
        return card

    held = [high() for _ in range(max(cells - chosen.choice([0, 0, 1, 1, 2]), 0))]
    columns: list[list[int]] = [[] for _ in range(8)]
    wide = chosen.choice([8, 8, 8, 7, 7, 6, 5])
    for column in columns[wide:]:
        if chosen.random() < 0.8:
            column.append(high())
    while cards:
        columns[chosen.randrange(wide)].append(cards.pop())
    return packed_row(home, held, columns), cells


def full(chosen: random.Random) -> tuple[bytes, int]:
    """No cell and no column is free; the rest of the cards are in no order."""
    cells = chosen.randrange(4)
    home = [chosen.randrange(8) for _ in range(4)]
    cards = away_from(home)
    chosen.shuffle(cards)
    held = [cards.pop() for _ in range(cells)]
    columns = [[cards.pop()] for _ in range(8)]
    while cards:
        columns[chosen.randrange(8)].append(cards.pop())
    return packed_row(home, held, columns), cells


def test_every_reachable_position_is_under_a_settled_one(core: ctypes.CDLL) -> None:
    chosen = random.Random(24263)
    found: Counter[int] = Counter()
    for _ in range(BOARDS):
        board, cells = sparse(chosen)
        found[reach := core.check_under(board, cells, 1000)] += 1
        assert reach != 0, (board.hex(), cells)
    assert found[1] > BOARDS // 3


def test_verdicts_match_a_plain_search(core: ctypes.CDLL) -> None:
    chosen = random.Random(617)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(BOARDS):
        board, cells = chosen.choice([tight, tight, tight, narrow, endgame])(chosen)
        verdict = core.check_proof(board, cells, MOST_POSITIONS)
        assert verdict >= 0, (board.hex(), cells)
        found[verdict, cells] += 1
    assert sum(found[0, cells] for cells in range(8)) > BOARDS // 32  # unsolvable
    assert all(found[1, cells] > BOARDS // 40 for cells in range(8))
    assert sum(found[2, cells] + found[3, cells] for cells in range(8)) < BOARDS // 20  # too many positions


def test_a_board_and_its_settled_position_lead_to_each_other(core: ctypes.CDLL) -> None:
    chosen = random.Random(11982)
    found = Counter(core.check_settled(*chosen.choice([tight, endgame])(chosen), 2000) for _ in range(BOARDS // 4))
    assert found[0] == 0
    assert found[1] > BOARDS // 16


def test_no_place_becomes_free_at_a_dead_end(core: ctypes.CDLL) -> None:
    chosen = random.Random(982)
    found = Counter(core.check_dead_end(*chosen.choice([tight, full])(chosen), 2000) for _ in range(BOARDS))
    assert found[-1] == 0
    assert found[0] > BOARDS // 8
    assert found[1] > BOARDS // 20
