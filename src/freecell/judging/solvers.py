"""Checks a solver: the program gets boards, and its moves are replayed under the rules."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Literal, get_args

from freecell import formats
from freecell.checking import check
from freecell.dealing import deal
from freecell.engine import thread_count
from freecell.errors import FreecellError
from freecell.factbook import LAST, facts
from freecell.game import LENGTHS
from freecell.judging.programs import PLACE, Program, TimeUpError, ending

Outcome = Literal["solved", "unsolved", "wrong", "timed out", "crashed"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

SECONDS = 10.0
"""The default time limit per deal."""

_PATIENCE = 20  # the time limit as a multiple of the CPU time limit, if only that is given
_OUT_OF_CPU = (-signal.SIGXCPU, 128 + signal.SIGXCPU) if hasattr(signal, "SIGXCPU") else ()  # a shell adds 128

_LONGEST = 2**22  # the maximum bytes of an answer


@dataclass(frozen=True)
class Attempt:
    """The result for one deal.

    deal     the deal number
    outcome  whether the deal was solved; "unsolved" if the program gave no moves and did not fail
    seconds  how long the program took
    reason   why the deal was not solved: the first wrong move, or how the program ended
    lengths  the lengths of the solution, if it wins
    """

    deal: int
    outcome: Outcome
    seconds: float
    reason: str | None = None
    lengths: dict[str, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The result as a dict for JSON."""
        return {
            "deal": self.deal,
            "outcome": self.outcome,
            "seconds": round(self.seconds, 4),
            "reason": self.reason,
            **(self.lengths or dict.fromkeys(LENGTHS)),
        }


def judge_solver(
    command: Sequence[str],
    deals: Iterable[int],
    *,
    seconds: float | None = None,
    cpu_seconds: int | None = None,
    format: str = "columns",  # noqa: A002
    cells: int = 4,
    threads: int | None = None,
) -> Iterator[Attempt]:
    """Run a solver once per deal, and check its moves. Yields the attempts in the order of the deals.

    command      the command as a list of words; {} in it is replaced by the deal number
    deals        the deals; the program gets each board on standard input
    seconds      the time limit per deal (default: 10, or 20 times the limit of CPU time)
    cpu_seconds  the limit of CPU time for each of its processes per deal, not on Windows (default: no limit)
    format       how the boards are written: "columns" as fc-solve reads them, "rows" or "json"
    cells        how many free cells a solution may use
    threads      how many programs run at the same time (default: one per core)
    """
    if not command:
        raise FreecellError("no program to judge: the command is empty")
    threads = thread_count(threads)
    if cpu_seconds is not None and not _OUT_OF_CPU:
        raise FreecellError("CPU time can't be limited on this system: use seconds")
    runs = _Runs(command, time_limit(seconds, cpu_seconds), cpu_seconds, format, cells)
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Attempt | None]] = deque()
    try:
        for number in deals:
            waiting.append(pool.submit(runs.attempt, number))
            while len(waiting) > 2 * threads:
                yield _of(waiting.popleft())
        while waiting:
            yield _of(waiting.popleft())
    finally:
        runs.stop()
        pool.shutdown(cancel_futures=True)


def time_limit(seconds: float | None, cpu_seconds: int | None) -> float:
    """The time limit per deal: the given one, or one that allows for the CPU time on a busy machine."""
    return seconds if seconds is not None else SECONDS if cpu_seconds is None else _PATIENCE * cpu_seconds


def _of(future: Future[Attempt | None]) -> Attempt:
    while not future.done():
        wait([future], 0.5)  # a signal that arrives just before a wait without a timeout would go unnoticed
    attempt = future.result()
    assert attempt is not None  # noqa: S101, nobody has stopped it
    return attempt


class _Runs:
    """The running programs, which are stopped together."""

    def __init__(
        self, command: Sequence[str], seconds: float, cpu_seconds: int | None, format_: str, cells: int
    ) -> None:
        self._command, self._seconds, self._format, self._cells = command, seconds, format_, cells
        self._cpu_seconds = cpu_seconds
        self._running: set[Program] = set()
        self._over, self._lock = False, threading.Lock()

    def attempt(self, number: int) -> Attempt | None:
        """Try one deal; None once stopped."""
        board = deal(number)
        words = [word.replace(PLACE, str(number)) for word in self._command]
        text = f"{formats.write(board, self._format)}\n"
        program = Program(words, [text.encode()], self._seconds, self._cpu_seconds)
        with self._lock:
            if self._over:
                return None
            self._running.add(program)
        start = time.monotonic()
        output, size, code = [], 0, 0
        try:
            with program:
                for data in program.output():
                    output.append(data)
                    size += len(data)
                    if size > _LONGEST:
                        took = time.monotonic() - start
                        return Attempt(number, "wrong", took, f"its answer has over {_LONGEST:,} bytes")
                code = program.wait()
        except TimeUpError:
            return Attempt(number, "timed out", self._seconds, f"it didn't finish within {self._seconds:g} seconds")
        finally:
            with self._lock:
                self._running.discard(program)
        took = time.monotonic() - start
        if self._cpu_seconds is not None and code in _OUT_OF_CPU:
            return Attempt(number, "timed out", took, f"it used up its {self._cpu_seconds} seconds of CPU time")
        answer = b"".join(output).decode("utf-8", "replace")
        return self._checked(number, answer, took, code, program.last_words)

    def _checked(self, number: int, answer: str, took: float, code: int, last_words: str) -> Attempt:
        ended = f"it {ending(code)}" + (f": {last_words}" if last_words else "")
        try:
            report = check(number, answer, cells=self._cells)
        except FreecellError as error:
            return Attempt(number, "crashed", took, ended) if code else Attempt(number, "wrong", took, str(error))
        if report.wins:
            return Attempt(number, "solved", took, None, {name: getattr(report.game, name) for name in LENGTHS})
        if report.wrong is None and not report.game.plays:
            return (
                Attempt(number, "crashed", took, ended)
                if code
                else Attempt(number, "unsolved", took, "it gave no moves")
            )
        return Attempt(number, "wrong", took, report.reason)

    def stop(self) -> None:
        """End all running programs, and prevent new ones from starting."""
        with self._lock:
            self._over = True
            running = list(self._running)
        for program in running:
            program.stop()


@dataclass(frozen=True)
class Summary:
    """A solver's attempts at all deals, summed up.

    counts      the number of deals with each outcome
    impossible  how many of the unsolved deals are unwinnable according to the facts
    seconds     the times of the solved deals, in order
    means       the mean lengths of the solver's solutions
    shortest    the mean lengths of the shortest known solutions of the same deals, where known for all of them
    """

    counts: dict[Outcome, int]
    impossible: int
    seconds: list[float]
    means: dict[str, float]
    shortest: dict[str, float]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def to_dict(self) -> dict[str, Any]:
        """The result as a dict for JSON."""
        times = self.seconds
        return {
            "deals": self.total,
            **{str(outcome): count for outcome, count in self.counts.items()},
            "impossible": self.impossible,
            "means": self.means,
            "shortest_known": self.shortest,
            "seconds": {"mean": sum(times) / len(times), "most": times[-1]} if times else None,
        }


def summed_up(attempts: Iterable[Attempt], cells: int = 4) -> Summary:
    """Sum up attempts. Keeps only a number and a time per deal in memory."""
    counts = dict.fromkeys(OUTCOMES, 0)
    sums = dict.fromkeys(LENGTHS, 0)
    known = {"turns": 0, "singles": 0}
    times, impossible, without_facts = [], 0, False
    for attempt in attempts:
        counts[attempt.outcome] += 1
        found = facts(attempt.deal) if 1 <= attempt.deal <= LAST else None
        if attempt.lengths is not None:
            times.append(attempt.seconds)
            for name, length in attempt.lengths.items():
                sums[name] += length
            without_facts = without_facts or found is None or found.turns is None or found.singles is None
            if not without_facts and found is not None:
                known["turns"] += found.turns or 0
                known["singles"] += found.singles or 0
        elif attempt.outcome == "unsolved" and found is not None and cells < found.min_cells:
            impossible += 1
    count = len(times)
    return Summary(
        counts,
        impossible,
        sorted(times),
        {name: length / count for name, length in sums.items()} if count else {},
        {name: length / count for name, length in known.items()} if count and not without_facts and cells == 4 else {},
    )
