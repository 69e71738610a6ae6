"""What `freecell serve` writes: nothing, unless something is wrong or more is wanted."""

from __future__ import annotations

import re
import signal
from contextlib import suppress

import httpx
import pytest

from .commands import called
from .serving import all_read, connected, requested, serving

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (\w+) (.*)")


def written(*arguments: str, visit: list[bytes], leave: list[bytes] | None = None) -> list[tuple[str, ...]]:
    """The levels and lines that a server writes while some requests are made, and some clients leave too soon."""
    with serving(*arguments) as (address, process):
        for data in visit:
            with connected(address) as sock:
                with suppress(ConnectionError):
                    sock.sendall(data.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
                all_read(sock)
        for data in leave or []:
            with connected(address) as sock:
                sock.sendall(data)
        assert httpx.get(f"{address}/api/health").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        lines = process.stderr.read().splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), lines
    return [match.groups() for match in found if match]


GET = b"GET %s HTTP/1.1\r\nHost: x\r\nCookie: secret\r\nAuthorization: secret\r\n\r\n"
VISIT = [
    GET % b"/api/deals/617?secret=1",
    GET % b"/api/deals/0",
    GET % b"/%0a%1b[31m",
    GET % (b"/api/deals/" + b"9" * 500),
    b"hello\r\n\r\n",
    b"GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"\x16\x03\x01",
    requested("verdict", board="secret"),
]


def test_nothing_is_written_if_nothing_is_wrong() -> None:
    """Whatever strangers send: nobody can fill a disk with it. Nor by leaving amid a body or before an answer."""
    whole = requested("verdict", deal=617)
    assert written(visit=VISIT, leave=[whole[:-1]] * 20 + [whole] * 20 + [whole * 4] * 20) == []


def test_the_access_log_has_a_line_for_each_request() -> None:
    """However little else is written. It names the client as a proxy does, if there is one."""
    named = (GET % b"/api/deals/617").replace(b"\r\n\r\n", b"\r\nX-Real-IP: 2001:db8::7\r\n\r\n")
    arguments = ("--access-log", "--log-level", "critical", "--proxy", "X-Real-IP")
    lines = written(*arguments, visit=[*VISIT, named])
    assert {level for level, _ in lines} == {"INFO"}
    patterns = [
        r"127\.0\.0\.1 GET /api/deals/617 200 \d+\.\d ms",
        r"127\.0\.0\.1 GET /api/deals/0 422 \d+\.\d ms",
        r"127\.0\.0\.1 GET /%0a%1b\[31m 404 \d+\.\d ms",
        r"127\.0\.0\.1 GET /api/deals/9{189} 422 \d+\.\d ms",
        r"127\.0\.0\.1 GET / 200 \d+\.\d ms",
        r"127\.0\.0\.1 POST /api/verdict 422 \d+\.\d ms",
        r"2001:db8::/64 GET /api/deals/617 200 \d+\.\d ms",
        r"127\.0\.0\.1 GET /api/health 200 \d+\.\d ms",
    ]
    assert len(lines) == len(patterns)
    for (_, line), pattern in zip(lines, patterns, strict=True):
        assert re.fullmatch(pattern, line), line
    assert "secret" not in str(lines)


def test_more_is_written_if_it_is_wanted() -> None:
    lines = [line for level, line in written("--log-level", "info", visit=VISIT) if level == "INFO"]
    assert "127.0.0.1: 400, this is not HTTP/1.1" in lines
    assert any(line.startswith("Started server process") for line in lines)
    assert not any("/api/deals/617" in line for line in lines)


def test_what_is_no_option() -> None:
    assert "there is no header 'X Real': X-Forwarded-For is right" in called("serve", "--proxy", "X Real", code=2)
    assert "invalid choice: 'loud'" in called("serve", "--log-level", "loud", code=2)


@pytest.mark.parametrize("word", ["--proxy", "--access-log", "--log-level"])
def test_help_has_the_options(word: str) -> None:
    assert word in called("serve", "--help")
