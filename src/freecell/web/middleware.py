"""What holds for every request: its body is small, its response has security headers, and it may be logged."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web.clients import Naming
from freecell.web.site import POLICY

ACCESS = logging.getLogger("freecell.web.access")

_LONGEST_PATH = 200  # characters of one in the log

_POLICY = {**POLICY, "frame-ancestors": "'none'"}

SECURITY_HEADERS = [
    (b"content-security-policy", "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()).encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class SecurityHeaders:
    """Adds the headers to every response, those to errors as well."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY_HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class BodyLimit:
    """Refuses a body that is too large for its path: at once if it says so, else when too much of it has come."""

    def __init__(self, app: ASGIApp, largest: Mapping[str, int]) -> None:
        self._app, self._largest = app, largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        largest = self._largest.get(scope["path"])
        if largest is not None and scope["method"] not in ("GET", "HEAD"):  # else nobody reads a body
            length = _body_length(scope)
            if length is None:
                receive = _Counted(receive, largest)
            elif length > largest:
                refusal = JSONResponse({"detail": _too_large(largest)}, 413, {"connection": "close"})
                return await refusal(scope, receive, send)
        return await self._app(scope, receive, send)


class _Counted:
    """A body that comes in parts and does not say how long it is."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._largest, self._length = receive, largest, 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._length += len(message.get("body", b""))
        if self._length > self._largest:
            raise HTTPException(413, _too_large(self._largest), {"connection": "close"})
        return message


def _too_large(largest: int) -> str:
    return f"the body is too large: {largest} bytes at the most are right here"


def _body_length(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else None
    return None


class AccessLog:
    """Writes a line for each request: who, what, the status, and how long it took. Nothing that was asked is in it."""

    def __init__(self, app: ASGIApp, naming: Naming) -> None:
        self._app, self._naming = app, naming

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            path = ascii(scope["raw_path"][:_LONGEST_PATH].decode("latin-1"))[1:-1]  # whatever it is, one line
            took = 1000 * (time.perf_counter() - begun)
            ACCESS.info("%s %s %s %d %.1f ms", self._naming.name_of(scope), scope["method"], path, status, took)
