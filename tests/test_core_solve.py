"""The core's solver on its own. These tests are also run on a core built with sanitizers."""

from __future__ import annotations

import numpy as np
import pytest

import freecell

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core
from freecell.solving import packed_deals

FAST, SHORT, PROVE = range(3)
SOLVED, UNSOLVABLE, UNDECIDED = range(3)
FOREVER = float("inf")
MANY = 10**6


def solve(boards: np.ndarray, goal: int = FAST, cells: int = 4, positions: int = MANY, threads: int = 1) -> list[int]:
    """The verdicts, for beams of at most 64 positions."""
    answers = _core.solve_block(boards, cells, goal, 0, positions, 64, FOREVER, threads)
    return [answer[0] for answer in answers]


@pytest.mark.parametrize("goal", [FAST, SHORT, PROVE])
def test_a_block(goal: int) -> None:
    assert solve(packed_deals(11981, 11984), goal, positions=100_000)[1] == UNSOLVABLE
    assert solve(packed_deals(11981, 11984), FAST) == [SOLVED, UNSOLVABLE, SOLVED]


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_threads_answer_alike(threads: int) -> None:
    boards = packed_deals(11960, 12000)
    ours = _core.solve_block(boards, 4, FAST, 0, MANY, 1, FOREVER, threads)
    assert [answer[:4] for answer in ours] == [
        _core.solve_block(board[None], 4, FAST, 0, MANY, 1, FOREVER, 1)[0][:4] for board in boards
    ]


def test_no_boards() -> None:
    assert solve(np.empty((0, _core.BOARD_BYTES), np.uint8), threads=4) == []


def test_a_board_that_is_not_to_be_written_to() -> None:
    boards = packed_deals(1, 2)
    boards.setflags(write=False)
    assert solve(boards) == [SOLVED]


def test_every_number_of_cells() -> None:
    verdicts = [solve(packed_deals(1, 4), cells=cells, positions=20_000) for cells in range(8)]
    assert verdicts[0] == [UNSOLVABLE] * 3
    assert verdicts[4:] == [[SOLVED] * 3] * 4


def test_a_limit_of_one_position() -> None:
    answers = _core.solve_block(packed_deals(1, 3), 4, PROVE, 0, 1, 1, FOREVER, 1)
    assert [(verdict, limit, moves) for verdict, limit, moves, *_ in answers] == [(UNDECIDED, 1, b"")] * 2


@pytest.mark.parametrize("shape", [(2, 70), (2, 72), (71,), (1, 2, 71)])
def test_only_boards_of_their_size_are_taken(shape: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        solve(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("boards", [None, "617", [[0] * 71], 617])
def test_only_arrays_are_taken(boards: object) -> None:
    with pytest.raises(TypeError):
        solve(boards)  # type: ignore[arg-type]
