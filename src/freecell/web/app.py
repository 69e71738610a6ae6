"""The application: the API, the page's files, and what becomes of errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from pydantic import BaseModel
from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from freecell.errors import FormatError, FreecellError, MissingDependencyError, quoted
from freecell.web import openapi, reference, requests, static_files
from freecell.web.clients import Client, Naming
from freecell.web.handlers import Handlers
from freecell.web.middleware import AccessLog, BodyLimit, SecurityHeaders
from freecell.web.queues import BusyError
from freecell.web.responses import Problem
from freecell.web.routes import JSON, NEVER_STORE, RETRY_AFTER, ROUTES, Route
from freecell.web.static_files import StaticFile
from freecell.web.workers import Workers

SMALL_BODY = 1024  # bytes, read in less than a millisecond: what is larger is read in a thread, and holds up nobody
_LONGEST_LINE = 500  # characters: what is quoted may be as long as a body

Endpoint = Callable[[Request], Awaitable[Response]]


def application(workers: Workers, naming: Naming | None = None, *, access_log: bool = False) -> ASGIApp:
    """The whole application, as it is served. Its searches are done by these workers, in turn for each client."""
    naming = naming or Naming()
    serving = _Serving(Handlers(workers), workers, naming)
    api = [routing.Route(route.path, _endpoint(route, serving), methods=[route.method]) for route in ROUTES]
    files = [routing.Route(path, _file_endpoint(file)) for path, file in _files().items()]
    app = Starlette(routes=[*api, *files], exception_handlers=_ERROR_HANDLERS)
    app.router.redirect_slashes = False
    largest = {route.path: route.cost.received for route in ROUTES if route.method == "POST"}
    limited = SecurityHeaders(BodyLimit(app, largest))
    return AccessLog(limited, naming) if access_log else limited


class _Serving(NamedTuple):
    """What every route is served with."""

    handlers: Handlers
    workers: Workers
    naming: Naming


def _endpoint(route: Route, serving: _Serving) -> Endpoint:
    """What serves a route: it reads the request, has it handled, and writes the response."""
    handle = partial(route.handler, serving.handlers)
    head = [(b"cache-control", route.cache_control.encode()), (b"content-type", route.media_type.encode())]

    async def serve(request: Request) -> Response:
        client = Client(serving.naming.name_of(request.scope), request.receive)
        response = await handle(await _read(route, request, client, serving.workers), client)
        text = response.model_dump_json(by_alias=True) if isinstance(response, BaseModel) else response
        return _Success(text.encode(), head)

    return serve


class _Success(Response):
    """A response whose head is known: Starlette would make it anew each time."""

    def __init__(self, content: bytes, head: list[tuple[bytes, bytes]]) -> None:
        self.status_code, self.background, self.body = 200, None, content
        self.raw_headers = [*head, (b"content-length", b"%d" % len(content))]


async def _read(route: Route, request: Request, client: Client, workers: Workers) -> BaseModel | None:
    if route.request is None:
        return None
    if route.method == "GET":
        return requests.validate(route.request, request.path_params)
    if not request.headers.get("content-type", "").startswith(JSON):
        raise FormatError(f"the body is to be JSON, and to be sent with the content type {JSON}")
    body = await request.body()
    if len(body) <= SMALL_BODY:
        return requests.parse(route.request, body)
    return await workers.quick(client.name, partial(requests.parse, route.request, body))


def _files() -> dict[str, StaticFile]:
    """All files by the path they are served at."""
    return {**static_files.page_files(), **reference.files(openapi.document())}


def _file_endpoint(file: StaticFile) -> Endpoint:
    async def serve(request: Request) -> Response:
        return file.response(request)

    return serve


# Errors: each becomes a status and one line.


def _problem(status: int, line: str, headers: Mapping[str, str] | None = None) -> Response:
    detail = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."
    content = Problem(detail=detail).model_dump_json()
    return Response(content, status, {"cache-control": NEVER_STORE, **(headers or {})}, JSON)


async def _on_wrong_input(_: Request, error: Exception) -> Response:
    return _problem(422, str(error))


async def _on_busy(_: Request, error: Exception) -> Response:
    return _problem(503, str(error), {"retry-after": str(RETRY_AFTER)})


async def _on_leaving(_: Request, __: Exception) -> Response:
    return Response(status_code=400)  # which nobody reads


async def _on_missing_package(_: Request, error: Exception) -> Response:
    return _problem(501, str(error))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101, as it is registered
    line = {
        404: f"there is nothing at {quoted(request.url.path)}",
        405: f"{quoted(request.url.path)} does not take {request.method}",
    }.get(error.status_code, error.detail)
    return _problem(error.status_code, line, error.headers)


async def _on_fault(_: Request, __: Exception) -> Response:
    return _problem(500, "something went wrong here that is not your fault")


_ERROR_HANDLERS: dict[Any, Any] = {
    FreecellError: _on_wrong_input,
    BusyError: _on_busy,
    ClientDisconnect: _on_leaving,
    MissingDependencyError: _on_missing_package,
    HTTPException: _on_http_error,
    Exception: _on_fault,
}
