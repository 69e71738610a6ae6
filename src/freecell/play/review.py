"""The review of a game: how many of the sensible moves at each turn kept the game winnable, and which turn lost it.

It has the same definitions as the page's review (`web/static/review.js`). Undecided positions are shown as undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from freecell.board import Board, Key
from freecell.moves import LegalMoves
from freecell.play.light import Light, first_lost
from freecell.play.timeline import Timeline, turns
from freecell.rules import Rules, auto_play, play
from freecell.verdicts import Verdict


class Choice(NamedTuple):
    """How many moves at a turn kept the game winnable, lost it, or are undecided; the verdict on the move played."""

    kept: int
    lost: int
    undecided: int
    verdict: Verdict

    @property
    def all(self) -> int:
        return self.kept + self.lost + self.undecided

    @property
    def share(self) -> float:
        """The share of the moves that kept the game winnable, if some did and some lost it; else 1."""
        return self.kept / (self.kept + self.lost) if self.kept and self.lost else 1.0


class Review:
    """The results for a game's turns so far.

    choices  for each turn; None where it wasn't examined yet, or the game was lost before
    lost     the index of the first board that can't be won; the number of boards if all can be won; None if unknown
    """

    def __init__(self, timeline: Timeline, rules: Rules, light: Light) -> None:
        self.timeline, self._rules, self._light = timeline, rules, light
        self.choices: list[Choice | None] = [None] * len(timeline.plays)
        self.lost: int | None = None

    def is_of(self, timeline: Timeline, light: Light) -> bool:
        return light is self._light and timeline.boards == self.timeline.boards

    @property
    def progress(self) -> tuple[int, int]:
        """The number of examined turns, and of all turns to examine."""
        most = len(self.choices)
        return sum(choice is not None for choice in self.choices), most if self.lost is None else min(most, self.lost)

    @property
    def is_done(self) -> bool:
        done, wanted = self.progress
        return self.lost is not None and done == wanted

    @property
    def losing_turn(self) -> int | None:
        """The number of the turn that lost the game; 0 if it never could be won; None if no such turn is known."""
        if self.lost is None or self.lost == len(self.timeline.boards):
            return None
        return self.turn_at(self.lost - 1)

    def turn_at(self, place: int) -> int:
        """The turn number of a play. A move home by hand has the number of the previous turn."""
        return turns(self.timeline, place + 1)

    @property
    def narrowest(self) -> int | None:
        """The play at which the smallest share of the moves kept the game winnable; None if all of them did."""
        shares = [1.0 if choice is None else choice.share for choice in self.choices]
        least = min(shares, default=1.0)
        return shares.index(least) if least < 1 else None

    def run(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Search for everything that is still unknown. Yields after each step."""
        boards = self.timeline.boards
        if boards[-1].is_won:
            for board in boards:
                self._light.learn(board, Verdict.SOLVED)
        if self.lost is None:
            for _ in self._light.look(boards, len(boards) - 1, stopped):
                yield
            if stopped():
                return
            self.lost = first_lost(self._light.verdicts(boards))
            yield
        for place in range(self.progress[1]):
            if self.choices[place] is None:
                self.choices[place] = self._choice_at(place, stopped)
                if self.choices[place] is None:
                    return
                yield

    def _choice_at(self, place: int, stopped: Callable[[], bool]) -> Choice | None:
        before, after = self.timeline.boards[place : place + 2]
        others = sensible_boards(before, self._rules)
        others.pop(after.key, None)
        verdicts = []
        for board in (after, *others.values()):
            verdict = self._light.judge(board, stopped)
            if verdict is None:
                return None
            verdicts.append(verdict)
        counts = Counter(verdicts)
        return Choice(
            counts[Verdict.SOLVED], counts[Verdict.UNSOLVABLE], counts[Verdict.UNDECIDED], verdict=verdicts[0]
        )


def sensible_boards(board: Board, rules: Rules) -> dict[Key, Board]:
    """The different positions that a move with its automatic moves can lead to, each as one board, except this one."""
    found: dict[Key, Board] = {}
    for move in LegalMoves(board, rules):
        after = play(board, move, rules)
        for home in auto_play(after, rules.autoplay):
            after = play(after, home, rules)
        found.setdefault(after.key, after)
    found.pop(board.key, None)
    return found
