"""A real server for tests of the page and its API, and requests to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

import freecell
from freecell import Game, deal
from freecell.formats import json as board_json
from freecell.web.limits import SHORT_LIMIT

from .commands import SCRIPT

WON = {"columns": [[]] * 8, "foundations": dict.fromkeys("CDHS", 13)}
BOARD_617 = board_json.to_dict(deal(617))
MID_GAME = Game.from_notation(617, "7a 7b").board

needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")


needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="this machine has one address for itself")

ONE, OTHER = "127.0.0.1", "127.0.0.2"
"""Addresses of two clients on this machine."""

_LIMITED = """
import sys
from freecell.web import limits
vars(limits).update({limits})
from freecell.cli import main
sys.exit(main())
"""


@contextmanager
def serving(*arguments: str, limits: Mapping[str, float] | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server at a free port, with other limits if need be: its address without the last slash, and its process."""
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
    return socket.create_connection((place.hostname or "", place.port or 80), 30, (source, 0))


def requested(route: str, **body: Any) -> bytes:
    """A request to a route, as it is sent."""
    content = json.dumps(body)
    head = f"POST /api/{route} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n{content}".encode()


def client_at(source: str, address: str) -> httpx.Client:
    """A client at one of this machine's addresses."""
    limits = httpx.Limits(max_connections=100)
    transport = httpx.HTTPTransport(local_address=source, limits=limits)
    return httpx.Client(base_url=address, transport=transport, timeout=60)


@contextmanager
def greedy(source: str, address: str, connections: int, route: str, **body: Any) -> Iterator[list[int]]:
    """A client that asks for the same on so many connections, again and again: the statuses of its answers so far.

    At the end it leaves, and waits for nothing any more.
    """
    statuses: list[int] = []
    over = threading.Event()
    place = urlsplit(address)
    request = json.dumps(body)
    mine = [
        http.client.HTTPConnection(place.hostname or "", place.port, source_address=(source, 0))
        for _ in range(connections)
    ]

    def ask(connection: http.client.HTTPConnection) -> None:
        with suppress(OSError, http.client.HTTPException):  # when the server ends, or this client leaves
            connection.connect()
            connection.auto_open = 0  # never again
            while not over.is_set():
                connection.request("POST", f"/api/{route}", request, {"content-type": "application/json"})
                response = connection.getresponse()
                response.read()
                statuses.append(response.status)
        connection.close()

    threads = [threading.Thread(target=ask, args=[connection], daemon=True) for connection in mine]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for sock in [connection.sock for connection in mine if connection.sock]:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()


def all_read(sock: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    try:
        while part := sock.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass  # it was closed while something was still on its way to it
    return b"".join(parts)


def cpu_seconds(process: int) -> float:
    """The CPU time that a process has taken, of all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int, what: str = "VmRSS") -> float:
    """The memory of a process: now, or "VmHWM", the most it has had."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


_HARD = (720, 216, 857, 696, 503, 884)  # which a search of a tenth of a second decides: three each way


def hard_deals() -> Iterator[int]:
    """Deals for which a short search is not enough with two cells. Those first that a longer one decides soon."""
    for number in chain(_HARD, count(1)):
        if freecell.winnable(number, cells=2, limit=SHORT_LIMIT) is None:
            yield number


def posted(api: httpx.Client, path: str, **body: Any) -> Any:
    """The response to a request, if all is well."""
    response = api.post(f"/api/{path}", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def refused(api: httpx.Client, path: str, **body: Any) -> str:
    """The one line that says what is wrong."""
    return line(api.post(f"/api/{path}", json=body), 422)


def line(response: httpx.Response, status: int) -> str:
    """The one line of a response with this status."""
    assert response.status_code == status, response.text
    assert response.json().keys() == {"detail"}
    detail: str = response.json()["detail"]
    assert len(detail.splitlines()) == 1
    return detail


LONG_PROOF = {"deal": 982, "cells": 2, "goal": "prove", "seconds": 10}
