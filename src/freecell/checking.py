"""Whether a solution wins, in any of the ways in which programs and people write one.

A text does not say how it is to be read: whether the moves home are all there or some were played automatically, and
how many cards go to an empty column. So each reading is tried, the one with the fewest assumptions first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from freecell import catalogue, notation
from freecell.board import Board
from freecell.dealing import valid_deal
from freecell.errors import MoveError, NotationError, quoted
from freecell.formats import texts
from freecell.game import LENGTHS, FirstWrongMove, Game
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, DEFAULT, AutoPlay, Room, Rules

_AFTER = re.compile(r"^# after ([1-8a-h][1-8a-hv0-9 ]*)\r?$", re.MULTILINE)
_RULES = re.compile(r"^# ([0-7]) cells?, room (\w+), auto-play (\w+)\r?$", re.MULTILINE)


class Report(NamedTuple):
    """What became of a solution: the game as far as it went, how the text was read, and the first wrong move."""

    game: Game
    dialect: Dialect
    wrong: FirstWrongMove | None

    @property
    def wins(self) -> bool:
        return self.wrong is None and self.game.is_won

    @property
    def reason(self) -> str | None:
        """Why it does not win: the first wrong move, or that it ends too early."""
        if self.wins:
            return None
        if self.wrong:
            return str(self.wrong)
        home = sum(self.game.board.foundations)
        if not self.game.moves:
            return "it has no moves: they are written as 26, 7a or 3h"
        return f"all its moves are right, but only {home} of 52 cards are home"

    def to_dict(self) -> dict[str, Any]:
        """The verdict, the lengths and the reading as JSON's own types."""
        game = self.game
        return {
            "wins": self.wins,
            **{name: getattr(game, name) for name in LENGTHS},
            "reason": self.reason,
            "wrong": self.wrong._asdict() if self.wrong else None,
            "read_as": {"dialect": self.dialect, **asdict(game.rules)},
        }


def check(
    start: int | Board,
    text: str,
    *,
    cells: int | None = None,
    room: Room | None = None,
    autoplay: AutoPlay | None = None,
    dialect: Dialect | None = None,
) -> Report:
    """Replays a solution in the first reading that wins, or else in the one that goes farthest.

    What is given of the rules and the dialect holds in every reading. The remarks that `freecell solve` writes are read
    too: their cells are taken if none are given, their room and auto-play are tried first, and the moves that they say
    were played before are played, and not counted. A text may have solutions of many deals, one a line behind its
    number and a colon: that of this deal is taken.
    """
    if isinstance(text, str) and not isinstance(start, Board):
        text = "\n".join(notation.solution_of(texts.lines(text), valid_deal(start)))
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
    assert best is not None  # noqa: S101, there is always a reading
    return best


def has_moves_before(text: str) -> bool:
    """Whether a remark of a solution says what was played before it, from the start of the game on."""
    return _AFTER.search(text) is not None


def replay(start: int | Board, words: Iterable[str | Board], rules: Rules, dialect: Dialect) -> Report:
    """Replays a solution in one reading."""
    game = Game(start, rules)
    return Report(game, dialect, game.follow(words, dialect))


def readings(
    cells: int, room: Room | None, autoplay: AutoPlay | None, dialect: Dialect | None, homes: int
) -> Iterator[tuple[Rules, Dialect]]:
    """What a text with so many moves home may mean; in the catalogue, they tell what went home by itself.

    Room decides how many cards `52` takes to an empty column in standard notation.
    """
    if dialect == "pddl":
        yield Rules(cells, room or "theory"), "pddl"  # a plan has every move
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


def _played(start: int | Board, before: str, rules: Rules) -> Board:
    try:
        return Game.from_notation(start, before, rules).board
    except MoveError as error:
        raise NotationError(f"the moves before the solution, {quoted(before)}, can't be played: {error}") from None


def _reach(report: Report) -> float:
    return report.wrong.number if report.wrong else float("inf")
