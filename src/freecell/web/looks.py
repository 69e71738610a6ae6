"""A short search for each of many boards at once.

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
from freecell.web.lines import LONGEST_WAIT, BusyError, Lines

A_LOOK = 30_000
"""Positions of a short search: enough for nearly every board, and at most some 40 ms."""

_MOST = 8  # boards at a time: others are read and answered while these are searched


class _Asked(NamedTuple):
    """A board that waits, since when, and what is to be told."""

    start: int | Board
    since: float
    found: asyncio.Future[Solution]


class Looks:
    """Boards that wait for a short search, by the number of cells."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._waiting: dict[int, list[_Asked]] = {}
        self._search: asyncio.Task[None] | None = None  # while there are any

    async def look(self, start: int | Board, cells: int) -> Solution:
        """What a short search for any solution gives."""
        if isinstance(start, Board):
            check_cells(start, Rules(cells))
        loop = asyncio.get_running_loop()
        asked = _Asked(start, loop.time(), loop.create_future())
        self._waiting.setdefault(cells, []).append(asked)
        if self._search is None:
            self._search = asyncio.create_task(self._search_all())
        return await asked.found

    async def _search_all(self) -> None:
        while self._waiting:
            cells = next(iter(self._waiting))
            waiting = self._waiting.pop(cells)
            if len(waiting) > _MOST:
                self._waiting[cells] = waiting[_MOST:]
            await self._search_some(cells, waiting[:_MOST])
        self._search = None

    async def _search_some(self, cells: int, waiting: list[_Asked]) -> None:
        try:
            if waiting[0].since < asyncio.get_running_loop().time() - LONGEST_WAIT:
                raise BusyError
            starts = [asked.start for asked in waiting]
            solutions = await self._lines.quick(partial(_searched, starts, cells))
        except Exception as error:  # for all of them to be told: that cores are busy, or that there is no core
            for asked in waiting:
                if not asked.found.done():  # as that of a request which was cancelled
                    asked.found.set_exception(error)
            return
        for asked, solution in zip(waiting, solutions, strict=True):
            if not asked.found.done():
                asked.found.set_result(solution)


def _searched(starts: list[int | Board], cells: int) -> list[Solution]:
    return list(solve_many(starts, cells=cells, limit=A_LOOK, threads=1))
