"""Whether a solution wins, in any of the ways in which programs and people write one.

A text does not say how it is to be read: whether the moves home are all there or some were played automatically, and
how many cards go to an empty column. So each reading is tried, the one with the fewest assumptions first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from freecell import notation
from freecell.board import Board
from freecell.game import LENGTHS, Game, Wrong
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, AutoPlay, Room, Rules

_RULES = re.compile(r"^#.*\broom (\w+), auto-play (\w+)$", re.MULTILINE)


class Report(NamedTuple):
    """What became of a solution: the game as far as it went, how the text was read, and the first wrong move."""

    game: Game
    dialect: Dialect
    wrong: Wrong | None

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
        return (
            f"all its moves are right, but only {home} of 52 cards are home" if self.game.moves else "it has no moves"
        )

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
    cells: int = 4,
    room: Room | None = None,
    autoplay: AutoPlay | None = None,
    dialect: Dialect | None = None,
) -> Report:
    """Replays a solution in the first reading that wins, or else in the one that goes farthest.

    What is given of room, auto-play and dialect is not varied. What a remark of the text says of room and auto-play, as
    `freecell solve` writes it, is tried first.
    """
    steps = list(notation.steps(text))
    best: Report | None = None
    said = _RULES.search(text)
    ways = list(readings(cells, room, autoplay, dialect))
    if said:
        ways.sort(key=lambda way: (way[0].room, way[0].autoplay) != said.groups())
    for way in ways:
        report = replay(start, steps, *way)
        if report.wins:
            return report
        if best is None or _reach(report) > _reach(best):
            best = report
    assert best is not None  # noqa: S101, there is always a reading
    return best


def replay(start: int | Board, steps: Iterable[str | Board], rules: Rules, dialect: Dialect) -> Report:
    """Replays a solution in one reading."""
    game = Game(start, rules)
    return Report(game, dialect, game.follow(steps, dialect))


def readings(
    cells: int = 4, room: Room | None = None, autoplay: AutoPlay | None = None, dialect: Dialect | None = None
) -> Iterator[tuple[Rules, Dialect]]:
    """What a text may mean. Room decides how many cards `52` takes to an empty column in standard notation."""
    for mode in AUTOPLAYS if autoplay is None else (autoplay,):
        if dialect != "extended":
            yield Rules(cells, room or "theory", mode), "standard"
            if room is None:
                yield Rules(cells, "windows", mode), "standard"
        if dialect != "standard":
            yield Rules(cells, room or "theory", mode), "extended"


def _reach(report: Report) -> float:
    return report.wrong.number if report.wrong else float("inf")
