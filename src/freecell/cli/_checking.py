"""Checking many solutions, in processes: what `freecell check --many` does with its lines."""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import Any

from freecell.checking import check
from freecell.engine import thread_count
from freecell.errors import FreecellError, NotationError, quoted

_LINE = re.compile(r"(-?\d{1,20})\s*[\s:,]\s*(.*)", re.DOTALL)
_CHUNK = 64  # lines that a process checks at a time: about 50 ms, so that Ctrl-C is not long waited for


def check_lines(lines: Iterable[str], **reading: Any) -> Generator[dict[str, Any], None, None]:
    """Checks lines that have a deal number and a solution each, on all cores; yields what came of each, in order.

    `reading` is what `check` takes. Lines that are empty or begin with # are passed over. Only a few chunks are ever
    in memory.
    """
    processes = thread_count()
    waiting: deque[Future[list[dict[str, Any]]]] = deque()
    pool = ProcessPoolExecutor(processes, initializer=_ignore_ctrl_c)
    try:
        for chunk in _chunks(lines):
            waiting.append(pool.submit(partial(_check_chunk, **reading), chunk))
            if len(waiting) > 4 * processes:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:  # a process was killed, as happens where memory runs out
        raise MemoryError from None
    finally:
        pool.shutdown(cancel_futures=True)


def _chunks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """The lines with their numbers, some at a time."""
    numbered = enumerate(lines, 1)
    while chunk := list(islice(numbered, _CHUNK)):
        yield chunk


def _check_chunk(chunk: list[tuple[int, str]], **reading: Any) -> list[dict[str, Any]]:
    return [_check_line(number, line, reading) for number, line in chunk if line.strip() and line.strip()[0] != "#"]


def _check_line(number: int, line: str, reading: dict[str, Any]) -> dict[str, Any]:
    match = _LINE.fullmatch(line.strip())
    deal = int(match[1]) if match else None
    try:
        if match is None:
            raise NotationError(f"{quoted(line.strip())} is not a deal number and a solution: '617 26 7a 3h' is right")
        return {"line": number, "deal": deal, **check(int(match[1]), match[2], **reading).to_dict()}
    except FreecellError as error:
        return {"line": number, "deal": deal, "wins": False, "reason": str(error)}


def _ignore_ctrl_c() -> None:
    """In a process of the pool: the one that started it sees to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
