"""Who a client is: an address, or what a proxy says."""

from __future__ import annotations

from contextlib import ExitStack

import httpx
import pytest

from freecell.web.clients import UNKNOWN, Naming, name_of

from .hostile import GET
from .serving import (
    LONG_PROOF,
    connected,
    needs_core,
    requested,
    serving,
)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("somewhere", UNKNOWN),
        ("", UNKNOWN),
        ("1" * 10_000, UNKNOWN),
    ],
)
def test_the_name_of_a_client(address: str, name: str) -> None:
    assert name_of((address, 4711)) == name
    assert name_of(None) == UNKNOWN


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (b"192.0.2.7", "192.0.2.7"),
        (b"forged, 198.51.100.1, 192.0.2.7", "192.0.2.7"),
        (b"192.0.2.7:4711", "192.0.2.7"),
        (b"2001:db8::1", "2001:db8::/64"),
        (b"[2001:db8::1]:4711", "2001:db8::/64"),
        (b'for=192.0.2.1, for="[2001:db8::1]:4711";proto=https', "2001:db8::/64"),
        (b"For=192.0.2.7;by=192.0.2.1", "192.0.2.7"),
        (b"unknown", UNKNOWN),
        (b"", UNKNOWN),
        (b"\xff", UNKNOWN),
        (b"192.0.2.7,", UNKNOWN),
    ],
)
def test_the_client_that_a_proxy_names(value: bytes, name: str) -> None:
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", b"forged"), (b"x-forwarded-for", value)]}
    assert Naming("X-Forwarded-For").name_of(scope) == name
    assert Naming().name_of(scope) == "127.0.0.1"
    assert Naming("X-Real-IP").name_of(scope) == "127.0.0.1"


@needs_core
def test_a_header_is_believed_only_if_a_proxy_sets_it() -> None:
    """A greedy client does not become many by saying so; behind a proxy, each that it names has its turn."""
    for proxy, wait, right in (((), 0.2, {503}), (("--proxy", "X-Forwarded-For"), 10.0, {200})):
        limits = {"LONGEST_WAIT": wait, "LONGEST_TURN": 0.1, "SHORTEST_TURN": 0.1}
        with serving(*proxy, limits=limits) as (address, _), ExitStack() as stack:
            sock = stack.enter_context(connected(address))
            sock.sendall(GET + b"\r\n" + requested("solve", **LONG_PROOF))
            assert sock.recv(1000).startswith(b"HTTP/1.1 200")  # both have been read, and the proof comes next
            with httpx.Client(base_url=address, timeout=30, headers={"x-forwarded-for": "192.0.2.7"}) as api:
                assert {api.post("/api/solve", json=LONG_PROOF | {"seconds": 0.01}).status_code} == right
