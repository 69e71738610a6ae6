"""The core's solver on its own. These tests also run on a core built with sanitizers."""

from __future__ import annotations

import gc
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest

import freecell
from freecell import Game, Rules
from freecell.dealing import deal

from ..helpers.packing import BOARD_BYTES, FOREVER, moves_of, packed_deals

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

FAST, SHORT, PROVE = "fast", "short", "prove"
SOLVED, UNSOLVABLE, UNDECIDED = VERDICTS = _core.VERDICTS.split()
NO_LIMIT, POSITIONS, SECONDS, STOPPED = "", "positions", "seconds", "stopped"
MANY = 10**6
COLUMNS = {
    "verdict": np.uint8,
    **dict.fromkeys(("cards_moved", "singles", "steps", "turns"), np.uint16),
    **dict.fromkeys(("positions", "microseconds"), np.uint32),
}


def asked(
    goal: str = FAST,
    cells: int = 4,
    max_positions: int = MANY,
    seconds: float = FOREVER,
    beam_width: int = 64,
    metric: str = "turns",
) -> _core.Search:
    return _core.Search(goal, cells, max_positions, seconds, beam_width, metric)


def verdicts(boards: np.ndarray, search: _core.Search, threads: int = 1) -> list[str]:
    return [answer.verdict for answer in _core.solve_many(boards, search, threads)]


def found(answer: _core.Answer) -> tuple[object, ...]:
    """Everything in an answer except its time."""
    lengths = (answer.cards_moved, answer.singles, answer.steps, answer.turns)
    return answer.verdict, answer.limit, answer.moves, answer.positions, *lengths


def test_the_size_of_a_board_matches_the_python_side() -> None:
    assert _core.BOARD_BYTES == BOARD_BYTES


@pytest.mark.parametrize("goal", [FAST, SHORT, PROVE])
def test_deal_11982_is_unsolvable_and_its_neighbours_are_not(goal: str) -> None:
    assert verdicts(packed_deals(11981, 11984), asked(goal, max_positions=100_000))[1] == UNSOLVABLE
    assert verdicts(packed_deals(11981, 11984), asked()) == [SOLVED, UNSOLVABLE, SOLVED]


@pytest.mark.parametrize("goal", [FAST, SHORT, PROVE])
def test_answers_match_the_replayed_game(goal: str) -> None:
    numbers = range(1, 41)
    answers = _core.solve_many(packed_deals(numbers.start, numbers.stop), asked(goal, max_positions=20_000), 2)
    for number, answer in zip(numbers, answers, strict=True):
        game = Game(deal(number), Rules())
        for move in moves_of(answer.moves):
            game.play(move)
        assert game.is_won == (answer.verdict == SOLVED)
        assert answer.limit == (NO_LIMIT if answer.verdict == SOLVED else POSITIONS)
        lengths = (answer.cards_moved, answer.singles, answer.steps, answer.turns)
        assert lengths == (game.cards_moved, game.singles, game.steps, game.turns)
        assert answer.positions > 0
        assert answer.seconds > 0


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_answers_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    boards = packed_deals(11960, 12000)
    ours = _core.solve_many(boards, asked(), threads)
    assert list(map(found, ours)) == [found(_core.solve_many(board[None], asked(), 1)[0]) for board in boards]


def test_no_boards_give_no_answers() -> None:
    assert _core.solve_many(np.empty((0, BOARD_BYTES), np.uint8), asked(), 4) == []


def test_boards_may_be_read_only_or_strided() -> None:
    boards = packed_deals(11981, 11985)
    boards.setflags(write=False)
    assert verdicts(boards, asked()) == [SOLVED, UNSOLVABLE, SOLVED, SOLVED]
    assert verdicts(boards[1::2], asked()) == [UNSOLVABLE, SOLVED]
    assert verdicts(boards[::-1], asked()) == [SOLVED, SOLVED, UNSOLVABLE, SOLVED]
    assert verdicts(np.asfortranarray(boards), asked()) == [SOLVED, UNSOLVABLE, SOLVED, SOLVED]


def test_boards_are_solved_with_every_number_of_cells() -> None:
    by_cells = [verdicts(packed_deals(1, 4), asked(cells=cells, max_positions=20_000)) for cells in range(8)]
    assert by_cells[0] == [UNSOLVABLE] * 3
    assert by_cells[4:] == [[SOLVED] * 3] * 4


def test_a_limit_of_one_position_leaves_a_board_undecided() -> None:
    answers = _core.solve_many(packed_deals(1, 3), asked(PROVE, max_positions=1), 1)
    assert [found(answer)[:3] for answer in answers] == [(UNDECIDED, POSITIONS, b"")] * 2


def test_a_search_without_time_is_undecided() -> None:
    answer = _core.solve_many(packed_deals(11982, 11983), asked(PROVE, seconds=1e-9), 1)[0]
    assert found(answer)[:3] == (UNDECIDED, SECONDS, b"")


@pytest.mark.parametrize(("length", "digest"), [("turns", "6c0acab1709d06db"), ("singles", "5bf7f3e6a66fbf51")])
def test_short_is_the_same_with_every_cpp_library(length: str, digest: str) -> None:
    """The moves for deals 1 to 50 are the same with libstdc++ and libc++: neither decides a tie."""
    answers = _core.solve_many(packed_deals(1, 51), asked(SHORT, beam_width=300, metric=length), 2)
    assert sha256(b"".join(answer.moves for answer in answers)).hexdigest()[:16] == digest


def test_boards_not_started_when_a_search_stops_are_undecided() -> None:
    boards = np.repeat(packed_deals(982, 983), 3, axis=0)
    answers = _core.solve_many(boards, asked(PROVE, cells=2, max_positions=2**31), 1, lambda: True)
    assert [found(answer)[:3] for answer in answers] == [(UNDECIDED, STOPPED, b"")] * 3
    assert [answer.positions > 0 for answer in answers] == [True, False, False]


def table_of(boards: np.ndarray, search: _core.Search, *, notation: bool, threads: int) -> _core.Table:
    return _core.solve_table(boards, search, threads, notation, lambda *_: None)


@pytest.mark.parametrize("cells", [1, 4])
def test_a_table_matches_the_answers(cells: int) -> None:
    boards, search = packed_deals(11_970, 11_990), asked(cells=cells, max_positions=10_000)
    answers = _core.solve_many(boards, search, 1)
    for threads in (1, 3):
        table = table_of(boards, search, notation=True, threads=threads)
        for name in COLUMNS.keys() - {"verdict", "microseconds"}:
            assert getattr(table, name).tolist() == [getattr(answer, name) for answer in answers]
        assert [VERDICTS[number] for number in table.verdict] == [answer.verdict for answer in answers]
        solutions = [table.notation[begin:end].decode() for begin, end in pairwise(table.ends.tolist())]
        for board, answer, solution in zip(range(11_970, 11_990), answers, solutions, strict=True):
            assert Game.from_notation(board, solution, Rules(cells)).moves == moves_of(answer.moves)
        without = table_of(boards, search, notation=False, threads=threads)
        assert (without.notation, without.ends.tolist()) == (b"", [])
        assert (without.positions == table.positions).all()


def test_columns_are_typed_and_read_only() -> None:
    table = table_of(packed_deals(1, 4), asked(), notation=True, threads=1)
    for name, kind in {**COLUMNS, "ends": np.int32}.items():
        column = getattr(table, name)
        assert (column.dtype, column.shape) == (kind, (4 if name == "ends" else 3,))
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_a_column_keeps_its_table_alive() -> None:
    column = table_of(packed_deals(1, 1001), asked(), notation=False, threads=2).turns
    again = table_of(packed_deals(1, 1001), asked(), notation=False, threads=2).turns
    gc.collect()
    trash = [np.full(1000, 255, np.uint16) for _ in range(100)]  # would reuse freed memory
    assert (column == again).all()
    assert len(trash) == 100


def test_a_table_may_be_empty() -> None:
    table = table_of(np.empty((0, BOARD_BYTES), np.uint8), asked(), notation=True, threads=2)
    assert (table.notation, table.ends.tolist(), table.turns.tolist()) == (b"", [0], [])


def test_advance_receives_the_counts_so_far() -> None:
    told: list[tuple[int, int, int]] = []
    boards = np.concatenate([packed_deals(11982, 11983)] * 10 + [packed_deals(1, 200)] * 10)
    table = _core.solve_table(boards, asked(), 2, False, lambda *tally: told.append(tally))
    assert len(told) > 1
    for before, after in pairwise([(0, 0, 0), *told, tuple(np.bincount(table.verdict, minlength=3).tolist())]):
        assert all(one <= other for one, other in zip(before, after, strict=True))
    assert 0 < sum(told[-1]) <= len(boards)


def test_the_return_value_of_advance_is_ignored() -> None:
    boards = np.concatenate([packed_deals(11982, 11983)] * 6)
    table = _core.solve_table(boards, asked(PROVE), 2, False, lambda *_: True)
    assert table.verdict.tolist() == [VERDICTS.index(UNSOLVABLE)] * 6


def test_an_exception_in_advance_stops_the_search() -> None:
    def stop(*tally: int) -> None:
        raise RuntimeError(f"{sum(tally)} are enough")

    with pytest.raises(RuntimeError, match="are enough"):
        _core.solve_table(np.repeat(packed_deals(982, 983), 9, axis=0), asked(PROVE, 2, 2**31), 2, False, stop)
