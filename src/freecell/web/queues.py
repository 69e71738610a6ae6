"""Threads that clients share by taking turns, so that a demanding client doesn't block the others."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from freecell.engine import thread_count
from freecell.web.limits import LONGEST_TURN, LONGEST_WAIT, MOST_WAITING, MOST_WAITING_EACH, SHORTEST_TURN

T = TypeVar("T")
Stopped = Callable[[], bool]


class BusyError(Exception):
    """No thread became free in time, or the server is stopping."""

    def __init__(self, message: str = "all cores are busy: try again in a moment") -> None:
        super().__init__(message)


class FairQueue:
    """Threads, and the clients that wait for them. Clients take turns, with one request per turn."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.is_closed = False
        self._executor = ThreadPoolExecutor(threads)
        together = threading.Barrier(threads)  # start all of them now, because memory may be short later
        for _ in range(threads):
            self._executor.submit(together.wait)
        self._idle = threads
        self._running: Counter[str] = Counter()  # the number of threads in use by each client
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # waiting clients in the order of their turns

    async def run(self, name: str, work: Callable[[Stopped], T], leaves: Coroutine[Any, Any, None] | None = None) -> T:
        """Run the work in a thread when it is this client's turn.

        The work gets a function that returns whether to stop: the client has left, the server is stopping, or others
        wait and the turn is over. `leaves` waits until the client disconnects.
        """
        loop, gone = asyncio.get_running_loop(), threading.Event()
        turn: asyncio.Future[None] = loop.create_future()

        def leave(_: object) -> None:
            gone.set()
            turn.cancel()

        watch = loop.create_task(leaves) if leaves else None
        if watch:
            watch.add_done_callback(leave)
        try:
            await self._wait(name, turn)
            begun = time.monotonic()
            try:
                return await loop.run_in_executor(
                    self._executor,
                    work,
                    lambda: gone.is_set() or self.is_closed or self._is_over(name, begun),
                )
            finally:
                self._running -= Counter([name])
                self._pass_on()
        finally:
            if watch:
                watch.remove_done_callback(leave)
                watch.cancel()

    def close(self) -> None:
        """Stop all running work and start no more. A signal handler may call it."""
        self.is_closed = True

    async def _wait(self, name: str, turn: asyncio.Future[None]) -> None:
        """Wait until this client gets a thread."""
        if self.is_closed:
            raise BusyError("the server is stopping")
        if self._idle:
            self._idle -= 1
            self._running[name] += 1
            return
        mine = self._waiting.get(name, ())
        if len(mine) >= MOST_WAITING_EACH or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise BusyError
        self._waiting.setdefault(name, deque()).append(turn)
        try:
            await asyncio.wait([turn], timeout=LONGEST_WAIT)
        finally:
            self._forget(name, turn)
        if not turn.done() or turn.cancelled():
            raise BusyError
        turn.result()

    def _pass_on(self) -> None:
        """Give an idle thread to the client with the fewest threads; among equals, to the one that waited longest."""
        while self._waiting:
            name = min(self._waiting, key=self._running.__getitem__)
            turns = self._waiting.pop(name)
            turn = turns.popleft()
            if turns:
                self._waiting[name] = turns  # to the end of the line
            if turn.done():
                continue
            if self.is_closed:
                turn.set_exception(BusyError("the server is stopping"))
            else:
                self._running[name] += 1
                turn.set_result(None)
                return
        self._idle += 1

    def _forget(self, name: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting.get(name, ())
        if turn in turns:
            self._waiting[name].remove(turn)
            if not self._waiting[name]:
                del self._waiting[name]

    def _is_over(self, name: str, begun: float) -> bool:
        """Whether work that began at this time must make way for other clients. Called in the thread of the work."""
        others = len(self._waiting) - (name in self._waiting)
        return others > 0 and time.monotonic() - begun >= max(SHORTEST_TURN, LONGEST_TURN / others)


class Queues(NamedTuple):
    """One queue for fast work and one for long searches, so that a verdict doesn't wait for a long search."""

    quick: FairQueue
    slow: FairQueue

    @classmethod
    def of(cls, threads: int | None = None) -> Queues:
        count = thread_count(threads)
        return cls(FairQueue(max(1, count - count // 2)), FairQueue(max(1, count // 2)))

    def close(self) -> None:
        self.quick.close()
        self.slow.close()
