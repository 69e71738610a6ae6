from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

BOARD_BYTES: int
VERDICTS: tuple[str, ...]

def deal_block(first: int, out: NDArray[np.uint8], threads: int, vector: bool = True) -> None: ...
def invert(cards: bytes) -> list[int]: ...
def scan(cards: bytes, first: int, count: int, threads: int, vector: bool = True) -> list[int]: ...

class Search:
    """A search that the core can run, or a ValueError. Choices are given by name; seconds may be infinite."""

    def __init__(
        self,
        goal: str,
        cells: int,
        limit: int,
        seconds: float,
        width: int,
        length: str,
        room: str = "theory",
        autoplay: str = "none",
        memory: int = ...,
    ) -> None: ...

class Answer:
    """What a search found. `limit` is empty if it ran into none."""

    @property
    def verdict(self) -> str: ...
    @property
    def limit(self) -> str: ...
    @property
    def moves(self) -> bytes: ...  # four bytes a move: from, to, cards, 0
    @property
    def positions(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def cards(self) -> int: ...
    @property
    def singles(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def at_least(self) -> int: ...  # no solution is shorter, in the length asked for; -1 if it is not known

class Table:
    """Answers as columns: read-only views, which keep the table alive."""

    @property
    def verdict(self) -> NDArray[np.uint8]: ...
    @property
    def cards(self) -> NDArray[np.uint16]: ...
    @property
    def singles(self) -> NDArray[np.uint16]: ...
    @property
    def steps(self) -> NDArray[np.uint16]: ...
    @property
    def turns(self) -> NDArray[np.uint16]: ...
    @property
    def at_least(self) -> NDArray[np.uint16]: ...
    @property
    def positions(self) -> NDArray[np.uint32]: ...
    @property
    def microseconds(self) -> NDArray[np.uint32]: ...
    @property
    def notation(self) -> bytes: ...  # the solutions one after the other; empty if not asked for
    @property
    def ends(self) -> NDArray[np.int32]: ...  # where each begins, and where the last one ends; empty if not asked for

def solve_many(
    boards: NDArray[np.uint8] | memoryview, search: Search, threads: int, stopped: Callable[[], bool] | None = None
) -> list[Answer]: ...
def solve_one(board: NDArray[np.uint8] | memoryview, search: Search, advance: Callable[[int, int], bool]) -> Answer: ...
def solve_table(
    boards: NDArray[np.uint8],
    search: Search,
    threads: int,
    notation: bool,
    advance: Callable[[int, int, int], object],
) -> Table: ...
def difficulty_many(
    boards: NDArray[np.uint8] | memoryview, cells: int, seed: int, threads: int
) -> list[tuple[str, int, int, int]]: ...  # verdict, score, games, wins
def play_on_many(
    boards: NDArray[np.uint8], depths: NDArray[np.uint8], cells: int, seed: int, player: str, threads: int
) -> None: ...  # depths of the shape (n, 1)
def play_actions(
    boards: NDArray[np.uint8], actions: NDArray[np.uint8], masks: NDArray[np.uint8], cells: int, autoplay: str
) -> None: ...  # actions of the shape (n, 1), masks of the shape (n, (8 + cells) * 11)
def check_many(
    numbers: Iterable[int],
    solutions: Iterable[str],
    cells: int,
    readings: Iterable[tuple[str, str, str]],  # room, autoplay and dialect
    threads: int,
) -> list[tuple[int, bool, int, int, int, int] | None]: ...  # reading, wins, cards, singles, steps, turns
