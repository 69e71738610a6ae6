"""Threads for work that must not hold up other requests.

There are two pools, with a thread for each core between them. What takes milliseconds goes to the quick one; what may
take seconds goes to the slow one, where a client who has left takes their search with them. So a verdict does not wait
for somebody's long search, and all searches together have as much memory as there are threads. Work that nobody has to
wait for is done when the slow pool is idle, and makes way for whoever comes.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from freecell.engine import thread_count

LONGEST_WAIT = 2.0
"""Seconds that a request waits for a thread."""

T = TypeVar("T")


class BusyError(Exception):
    """All threads were busy for as long as a request may wait, or the server is being stopped."""

    def __init__(self, message: str = "all cores are busy: try again in a moment") -> None:
        super().__init__(message)


class _Pool:
    """Some threads, and a queue before them: first come, first served."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.waiting = 0
        self._executor = ThreadPoolExecutor(threads)
        self._free = asyncio.Semaphore(threads)

    @property
    def is_busy(self) -> bool:
        return self._free.locked()

    async def run(self, work: Callable[[], T]) -> T:
        self.waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT if self.is_busy else None):
                await self._free.acquire()
        except TimeoutError:
            raise BusyError from None
        finally:
            self.waiting -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self._free.release()


class Workers:
    """The two pools, and what stops all that they do."""

    def __init__(self, threads: int | None = None) -> None:
        count = thread_count(threads)
        self._slow = _Pool(max(1, count // 2))
        self._quick = _Pool(max(1, count - count // 2))
        self._closing = threading.Event()

    @property
    def threads(self) -> tuple[int, int]:
        """How many there are for quick work, and for slow work."""
        return self._quick.threads, self._slow.threads

    async def quick(self, work: Callable[[], T]) -> T:
        """What the work gives, which is to take a few milliseconds."""
        return await self._quick.run(work)

    async def slow(self, request: Request, work: Callable[[Callable[[], bool]], T], *, spare: bool = False) -> T:
        """What the work gives. It is given a function that says whether to give up.

        Work to be done in spare time needs a thread that is idle, and gives up when anybody waits for one.
        """
        if spare and self._slow.is_busy:
            raise BusyError
        gone = threading.Event()

        def stopped() -> bool:
            return gone.is_set() or self._closing.is_set() or (spare and self._slow.waiting > 0)

        def unless_stopped() -> T:
            if stopped():
                raise BusyError("nobody waits for this any more")
            return work(stopped)

        watch = asyncio.create_task(_watch(request, gone))
        try:
            return await self._slow.run(unless_stopped)
        finally:
            watch.cancel()

    def close(self) -> None:
        """Stops what is being searched. May be called in any thread, and by a signal."""
        self._closing.set()


async def _watch(request: Request, gone: threading.Event) -> None:
    """Says so when whoever made a request, all of which has been read, is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()
