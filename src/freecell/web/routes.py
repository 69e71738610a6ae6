"""The routes of the API, in one table: what each takes and gives, and how it can fail.

The application serves this table and `openapi` describes it. What is to hold for one route or for all of them has its
place here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from freecell.web import requests, responses
from freecell.web.handlers import Handlers
from freecell.web.limits import KILOBYTE, LARGEST_BODY, LONGEST_WAIT, Cost
from freecell.web.static_files import FOR_A_DAY

JSON = "application/json"
SVG = "image/svg+xml"

NEVER_STORE = "no-store"

PROBLEMS = {
    413: "The body is larger than this route takes.",
    422: "Something that was given is wrong.",
    501: "This server was installed without the compiled core, and can't solve.",
    503: f"All cores are busy, and were so for {LONGEST_WAIT:g} seconds; or too many requests of this client wait.",
}
"""What the statuses mean with which a route may answer other than 200; each comes with a `Problem`."""

RETRY_AFTER = 2  # seconds, as a response of status 503 says


@dataclass(frozen=True)
class Route:
    """A path and a method of the API.

    handler   the method of `Handlers`; its name is the operation's
    request   what is read: of a GET, the parameters in the path; of a POST, the body
    response  what is written: a model as JSON, or a text of the media type
    problems  the statuses besides 200
    cost      the most that a request takes
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[[Handlers, Any, Any], Awaitable[BaseModel | str]]
    request: type[BaseModel] | None
    response: type[BaseModel] | type[str]
    tag: str
    summary: str
    description: str
    problems: tuple[int, ...]
    cost: Cost
    media_type: str = JSON
    cache_control: str = NEVER_STORE

    @property
    def name(self) -> str:
        return self.handler.__name__


_POSITION = 32 * KILOBYTE  # bytes of a body that has a board and moves

ROUTES = (
    Route(
        "GET",
        "/api/deals/{number}",
        Handlers.get_deal,
        requests.DealRequest,
        responses.Deal,
        tag="Deals",
        summary="A deal by its number",
        description="A deal by its number: 1 to 2**33-1, and the joke games -1 and -2.",
        problems=(422,),
        cost=Cost(seconds=0.01, memory=1, received=0, sent=2 * KILOBYTE),
        cache_control=FOR_A_DAY,
    ),
    Route(
        "GET",
        "/api/facts/{number}",
        Handlers.get_facts,
        requests.DealRequest,
        responses.Facts,
        tag="Deals",
        summary="What is known of a deal",
        description="What is known of one of Microsoft's first 32,000 deals: the least cells, the shortest solution, "
        "and how hard it is.",
        problems=(422,),
        cost=Cost(seconds=0.01, memory=1, received=0, sent=KILOBYTE),
        cache_control=FOR_A_DAY,
    ),
    Route(
        "GET",
        "/api/random",
        Handlers.get_random_deal,
        None,
        responses.Deal,
        tag="Deals",
        summary="A random deal",
        description="A deal that can be won: one of the first million, at random.",
        problems=(501, 503),
        cost=Cost(seconds=0.5, memory=50, received=0, sent=2 * KILOBYTE),
    ),
    Route(
        "POST",
        "/api/find",
        Handlers.find_deals,
        requests.FindRequest,
        responses.FoundDeals,
        tag="Deals",
        summary="The numbers of a board",
        description="The numbers of the deals that have these cards. If there is none, the suits are renamed, "
        "unless that takes too long: the first five cards must be known for it.",
        problems=(413, 422, 503),
        cost=Cost(seconds=1, memory=10, received=_POSITION, sent=4 * KILOBYTE),
    ),
    Route(
        "POST",
        "/api/verdict",
        Handlers.get_verdict,
        requests.Position,
        responses.Verdict,
        tag="Solving",
        summary="Whether a position can be won",
        description="Whether a position can be won. It is undecided if two million positions are not enough to find "
        "out, or eight seconds, or on a busy server the time that there is.",
        problems=(413, 422, 501, 503),
        cost=Cost(seconds=4, memory=200, received=_POSITION, sent=KILOBYTE),
    ),
    Route(
        "POST",
        "/api/difficulty",
        Handlers.get_difficulty,
        requests.Position,
        responses.Difficulty,
        tag="Solving",
        summary="How hard a position is",
        description="How hard a position is for a person: a score from 0 to 100, and a grade.",
        problems=(413, 422, 501, 503),
        cost=Cost(seconds=0.5, memory=50, received=_POSITION, sent=KILOBYTE),
    ),
    Route(
        "POST",
        "/api/hint",
        Handlers.get_hint,
        requests.Position,
        responses.Hint,
        tag="Solving",
        summary="What to do next",
        description="What to do next: the first move of a short solution, which is looked for as for a verdict.",
        problems=(413, 422, 501, 503),
        cost=Cost(seconds=4, memory=200, received=_POSITION, sent=KILOBYTE),
    ),
    Route(
        "POST",
        "/api/solve",
        Handlers.solve_position,
        requests.SolveRequest,
        responses.Solution,
        tag="Solving",
        summary="A solution",
        description="A solution: any, or a short one, or the exact search alone. A busy server may give it less time "
        "than was asked for, and answers with what was found.",
        problems=(413, 422, 501, 503),
        cost=Cost(seconds=15, memory=320, received=_POSITION, sent=32 * KILOBYTE),
    ),
    Route(
        "POST",
        "/api/check",
        Handlers.check_solution,
        requests.CheckRequest,
        responses.Report,
        tag="Playing",
        summary="Whether a solution wins",
        description="Whether a solution wins, whoever wrote it, and if not, its first wrong move.",
        problems=(413, 422, 503),
        cost=Cost(seconds=1, memory=10, received=LARGEST_BODY, sent=2 * KILOBYTE),
    ),
    Route(
        "POST",
        "/api/picture",
        Handlers.draw_picture,
        requests.PictureRequest,
        str,
        tag="Playing",
        summary="A picture of a position",
        description="A picture of a position, in SVG.",
        problems=(413, 422, 503),
        cost=Cost(seconds=0.5, memory=10, received=_POSITION, sent=64 * KILOBYTE),
        media_type=SVG,
    ),
    Route(
        "GET",
        "/api/health",
        Handlers.get_health,
        None,
        responses.Health,
        tag="Server",
        summary="Whether the server answers",
        description="Whether the server answers. It waits for nothing, however busy the server is.",
        problems=(),
        cost=Cost(seconds=0.01, memory=1, received=0, sent=KILOBYTE),
    ),
)
