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
from freecell.web.middleware import LARGEST_BODY
from freecell.web.static_files import FOR_A_DAY
from freecell.web.workers import LONGEST_WAIT

JSON = "application/json"
SVG = "image/svg+xml"

NEVER_STORE = "no-store"

PROBLEMS = {
    413: f"The body is larger than {LARGEST_BODY // 1024} kB.",
    422: "Something that was given is wrong.",
    501: "This server was installed without the compiled core, and can't solve.",
    503: f"All cores are busy, and were so for {LONGEST_WAIT:g} seconds.",
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
    media_type: str = JSON
    cache_control: str = NEVER_STORE

    @property
    def name(self) -> str:
        return self.handler.__name__


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
    ),
    Route(
        "POST",
        "/api/find",
        Handlers.find_deals,
        requests.FindRequest,
        responses.FoundDeals,
        tag="Deals",
        summary="The numbers of a board",
        description="The numbers of the deals that have these cards, if need be with the suits renamed.",
        problems=(413, 422, 503),
    ),
    Route(
        "POST",
        "/api/verdict",
        Handlers.get_verdict,
        requests.Position,
        responses.Verdict,
        tag="Solving",
        summary="Whether a position can be won",
        description="Whether a position can be won. It is undecided if two seconds are not enough to find out.",
        problems=(413, 422, 501, 503),
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
    ),
    Route(
        "POST",
        "/api/moves",
        Handlers.judge_moves,
        requests.Position,
        responses.JudgedMoves,
        tag="Playing",
        summary="Every legal move and its verdict",
        description="Every legal move, and whether the game can be won after it, as far as a short search finds out. "
        "Only an idle server looks ahead: a busy one answers 503 at once, and one that gets busy leaves the rest "
        "undecided.",
        problems=(413, 422, 501, 503),
    ),
    Route(
        "POST",
        "/api/hint",
        Handlers.get_hint,
        requests.Position,
        responses.Hint,
        tag="Solving",
        summary="What to do next",
        description="What to do next: the first move of a short solution.",
        problems=(413, 422, 501, 503),
    ),
    Route(
        "POST",
        "/api/solve",
        Handlers.solve_position,
        requests.SolveRequest,
        responses.Solution,
        tag="Solving",
        summary="A solution",
        description="A solution: any, or a short one, or the exact search alone.",
        problems=(413, 422, 501, 503),
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
        media_type=SVG,
    ),
)
