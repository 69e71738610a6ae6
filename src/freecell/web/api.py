"""The routes of the API. Deals are returned at once; everything else runs in threads that clients take turns to use.

A position first gets a short search, which is enough for nearly all of them. The rest are queued as slow work, with the
same limits for a verdict, a hint and a solution.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import cache, partial
from typing import Any

from fastapi import APIRouter, Request, Response

from freecell.board import Board
from freecell.budgets import (
    FEW_POSITIONS,
    HINT_BEAM,
    INSTANT_POSITIONS,
    MOST_POSITIONS,
    SERVER_BEAM,
    SERVER_MEMORY,
    VERDICT_POSITIONS,
    VERDICT_SECONDS,
)
from freecell.checking import check_reading
from freecell.dealing import deal
from freecell.engine import Search
from freecell.errors import FindError, FreecellError
from freecell.factbook import facts
from freecell.finding import FEWEST_RENAMED, find, find_renamed
from freecell.finding.known import Known, known_cards
from freecell.game import Game
from freecell.grading import difficulty
from freecell.rules import Rules
from freecell.solving import Hint, Solution, solve
from freecell.verdicts import Verdict
from freecell.web import responses
from freecell.web.clients import Client
from freecell.web.limits import LONGEST_WAIT
from freecell.web.queues import BusyError, Stopped
from freecell.web.requests import CheckRequest, FindRequest, NumberInPath, PictureRequest, Position, SolveRequest
from freecell.web.static_files import FOR_A_DAY

RETRY_AFTER = 2  # seconds, in responses with status 503

_RANDOM_DEALS = 1_000_000
_RANDOM_TRIES = 8  # the first is enough for all but a few deals in a thousand
_FEW_MILLISECONDS = (
    5  # with this many known cards at the start, a deal is found in a few ms; with two, in half a second
)

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    413: {"description": "The body is too large."},
    422: {"description": "The request is invalid."},
    501: {"description": "This server was installed without the compiled core, so it can't solve."},
    503: {
        "description": f"All cores were busy for {LONGEST_WAIT:g} s, or this client has too many waiting requests.",
        "headers": {
            "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait before the next try."}
        },
    },
}


def _problems(*statuses: int, is_json: bool = True) -> dict[int | str, dict[str, Any]]:
    """The statuses other than 200, each with a `Problem` in JSON, even if the successful response isn't JSON."""
    reference = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    problem = {"model": responses.Problem} if is_json else reference
    return {status: {**problem, **_PROBLEMS[status]} for status in statuses}


router = APIRouter(prefix="/api", generate_unique_id_function=lambda route: route.name)


@router.get("/deals/{number}", tags=["Deals"], summary="A deal by its number", responses=_problems(422))
async def get_deal(number: NumberInPath, response: Response) -> responses.Board:
    """A deal by its number: 1 to 2**33-1, and the joke deals -1 and -2."""
    response.headers["cache-control"] = FOR_A_DAY
    return responses.Board(**deal(number).to_dict())


@router.get("/facts/{number}", tags=["Deals"], summary="Facts about a deal", responses=_problems(422))
async def get_facts(number: NumberInPath, response: Response) -> responses.Facts:
    """Facts about one of Microsoft's first 32,000 deals: the fewest cells, the shortest known solution and the
    difficulty."""
    response.headers["cache-control"] = FOR_A_DAY
    return responses.Facts(**facts(number).to_dict())


@router.get("/random", tags=["Deals"], summary="A random deal", responses=_problems(501, 503))
async def get_random_deal(request: Request) -> responses.Board:
    """A random winnable deal from the first million."""
    return await Client.of(request).quick(_random_deal)


@router.post("/find", tags=["Deals"], summary="The deal numbers of a board", responses=_problems(413, 422, 503))
async def find_deals(wanted: FindRequest, request: Request) -> responses.FoundDeals:
    """The numbers of all deals that have these cards. If no deal has them, suits are renamed and the search is
    repeated; this requires that the first five cards are known."""
    client = Client.of(request)
    board, known = await client.quick(partial(_read_cards, wanted.cards))
    if known is not None and _first_known(known) < 52:
        return await client.slow(partial(_found, board, known))
    return await client.quick(partial(_found, board, known, lambda: False))


@router.post(
    "/verdict", tags=["Solving"], summary="Whether a position can be won", responses=_problems(413, 422, 501, 503)
)
async def get_verdict(position: Position, request: Request) -> responses.Verdict:
    """Whether a position can be won. The verdict is undecided after two million positions or eight seconds, or earlier
    on a busy server."""
    client = Client.of(request)
    found = await _decide(client, await _game(client, position), VERDICT_SECONDS)
    said = {"verdict": found.verdict, "limit": found.limit, "positions": found.positions}
    return responses.Verdict(deal=found.deal, **said)  # type: ignore[arg-type]


@router.post("/difficulty", tags=["Solving"], summary="How hard a position is", responses=_problems(413, 422, 501, 503))
async def get_difficulty(position: Position, request: Request) -> responses.Difficulty:
    """How hard a position is for a person: a score from 0 to 100, and a grade."""

    def rated() -> responses.Difficulty:
        game = position.game()
        return responses.Difficulty(deal=game.deal, **difficulty(game).to_dict())

    return await Client.of(request).quick(rated)


@router.post("/hint", tags=["Solving"], summary="The next move", responses=_problems(413, 422, 501, 503))
async def get_hint(position: Position, request: Request) -> responses.Hint:
    """The next move: the first move of a short solution, within the same limits as a verdict."""
    client = Client.of(request)
    search = Search("short", position.rules.value, max_positions=FEW_POSITIONS, beam_width=HINT_BEAM)
    game = await _game(client, position)
    solution = await client.quick(lambda: solve(game, search))
    if solution.verdict is Verdict.UNDECIDED:
        longer = replace(search, max_positions=VERDICT_POSITIONS, seconds=VERDICT_SECONDS)
        solution = await _search(client, game, longer)
    return responses.Hint(**Hint.of(solution).to_dict())


@router.post("/solve", tags=["Solving"], summary="A solution", responses=_problems(413, 422, 501, 503))
async def solve_position(wanted: SolveRequest, request: Request) -> responses.Solution:
    """Solve a position: any solution, a short one, a shortest one, or the exact search alone. A busy server may
    stop the search early and return the best result so far."""
    client, rules, seconds = Client.of(request), wanted.rules.value, wanted.seconds
    most = max(seconds, VERDICT_SECONDS)
    until = time.monotonic() + most  # for all searches of the request together
    game = await _game(client, wanted)
    if wanted.goal == "prove":
        solution = await _search(client, game, Search("prove", rules, seconds=seconds))
    else:
        solution = await _decide(client, game, most)
    left = min(seconds, until - time.monotonic())
    if wanted.goal in ("short", "shortest") and solution and left > 0:
        search = Search(wanted.goal, rules, metric=wanted.metric, seconds=left)
        search = replace(search, beam_width=SERVER_BEAM, memory=SERVER_MEMORY)
        shorter = await _search(client, game, search)
        solution = solution if shorter.verdict is Verdict.UNDECIDED else shorter
    return await client.quick(lambda: responses.Solution(**solution.to_dict()))


@router.post("/check", tags=["Playing"], summary="Whether a solution wins", responses=_problems(413, 422, 503))
async def check_solution(wanted: CheckRequest, request: Request) -> responses.Report:
    """Whether a solution in any notation wins; if not, its first wrong move."""

    def checked() -> responses.Report:
        board, text = wanted.game().board, wanted.moves_to_check()
        return responses.Report(**check_reading(board, text, **wanted.rules.given(), dialect=None).to_dict())

    return await Client.of(request).quick(checked)


@router.post(
    "/picture",
    tags=["Playing"],
    summary="A picture of a position",
    response_class=responses.Svg,
    responses=_problems(413, 422, 503, is_json=False),
)
async def draw_picture(wanted: PictureRequest, request: Request) -> responses.Svg:
    """A picture of a position as SVG."""

    def drawn() -> str:
        return wanted.game().svg(deck=wanted.deck, felt=wanted.felt)

    return responses.Svg(await Client.of(request).quick(drawn))


@router.get("/health", tags=["Server"], summary="Whether the server answers")
async def get_health() -> responses.Health:
    """Whether the server responds. It never waits, however busy the server is."""
    return responses.Health(status="ok")


def _random_deal() -> responses.Board:
    for _ in range(_RANDOM_TRIES):
        number = random.randint(1, _RANDOM_DEALS)  # noqa: S311, nothing secret
        board = deal(number)
        if solve(board, max_positions=FEW_POSITIONS):
            return responses.Board(**board.to_dict())
    raise BusyError


async def _game(client: Client, position: Position) -> Game:
    """The game of a position. Moves are played in a thread; without any, waking a thread would take longer."""
    return await client.quick(position.game) if position.moves else position.game()


@cache
def _fast_search(rules: Rules, positions: int) -> Search:
    """A search for any solution. It is cached, because validating it takes a quarter of the time of a short search."""
    return Search("fast", rules, positions)


async def _decide(client: Client, game: Game, seconds: float) -> Solution:
    """Any solution, or a proof that there is none, within this time."""
    # This decides most positions in less time than it takes to wake a thread.
    solution = solve(game, _fast_search(game.rules, INSTANT_POSITIONS))
    if solution.verdict is Verdict.UNDECIDED:
        search = _fast_search(game.rules, FEW_POSITIONS)
        solution = await client.quick(lambda: solve(game, search))
    if solution.verdict is Verdict.UNDECIDED:
        most = VERDICT_POSITIONS if seconds <= VERDICT_SECONDS else MOST_POSITIONS
        solution = await _search(client, game, replace(search, max_positions=most, seconds=seconds))
    return solution


async def _search(client: Client, game: Game, search: Search) -> Solution:
    """Run a search within its time limit, unless something stops it."""
    solution = await client.slow(lambda stopped: solve(game, search, stopped=stopped))
    if solution.limit != "stopped":
        return solution
    if client.queues.slow.is_closed:
        raise BusyError("the server is stopping")
    return solution.with_limit("seconds")  # its turn is over: report it as out of time


def _read_cards(text: str) -> tuple[Board | None, Known | None]:
    """The position, if all 52 cards are there; and the known cards of the deal, unless it is a mid-game position."""
    try:
        board = Board.parse(text)
    except FreecellError:
        return None, known_cards(text)
    try:
        return board, known_cards(text)
    except FreecellError:
        return board, None


def _first_known(known: Known) -> int:
    """The number of known cards before the first unknown one."""
    return known.index(None) if None in known else len(known)


def _found(position: Board | None, known: Known | None, stopped: Stopped) -> responses.FoundDeals:
    """The deals with these cards, or with renamed suits."""
    if known is None:
        return responses.FoundDeals.of([], [], position)
    if known[0] is None or known[1] is None:
        raise FindError("the first two cards are unknown, and scanning every deal takes too long here")
    numbers, renamed = find(known), []
    if not numbers and 52 - known.count(None) >= FEWEST_RENAMED and not stopped():
        if _first_known(known) < _FEW_MILLISECONDS:
            raise FindError(
                "no deal has these cards; searching for renamed suits takes too long here, "
                f"unless the first {_FEW_MILLISECONDS} cards are known"
            )
        renamed = find_renamed(known)
    if numbers and position is not None:
        position = deal(numbers[0])  # the same board, which knows its number
    return responses.FoundDeals.of(numbers, renamed, position)
