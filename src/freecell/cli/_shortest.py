"""Shortest solutions on the command line: the two bounds during the search, and the result."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from typing import TYPE_CHECKING

from freecell.cli._streams import write_styled
from freecell.engine import Search
from freecell.errors import quoted
from freecell.solving import Solution, solve

if TYPE_CHECKING:
    from types import FrameType

    from freecell.board import Board
    from freecell.game import Game

_UNITS = {"KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}


def read_memory(text: str) -> int:
    """Parse a number of bytes with its unit: 2GB, 500MB."""
    match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,15})?)\s*([KMGT]B)", text.strip(), re.ASCII | re.IGNORECASE)
    memory = int(float(match[1]) * _UNITS[match[2].upper()]) if match else 0
    if memory == 0:
        raise argparse.ArgumentTypeError(f"must be a size with its unit, such as 500MB or 2GB (got {quoted(text)})")
    return memory


def written_memory(size: int) -> str:
    """Format a number of bytes with its unit, as --memory accepts it."""
    unit, length = next(((unit, length) for unit, length in reversed(_UNITS.items()) if size >= length), ("KB", 2**10))
    return f"{size / length:.4g}{unit}"


def solve_until_stopped(board: int | Board | Game, search: Search) -> Solution:
    """Solve a board. Ctrl-C stops a search for a shortest solution and keeps its best solution so far.

    The two bounds are shown on standard error, if it is a terminal.
    """
    if search.goal != "shortest":
        return solve(board, search)
    stopped = False

    def stop(*_: int | FrameType | None) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True

    before = signal.signal(signal.SIGINT, stop)
    line = _Line(search.metric)
    try:
        return solve(board, search, stopped=lambda: stopped, progress=line.show)
    finally:
        line.clear()
        signal.signal(signal.SIGINT, before)


def bound(solution: Solution) -> str:
    """The known bounds on the length of a shortest solution, in words."""
    length = solution.search.metric
    if solution.is_shortest:
        return f"{solution.lower_bound} {length}, and no solution has fewer"
    found, why = getattr(solution, length), _why(solution)
    return f"{found} {length}; any solution has at least {solution.lower_bound}{why}"


def memory_full(solution: Solution) -> str:
    """The reason why a search ended, if its memory was full."""
    memory = solution.search.most_memory
    return (
        f"the memory limit of {written_memory(memory)} was reached; --memory {written_memory(2 * memory)} allows more"
    )


def _why(solution: Solution) -> str:
    """The limit that was reached, and how to raise it."""
    if solution.limit == "seconds" and solution.search.seconds is not None:
        return f" (--seconds {2 * solution.search.seconds:g} allows more)"
    if solution.limit == "memory":
        return f" ({memory_full(solution)})"
    return ""


class _Line:
    """A line on a terminal that is updated in place."""

    def __init__(self, length: str) -> None:
        self._length, self._start, self._text = length, time.monotonic(), ""
        self._hidden = not sys.stderr.isatty()

    def show(self, lower_bound: int, shortest: int) -> None:
        passed = time.monotonic() - self._start
        if self._hidden or passed < 0.5:
            return
        text = f"{shortest} {self._length}; any solution has at least {lower_bound} ({passed:.0f} s)"
        if text != self._text:
            self._write(text)
            self._text = text

    def clear(self) -> None:
        if self._text:
            self._write("")

    def _write(self, text: str) -> None:
        write_styled(f"\r\x1b[K{text}", sys.stderr)
        sys.stderr.flush()
