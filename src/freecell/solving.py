"""Solving: whether a board can be won, and how.

    fast      the first solution that a ladder of short searches finds; if none does, an exact search decides
    short     after that, wider and wider beams while time is left, for a solution with fewer turns (or singles)
    prove     the exact search alone
    shortest  a solution with the fewest turns (or singles), and a proof that none has fewer

A verdict is never a guess. "Solved" always includes moves that win. "Unsolvable" means that every reachable position
was searched. Everything else is "undecided", and the result names the limit that was reached. The searches are in
`core/search`.

The moves of a solution, including automatic ones, are legal under the rules of the search. As in a `Game`, no move is
automatic before the first move by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import InitVar, asdict, dataclass, fields, replace
from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, cast

from freecell import engine, notation
from freecell.board import Board
from freecell.budgets import HINT_BEAM
from freecell.dealing import as_board, deals, numbers
from freecell.engine import Limit, Search, SearchOptions, thread_count
from freecell.errors import FormatError, FreecellError, NumberTypeError, UnsolvedError, missing, quoted
from freecell.formats import json as board_json
from freecell.game import LENGTHS, Game, Play, board_of, start_from_dict, start_to_dict
from freecell.packing import BOARD_BYTES, moves_of, pack_bytes, pack_dealt, pack_moves
from freecell.rules import Move, Rules, check_cells
from freecell.verdicts import Verdict

if TYPE_CHECKING:
    from typing import Unpack

    from freecell.drawing.film import Film, FilmOptions
    from freecell.engine import Answer, Rows
    from freecell.notation import Dialect

_FEW, _MANY = 8, 2048  # boards solved at a time, for slow and for fast searches
_WITHOUT_NUMPY = 64  # up to this many consecutive deals, packing without NumPy is faster than importing it
_ANY_SOLUTION = Search()


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """The result of a search. It is truthy if the board was solved.

    deal         the deal number, if the board is a deal or a later position of its game
    board        the board that was solved
    played       the moves that led to this board, if it was solved from a game
    search       the settings of the search
    rules        the rules of the search
    verdict      SOLVED, UNSOLVABLE or UNDECIDED
    limit        why the search ended early: "positions", "seconds", "memory" or "stopped"; None if it finished
    positions    how many positions were searched
    seconds      how long the search took
    cards_moved, singles, steps, turns    the lengths of the solution; None if there is none
    lower_bound  no solution has fewer turns (or singles, if that is the metric); None unless the goal was "shortest"

    >>> solution = solve(617)
    >>> if solution:
    ...     print(solution.verdict, solution.moves[-1])
    solved 2h
    >>> print(solve(11982))
    deal 11982: unsolvable, 73663 positions searched

    `pandas.DataFrame(list(solve_many(range(1, 101))))` is a table with one row per solution. Its columns are the deal,
    the verdict, the limit, the positions, the seconds, the lengths and the lower bound.
    """

    deal: int | None
    verdict: Verdict
    limit: Limit | None
    positions: int
    seconds: float
    cards_moved: int | None
    singles: int | None
    steps: int | None
    turns: int | None
    lower_bound: int | None
    asked: InitVar[Search]
    start: InitVar[int | Board | Game]
    packed: InitVar[bytes]

    def __post_init__(self, asked: Search, start: int | Board | Game, packed: bytes) -> None:
        # These aren't fields, because a table of solutions has a column for each field.
        object.__setattr__(self, "_search", asked)
        object.__setattr__(self, "_start", start)
        object.__setattr__(self, "_packed", packed)

    def __bool__(self) -> bool:
        return self.verdict is Verdict.SOLVED

    @cached_property
    def board(self) -> Board:
        """The board that was solved."""
        return board_of(self._start)  # type: ignore[attr-defined]

    @property
    def played(self) -> str:
        """The moves that led to the board, including automatic ones, if it was solved from a game.

        >>> solve(Game.from_notation(617, "7a 7b")).played
        '7a 7b'
        """
        game = self._start  # type: ignore[attr-defined]
        return game.notation(Rules(self.rules.cells)) if isinstance(game, Game) else ""

    @property
    def search(self) -> Search:
        """The settings of the search."""
        return self._search  # type: ignore[attr-defined, no-any-return]

    @property
    def rules(self) -> Rules:
        """The rules of the search and its solution."""
        return self.search.rules

    @property
    def moves(self) -> list[Move]:
        """Every move of the solution, including automatic ones; empty unless solved."""
        return moves_of(self._packed)  # type: ignore[attr-defined]

    @property
    def boards(self) -> list[Board]:
        """The board that was solved, and the board after each move; empty unless solved."""
        return self._game.boards if self else []

    @property
    def plays(self) -> tuple[Play, ...]:
        """The moves by hand, each with the automatic moves that follow it; empty unless solved."""
        return self._game.plays if self else ()

    @property
    def is_shortest(self) -> bool:
        """Whether the solution is proven to have the fewest turns (or singles, if that is the metric)."""
        return bool(self) and self.lower_bound == getattr(self, self.search.metric)

    @cached_property
    def _game(self) -> Game:
        """The solution as a game. It is played only once."""
        if not self:
            raise UnsolvedError(f"{self.name} is {self.verdict}: there are no moves")
        game, moves = Game(self.board, self.rules), self.moves
        played = 0
        while played < len(moves):
            game.play(moves[played])  # and those that follow automatically
            played += len(game.plays[-1].moves)
        return game

    def game(self) -> Game:
        """A new game in which the solution is played. Raises an `UnsolvedError` if there is none.

        >>> game = solve(617).game()
        >>> game.is_won, game.deal
        (True, 617)
        """
        return self._game.copy()

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The solution in notation, without moves that are automatic under the rules of the search, or the given ones.

        >>> Game.from_notation(617, solve(617).notation()).is_won
        True
        """
        return self._game.notation(rules, dialect)

    def sentences(self) -> list[str]:
        """Every move in plain words, including automatic ones.

        >>> solve(617).sentences()[-1]
        'move KD from column 2 home'
        """
        return self._game.sentences()

    def film(self, **options: Unpack[FilmOptions]) -> Film:
        """The solution as a film, with the options of `Game.film`.

        >>> solve(617).film(speed=2)
        <Film 'Deal 617: 47 turns', 27.81 seconds>

        If the rules have no auto-play, safe cards still go home automatically in the film.
        """
        game = self._game
        return (game.under(replace(self.rules, autoplay="safe")) if self.rules.autoplay == "none" else game).film(
            **options
        )

    def with_limit(self, limit: Limit) -> Solution:
        """The same solution with another `limit`, for a caller that stopped the search for a reason of its own.

        >>> print(solve(617).with_limit("stopped").limit)
        stopped
        """
        other = copy(self)
        object.__setattr__(other, "limit", limit)
        return other

    @property
    def name(self) -> str:
        """The name for messages: "deal 617", or "this board"."""
        return "this board" if self.deal is None else f"deal {self.deal}"

    def to_dict(self) -> dict[str, Any]:
        """The solution as a dict for JSON.

        The position being solved is `deal`, or else `board`, after the moves in `played` (including automatic ones).

        >>> found = solve(617).to_dict()
        >>> found["deal"], found["verdict"], found["limit"], found["moves"][-1]
        (617, 'solved', None, {'source': '2', 'target': 'h', 'count': 1})
        """
        search, game = asdict(self.search), self._start  # type: ignore[attr-defined]
        return {
            **start_to_dict(game.start if isinstance(game, Game) else self.board),
            "played": self.played,
            "rules": search.pop("rules"),
            "search": search,
            "verdict": str(self.verdict),
            "limit": self.limit,
            "notation": self.notation() if self else None,
            "moves": [move.to_dict() for move in self.moves],
            **{length: getattr(self, length) for length in LENGTHS},
            "lower_bound": self.lower_bound,
            "is_shortest": self.is_shortest,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def from_dict(cls, value: Any) -> Solution:
        """Make a solution from the dict that `to_dict` returned.

        >>> Solution.from_dict(solve(617).to_dict()).game().is_won
        True
        """
        try:
            rules = Rules.from_dict(value["rules"])
            game = Game.from_notation(start_from_dict(value), value["played"], Rules(rules.cells))
            solution = cls(
                game.deal,
                Verdict(value["verdict"]),
                **{name: value[name] for name in ("limit", "positions", "seconds", *LENGTHS, "lower_bound")},
                asked=Search(rules=rules, **value["search"]),
                start=game,
                packed=pack_moves(map(Move.from_dict, value["moves"])),
            )
        except (TypeError, KeyError, ValueError) as error:
            raise FormatError(f"{board_json.shown(value)} is not a solution: {missing(error)}") from None
        if solution and not solution._game.is_won:
            raise FormatError(f"the moves of {board_json.shown(value)} don't win")
        return solution

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.deal, self.verdict, self.positions, self.seconds))

    def __str__(self) -> str:
        searched = f"{self.positions} position{'s' * (self.positions != 1)} searched"
        if not self:
            limit = f", stopped by the limit: {self.limit}" if self.limit else ""
            return f"{self.name}: {self.verdict}{limit}, {searched}"
        bound = ""
        if self.lower_bound is not None:
            metric = self.search.metric
            bound = (
                f"; no solution has fewer {metric}" if self.is_shortest else f"; at least {self.lower_bound} {metric}"
            )
        lengths = f"{self.turns} turns ({self.steps} steps, {self.singles} singles, {self.cards_moved} cards moved)"
        return f"{self.name}: {self.verdict} in {lengths}{bound}, {searched}"

    def __repr__(self) -> str:
        length = f" in {self.turns} turns" if self else ""
        return f"<Solution of {self.name}: {self.verdict}{length}, {self.positions} positions searched>"


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggestion for the next move. It is truthy if there is a move.

    move      the first move by hand of a short solution; None if the game is already won, can't be won, or is
              undecided
    notation  the move in notation
    sentence  the move in plain words
    solution  the solution that begins with this move

    >>> found = hint(1)
    >>> print(found)
    7a: move 8C from column 7 to cell a
    >>> bool(found), bool(hint(11982))
    (True, False)
    """

    move: Move | None
    notation: str | None
    sentence: str | None
    solution: Solution

    @classmethod
    def of(cls, solution: Solution) -> Hint:
        """The first move of a solution as a hint.

        >>> print(Hint.of(solve(617)))
        83: move QH from column 8 to column 3
        """
        if not solution.moves:
            return cls(None, None, None, solution)
        board, move, rules = solution.board, solution.moves[0], solution.rules
        return cls(move, notation.write(move, board, rules), notation.sentence(move, board, rules), solution)

    def __bool__(self) -> bool:
        return self.move is not None

    def to_dict(self) -> dict[str, Any]:
        """The hint as a dict for JSON.

        >>> hint(11982).to_dict()  # doctest: +NORMALIZE_WHITESPACE
        {'deal': 11982, 'verdict': 'unsolvable', 'limit': None, 'positions': 73663,
         'move': None, 'notation': None, 'sentence': None}
        """
        solution = self.solution
        return {
            "deal": solution.deal,
            "verdict": str(solution.verdict),
            "limit": solution.limit,
            "positions": solution.positions,
            "move": None if self.move is None else self.move.to_dict(),
            "notation": self.notation,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        if self:
            return f"{self.notation}: {self.sentence}"
        if self.solution:
            return f"{self.solution.name} is already won"
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
    """Solve a deal number, any board, or the current position of a game.

    >>> solve(617)
    <Solution of deal 617: solved in 47 turns, 1829 positions searched>
    >>> solve(1, rules=Rules(cells=3)).verdict, solve(1, goal="shortest").turns
    (<Verdict.SOLVED: 'solved'>, 29)

    The search is given as a `Search`, or as keywords:

    goal           "fast": any solution. "short": one with few turns or singles. "prove": any solution, by the exact
                   search alone. "shortest": one with the fewest turns or singles, and a proof that none has fewer
    rules          the rules of the game (default: four cells, room by theory, no auto-play)
    max_positions  the maximum number of positions in the exact search (default: 6,000,000)
    seconds        the maximum time (default: no limit, or one second for a short solution without `beam_width`)
    beam_width     the maximum beam width for a short solution. Without `seconds`, only a beam of this width is
                   searched, and the result is the same on every machine
    metric         what short and shortest solutions minimize: "turns" or "singles"
    memory         the maximum number of bytes for an exact search (default: 2 GB, or less on a small machine)

    A game is solved under its own rules by default, and the solution keeps the game's deal number.

    `stopped` is called about every 20 ms in this thread; if it returns True, the search stops. Results so far are
    kept: for a shortest solution, the best one found and the lower bound. `progress(lower_bound, best)` is called at
    the same interval, once these two are known.
    """
    search = search_for(board, search, options)
    start = _start(board)
    packed = pack_boards([start], search.rules)
    if progress is None:
        (answer,) = engine.solve(packed, search, 1, stopped)
        return _solution(start, search, answer)

    def advance(lower_bound: int, best: int) -> bool:
        if best >= 0:
            progress(lower_bound, best)
        return stopped is not None and stopped()

    return _solution(start, search, engine.solve_one(packed, search, advance))


def solve_many(
    boards: range | Iterable[int | Board | Game],
    search: Search | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[SearchOptions],
) -> Iterator[Solution]:
    """Solve deal numbers, boards or games on all cores, and yield their solutions in order, in constant memory.

    >>> [solution.deal for solution in solve_many(range(11_980, 11_985)) if not solution]
    [11982]

    A range of numbers is fastest. A game is solved from its current position, under its own rules by default. `threads`
    is the number of threads (default: all cores). `search` and the options are the same as for `solve`; limits apply to
    each board separately.
    """
    engine.check_can_solve()
    if not isinstance(boards, Iterable) or isinstance(boards, str | bytes):
        raise NumberTypeError(f"expected several deal numbers or boards, got {quoted(boards)}; use solve for one")
    has_rules = search is not None or "rules" in options
    return _solve_many(boards, search_for(None, search, options), thread_count(threads), has_rules)


def winnable(board: int | Board | Game, search: Search | None = None, **options: Unpack[SearchOptions]) -> bool | None:
    """Whether a board can be won: True or False, or None if a limit was reached before the search could decide.

    >>> winnable(617), winnable(11982), winnable(11982, max_positions=1000)
    (True, False, None)

    `search` and the options are the same as for `solve`.
    """
    verdict = solve(board, search, **options).verdict
    return None if verdict is Verdict.UNDECIDED else verdict is Verdict.SOLVED


def hint(board: int | Board | Game, search: Search | None = None, **options: Unpack[SearchOptions]) -> Hint:
    """Suggest the next move: the first move by hand of a short solution.

        >>> game = Game(1)
        >>> found = hint(game)
        >>> if found.move:
        ...     game.play(found.move)
        >>> winnable(game)
        True

    `search` and the options are the same as for `solve`. Without `search` and `seconds`, one beam searches, and the
    hint is the same on every machine. With `seconds`, the search starts with narrower beams and widens them until
    time runs out. A small limit can therefore give a worse hint.
    """
    if search is None:
        search = replace(search_for(board, None, {}), goal="short", beam_width=HINT_BEAM)
    return Hint.of(solve(board, search, **options))


def search_for(board: int | Board | Game | None, search: Search | None, options: SearchOptions) -> Search:
    """The search to run: the given `Search` or the default one, with the settings in `options`."""
    if search is None:
        search = Search(rules=board.rules) if isinstance(board, Game) else _ANY_SOLUTION
    if not isinstance(search, Search):
        use = "rules=..." if isinstance(search, Rules) else "Search(goal='short') or goal='short'"
        raise FreecellError(f"expected a Search, got {quoted(search)}; use {use}")
    if not options:
        return search
    if unknown := options.keys() - {part.name for part in fields(Search)}:
        from difflib import get_close_matches

        name = min(unknown)
        known = [part.name for part in fields(Search)]
        use = f"use rules=Rules({name}=...)" if name in asdict(search.rules) else f"expected {', '.join(known)}"
        use += f". Did you mean {similar[0]!r}?" if (similar := get_close_matches(name, known, 1)) else ""
        raise TypeError(f"unexpected keyword argument {name!r}; {use}")
    return replace(search, **options)


def _solve_many(
    boards: range | Iterable[int | Board | Game],
    search: Search,
    threads: int,
    has_rules: bool,
) -> Iterator[Solution]:
    many = _MANY if search.goal == "fast" else _FEW
    if isinstance(boards, range) and boards.step == 1 and boards.start > 0:
        wanted = numbers(boards.start, boards.stop)
        for begin in range(0, len(wanted), many):
            block = wanted[begin : begin + many]
            if len(block) > _WITHOUT_NUMPY:
                yield from _solutions(block, pack_dealt(deals(block.start, block.stop)), search, threads)
            else:
                some = [_start(number) for number in block]
                yield from _solutions(some, pack_boards(some, search.rules), search, threads)
        return
    left = iter(boards)
    while some := [_start(board) for board in islice(left, many)]:
        for rules, same in groupby(some, lambda one: search.rules if has_rules else _rules_of(one, search.rules)):
            group = [*same]
            yield from _solutions(group, pack_boards(group, rules), replace(search, rules=rules), threads)


def _rules_of(start: Board | Game, usual: Rules) -> Rules:
    return start.rules if isinstance(start, Game) else usual


def _start(board: int | Board | Game) -> Board | Game:
    """The start of a solution: a board, or a copy of a game, because the original may change."""
    return board.copy() if isinstance(board, Game) else as_board(board)


def pack_boards(boards: Iterable[Board | Game], rules: Rules) -> memoryview:
    """Pack boards for the core, if they can be played under these rules."""
    engine.check_can_solve()
    packed = [board_of(board) for board in boards]
    for board in packed:
        check_cells(board, rules)
    return memoryview(pack_bytes(packed)).cast("B", (len(packed), BOARD_BYTES))


def _solutions(starts: Iterable[int | Board | Game], packed: Rows, search: Search, threads: int) -> Iterator[Solution]:
    answers = engine.solve(packed, search, threads, None)
    return (_solution(start, search, answer) for start, answer in zip(starts, answers, strict=True))


def _solution(start: int | Board | Game, search: Search, answer: Answer) -> Solution:
    """The solution for a board, a valid deal number, or the current position of a game."""
    verdict = Verdict(answer.verdict)
    is_solved = verdict is Verdict.SOLVED
    return Solution(
        start if isinstance(start, int) else start.deal,
        verdict,
        cast("Limit | None", answer.limit or None),
        answer.positions,
        answer.seconds,
        answer.cards_moved if is_solved else None,
        answer.singles if is_solved else None,
        answer.steps if is_solved else None,
        answer.turns if is_solved else None,
        answer.lower_bound if answer.lower_bound >= 0 else None,
        search,
        start,
        answer.moves,
    )
