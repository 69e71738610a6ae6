"""The only interface to the compiled core, which searches, plays, deals and finds numbers.

`Search` describes a search. No other module imports `freecell._core`. Without the core, dealing and finding
run in plain Python, more slowly; solving does not work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict

from freecell.budgets import MOST_MEMORY, MOST_POSITIONS, SHORT_SECONDS, WIDEST_BEAM
from freecell.cards import Card
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.numeric import float_or_none, int_or_none
from freecell.rules import DEFAULT, Rules, valid_rules
from freecell.verdicts import Verdict

try:
    import freecell._core as _core
except ModuleNotFoundError:  # catch nothing else: a core that exists but fails to load must raise
    _core = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from freecell._core import Answer as Answer
    from freecell._core import Table as Table

    Rows = NDArray[np.uint8] | memoryview  # packed boards

core_available: bool = _core is not None
"""Whether the compiled core was built."""

Goal = Literal["fast", "short", "prove", "shortest"]
Metric = Literal["turns", "singles"]
GOALS: tuple[Goal, ...] = ("fast", "short", "prove", "shortest")
Player = Literal["good", "weak", "random"]
PLAYERS: tuple[Player, ...] = ("good", "weak", "random")
METRICS: tuple[Metric, ...] = ("turns", "singles")
"""The metrics that short and shortest solutions can minimize."""

Limit = Literal["positions", "seconds", "stopped", "memory"]
"""The limits that can leave a search undecided, or a shortest solution unproven."""

_UNKNOWN_CARD = 255

_POSITION_BYTES = 43  # bytes per position of the exact search, at most
_WIDTH_BYTES = 7000  # bytes per unit of beam width, about


VERDICTS = tuple(Verdict) if _core is None else tuple(map(Verdict, _core.VERDICTS.split()))
"""The verdicts in the order of the core's numbers."""


class Checked(NamedTuple):
    """A checked solution: which interpretation was used, whether the solution wins under it, and if so its lengths."""

    reading: int
    wins: bool
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search. `solve`, `solve_many`, `winnable` and `hint` also take these settings as keywords.

    goal           "fast": any solution. "short": one with few turns or singles. "prove": any solution, by the exact
                   search alone. "shortest": one with the fewest turns or singles, and a proof that none has fewer
    rules          the rules of the game (default: four cells, room by theory, no auto-play)
    max_positions  the maximum number of positions in the exact search (default: 6,000,000)
    seconds        the maximum time (default: no limit, or one second for a short solution without `beam_width`)
    beam_width     the maximum beam width for a short solution. Without `seconds`, only a beam of this width is
                   searched, and the result is the same on every machine
    metric         what short and shortest solutions minimize: "turns" or "singles"
    memory         the maximum number of bytes for an exact search (default: 2 GB, or less on a small machine)

    >>> search = Search("short", rules=Rules(cells=3), beam_width=100)
    >>> search.rules.cells, search.metric
    (3, 'turns')
    """

    goal: Goal = "fast"
    rules: Rules = DEFAULT
    max_positions: int = MOST_POSITIONS
    seconds: float | None = None
    beam_width: int | None = None
    metric: Metric = "turns"
    memory: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", valid_rules(self.rules))
        for name, known in (("goal", GOALS), ("metric", METRICS)):
            if (value := getattr(self, name)) not in known:
                raise FreecellError(f"{name} must be one of {', '.join(map(repr, known))}, got {quoted(value)}")
        for name in ("max_positions", "beam_width", "memory"):
            number = getattr(self, name)
            whole = int_or_none(number)
            if whole is None and (number is not None or name == "max_positions"):
                unit = " of bytes" if name == "memory" else ""
                raise FreecellError(f"{name} must be a whole number{unit}, got {quoted(number)}")
            object.__setattr__(self, name, whole)
        seconds = float_or_none(self.seconds)
        if seconds is None and self.seconds is not None:
            raise FreecellError(f"seconds must be a number, got {quoted(self.seconds)}")
        object.__setattr__(self, "seconds", seconds)
        if _core is not None:
            _for_core(self)

    @property
    def most_memory(self) -> int:
        """The number of bytes that an exact search may use on this machine."""
        return min(MOST_MEMORY, _installed_memory()) if self.memory is None else self.memory


class SearchOptions(TypedDict, total=False):
    """The settings of a `Search`, as keyword arguments."""

    goal: Goal
    rules: Rules
    max_positions: int
    seconds: float | None
    beam_width: int | None
    metric: Metric
    memory: int | None


def thread_count(threads: int | None = None) -> int:
    """The number of threads to use: the given number, or one per core available to this process."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    whole = int_or_none(threads)
    if whole is None or not 1 <= whole < 2**31:
        raise FreecellError(f"threads must be 1 to 2**31-1, or None for all cores, got {quoted(threads)}")
    return whole


def check_can_solve() -> None:
    """Raise an error if there is no compiled core, which solving needs."""
    if _core is None:
        raise MissingDependencyError(
            "solving needs the compiled core: install a C++20 compiler, then reinstall freecell"
        )


def deal_into(cards: NDArray[np.uint8], first: int, threads: int) -> None:
    """Deal consecutive numbers from `first` into the rows of an array."""
    block = 2**20  # Python handles signals between blocks, so Ctrl-C stops at once
    for begin in range(0, len(cards), block):
        _core.deal_block(first + begin, cards[begin : begin + block], threads)


def invert(known: Sequence[Card | None]) -> list[int]:
    """The deal numbers that match the known cards, in order. The first two cards must be known."""
    return _core.invert(_encoded(known))


def scan(known: Sequence[Card | None], first: int, count: int, threads: int) -> list[int]:
    """The deal numbers that match the known cards, among `count` numbers from `first`."""
    return _core.scan(_encoded(known), first, count, threads)


def solve(boards: Rows, search: Search, threads: int, stopped: Callable[[], bool] | None) -> list[Answer]:
    """Solve packed boards on several threads. `stopped` is called about every 20 ms, and returns whether to stop."""
    check_can_solve()
    return _core.solve_many(boards, _affordable(search), _threads_that_fit_in_memory(search, threads), stopped)


def solve_one(board: Rows, search: Search, advance: Callable[[int, int], bool]) -> Answer:
    """Solve one packed board, reporting progress.

    `advance(lower_bound, best)` is called about every 20 ms with the proven lower bound on the solution length and the
    length of the best solution found so far (-1 before there is one). It returns True to stop the search.
    """
    check_can_solve()
    return _core.solve_one(board, _affordable(search), advance)


def solve_table(
    boards: NDArray[np.uint8],
    search: Search,
    threads: int,
    *,
    notation: bool,
    advance: Callable[[int, int, int], object],
) -> Table:
    """Solve packed boards into the columns of a table.

    `advance(solved, unsolvable, undecided)` is called about every 20 ms with the counts so far.
    """
    check_can_solve()
    return _core.solve_table(
        boards, _affordable(search), _threads_that_fit_in_memory(search, threads), notation, advance
    )


def difficulty(boards: Rows, cells: int, threads: int, seed: int = 0) -> list[tuple[Verdict, int, int, int]]:
    """Rate packed boards. Each gets a verdict, a score, and the number of games that the weak player played and won."""
    check_can_solve()
    found = _core.difficulty_many(boards, cells, seed, threads)
    return [(Verdict(verdict), score, games, wins) for verdict, score, games, wins in found]


def play_on(
    boards: NDArray[np.uint8], cells: int, player: Player, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Play a game from each packed board. Return a random position from it and the number of moves made.

    The player "good" follows a solution and strays from it at the end, "weak" plays as in `difficulty`, and "random"
    chooses moves at random. Safe cards go home automatically.
    """
    check_can_solve()
    import numpy as np

    played, depths = boards.copy(), np.empty((len(boards), 1), np.uint8)
    _core.play_on_many(played, depths, cells, 0, player, threads)
    return played, depths[:, 0].copy()


def play_actions(boards: NDArray[np.uint8], actions: NDArray[np.int64], masks: NDArray[np.uint8], rules: Rules) -> None:
    """Play an action on each packed board if it is a legal move; then write the masks of legal actions."""
    import numpy as np

    check_can_solve()
    asked = np.clip(actions, 0, 255).astype(np.uint8).reshape(-1, 1)  # 0 and 255 are never moves
    _core.play_actions(boards, asked, masks, rules.cells, rules.autoplay)


def check_many(
    numbers: Sequence[int],
    solutions: Sequence[str],
    readings: Sequence[tuple[Rules, str]],
    threads: int | None = None,
) -> Sequence[Checked | None]:
    """Check solutions on all cores. The result is None for a solution that contains anything but move notation.

    An interpretation consists of rules and a dialect from `notation.DIALECTS`. All of them must have the
    same number of cells, and either all or none must use the catalogue's dialect. A solution is checked under the first
    one in which it wins, or else under the one in which it gets farthest.
    """
    if _core is None:
        return [None] * len(numbers)
    ways = [(rules.room, rules.autoplay, dialect) for rules, dialect in readings]
    found = _core.check_many(numbers, solutions, readings[0][0].cells, ways, thread_count(threads))
    return [None if one is None else Checked(one[0], one[1], one[2:]) for one in found]


@cache
def _installed_memory() -> int:
    """The memory of this machine or container in bytes; a huge number if it is unknown."""
    try:
        installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 2**60
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            return min(installed, int(file.read()))
    except (OSError, ValueError):  # not a container, or one without a limit
        return installed


def _threads_that_fit_in_memory(search: Search, threads: int) -> int:
    """The number of threads that can search at once if each uses its limit: 64 bytes per position, or `memory`."""
    memory = search.most_memory if search.goal == "shortest" else min(search.most_memory, 64 * search.max_positions)
    return min(threads, max(1, _installed_memory() // memory))


def _affordable(search: Search) -> _core.Search:
    """Convert a search for the core. Raise an error if it may need more memory than this machine has."""
    installed = _installed_memory()
    # The default is always affordable: most_memory ends the search before it takes more than the machine has.
    asks_for_more = search.memory is None and search.max_positions > MOST_POSITIONS
    for name, number, each in (
        ("max_positions", search.max_positions if asks_for_more else None, _POSITION_BYTES),
        ("beam_width", search.beam_width if search.goal == "short" else None, _WIDTH_BYTES),
        ("memory", search.memory, 1),
    ):
        if number is not None and number * each > installed:
            raise FreecellError(
                f"{name} must be at most {installed // each} on this machine, got {number}: "
                f"the search could take {number * each / 2**30:.1f} GB, but there is only {installed / 2**30:.1f} GB"
            )
    return _for_core(search)


def _for_core(search: Search) -> _core.Search:
    """Convert a search for the core. `can_be_asked` in core/search/search.hpp rejects invalid combinations."""
    seconds = SHORT_SECONDS if search.goal == "short" and search.beam_width is None else inf
    try:
        return _core.Search(
            search.goal,
            search.rules.cells,
            search.max_positions,
            seconds if search.seconds is None else search.seconds,
            WIDEST_BEAM if search.beam_width is None else search.beam_width,
            search.metric,
            search.rules.room,
            search.rules.autoplay,
            search.most_memory,
        )
    except ValueError as error:
        raise FreecellError(str(error)) from None


def _encoded(known: Sequence[Card | None]) -> bytes:
    return bytes([_UNKNOWN_CARD if card is None else card for card in known])
