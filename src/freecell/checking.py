"""Checks whether a solution wins. It may be in any notation that programs and people use.

A solution doesn't record which moves home were automatic, or how many cards move to an empty column. So every
interpretation is tried, starting with the one that makes the fewest assumptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from freecell import catalogue, notation
from freecell.board import Board
from freecell.dealing import as_board
from freecell.errors import FormatError, MoveError, NotationError, missing, quoted
from freecell.formats import json as board_json
from freecell.formats import texts
from freecell.game import LENGTHS, FirstWrongMove, Game, follow, start_from_dict, start_to_dict
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, DEFAULT, AutoPlay, Move, Room, Rules, valid_rules

if TYPE_CHECKING:
    from freecell.solving import Solution

_AFTER = re.compile(r"^# after ([1-8a-h][1-8a-hv0-9 ]*)\r?$", re.MULTILINE)
_RULES = re.compile(r"^# ([0-7]) cells?, room (\w+), auto-play (\w+)\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The result of checking a solution. It is truthy if the solution wins.

    game     the game up to the last legal move
    dialect  the notation in which the text was read
    wrong    the first move that can't be played, if there is one

    >>> report = check(617, "7a 7h")
    >>> print(report)
    does not win: move 2, 7h: 2C can't go home: no clubs are home yet
    >>> if report.wrong:
    ...     print(report.wrong.number, report.game.notation())
    2 7a
    """

    game: Game
    dialect: Dialect
    wrong: FirstWrongMove | None

    def __bool__(self) -> bool:
        return self.wins

    @property
    def wins(self) -> bool:
        """Whether all moves are legal and the last one wins."""
        return self.wrong is None and self.game.is_won

    @property
    def reason(self) -> str | None:
        """Why the solution doesn't win: its first wrong move, or that it ends too early."""
        if self.wins:
            return None
        if self.wrong:
            return str(self.wrong)
        home = sum(self.game.board.foundations)
        if not self.game.plays:
            return "it has no moves: write moves as 26, 7a or 3h"
        return f"all its moves are legal, but only {home} of 52 cards are home"

    def to_dict(self) -> dict[str, Any]:
        """The report as a dict for JSON. The lengths and `notation` cover the moves that could be played.

        >>> check(617, "7a 7h").to_dict()["wrong"]
        {'number': 2, 'word': '7h', 'reason': "2C can't go home: no clubs are home yet"}
        """
        game = self.game
        return {
            **start_to_dict(game.start),
            "rules": game.rules.to_dict(),
            "dialect": self.dialect,
            "wins": self.wins,
            "reason": self.reason,
            "wrong": self.wrong._asdict() if self.wrong else None,
            "notation": game.notation(),
            **{length: getattr(game, length) for length in LENGTHS},
        }

    @classmethod
    def from_dict(cls, value: Any) -> Report:
        """Make a report from the dict that `to_dict` returned.

        >>> Report.from_dict(check(617, "7a 7h").to_dict()).reason
        "move 2, 7h: 2C can't go home: no clubs are home yet"
        """
        try:
            rules, wrong = Rules.from_dict(value["rules"]), value["wrong"]
            game = Game.from_notation(start_from_dict(value), value["notation"], rules)
            return cls(game, value["dialect"], None if wrong is None else FirstWrongMove(**wrong))
        except (TypeError, KeyError) as error:
            raise FormatError(f"{board_json.shown(value)} is not a report: {missing(error)}") from None

    def __str__(self) -> str:
        lengths = ", ".join(f"{getattr(self.game, name)} {name.replace('_', ' ')}" for name in LENGTHS)
        return f"wins: {lengths}" if self else f"does not win: {self.reason}"

    def __repr__(self) -> str:
        return f"<Report: {self}>"


def check(
    board: int | Board,
    solution: str | Solution | Game | Iterable[Move | str],
    *,
    rules: Rules | None = None,
    cells: int | None = None,
    dialect: Dialect | None = None,
) -> Report:
    """Check whether a solution wins: replay it in the first interpretation that wins, or else in the
    one that gets farthest.

    board     the deal number or the board that the solution starts from
    solution  a string in words or in notation: standard, fc-solve's, macroxue's catalogue's or a PDDL plan; or several
              moves, a `Solution`, or a `Game` from its start
    rules     the rules that the solution was written for, if known (default: the rules of the `Solution` or `Game`)
    cells     the number of cells, if only that is known; every room and auto-play is tried
    dialect   the notation ("standard", "extended" or "catalogue"), if it is known

    >>> print(check(617, "7a 7b 7c"))
    does not win: all its moves are legal, but only 0 of 52 cards are home
    >>> from freecell import solve
    >>> check(617, solve(617)).wins
    True

    Comments written by `freecell solve` are read, too. Their number of cells is used if neither `rules` nor `cells` is
    given, their room and auto-play are tried first, and the moves in an "after" comment are played first and not
    counted. If the text has solutions for several deals, each on a line that begins with its number and a colon,
    the one for this deal is used.
    """
    if isinstance(solution, str):
        text = solution
    elif isinstance(solution, Iterable):
        text = " ".join(map(str, solution))
    elif hasattr(solution, "notation"):
        before = "" if isinstance(solution, Game) else solution.played
        text = f"# after {before}\n{solution.notation()}" if before else solution.notation()
        rules = solution.rules if rules is None and cells is None else rules
    else:
        raise NotationError(f"expected a solution such as '26 7a 3h', got {quoted(solution)}")
    if rules is not None:
        rules = valid_rules(rules)
        return check_reading(board, text, rules.cells, rules.room, rules.autoplay, dialect)
    return check_reading(board, text, cells, None, None, dialect)


def check_reading(
    board: int | Board,
    text: str,
    cells: int | None,
    room: Room | None,
    autoplay: AutoPlay | None,
    dialect: Dialect | None,
) -> Report:
    """Check whether a solution wins. For each part of the rules that is None, every value is tried."""
    start = as_board(board)
    if isinstance(text, str) and start.deal is not None:
        text = "\n".join(notation.solution_of(texts.lines(text), start.deal))
    parsed = notation.parse(text)
    said = _RULES.search(text)
    if cells is None:
        cells = int(said[1]) if said else DEFAULT.cells
    if before := _AFTER.search(text):
        start = _played(start, before[1], Rules(cells))
    ways = list(readings(cells, room, autoplay, dialect or parsed.dialect, parsed.homes))
    if said:
        ways.sort(key=lambda way: (way[0].room, way[0].autoplay) != said.groups()[1:])
    best: Report | None = None
    for way in ways:
        report = replay(start, parsed.words, *way)
        if report.wins:
            return report
        if best is None or _reach(report) > _reach(best):
            best = report
    assert best is not None  # noqa: S101, there is always an interpretation
    return best


def has_moves_before(text: str) -> bool:
    """Whether a comment in a solution contains the moves before it, from the start of the game."""
    return _AFTER.search(text) is not None


def replay(board: int | Board, words: Iterable[str | Board], rules: Rules, dialect: Dialect) -> Report:
    """Replay a solution under one interpretation."""
    game = Game(board, rules)
    return Report(game, dialect, follow(game, words, dialect))


def readings(
    cells: int, room: Room | None, autoplay: AutoPlay | None, dialect: Dialect | None, homes: int
) -> Iterator[tuple[Rules, Dialect]]:
    """The possible rules for a solution with this many moves home. In the catalogue, that number reveals the auto-play.

    Room determines how many cards `52` moves to an empty column in standard notation.
    """
    if dialect == "pddl":
        yield Rules(cells, room or "theory"), "pddl"  # a plan contains every move
        return
    modes = AUTOPLAYS if autoplay is None else (autoplay,)
    if dialect == "catalogue":
        likely = catalogue.likely_autoplay(homes)
        for mode in sorted(modes, key=lambda mode: mode != likely):
            yield Rules(cells, room or "theory", mode), "catalogue"
        return
    for mode in modes:
        if dialect != "extended":
            yield Rules(cells, room or "theory", mode), "standard"
            if room is None:
                yield Rules(cells, "windows", mode), "standard"
        if dialect != "standard":
            yield Rules(cells, room or "theory", mode), "extended"


def _played(start: Board, before: str, rules: Rules) -> Board:
    try:
        return Game.from_notation(start, before, rules).board
    except MoveError as error:
        raise NotationError(f"the moves before the solution, {quoted(before)}, can't be played: {error}") from None


def _reach(report: Report) -> float:
    return report.wrong.number if report.wrong else float("inf")
