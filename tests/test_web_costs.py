"""What a request costs at the most: the table of routes says it, docs/web.md shows it, and no input found costs more.

CPU time is measured, not the time that passes, and only the best of some tries counts: so a busy machine fails nothing.
"""

from __future__ import annotations

import contextlib
import json
import operator
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from freecell.engine import MOST_POSITIONS, Search
from freecell.errors import FreecellError
from freecell.solving import Solution, solve
from freecell.web import limits
from freecell.web.app import SMALL_BODY
from freecell.web.limits import Cost
from freecell.web.requests import parse
from freecell.web.routes import ROUTES, Route

from . import hostile
from .serving import connected, cpu_seconds, megabytes, needs_core, requested, serving

PAGE = (Path(__file__).parent.parent / "docs" / "web.md").read_text()
POSTS = [route for route in ROUTES if route.method == "POST"]

# The worst found for each route: what no search decides in its time, the widest beam, the most moves. What costs little
# is tried first, and all on one server. A hint and a proof search as a verdict does: with a tenth of its positions.
# That they have no more than they may is a test of its own.
UNDECIDED = {"deal": 982, "cells": 2}
LITTLE: list[tuple[str, dict[str, Any]]] = [
    ("/api/check", {"board": hostile.ONE_COLUMN, "solution": hostile.ROUND}),
    ("/api/check", {"deal": 617, "solution": "fc:" + "   -" * 15_000}),
    ("/api/check", {"deal": 617, "solution": ":\n" * 20_000}),
    ("/api/picture", {"board": hostile.ONE_COLUMN, "moves": hostile.ROUND, "autoplay": "max", "deck": "four"}),
    ("/api/difficulty", UNDECIDED),
    ("/api/difficulty", {"deal": 57148}),
    ("/api/find", {"cards": "AD 7D " + "?? " * 44 + "5C 8S 2D AH 2S 3H"}),
    ("/api/hint", UNDECIDED),
    ("/api/solve", {**UNDECIDED, "goal": "prove", "seconds": 0.25}),
]
WORST = [
    (LITTLE, limits.VERDICT_LIMIT // 10),
    ([("/api/verdict", UNDECIDED)], limits.VERDICT_LIMIT),
    (
        [("/api/solve", {"deal": 617, "cells": 7, "goal": "short", "length": "singles", "seconds": 60})],
        limits.VERDICT_LIMIT,
    ),
]


def row(route: Route) -> str:
    cost = route.cost
    body = f"{cost.received // 1024} kB" if cost.received else "none"
    path = route.path.replace("{number}", "617")
    return f"| `{route.method} {path}` | {cost.seconds:g} s | {cost.memory} MB | {body} | {cost.sent // 1024} kB |"


def test_the_costs_are_in_the_docs() -> None:
    table = "| route | CPU time | memory | body | answer |\n| --- | --- | --- | --- | --- |\n"
    assert table + "\n".join(map(row, ROUTES)) + "\n" in PAGE


def test_the_limits_are_in_the_docs() -> None:
    values = [
        (f"{limits.LARGEST_HEAD // 1024} kB, {limits.MOST_HEADERS} headers", "head"),
        (f"{limits.LONGEST_PATH:,} bytes", "path"),
        (f"{limits.LARGEST_BODY // 1024} kB, {limits.MOST_CHUNKS} parts", "body"),
        (f"{limits.HEAD_SECONDS:g} s", "time for a head"),
        (f"{limits.BODY_SECONDS:g} s", "time for a body"),
        (f"{limits.READ_SECONDS:g} s", "time to read"),
        (f"{limits.IDLE_SECONDS:g} s", "idle"),
        (f"{limits.MOST_PIPELINED}, with bodies of {limits.LARGEST_BODY // 1024} kB in all", "pipelined"),
        (f"{limits.MOST_CONNECTIONS_EACH} of a client, {limits.MOST_CONNECTIONS:,} in all", "connections"),
        (f"{limits.MOST_WAITING_EACH} of a client, {limits.MOST_WAITING:,} in all", "waiting"),
        (f"{limits.LONGEST_WAIT:g} s", "wait"),
        (f"{limits.MOST_BOARD_TEXT:,} characters", "board"),
        (f"{limits.MOST_MOVES:,} moves, {limits.MOST_MOVES_TEXT:,} characters", "moves"),
    ]
    table = PAGE.partition("| what | limit |")[2].partition("\n\n")[0]
    for value, what in values:
        assert f"| {value} |" in table, what


# On a real server


def costs_of(requests: list[tuple[str, dict[str, Any]]], positions: int) -> Iterator[Cost]:
    """What each of these takes of a new server, one after the other: CPU time and memory of the whole process.

    Searches have time enough to reach their limit of positions, or the widest beam, however slow the machine is.
    """
    changed = {"VERDICT_SECONDS": 60.0, "MOST_SECONDS": 60.0, "VERDICT_LIMIT": positions}
    with serving(limits=changed) as (address, process):
        httpx.get(f"{address}/api/deals/617")
        for path, body in requests:
            memory, seconds = megabytes(process.pid), cpu_seconds(process.pid)
            response = httpx.post(address + path, json=body, timeout=120)
            assert response.status_code in (200, 422), response.text
            more = megabytes(process.pid, "VmHWM") - memory
            used = cpu_seconds(process.pid) - seconds
            yield Cost(used, round(more), len(json.dumps(body)), len(response.content))


def is_within(cost: Cost, most: Cost) -> bool:
    return all(map(operator.le, cost, most))


@needs_core
@pytest.mark.parametrize(("requests", "positions"), WORST, ids=[requests[-1][0] for requests, _ in WORST])
def test_the_worst_inputs_cost_no_more_than_their_routes_say(
    requests: list[tuple[str, dict[str, Any]]], positions: int
) -> None:
    routes = [hostile.COSTS[path] for path, _ in requests]
    most = [cost._replace(seconds=hostile.SLACK * cost.seconds, memory=round(1.25 * cost.memory)) for cost in routes]
    for _ in range(3):
        costs = list(costs_of(requests, positions))
        if all(map(is_within, costs, most)):
            return
    pytest.fail(f"{costs}: {most} are right")


@needs_core
def test_who_leaves_takes_their_search_with_them() -> None:
    leaving: list[tuple[str, dict[str, Any], bool]] = [
        ("solve", {"deal": 617, "goal": "short", "seconds": 10}, False),
        ("solve", {"deal": 982, "cells": 2, "goal": "prove", "seconds": 10}, True),
        ("verdict", UNDECIDED, True),
        ("hint", UNDECIDED, False),
    ]
    with serving(limits={"VERDICT_SECONDS": 10.0, "VERDICT_LIMIT": 2**28}) as (address, process):
        for path, body, pipelined in leaving:
            with connected(address) as sock:
                begun = cpu_seconds(process.pid)
                sock.sendall(requested(path, **body))
                while cpu_seconds(process.pid) < begun + 0.15:  # it searches
                    time.sleep(0.05)
                if pipelined:
                    sock.sendall(requested("check", deal=617, solution="7a"))
            idle = 0
            for _ in range(100):  # of a tenth of a second: until it does nothing for three of them
                before = cpu_seconds(process.pid)
                time.sleep(0.1)
                idle = idle + 1 if cpu_seconds(process.pid) - before < 0.02 else 0
                if idle == 3:
                    break
            assert idle == 3, path
            assert cpu_seconds(process.pid) - begun < 5, path


# In this process


@needs_core
def test_all_searches_of_a_request_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for any solution, which takes a while here, and one for a short one, which has what is left."""
    found: list[Solution] = []

    def noted(*arguments: Any, **options: Any) -> Solution:
        found.append(solve(*arguments, **options))
        return found[-1]

    monkeypatch.setattr("freecell.web.handlers.solve", noted)
    monkeypatch.setattr("freecell.web.handlers.WIDEST_BEAM", 16)
    with hostile.Application() as app:
        assert app.post("/api/solve", b'{"deal": 286, "cells": 2, "goal": "short", "seconds": 10}').status == 200
    first, second = found
    assert (first.search.goal, first.search.seconds, second.search.goal) == ("fast", 10, "short")
    assert second.search.seconds is not None
    assert second.search.seconds <= 10 - first.seconds


@needs_core
@pytest.mark.parametrize(
    ("path", "more", "positions", "seconds"),
    [
        ("verdict", {}, limits.VERDICT_LIMIT, limits.VERDICT_SECONDS),
        ("hint", {}, limits.VERDICT_LIMIT, limits.VERDICT_SECONDS),
        ("solve", {}, limits.VERDICT_LIMIT, limits.VERDICT_SECONDS),
        ("solve", {"seconds": 10}, MOST_POSITIONS, 10),
        ("solve", {"goal": "short", "seconds": 10}, MOST_POSITIONS, 10),
        ("solve", {"goal": "prove", "seconds": 10}, MOST_POSITIONS, 10),
    ],
)
def test_no_search_may_look_at_more_positions_than_it_has_memory_for(
    monkeypatch: pytest.MonkeyPatch, path: str, more: dict[str, Any], positions: int, seconds: float
) -> None:
    """The longest search of each request. It ends early here."""
    searches: list[Search] = []

    def noted(start: int, search: Search, **options: Any) -> Solution:
        searches.append(search)
        return solve(start, replace(search, limit=1000), **options)

    monkeypatch.setattr("freecell.web.handlers.solve", noted)
    with hostile.Application() as app:
        assert app.post(f"/api/{path}", json.dumps(UNDECIDED | more).encode()).status == 200
    assert (searches[-1].limit, searches[-1].seconds) == (positions, seconds)


@needs_core
@pytest.mark.parametrize(
    ("path", "examples"), [(route.path, 25 if route.path in ("/api/check", "/api/picture") else 12) for route in POSTS]
)
def test_no_body_costs_more_than_its_route_says(path: str, examples: int) -> None:
    hostile.search_for_costs(path, examples)


def least_seconds(work: Callable[[], object]) -> float:
    """The CPU time of this thread that some work takes, as the best of three tries."""
    tries = []
    for _ in range(3):
        begun = time.thread_time()
        work()
        tries.append(time.thread_time() - begun)
    return min(tries)


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.name)
def test_what_is_read_on_the_loop_takes_no_more_than_milliseconds(route: Route) -> None:
    """The smallest bodies are read by the thread that answers everybody. All others are read in another one."""
    model = route.request
    assert model

    @settings(max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(hostile.bodies(route.path) | st.builds(lambda text: {"board": text}, hostile.texts(SMALL_BODY)))
    def search(body: dict[str, Any]) -> None:
        content = json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass")[:SMALL_BODY]

        def read() -> None:
            with contextlib.suppress(FreecellError):
                parse(model, content)

        seconds = least_seconds(read)
        target(seconds)
        assert seconds < 0.005, body

    search()
