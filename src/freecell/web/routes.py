"""What the API answers. Deals are dealt at once; what may take longer goes through `lines`.

A position first gets a short search, which is enough for nearly every one. If it is not, it goes into the slow line,
and is searched for as long as it may take.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.responses import Response
from starlette.routing import request_response

from freecell import notation
from freecell.board import Board
from freecell.checking import check
from freecell.deals import deal
from freecell.errors import FindError, FreecellError
from freecell.finding import FEWEST_RENAMED, find, find_renamed
from freecell.formats import json as board_json
from freecell.game import LENGTHS, Game
from freecell.known import known_cards
from freecell.rules import Move, Rules
from freecell.solving import Solution, Verdict, solve
from freecell.web import told
from freecell.web.asked import (
    NUMBER_IN_PATH,
    Position,
    ToCheck,
    ToDraw,
    ToFind,
    ToSolve,
    body_of,
    counted,
    read,
    read_number,
    text,
)
from freecell.web.lines import BusyError, Lines
from freecell.web.looks import A_LOOK, Looks

VERDICT_SECONDS = 2.0
"""The most time for a verdict or a hint."""

_HINT_WIDTH = 256  # as the command `hint` has it: the same hint on every machine

_VERDICTS = {Verdict.SOLVED: "winnable", Verdict.UNSOLVABLE: "lost", Verdict.UNDECIDED: "unknown"}

Responses = dict[int | str, dict[str, Any]]
_BAD: Responses = {422: {"model": told.Fault, "description": "Something that was given is wrong."}}
_BAD_BODY: Responses = {**_BAD, 413: {"model": told.Fault, "description": "The body is larger than 64 kB."}}
_BUSY: Responses = {
    **_BAD_BODY,
    503: {
        "model": told.Fault,
        "description": "All cores are busy, and were so for two seconds.",
        "headers": {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}},
    },
}
_PICTURE: Responses = {
    200: {"description": "The picture.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


class _Route(APIRoute):
    """A route that FastAPI describes. Its function is called with the request as it is, in half the time."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        super().__init__(path, endpoint, **settings)
        self.app = request_response(endpoint)


def add_routes(app: FastAPI, lines: Lines) -> None:
    """Adds the routes. What takes long goes through these lines."""
    app.router.route_class = _Route
    looks = Looks(lines)

    async def start_of(asked: Position) -> int | Board:
        """The position that is asked about. To play many moves takes a while."""
        return await lines.quick(asked.start) if asked.moves else asked.start()

    async def searched(request: Request, search: Callable[..., Solution]) -> Solution:
        """What a search gives that may take seconds."""
        solution = await lines.slow(request, lambda stopped: search(stopped=stopped))
        if solution.limit == "stopped":
            raise BusyError("the server is being stopped")
        return solution

    @app.get(
        "/api/deals/{number}", tags=["Deals"], response_model=told.Deal, responses=_BAD, openapi_extra=NUMBER_IN_PATH
    )
    async def get_deal(request: Request) -> Response:
        """A deal by its number: 1 to 2**33-1, and the joke games -1 and -2."""
        return answer(_dealt(read_number(request.path_params["number"])), "public, max-age=86400")

    @app.post(
        "/api/verdict", tags=["Solving"], response_model=told.Verdict, responses=_BUSY, openapi_extra=body_of(Position)
    )
    async def get_verdict(request: Request) -> Response:
        """Whether a position can be won. Unknown is what two seconds do not tell."""
        asked = await read(Position, request)
        start = await start_of(asked)
        solution = await looks.look(start, asked.cells)
        if solution.verdict is Verdict.UNDECIDED:
            solution = await searched(request, partial(solve, start, cells=asked.cells, seconds=VERDICT_SECONDS))
        verdict = _VERDICTS[solution.verdict]
        return answer({"verdict": verdict, "limit": solution.limit, "positions": solution.positions})

    @app.post(
        "/api/moves", tags=["Playing"], response_model=told.Judged, responses=_BUSY, openapi_extra=body_of(Position)
    )
    async def judge_moves(request: Request) -> Response:
        """Every legal move, and whether the game can be won after it. Unknown is what a short search does not tell.

        To look ahead is for a server with nothing better to do: one that is busy says so at once, and one that has to
        make way for another request leaves the rest unknown.
        """
        asked = await read(Position, request)
        return answer({"moves": await lines.slow(request, partial(_judged, asked), spare=True)})

    @app.get("/api/random", tags=["Deals"], response_model=told.Deal, responses={503: _BUSY[503]})
    async def get_random_deal(_: Request) -> Response:
        """A deal that can be won: one of the first million, at random."""
        while True:
            number = random.randint(1, 1_000_000)  # noqa: S311, nothing secret
            if (await looks.look(number, 4)).verdict is Verdict.SOLVED:
                break
        return answer(_dealt(number))

    @app.post("/api/find", tags=["Deals"], response_model=told.Found, responses=_BUSY, openapi_extra=body_of(ToFind))
    async def find_deals(request: Request) -> Response:
        """The numbers of the deals that have these cards, if need be with the suits renamed."""
        asked = await read(ToFind, request)
        cards = text(asked.cards, "cards")
        return answer(await lines.quick(partial(_found, cards)))

    @app.post("/api/hint", tags=["Solving"], response_model=told.Hint, responses=_BUSY, openapi_extra=body_of(Position))
    async def get_hint(request: Request) -> Response:
        """What to do next: the first move of a short solution."""
        asked = await read(Position, request)
        start = await start_of(asked)
        search = partial(solve, start, goal="short", width=_HINT_WIDTH, cells=asked.cells, seconds=VERDICT_SECONDS)
        solution = await lines.quick(partial(search, limit=A_LOOK))
        if solution.verdict is Verdict.UNDECIDED:
            solution = await searched(request, search)
        return answer(_hint(solution))

    @app.post(
        "/api/solve", tags=["Solving"], response_model=told.Solution, responses=_BUSY, openapi_extra=body_of(ToSolve)
    )
    async def solve_position(request: Request) -> Response:
        """A solution: any, or a short one, or the exact search alone."""
        asked = await read(ToSolve, request)
        wanted = asked.wanted()
        start = await start_of(asked)
        solution = await looks.look(start, asked.cells) if asked.goal == "fast" else None
        if solution is None or solution.verdict is Verdict.UNDECIDED:
            solution = await searched(request, partial(solve, start, **wanted))
        return answer(await lines.quick(partial(_solution, solution)))

    @app.post(
        "/api/check", tags=["Playing"], response_model=told.Report, responses=_BUSY, openapi_extra=body_of(ToCheck)
    )
    async def check_solution(request: Request) -> Response:
        """Whether a solution wins, whoever wrote it, and if not, its first wrong move."""
        asked = await read(ToCheck, request)
        start = await start_of(asked)
        return answer(await lines.quick(partial(_report, start, asked)))

    @app.post(
        "/api/picture",
        tags=["Playing"],
        response_class=Response,
        responses={**_BUSY, **_PICTURE},
        openapi_extra=body_of(ToDraw),
    )
    async def draw_picture(request: Request) -> Response:
        """A picture of a position, in SVG."""
        asked = await read(ToDraw, request)
        return Response(await lines.quick(partial(_picture, asked)), media_type="image/svg+xml")


def answer(value: object, cache: str = "no-store", status: int = 200) -> Response:
    """A value as JSON, in ASCII whatever is in it."""
    headers = {"cache-control": cache}
    return Response(json.dumps(value, separators=(",", ":")), status, headers, "application/json")


def _dealt(number: int) -> dict[str, Any]:
    return {"deal": number, "board": board_json.to_dict(deal(number))}


def _found(cards: str) -> dict[str, Any]:
    """The deals that have these cards, or have them under other names of the suits: those that change least."""
    try:
        board = Board.parse(cards)
    except FreecellError:
        board = None
    nothing: dict[str, Any] = {
        "deals": [],
        "board": None if board is None else board_json.to_dict(board),
        "names": None,
    }
    try:
        known = known_cards(cards)
    except FreecellError:
        if board is None:
            raise
        return nothing  # a board in mid-game
    if known[0] is None or known[1] is None:
        raise FindError("the first two cards are not known, and to look at every deal takes too long here")
    if numbers := find(known):
        return {**nothing, "deals": numbers}
    if 52 - known.count(None) < FEWEST_RENAMED or not (renamed := find_renamed(known)):
        return nothing
    suits = renamed[0].suits
    return {**nothing, "deals": [deal.number for deal in renamed if deal.suits == suits], "names": renamed[0].naming}


def _judged(asked: Position, stopped: Callable[[], bool]) -> list[dict[str, Any]]:
    """The legal moves, each with the verdict after it. The order of columns and cells makes no difference."""
    game = Game(asked.start(), Rules(asked.cells, autoplay=asked.autoplay))
    verdicts: dict[object, str] = {}
    judged = []
    for move in game.legal_moves():
        game.play(move)
        board = game.board
        game.undo()
        key = frozenset(board.columns), frozenset(board.cells)
        if key not in verdicts and not stopped():
            solution = solve(board, cells=asked.cells, limit=A_LOOK, stopped=stopped)
            verdicts[key] = _VERDICTS[solution.verdict]
        judged.append({**_move(move), "verdict": verdicts.get(key, "unknown")})
    return judged


def _hint(solution: Solution) -> dict[str, Any]:
    move = None
    if solution.moves:
        first, board, rules = solution.moves[0], solution.board, Rules(solution.cells)
        word, sentence = notation.write(first, board, rules), notation.sentence(first, board, rules)
        move = {**_move(first), "word": word, "sentence": sentence}
    return {"verdict": _VERDICTS[solution.verdict], "move": move}


def _solution(solution: Solution) -> dict[str, Any]:
    return {
        "verdict": solution.verdict.value,
        "limit": solution.limit,
        "moves": [_move(move) for move in solution.moves],
        "notation": solution.notation(),
        **{length: getattr(solution, length) for length in LENGTHS},
        "positions": solution.positions,
        "seconds": round(solution.seconds, 6),
    }


def _move(move: Move) -> dict[str, Any]:
    return {"from": move.source, "to": move.target, "cards": move.cards}


def _report(start: int | Board, asked: ToCheck) -> dict[str, Any]:
    return check(start, counted(text(asked.solution, "solution")), cells=asked.cells).to_dict()


def _picture(asked: ToDraw) -> str:
    return asked.after().svg(cells=asked.cells, deck=asked.deck, felt=asked.felt)
