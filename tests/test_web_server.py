"""`freecell serve`: a process that starts, is busy, and stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

import freecell
from freecell.engine import thread_count
from freecell.web import batching, limits, workers

from .commands import called
from .conftest import awaited
from .serving import all_read, connected, needs_core, requested, serving

LONG_SEARCH = {"deal": 617, "goal": "short", "seconds": 10}
SLOW_THREADS = max(1, thread_count() // 2)


def begun(address: str, **request: object) -> socket.socket:
    """A connection on which a request was sent and nothing is read yet."""
    sock = connected(address)
    sock.sendall(requested("solve", **request))
    return sock


def test_the_address_is_said_the_page_is_there_and_ctrl_c_stops_it() -> None:
    with serving() as (address, process):
        assert address.startswith("http://127.0.0.1:")
        answer = httpx.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr
        assert process.stderr.read() == ""


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = called("serve", "--port", port, code=1)
    assert said.startswith(f"freecell: can't listen at 127.0.0.1, port {port}: Address already in use; --port 0")


def test_what_is_no_address() -> None:
    assert "there is no port 70000: 1 to 65535" in called("serve", "--port", "70000", code=2)
    assert "there is no port -5" in called("serve", "--port", "-5", code=2)
    assert "there is no host 'no.such.host.invalid'" in called("serve", "--host", "no.such.host.invalid", code=2)
    assert "can't listen at 192.0.2.1" in called("serve", "--host", "192.0.2.1", code=1)


def test_what_to_install_is_said() -> None:
    hide = "import sys; sys.modules['uvicorn'] = None; from freecell.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "freecell: serving needs uvicorn: pip install 'freecell[web]'\n"


@needs_core
def test_ctrl_c_stops_it_in_the_middle_of_a_search() -> None:
    with serving() as (address, process), ExitStack() as stack:
        searches = [stack.enter_context(begun(address, **LONG_SEARCH)) for _ in range(SLOW_THREADS + 1)]
        assert httpx.get(f"{address}/api/deals/617").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=8) == 130  # before the searches would have ended by themselves
        # What was found so far is still told; who had nothing yet is turned away.
        assert {search.recv(12) for search in searches} <= {b"HTTP/1.1 200", b"HTTP/1.1 503"}
        assert process.stderr
        assert process.stderr.read() == ""


def test_clients_that_do_nothing_do_not_keep_it_from_stopping() -> None:
    """Half a body, half of the next body, and answers that nobody reads."""
    whole = requested("check", deal=617, solution="7a")
    unread = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * limits.MOST_PIPELINED
    with serving() as (address, process), ExitStack() as stack:
        socks = [stack.enter_context(connected(address)) for _ in range(3)]
        for sock, sent in zip(socks, (whole[:-1], (2 * whole)[:-1], unread), strict=True):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(sent)
        assert httpx.get(f"{address}/api/health").status_code == 200
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == -signal.SIGTERM
        assert process.stderr
        assert process.stderr.read() == ""  # else something was cancelled
        for sock in socks[:2]:
            assert all_read(sock).endswith(b'{"detail":"the server is being stopped"}')


@needs_core
def test_when_all_threads_are_busy_long_searches_are_turned_away_and_all_else_goes_on() -> None:
    """All of one client: of several, each gets its turn."""
    with serving(limits={"LONGEST_WAIT": 0.5}) as (address, _), httpx.Client(base_url=address, timeout=30) as client:
        with ExitStack() as stack:
            for _ in range(SLOW_THREADS):
                stack.enter_context(begun(address, **LONG_SEARCH))
            busy = client.post("/api/solve", json=LONG_SEARCH)
            assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
            assert busy.json() == {"detail": "all cores are busy: try again in a moment"}
            assert client.get("/api/deals/617").status_code == 200
            assert client.post("/api/verdict", json={"deal": 617}).json()["verdict"] == "solved"
            assert client.post("/api/solve", json={"deal": 617}).json()["verdict"] == "solved"
        # Those who asked are gone, and their searches with them, long before these would have ended.
        after = client.post("/api/solve", json={"deal": 617, "goal": "short", "seconds": 0.01})
        assert after.json()["verdict"] == "solved"


@needs_core
def test_who_closes_their_own_side_has_left(address: str) -> None:
    with begun(address, **LONG_SEARCH) as search:
        search.shutdown(socket.SHUT_WR)
        assert search.recv(1) == b""
        after = httpx.post(f"{address}/api/solve", json={"deal": 617, "goal": "short", "seconds": 0.01}, timeout=30)
        assert after.json()["verdict"] == "solved"


@needs_core
def test_many_verdicts_at_once_are_those_of_each_alone(address: str) -> None:
    numbers = [*range(11970, 11990), *range(1, 101)]
    with ExitStack() as stack:
        begun_all = [(number, stack.enter_context(begun(address, deal=number, seconds=10))) for number in numbers]
        for number, sock in begun_all:
            head, _, body = sock.recv(65536).partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split()[0])
            while len(body) < length:
                body += sock.recv(65536)
            found = json.loads(body)
            assert found["verdict"] == ("unsolvable" if number == 11982 else "solved")
            if number != 11982:
                assert found["positions"] == freecell.solve(number, limit=limits.SHORT_LIMIT).positions


@needs_core
def test_who_waits_too_long_for_a_short_search_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (workers, batching):
        monkeypatch.setattr(module, "LONGEST_WAIT", 0.05)

    async def ask() -> str:
        some, over = workers.Workers(), threading.Event()
        batcher = batching.Batcher(some)
        held = [asyncio.create_task(some.quick("somebody", over.wait)) for _ in range(some.threads[0])]
        await asyncio.sleep(0)
        refused = await asyncio.gather(*[batcher.solve("me", 617) for _ in range(20)], return_exceptions=True)
        assert {str(error) for error in refused} == {"all cores are busy: try again in a moment"}
        over.set()
        await asyncio.gather(*held)
        monkeypatch.undo()
        return str((await batcher.solve("me", 617)).verdict.value)

    assert awaited(ask()) == "solved"


def test_there_are_no_more_threads_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores in (2, 3, 8):
        monkeypatch.setattr(workers, "thread_count", lambda _, cores=cores: cores)
        assert sum(workers.Workers().threads) == cores


def test_help_has_examples() -> None:
    assert "freecell serve --open" in called("serve", "--help")


@pytest.mark.skipif(os.name != "posix", reason="a script stands in for the browser")
def test_open_shows_the_page_in_the_browser_also_of_another_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("--open", "--host", "localhost") as (address, _):
        assert httpx.get(f"{address}/api/deals/617").status_code == 200
        while not seen.exists():
            time.sleep(0.01)
        assert seen.read_text() == f"{address}/\n"
