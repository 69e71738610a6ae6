"""Who a client is: the address by which work and connections are shared out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple

from starlette.types import Receive

UNKNOWN = "unknown"
"""A client whose address is not known, as over a socket that has none."""

_LONGEST_ADDRESS = 64  # characters


class Client(NamedTuple):
    """Who made a request: by which name, and what tells that they are gone."""

    name: str
    receive: Receive

    async def leaves(self) -> None:
        """Waits until the client, all of whose request has been read, is gone."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


class Naming:
    """How clients are told apart: by the address of the connection, or by the one that the proxy in front gives.

    A header is only to be believed if nobody but the proxy can connect: anybody can send one.
    """

    def __init__(self, header: str | None = None) -> None:
        self._header = header.lower().encode() if header else None

    @property
    def is_by_proxy(self) -> bool:
        return self._header is not None

    def name_of(self, scope: Mapping[str, Any]) -> str:
        """The name of whoever made a request."""
        if self._header is not None:
            for name, value in reversed(scope["headers"]):  # the last one is the proxy's own
                if name == self._header:
                    forwarded = _forwarded(value.decode("latin-1"))
                    return UNKNOWN if forwarded is None else forwarded
        return name_of(scope["client"])


def name_of(peer: tuple[Any, ...] | None) -> str:
    """The name of whoever is at this end of a connection."""
    return (_name(peer[0]) if peer else None) or UNKNOWN


@lru_cache(4096)
def _name(address: str) -> str | None:
    """The client of an address: of IPv6 the network of 64 bits, all of which one machine can have."""
    if len(address) > _LONGEST_ADDRESS:
        return None
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"


def _forwarded(value: str) -> str | None:
    """The client in the last part of X-Forwarded-For or Forwarded: the part that the proxy has added."""
    last = value.rpartition(",")[2].strip()
    if "=" in last:
        pairs = (pair.strip().lower().partition("=") for pair in last.split(";"))
        last = next((address for name, _, address in pairs if name == "for"), "")
    last = last.strip('"')
    if last.startswith("["):  # an address of IPv6, and perhaps a port
        return _name(last[1:].partition("]")[0])
    return _name(last.partition(":")[0] if last.count(":") == 1 else last)
