"""Short searches, many boards at a time.

When many people ask, the boards that came in while others were being searched go to the core together, in one call:
to change from one thread to another for each of them takes longer than to search it.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import partial
from typing import NamedTuple

from freecell.board import Board
from freecell.rules import DEFAULT, Rules, check_cells
from freecell.solving import Solution, solve_many
from freecell.web.limits import LONGEST_WAIT, SHORT_LIMIT
from freecell.web.queues import BusyError, FairQueue
from freecell.web.workers import Workers

_LARGEST_BATCH = 8  # boards: others are read and answered while these are searched
_EVERYBODY = "everybody"  # whose turn it is when a batch is searched


class _Waiting(NamedTuple):
    """A board that waits, whose it is, since when it waits, and the solution to come."""

    client: str
    start: int | Board
    rules: Rules
    since: float
    solution: asyncio.Future[Solution]


class Batcher:
    """Boards that wait for a short search."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._waiting: FairQueue[_Waiting] = FairQueue()
        self._task: asyncio.Task[None] | None = None  # while there are any

    async def solve(self, client: str, start: int | Board, rules: Rules = DEFAULT) -> Solution:
        """What a short search for any solution gives."""
        if isinstance(start, Board):
            check_cells(start, rules)
        loop = asyncio.get_running_loop()
        waiting = _Waiting(client, start, rules, loop.time(), loop.create_future())
        self._waiting.put(client, waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._solve_all())
        return await waiting.solution

    async def _solve_all(self) -> None:
        while self._waiting:
            await self._solve_batch(self._next_batch())
        self._task = None

    def _next_batch(self) -> list[_Waiting]:
        """Boards with the same rules: one of each client, or several of a client who is alone.

        All are answered when the last one is searched: nobody waits for many of somebody else's.
        """
        batch = [first := self._waiting.take()]
        is_alone = not self._waiting.others(first.client)

        def fits(one: _Waiting) -> bool:
            return one.rules == first.rules and (is_alone or all(one.client != other.client for other in batch))

        while len(batch) < _LARGEST_BATCH and (more := self._waiting.take_if(fits)):
            batch.append(more)
        return batch

    async def _solve_batch(self, batch: list[_Waiting]) -> None:
        latest = asyncio.get_running_loop().time() - LONGEST_WAIT
        late = [waiting for waiting in batch if waiting.since < latest]
        _fail(late, BusyError())
        if late and not (batch := [waiting for waiting in batch if waiting.since >= latest]):
            return
        try:
            starts = [waiting.start for waiting in batch]
            solutions = await self._workers.quick(_EVERYBODY, partial(_solved, starts, batch[0].rules))
        except Exception as error:  # which is that of all of them: cores are busy, or there is no core
            _fail(batch, error)
            return
        for waiting, solution in zip(batch, solutions, strict=True):
            if not waiting.solution.done():
                waiting.solution.set_result(solution)


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for waiting in batch:
        if not waiting.solution.done():  # as that of a request which was cancelled
            waiting.solution.set_exception(error)


def _solved(starts: list[int | Board], rules: Rules) -> list[Solution]:
    return list(solve_many(starts, **asdict(rules), limit=SHORT_LIMIT, threads=1))
