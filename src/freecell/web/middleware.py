"""What holds for every request: bodies are small, and responses have the headers that keep a page safe."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web.site import POLICY

LARGEST_BODY = 64 * 1024

_POLICY = {**POLICY, "frame-ancestors": "'none'"}

_HEADERS = [
    (b"content-security-policy", "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()).encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_TOO_LARGE = f"the body is too large: {LARGEST_BODY} bytes at the most are right"


class SecurityHeaders:
    """Adds the headers to every response, those to errors as well."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class BodyLimit:
    """Refuses a body that is too large: at once if it says so, else when too much of it has come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):  # whose bodies nobody reads
            length = _body_length(scope)
            if length is None:
                receive = _Counted(receive)
            elif length > LARGEST_BODY:
                refusal = JSONResponse({"detail": _TOO_LARGE}, 413, {"connection": "close"})
                return await refusal(scope, receive, send)
        return await self._app(scope, receive, send)


class _Counted:
    """A body that comes in parts and does not say how long it is."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._length = receive, 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._length += len(message.get("body", b""))
        if self._length > LARGEST_BODY:
            raise HTTPException(413, _TOO_LARGE, {"connection": "close"})
        return message


def _body_length(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
    return None
