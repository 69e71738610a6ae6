"""Threads for work that must not hold up other requests.

There are two pools, with a thread for each core between them. What takes milliseconds goes to the quick one; what may
take seconds goes to the slow one, where a client who has left takes their search with them. So a verdict does not wait
for somebody's long search, and all searches together have as much memory as there are threads.

Where more is asked than there are threads, the clients take turns. A search that has had its turn ends when somebody
else waits, and what it found so far is its answer.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from freecell.engine import thread_count
from freecell.web.clients import Client
from freecell.web.limits import LONGEST_TURN, LONGEST_WAIT, SHORTEST_TURN
from freecell.web.queues import BusyError, FairQueue, StoppedError

T = TypeVar("T")


class _Turn:
    """The wait for a thread of somebody who may leave."""

    def __init__(self) -> None:
        self.comes: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_given_up = False

    def give_up(self) -> None:
        self.is_given_up = True
        self.comes.cancel()


class _Pool:
    """Some threads, and a queue before them."""

    def __init__(self, threads: int, closing: threading.Event) -> None:
        self.threads = threads
        self._closing = closing
        self._idle = threads
        self._executor = ThreadPoolExecutor(threads)
        self._waiting: FairQueue[_Turn] = FairQueue()
        self._served: Counter[str] = Counter()  # how many threads each client has
        self._making_way = 0  # work that ends because somebody waits
        self._lock = threading.Lock()

    async def run(self, client: str, work: Callable[[], T], turn: _Turn | None = None) -> T:
        """What the work gives, as soon as there is a thread for this client."""
        if self._closing.is_set():
            raise StoppedError
        if self._idle:
            self._idle -= 1
        else:
            await self._wait(client, turn or _Turn())
        self._served[client] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self._pass_on()
            self._served[client] -= 1
            if not self._served[client]:
                del self._served[client]

    async def _wait(self, client: str, turn: _Turn) -> None:
        self._waiting.put(client, turn)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await turn.comes
        except BaseException as error:
            if turn.comes.done() and not turn.comes.cancelled():
                self._pass_on()  # it had come at the same moment
            self._waiting.remove(client, turn)
            if turn.is_given_up or isinstance(error, TimeoutError):
                raise StoppedError if self._closing.is_set() else BusyError from None
            raise

    def _pass_on(self) -> None:
        """Gives a thread that has become idle to the next one who waits; to nobody if the server is being stopped."""
        while self._waiting:
            turn = self._waiting.take(self._served)
            if self._closing.is_set():
                turn.give_up()
            elif not turn.comes.done():
                turn.comes.set_result(None)
                return
        self._idle += 1

    def makes_way(self, client: str, begun: float) -> bool:
        """Whether work that has begun then is to end because other clients wait, for each of whom one is enough.

        Called by the work, in its thread. If it is so, `made_way` is to be called when its thread was passed on.
        """
        others = self._waiting.others(client)
        if others == 0 or time.monotonic() - begun < max(SHORTEST_TURN, LONGEST_TURN / others):
            return False
        with self._lock:
            if self._making_way >= others:
                return False
            self._making_way += 1
            return True

    def made_way(self) -> None:
        with self._lock:
            self._making_way -= 1


class Workers:
    """The two pools, and what stops all that they do."""

    def __init__(self, threads: int | None = None) -> None:
        count = thread_count(threads)
        self._closing = threading.Event()
        self._slow = _Pool(max(1, count // 2), self._closing)
        self._quick = _Pool(max(1, count - count // 2), self._closing)

    @property
    def threads(self) -> tuple[int, int]:
        """How many there are for quick work, and for slow work."""
        return self._quick.threads, self._slow.threads

    @property
    def is_closing(self) -> bool:
        return self._closing.is_set()

    async def quick(self, client: str, work: Callable[[], T]) -> T:
        """What the work gives, which is to take a few milliseconds."""
        return await self._quick.run(client, work)

    async def slow(self, client: Client, work: Callable[[Callable[[], bool]], T]) -> T:
        """What the work gives. It is given a function that says whether to end early."""
        pool, gone, turn = self._slow, threading.Event(), _Turn()
        begun, makes_way = 0.0, False

        def stopped() -> bool:
            nonlocal makes_way
            if makes_way or gone.is_set() or self.is_closing:
                return True
            makes_way = pool.makes_way(client.name, begun)
            return makes_way

        def unless_stopped() -> T:
            nonlocal begun
            begun = time.monotonic()
            if stopped():
                raise BusyError("nobody waits for this any more")
            return work(stopped)

        def leave(_: object) -> None:
            gone.set()
            turn.give_up()

        watch = asyncio.create_task(client.leaves())
        watch.add_done_callback(leave)
        try:
            return await pool.run(client.name, unless_stopped, turn)
        finally:
            if makes_way:
                pool.made_way()
            watch.remove_done_callback(leave)
            watch.cancel()

    def close(self) -> None:
        """Stops what is being searched, and lets nothing more begin. May be called in any thread, and by a signal."""
        self._closing.set()
