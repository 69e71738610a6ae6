"""What longer searches have decided, kept for whoever asks about the same position again.

A verdict, a hint and a solution of a position are searched for one after the other. Whatever one of them found out, the
others know.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from freecell.board import CELLS, Board, Key
from freecell.deals import deal
from freecell.engine import Verdict
from freecell.packing import with_places
from freecell.rules import Rules
from freecell.solving import Solution

MOST_DECIDED = 2000
"""Positions that are kept, some 10 MB."""


class Decided:
    """Solutions of positions, and those without one. Each is kept for boards in any order of columns and cells.

    May be used in any thread.
    """

    def __init__(self) -> None:
        self._solutions: dict[tuple[Key, Rules], Solution] = {}

    def __len__(self) -> int:
        return len(self._solutions)

    def keep(self, solution: Solution) -> None:
        """Keeps what was decided; of two solutions the one with fewer turns."""
        if solution.verdict is Verdict.UNDECIDED:
            return
        key = solution.board.key, solution.rules
        known = self._solutions.get(key)
        if known is None or solution.turns < known.turns:
            if len(self._solutions) >= MOST_DECIDED:
                self._solutions.pop(next(iter(self._solutions)), None)  # the oldest
            self._solutions[key] = solution

    def find(self, start: int | Board, rules: Rules) -> Solution | None:
        """The solution of a deal or of a board, if it is known; or that there is none."""
        board = start if isinstance(start, Board) else deal(start)
        known = self._solutions.get((board.key, rules))
        if known is None or known.board == board:
            return known
        return _on(known, board)


def _on(solution: Solution, board: Board) -> Solution:
    """The same solution on a board whose columns and cells are in another order."""
    old, cells = solution.board, len(CELLS)
    columns = _places(old.columns, board.columns)
    in_cells = _places(_filled(old.cells, cells), _filled(board.cells, cells))
    home = len(columns) + cells
    # Places as the core numbers them: columns, cells, home.
    renamed = bytes([*columns, *(len(columns) + cell for cell in in_cells), *range(home, 256)])
    return replace(solution, start=board, _moves=with_places(solution._moves, renamed))


def _places(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[int]:
    """Where each is in the new order; of several that are alike, as of empty columns, the first goes to the first."""
    places: dict[Hashable, list[int]] = {}
    for place, item in enumerate(new):
        places.setdefault(item, []).append(place)
    return [places[item].pop(0) for item in old]


def _filled(cells: Sequence[Hashable], count: int) -> list[Hashable]:
    return [*cells, *[None] * (count - len(cells))]
