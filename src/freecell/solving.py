"""Solving: whether a board can be won, and how.

    fast   the first solution that a ladder of short searches finds; if none does, an exact search decides
    short  then wider and wider beams, as long as there is time, for a solution of fewer turns (or singles)
    prove  the exact search alone

A verdict is never a guess: SOLVED comes with moves that win, UNSOLVABLE after every position that can be reached was
looked at, and everything else is UNDECIDED and says which limit was reached. The searches are in `core/search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from freecell import engine, notation
from freecell.board import Board
from freecell.deals import checked, deal, deals, numbers
from freecell.engine import Search, SearchOptions, Verdict, thread_count
from freecell.errors import FreecellError, GameError
from freecell.game import Game
from freecell.rules import AutoPlay, Move, Rules, check_cells

if TYPE_CHECKING:
    from typing import Unpack

    from freecell.drawing.film import Film, FilmOptions
    from freecell.engine import Answer
    from freecell.notation import Dialect

HINT_WIDTH = 256
"""The beam of a hint: some 10 ms, and the same hint on every machine."""

_FEW, _MANY = 8, 2048  # boards solved at a time, where each takes long or not


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What a search found out about a board.

    start      the deal number or the board that was asked about
    search     what was asked
    verdict    SOLVED, UNSOLVABLE or UNDECIDED
    limit      what left it undecided: the limit of "positions" or "seconds", or that it was "stopped"
    moves      every move, those home as well; none unless it is solved
    positions  how many were searched
    seconds    how long it took
    cards, singles, steps, turns   the lengths of the solution
    """

    start: int | Board
    search: Search
    verdict: Verdict
    limit: str | None
    positions: int
    seconds: float
    cards: int
    singles: int
    steps: int
    turns: int
    _moves: bytes

    @property
    def number(self) -> int | None:
        """The deal number, if it was asked for by number."""
        return None if isinstance(self.start, Board) else self.start

    @property
    def board(self) -> Board:
        return self.start if isinstance(self.start, Board) else deal(self.start)

    @property
    def moves(self) -> list[Move]:
        return engine.moves_of(self._moves)

    def game(self, autoplay: AutoPlay = "none") -> Game:
        """The solution played: a game that is won.

        With auto-play, what goes home by itself is not played by hand. Not every solution can be played with "max"; one
        that can't is played with "safe", as the game's rules then say.
        """
        game = Game(self.start, Rules(self.search.cells))
        for move in self.moves:
            game.play(move)
        if autoplay == "none":
            return game
        try:
            return game.under(Rules(self.search.cells, autoplay=autoplay))
        except GameError:
            return game.under(Rules(self.search.cells, autoplay="safe"))

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The moves in notation: all of them, or without those that these rules play automatically."""
        return self.game().notation(rules, dialect)

    def film(self, **options: Unpack[FilmOptions]) -> Film:
        """The solution as a film in which safe cards go home by themselves; the options are those of `Game.film`."""
        if self.verdict is not Verdict.SOLVED:
            raise FreecellError(f"{self.name} is {self.verdict.value}: there is nothing to film")
        return self.game("safe").film(**options)

    @property
    def name(self) -> str:
        """What to call the board: "deal 617", or "this board"."""
        return "this board" if self.number is None else f"deal {self.number}"

    def __repr__(self) -> str:
        what = f"board {self.board!r}" if self.number is None else f"deal {self.number}"
        length = f" in {self.turns} turns" if self.verdict is Verdict.SOLVED else ""
        return f"<Solution of {what}: {self.verdict.value}{length}, {self.positions} positions searched>"


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
    **options: Unpack[SearchOptions],
) -> Solution:
    """Solves a deal number, any board, or a game from where it is now.

    What is asked is a `Search`, or its parts by name:

    goal     "fast", any solution; "short", one of few turns or singles; "prove", the exact search alone
    cells    how many cells there are, 0 to 7: four if nothing is said, or as many as the game has
    limit    the most positions that the exact search looks at
    seconds  the most time; a short solution is looked for during one second if neither this nor width is given
    width    the widest beam for a short solution; without seconds, the only one, and the same on every machine
    length   what a short solution has few of: "turns" or "singles"

    `stopped` is asked every 20 ms or so, in this thread, whether to give up.
    """
    search = _search(board, search, options)
    start = board.board if isinstance(board, Game) else board
    return _solutions([start], search, 1, stopped)[0]


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


def hint(
    board: int | Board | Game,
    search: Search | None = None,
    *,
    autoplay: AutoPlay | None = None,
    **options: Unpack[SearchOptions],
) -> Hint:
    """What to do next: the first move of a short solution.

    With auto-play (that of the game, unless something is said), cards that go home by themselves are no move.
    """
    if search is None:
        short: SearchOptions = {"goal": "short", "width": HINT_WIDTH, **options}
        solution = solve(board, **short)
    else:
        solution = solve(board, search, **options)
    if autoplay is None:
        autoplay = board.rules.autoplay if isinstance(board, Game) else "none"
    return first_move(solution, autoplay)


def first_move(solution: Solution, autoplay: AutoPlay = "none") -> Hint:
    """The first move of a solution as a hint."""
    if not solution.moves:
        return Hint(None, "", "", solution)
    board, move, rules = solution.board, solution.moves[0], Rules(solution.search.cells)
    if autoplay != "none":
        move = next(iter(solution.game(autoplay).history()))[1][0]
    return Hint(move, notation.write(move, board, rules), notation.sentence(move, board, rules), solution)


def _search(board: int | Board | Game | None, search: Search | None, options: SearchOptions) -> Search:
    """The search that is asked for; a `Search` may be given, and some of its parts replaced."""
    if search is not None:
        return replace(search, **options) if options else search
    if isinstance(board, Game) and "cells" not in options:
        options["cells"] = board.rules.cells
    return Search(**options)


def _solve_many(boards: range | Iterable[int | Board], search: Search, threads: int) -> Iterator[Solution]:
    many = _MANY if search.goal == "fast" else _FEW
    if isinstance(boards, range) and boards.step == 1:
        wanted = numbers(boards.start, boards.stop)
        for begin in range(0, len(wanted), many):
            block = wanted[begin : begin + many]
            answers = engine.solve(engine.pack_dealt(deals(block.start, block.stop)), search, threads, None)
            yield from (_solution(number, search, answer) for number, answer in zip(block, answers, strict=True))
        return
    left = iter(boards)
    while some := list(islice(left, many)):
        yield from _solutions(some, search, threads, None)


def _solutions(
    starts: list[int | Board], search: Search, threads: int, stopped: Callable[[], bool] | None
) -> list[Solution]:
    engine.check_can_solve()
    starts = [start if isinstance(start, Board) else checked(start) for start in starts]
    boards = [start if isinstance(start, Board) else deal(start) for start in starts]
    for board in boards:
        check_cells(board, Rules(search.cells))
    answers = engine.solve(engine.pack(boards), search, threads, stopped)
    return [_solution(start, search, answer) for start, answer in zip(starts, answers, strict=True)]


def _solution(start: int | Board, search: Search, answer: Answer) -> Solution:
    return Solution(
        start,
        search,
        engine.VERDICTS[answer.verdict],
        engine.LIMITS[answer.limit],
        answer.positions,
        answer.seconds,
        answer.cards,
        answer.singles,
        answer.steps,
        answer.turns,
        answer.moves,
    )
