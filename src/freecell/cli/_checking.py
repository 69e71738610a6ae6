"""Solutions to check: as they are given on the command line, and many of them in processes."""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from freecell import notation
from freecell.board import Board
from freecell.checking import Report, check
from freecell.cli._boards import read_text
from freecell.engine import thread_count
from freecell.entries import Entry, entries
from freecell.errors import FreecellError, NotationError, quoted
from freecell.formats import texts
from freecell.formats.blocks import json_text
from freecell.numeric import read_integer

_LINE = re.compile(
    r"(-?\d{1,3}(?:[,_]\d{3}){1,6}(?=[\s:])|-?\d{1,20}|(?:[A2-9TJQK][CDHS]){52}(?=\s*:))\s*[\s:,]\s*(.*)",
    re.DOTALL | re.IGNORECASE,
)
_LONGEST = 2**22  # characters of a solution: those of fc-solve with all boards have 50,000
_CHUNK = 64  # lines that a process checks at a time: about 50 ms, so that Ctrl-C is not long waited for


class Solution(NamedTuple):
    """Moves to check, and what the text says besides: where they begin, and how they are to be read."""

    moves: str
    number: int | None = None
    board: Board | None = None
    reading: dict[str, Any] = {}  # noqa: RUF012, never changed

    def check(self, start: int | Board | None = None, **reading: Any) -> Report:
        """Replays it where it says, or else on a board; what is given of the reading goes before what the text says."""
        begin = self.board if self.number is None else self.number
        given = {name: said for name, said in reading.items() if said is not None}
        return check(start if begin is None else begin, self.moves, **self.reading | given)  # type: ignore[arg-type]


def read_solution(name: str, entry: Entry) -> Solution:
    """The solution of a board in a file, or with `-` on standard input; there may be those of other deals too."""
    lines = partial(notation.solution_of, number=entry.number)
    text = read_text(name, what="a solution", lines=lines, most=_LONGEST)
    if not text.lstrip().startswith("{"):
        return Solution(text)
    found = list(entries(texts.lines(text)))
    ours = [one for one in found if one.start == entry.board or one.start == entry.start]
    if not ours:
        others = ", ".join(one.name for one in found[:3]) + ", ..." * (len(found) > 3)
        raise NotationError(f"there is no solution of {entry.name} in {quoted(name)}: there are those of {others}")
    return _of_entry(ours[0])


def solution_in(text: str) -> Solution:
    """The solution in a line: behind its deal number, or in JSON as `freecell solve` prints it."""
    text = text.strip()
    if text.startswith("{"):
        (entry,) = entries(texts.lines(text))
        return _of_entry(entry)
    match = _LINE.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text)} is not a deal number and a solution: '617 26 7a 3h' is right")
    number = read_integer(match[1])
    return Solution(match[2], number, Board.parse(match[1]) if number is None else None)


def _of_entry(entry: Entry) -> Solution:
    """The solution that an object has: the moves of a saved game, or those that follow what was played."""
    reading = {} if entry.rules is None else asdict(entry.rules)
    if entry.moves is not None:
        return Solution(entry.moves, entry.number if entry.game is None else None, entry.board, reading)
    if entry.game is not None:
        return Solution(entry.game.notation(), entry.number, entry.start, reading)
    raise NotationError(f"there are no moves of {entry.name}")


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


def solution_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that have a solution each, with their numbers; JSON that has several lines is one."""
    numbered = enumerate(lines, 1)
    rest = (line for _, line in numbered)
    for number, line in numbered:
        if line.lstrip().startswith("{"):
            yield number, json_text(line, rest)
        elif line.strip() and line.lstrip()[0] != "#":
            yield number, line


def _chunks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """The lines with their numbers, some at a time."""
    found = solution_lines(lines)
    while chunk := list(islice(found, _CHUNK)):
        yield chunk


def _check_chunk(chunk: list[tuple[int, str]], **reading: Any) -> list[dict[str, Any]]:
    return [_check_line(number, line, reading) for number, line in chunk]


def _check_line(number: int, line: str, reading: dict[str, Any]) -> dict[str, Any]:
    deal: int | None = None
    try:
        solution = solution_in(line)
        deal = solution.number
        return {"line": number, "deal": deal, **solution.check(**reading).to_dict()}
    except FreecellError as error:
        return {"line": number, "deal": deal, "wins": False, "reason": str(error)}


def _ignore_ctrl_c() -> None:
    """In a process of the pool: the one that started it sees to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
