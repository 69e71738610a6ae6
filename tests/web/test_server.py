"""`freecell serve`: a process that starts, is busy, writes a log, and stops."""

from __future__ import annotations

import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from freecell.web import server

from ..helpers.commands import called
from ..helpers.serving import (
    LONG_SEARCH,
    ONE,
    OTHER,
    all_read,
    answered,
    client_at,
    connected,
    line,
    needs_addresses,
    needs_core,
    posted,
    requested,
    serving,
    status,
    until_busy,
)


def written(process: subprocess.Popen[str], number: signal.Signals = signal.SIGTERM) -> str:
    """The standard error of a server after it was stopped."""
    process.send_signal(number)
    assert process.stderr
    return process.stderr.read()


def test_it_prints_its_address_serves_the_page_and_stops_on_ctrl_c() -> None:
    with serving() as (address, process):
        answer = httpx.get(address, timeout=None)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert written(process, signal.SIGINT) == ""
        assert process.wait() == 130


def test_responses_are_sent_without_delay() -> None:
    """asyncio sets TCP_NODELAY only on connections of a listener that names its protocol."""
    with server.listener("127.0.0.1", 0) as sock:
        assert sock.proto == socket.IPPROTO_TCP


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = called("serve", "--port", port, code=1)
    assert said.startswith(f"freecell: can't listen on 127.0.0.1, port {port}: Address already in use; --port 0")


@pytest.mark.parametrize(
    ("option", "value", "code", "line"),
    [
        ("--port", "70000", 2, "--port must be a whole number from 0 to 65535 (got 70000)"),
        ("--port", "-5", 2, "--port must be a whole number from 0 to 65535 (got -5)"),
        ("--host", "no.such.host.invalid", 2, "can't find --host 'no.such.host.invalid': "),
        ("--host", "a..b", 2, "--host 'a..b' is not a host name"),
        ("--host", "192.0.2.1", 1, "can't listen on 192.0.2.1"),
        (
            "--allowed-host",
            "a*b",
            2,
            "--allowed-host must be a host such as freecell.example.org or *.example.org (got",
        ),
        ("--proxy", "X Real", 2, "--proxy must be a header such as X-Forwarded-For (got 'X Real')"),
        ("--log-level", "loud", 2, "--log-level must be debug, info, warning, error or critical (got 'loud')"),
    ],
)
def test_wrong_options(option: str, value: str, code: int, line: str) -> None:
    said = called("serve", option, value, code=code)
    assert said.startswith(f"freecell: {line}")
    assert said.count("\n") == 1


@pytest.mark.parametrize("package", ["uvicorn", "fastapi"])
def test_the_error_names_the_missing_package(package: str) -> None:
    hide = f"import sys; sys.modules['{package}'] = None; from freecell.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"freecell: serving needs {package}: pip install 'freecell[web]'\n"


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="/proc says whether the server searches")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_stops_it_in_the_middle_of_searches(number: signal.Signals, code: int) -> None:
    """Long before the searches would have ended; their clients get a response."""
    with serving(limits={"MOST_SECONDS": 10_000.0, "LONGEST_WAIT": 10_000.0}) as (address, process):
        socks = until_busy(address, process, LONG_SEARCH | {"seconds": 10_000})
        assert written(process, number) == ""
        assert process.wait() == code
        for sock in socks:
            assert status(answer := all_read(sock)) == 503
            assert answer.endswith(b'{"detail":"the server is stopping"}')
            sock.close()


def test_idle_clients_do_not_keep_it_from_stopping() -> None:
    """Half a header, half a body, and responses that nobody reads."""
    unread = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 400
    with serving() as (address, process), ExitStack() as stack:
        for sent in (b"", unread[:20], requested("check", deal=617, solution="7a")[:-1], unread):
            sock = stack.enter_context(connected(address))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(sent)
        assert httpx.get(f"{address}/api/health", timeout=None).status_code == 200
        assert written(process) == ""
        assert process.wait() == -signal.SIGTERM


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="/proc says whether the server searches")
def test_a_busy_server_refuses_long_searches_and_answers_everything_else() -> None:
    """All requests come from one client; several clients would take turns. When the client leaves, its searches end."""
    with serving(limits={"MOST_SECONDS": 10_000.0, "LONGEST_WAIT": 0.5}) as (address, process):
        client = httpx.Client(base_url=address, timeout=None)
        socks = until_busy(address, process, LONG_SEARCH | {"seconds": 10_000})
        busy = client.post("/api/solve", json=LONG_SEARCH)
        assert line(busy, 503) == "all cores are busy: try again in a moment"
        assert busy.headers["retry-after"] == "2"
        assert client.get("/api/health").json() == {"status": "ok"}
        assert client.get("/api/deals/617").status_code == 200
        assert posted(client, "verdict", deal=617)["verdict"] == "solved"
        for sock in socks:
            sock.close()
        while client.post("/api/solve", json=LONG_SEARCH | {"seconds": 0.01}).status_code == 503:
            pass  # as it would for hours if the searches continued


@needs_core
@needs_addresses
@pytest.mark.parametrize("proxy", [None, "X-Forwarded-For"])
def test_a_second_client_gets_its_turn_while_another_floods(proxy: str | None) -> None:
    """Each has its own address, or is named by a proxy. A search that makes way returns what it has found."""
    limits = {"MOST_SECONDS": 10_000.0, "LONGEST_WAIT": 10_000.0, "LONGEST_TURN": 0.1, "SHORTEST_TURN": 0.1}
    options = ("--proxy", proxy) if proxy else ()
    with serving(*options, limits=limits) as (address, process):
        request = requested("solve", **LONG_SEARCH | {"seconds": 10_000})
        named = request.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n", 1)
        flood = [connected(address, ONE) for _ in range(40)]
        for sock in flood:
            sock.sendall(named)
        with client_at(ONE if proxy else OTHER, address) as other:
            other.headers["x-forwarded-for"] = "192.0.2.2"
            for number in (1, 2, 3):
                assert posted(other, "solve", deal=number, goal="short", seconds=0.01)["verdict"] == "solved"
        searching = set(flood)
        while len(flood) - len(searching) < 3:  # each of the three ended one of these early
            ready, _, _ = select.select(searching, [], [], 600)
            assert ready
            assert status(all_read(ready[0])) == 200
            searching.remove(ready[0])
        process.kill()
        for sock in flood:
            sock.close()


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of another process")
def test_little_memory_is_503_and_one_line() -> None:
    with serving(limits={"MOST_SECONDS": 10_000.0}) as (address, process):
        with httpx.Client(base_url=address, timeout=None) as client:
            assert posted(client, "verdict", deal=617)["verdict"] == "solved"
            pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[0])
            room = pages * resource.getpagesize() + 2**20
            resource.prlimit(process.pid, resource.RLIMIT_AS, (room, room))
            response = client.post(
                "/api/solve", json=LONG_SEARCH | {"rules": {"cells": 7}, "metric": "singles", "seconds": 10_000}
            )
            assert line(response, 503).startswith("the server has too little memory")
            assert response.headers["retry-after"] == "2"
            assert client.get("/api/deals/617").status_code == 200
        assert re.fullmatch(r"\S+ \S+ ERROR a request needed more memory than is available\n", written(process))


# Logs

GET = b"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: secret\r\nAuthorization: secret\r\n\r\n"
VISIT = [
    GET % b"/api/deals/617?secret=1",
    GET % b"/%0a%1b[31m",
    GET % (b"/api/deals/" + b"9" * 500),
    b"hello\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    requested("verdict", board="secret"),
]


def test_nothing_is_logged_without_errors() -> None:
    """Nobody can fill a disk by sending bad requests, nor by leaving in the middle of a body or before a response."""
    whole = requested("verdict", deal=617)
    with serving() as (address, process):
        for data in VISIT:
            answered(address, data)
        for data in [whole[:-1]] * 20 + [whole] * 20:
            with connected(address) as sock:
                sock.sendall(data)
        assert httpx.get(f"{address}/api/health", timeout=None).status_code == 200
        assert written(process) == ""


def test_the_access_log_has_one_line_per_request() -> None:
    named = (GET % b"/api/deals/1").replace(b"\r\n\r\n", b"\r\nX-Real-IP: 2001:db8::7\r\n\r\n")
    with serving("--access-log", "--log-level", "critical", "--proxy", "X-Real-IP") as (address, process):
        for data in [*VISIT, named]:
            answered(address, data)
        lines = written(process).splitlines()
    requests = [
        "127.0.0.1 GET /api/deals/617 200",
        "127.0.0.1 GET /%0a%1b[31m 404",
        f"127.0.0.1 GET /api/deals/{'9' * 189} 422",
        "127.0.0.1 GET / 200",
        "127.0.0.1 POST /api/verdict 422",
        "2001:db8::/64 GET /api/deals/1 200",
    ]
    assert len(lines) == len(requests)
    for found, request in zip(lines, requests, strict=True):
        assert re.fullmatch(rf"[\d-]+ [\d:,]+ INFO {re.escape(request)} \d+\.\d ms", found), found


@pytest.mark.skipif(os.name != "posix", reason="a script stands in for the browser")
def test_open_opens_the_page_even_on_another_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    os.mkfifo(seen)
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("--open", "--host", "localhost") as (address, _):
        assert seen.read_text() == f"{address}/\n"
