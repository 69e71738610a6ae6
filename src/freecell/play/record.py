"""Attempts at games, and the statistics that follow from them, as on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from freecell.errors import GameError, quoted
from freecell.numeric import int_or_none

LONGEST_TICK = 2000
"""The most milliseconds counted between two clock readings: while the machine sleeps, nobody plays."""

_MOST = 10**15  # maximum of any number in a record


@dataclass(slots=True)
class Attempt:
    """A game from its first move until it is won, regardless of undos.

    begun         when its first move was made, in milliseconds since 1970
    milliseconds  how long it was played
    won           whether it was won
    turns         its length when it was won; 0 before
    helped        whether the player used a hint or a solution, or began in the middle of a game that was already won
    solved        whether the solver played some of its turns
    lit           whether it was played while the light was on
    hints         how many hints were shown
    undone        the number of undos
    score         the difficulty, from 0 to 100; -1 if unknown
    short         the turns of the shortest known solution; 0 if unknown
    """

    begun: int
    milliseconds: int = 0
    won: bool = False
    turns: int = 0
    helped: bool = False
    solved: bool = False
    lit: bool = False
    hints: int = 0
    undone: int = 0
    score: int = -1
    short: int = 0

    def tick(self, milliseconds: int) -> None:
        """Add this playing time to the attempt."""
        if not self.won:
            self.milliseconds += min(max(milliseconds, 0), LONGEST_TICK)

    @property
    def is_pure(self) -> bool:
        """Whether the attempt was won without the light, hints or undo."""
        return self.won and not (self.helped or self.lit or self.undone)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, value: Any) -> Attempt:
        """Make an attempt from the dict that `to_dict` returned."""
        usual = asdict(cls(0))
        if not isinstance(value, dict) or "begun" not in value or not value.keys() <= usual.keys():
            raise GameError(f"{quoted(value)} is not an attempt at a game")
        for name, there in value.items():
            is_flag = isinstance(usual[name], bool)
            number = None if isinstance(there, bool) else int_or_none(there)
            if isinstance(there, bool) != is_flag or not (is_flag or (number is not None and -1 <= number <= _MOST)):
                raise GameError(f"an attempt can't have {name} {quoted(there)}")
        return cls(**value)


def attempts_from(value: Any) -> list[Attempt]:
    """Read the attempts in a file."""
    if not isinstance(value, list):
        raise GameError(f'"attempts" must be a list, got {quoted(value)}')
    return [Attempt.from_dict(one) for one in value]


class Figures(NamedTuple):
    """Statistics of attempts. Attempts with help don't set records."""

    played: int
    won: int
    helped: int
    pure: int
    streak: int
    longest: int
    fastest: int | None
    fewest: int | None


def figures_of(attempts: Sequence[Attempt]) -> Figures:
    """The statistics of attempts in the order in which they were begun. The last one may still be open."""
    won = [one for one in attempts if one.won]
    alone = [one for one in won if not one.helped]
    rows = [0]
    for number, one in enumerate(attempts, 1):
        if one.won:
            rows[-1] += not one.helped
        elif number < len(attempts):
            rows.append(0)
    return Figures(
        len(attempts), len(won), len(won) - len(alone), sum(one.is_pure for one in alone), rows[-1], max(rows),
        min((one.milliseconds for one in alone), default=None), min((one.turns for one in alone), default=None),
    )  # fmt: skip


def records_of(attempt: Attempt, others: Iterable[Attempt]) -> list[str]:
    """The records that a winning attempt set: "milliseconds", "turns"."""
    alone = [one for one in others if one.won and not one.helped and one is not attempt]
    if not alone or attempt.helped:
        return []
    names = ("milliseconds", "turns")
    return [name for name in names if all(getattr(one, name) > getattr(attempt, name) for one in alone)]
