"""Middleware for all requests: the limit on bodies, security headers, and the access log."""

from __future__ import annotations

import logging
import time

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web import embedding
from freecell.web.clients import name_of
from freecell.web.limits import LARGEST_BODY
from freecell.web.site import POLICY

ACCESS = logging.getLogger("freecell.web.access")

_LONGEST_PATH = 200  # characters of a path in the log


def _security_headers(policy: dict[str, str], readers: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-security-policy", "; ".join(f"{name} {sources}" for name, sources in policy.items()).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", readers.encode()),
    ]


_SECURITY_HEADERS = _security_headers({**POLICY, "frame-ancestors": "'none'"}, "same-origin")
_FOR_OTHER_SITES = [*_security_headers(POLICY, "cross-origin"), (b"access-control-allow-origin", b"*")]
_EMBEDDED = ("/embed.html", f"/{embedding.SCRIPT}")
_MOST_DROPPED = 16 * LARGEST_BODY  # bytes of a large body that are read and dropped


class SecurityHeaders:
    """Add the headers to every response, including errors. Without an explicit lifetime, responses aren't cached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                lifetime = [] if b"cache-control" in dict(headers) else [(b"cache-control", b"no-store")]
                secure = _FOR_OTHER_SITES if scope["path"] in _EMBEDDED else _SECURITY_HEADERS
                message["headers"] = [*headers, *secure, *lifetime]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class BodyLimit:
    """Reject bodies that are too large, and any `Expect` other than `100-continue`. Moderately large bodies are read
    first, because a client that is still sending wouldn't see the response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for name, value in scope.get("headers", ()):
            if name == b"expect" and value.lower() != b"100-continue":
                return await JSONResponse({"detail": "Expect: only 100-continue is supported"}, 417)(
                    scope, receive, send
                )
        length = 0

        async def receive_limited() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length <= LARGEST_BODY:
                return message
            while message.get("more_body") and length <= _MOST_DROPPED:
                message = await receive()
                length += len(message.get("body", b""))
            raise HTTPException(413, f"the body is too large: the limit is {LARGEST_BODY} bytes")

        return await self._app(scope, receive_limited, send)


class AccessLog:
    """Log one line per request: client, method, path, status and time, and nothing else from the request."""

    def __init__(self, app: ASGIApp, proxy: str | None) -> None:
        self._app, self._proxy = app, proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        begun, status = time.perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            return await self._app(scope, receive, send_and_note)
        finally:
            path = ascii(scope["raw_path"][:_LONGEST_PATH].decode("latin-1"))[1:-1]  # always one line
            took = 1000 * (time.perf_counter() - begun)
            ACCESS.info("%s %s %s %d %.1f ms", name_of(scope, self._proxy), scope["method"], path, status, took)
