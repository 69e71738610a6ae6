"""How many connections there may be, of one client and in all."""

from __future__ import annotations

import contextlib
import resource
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from .hostile import GET, status
from .serving import (
    ONE,
    OTHER,
    all_read,
    client_at,
    connected,
    cpu_seconds,
    needs_addresses,
    requested,
    serving,
)


def is_open(sock: socket.socket) -> bool:
    sock.setblocking(False)
    try:
        return sock.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@needs_addresses
def test_one_client_has_so_many_connections_and_others_have_theirs() -> None:
    with serving(limits={"MOST_CONNECTIONS_EACH": 20}) as (address, _), ExitStack() as stack:
        mine = [stack.enter_context(connected(address, ONE)) for _ in range(50)]
        for sock in mine:
            with contextlib.suppress(ConnectionError):
                sock.sendall(GET)
        with client_at(OTHER, address) as other, client_at(ONE, address) as another_of_mine:
            assert other.get("/api/deals/617").status_code == 200
            # A new one takes the place of the one that has waited longest.
            assert another_of_mine.get("/api/deals/617").status_code == 200
            assert 15 <= sum(map(is_open, mine)) <= 20


@needs_addresses
@pytest.mark.parametrize("kind", ["half a head", "half a body", "half of the next", "all"])
def test_all_connections_together_are_limited(kind: str) -> None:
    """Whoever has waited longest makes way; if nobody waits and each has one, no more are taken on."""
    whole = requested("solve", deal=982, cells=2, goal="prove", seconds=10)
    sent = {
        "half a head": GET,
        "half a body": whole[:-1],
        "half of the next": GET + b"\r\n" + whole[:-1],
        "all": whole,
    }[kind]
    several = {"MOST_CONNECTIONS": 20, "LONGEST_WAIT": 60, "LONGEST_TURN": 60, "SHORTEST_TURN": 60}
    with serving(limits=several) as (address, process), ExitStack() as stack:
        for number in range(20):
            sock = stack.enter_context(connected(address, f"127.0.0.{number + 10}"))
            sock.sendall(sent)
            if kind == "half of the next":
                assert sock.recv(1000).startswith(b"HTTP/1.1 200")
        time.sleep(0.2)
        idle = cpu_seconds(process.pid)
        while kind == "all" and cpu_seconds(process.pid) < idle + 0.3:  # so that all have been read
            time.sleep(0.1)
        said = b""
        with contextlib.suppress(ConnectionResetError), connected(address, OTHER) as sock:  # which may come that soon
            with contextlib.suppress(ConnectionError):
                sock.sendall(GET + b"Connection: close\r\n\r\n")
            said = all_read(sock)
        assert status(said) == (0 if kind == "all" else 200)


@needs_addresses
def test_who_has_many_makes_way_for_who_has_few() -> None:
    """Also if all of theirs are busy; and they do not come back in the place of those few."""
    whole = requested("solve", deal=982, cells=2, goal="prove", seconds=10)
    several = {"MOST_CONNECTIONS": 20, "MOST_CONNECTIONS_EACH": 10, "BEGIN_SECONDS": 60}
    several |= {"LONGEST_WAIT": 60, "LONGEST_TURN": 60, "SHORTEST_TURN": 60}
    with serving(limits=several) as (address, process), ExitStack() as stack:

        def opened(source: str, sent: bytes) -> socket.socket:
            sock = stack.enter_context(connected(address, source))
            with contextlib.suppress(ConnectionError):
                sock.sendall(sent)
            return sock

        begun = cpu_seconds(process.pid)
        many = [opened(f"127.0.0.{10 + number % 2}", whole) for number in range(20)]
        while cpu_seconds(process.pid) < begun + 0.3:  # so that all have been read
            time.sleep(0.1)
        few = [opened(f"127.0.0.{20 + number}", GET + b"\r\n") for number in range(4)]
        assert [status(sock.recv(1000)) for sock in few] == [200] * 4
        assert sum(map(is_open, many)) == 16
        for _ in range(4):
            with contextlib.suppress(ConnectionResetError):  # which may come that soon
                assert all_read(opened("127.0.0.10", whole)) == b""
        assert all(map(is_open, few))


@needs_addresses
def test_where_few_files_may_be_open_nobody_is_shut_out() -> None:
    """1,200 half-sent requests of one client, where 256 files may be open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with serving() as (address, process):
            resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, 256))
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
            with ExitStack() as stack, client_at(OTHER, address) as other:
                for _ in range(1200):
                    with contextlib.suppress(OSError):
                        stack.enter_context(connected(address, ONE)).sendall(GET)
                for _ in range(20):
                    assert other.get("/api/deals/617", headers={"connection": "close"}).status_code == 200
                assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_health_is_told_however_busy_the_server_is(address: str) -> None:
    with ExitStack() as stack, httpx.Client(base_url=address, timeout=30) as api:
        for _ in range(30):
            stack.enter_context(connected(address)).sendall(requested("solve", deal=617, goal="short", seconds=1))
        answer = api.get("/api/health")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"
