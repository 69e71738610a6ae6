"""The server: requests per second and CPU time per request, compared with an empty FastAPI route on the same server; a
minute of one client with 64 connections that all request solutions; and the worst known inputs.

python benchmarks/web.py            all of these
python benchmarks/web.py requests   the first alone
python benchmarks/web.py load       the second alone
python benchmarks/web.py costs      the third alone

`wrk` (from the package of this name) makes the requests in a separate process.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from measure import Compared, Result, duration, maximum, megabytes, report, server

from freecell.cards import DECK
from freecell.engine import thread_count
from freecell.web.limits import MOST_MOVES

ROUNDS = 20
SECONDS = 1  # of each round
CLIENTS = 16
PEER = "empty FastAPI route"
LOAD_SECONDS = 60
LOAD_CLIENTS = 64
MOST_MEMORY = 512  # megabytes per thread for long searches
HARD = range(1, 1000)  # deals with two cells: for many of them a short search is not enough

FASTAPI = """
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def empty():
    return {}
"""
SERVE = """
import uvicorn

server = uvicorn.Server(uvicorn.Config(app, port=0, http="h11", log_level="warning", access_log=False))
startup = server.startup


async def startup_and_say_where(sockets=None):
    await startup(sockets)
    print(f"at http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/", flush=True)


server.startup = startup_and_say_where
server.run()
"""

# Each request is for another deal, so that caching doesn't help.
DEALS = """
local number = 0
request = function() number = number % 32000 + 1; return wrk.format("GET", "/api/deals/" .. number) end
"""
VERDICTS = """
local number = 0
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
request = function()
    number = number % 32000 + 1
    return wrk.format(nil, "/api/verdict", nil, '{"deal": ' .. number .. '}')
end
"""
# A third each: any solution, one second for a short one, and a proof that takes all the memory a search may take.
SOLUTIONS = """
local number = 0
local wanted = {'"goal": "fast"', '"goal": "short"', '"goal": "prove", "rules": {"cells": 2}, "seconds": 5'}
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
request = function()
    number = number + 1
    return wrk.format(nil, "/api/solve", nil, '{"deal": ' .. number .. ', ' .. wanted[number % 3 + 1] .. '}')
end
"""
COUNT = """
local counts = {}
function setup(thread) threads = thread end
function init() statuses = "" end
function response(status) counts[status] = (counts[status] or 0) + 1; statuses = "";
    for code, count in pairs(counts) do statuses = statuses .. " " .. code .. "=" .. count end
end
function done() print("statuses:" .. threads:get("statuses")) end
"""


def wrk(address: str, script: str, clients: int, seconds: int) -> str:
    """The output of wrk."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}", "--timeout=30", "-s", file.name, address]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def rate(address: str, script: str) -> tuple[float, int]:
    """The number of requests per second, none of which may fail, and their total number."""
    printed = wrk(address, script, CLIENTS, SECONDS)
    assert not re.search("Non-2xx|Socket errors", printed), printed
    found = re.search(r"(\d+) requests in[^$]*Requests/sec:\s+([\d.]+)", printed)
    assert found, printed
    return float(found[2]), int(found[1])


def measured(address: str, process: int, script: str) -> tuple[float, float]:
    """The number of requests per second, and the CPU time of each."""
    begun = cpu_seconds(process)
    each_second, count = rate(address, script)
    return each_second, (cpu_seconds(process) - begun) / count


def requests() -> list[Result]:
    """The best of several alternating rounds. CPU time depends less on what else the machine does."""
    empty, served = server("-c", FASTAPI + SERVE), server("-m", "freecell", "serve", "--port", "0")
    with empty as fastapi, served as ours:
        jobs = ((*fastapi, ""), (*ours, DEALS), (*ours, VERDICTS))
        rounds = [[measured(*job) for job in jobs] for _ in range(ROUNDS)]
    (rate, time), *others = [
        (max(rates), min(times)) for rates, times in (zip(*of, strict=True) for of in zip(*rounds, strict=True))
    ]
    results: list[Result] = []
    for what, (our_rate, our_time) in zip(("deal", "verdict"), others, strict=True):
        texts = f"{our_rate:,.0f}", f"{rate:,.0f}"
        results.append(Compared(f"{what}s served per second", PEER, *texts, our_rate / rate, least=0.5))
        texts = duration(our_time), duration(time)
        results.append(Compared(f"CPU time per {what}", PEER, *texts, time / our_time, least=0.5))
    return results


class Meanwhile(NamedTuple):
    """The measurements during requests: the number with each status, how long others waited, and the memory."""

    statuses: dict[int, int]
    deals: list[float]  # seconds
    verdicts: list[float]
    memory: list[float]  # megabytes


def meanwhile(script: str, clients: int, seconds: int, hard: Iterable[int] = ()) -> Meanwhile:
    """Make requests, while others deal and request verdicts for hard deals, and the server's memory is measured."""
    with server("-m", "freecell", "serve", "--port", "0") as (ours, process):
        deals: list[float] = []
        verdicts: list[float] = []
        memory: list[float] = []
        over = threading.Event()

        def deal() -> None:
            while not over.wait(0.1):
                deals.append(waited(ours, "/api/deals/617"))
                status = Path(f"/proc/{process}/status").read_text()
                memory.append(int(status.partition("VmRSS:")[2].split()[0]) / 1024)

        def judge() -> None:
            for number in hard:
                if over.wait(0.1):
                    break
                verdicts.append(waited(ours, "/api/verdict", {"deal": number, "rules": {"cells": 2}}))

        people = [threading.Thread(target=job) for job in (deal, judge)]
        for person in people:
            person.start()
        printed = wrk(ours, script + COUNT, clients, seconds)
        over.set()
        for person in people:
            person.join()
    assert "Socket errors" not in printed, printed
    found = re.search(r"statuses:(.*)", printed)
    assert found, printed
    pairs = (each.split("=") for each in found[1].split())
    return Meanwhile({int(code): int(count) for code, count in pairs}, deals, verdicts, memory)


def waited(address: str, path: str, body: object = None) -> float:
    """How long a client at another address waits for a successful response."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection(
        address.removeprefix("http://"), timeout=60, source_address=("127.0.0.2", 0)
    )
    content = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, content, {"content-type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    assert response.status in (200, 422), answer
    connection.close()
    return time.perf_counter() - begun


def most_of(waits: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(waits, n=100)[94]


def load() -> list[Result]:
    """One client whose connections all request solutions."""
    seen = meanwhile(SOLUTIONS, LOAD_CLIENTS, LOAD_SECONDS, HARD)
    bad = sum(count for status, count in seen.statuses.items() if status not in (200, 503))
    third = len(seen.memory) // 3
    early, late = max(seen.memory[third : 2 * third]), max(seen.memory[2 * third :])  # it rises and falls each time
    most = MOST_MEMORY * max(1, thread_count() // 2)
    by_status = ", ".join(f"{count:,} of {status}" for status, count in sorted(seen.statuses.items()))
    return [
        maximum(f"errors other than 503, {LOAD_CLIENTS} connections ({by_status})", bad, 0, "{:.0f}".format),
        maximum("a deal of another client meanwhile, 95% within", most_of(seen.deals), 0.05, duration),
        maximum(
            f"the longest of {len(seen.verdicts)} hard verdicts of another client", max(seen.verdicts), 8, duration
        ),
        maximum("most memory in the last third, times that in the second", late / early, 1.2, "{:.2f}".format),
        maximum("most memory", max(seen.memory), most, megabytes),
    ]


# The worst known inputs: boards that no search decides in time, the widest beam, the most moves.
ONE_COLUMN = {"columns": [[str(card) for card in DECK], *[[]] * 7]}
ROUND = ("12 " + "23 34 45 56 67 78 82 " * MOST_MOVES)[: 3 * MOST_MOVES]  # legal moves in a circle
UNDECIDED: dict[str, Any] = {"deal": 982, "rules": {"cells": 2}}
WORST: list[tuple[str, dict[str, Any], float, float]] = [  # with the seconds and megabytes that docs/web.md allows
    ("check", {"board": ONE_COLUMN, "solution": ROUND}, 1, 10),
    ("check", {"deal": 617, "solution": "fc:" + "   -" * 15_000}, 1, 10),
    ("check", {"deal": 617, "solution": ":\n" * 20_000}, 1, 10),
    ("picture", {"board": ONE_COLUMN, "moves": ROUND, "rules": {"autoplay": "max"}, "deck": "four"}, 0.5, 10),
    ("difficulty", {"deal": 57148}, 0.5, 50),
    ("find", {"cards": "AD 7D " + "?? " * 44 + "5C 8S 2D AH 2S 3H"}, 1, 10),
    ("verdict", UNDECIDED, 4, 200),
    ("hint", UNDECIDED, 4, 200),
    ("solve", {**UNDECIDED, "goal": "prove", "seconds": 10}, 15, 320),
    ("solve", {"deal": 617, "rules": {"cells": 7}, "goal": "short", "metric": "singles", "seconds": 10}, 15, 320),
]


def costs() -> list[Result]:
    """The CPU time and memory of a new server process for each of the worst inputs."""
    results: list[Result] = []
    for path, body, seconds, memory in WORST:
        with server("-m", "freecell", "serve", "--port", "0") as (ours, process):
            waited(ours, "/api/deals/617")
            status = Path(f"/proc/{process}/status")
            before, begun = status.read_text(), cpu_seconds(process)
            waited(ours, f"/api/{path}", body)
            used = cpu_seconds(process) - begun
            more = kilobytes(status.read_text(), "VmHWM") - kilobytes(before, "VmRSS")
        what = f"{path} {json.dumps(body)[:60]}"
        results += [maximum(what, used, seconds, duration), maximum(what, more / 1024, memory, megabytes)]
    return results


def kilobytes(status: str, name: str) -> int:
    return int(status.partition(f"{name}:")[2].split()[0])


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    parts = {"requests": requests, "load": load, "costs": costs}
    report("Serving", [result for name in sys.argv[1:] or parts for result in parts[name]()])
