"""The application: the API, the page's files, and error responses."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import Lifespan

from freecell import __version__
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.web import reference, static_files
from freecell.web.api import RETRY_AFTER, router
from freecell.web.limits import KILOBYTE, LARGEST_BODY
from freecell.web.middleware import AccessLog, BodyLimit, SecurityHeaders
from freecell.web.queues import BusyError, Queues
from freecell.web.static_files import StaticFile

LOGGER = logging.getLogger("freecell.web")

_LATER = {"retry-after": str(RETRY_AFTER)}
_LONGEST_LINE = 500  # characters; a quotation may be as long as a body
_DESCRIPTION = (
    "Deal, find, solve, rate, check and draw FreeCell positions. Bodies are JSON, at most "
    f"{LARGEST_BODY // KILOBYTE} kB. An invalid request gets status 422 with a one-line `detail`. "
    "If all cores are busy, the status is 503, with a `Retry-After` header."
)


def application(
    queues: Queues | None = None,
    *,
    proxy: str | None = None,
    hosts: Sequence[str] = ("*",),
    access_log: bool = False,
    lifespan: Lifespan[Any] | None = None,
) -> FastAPI:
    """The whole application: the API, the page's files, and the middleware.

    queues      the threads that do the work
    proxy       the header in which a trusted proxy passes the client address
    hosts       the accepted host names, "*" for any
    access_log  whether to log one line per request
    lifespan    called when the server starts and stops
    """
    app = FastAPI(
        title="freecell",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        exception_handlers=_ERROR_HANDLERS,
    )
    app.state.queues, app.state.proxy = queues or Queues.of(), proxy
    app.router.routes.extend(router.routes)  # FastAPI matches an included router twice per request
    for path, file in {**static_files.page_files(), **reference.files(app.openapi())}.items():
        _add_file(app, path, file)
    app.add_middleware(BodyLimit)
    if "*" not in hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
    app.add_middleware(SecurityHeaders)
    if access_log:
        app.add_middleware(AccessLog, proxy=proxy)
    return app


def _add_file(app: FastAPI, path: str, file: StaticFile) -> None:
    async def serve(request: Request) -> Response:
        return file.response(request)

    app.router.add_route(path, serve, include_in_schema=False)


# Errors become a status and one line.


def _problem(status: int, line: str, headers: Mapping[str, str] | None = None) -> Response:
    detail = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."
    detail = detail.encode(errors="backslashreplace").decode()  # half a surrogate pair can't be sent
    return JSONResponse({"detail": detail}, status, headers)


def _said(status: int, headers: Mapping[str, str] | None = None) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Respond with the message of the error."""

    async def answer(_: Request, error: Exception) -> Response:
        return _problem(status, str(error), headers)

    return answer


async def _on_wrong_body(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101, as it is registered
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"][1:])
    if first["type"] == "json_invalid":
        line = f"the body is not JSON: {first['ctx']['error']}"
    elif first["type"] == "value_error":
        line = str(first["ctx"]["error"])
    elif not name:
        line = "the body must be a JSON object, sent as application/json"
    else:
        line = f"{name}: {first['msg']}" + (f", got {quoted(first['input'])}" if first["type"] != "missing" else "")
    return _problem(422, line)


async def _on_little_memory(_: Request, __: Exception) -> Response:
    LOGGER.error("a request needed more memory than is available")
    return _problem(503, "the server has too little memory: try again in a moment", _LATER)


async def _on_leaving(_: Request, __: Exception) -> Response:
    return Response(status_code=400)  # the client has left


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101, as it is registered
    if isinstance(error.__cause__, ClientDisconnect):
        return await _on_leaving(request, error)
    lines = {
        400: (422, "the body is not valid JSON"),
        404: (404, f"there is nothing at {quoted(request.url.path)}"),
        405: (405, f"{quoted(request.url.path)} does not accept {request.method}"),
    }
    status, line = lines.get(error.status_code, (error.status_code, error.detail))
    return _problem(status, line, error.headers)


async def _on_fault(_: Request, error: Exception) -> Response:
    LOGGER.error("internal server error", exc_info=error)
    return _problem(500, "internal error: something went wrong on the server")


_ERROR_HANDLERS: dict[Any, Any] = {
    FreecellError: _said(422),
    RequestValidationError: _on_wrong_body,
    BusyError: _said(503, _LATER),
    MemoryError: _on_little_memory,
    ClientDisconnect: _on_leaving,
    MissingDependencyError: _said(501),
    HTTPException: _on_http_error,
    Exception: _on_fault,
}
