"""Whether a solution wins, whoever wrote it, in whichever of the field's ways of writing one.

A text does not say how it is to be read: whether the moves home are all there or some were played automatically, and
how many cards go to an empty column. So each reading is tried, the one with the fewest assumptions first.
"""

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
from freecell.core import thread_count
from freecell.errors import FreecellError, NotationError
from freecell.formats._parts import quoted
from freecell.game import LENGTHS, Game, Wrong
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, AutoPlay, Room, Rules

_LINE = re.compile(r"(-?\d{1,20})\s*[\s:,]\s*(.*)", re.DOTALL)
_CHUNK = 64  # lines that a process checks at a time: about 50 ms, so that Ctrl-C is not long waited for


class Report(NamedTuple):
    """What became of a solution: the game as far as it went, how the text was read, and the first wrong move."""

    game: Game
    dialect: Dialect
    wrong: Wrong | None

    @property
    def wins(self) -> bool:
        return self.wrong is None and self.game.is_won

    @property
    def reason(self) -> str | None:
        """Why it does not win: the first wrong move, or that it ends too early."""
        if self.wins:
            return None
        if self.wrong:
            return str(self.wrong)
        home = sum(self.game.board.foundations)
        return (
            f"all its moves are right, but only {home} of 52 cards are home" if self.game.moves else "it has no moves"
        )

    def to_dict(self) -> dict[str, Any]:
        """The verdict, the lengths and the reading as JSON's own types."""
        game = self.game
        return {
            "wins": self.wins,
            **{name: getattr(game, name) for name in LENGTHS},
            "reason": self.reason,
            "wrong": self.wrong._asdict() if self.wrong else None,
            "read_as": {"dialect": self.dialect, **asdict(game.rules)},
        }


def check(
    start: int | Board,
    text: str,
    *,
    cells: int = 4,
    room: Room | None = None,
    autoplay: AutoPlay | None = None,
    dialect: Dialect | None = None,
) -> Report:
    """Replays a solution in the first reading that wins, or else in the one that goes farthest.

    What is given of room, auto-play and dialect is not varied.
    """
    steps = list(notation.steps(text))
    best: Report | None = None
    for rules, spoken in _readings(cells, room, autoplay, dialect):
        game = Game(start, rules)
        report = Report(game, spoken, game.follow(steps, spoken))
        if report.wins:
            return report
        if best is None or _reach(report) > _reach(best):
            best = report
    assert best is not None  # noqa: S101, there is always a reading
    return best


def _readings(
    cells: int, room: Room | None, autoplay: AutoPlay | None, dialect: Dialect | None
) -> Iterator[tuple[Rules, Dialect]]:
    """What a text may mean. Room decides how many cards `52` takes to an empty column in standard notation."""
    for mode in AUTOPLAYS if autoplay is None else (autoplay,):
        if dialect != "extended":
            yield Rules(cells, room or "theory", mode), "standard"
            if room is None:
                yield Rules(cells, "windows", mode), "standard"
        if dialect != "standard":
            yield Rules(cells, room or "theory", mode), "extended"


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


def _reach(report: Report) -> float:
    return report.wrong.number if report.wrong else float("inf")
