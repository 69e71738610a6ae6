"""Clients share the server: whoever asks for much does not keep others from their turn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.board import Board
from freecell.rules import Rules
from freecell.solving import Solution
from freecell.web import batching, limits
from freecell.web.clients import Client
from freecell.web.queues import BusyError, FairQueue
from freecell.web.workers import Workers

from .conftest import awaited
from .serving import (
    LONG_PROOF,
    ONE,
    OTHER,
    client_at,
    connected,
    cpu_seconds,
    greedy,
    hard_deals,
    needs_addresses,
    needs_core,
    posted,
    requested,
    serving,
)

# The queue


@given(st.lists(st.sampled_from([*"abcd", None]), max_size=60))
def test_clients_take_turns(events: list[str | None]) -> None:
    """A letter is a client that puts something in; None takes something out."""
    queue: FairQueue[tuple[str, int]] = FairQueue()
    waiting: dict[str, list[int]] = {}
    passed_over: dict[str, set[str]] = {}  # who was served since a client began to wait, or was served last
    for number, client in enumerate(events):
        if client is not None:
            queue.put(client, (client, number))
            waiting.setdefault(client, []).append(number)
            passed_over.setdefault(client, set())
        elif waiting:
            served, taken = queue.take()
            assert taken == waiting[served].pop(0)  # its own oldest
            for other in waiting.keys() - {served}:
                assert served not in passed_over[other], "it was served twice while another one waited"
                passed_over[other].add(served)
            passed_over[served] = set()
            if not waiting[served]:
                del waiting[served], passed_over[served]
        assert len(queue) == sum(map(len, waiting.values()))
        assert queue.others("a") == len(waiting.keys() - {"a"})


def test_one_client_has_so_many_waiting_and_others_have_theirs() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(limits.MOST_WAITING_EACH):
        queue.put("greedy", number)
    with pytest.raises(BusyError):
        queue.put("greedy", -1)
    queue.put("other", -1)
    assert [queue.take(), queue.take(), queue.take()] == [0, -1, 1]
    for number in range(limits.MOST_WAITING - len(queue)):
        queue.put(str(number), number)
    with pytest.raises(BusyError):
        queue.put("one more", 0)


def test_what_waits_no_longer_is_taken_out() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(4):
        queue.put("ab"[number % 2], number)
    queue.remove("a", 0)
    queue.remove("a", 0)
    queue.remove("c", 0)
    assert queue.take_if(lambda number: number > 1) == 2
    assert queue.take_if(lambda number: number > 1) is None
    assert [queue.take(), queue.take(), len(queue)] == [1, 3, 0]


def test_whoever_is_not_served_yet_comes_first() -> None:
    queue: FairQueue[str] = FairQueue()
    for client in ("a", "a", "b", "c"):
        queue.put(client, client)
    assert queue.take(served=["a", "b"]) == "c"
    assert queue.take(served=["a"]) == "b"
    assert queue.take(served=["a"]) == "a"


# The threads


async def forever() -> dict[str, str]:
    """What is received from a client who stays."""
    return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


def until_stopped(stopped: Callable[[], bool]) -> float:
    """Work that would go on for ever: how long it did."""
    begun = time.monotonic()
    while not stopped():
        time.sleep(0.005)
    return time.monotonic() - begun


def test_work_goes_on_until_somebody_else_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.web.workers.LONGEST_TURN", 0.2)

    async def ask() -> list[str]:
        workers, ended = Workers(2), []

        async def one(name: str, work: Callable[[Callable[[], bool]], object] = until_stopped) -> None:
            await workers.slow(Client(name, forever), work)
            ended.append(name)

        first = asyncio.create_task(one("greedy"))
        others = [asyncio.create_task(one("greedy")) for _ in range(3)]
        await asyncio.sleep(0.5)
        assert ended == []  # nobody but the same client waits
        await one("other", lambda _: None)
        assert ended == ["greedy", "other"]
        for _ in range(3):
            await one("other", lambda _: None)
        workers.close()
        await asyncio.gather(first, *others)
        return ended

    ended = awaited(ask())
    assert ended[:5] == ["greedy", "other", "greedy", "other", "greedy"]


def test_no_more_makes_way_than_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.web.workers.LONGEST_TURN", 0.1)
    monkeypatch.setattr("freecell.web.workers.SHORTEST_TURN", 0.1)

    async def ask() -> int:
        workers = Workers(8)
        threads = workers.threads[1]
        running = [asyncio.create_task(workers.slow(Client("greedy", forever), until_stopped)) for _ in range(threads)]
        await asyncio.sleep(0.3)
        await workers.slow(Client("other", forever), lambda _: time.sleep(0.2))
        ended = sum(task.done() for task in running)
        workers.close()
        await asyncio.gather(*running)
        return ended

    assert awaited(ask()) == 1


def test_who_leaves_waits_no_longer() -> None:
    async def ask() -> str:
        workers, gone = Workers(2), asyncio.Event()

        async def leave() -> dict[str, str]:
            await gone.wait()
            return {"type": "http.disconnect"}

        over, done = threading.Event(), []
        holding = asyncio.create_task(workers.slow(Client("one", forever), lambda _: over.wait(10)))
        await asyncio.sleep(0.05)
        waiting = asyncio.create_task(workers.slow(Client("other", leave), lambda _: done.append(1)))
        await asyncio.sleep(0.05)
        assert workers._slow._waiting
        gone.set()
        with pytest.raises(BusyError) as error:
            await waiting
        assert not workers._slow._waiting
        over.set()
        await holding
        assert done == []
        assert await workers.slow(Client("third", forever), lambda _: "served") == "served"
        return str(error.value)

    assert awaited(ask()).startswith("all cores are busy")


@needs_core
def test_a_board_is_not_searched_together_with_many_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be answered when the last of them is."""
    batches: list[list[int | Board]] = []
    solved = batching._solved

    def noted(starts: list[int | Board], rules: Rules) -> list[Solution]:
        batches.append(starts)
        return solved(starts, rules)

    monkeypatch.setattr(batching, "_solved", noted)

    async def ask() -> None:
        batcher = batching.Batcher(Workers(2))
        greedy = [batcher.solve("greedy", number) for number in range(1, 11)]
        await asyncio.gather(*greedy, batcher.solve("other", 617), batcher.solve("third", 618, Rules(5)))

    awaited(ask())
    assert batches == [[1, 617], [618], [*range(2, 10)], [10]]


# The server


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, int]]:
    """The address and the process of a server where turns are short. Whoever asked has left after each test."""
    with serving(limits={"LONGEST_TURN": 0.25, "SHORTEST_TURN": 0.03, "VERDICT_SECONDS": 0.5}) as (address, process):
        yield address, process.pid


@needs_core
@needs_addresses
def test_beside_a_greedy_client_all_of_another_one_s_requests_succeed(server: tuple[str, int]) -> None:
    """None of them waits for longer than a request may wait: else it would be turned away."""
    hard, (address, process) = hard_deals(), server
    with greedy(ONE, address, 64, "solve", **LONG_PROOF) as statuses, client_at(OTHER, address) as api:
        begun = cpu_seconds(process)
        while cpu_seconds(process) < begun + 0.1:  # its first proof is under way
            time.sleep(0.05)
        posted(api, "verdict", deal=next(hard), cells=2)
        posted(api, "hint", deal=next(hard), cells=2)
        posted(api, "solve", deal=next(hard), cells=2)
        posted(api, "solve", deal=617, goal="short", seconds=0.1)
        posted(api, "find", cards="7D AD 5S 3C 5C 8S 2D AH")
        assert api.get("/api/random").status_code == 200
        assert set(statuses) <= {200, 503}


@needs_core
@needs_addresses
@pytest.mark.parametrize("route", ["verdict", "check"])
def test_beside_much_quick_work_another_one_s_is_done(server: tuple[str, int], route: str) -> None:
    hard = {"deal": next(hard_deals()), "cells": 2}
    body = hard if route == "verdict" else {"deal": 617, "solution": "7a\n#" * 10_000}
    address, _ = server
    with greedy(ONE, address, 12, route, **body) as statuses, client_at(OTHER, address) as api:
        while not statuses:  # so much as it can do at once is under way
            time.sleep(0.05)
        for number in (1, 2):
            assert posted(api, "verdict", deal=number)["verdict"] == "solved"
            assert posted(api, "check", deal=number, solution="7a")["wins"] is False
        assert set(statuses) <= {200, 422, 503}


@needs_core
@needs_addresses
def test_ten_clients_share_evenly(server: tuple[str, int]) -> None:
    with ExitStack() as stack:
        sources = [f"127.0.0.{number}" for number in range(10, 20)]
        all_statuses = [stack.enter_context(greedy(source, server[0], 3, "solve", **LONG_PROOF)) for source in sources]
        while min(statuses.count(200) for statuses in all_statuses) < 3:
            time.sleep(0.1)
            served = [statuses.count(200) for statuses in all_statuses]
            assert max(served) < 30, served
        assert max(served) - min(served) <= 2, served  # one is under way, and one has just begun to wait


@needs_core
@needs_addresses
def test_a_search_that_makes_way_says_what_it_found(server: tuple[str, int]) -> None:
    address, _ = server
    with client_at(ONE, address) as first, client_at(OTHER, address) as second:
        with connected(address, ONE) as sock:
            sock.sendall(requested("solve", deal=617, goal="short", seconds=10))
            time.sleep(0.2)
            posted(second, "solve", deal=618, goal="short", seconds=0.1)
            answer = sock.recv(100_000)
        assert b'"verdict":"solved","limit":null' in answer
        found = posted(first, "solve", deal=617, goal="short", seconds=0.1)
        assert found["verdict"] == "solved"


# Who is who


def test_when_the_server_stops_nobody_waits_any_longer() -> None:
    async def ask() -> set[str]:
        workers, over = Workers(2), threading.Event()
        held = [asyncio.create_task(workers.quick("one", over.wait)) for _ in range(workers.threads[0])]
        waiting = [asyncio.create_task(workers.quick(str(number % 3), bool)) for number in range(30)]
        await asyncio.sleep(0.05)
        workers.close()
        over.set()
        await asyncio.gather(*held)
        late = asyncio.create_task(workers.quick("one", bool))
        return {str(error) for error in await asyncio.gather(*waiting, late, return_exceptions=True)}

    assert awaited(ask()) == {"the server is being stopped"}
