"""The light: whether a game can still be won, and if not, which move lost it.

If a position can be won, so could all earlier ones, and lost positions stay lost. A binary search over the positions
therefore finds the move that lost the game after searching only a few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from freecell.board import Board, Key
from freecell.budgets import HINT_BEAM, SHORT_BEAM, VERDICT_POSITIONS
from freecell.engine import Search
from freecell.rules import Rules
from freecell.solving import Hint, Solution, solve
from freecell.verdicts import Verdict


class Light:
    """The known verdicts for a game's boards."""

    def __init__(self, rules: Rules) -> None:
        self._search = Search(rules=rules, max_positions=VERDICT_POSITIONS)
        self._known: dict[Key, Verdict] = {}

    def verdicts(self, boards: Sequence[Board]) -> list[Verdict | None]:
        """The verdict for each board of a game; None where it is still unknown."""
        known = [self._verdict(board) for board in boards]
        solved, lost = _last_solved(known), first_lost(known)
        return [
            Verdict.SOLVED if place <= solved else Verdict.UNSOLVABLE if place >= lost else verdict
            for place, verdict in enumerate(known)
        ]

    def look(self, boards: Sequence[Board], now: int, stopped: Callable[[], bool]) -> Iterator[None]:
        """Find the verdict for one board of a game, then where the game was lost. Yields after each search."""
        place: int | None = now if self.verdicts(boards)[now] is None else self._next(boards)
        while place is not None and not stopped():
            if self.judge(boards[place], stopped) is None:
                return
            yield
            place = self._next(boards)

    def judge(self, board: Board, stopped: Callable[[], bool]) -> Verdict | None:
        """The verdict for a board. Searches for it if it is unknown; None if the search was stopped."""
        known = self._verdict(board)
        if known is None:
            if stopped():
                return None
            found = solve(board, self._search, stopped=stopped)
            if found.limit == "stopped":
                return None
            known = found.verdict
            self.learn(board, known)
        return known

    def hint(self, board: Board, stopped: Callable[[], bool]) -> Hint:
        """The next move of a short solution."""
        return Hint.of(self._short(board, HINT_BEAM, stopped))

    def solution(self, board: Board, stopped: Callable[[], bool]) -> Solution:
        """A short solution, the same on every machine."""
        return self._short(board, SHORT_BEAM, stopped)

    def _short(self, board: Board, beam_width: int, stopped: Callable[[], bool]) -> Solution:
        found = solve(board, replace(self._search, goal="short", beam_width=beam_width), stopped=stopped)
        if found.limit != "stopped":
            self.learn(board, found.verdict)
        return found

    def learn(self, board: Board, verdict: Verdict) -> None:
        if verdict is not Verdict.UNDECIDED or board.key not in self._known:
            self._known[board.key] = verdict

    def _verdict(self, board: Board) -> Verdict | None:
        return Verdict.SOLVED if board.is_won else self._known.get(board.key)

    def _next(self, boards: Sequence[Board]) -> int | None:
        """The board to search next: halfway between the last one known not to be lost and the first lost one."""
        known = [self._verdict(board) for board in boards]
        high = first_lost(known)
        low = max((place for place in range(high) if known[place] is not None), default=-1)
        return (low + high) // 2 if high - low > 1 else None


def first_lost(verdicts: Sequence[Verdict | None]) -> int:
    """The index of the first board known to be lost; the number of boards if there is none."""
    return next((place for place, one in enumerate(verdicts) if one is Verdict.UNSOLVABLE), len(verdicts))


def _last_solved(verdicts: Sequence[Verdict | None]) -> int:
    return max((place for place, one in enumerate(verdicts) if one is Verdict.SOLVED), default=-1)
