"""Whatever arguments the core receives, it answers, or raises a one-line error. It never crashes.

These tests also run on a core built with sanitizers.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import freecell

from ..helpers.packing import BOARD_BYTES, FOREVER, packed_deals

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
UNKNOWN = bytes([255] * 52)


def refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}") as caught:
        call()
    assert "\n" not in str(caught.value)


def asked(**changes: Any) -> _core.Search:
    arguments: dict[str, Any] = {
        "goal": "fast",
        "cells": 4,
        "max_positions": 1000,
        "seconds": FOREVER,
        "beam_width": 1,
        "metric": "turns",
    }
    return _core.Search(**{**arguments, **changes})


@pytest.mark.parametrize(
    ("name", "bad", "expected"),
    [
        ("goal", ("best", "", "FAST", "fast\0", "\ud800", 0), "one of 'fast', 'short', 'prove', 'shortest'"),
        ("cells", (-1, 8, -(2**70)), "a whole number from 0 to 7"),
        ("max_positions", (0, -1, 2**31 + 1, 2**64 - 1, 2**64, 2**70), "a whole number from 1 to 2147483648"),
        ("beam_width", (0, -1, 2**31 + 1, 2**64 - 1, 2**64, 2**70), "a whole number from 1 to 2147483648"),
        ("metric", ("cards", 0), "one of 'turns', 'singles'"),
        ("room", ("xp", 1), "one of 'theory', 'windows'"),
        ("autoplay", ("all", 2), "one of 'none', 'safe', 'max'"),
        ("memory", (0, -1, 2**48 + 1, 2**70), "a whole number from 1 to 281474976710656"),
        ("seconds", (0.0, -1.5, 0, -0.0, float("nan"), -FOREVER), "greater than 0"),
        ("seconds", (10**400,), "a number that a float can hold"),
    ],
)
def test_invalid_search_arguments_are_rejected(name: str, bad: tuple[object, ...], expected: str) -> None:
    for value in bad:
        shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
        refused(lambda value=value: asked(**{name: value}), f"{name} must be {expected}, got {shown}")  # type: ignore[misc]


@pytest.mark.parametrize("name", ["cells", "max_positions", "beam_width", "memory"])
@pytest.mark.parametrize("value", [1.0, "1", [1], float("nan")])
def test_only_integers_are_accepted_as_integers(name: str, value: object) -> None:
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        asked(**{name: value})
    with pytest.raises(TypeError):
        asked(**{name: None})


def test_numpy_integers_are_accepted() -> None:
    search = asked(cells=np.int8(4), max_positions=np.uint64(1000), seconds=np.float32(2))
    assert _core.solve_many(packed_deals(1, 2), search, np.int64(1))[0].verdict == "solved"  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", ["turns", "singles"])
def test_shortest_solutions_are_not_available_with_autoplay_max(metric: str) -> None:
    for room in ("theory", "windows"):
        message = "autoplay must be 'none' or 'safe' for a shortest solution, got 'max'"
        refused(lambda room=room: asked(goal="shortest", metric=metric, room=room, autoplay="max"), message)  # type: ignore[misc]


@pytest.mark.parametrize("autoplay", ["none", "safe", "max"])
def test_a_proof_with_a_small_memory_budget_is_undecided(autoplay: str) -> None:
    boards, sizes = packed_deals(11982, 11983), [2**power + more for power in range(22) for more in (0, 2**power // 3)]
    for memory in sizes:
        search = asked(goal="prove", max_positions=100_000, autoplay=autoplay, memory=memory)
        answer = _core.solve_many(boards, search, 1)[0]
        assert (answer.verdict, answer.limit) in {("undecided", "memory"), ("unsolvable", "")}
        assert answer.verdict == "undecided" or memory > 2**21
    enough = asked(goal="prove", max_positions=100_000, autoplay=autoplay, memory=2**23)
    assert _core.solve_many(boards, enough, 1)[0].verdict == "unsolvable"


def test_extreme_allowed_values_are_accepted() -> None:
    for name, values in {
        "max_positions": (1, 2**31),
        "seconds": (5e-324, 1e308, 7),
        "beam_width": (1,),
        "cells": range(8),
    }.items():
        for value in values:
            _core.solve_many(packed_deals(617, 618), asked(**{name: value}), 1)


@pytest.mark.parametrize("threads", [0, -1, 2**31, 10**30])
def test_invalid_thread_counts_are_rejected(threads: int) -> None:
    message = f"threads must be a whole number from 1 to 2147483647, got {threads}"
    boards = packed_deals(1, 3)
    refused(lambda: _core.solve_many(boards, asked(), threads), message)
    refused(lambda: _core.solve_table(boards, asked(), threads, True, lambda *_: None), message)
    refused(lambda: _core.difficulty_many(boards, 4, 0, threads), message)
    refused(lambda: _core.deal_block(1, np.empty((2, 52), np.uint8), threads), message)
    refused(lambda: _core.scan(UNKNOWN, 1, 2, threads), message)


def test_invalid_difficulty_arguments_are_rejected() -> None:
    boards = packed_deals(1, 3)
    refused(lambda: _core.difficulty_many(boards, 8, 0, 1), "cells must be a whole number from 0 to 7, got 8")
    refused(
        lambda: _core.difficulty_many(boards, 4, -1, 1), f"seed must be a whole number from 0 to {2**64 - 1}, got -1"
    )
    refused(
        lambda: _core.difficulty_many(boards[:, 1:], 4, 0, 1),
        "boards must be uint8 with the shape (n, 71), got format 'B' with the shape (2, 70)",
    )
    assert _core.difficulty_many(boards[:0], 4, 2**64 - 1, 1) == []


def test_there_may_be_more_threads_than_boards() -> None:
    threads = 2**31 - 1
    cards = np.empty((3, 52), np.uint8)
    _core.deal_block(1, cards, threads)
    assert _core.scan(bytes(cards[1]), 1, 3, threads) == [2]
    assert [answer.verdict for answer in _core.solve_many(packed_deals(1, 4), asked(), threads)] == ["solved"] * 3
    assert _core.solve_table(packed_deals(1, 1), asked(), threads, True, lambda *_: None).verdict.tolist() == []
    _core.deal_block(1, np.empty((0, 52), np.uint8), threads)
    assert _core.scan(UNKNOWN, 1, 0, threads) == []


@pytest.mark.parametrize("first", [0, -1, 2**33, 2**63, 2**64, -(2**70)])
def test_numbers_outside_the_deals_are_rejected(first: int) -> None:
    message = f"first must be a whole number from 1 to 8589934591, got {first}"
    refused(lambda: _core.deal_block(first, np.empty((2, 52), np.uint8), 1), message)
    refused(lambda: _core.scan(UNKNOWN, first, 2, 1), message)


def test_ranges_past_the_last_deal_are_rejected() -> None:
    message = "deals must be from 1 to 2**33-1, got 2 from 8589934591 on"
    refused(lambda: _core.deal_block(2**33 - 1, np.empty((2, 52), np.uint8), 1), message)
    refused(lambda: _core.scan(UNKNOWN, 2**33 - 1, 2, 1), message)
    assert _core.scan(UNKNOWN, 2**33 - 1, 1, 1) == [2**33 - 1]


@pytest.mark.parametrize("count", [-1, 2**33, 2**64 - 1, 2**64])
def test_invalid_counts_are_rejected(count: int) -> None:
    refused(lambda: _core.scan(UNKNOWN, 1, count, 1), f"count must be a whole number from 0 to 8589934591, got {count}")


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (
            np.empty((2, 51), np.uint8),
            "out must be uint8 with the shape (n, 52), got format 'B' with the shape (2, 51)",
        ),
        (
            np.empty((2, 52), np.int8),
            "out must be uint8 with the shape (n, 52), got format 'b' with the shape (2, 52)",
        ),
        (np.empty(52, np.uint8), "out must be uint8 with the shape (n, 52), got format 'B' with the shape (52)"),
        (np.empty((2, 52), object), "out must be uint8 with the shape (n, 52), got format 'O' with the shape (2, 52)"),
        (np.empty((4, 52), np.uint8)[::2], "ndarray is not C-contiguous"),
        (np.frombuffer(bytes(104), np.uint8).reshape(2, 52), "buffer source array is read-only"),
    ],
)
def test_output_arrays_must_be_writable_in_place(out: np.ndarray, message: str) -> None:
    refused(lambda: _core.deal_block(1, out, 1), message)


@pytest.mark.parametrize(
    ("boards", "shape", "form"),
    [
        (np.zeros((2, 70), np.uint8), "2, 70", "B"),
        (np.zeros((2, 72), np.uint8), "2, 72", "B"),
        (np.zeros((0, 0), np.uint8), "0, 0", "B"),
        (np.zeros(71, np.uint8), "71", "B"),
        (np.zeros((1, 2, 71), np.uint8), "1, 2, 71", "B"),
        (np.zeros((), np.uint8), "", "B"),
        (np.zeros((2, 71), np.int8), "2, 71", "b"),
        (np.zeros((2, 71), np.int64), "2, 71", "l"),
        (np.zeros((2, 71), np.float32), "2, 71", "f"),
        (np.zeros((2, 71), bool), "2, 71", "?"),
        (np.zeros((2, 71), object), "2, 71", "O"),
        (bytes(71), "71", "B"),
    ],
)
def test_boards_must_have_the_right_shape_and_type(boards: Any, shape: str, form: str) -> None:
    message = f"boards must be uint8 with the shape (n, 71), got format '{form}' with the shape ({shape})"
    refused(lambda: _core.solve_many(boards, asked(), 1), message)
    refused(lambda: _core.solve_table(boards, asked(), 1, True, lambda *_: None), message)


@pytest.mark.parametrize("boards", [None, "617", [[0] * 71], 617])
def test_boards_must_be_arrays(boards: Any) -> None:
    with pytest.raises(TypeError):
        _core.solve_many(boards, asked(), 1)
    with pytest.raises(TypeError):
        _core.deal_block(1, boards, 1)


def test_rows_that_are_not_boards_are_rejected() -> None:
    right = packed_deals(1, 2)[0]
    message = "row 1 of boards must have each of the 52 cards once, and none outside its 4 cells"
    for place in range(BOARD_BYTES):
        for value in {0, 1, 13, 14, 51, 52, 53, 255} - {int(right[place])}:
            boards = np.stack([right, right])
            boards[1, place] = value
            refused(lambda boards=boards: _core.solve_many(boards, asked(), 1), message)  # type: ignore[misc]


def test_rows_of_arbitrary_bytes_are_rejected() -> None:
    """Neither random bytes nor rows of a single value are boards."""
    random = np.random.default_rng(617)
    for _ in range(100):
        row = random.integers(0, 256, (1, BOARD_BYTES), np.uint8)
        refused(
            partial(_core.solve_many, row, asked(cells=7), 1), "row 0 of boards must have each of the 52 cards once"
        )
    for value in (0, 52, 255):
        row = np.full((1, BOARD_BYTES), value, np.uint8)
        refused(
            partial(_core.solve_many, row, asked(cells=7), 1), "row 0 of boards must have each of the 52 cards once"
        )


def test_a_card_in_a_missing_cell_is_rejected() -> None:
    board = packed_deals(1, 2)
    board[0, 4 + 4], board[0, 11 + 7] = board[0, -1], 5  # the last card of the last column in the fifth cell
    assert _core.solve_many(board, asked(cells=5), 1)[0].verdict == "solved"
    refused(
        lambda: _core.solve_many(board, asked(cells=4), 1),
        "row 0 of boards must have each of the 52 cards once, and none outside its 4 cells",
    )


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (b"", "cards must be 52 bytes (255 for an unknown card), got 0"),
        (bytes(range(51)), "cards must be 52 bytes (255 for an unknown card), got 51"),
        (bytes(range(53)), "cards must be 52 bytes (255 for an unknown card), got 53"),
        (bytes([52, *range(51)]), "cards must be numbers from 0 to 51, each once, got b'4\\x00\\x01"),
        (bytes([7, 7, *[255] * 50]), "cards must be numbers from 0 to 51, each once, got b'\\x07\\x07\\xff"),
    ],
)
def test_invalid_known_cards_are_rejected(cards: bytes, message: str) -> None:
    refused(lambda: _core.invert(cards), message)
    refused(lambda: _core.scan(cards, 1, 1, 1), message)


def test_known_cards_must_be_bytes() -> None:
    for cards in (None, "A" * 52, list(range(52)), bytearray(range(52))):
        with pytest.raises(TypeError):
            _core.invert(cards)  # type: ignore[arg-type]


def test_an_uninitialized_search_is_rejected() -> None:
    with pytest.raises(TypeError), pytest.warns(RuntimeWarning):
        _core.solve_many(packed_deals(1, 2), _core.Search.__new__(_core.Search), 1)
    for what in (_core.Answer, _core.Table):
        with pytest.raises(TypeError):
            what()


LITTLE_MEMORY = """
import resource
import numpy as np
from freecell import _core
board = np.frombuffer(bytes.fromhex({board!r}), np.uint8)[None]
used = 1024 * int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmSize:")))
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (used + {megabytes} * 2**20, hard))
for _ in range(2):
    try:
        {call}
    except MemoryError as error:
        print("MemoryError", flush=True)
resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
for goal in ('fast', 'prove'):
    print(_core.solve_many(board, _core.Search(goal, 4, 10_000, 9, 1, 'turns'), 1)[0].verdict)
"""


@pytest.mark.skipif(SANITIZED, reason="sanitizers need terabytes of addresses")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as on Linux here")
@pytest.mark.parametrize(
    ("call", "megabytes"),
    [
        ("_core.solve_many(board, _core.Search('short', 4, 1000, float('inf'), 2**31, 'turns'), 1)", 20),
        ("_core.solve_many(board, _core.Search('short', 4, 1000, 1e9, 2**31, 'turns'), 1)", 20),
        (
            "_core.solve_many(np.repeat(board, 10**5, axis=0), _core.Search('prove', 2, 1000, 1e9, 1, 'turns'), 10**9)",
            900,
        ),
        ("_core.scan(bytes([255] * 52), 1, 2**33 - 1, 1)", 50),
        ("_core.scan(bytes([255] * 52), 1, 2**33 - 1, 3)", 50),
        ("_core.scan(bytes([255] * 52), 1, 2**33 - 1, 10**9)", 900),
    ],
)
def test_running_out_of_memory_or_threads_is_a_memory_error(call: str, megabytes: int) -> None:
    """Once memory or threads are available again, the same call succeeds.

    When threads run out, each has a large stack. With small stacks, memory could run out while a thread starts, and the
    C library would then end the process.
    """
    import resource

    stack = 2**28 if "10**9" in call else 2**23
    code = LITTLE_MEMORY.format(board=packed_deals(982, 983)[0].tobytes().hex(), megabytes=megabytes, call=call)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack)),
    )
    assert (done.returncode, done.stdout) == (0, "MemoryError\nMemoryError\nsolved\nsolved\n"), done.stderr


@pytest.mark.skipif(SANITIZED, reason="sanitizers need terabytes of addresses")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as on Linux here")
@pytest.mark.parametrize("megabytes", [1, 10])  # too little for the first block of positions, and for the next ones
def test_a_proof_that_runs_out_of_memory_is_undecided(megabytes: int) -> None:
    """Once memory is available again, the next proof on the same thread is decided."""
    search = "_core.Search('prove', 2, 2**31, float('inf'), 1, 'turns')"
    call = f"print(_core.solve_many(board, {search}, 1)[0].limit)"
    code = LITTLE_MEMORY.format(board=packed_deals(982, 983)[0].tobytes().hex(), megabytes=megabytes, call=call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "memory\nmemory\nsolved\nsolved\n"), done.stderr


@pytest.mark.parametrize("value", ["é" * 100, "a" + "é" * 100])
def test_a_long_text_is_cut_between_its_characters(value: str) -> None:
    refused(lambda: asked(room=value), f"room must be one of 'theory', 'windows', got '{value[:56]}...")


def test_invalid_interpretations() -> None:
    for reading in (("theory",), 1):
        message = f"readings must be tuples of room, autoplay and dialect, got {reading}"
        refused(partial(_core.check_many, [1], ["26"], 4, [reading], 1), message)  # type: ignore[list-item]


class Changing:
    """An object that gives another array each time its bytes are requested."""

    def __init__(self, *arrays: np.ndarray) -> None:
        self._arrays = list(arrays)

    def __buffer__(self, _: int) -> memoryview:
        return self._arrays.pop(0).data


@pytest.mark.skipif(sys.version_info < (3, 12), reason="before Python 3.12 no class can have a buffer")
def test_an_array_is_read_once() -> None:
    few, many = packed_deals(1, 2), packed_deals(1, 20_001)
    _core.play_actions(Changing(few, many), np.zeros((1, 1), np.uint8), np.zeros((1, 132), np.uint8), 4, "none")  # type: ignore[arg-type]
    _core.play_on_many(Changing(many, few), np.zeros((20_000, 1), np.uint8), 4, 0, "random", 2)  # type: ignore[arg-type]
    assert few.tobytes() == packed_deals(1, 2).tobytes()


def test_invalid_arguments_for_playing_are_rejected() -> None:
    boards, bytes_, every = packed_deals(1, 4), np.zeros((3, 1), np.uint8), np.zeros((3, 132), np.uint8)

    def play_on(boards: Any = boards, depths: Any = bytes_, cells: int = 4, **asked: Any) -> None:
        given = {"seed": 0, "player": "good", "threads": 1, **asked}
        _core.play_on_many(boards, depths, cells, **given)

    def act(boards: Any = boards, actions: Any = bytes_, masks: Any = every) -> None:
        _core.play_actions(boards, actions, masks, 4, "safe")

    wrong = boards.copy()
    wrong[1, 20] = wrong[1, 21]
    for call in (play_on, act):
        refused(lambda call=call: call(wrong), "row 1 of boards must have each of the 52 cards once")  # type: ignore[misc]
        refused(lambda call=call: call(boards[:2].copy()), "there must be as many ")  # type: ignore[misc]
        with pytest.raises(ValueError, match="not C-contiguous"):
            call(np.broadcast_to(boards[0], (3, BOARD_BYTES)))
    refused(lambda: play_on(cells=8), "cells must be a whole number from 0 to 7, got 8")
    refused(lambda: play_on(player=3), "player must be one of 'good', 'weak', 'random', got 3")
    refused(lambda: play_on(seed=-1), "seed must be a whole number from 0 to")
    refused(lambda: play_on(threads=0), "threads must be a whole number from 1 to")
    refused(
        lambda: act(masks=np.zeros((3, 131), np.uint8)),
        "masks must be uint8 with the shape (n, 132), got format 'B' with the shape (3, 131)",
    )
    dice = np.random.default_rng(617)
    for _ in range(50):  # any action at all
        act(actions=dice.integers(256, size=(3, 1), dtype=np.uint8))
    play_on()
