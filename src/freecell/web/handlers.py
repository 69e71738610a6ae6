"""What each route of the API does: a request in, a response out. Deals are dealt at once; the rest goes to the workers.

A position first gets a short search, which is enough for nearly every one. If it is not, it is searched among the slow
work, for a verdict, a hint or a solution within the same limits; and what was decided is kept for all of these.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial

from freecell.board import Board
from freecell.checking import check
from freecell.engine import MOST_POSITIONS, Search, Verdict
from freecell.errors import FindError
from freecell.finding import FEWEST_RENAMED, find, find_renamed
from freecell.finding.known import Known
from freecell.grading import difficulty
from freecell.rules import Rules
from freecell.solving import HINT_WIDTH, Solution, first_move, solve
from freecell.web import responses
from freecell.web.batching import Batcher
from freecell.web.clients import Client
from freecell.web.decided import Decided
from freecell.web.fields import Cards
from freecell.web.limits import SHORT_LIMIT, SHORTEST_MEMORY, VERDICT_LIMIT, VERDICT_SECONDS, WIDEST_BEAM
from freecell.web.queues import BusyError, StoppedError
from freecell.web.requests import (
    CheckRequest,
    DealRequest,
    FindRequest,
    PictureRequest,
    Position,
    SolveRequest,
)
from freecell.web.workers import Workers

_RANDOM_DEALS = 1_000_000
_RANDOM_TRIES = 8  # of which the first is enough for all but a few deals in a thousand

_FEW_MILLISECONDS = 5
"""So many cards known from the first on, and a deal is found in a few milliseconds; with two, half a second."""


class Handlers:
    """A method for each route. Each has the request that was read, and the client, who may leave before it is done."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._batcher = Batcher(workers)
        self._decided = Decided()

    async def get_health(self, _: None, __: Client) -> responses.Health:
        return responses.Health(status="ok")

    async def get_deal(self, wanted: DealRequest, _: Client) -> responses.Deal:
        return responses.Deal.of(wanted.number)

    async def get_facts(self, wanted: DealRequest, _: Client) -> responses.Facts:
        return responses.Facts.of(wanted.number)

    async def get_random_deal(self, _: None, client: Client) -> responses.Deal:
        for _try in range(_RANDOM_TRIES):
            number = random.randint(1, _RANDOM_DEALS)  # noqa: S311, nothing secret
            if (await self._batcher.solve(client.name, number)).verdict is Verdict.SOLVED:
                return responses.Deal.of(number)
        raise BusyError

    async def find_deals(self, wanted: FindRequest, client: Client) -> responses.FoundDeals:
        if wanted.cards.known is not None and _first_known(wanted.cards.known) < 52:
            return await self._workers.slow(client, partial(_found, wanted.cards))
        return await self._workers.quick(client.name, partial(_found, wanted.cards, lambda: False))

    async def get_verdict(self, position: Position, client: Client) -> responses.Verdict:
        start = await self._start(client, position)
        return responses.Verdict.of(await self._decide(client, start, position.rules, VERDICT_SECONDS))

    async def get_difficulty(self, position: Position, client: Client) -> responses.Difficulty:
        start = await self._start(client, position)
        cells = position.rules.cells
        return responses.Difficulty.of(await self._workers.quick(client.name, partial(difficulty, start, cells=cells)))

    async def get_hint(self, position: Position, client: Client) -> responses.Hint:
        start = await self._start(client, position)
        search = Search("short", limit=SHORT_LIMIT, width=HINT_WIDTH, **asdict(position.rules))
        solution = await self._workers.quick(client.name, partial(solve, start, search))
        if solution.verdict is Verdict.UNDECIDED:
            solution = await self._decide_longer(
                client, start, replace(search, limit=VERDICT_LIMIT, seconds=VERDICT_SECONDS)
            )
        return responses.Hint.of(first_move(solution))

    async def solve_position(self, wanted: SolveRequest, client: Client) -> responses.Solution:
        start, rules, seconds = await self._start(client, wanted), wanted.rules, wanted.seconds
        until = time.monotonic() + max(seconds, VERDICT_SECONDS)  # of all that is searched for it
        if wanted.goal == "prove":
            solution = await self._decide_longer(client, start, Search("prove", seconds=seconds, **asdict(rules)))
        else:
            solution = await self._decide(client, start, rules, max(seconds, VERDICT_SECONDS))
        left = min(seconds, until - time.monotonic())
        if wanted.goal in ("short", "shortest") and solution.verdict is Verdict.SOLVED and left > 0:
            search = Search(
                wanted.goal,
                seconds=left,
                width=WIDEST_BEAM,
                length=wanted.length,
                memory=SHORTEST_MEMORY,
                **asdict(rules),
            )
            shorter = await self._search(client, partial(solve, start, search))
            solution = solution if shorter.verdict is Verdict.UNDECIDED else shorter
        return await self._workers.quick(client.name, partial(responses.Solution.of, solution))

    async def check_solution(self, wanted: CheckRequest, client: Client) -> responses.Report:
        return await self._workers.quick(client.name, partial(_checked, wanted))

    async def draw_picture(self, wanted: PictureRequest, client: Client) -> str:
        return await self._workers.quick(client.name, partial(_picture, wanted))

    async def _start(self, client: Client, position: Position) -> int | Board:
        """The position that is asked about. To play many moves takes a while."""
        return await self._workers.quick(client.name, position.start) if position.has_moves else position.start()

    async def _decide(self, client: Client, start: int | Board, rules: Rules, seconds: float) -> Solution:
        """Any solution, or that there is none, as far as it is found out in this time."""
        solution = await self._batcher.solve(client.name, start, rules)
        if solution.verdict is Verdict.UNDECIDED:
            limit = VERDICT_LIMIT if seconds <= VERDICT_SECONDS else MOST_POSITIONS
            search = Search("fast", limit=limit, seconds=seconds, **asdict(rules))
            solution = await self._decide_longer(client, start, search)
        return solution

    async def _decide_longer(self, client: Client, start: int | Board, search: Search) -> Solution:
        """The same for a board for which a short search is not enough; what was decided before is enough."""

        def known() -> Solution | None:
            found = self._decided.find(start, search.rules)
            if found and found.verdict is Verdict.SOLVED and search.goal == "short" != found.search.goal:
                return None  # a short solution is to be looked for first
            return found

        if found := known():
            return found
        solution = await self._search(client, lambda stopped: known() or solve(start, search, stopped=stopped))
        self._decided.keep(solution)
        if solution.verdict is Verdict.UNDECIDED:
            return self._decided.find(start, search.rules) or solution
        return solution

    async def _search(self, client: Client, search: Callable[..., Solution]) -> Solution:
        """What a search gives that may take seconds."""
        solution = await self._workers.slow(client, lambda stopped: search(stopped=stopped))
        if solution.limit != "stopped":
            return solution
        if self._workers.is_closing:
            raise StoppedError
        return replace(solution, limit="seconds")  # it has had as many as there were


def _first_known(known: Known) -> int:
    """How many cards are known from the first on."""
    return known.index(None) if None in known else len(known)


def _found(cards: Cards, stopped: Callable[[], bool]) -> responses.FoundDeals:
    """The deals that have these cards, or have them under other names of the suits."""
    board = None if cards.board is None else responses.Board.of(cards.board)
    known = cards.known
    if known is None:  # a position in mid-game
        return responses.FoundDeals.of([], [], board)
    if known[0] is None or known[1] is None:
        raise FindError("the first two cards are not known, and to look at every deal takes too long here")
    numbers, renamed = find(known), []
    if not numbers and 52 - known.count(None) >= FEWEST_RENAMED and not stopped():
        if _first_known(known) < _FEW_MILLISECONDS:
            raise FindError(
                "no deal has these cards; to look for one with its suits renamed takes too long here, "
                f"unless the first {_FEW_MILLISECONDS} cards are known"
            )
        renamed = find_renamed(known)
    return responses.FoundDeals.of(numbers, renamed, board)


def _checked(wanted: CheckRequest) -> responses.Report:
    said = {name: value for name, value in asdict(wanted.rules).items() if name in wanted.model_fields_set}
    return responses.Report.of(check(wanted.start(), wanted.solution, **said))


def _picture(wanted: PictureRequest) -> str:
    title = None if wanted.deal is None else f"Deal {wanted.deal}"
    return wanted.after().svg(cells=wanted.cells, deck=wanted.deck, felt=wanted.felt, title=title)
