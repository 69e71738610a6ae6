"""Connections: what comes in on one, how long it may take, and how many there may be. On real servers."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from freecell.web import limits

from .hostile import GET, status
from .serving import (
    LONG_PROOF,
    all_read,
    connected,
    cpu_seconds,
    megabytes,
    posted,
    requested,
    serving,
)

POST = b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

SHORT_TIMES = {"HEAD_SECONDS": 1.0, "BODY_SECONDS": 2.0, "READ_SECONDS": 1.0, "IDLE_SECONDS": 1}


@pytest.fixture(scope="module")
def hurried() -> Iterator[str]:
    """The address of a server that has little time for each connection."""
    with serving(limits=SHORT_TIMES) as (address, _):
        yield address


def answers(address: str, data: bytes) -> bytes:
    """All that is answered to what is sent, until the server closes."""
    with connected(address) as sock:
        with contextlib.suppress(ConnectionError):  # it may close before it has read everything
            sock.sendall(data)
        return all_read(sock)


# What comes in


def test_a_head_is_read_up_to_its_largest_size(address: str) -> None:
    def head(size: int) -> bytes:
        begin = GET + b"Connection: close\r\nX: "
        return begin + b"x" * (size - len(begin) - 4) + b"\r\n\r\n"

    assert len(head(limits.LARGEST_HEAD)) == limits.LARGEST_HEAD
    assert status(answers(address, head(limits.LARGEST_HEAD))) == 200
    assert status(answers(address, head(2 * limits.LARGEST_HEAD))) in (0, 431)
    with connected(address) as sock:  # a byte more than can be, and then no more
        sock.sendall(head(2 * limits.LARGEST_HEAD)[: limits.LARGEST_HEAD + 4096])
        time.sleep(0.1)
        sock.sendall(b"x")
        assert b'{"detail":"the head is too large: 16384 bytes at the most are right"}' in all_read(sock)


def test_a_head_has_so_many_headers(address: str) -> None:
    for count, right in ((limits.MOST_HEADERS, 200), (limits.MOST_HEADERS + 1, 431)):
        head = GET + b"Connection: close\r\n" + b"X: y\r\n" * (count - 2) + b"\r\n"
        assert status(answers(address, head)) == right


def test_a_path_is_read_up_to_its_longest(address: str) -> None:
    """What comes after it may be longer: the page's addresses have games in them."""
    longest = b"/" + b"x" * (limits.LONGEST_PATH - 1)
    for target, right in ((longest, 404), (longest + b"x", 414), (b"/?moves=" + b"7a+" * 4000, 200)):
        answer = answers(address, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert status(answer) == right
        assert right != 414 or answer.endswith(b'{"detail":"the path is too long: 1024 bytes at the most are right"}')


def test_no_head_takes_more_than_two_milliseconds() -> None:
    """They are read by the thread that answers everybody."""
    get = b"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    words = b"Connection: upgrade" + b"," * 15_000 + b"\r\nUpgrade: x\r\nContent-Length: 1\r\n\r\nx"
    long = get[:-2] + (b"X: %s\r\n" % (b"y" * 155)) * (limits.MOST_HEADERS - 2) + b"\r\n"
    heads = [get % (b"/?" + b"%41=&" * 3100), get % (b"/" + b"%41" * 5200), POST + words, long % b"/"]
    with serving() as (address, process):
        for head in heads:
            begun = cpu_seconds(process.pid)
            for _ in range(50):
                assert status(answers(address, head)) in (200, 414, 422)
            assert (cpu_seconds(process.pid) - begun) / 50 < 0.002, head[:60]


ENDLESS = [
    (GET, b"X-Some: thing\r\n"),
    (GET + b"X: ", b"y"),
    (GET, b"X"),
    (b"GET /", b"x"),
    (b"", b"X"),
    (b"", b"\r\n"),
    (CHUNKED + b"1;", b"x"),
    (CHUNKED + b"0\r\n", b"X-Some: thing\r\n"),
    (CHUNKED, b"1\r\n \r\n"),
    (CHUNKED, b"0"),
    (GET + b"Content-Length: 100000000000\r\n\r\n", b"x"),
    (POST + b"Content-Length: 18446744073709551615\r\n\r\n", b"x"),
    (b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n", b"x"),
]


def test_nothing_is_read_without_end() -> None:
    """The connection is closed when a few hundred kilobytes have come, and memory does not grow."""
    with serving() as (address, process):
        httpx.get(f"{address}/api/deals/617")
        before = megabytes(process.pid)
        for begin, more in ENDLESS:
            taken = 0
            with connected(address) as sock, contextlib.suppress(ConnectionError):
                sock.sendall(begin)
                while taken < 2**26:
                    sock.sendall(more * (2**16 // len(more)))
                    taken += 2**16
            assert taken < 2**24, begin + more  # what the system has buffered is among it
            assert megabytes(process.pid, "VmHWM") - before < 16, begin + more
        assert httpx.get(f"{address}/api/deals/617").status_code == 200


def test_a_body_comes_in_so_many_parts(address: str) -> None:
    body = b'{"deal": 617, "solution": "7a"}'.ljust(limits.MOST_CHUNKS)
    for count, right in ((limits.MOST_CHUNKS - 1, 200), (limits.MOST_CHUNKS, 413)):  # and the one that ends it
        parts = [body[place : place + 1] for place in range(count - 1)] + [body[count - 1 :]]
        data = CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + b"".join(
            b"%x\r\n%s\r\n" % (len(part), part) for part in parts
        )
        assert status(answers(address, data + b"0\r\n\r\n")) == right


def test_some_requests_may_wait_on_a_connection(address: str) -> None:
    whole = GET + b"\r\n"
    last = GET + b"Connection: close\r\n\r\n"
    right = answers(address, whole * limits.MOST_PIPELINED + last)
    assert right.count(b"HTTP/1.1 200") == right.count(b'{"deal":617,') == limits.MOST_PIPELINED + 1
    wrong = answers(address, whole * 10_000 + last)
    assert wrong.count(b"HTTP/1.1 200") <= limits.MOST_PIPELINED + 1
    waiting = requested("check", deal=617, solution="7a".ljust(limits.LARGEST_BODY * 2 // 3))
    assert answers(address, requested("solve", **LONG_PROOF) + 2 * waiting) == b""


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,  # the first bytes of TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"hello\r\n\r\n",
        b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        CHUNKED + b"x\r\n",
        CHUNKED + b"ffffffffffffffffffff\r\n",
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_is_not_http_gets_one_line(address: str, data: bytes) -> None:
    answer = answers(address, data)
    assert status(answer) == 400
    assert answer.endswith(b'{"detail":"this is not HTTP/1.1"}')
    assert b"content-security-policy: default-src 'none'" in answer


@pytest.mark.parametrize("protocol", [b"websocket", b"h2c", b"TLS/1.0"])
def test_no_connection_becomes_another_one(address: str, protocol: bytes) -> None:
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: " + protocol + b"\r\n"
    answer = answers(address, GET + upgrade + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\x00rest")
    assert status(answer) == 200
    assert answer.count(b'{"deal":617,') == 1  # and the connection was closed after it


# How long it may take


def seconds_open(address: str, begin: bytes, more: bytes = b"") -> float:
    """How long a connection stays open on which this is sent, then something now and then, and nothing is read."""
    with connected(address) as sock:
        start = time.monotonic()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(0.1)
        with contextlib.suppress(OSError):
            sock.sendall(begin)
        while sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1:  # established
            with contextlib.suppress(OSError):
                sock.sendall(more)
            time.sleep(0.1)
            assert time.monotonic() - start < 30, "it is still open"
    return time.monotonic() - start


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="the system does not tell whether the other side closed")
@pytest.mark.parametrize(
    ("begin", "more", "least"),
    [
        (b"", b"", 1),
        (b"GET", b"", 1),
        (GET, b"X: y\r\n", 1),
        (b"", b"\r\n", 1),
        (GET + b"\r\n", b"", 1),
        (POST + b"Content-Length: 1000\r\n\r\n", b" ", 2),
        (CHUNKED, b"1\r\n \r\n", 2),
        (b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", b" ", 1),
        ((b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n") * limits.MOST_PIPELINED, b"", 1),
    ],
    ids=[
        "nothing",
        "half a line",
        "a header now and then",
        "empty lines",
        "one request",
        "a body byte by byte",
        "a body chunk by chunk",
        "a body that nobody reads",
        "answers that nobody reads",
    ],
)
def test_what_is_slow_is_closed(hurried: str, begin: bytes, more: bytes, least: float) -> None:
    """None of them goes on for ever; all have some time."""
    assert seconds_open(hurried, begin, more) >= 0.9 * least


def test_who_is_too_slow_is_told_so(hurried: str) -> None:
    for begin in (GET, POST + b"Content-Length: 1000\r\n\r\n{"):
        answer = answers(hurried, begin)
        assert status(answer) == 408
        assert answer.endswith(b'{"detail":"the request took too long to come"}')
    assert answers(hurried, b"") == b""


def test_who_was_answered_is_not_told_anything_more(hurried: str) -> None:
    """Another answer would be taken for that to the next request. Nor is this one read as a body that did not come."""
    unread = b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
    with connected(hurried) as sock:
        sock.sendall(unread + b"\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += sock.recv(65536)
        assert status(answer) == 404
        sock.sendall(b" ")
        assert all_read(sock) == b""
    answer = answers(hurried, unread + b"Expect: 100-continue\r\n\r\n")
    assert status(answer) == 404
    assert b"\r\nconnection: close\r\n" in answer


def test_a_search_may_take_longer_than_a_request_to_come(hurried: str) -> None:
    with httpx.Client(base_url=hurried, timeout=30) as api:
        found = posted(api, "solve", deal=982, cells=2, goal="prove", seconds=2.5)
        assert found["verdict"] == "undecided"


# How many there may be
