"""What the API answers. Deals are dealt at once; what may take longer goes through `lines`.

A search first gets a few milliseconds, which are enough for nearly every position. If they are not, it goes into the slow
line, and is given as long as it may take.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from freecell import notation
from freecell.board import Board
from freecell.checking import check
from freecell.deals import deal
from freecell.errors import FindError, FreecellError
from freecell.finding import find, find_renamed
from freecell.formats import json as board_json
from freecell.game import LENGTHS
from freecell.known import known_cards
from freecell.rules import Move, Rules
from freecell.solving import Solution, Verdict, solve
from freecell.web import told
from freecell.web.asked import NUMBER, Position, ToCheck, ToDraw, ToFind, ToSolve, counted, read_number, text
from freecell.web.lines import BusyError, Lines

A_LOOK = 10_000
"""Positions of the first, short search: at most some 20 ms."""

VERDICT_SECONDS = 2.0
"""The most time for a verdict or a hint."""

_HINT_WIDTH = 256  # as the command `hint` has it: the same hint on every machine

# Of the first million deals these can't be won.
_LOST = {11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948}

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


def router(lines: Lines) -> APIRouter:
    """The routes under /api. What takes long goes through these lines."""
    api = APIRouter(prefix="/api")

    async def start_of(asked: Position) -> int | Board:
        """The position that is asked about. To play many moves takes a while."""
        return await lines.quick(asked.start) if asked.moves else asked.start()

    async def searched(request: Request, search: Callable[..., Solution], *, look: bool = True) -> Solution:
        """What a search gives, at first in a short look."""
        if look:
            solution = await lines.quick(partial(search, limit=A_LOOK))
            if solution.limit != "positions":
                return solution
        solution = await lines.slow(request, lambda stopped: search(stopped=stopped))
        if solution.limit == "stopped":
            raise BusyError("the server is being stopped")
        return solution

    @api.get("/deals/{number}", tags=["Deals"], response_model=told.Deal, responses=_BAD)
    async def get_deal(number: Annotated[str, Path(json_schema_extra=NUMBER.update, examples=[617])]) -> Response:
        """A deal by its number: 1 to 2**33-1, and the joke games -1 and -2."""
        return answer(_dealt(read_number(number)), "public, max-age=86400")

    @api.get("/random", tags=["Deals"], response_model=told.Deal)
    async def get_random_deal() -> Response:
        """A deal that can be won: one of the first million, at random."""
        while (number := random.randint(1, 1_000_000)) in _LOST:  # noqa: S311, nothing secret
            pass
        return answer(_dealt(number))

    @api.post("/find", tags=["Deals"], response_model=told.Found, responses=_BUSY)
    async def find_deals(asked: ToFind, request: Request) -> Response:
        """The numbers of the deals that have these cards, if need be with the suits renamed."""
        cards = text(asked.cards, "cards")
        found = await lines.quick(partial(_found, cards))
        if not found["deals"]:
            found |= await lines.slow(request, lambda _: _found_renamed(cards))
        return answer(found)

    @api.post("/verdict", tags=["Solving"], response_model=told.Verdict, responses=_BUSY)
    async def get_verdict(asked: Position, request: Request) -> Response:
        """Whether a position can be won. Unknown is what two seconds do not tell."""
        search = partial(solve, await start_of(asked), cells=asked.cells, seconds=VERDICT_SECONDS)
        solution = await searched(request, search)
        verdict = _VERDICTS[solution.verdict]
        return answer({"verdict": verdict, "limit": solution.limit, "positions": solution.positions})

    @api.post("/hint", tags=["Solving"], response_model=told.Hint, responses=_BUSY)
    async def get_hint(asked: Position, request: Request) -> Response:
        """What to do next: the first move of a short solution."""
        start = await start_of(asked)
        search = partial(solve, start, goal="short", width=_HINT_WIDTH, cells=asked.cells, seconds=VERDICT_SECONDS)
        return answer(_hint(await searched(request, search)))

    @api.post("/solve", tags=["Solving"], response_model=told.Solution, responses=_BUSY)
    async def solve_position(asked: ToSolve, request: Request) -> Response:
        """A solution: any, or a short one, or the exact search alone."""
        seconds = asked.checked_seconds()
        wanted = {"goal": asked.goal, "length": asked.length, "cells": asked.cells, "seconds": seconds}
        search = partial(solve, await start_of(asked), **wanted)
        solution = await searched(request, search, look=asked.goal != "short")
        return answer(await lines.quick(partial(_solution, solution)))

    @api.post("/check", tags=["Playing"], response_model=told.Report, responses=_BUSY)
    async def check_solution(asked: ToCheck, request: Request) -> Response:
        """Whether a solution wins, whoever wrote it, and if not, its first wrong move."""
        solution = counted(text(asked.solution, "solution"))
        start = await start_of(asked)
        report = await lines.slow(request, lambda _: check(start, solution, cells=asked.cells).to_dict())
        return answer(report)

    @api.post("/picture", tags=["Playing"], response_class=Response, responses={**_BUSY, **_PICTURE})
    async def draw_picture(asked: ToDraw) -> Response:
        """A picture of a position, in SVG."""
        return Response(await lines.quick(partial(_picture, asked)), media_type="image/svg+xml")

    return api


def answer(value: object, cache: str = "no-store", status: int = 200) -> Response:
    """A value as JSON, in ASCII whatever is in it."""
    headers = {"cache-control": cache}
    return Response(json.dumps(value, separators=(",", ":")), status, headers, "application/json")


def _dealt(number: int) -> dict[str, Any]:
    return {"deal": number, "board": board_json.to_dict(deal(number))}


def _found(cards: str) -> dict[str, Any]:
    """The deals that have these cards under their own names."""
    try:
        board = Board.parse(cards)
    except FreecellError:
        board = None
    try:
        known = known_cards(cards)
        if known[0] is None or known[1] is None:
            raise FindError("the first two cards are not known, and to look at every deal takes too long here")
        deals = find(known)
    except FindError:
        if board is None:
            raise
        deals = []  # a board in mid-game
    return {"deals": deals, "board": None if board is None else board_json.to_dict(board), "names": None}


def _found_renamed(cards: str) -> dict[str, Any]:
    """The deals that have these cards under the other names of the suits which change least."""
    try:
        renamed = find_renamed(cards)
    except FindError:  # too few cards for that, or a board in mid-game
        return {}
    alike = [deal.number for deal in renamed if deal.suits == renamed[0].suits]
    return {"deals": alike, "names": renamed[0].naming} if renamed else {}


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


def _picture(asked: ToDraw) -> str:
    return asked.after().svg(cells=asked.cells, deck=asked.deck, felt=asked.felt)
