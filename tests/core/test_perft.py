"""The core's move generators compared with the Python rules, position by position.

tests/core/perft.cpp exposes internals of the core. The tests compile it into a library first.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

import freecell
from freecell import Board, Move, Rules
from freecell.dealing import deal
from freecell.moves import LegalMoves
from freecell.rules import AUTOPLAYS, HOME, ROOMS, AutoPlay, Room, auto_play, play, run_length

from ..helpers.packing import BOARD_BYTES, EMPTY, moves_of, unpacked

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.kernels import row, some_boards

WITH_HOME, WITHOUT_HOME, RESUMED, ALL, ALL_FOR_WINDOWS = range(1, 6)
UNSOLVABLE = 1
MOST_MOVES = 300

# The number of reachable positions, without and with safe moves home, and of settled positions.
KNOWN = {11982: (83_239, 61_643, 11_162), 146692: (19_418, 8_637, 1_627), 781948: (7_736, 4_381, 909)}


def listed(
    core: ctypes.CDLL, board: Board, cells: int, generator: int, moved: int = EMPTY
) -> tuple[list[Move], list[bytes]]:
    """The moves that a generator finds, and the boards after them. `moved` is the lowest card of the last move."""
    buffers = ctypes.create_string_buffer(4 * MOST_MOVES), ctypes.create_string_buffer(BOARD_BYTES * MOST_MOVES)
    count = core.perft_moves(row(board), cells, generator, moved, *buffers)
    assert 0 <= count <= MOST_MOVES
    made = moves_of(buffers[0].raw[: 4 * count])
    assert len(set(made)) == count  # no duplicates
    return made, [buffers[1].raw[BOARD_BYTES * at : BOARD_BYTES * (at + 1)] for at in range(count)]


def moves(core: ctypes.CDLL, board: Board, cells: int, generator: int) -> dict[Move, Board]:
    made, rows = listed(core, board, cells, generator)
    return dict(zip(made, map(unpacked, rows), strict=True))


def counts(
    core: ctypes.CDLL,
    board: Board,
    cells: int,
    *,
    autoplay: AutoPlay,
    room: Room = "theory",
    runs: bool = False,
    most: int = 1000,
    limit: int = 100_000,
) -> list[int]:
    """The number of positions that are first reached after 0, 1, ... moves; empty if there are too many."""
    numbers = (ctypes.c_uint64 * most)()
    mode, kind = AUTOPLAYS.index(autoplay), ROOMS.index(room)
    depth = core.perft_counts(row(board), cells, mode, kind, runs, numbers, most, limit)
    return list(numbers[: max(0, depth)])


def counts_by_the_rules(
    board: Board, cells: int, *, autoplay: AutoPlay, room: Room = "theory", most: int = 1000
) -> list[int]:
    """The same counts by the Python rules: with single cards, or with every move if auto-play is "max"."""
    rules = Rules(cells, room, autoplay)
    level = [_with_homes(board, rules) if autoplay == "safe" else board]
    seen = {level[0].key}
    numbers: list[int] = []
    while level and len(numbers) < most:
        numbers.append(len(level))
        following = []
        for position in level:
            for move in LegalMoves(position, rules):
                if move.count > 1 and autoplay != "max":
                    continue
                after = _with_homes(play(position, move, rules), rules)
                if after.key not in seen:
                    seen.add(after.key)
                    following.append(after)
        level = following
    return numbers


def _with_homes(board: Board, rules: Rules) -> Board:
    for move in auto_play(board, rules.autoplay):
        board = play(board, move, rules)
    return board


@pytest.mark.parametrize("cells", range(8))
@pytest.mark.parametrize("autoplay", AUTOPLAYS)
def test_position_counts_at_each_depth_match_the_rules(core: ctypes.CDLL, cells: int, autoplay: AutoPlay) -> None:
    most = 3 if autoplay == "max" else 4
    for board in some_boards(cells, 6)[AUTOPLAYS.index(autoplay) :: 3]:
        for room in ROOMS if autoplay == "max" else ROOMS[:1]:
            ours = counts(core, board, cells, autoplay=autoplay, room=room, most=most)
            assert ours == counts_by_the_rules(board, cells, autoplay=autoplay, room=room, most=most)


@pytest.mark.parametrize("autoplay", AUTOPLAYS)
@pytest.mark.parametrize(("cells", "last"), [(0, 50), (1, 50), (2, 100)])
def test_all_reachable_positions_match_the_rules(core: ctypes.CDLL, autoplay: AutoPlay, cells: int, last: int) -> None:
    """For deals with at most a thousand positions. Supermoves reach nothing new, except with auto-play "max"."""
    compared = 0
    for number in range(1, last + 1):
        ours = counts(core, deal(number), cells, autoplay=autoplay, limit=1000)
        if ours:
            assert ours == counts_by_the_rules(deal(number), cells, autoplay=autoplay)
            if autoplay != "max":
                assert sum(counts(core, deal(number), cells, autoplay=autoplay, runs=True)) == sum(ours)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("number", KNOWN)
def test_unsolvable_deals_have_known_position_counts(core: ctypes.CDLL, number: int) -> None:
    whole, after_safe_homes, settled = KNOWN[number]
    for runs in (False, True):
        assert sum(counts(core, deal(number), 4, autoplay="none", runs=runs)) == whole
        assert sum(counts(core, deal(number), 4, autoplay="safe", runs=runs)) == after_safe_homes
    positions = ctypes.c_uint64()
    goal_prove = 2
    assert core.perft_verdict(ctypes.c_uint64(number), 4, goal_prove, ctypes.byref(positions)) == UNSOLVABLE
    assert positions.value == settled


@pytest.mark.parametrize("number", [146692, 781948])
def test_position_counts_of_unsolvable_deals_match_the_rules(core: ctypes.CDLL, number: int) -> None:
    ours = counts_by_the_rules(deal(number), 4, autoplay="none")
    assert sum(ours) == KNOWN[number][0]
    assert ours == counts(core, deal(number), 4, autoplay="none")
    safe = counts_by_the_rules(deal(number), 4, autoplay="safe")
    assert safe == counts(core, deal(number), 4, autoplay="safe")


def legal(board: Board, cells: int, wanted: Callable[[Move], bool]) -> dict[Move, Board]:
    rules = Rules(cells)
    return {move: play(board, move, rules) for move in LegalMoves(board, rules) if wanted(move)}


class Places:
    """Moves that a generator may skip: all but one of the equivalent targets."""

    def __init__(self, board: Board, cells: int) -> None:
        taken = {name for name, card in zip("abcdefg", board.cells, strict=False) if card is not None}
        self.columns = dict(zip("12345678", board.columns, strict=True))
        self.empty = {name for name, column in self.columns.items() if not column}
        self.free = {name for name in "abcdefg"[:cells] if name not in taken}

    def is_first(self, move: Move) -> bool:
        """Whether the target is the first of its kind (empty column, free cell), and it isn't a move between cells."""
        second = (self.empty - {min(self.empty, default="")}) | (self.free - {min(self.free, default="")})
        return move.target not in second and not (move.source in "abcdefg" and move.target in self.free)

    def is_no_change(self, move: Move) -> bool:
        """Whether the move takes a whole column to an empty one."""
        return move.target in self.empty and move.count == len(self.columns.get(move.source, (None, None)))

    def takes_the_run(self, move: Move) -> bool:
        return move.source in self.columns and move.count == run_length(self.columns[move.source])


@pytest.mark.parametrize("cells", range(8))
@pytest.mark.parametrize(("generator", "room"), [(ALL, "theory"), (ALL_FOR_WINDOWS, "windows")])
def test_with_autoplay_max_the_proof_tries_every_move(
    core: ctypes.CDLL, cells: int, generator: int, room: Room
) -> None:
    for board in some_boards(cells, 25):
        places = Places(board, cells)
        rules = Rules(cells, room)
        expected = {
            move: play(board, move, rules)
            for move in LegalMoves(board, rules)
            if places.is_first(move) and not places.is_no_change(move)
        }
        assert moves(core, board, cells, generator) == expected


@pytest.mark.parametrize("cells", range(8))
@pytest.mark.parametrize("generator", [WITH_HOME, WITHOUT_HOME, RESUMED])
def test_greedy_searches_and_beams_try_all_useful_moves(core: ctypes.CDLL, cells: int, generator: int) -> None:
    """They move only whole sequences to empty columns, and cards home only if that isn't automatic."""
    for board in some_boards(cells, 25):
        places = Places(board, cells)

        def wanted(move: Move, places: Places = places) -> bool:
            if move.target == HOME:
                return generator != WITHOUT_HOME
            part = move.target in places.empty and move.source in places.columns and not places.takes_the_run(move)
            return places.is_first(move) and not places.is_no_change(move) and not part

        expected = legal(board, cells, wanted)
        assert moves(core, board, cells, generator) == expected


@pytest.mark.parametrize("cells", range(8))
def test_beams_predict_the_value_after_a_move(core: ctypes.CDLL, cells: int) -> None:
    counts = [core.perft_values(row(board), cells) for board in some_boards(cells, 60)]
    assert -1 not in counts
    assert sum(counts) > 50


def test_resuming_does_not_change_the_order(core: ctypes.CDLL) -> None:
    for cells in range(8):
        for board in some_boards(cells, 20):
            with_home, _ = listed(core, board, cells, WITH_HOME)
            assert listed(core, board, cells, RESUMED)[0] == with_home
            assert listed(core, board, cells, WITHOUT_HOME)[0] == [move for move in with_home if move.target != HOME]


def test_a_sequence_is_not_moved_twice_in_a_row(core: ctypes.CDLL) -> None:
    """Unless it goes home."""
    for cells in range(8):
        for board in some_boards(cells, 20):
            every, _ = listed(core, board, cells, WITH_HOME)
            for name, column in zip("12345678", board.columns, strict=True):
                for moved in column[len(column) - run_length(column) :]:
                    of_it = (name, len(column) - column.index(moved))
                    expected = [move for move in every if (move.source, move.count) != of_it or move.target == HOME]
                    assert listed(core, board, cells, WITH_HOME, moved)[0] == expected
