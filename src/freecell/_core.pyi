from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

def deal_block(first: int, out: NDArray[np.uint8], threads: int, vector: bool = True) -> None: ...
def invert(cards: bytes) -> list[int]: ...
def scan(cards: bytes, first: int, count: int, threads: int, vector: bool = True) -> list[int]: ...

BOARD_BYTES: int

def solve_block(
    boards: NDArray[np.uint8],
    cells: int,
    goal: int,
    length: int,
    positions: int,
    width: int,
    seconds: float,
    threads: int,
    stopped: Callable[[], bool] | None = None,
) -> list[tuple[int, int, bytes, int, float, int, int, int, int]]: ...
def solve_columns(
    boards: NDArray[np.uint8],
    cells: int,
    goal: int,
    length: int,
    positions: int,
    width: int,
    seconds: float,
    threads: int,
    verdict: NDArray[np.uint8],
    cards: NDArray[np.uint16],
    singles: NDArray[np.uint16],
    steps: NDArray[np.uint16],
    turns: NDArray[np.uint16],
    searched: NDArray[np.uint32],
    microseconds: NDArray[np.uint32],
    ends: NDArray[np.int32] | None,
    tell: Callable[[], object],
) -> bytes: ...

WEIGHTS: dict[str, list[int]]

def try_weights(
    weights: NDArray[np.int32], boards: NDArray[np.uint8], cells: int, limit: int, safe: bool, threads: int
) -> list[int]: ...
def try_beam(
    weights: NDArray[np.int32], boards: NDArray[np.uint8], cells: int, width: int, singles: bool, threads: int
) -> list[int]: ...
