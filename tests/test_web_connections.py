"""How many connections there may be, of one client and in all."""

from __future__ import annotations

import contextlib
import resource
import socket
import time
from collections.abc import Iterator
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


def answered(sock: socket.socket) -> int:
    """The status of an answer, all of which has come."""
    answer = b""
    while not answer.endswith(b"}"):
        part = sock.recv(65536)
        assert part
        answer += part
    return status(answer)


PROOF = requested("solve", deal=982, cells=2, goal="prove", seconds=10)
BUSY = GET + b"\r\n" + PROOF
"""Who has the first answer has been read to the end, and waits for the second one."""

LIMITS = {
    "MOST_CONNECTIONS": 20,
    "MOST_CONNECTIONS_EACH": 10,
    "BEGIN_SECONDS": 60,
    "LONGEST_WAIT": 60,
    "LONGEST_TURN": 60,
    "SHORTEST_TURN": 60,
}


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


@pytest.fixture(scope="module")
def small() -> Iterator[tuple[str, int, int]]:
    """The address of a server that takes few connections, its process, and how many files it has open without any."""
    with serving(limits=LIMITS) as (address, process):
        with connected(address, OTHER) as sock:
            sock.sendall(GET + b"Connection: close\r\n\r\n")
            assert status(all_read(sock)) == 200
        yield address, process.pid, open_files(process.pid)


@pytest.fixture
def crowded(small: tuple[str, int, int]) -> str:
    """The same server, after all connections of other tests are closed."""
    address, process, files = small
    until = time.monotonic() + 30
    while open_files(process) > files:
        assert time.monotonic() < until
        time.sleep(0.01)
    return address


@needs_addresses
def test_one_client_has_so_many_connections_and_others_have_theirs(crowded: str) -> None:
    with ExitStack() as stack:
        mine = [stack.enter_context(connected(crowded, ONE)) for _ in range(30)]
        for sock in mine:
            with contextlib.suppress(ConnectionError):
                sock.sendall(GET)
        with client_at(OTHER, crowded) as other, client_at(ONE, crowded) as another_of_mine:
            assert other.get("/api/deals/617").status_code == 200
            # A new one takes the place of the one that has waited longest.
            assert another_of_mine.get("/api/deals/617").status_code == 200
            assert 7 <= sum(map(is_open, mine)) <= 10


@needs_addresses
@pytest.mark.parametrize("kind", ["half a head", "half a body", "half of the next", "all"])
def test_all_connections_together_are_limited(crowded: str, kind: str) -> None:
    """Whoever has waited longest makes way; if nobody waits and each has one, no more are taken on."""
    sent = {"half a head": GET, "half a body": PROOF[:-1], "half of the next": BUSY[:-1], "all": BUSY}[kind]
    with ExitStack() as stack:
        for number in range(20):
            sock = stack.enter_context(connected(crowded, f"127.0.0.{number + 10}"))
            sock.sendall(sent)
            if sent.startswith(BUSY[:-1]):
                assert answered(sock) == 200
        said = b""
        with contextlib.suppress(ConnectionResetError), connected(crowded, OTHER) as sock:  # which may come that soon
            with contextlib.suppress(ConnectionError):
                sock.sendall(GET + b"Connection: close\r\n\r\n")
            said = all_read(sock)
        assert status(said) == (0 if kind == "all" else 200)


@needs_addresses
def test_who_has_many_makes_way_for_who_has_few(crowded: str) -> None:
    """Also if all of theirs are busy; and they do not come back in the place of those few."""
    with ExitStack() as stack:

        def opened(source: str, sent: bytes) -> socket.socket:
            sock = stack.enter_context(connected(crowded, source))
            with contextlib.suppress(ConnectionError):
                sock.sendall(sent)
            return sock

        many = [opened(f"127.0.0.{10 + number % 2}", BUSY) for number in range(20)]
        assert [answered(sock) for sock in many] == [200] * 20
        few = [opened(f"127.0.0.{20 + number}", GET + b"\r\n") for number in range(4)]
        assert [answered(sock) for sock in few] == [200] * 4
        assert sum(map(is_open, many)) == 16
        for _ in range(4):
            with contextlib.suppress(ConnectionResetError):  # which may come that soon
                assert all_read(opened("127.0.0.10", PROOF)) == b""
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
                assert open_files(process.pid) < 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_health_is_told_however_busy_the_server_is(address: str) -> None:
    with ExitStack() as stack, httpx.Client(base_url=address, timeout=30) as api:
        for _ in range(30):
            stack.enter_context(connected(address)).sendall(requested("solve", deal=617, goal="short", seconds=1))
        answer = api.get("/api/health")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"
