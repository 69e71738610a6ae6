"""Whether a solution wins, in any of the ways in which programs and people write one.

A text does not say how it is to be read: whether the moves home are all there or some were played automatically, and
how many cards go to an empty column. So each reading is tried, the one with the fewest assumptions first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from freecell import catalogue, notation
from freecell.board import Board
from freecell.deals import checked
from freecell.formats import texts
from freecell.game import LENGTHS, Game, Wrong
from freecell.notation import Dialect
from freecell.rules import AUTOPLAYS, AutoPlay, Room, Rules


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
    cells: int = 4,
    room: Room | None = None,
    autoplay: AutoPlay | None = None,
    dialect: Dialect | None = None,
) -> Report:
    """Replays a solution in the first reading that wins, or else in the one that goes farthest.

    What is given of room, auto-play and dialect is not varied. A text may have solutions of many deals, one a line
    behind its number and a colon: that of this deal is taken.
    """
    if isinstance(text, str) and not isinstance(start, Board):
        text = "\n".join(notation.solution_of(texts.lines(text), checked(start)))
    steps, written = notation.parse(text)
    if dialect == "catalogue" or (dialect is None and written == "catalogue"):
        readings = _catalogue_readings(cells, room, autoplay, steps)
    else:
        readings = _readings(cells, room, autoplay, dialect)
    best: Report | None = None
    for rules, spoken in readings:
        game = Game(start, rules)
        report = Report(game, spoken, game.follow(steps, spoken))
        if report.wins:
            return report
        if best is None or _reach(report) > _reach(best):
            best = report
    assert best is not None  # noqa: S101, there is always a reading
    return best


def _readings(
    cells: int, room: Room | None, autoplay: AutoPlay | None, dialect: Dialect | None
) -> Iterator[tuple[Rules, Dialect]]:
    """What a text may mean. Room decides how many cards `52` takes to an empty column in standard notation."""
    for mode in AUTOPLAYS if autoplay is None else (autoplay,):
        if dialect != "extended":
            yield Rules(cells, room or "theory", mode), "standard"
            if room is None:
                yield Rules(cells, "windows", mode), "standard"
        if dialect != "standard":
            yield Rules(cells, room or "theory", mode), "extended"


def _catalogue_readings(
    cells: int, room: Room | None, autoplay: AutoPlay | None, steps: list[str | Board]
) -> Iterator[tuple[Rules, Dialect]]:
    """The same of a text of the catalogue: how many go home tells what went home by itself, so this comes first."""
    likely = autoplay or catalogue.likely_autoplay(steps)
    for mode in (likely, *(mode for mode in AUTOPLAYS if autoplay is None and mode != likely)):
        yield Rules(cells, room or "theory", mode), "catalogue"


def _reach(report: Report) -> float:
    return report.wrong.number if report.wrong else float("inf")
