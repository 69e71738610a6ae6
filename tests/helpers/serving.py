"""A real server for tests of the page and its API, and requests to it."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

import freecell
from freecell import Game, deal
from freecell.engine import thread_count
from freecell.formats import json as board_json

from .commands import SCRIPT

WON = {"columns": [[]] * 8, "foundations": dict.fromkeys("CDHS", 13)}
BOARD_617 = board_json.to_dict(deal(617))
MID_GAME = Game.from_notation(617, "7a 7b").board

LONG_SEARCH = {"deal": 617, "goal": "short", "seconds": 10}
"""A search that runs until its limit."""

needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")
needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="this machine has one address for itself")

ONE, OTHER = "127.0.0.1", "127.0.0.2"
"""Addresses of two clients on this machine."""

_LIMITED = """
import sys
from freecell import budgets
from freecell.web import limits
for name, limit in {limits}.items():
    setattr(limits if hasattr(limits, name) else budgets, name, limit)
from freecell.cli import main
sys.exit(main())
"""


@contextmanager
def serving(*arguments: str, limits: Mapping[str, float] | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a free port, optionally with other limits: its address without the last slash, and its process."""
    program = [sys.executable, "-c", _LIMITED.format(limits=dict(limits))] if limits else [SCRIPT]
    command = [*program, "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            found = re.fullmatch(r"FreeCell is at (http://\S+)/ \(Ctrl-C stops\)\n", said)
            assert found, said
            yield found[1], process
        finally:
            process.kill()


def connected(address: str, source: str = ONE) -> socket.socket:
    """A connection to the server, from one of this machine's addresses."""
    place = urlsplit(address)
    return socket.create_connection((place.hostname or "", place.port or 80), None, (source, 0))


def requested(route: str, **body: Any) -> bytes:
    """A request to a route as bytes; the server closes the connection after the response."""
    content = json.dumps(body)
    head = f"POST /api/{route} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n{content}".encode()


def all_read(sock: socket.socket) -> bytes:
    """Everything received until the other side closes."""
    parts = []
    try:
        while part := sock.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass  # it was closed while data was still being sent to it
    return b"".join(parts)


def answered(address: str, data: bytes, source: str = ONE) -> bytes:
    """Send bytes, and return everything that the server sends until it closes."""
    with connected(address, source) as sock:
        with suppress(ConnectionError):  # it may close before it has read everything
            sock.sendall(data)
        return all_read(sock)


def until_busy(address: str, process: subprocess.Popen[str], body: dict[str, object]) -> list[socket.socket]:
    """Connections whose searches occupy all threads for long searches, and one that waits for them."""
    socks = [connected(address) for _ in range(max(1, thread_count() // 2) + 1)]
    for sock in socks:
        sock.sendall(requested("solve", **body))
    ticks = _cpu_ticks(process.pid)
    while _cpu_ticks(process.pid) < ticks + 5:  # it is searching
        assert process.poll() is None
        time.sleep(0.01)
    return socks


def _cpu_ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def status(answer: bytes) -> int:
    """The status of a response; 0 if there is none."""
    return int(answer.split()[1]) if answer else 0


def client_at(source: str, address: str) -> httpx.Client:
    """A client at one of this machine's addresses."""
    return httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address=source), timeout=None)


def posted(api: httpx.Client, path: str, **body: Any) -> Any:
    """The JSON of a successful response."""
    response = api.post(f"/api/{path}", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def refused(api: httpx.Client, path: str, **body: Any) -> str:
    """The one-line error in a response."""
    return line(api.post(f"/api/{path}", json=body), 422)


def line(response: httpx.Response, status: int) -> str:
    """The one-line error of a response with this status."""
    assert response.status_code == status, response.text
    assert response.json().keys() == {"detail"}
    detail: str = response.json()["detail"]
    assert len(detail.splitlines()) == 1
    return detail
