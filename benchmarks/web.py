"""The server: requests a second beside empty routes of FastAPI and of Starlette, which it is made with; and a minute of
64 clients that all want solutions.

python benchmarks/web.py            both
python benchmarks/web.py requests   the first alone
python benchmarks/web.py load       the second alone

The requests are made by `wrk` (from the package of this name), in a process of its own. FastAPI is needed besides
freecell[web].
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from measure import Compared, Result, at_most, duration, megabytes, report, server

from freecell.engine import thread_count

ROUNDS = 20
SECONDS = 1  # of each round
CLIENTS = 16
LOAD_SECONDS = 60
LOAD_CLIENTS = 64
MOST_MEMORY = 512  # megabytes, of each thread that searches for long

FASTAPI = """
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def empty():
    return {}
"""
STARLETTE = """
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


async def empty(request):
    return JSONResponse({})


app = Starlette(routes=[Route("/", empty)])
"""
SERVE = """
import uvicorn

server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", access_log=False))
startup = server.startup


async def startup_and_say_where(sockets=None):
    await startup(sockets)
    print(f"at http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/", flush=True)


server.startup = startup_and_say_where
server.run()
"""

# Each asks for another deal each time, so that nothing is gained by remembering.
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
local wanted = {'"goal": "fast"', '"goal": "short"', '"goal": "prove", "cells": 2, "seconds": 5'}
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
request = function()
    number = number + 1
    return wrk.format(nil, "/api/solve", nil, '{"deal": ' .. number .. ', ' .. wanted[number % 3 + 1] .. '}')
end
local counts = {}
function setup(thread) threads = thread end
function init() statuses = "" end
function response(status) counts[status] = (counts[status] or 0) + 1; statuses = "";
    for code, count in pairs(counts) do statuses = statuses .. " " .. code .. "=" .. count end
end
function done() print("statuses:" .. threads:get("statuses")) end
"""


def wrk(address: str, script: str, clients: int, seconds: int) -> str:
    """What wrk prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}", "--timeout=30", "-s", file.name, address]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def rate(address: str, script: str) -> float:
    """Requests a second, none of which may fail."""
    printed = wrk(address, script, CLIENTS, SECONDS)
    assert not re.search("Non-2xx|Socket errors", printed), printed
    found = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    assert found, printed
    return float(found[1])


def requests() -> list[Result]:
    """The best of some rounds of each, in turns."""
    with (
        server("-c", FASTAPI + SERVE) as (fastapi, _),
        server("-c", STARLETTE + SERVE) as (starlette, _),
        server("-m", "freecell", "serve", "--port", "0") as (ours, _),
    ):
        jobs = ((fastapi, ""), (starlette, ""), (ours, DEALS), (ours, VERDICTS))
        rounds = [[rate(address, script) for address, script in jobs] for _ in range(ROUNDS)]
    fastapi_rate, starlette_rate, deals, verdicts = map(max, zip(*rounds, strict=True))
    return [
        Compared(what, f"empty route of {peer}", f"{ours:,.0f}", f"{theirs:,.0f}", ours / theirs, least=least)
        for peer, theirs, least in (("FastAPI", fastapi_rate, 0.5), ("Starlette", starlette_rate, 0.25))
        for what, ours in (("deals served a second", deals), ("verdicts served a second", verdicts))
    ]


def load() -> list[Result]:
    """Clients that all want solutions, while somebody else deals and the server's memory is looked at."""
    with server("-m", "freecell", "serve", "--port", "0") as (ours, process):
        waits: list[float] = []
        memory: list[float] = []
        over = threading.Event()

        def deal() -> None:
            while not over.wait(0.1):
                start = time.perf_counter()
                with urllib.request.urlopen(f"{ours}/api/deals/617") as answer:
                    answer.read()
                waits.append(time.perf_counter() - start)
                status = Path(f"/proc/{process}/status").read_text()
                memory.append(int(status.partition("VmRSS:")[2].split()[0]) / 1024)

        person = threading.Thread(target=deal)
        person.start()
        printed = wrk(ours, SOLUTIONS, LOAD_CLIENTS, LOAD_SECONDS)
        over.set()
        person.join()
    assert "Socket errors" not in printed, printed
    found = re.search(r"statuses:(.*)", printed)
    assert found, printed
    statuses = {int(code): int(count) for code, count in (each.split("=") for each in found[1].split())}
    bad = sum(count for status, count in statuses.items() if status not in (200, 503))
    slow = statistics.quantiles(waits, n=100)
    third = len(memory) // 3
    early, late = max(memory[third : 2 * third]), max(memory[2 * third :])  # it rises and falls with each search
    highest, most = max(memory), MOST_MEMORY * max(1, thread_count() // 2)
    by_status = ", ".join(f"{count:,} of {status}" for status, count in sorted(statuses.items()))
    return [
        at_most(f"errors other than 503, {LOAD_CLIENTS} clients ({by_status})", bad, 0, "{:.0f}".format),
        at_most("a deal meanwhile, 95% within", slow[94], 0.05, duration),
        at_most("most memory in the last third, times that in the second", late / early, 1.2, "{:.2f}".format),
        at_most("most memory", highest, most, megabytes),
    ]


if __name__ == "__main__":
    parts = {"requests": requests, "load": load}
    report("Serving", [result for name in sys.argv[1:] or parts for result in parts[name]()])
