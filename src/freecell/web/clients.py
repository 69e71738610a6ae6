"""Who asks: the address by which clients take turns, and their place in the queues."""

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
"""A client whose address is not known, as over a Unix socket."""


def name_of(scope: Mapping[str, Any], proxy: str | None = None) -> str:
    """The name of a client: its address, or the last one in the header that the proxy in front sets.

    Anybody can send a header: it is only true if nobody but the proxy can connect.
    """
    if proxy is not None:
        values = [value for name, value in scope["headers"] if name == proxy.lower().encode()]
        if values:
            return _name(values[-1].decode("latin-1").rpartition(",")[2].strip())
    return _name(scope["client"][0]) if scope["client"] else UNKNOWN


@lru_cache(4096)
def _name(address: str) -> str:
    """The client at an address: for IPv6 its network of 64 bits, all of which one machine can have."""
    try:
        ip = ip_address(address[:64].partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or f"{IPv6Address(int(ip) >> 64 << 64)}/64")
    return str(ip)


class Client(NamedTuple):
    """A client that may leave before its request is done."""

    name: str
    receive: Receive
    queues: Queues

    @classmethod
    def of(cls, request: Request) -> Client:
        state = request.app.state
        return cls(name_of(request.scope, state.proxy), request.receive, state.queues)

    async def quick(self, work: Callable[[], T]) -> T:
        """Runs work of milliseconds."""
        return await self.queues.quick.run(self.name, lambda _: work())

    async def slow(self, work: Callable[[Stopped], T]) -> T:
        """Runs work of seconds, which asks now and then whether to stop."""
        return await self.queues.slow.run(self.name, work, self._leaves())

    async def _leaves(self) -> None:
        """Waits until the client, all of whose request has been read, is gone."""
        while (await self.receive())["type"] != "http.disconnect":
            pass
