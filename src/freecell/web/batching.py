"""Short searches, many boards at a time.

When many people ask, the boards that came in while others were being searched go to the core together, in one call:
to change from one thread to another for each of them takes longer than to search it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

from freecell.board import Board
from freecell.rules import Rules, check_cells
from freecell.solving import Solution, solve_many
from freecell.web.workers import LONGEST_WAIT, BusyError, Workers

SHORT_LIMIT = 30_000
"""Positions of a short search: enough for nearly every board, and at most some 40 ms."""

_LARGEST_BATCH = 8  # boards: others are read and answered while these are searched


class _Waiting(NamedTuple):
    """A board that waits, since when, and the solution to come."""

    start: int | Board
    since: float
    solution: asyncio.Future[Solution]


class Batcher:
    """Boards that wait for a short search, by the number of cells."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._waiting: dict[int, list[_Waiting]] = {}
        self._task: asyncio.Task[None] | None = None  # while there are any

    async def solve(self, start: int | Board, cells: int) -> Solution:
        """What a short search for any solution gives."""
        if isinstance(start, Board):
            check_cells(start, Rules(cells))
        loop = asyncio.get_running_loop()
        waiting = _Waiting(start, loop.time(), loop.create_future())
        self._waiting.setdefault(cells, []).append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._solve_all())
        return await waiting.solution

    async def _solve_all(self) -> None:
        while self._waiting:
            cells = next(iter(self._waiting))
            waiting = self._waiting.pop(cells)
            if len(waiting) > _LARGEST_BATCH:
                self._waiting[cells] = waiting[_LARGEST_BATCH:]
            await self._solve_batch(cells, waiting[:_LARGEST_BATCH])
        self._task = None

    async def _solve_batch(self, cells: int, batch: list[_Waiting]) -> None:
        try:
            if batch[0].since < asyncio.get_running_loop().time() - LONGEST_WAIT:
                raise BusyError
            starts = [waiting.start for waiting in batch]
            solutions = await self._workers.quick(partial(_solved, starts, cells))
        except Exception as error:  # which is that of all of them: cores are busy, or there is no core
            for waiting in batch:
                if not waiting.solution.done():  # as that of a request which was cancelled
                    waiting.solution.set_exception(error)
            return
        for waiting, solution in zip(batch, solutions, strict=True):
            if not waiting.solution.done():
                waiting.solution.set_result(solution)


def _solved(starts: list[int | Board], cells: int) -> list[Solution]:
    return list(solve_many(starts, cells=cells, limit=SHORT_LIMIT, threads=1))
