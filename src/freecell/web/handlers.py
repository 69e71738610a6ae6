"""What each route of the API does: a request in, a response out. Deals are dealt at once; the rest goes to the workers.

A position first gets a short search, which is enough for nearly every one. If it is not, it is searched among the slow
work for as long as it may take.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from starlette.requests import Request

from freecell.board import Board, Key
from freecell.checking import check
from freecell.engine import Verdict
from freecell.errors import FindError
from freecell.finding import FEWEST_RENAMED, find, find_renamed
from freecell.game import Game
from freecell.grading import difficulty
from freecell.solving import HINT_WIDTH, Solution, first_move, solve
from freecell.web import responses
from freecell.web.batching import SHORT_LIMIT, Batcher
from freecell.web.fields import Cards
from freecell.web.requests import (
    CheckRequest,
    DealRequest,
    FindRequest,
    PictureRequest,
    Position,
    SolveRequest,
)
from freecell.web.workers import BusyError, Workers

VERDICT_SECONDS = 2.0
"""The most time for a verdict or a hint."""

SHORTEST_MEMORY = 2**28
"""The most bytes for a shortest solution: more than can be filled in the seconds that there are, on one core."""

_RANDOM_DEALS = 1_000_000


class Handlers:
    """A method for each route. Each has the request that was read, and the client, who may leave before it is done."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._batcher = Batcher(workers)

    async def get_deal(self, wanted: DealRequest, _: Request) -> responses.Deal:
        return responses.Deal.of(wanted.number)

    async def get_random_deal(self, _: None, __: Request) -> responses.Deal:
        while True:
            number = random.randint(1, _RANDOM_DEALS)  # noqa: S311, nothing secret
            if (await self._batcher.solve(number, 4)).verdict is Verdict.SOLVED:
                return responses.Deal.of(number)

    async def find_deals(self, wanted: FindRequest, _: Request) -> responses.FoundDeals:
        return await self._workers.quick(partial(_found, wanted.cards))

    async def get_verdict(self, position: Position, client: Request) -> responses.Verdict:
        start = await self._start(position)
        solution = await self._batcher.solve(start, position.cells)
        if solution.verdict is Verdict.UNDECIDED:
            search = partial(solve, start, cells=position.cells, seconds=VERDICT_SECONDS)
            solution = await self._search(client, search)
        return responses.Verdict.of(solution)

    async def get_difficulty(self, position: Position, client: Request) -> responses.Difficulty:
        start = await self._start(position)
        found = await self._workers.slow(client, lambda _: difficulty(start, cells=position.cells))
        return responses.Difficulty.of(found)

    async def judge_moves(self, position: Position, client: Request) -> responses.JudgedMoves:
        moves = await self._workers.slow(client, partial(_judged, position), spare=True)
        return responses.JudgedMoves(moves=moves)

    async def get_hint(self, position: Position, client: Request) -> responses.Hint:
        start = await self._start(position)
        search = partial(solve, start, goal="short", width=HINT_WIDTH, cells=position.cells, seconds=VERDICT_SECONDS)
        solution = await self._workers.quick(partial(search, limit=SHORT_LIMIT))
        if solution.verdict is Verdict.UNDECIDED:
            solution = await self._search(client, search)
        return responses.Hint.of(first_move(solution))

    async def solve_position(self, wanted: SolveRequest, client: Request) -> responses.Solution:
        start = await self._start(wanted)
        solution = await self._batcher.solve(start, wanted.cells) if wanted.goal == "fast" else None
        if solution is None or solution.verdict is Verdict.UNDECIDED:
            search = partial(
                solve,
                start,
                goal=wanted.goal,
                length=wanted.length,
                seconds=wanted.seconds,
                cells=wanted.cells,
                memory=SHORTEST_MEMORY,
            )
            solution = await self._search(client, search)
        return await self._workers.quick(partial(responses.Solution.of, solution))

    async def check_solution(self, wanted: CheckRequest, _: Request) -> responses.Report:
        return await self._workers.quick(partial(_checked, wanted))

    async def draw_picture(self, wanted: PictureRequest, _: Request) -> str:
        return await self._workers.quick(partial(_picture, wanted))

    async def _start(self, position: Position) -> int | Board:
        """The position that is asked about. To play many moves takes a while."""
        return await self._workers.quick(position.start) if position.has_moves else position.start()

    async def _search(self, client: Request, search: Callable[..., Solution]) -> Solution:
        """What a search gives that may take seconds."""
        solution = await self._workers.slow(client, lambda stopped: search(stopped=stopped))
        if solution.limit == "stopped":
            raise BusyError("the server is being stopped")
        return solution


def _found(cards: Cards) -> responses.FoundDeals:
    """The deals that have these cards, or have them under other names of the suits: those that change least."""
    board = None if cards.board is None else responses.Board.of(cards.board)
    known = cards.known
    if known is None:  # a position in mid-game
        return responses.FoundDeals(deals=[], board=board, names=None)
    if known[0] is None or known[1] is None:
        raise FindError("the first two cards are not known, and to look at every deal takes too long here")
    numbers, names = find(known), None
    if not numbers and 52 - known.count(None) >= FEWEST_RENAMED and (renamed := find_renamed(known)):
        suits, names = renamed[0].suits, renamed[0].naming
        numbers = [deal.number for deal in renamed if deal.suits == suits]
    return responses.FoundDeals(deals=numbers, board=board, names=names)


def _judged(position: Position, stopped: Callable[[], bool]) -> list[responses.JudgedMove]:
    """The legal moves, each with the verdict after it. The order of columns and cells makes no difference."""
    game = Game(position.start(), position.rules)
    verdicts: dict[Key, Verdict] = {}
    judged = []
    for move in game.legal_moves():
        game.play(move)
        board = game.board
        game.undo()
        if board.key not in verdicts and not stopped():
            verdicts[board.key] = solve(board, cells=position.cells, limit=SHORT_LIMIT, stopped=stopped).verdict
        verdict = verdicts.get(board.key, Verdict.UNDECIDED)
        judged.append(responses.JudgedMove(**move._asdict(), verdict=verdict.value))
    return judged


def _checked(wanted: CheckRequest) -> responses.Report:
    return responses.Report.of(check(wanted.start(), wanted.solution, cells=wanted.cells))


def _picture(wanted: PictureRequest) -> str:
    return wanted.after().svg(cells=wanted.cells, deck=wanted.deck, felt=wanted.felt)
