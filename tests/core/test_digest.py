"""Digests of the core's answers, one per kind of question. Any change in behaviour, however small, changes a digest.

The other tests check that answers are correct. These check that they are the same as before, on every machine and with
every C++ library, so no search here has a time limit. tools/mutate.py measures how many faults they detect.

If a change to the core is meant to change answers (a different order of moves, other weights), run the other tests of
the core first. Then print the new digests with `python -m tests.core.test_digest` and copy them into DIGESTS.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import product

import numpy as np
import pytest

import freecell

from ..helpers.packing import BOARD_BYTES, FOREVER, packed_deals

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

from ..helpers.endgames import crowded, deep, endgame, narrow, packed_row, some

GOALS, LENGTHS, ROOMS, AUTOPLAYS = (
    ("fast", "short", "prove"),
    ("turns", "singles"),
    ("theory", "windows"),
    ("none", "safe", "max"),
)
BORDERS = 1, 2**31, 2**32, 2**33
UNKNOWN = 255


def bytes_of(answers: Iterable[_core.Answer]) -> Iterator[bytes]:
    """Everything in each answer except its time."""
    for answer in answers:
        lengths = answer.cards_moved, answer.singles, answer.steps, answer.turns, answer.lower_bound
        yield f"{answer.verdict} {answer.limit} {answer.positions} {lengths} ".encode() + answer.moves


def asked(
    boards: np.ndarray,
    goal: str,
    cells: int,
    limit: int,
    width: int = 1,
    length: str = "turns",
    room: str = "theory",
    autoplay: str = "none",
    memory: int = 2**30,
    seconds: float = FOREVER,
) -> Iterator[bytes]:
    search = _core.Search(goal, cells, limit, seconds, width, length, room, autoplay, memory)
    return bytes_of(_core.solve_many(boards, search, 2))


def boards_of(seed: int, count: int) -> Iterator[tuple[np.ndarray, int]]:
    """Endgames of all kinds, each with its number of cells."""
    for make in (endgame, narrow, deep, crowded):
        for row, cells in some(make, seed, count):
            yield np.frombuffer(row, np.uint8)[None], cells


def rows_of(boards: list[bytes]) -> np.ndarray:
    return np.frombuffer(b"".join(boards), np.uint8).reshape(-1, BOARD_BYTES)


def dealt(first: int, count: int, *, vector: bool) -> np.ndarray:
    cards = np.empty((count, 52), np.uint8)
    _core.deal_block(first, cards, 2, vector)
    return cards


def deals() -> Iterator[bytes]:
    for border, vector in product(BORDERS, (False, True)):
        yield dealt(max(1, border - 70), 70 if border == 2**33 else 150, vector=vector).tobytes()
    yield dealt(1, 2**13 + 1, vector=True).tobytes()


def finds() -> Iterator[bytes]:
    chosen = random.Random(617)
    for number in (1, 617, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1):
        cards = dealt(number, 1, vector=False)[0]
        for known, last in ((2, 48), (5, 52), (7, 52), (20, 50)) if number == 617 else ((6, 48), (21, 52)):
            some_cards = cards.copy()
            some_cards[known:last] = UNKNOWN
            yield str(_core.invert(some_cards.tobytes())).encode()
        for vector in (False, True):
            few = cards.copy()
            few[[at for at in range(52) if chosen.random() < 0.9]] = UNKNOWN
            first = max(1, number - 5000)
            yield str(_core.scan(few.tobytes(), first, min(5100, 2**33 - first), 2, vector)).encode()


def searches(goal: str) -> Iterator[bytes]:
    """Deals with each number of cells, and endgames, under all rules and with all kinds of limits."""
    for cells, room, autoplay in product(range(8), ROOMS, AUTOPLAYS):
        first = 1 + 100 * cells
        for limit, width in ((1, 1), (1500, 4)):
            length = LENGTHS[(cells + limit) % 2]
            yield from asked(packed_deals(first, first + 3), goal, cells, limit, width, length, room, autoplay)
    for at, (board, cells) in enumerate(boards_of(617, 40)):
        room, length = ROOMS[at % 2], LENGTHS[at // 2 % 2]
        for autoplay in AUTOPLAYS:
            yield from asked(board, goal, cells, 1000, 16, length, room, autoplay)


def few_cells() -> Iterator[bytes]:
    """Deals won by one of the tries before, during or after the exact search, or left undecided by all of them."""
    for number, cells in ((100021895, 2), (100023436, 2), (24263, 2), (14497, 1)):
        for autoplay in AUTOPLAYS:
            yield from asked(packed_deals(number, number + 1), "fast", cells, 500_000, autoplay=autoplay)


def proofs() -> Iterator[bytes]:
    yield from searches("prove")
    for number, autoplay in product((11982, 146692, 781948), AUTOPLAYS):
        yield from asked(packed_deals(number, number + 1), "prove", 4, 100_000, autoplay=autoplay)
    for megabytes in range(1, 5):
        yield from asked(packed_deals(11982, 11983), "prove", 4, 100_000, memory=megabytes << 18)


def short() -> Iterator[bytes]:
    yield from searches("short")
    for length, room in product(LENGTHS, ROOMS):
        yield from asked(packed_deals(1, 5), "short", 4, 1000, 100, length, room)
    for board, cells in boards_of(619, 2):  # with a time limit, beams get wider and wider
        yield from asked(board, "short", cells, 1000, 600, seconds=1e9)


def shortest() -> Iterator[bytes]:
    for at, (board, cells) in enumerate(boards_of(618, 60)):
        autoplay = AUTOPLAYS[at % 2]
        for room, length in product(ROOMS, LENGTHS):
            yield from asked(board, "shortest", cells, 1000, 1, length, room, autoplay, 2**22)
    boards = np.concatenate(
        [packed_deals(100, 103), packed_deals(7, 9)]
    )  # in deals 7 and 8, the ace of clubs lies on top
    for length in LENGTHS:
        yield from asked(boards, "shortest", 4, 1000, 1, length, memory=6_000_000)


def refused() -> Iterator[bytes]:
    """Which boards and known cards are still valid after one byte is changed."""
    for number in range(1, 4):
        board = packed_deals(number, number + 1)
        depths = np.zeros((1, 1), np.uint8)
        _core.play_on_many(board, depths, 4, 617, "weak", 1)
        for at, value in product(range(BOARD_BYTES), (0, 1, 13, 14, 51, 52, 53, 255)):
            changed = board.copy()
            changed[0, at] = value
            try:
                yield from asked(changed, "prove", 4, 1)
            except ValueError:
                yield b"refused"
    cards = dealt(617, 1, vector=False)[0]
    for at, value in product((0, 1, 2, 50, 51), (0, 51, 52, 254, 255)):
        changed = cards.copy()
        changed[at] = value
        try:
            yield str(_core.scan(changed.tobytes(), 600, 40, 1)).encode()
        except ValueError:
            yield b"refused"


def tables() -> Iterator[bytes]:
    for room, autoplay in product(ROOMS, AUTOPLAYS):
        search = _core.Search("fast", 4, 1000, FOREVER, 1, "turns", room, autoplay)
        table = _core.solve_table(packed_deals(1, 41), search, 3, True, lambda *_: None)
        yield table.notation
        for name in ("verdict", "cards_moved", "singles", "steps", "turns", "lower_bound", "positions", "ends"):
            yield getattr(table, name).tobytes()


def difficulty() -> Iterator[bytes]:
    for first, count, cells in ((1, 8, 4), (11982, 1, 4), (1, 1, 0), (1, 1, 2), (1, 1, 7)):
        yield str(_core.difficulty_many(packed_deals(first, first + count), cells, 617, 2)).encode()


def games() -> Iterator[bytes]:
    for player, cells in product(("good", "weak", "random"), (0, 2, 4, 7)):
        ends = [row for row, least in some(endgame, 619, 20) if least <= cells]
        boards = np.concatenate([packed_deals(1, 31), rows_of([*ends, packed_row([13] * 4, [], [[]] * 8)])])
        depths = np.zeros((len(boards), 1), np.uint8)
        _core.play_on_many(boards, depths, cells, 617, player, 2)
        yield boards.tobytes() + depths.tobytes()


def actions() -> Iterator[bytes]:
    chosen = random.Random(617)
    for cells, autoplay in product((0, 1, 4, 7), AUTOPLAYS):
        rows = [row for row, least in some(endgame, 617, 40) if least <= cells]
        boards = np.concatenate([packed_deals(1, 11), rows_of(rows)])
        masks = np.zeros((len(boards), 11 * (8 + cells)), np.uint8)
        for _ in range(60):
            legal = [np.flatnonzero(mask) for mask in masks]
            played = [row[int(chosen.random() * len(row))] if len(row) else 255 for row in legal]
            _core.play_actions(boards, np.array(played, np.uint8)[:, None], masks, cells, autoplay)
            yield boards.tobytes() + masks.tobytes()


def checks() -> Iterator[bytes]:
    """Solutions in each reading, and with one character changed, deleted or doubled."""
    chosen = random.Random(617)
    numbers = range(1, 31)
    for room, autoplay in product(ROOMS, AUTOPLAYS):
        search = _core.Search("fast", 4, 1000, FOREVER, 1, "turns", room, autoplay)
        table = _core.solve_table(packed_deals(numbers.start, numbers.stop), search, 1, True, lambda *_: None)
        lines = [table.notation[begin:end].decode() for begin, end in zip(table.ends, table.ends[1:], strict=False)]
        damaged = []
        for line in lines:
            at = int(chosen.random() * len(line))
            letter = "12345678abcdefghrv 09"[int(chosen.random() * 21)]
            damaged.append(line[:at] + letter + line[at + int(chosen.random() * 3) :])
        readings = list(product(ROOMS, AUTOPLAYS, ("standard", "extended")))
        for texts in (lines, damaged):
            yield str(_core.check_many(numbers, texts, 4, readings, 2)).encode()
            catalogue = [text.replace(" ", "" if at % 2 else " ") for at, text in enumerate(texts)]
            by_catalogue = [(room, autoplay, "catalogue")]
            yield str(_core.check_many(numbers, catalogue, 4, by_catalogue, 2)).encode()


KINDS: dict[str, Callable[[], Iterator[bytes]]] = {  # fastest first
    "deals": deals,
    "fast": lambda: searches("fast"),
    "refused": refused,
    "tables": tables,
    "games": games,
    "checks": checks,
    "actions": actions,
    "proofs": proofs,
    "short": short,
    "few cells": few_cells,
    "difficulty": difficulty,
    "shortest": shortest,
    "finds": finds,
}

DIGESTS = {
    "deals": "e7fdd9517a7dacf3",
    "fast": "3f6d7435ae1ccdb2",
    "refused": "ab715c2174dec72e",
    "tables": "6bf0cf0a7d95cf11",
    "games": "22c6001333c747bb",
    "checks": "cd50440259c612a9",
    "actions": "d0ab925d978623ea",
    "proofs": "a25fccc8fbb6f3b3",
    "short": "0051611fe0ce25a7",
    "few cells": "db4819dc93639212",
    "difficulty": "0455d48bd97af998",
    "shortest": "5966e3ca09b1d777",
    "finds": "faea0d233d5fab4a",
}


def digest(kind: str) -> str:
    whole = sha256()
    for part in KINDS[kind]():
        whole.update(len(part).to_bytes(8, "little") + part)
    return whole.hexdigest()[:16]


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_has_changed(kind: str) -> None:
    assert digest(kind) == DIGESTS[kind]


if __name__ == "__main__":
    for name in KINDS:
        print(f'    "{name}": "{digest(name)}",')
