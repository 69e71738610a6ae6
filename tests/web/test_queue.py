"""Clients take turns: the queue in which they wait, and how they are identified."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from freecell.web import limits, queues
from freecell.web.clients import UNKNOWN, name_of
from freecell.web.queues import BusyError, FairQueue, Queues, Stopped

from ..helpers.programs import awaited


class Work:
    """Work that runs until it is released or stopped."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.was_stopped = asyncio.Event(), threading.Event(), False
        self._loop = asyncio.get_running_loop()

    def __call__(self, stopped: Stopped) -> None:
        self._loop.call_soon_threadsafe(self.begun.set)
        while not self.let_go.wait(0.001):
            if stopped():
                self.was_stopped = True
                return


async def settled() -> None:
    """Let everything run that doesn't need a thread."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_no_client_is_served_twice_while_another_waits() -> None:
    async def ask() -> list[str]:
        queue, order, first = FairQueue(1), [], Work()

        def noted(name: str) -> Callable[[Stopped], None]:
            return lambda _: order.append(name)

        tasks = [asyncio.create_task(queue.run("greedy", first))]
        await first.begun.wait()
        tasks += [asyncio.create_task(queue.run("greedy", noted("greedy"))) for _ in range(20)]
        tasks += [asyncio.create_task(queue.run(name, noted(name))) for name in ("b", "b", "c")]
        await settled()
        first.let_go.set()
        await asyncio.gather(*tasks)
        return order

    order = awaited(ask())
    assert order[:6] == ["greedy", "b", "c", "greedy", "b", "greedy"]
    assert Counter(order) == {"greedy": 20, "b": 2, "c": 1}


def test_a_search_makes_way_only_for_another_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "LONGEST_TURN", 0.0)
    monkeypatch.setattr(queues, "SHORTEST_TURN", 0.0)

    async def ask() -> tuple[bool, bool]:
        queue, first, own, other = FairQueue(1), Work(), Work(), Work()
        tasks = [asyncio.create_task(queue.run("greedy", first))]
        await first.begun.wait()
        tasks.append(asyncio.create_task(queue.run("greedy", own)))
        await settled()
        assert not queue._is_over("greedy", 0)  # only the same client waits
        tasks.append(asyncio.create_task(queue.run("other", other)))
        other.let_go.set()
        await tasks[2]
        own.let_go.set()
        await asyncio.gather(*tasks)
        return first.was_stopped, other.was_stopped

    assert awaited(ask()) == (True, False)


def test_a_client_that_leaves_stops_its_search_and_its_wait() -> None:
    async def ask() -> None:
        queue, searches = FairQueue(1), [Work(), Work()]
        gone = [asyncio.Event(), asyncio.Event()]

        async def leaves(number: int) -> None:
            await gone[number].wait()

        first, second = (asyncio.create_task(queue.run("abc"[n], searches[n], leaves(n))) for n in (0, 1))
        await searches[0].begun.wait()
        gone[1].set()
        with pytest.raises(BusyError):
            await second
        gone[0].set()
        await first
        assert searches[0].was_stopped
        assert not searches[1].begun.is_set()
        assert await queue.run("c", lambda _: "served") == "served"

    awaited(ask())


async def _held(queue: FairQueue) -> tuple[Work, asyncio.Task[None]]:
    """A queue whose only thread is busy."""
    work = Work()
    task = asyncio.create_task(queue.run("somebody", work))
    await work.begun.wait()
    return work, task


def in_a_queue(ask: Callable[[FairQueue], Coroutine[Any, Any, None]]) -> None:
    """Run something while the only thread of a queue is busy."""

    async def run() -> None:
        queue = FairQueue(1)
        work, task = await _held(queue)
        await ask(queue)
        work.let_go.set()
        await task
        assert queue.is_closed or await queue.run("next", lambda _: 1) == 1  # the thread is free again

    awaited(run())


async def refused(task: Awaitable[object]) -> str:
    with pytest.raises(BusyError) as error:
        await task
    return str(error.value)


def test_a_request_waits_for_a_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "LONGEST_WAIT", 0.01)

    async def ask(queue: FairQueue) -> None:
        assert await refused(queue.run("other", Work())) == "all cores are busy: try again in a moment"

    in_a_queue(ask)


def test_waiting_requests_are_limited_per_client_and_in_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "MOST_WAITING_EACH", 3)
    monkeypatch.setattr(queues, "MOST_WAITING", 5)

    async def ask(queue: FairQueue) -> None:
        tasks = [asyncio.create_task(queue.run(name, lambda _: None)) for name in ("a", "a", "a", "b", "c")]
        await settled()
        for name in ("a", "d"):
            await refused(queue.run(name, lambda _: None))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    in_a_queue(ask)


def test_when_the_server_stops_no_request_keeps_waiting() -> None:
    async def ask(queue: FairQueue) -> None:
        tasks = [asyncio.create_task(queue.run(name, lambda _: None)) for name in "abc"]
        await settled()
        queue.close()
        assert {await refused(task) for task in tasks} == {"the server is stopping"}
        assert await refused(queue.run("d", lambda _: None)) == "the server is stopping"

    in_a_queue(ask)


@pytest.mark.parametrize("cores", [2, 3, 8])
def test_there_are_no_more_threads_than_cores(cores: int) -> None:
    made = Queues.of(cores)
    assert made.quick.threads + made.slow.threads == cores
    assert limits.SHORTEST_TURN < limits.LONGEST_TURN < limits.LONGEST_WAIT


# Identifying clients


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", UNKNOWN),
        ("1" * 10_000, UNKNOWN),
    ],
)
def test_the_name_of_a_client(address: str, name: str) -> None:
    """The name is the client's address, or the last address in the header that a proxy sets."""
    headers = [(b"x-forwarded-for", b"forged"), (b"x-forwarded-for", b"198.51.100.1, " + address.encode())]
    direct = {"client": (address, 4711), "headers": headers}
    behind = {"client": ("127.0.0.1", 1), "headers": headers}
    assert name_of(direct) == name_of(direct, "X-Real-IP") == name_of(behind, "X-Forwarded-For") == name
    assert name_of(behind) == "127.0.0.1"
    assert name_of({"client": None, "headers": []}) == UNKNOWN
