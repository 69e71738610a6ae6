"""Nested searches. The `stopped` callback is Python code that may do anything: search, raise, change the boards.

These tests also run on a core built with sanitizers.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import freecell

from ..helpers.packing import FOREVER, packed_deals

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

FAST, SHORT, PROVE = "fast", "short", "prove"
SOLVED, UNSOLVABLE = "solved", "unsolvable"
STOPPED = "stopped"

Found = tuple[str, str, bytes, int]
Question = tuple[int, str, int, int]  # deal, goal, cells, limit

# Searches, and searches long enough for `stopped` to be called. Different limits use memory differently.
OUTER: list[Question] = [
    (10, PROVE, 3, 100_000), (982, PROVE, 2, 50_000), (11982, PROVE, 4, 100_000), (5, SHORT, 4, 10_000),
]  # fmt: skip
INNER: list[Question] = [
    (11982, PROVE, 4, 100_000), (267, PROVE, 2, 30_000), (617, FAST, 4, 10_000), (1, SHORT, 4, 10_000),
]  # fmt: skip
PAIRS = [*zip(OUTER, INNER, strict=True), *zip(OUTER, INNER[1:] + INNER[:1], strict=True)]


def search(question: Question, stopped: Callable[[], bool] | None = None) -> Found:
    """The answer. If `stopped` is given, searches repeatedly until it has been called, however fast this machine is."""
    deal, goal, cells, limit = question
    polls = 0

    def polled() -> bool:
        nonlocal polls
        polls += 1
        return bool(stopped and stopped())

    count = 2 if stopped else 1
    while True:
        boards = np.repeat(packed_deals(deal, deal + 1), count, axis=0)
        asked = _core.Search(goal, cells, limit, FOREVER, 2000, "turns")
        answers = _core.solve_many(boards, asked, 1, polled if stopped else None)
        (found,) = {(answer.verdict, answer.limit, answer.moves, answer.positions) for answer in answers}
        if polls or not stopped:
            return found
        count *= 2


def endless(threads: int, stopped: Callable[[], bool]) -> list[_core.Answer]:
    """A search that only `stopped` ends, before memory runs out."""
    boards = np.repeat(packed_deals(982, 983), threads, axis=0)
    return _core.solve_many(boards, _core.Search(PROVE, 2, 2**31, FOREVER, 1, "turns"), threads, stopped)


def searching(question: Question, found: list[Found], most: int = 3) -> Callable[[], bool]:
    """A `stopped` callback that searches too, the first few times it is called."""

    def stopped() -> bool:
        if len(found) < most:
            found.append(search(question))
        return False

    return stopped


@pytest.fixture(scope="module")
def alone() -> dict[Question, Found]:
    """The answer to each search on its own, on a thread that has never searched before."""
    with ThreadPoolExecutor(1) as thread:
        return {question: thread.submit(search, question).result() for question in {*OUTER, *INNER}}


@pytest.mark.parametrize(("outer", "inner"), PAIRS)
def test_a_search_inside_another_affects_neither(
    outer: Question, inner: Question, alone: dict[Question, Found]
) -> None:
    within: list[Found] = []
    assert search(outer, searching(inner, within)) == alone[outer]
    assert within
    assert set(within) == {alone[inner]}


def test_searches_nest_three_levels_deep(alone: dict[Question, Found]) -> None:
    second: list[Found] = []
    third: list[Found] = []

    def stopped() -> bool:
        if not second:
            second.append(search(INNER[0], searching(INNER[1], third)))
        return False

    assert search(OUTER[0], stopped) == alone[OUTER[0]]
    assert (set(second), set(third)) == ({alone[INNER[0]]}, {alone[INNER[1]]})


def test_a_search_inside_a_table_affects_neither(alone: dict[Question, Found]) -> None:
    boards = np.concatenate([packed_deals(11982, 11983)] * 10)
    within: list[Found] = []
    asked = _core.Search(PROVE, 4, 100_000, FOREVER, 1, "turns")
    inner = searching(INNER[1], within)
    table = _core.solve_table(boards, asked, 2, False, lambda *_: inner())
    assert {_core.VERDICTS.split()[number] for number in table.verdict} == {UNSOLVABLE}
    assert table.positions.tolist() == [11_162] * 10
    assert set(within) == {alone[INNER[1]]}


def test_an_abandoned_search_does_not_affect_the_next(alone: dict[Question, Found]) -> None:
    for question in OUTER:
        assert endless(1, lambda: True)[0].limit == STOPPED
        assert search(question) == alone[question]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
def test_a_signal_handler_can_search(alone: dict[Question, Found]) -> None:
    within: list[Found] = []

    def ring(*_: object) -> None:
        within.append(search(INNER[0]))
        if len(within) < 5:
            signal.setitimer(signal.ITIMER_REAL, 0.02)  # only now, or the handler would interrupt itself forever

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        found = [search(question, lambda: False) for question in OUTER]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert found == [alone[question] for question in OUTER]
    assert within
    assert set(within) == {alone[INNER[0]]}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
@pytest.mark.parametrize("threads", [1, 3])
def test_an_exception_in_a_signal_handler_ends_the_search(threads: int) -> None:
    def ring(*_: object) -> None:
        raise TimeoutError("rung")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(TimeoutError, match="rung"):
            endless(threads, lambda: False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_exception_in_stopped_ends_the_search(threads: int) -> None:
    calls: list[bool] = []

    def stopped() -> bool:
        calls.append(True)
        if len(calls) == 2:
            raise RuntimeError("asked")
        return False

    with pytest.raises(RuntimeError, match="asked"):
        endless(threads, stopped)
    assert len(calls) == 2  # not called again


def test_an_exception_in_stopped_ends_the_other_threads() -> None:
    """The calling thread solves its board at once. The others end only because of the exception."""
    boards = np.concatenate([packed_deals(617, 618), *[packed_deals(982, 983)] * 2])

    def stopped() -> bool:
        raise RuntimeError("asked")

    with pytest.raises(RuntimeError, match="asked"):
        _core.solve_many(boards, _core.Search(PROVE, 2, 2**31, FOREVER, 1, "turns"), 3, stopped)


def test_stopped_must_return_a_truth_value() -> None:
    class Neither:
        def __bool__(self) -> bool:
            raise ValueError("neither")

    with pytest.raises(ValueError, match="neither"):
        endless(1, lambda: Neither())  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        endless(1, 617)  # type: ignore[arg-type]


def test_an_exception_in_a_nested_search_ends_both() -> None:
    def inner() -> bool:
        raise RuntimeError("inner")

    def outer() -> bool:
        endless(1, inner)
        return False

    with pytest.raises(RuntimeError, match="inner"):
        endless(2, outer)


@pytest.mark.parametrize("threads", [1, 2])
def test_changing_the_array_does_not_affect_a_running_search(threads: int) -> None:
    """The search uses the original boards, even after the array has been overwritten."""
    boards = np.concatenate([packed_deals(11982, 11983)] * 10)

    def stopped() -> bool:
        boards.fill(255)
        return False

    answers = _core.solve_many(boards, _core.Search(PROVE, 4, 100_000, FOREVER, 1, "turns"), threads, stopped)
    assert boards.max() == 255
    assert [(answer.verdict, answer.positions) for answer in answers] == [(UNSOLVABLE, 11_162)] * 10


def test_a_search_sees_a_consistent_copy_of_the_boards() -> None:
    """All boards are one deal, or all are the other: the search copies the array at one moment."""
    one, other = (10 * packed_deals(deal, deal + 1).tobytes() for deal in (617, 11982))
    memory = bytearray(one)
    boards = np.frombuffer(memory, np.uint8).reshape(10, -1)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            memory[:] = other  # atomically; an array assignment might not be
            memory[:] = one

    with ThreadPoolExecutor(1) as thread:
        changing = thread.submit(change)
        try:
            for _ in range(5):
                answers = _core.solve_many(boards, _core.Search(PROVE, 4, 100_000, FOREVER, 1, "turns"), 2)
                assert {answer.verdict for answer in answers} in ({SOLVED}, {UNSOLVABLE})
        finally:
            done.set()
        changing.result()


def test_nested_searches_on_many_threads_affect_none(alone: dict[Question, Found]) -> None:
    def work(pair: tuple[Question, Question]) -> bool:
        outer, inner = pair
        within: list[Found] = []
        return search(outer, searching(inner, within, 1)) == alone[outer] and set(within) <= {alone[inner]}

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(work, PAIRS))


ENDING = """
import threading, time
import numpy as np
from freecell import _core

def searching():
    boards = np.frombuffer(bytes.fromhex({board!r}), np.uint8)[None]
    _core.solve_many(boards, _core.Search("prove", 2, 2**31, float("inf"), 1, "turns"), 1, {stopped})

threading.Thread(target=searching, daemon=True).start()
time.sleep(0.1)
"""


@pytest.mark.parametrize("stopped", ["None", "lambda: False", "lambda: time.sleep(0.01)"])
def test_python_can_exit_while_a_daemon_thread_searches(stopped: str) -> None:
    code = ENDING.format(board=packed_deals(982, 983)[0].tobytes().hex(), stopped=stopped)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


IN_ANOTHER_INTERPRETER = """
try:
    import _xxsubinterpreters as interpreters
    run = interpreters.run_string
except ImportError:  # since Python 3.13
    import _interpreters as interpreters
    run = interpreters.exec
import freecell
print(freecell.solve(617).turns)
run(interpreters.create(), '''
try:
    from freecell import solve
except ImportError as error:
    print(error, flush=True)
''')
print(freecell.solve(617).turns)
"""


def test_a_second_interpreter_is_refused_and_the_first_continues() -> None:
    done = subprocess.run([sys.executable, "-u", "-c", IN_ANOTHER_INTERPRETER], capture_output=True, text=True)
    first, said, again = done.stdout.splitlines()
    assert (first, again, done.stderr) == ("47", "47", "")
    assert "interpreter" in said  # ours, or since Python 3.12 its own
