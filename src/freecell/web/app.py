"""The application: the API, the page's files, and what becomes of errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from freecell import __version__
from freecell.drawing.deck import DECKS, sheet
from freecell.errors import FreecellError, MissingExtraError
from freecell.formats._parts import quoted
from freecell.web import reference, shelf
from freecell.web.asked import one_of, schemas
from freecell.web.guard import Guard
from freecell.web.lines import BusyError, Lines
from freecell.web.routes import add_routes, answer
from freecell.web.shelf import Kept

_DESCRIPTION = (
    "Deal, find, solve, judge, check and draw FreeCell positions. Bodies are JSON, 64 kB at the most. What is wrong "
    "with a request is told in one line, its `detail`, with status 422. Where all cores are busy the status is 503, "
    "and `Retry-After` says when to come again."
)

# Where a browser wants some files: a service worker only has a say in what is below its own path.
_PLACES = {"index.html": "/", "sw.js": "/sw.js", "manifest.webmanifest": "/manifest.webmanifest"}

_RETRY_AFTER = "2"  # seconds
_LONGEST_LINE = 500  # characters: what is quoted may be as long as a body


def guarded(app: ASGIApp | None = None) -> ASGIApp:
    """The whole application, as it is served."""
    return Guard(app or application(Lines()))


def application(lines: Lines) -> FastAPI:
    """The application without its guard. Its searches go through these lines."""
    app = FastAPI(
        title="freecell",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url=None,  # it is one of the files
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        exception_handlers=_HANDLERS,
    )
    add_routes(app, lines)
    for path, kept in _files(description(app)).items():
        app.add_route(path, _served(kept), include_in_schema=False)
    app.add_route("/cards.svg", _serve_cards, include_in_schema=False)
    return app


def description(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the bodies that the routes read themselves."""
    document = app.openapi()
    document["components"]["schemas"] |= schemas()
    return document


def _files(document: dict[str, Any]) -> dict[str, Kept]:
    """All files by the path they are served at."""
    static = shelf.static_files()
    page = {f"/static/{name}": kept for name, kept in static.items()}
    rooted = {path: static[name] for name, path in _PLACES.items() if name in static}
    return {**page, **rooted, **reference.files(document)}


def _served(kept: Kept) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        return kept.answer(request)

    return serve


async def _serve_cards(request: Request) -> Response:
    """The drawings of all cards, one document for each deck."""
    return _cards(request.query_params.get("deck", "two")).answer(request)


@cache
def _cards(deck: str) -> Kept:
    return Kept.of(sheet(one_of(DECKS, deck, "deck")).encode(), "image/svg+xml", shelf.FOR_A_DAY)


async def _say_what_is_wrong(_: Request, error: Exception) -> Response:
    line = str(error)
    return answer({"detail": line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."}, status=422)


async def _say_that_cores_are_busy(_: Request, error: Exception) -> Response:
    busy = answer({"detail": str(error)}, status=503)
    busy.headers["retry-after"] = _RETRY_AFTER
    return busy


async def _say_what_is_missing(_: Request, error: Exception) -> Response:
    return answer({"detail": str(error)}, status=501)


async def _say_what_http_says(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101, as it is registered
    status, detail = error.status_code, error.detail
    if status == 404:
        detail = f"there is nothing at {quoted(request.url.path)}"
    elif status == 405:
        detail = f"{quoted(request.url.path)} does not take {request.method}"
    said = answer({"detail": detail}, status=status)
    said.headers.update(error.headers or {})
    return said


async def _say_that_it_is_our_fault(_: Request, __: Exception) -> Response:
    return answer({"detail": "something went wrong here that is not your fault"}, status=500)


_HANDLERS: dict[int | type[Exception], Any] = {
    FreecellError: _say_what_is_wrong,
    BusyError: _say_that_cores_are_busy,
    MissingExtraError: _say_what_is_missing,
    HTTPException: _say_what_http_says,
    Exception: _say_that_it_is_our_fault,
}
