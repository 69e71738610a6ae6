"""The core's solver on its own. These tests are also run on a core built with sanitizers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

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


def empty_columns(count: int) -> dict[str, Any]:
    """Columns for so many boards, not yet filled."""
    return {
        "verdict": np.full(count, 255, np.uint8),
        **{name: np.zeros(count, np.uint16) for name in ("cards", "singles", "steps", "turns")},
        **{name: np.zeros(count, np.uint32) for name in ("searched", "microseconds")},
    }


def columns(boards: np.ndarray, cells: int, *, notation: bool, threads: int) -> tuple[dict[str, list[int]], list[str]]:
    """What is found as columns: numbers by name, and solutions."""
    found = empty_columns(len(boards))
    ends = np.zeros(len(boards) + 1, np.int32) if notation else None
    question = (FAST, 0, 10_000, 64, FOREVER)
    text = _core.solve_columns(boards, cells, *question, threads, **found, ends=ends, tell=lambda: None).decode()
    assert notation or text == ""
    found.pop("microseconds")
    solutions = [] if ends is None else [text[begin:end] for begin, end in pairwise(ends.tolist())]
    return {name: values.tolist() for name, values in found.items()}, solutions


@pytest.mark.parametrize("cells", [1, 4])
def test_columns_are_what_a_block_gives(cells: int) -> None:
    boards = packed_deals(11_960, 12_000)
    block = _core.solve_block(boards, cells, FAST, 0, 10_000, 64, FOREVER, 1)
    verdicts, _, moves, searched, _, *lengths = map(list, zip(*block, strict=True))
    expected = {"verdict": verdicts, "searched": searched}
    expected |= dict(zip(("cards", "singles", "steps", "turns"), lengths, strict=True))
    for threads in (1, 3):
        found, solutions = columns(boards, cells, notation=True, threads=threads)
        assert found == expected
        assert [len(solution.split()) for solution in solutions] == [len(each) // 3 for each in moves]
        assert columns(boards, cells, notation=False, threads=threads) == (found, [])


def test_columns_of_no_boards() -> None:
    assert columns(np.empty((0, _core.BOARD_BYTES), np.uint8), 4, notation=True, threads=2)[1] == []


def test_columns_of_other_lengths_are_refused() -> None:
    for name in empty_columns(2):
        wrong = {**empty_columns(2), name: empty_columns(1)[name]}
        with pytest.raises(ValueError, match="columns as long as there are boards are right"):
            _core.solve_columns(
                packed_deals(1, 3), 4, FAST, 0, MANY, 64, FOREVER, 1, **wrong, ends=None, tell=lambda: None
            )  # fmt: skip


def test_whoever_is_told_can_stop_it() -> None:
    def stop() -> None:
        raise RuntimeError("enough")

    found = empty_columns(20_000)
    with pytest.raises(RuntimeError, match="enough"):
        _core.solve_columns(packed_deals(1, 20_001), 4, FAST, 0, MANY, 64, FOREVER, 2, **found, ends=None, tell=stop)
    assert found["verdict"][-1] == 255
