"""Identifies clients by address, so that they can take turns, and runs their work in the queues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple, TypeVar

from fastapi import Request
from starlette.types import Receive

from freecell.web.queues import Queues, Stopped

T = TypeVar("T")

UNKNOWN = "unknown"
"""A client with an unknown address, for example on a Unix socket."""


def name_of(scope: Mapping[str, Any], proxy: str | None = None) -> str:
    """The name of a client: its address, or the last address in the proxy's header.

    Anyone can send this header, so make sure that only the proxy can connect.
    """
    if proxy is not None:
        values = [value for name, value in scope["headers"] if name == proxy.lower().encode()]
        if values:
            return _name(values[-1].decode("latin-1").rpartition(",")[2].strip())
    return _name(scope["client"][0]) if scope["client"] else UNKNOWN


@lru_cache(4096)
def _name(address: str) -> str:
    """The client at an address. For IPv6 this is the /64 network, which a single machine can own."""
    try:
        ip = ip_address(address[:64].partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or f"{IPv6Address(int(ip) >> 64 << 64)}/64")
    return str(ip)


class Client(NamedTuple):
    """A client that may disconnect before its request is finished."""

    name: str
    receive: Receive
    queues: Queues

    @classmethod
    def of(cls, request: Request) -> Client:
        state = request.app.state
        return cls(name_of(request.scope, state.proxy), request.receive, state.queues)

    async def quick(self, work: Callable[[], T]) -> T:
        """Run work that takes milliseconds."""
        return await self.queues.quick.run(self.name, lambda _: work())

    async def slow(self, work: Callable[[Stopped], T]) -> T:
        """Run work that takes seconds and regularly checks whether to stop."""
        return await self.queues.slow.run(self.name, work, self._leaves())

    async def _leaves(self) -> None:
        """Wait until the client disconnects, after its request has been read completely."""
        while (await self.receive())["type"] != "http.disconnect":
            pass
