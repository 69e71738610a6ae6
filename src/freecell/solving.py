"""Solving: whether a board can be won, and how.

    fast      the first solution that a ladder of short searches finds; if none does, an exact search decides
    short     then wider and wider beams, as long as there is time, for a solution of fewer turns (or singles)
    prove     the exact search alone
    shortest  a solution of the fewest turns (or singles), with the proof that none has fewer

A verdict is never a guess: SOLVED comes with moves that win, UNSOLVABLE after every position that can be reached was
looked at, and everything else is UNDECIDED and says which limit was reached. The searches are in `core/search`.

A solution is played by the rules that were asked for: each move is legal by their room, and what goes home by itself
does so. Nothing does before the first move, as in a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, cast

from freecell import engine, notation
from freecell.board import Board
from freecell.dealing import deal, deals, numbers, valid_deal
from freecell.engine import Limit, Search, SearchOptions, Verdict, thread_count
from freecell.errors import FreecellError, quoted
from freecell.game import Game
from freecell.packing import BOARD_BYTES, moves_of, pack_bytes, pack_dealt
from freecell.rules import Move, Rules, check_cells

if TYPE_CHECKING:
    from typing import Unpack

    from freecell.drawing.film import Film, FilmOptions
    from freecell.engine import Answer, Rows
    from freecell.notation import Dialect

HINT_WIDTH = 256
"""The beam of a hint: some 10 ms, and the same hint on every machine."""

_FEW, _MANY = 8, 2048  # boards solved at a time, where each takes long or not
_WITHOUT_NUMPY = 64  # deals in a row, which are packed sooner than it is imported


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What a search found out about a board.

    start      the deal number or the board that was asked about
    search     what was asked
    verdict    SOLVED, UNSOLVABLE or UNDECIDED
    limit      what left it undecided, or not proven to be the shortest if that was asked: the limit of "positions",
               "seconds" or "memory", or that it was "stopped"
    moves      every move, those home as well, by hand or not; none unless it is solved
    positions  how many were searched
    seconds    how long it took
    cards_moved, singles, steps, turns   the lengths of the solution
    lower_bound   no solution has fewer turns, or singles if those were asked for; None unless the shortest was
    """

    start: int | Board
    search: Search
    verdict: Verdict
    limit: Limit | None
    positions: int
    seconds: float
    cards_moved: int
    singles: int
    steps: int
    turns: int
    lower_bound: int | None
    _moves: bytes

    @property
    def deal(self) -> int | None:
        """The deal number, if it was asked for by number."""
        return None if isinstance(self.start, Board) else self.start

    @property
    def board(self) -> Board:
        return self.start if isinstance(self.start, Board) else deal(self.start)

    @property
    def moves(self) -> list[Move]:
        return moves_of(self._moves)

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return self.search.rules

    @property
    def is_shortest(self) -> bool:
        """Whether it is proven that no solution has fewer turns, or singles if those were asked for."""
        length = self.turns if self.search.metric == "turns" else self.singles
        return self.verdict is Verdict.SOLVED and self.lower_bound == length

    def game(self) -> Game:
        """The solution played: a game that is won."""
        game, moves = Game(self.start, self.rules), self.moves
        while (played := game.steps) < len(moves):
            game.play(moves[played])  # and those after it that follow by themselves
        return game

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The moves in notation, without those that are played automatically: by its rules, or by these."""
        return self.game().notation(rules, dialect)

    def film(self, **options: Unpack[FilmOptions]) -> Film:
        """The solution as a film; the options are those of `Game.film`.

        If nothing goes home by itself, safe cards do so in the film: what it shows is the same.
        """
        if self.verdict is not Verdict.SOLVED:
            raise FreecellError(f"{self.name} is {self.verdict.value}: there is nothing to film")
        game = self.game()
        return (game.under(replace(self.rules, autoplay="safe")) if self.rules.autoplay == "none" else game).film(
            **options
        )

    @property
    def name(self) -> str:
        """What to call the board: "deal 617", or "this board"."""
        return "this board" if self.deal is None else f"deal {self.deal}"

    def __repr__(self) -> str:
        length = f" in {self.turns} turns" if self.verdict is Verdict.SOLVED else ""
        return f"<Solution of {self.name}: {self.verdict.value}{length}, {self.positions} positions searched>"


class Hint(NamedTuple):
    """What to do next: a move, also in notation and in words, and the solution that it is the first move of.

    There is no move if the game is won already, can't be won, or it is undecided whether it can.
    """

    move: Move | None
    word: str
    sentence: str
    solution: Solution

    def __str__(self) -> str:
        if self.move is not None:
            return f"{self.word}: {self.sentence}"
        if self.solution.verdict is Verdict.SOLVED:
            return f"{self.solution.name} is won already"
        known = "can't be won" if self.solution.verdict is Verdict.UNSOLVABLE else "is undecided"
        return f"{self.solution.name} {known}"


def solve(
    board: int | Board | Game,
    search: Search | None = None,
    *,
    stopped: Callable[[], bool] | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[SearchOptions],
) -> Solution:
    """Solves a deal number, any board, or a game from where it is now.

    What is asked is a `Search`, or its parts by name:

    goal      "fast", any solution; "short", one of few turns or singles; "prove", the exact search alone;
              "shortest", one of the fewest turns or singles, with the proof that none has fewer
    cells     how many cells there are, 0 to 7
    room      how many cards move at once: by "theory", or as "windows" allowed
    autoplay  what goes home by itself after a move: "none", "safe" or "max"
    max_positions  the most positions that the exact search looks at, which is never without a limit
    seconds   the most time; a short solution is looked for during one second if neither this nor beam_width is given
    beam_width     the widest beam for a short solution; without seconds, the only one, and the same on every machine
    metric    what a short solution has few of, and a shortest one the fewest: "turns" or "singles"
    memory    the most bytes that an exact search takes: 2 GB, or less where there is less

    The rules are those of the game, if it is one, or else four cells, theory and none.
    `stopped` is asked every 20 ms or so, in this thread, whether to give up. What was found by then is kept: of a
    search for a shortest solution the shortest so far, and what any has at least.
    `progress` is told these two as often, once they are known.
    """
    search = _search(board, search, options)
    start = board.board if isinstance(board, Game) else board
    if progress is None:
        return _solutions([start], search, 1, stopped)[0]

    def advance(lower_bound: int, shortest: int) -> bool:
        if shortest >= 0:
            progress(lower_bound, shortest)
        return stopped is not None and stopped()

    return _solution(start, search, engine.solve_one(pack_starts([start], search.cells), search, advance))


def solve_many(
    boards: range | Iterable[int | Board],
    search: Search | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[SearchOptions],
) -> Iterator[Solution]:
    """Solves deal numbers or boards on all cores; yields their solutions in order, in constant memory.

    A range of numbers is fastest. The rest is as for `solve`; limits are for each board.
    """
    engine.check_can_solve()
    return _solve_many(boards, _search(None, search, options), thread_count(threads))


def winnable(board: int | Board | Game, search: Search | None = None, **options: Unpack[SearchOptions]) -> bool | None:
    """Whether a board can be won: True or False, or None if a limit was reached before it was decided."""
    verdict = solve(board, search, **options).verdict
    return None if verdict is Verdict.UNDECIDED else verdict is Verdict.SOLVED


def hint(board: int | Board | Game, search: Search | None = None, **options: Unpack[SearchOptions]) -> Hint:
    """What to do next: the first move of a short solution, by hand. The rest is as for `solve`."""
    if search is None:
        search = replace(_search(board, None, {}), goal="short", beam_width=HINT_WIDTH)
    return first_move(solve(board, search, **options))


def first_move(solution: Solution) -> Hint:
    """The first move of a solution as a hint."""
    if not solution.moves:
        return Hint(None, "", "", solution)
    board, move, rules = solution.board, solution.moves[0], solution.rules
    return Hint(move, notation.write(move, board, rules), notation.sentence(move, board, rules), solution)


def _search(board: int | Board | Game | None, search: Search | None, options: SearchOptions) -> Search:
    """The search that is asked for; a `Search` may be given, and some of its parts replaced."""
    if search is None:
        search = Search(**asdict(board.rules)) if isinstance(board, Game) else Search()
    if not isinstance(search, Search):
        raise FreecellError(f"{quoted(search)} is no search: Search(goal='short') is right, or goal='short' alone")
    return replace(search, **options) if options else search


def _solve_many(boards: range | Iterable[int | Board], search: Search, threads: int) -> Iterator[Solution]:
    many = _MANY if search.goal == "fast" else _FEW
    if isinstance(boards, range) and boards.step == 1 and boards.start > 0:
        wanted = numbers(boards.start, boards.stop)
        for begin in range(0, len(wanted), many):
            block = wanted[begin : begin + many]
            if len(block) > _WITHOUT_NUMPY:
                packed: Rows = pack_dealt(deals(block.start, block.stop))
            else:
                packed = pack_starts(block, search.cells)
            answers = engine.solve(packed, search, threads, None)
            yield from (_solution(number, search, answer) for number, answer in zip(block, answers, strict=True))
        return
    left = iter(boards)
    while some := list(islice(left, many)):
        yield from _solutions(some, search, threads, None)


def pack_starts(starts: Iterable[int | Board], cells: int) -> memoryview:
    """Deal numbers and boards as the core takes them, if they can be played with so many cells."""
    engine.check_can_solve()
    boards = [start if isinstance(start, Board) else deal(start) for start in starts]
    for board in boards:
        check_cells(board, Rules(cells))
    return memoryview(pack_bytes(boards)).cast("B", (len(boards), BOARD_BYTES))


def _solutions(
    starts: list[int | Board], search: Search, threads: int, stopped: Callable[[], bool] | None
) -> list[Solution]:
    answers = engine.solve(pack_starts(starts, search.cells), search, threads, stopped)
    return [_solution(start, search, answer) for start, answer in zip(starts, answers, strict=True)]


def _solution(start: int | Board, search: Search, answer: Answer) -> Solution:
    return Solution(
        start if isinstance(start, Board) else valid_deal(start),
        search,
        Verdict(answer.verdict),
        cast(Limit | None, answer.limit or None),
        answer.positions,
        answer.seconds,
        answer.cards_moved,
        answer.singles,
        answer.steps,
        answer.turns,
        answer.lower_bound if answer.lower_bound >= 0 else None,
        answer.moves,
    )
