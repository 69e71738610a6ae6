"""Random boards for searches: endgames of many kinds, made to find mistakes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from freecell import Rules
from freecell.dealing import deal
from freecell.rules import play
from freecell.solving import solve

from .kernels import row
from .packing import BOARD_BYTES, EMPTY


def endgame(chosen: random.Random) -> tuple[bytes, int]:
    """Some high cards in some columns and cells, more or less in order, as a board for the core."""
    cells = chosen.randrange(8)
    fewest, most = ((14, 30), (12, 24), (10, 20), (8, 16))[min(cells, 3)]
    home = [13] * 4
    for _ in range(chosen.randint(fewest, min(most, 20 - cells) if cells > 3 else most)):
        home[chosen.choice([suit for suit in range(4) if home[suit] > 0])] -= 1
    cards = away_from(home)
    order, disorder = chosen.choice([1, -1]), chosen.choice([6, 30])
    cards.sort(key=lambda card: order * (card // 4) + disorder * chosen.random())
    held = [cards.pop(chosen.randrange(len(cards))) for _ in range(chosen.randint(0, cells))]
    columns: list[list[int]] = [[] for _ in range(8)]
    width = chosen.randint(1, 8)
    while cards:
        columns[chosen.randrange(width)].append(cards.pop())
    return packed_row(home, held, columns), cells


def narrow(chosen: random.Random) -> tuple[bytes, int]:
    """A card that can go home although others need it: one card fits on it, another on that, and the next goes home.

    No cell is free, and beneath these three are the cards that other suits need next. Such boards test what is safe.
    """
    rank, suit, cells = chosen.randint(4, 8), chosen.randrange(4), chosen.randrange(4)
    same, (one, other) = 3 - suit, chosen.sample([0, 3] if suit in (1, 2) else [1, 2], 2)
    home = [0] * 4
    home[suit], home[one], home[other] = rank, rank - 1, rank - 1 + chosen.randrange(3)
    home[same] = rank - chosen.choice([2, 3, 3, 4])
    cards = away_from(home)
    first, second, third, last = 4 * rank + suit, 4 * rank - 4 + one, 4 * rank - 8 + same, 4 * rank - 12 + same
    needed = [first + 4, second + 4, 4 * home[other] + other]
    chosen.shuffle(needed)
    buried = [card for card in (*needed, last, third) if card in cards]
    rest = [card for card in cards if card not in (first, second, *buried)]
    rest.sort(key=lambda card: card + 8 * chosen.random())
    held = [rest.pop(-1 - chosen.randrange(4)) for _ in range(cells)]
    columns = [[rest.pop()] for _ in range(8)]
    while rest:
        columns[chosen.randrange(8)].append(rest.pop())
    at = chosen.sample(range(8), 3)
    columns[at[0]] += buried
    columns[at[1]].append(first)
    columns[chosen.choice([at[0], at[2]])].append(second)
    return packed_row(home, held, columns), cells


class Kind(NamedTuple):
    """The parts of a deep board: cards to dig from two columns, the cells for that, and the cards that then move.

    These are a run, or lie in reverse order and fit onto each other. Some columns have only one card.
    """

    digs: tuple[int, int]
    free: int
    cards: int
    is_run: bool = False
    low: int = 0


KINDS = [Kind((1, 1), 2, 2), Kind((1, 1), 2, 3), Kind((0, 1), 1, 2), Kind((0, 1), 1, 3), Kind((1, 0), 1, 2)]
KINDS += [Kind((0, 0), 1, 2, low=1), Kind((0, 0), 1, 3, low=1)]  # to a column that becomes empty
KINDS += [Kind((0, 0), 2, 4, True, 1), Kind((0, 0), 3, 5, True, 1)]  # this gives room


def deep(chosen: random.Random) -> tuple[bytes, int]:
    """The next card of every suit lies under cards that fit onto another column, if all free cells are used to dig."""
    digs, free, length, is_run, low = chosen.choice(KINDS)
    level = chosen.randint(4, 7)
    home = [level + chosen.randrange(2) for _ in range(4)]
    needed = [4 * home[suit] + suit for suit in range(4)]
    chosen.shuffle(needed)
    left = set(away_from(home)) - set(needed)
    moved = [chosen.choice([card for card in sorted(left) if card < 48 and card // 4 > level + length - 2] or [44])]
    target = chosen.choice(fitting(moved[0], +1))
    left -= {moved[0], target}
    while len(moved) < length and (lower := [card for card in fitting(moved[-1], -1) if card in left]):
        moved.append(chosen.choice(lower))
        left.remove(moved[-1])
    rest = sorted(left, key=lambda card: card + 2 * chosen.random())
    held = [rest.pop() for _ in range(chosen.randint(0, 2))]
    dug = [rest.pop(-1 - chosen.randrange(3)) for _ in range(sum(digs))]
    to_empty = low > 0 and not is_run
    if to_empty:
        rest.append(target)
    columns = [[rest.pop()] for _ in range(8)]
    while rest:
        columns[chosen.randrange(8 - low)].append(rest.pop())
    columns[0] += [*needed, *(moved if is_run else moved[::-1]), *dug[: digs[0]]]
    columns[1] += [*([] if to_empty else [target]), *dug[digs[0] :]]
    chosen.shuffle(columns)
    return packed_row(home, held, columns), free + len(held)


def sparse(chosen: random.Random, with_run: bool = False) -> tuple[bytes, int]:
    """Some cards of a deck in eight columns, a few of which fit on each other. The aces are buried."""
    cells = chosen.randrange(8)
    free = min(chosen.choice([2, 2, 3]), cells)
    pairs = chosen.randint(4, 9)
    cards: list[int] = []
    for card in chosen.sample(range(8, 52), 44):
        fit = sum(fits(card, other) or fits(other, card) for other in cards)
        if fit <= pairs:
            cards.append(card)
            pairs -= fit
    held = [cards.pop() for _ in range(cells - free)]
    columns = [[*range(4), *cards[:4]], *([] for _ in range(7))]
    for at, card in enumerate(cards[4:]):
        columns[1 + at % 7 if at < 14 else chosen.randrange(8)].append(card)
    if with_run:
        lay_run(chosen, columns, {*held, *cards})
    return packed_row([0] * 4, held, columns), cells


def running(chosen: random.Random) -> tuple[bytes, int]:
    """A sparse board with a run that fits on a column, or on the card beneath its last one, and columns of one card."""
    return sparse(chosen, with_run=True)


def lay_run(chosen: random.Random, columns: list[list[int]], used: set[int]) -> None:
    """Remove cards from some columns, and put a run on another."""
    for column in columns[5:]:
        kept = chosen.randint(0, 2)
        used -= {*column[kept:]}
        del column[kept:]
    source, target = chosen.sample(columns[:5], 2)
    run = [chosen.choice(target[-2:])]
    while len(run) < 9 and (lower := [card for card in fitting(run[-1], -1) if card >= 8 and card not in used]):
        run.append(chosen.choice(lower))
    source += run[1:]


def crowded(chosen: random.Random) -> tuple[bytes, int]:
    """No column is empty, hardly any cell is free, and a few columns have runs on runs; the others have one card each.

    Such boards test which cells must be used up, because the end of a run may fit where the rest of it does not.
    """
    cells = chosen.randrange(5)
    free = min(chosen.choice([0, 1, 1, 2]), cells)
    home = [13] * 4
    suits = chosen.choice([range(4), range(4), (0, 1), (1, 3), (0, 1, 3)])
    for _ in range(chosen.randint(11, 19)):
        home[chosen.choice([suit for suit in suits if home[suit] > 0])] -= 1
    cards = sorted(away_from(home), key=lambda card: card + chosen.choice([2, 20, 60]) * chosen.random())
    tall = chosen.randint(1, 4)
    held = [cards.pop() for _ in range(cells - free)]
    columns = [[cards.pop()] if cards and at >= tall else [] for at in range(8)]
    runs = runs_of(chosen, cards, chosen.randint(2, 5))
    runs.sort()
    if chosen.random() < 0.5:
        chosen.shuffle(runs)
    for at, run in enumerate(runs):
        columns[at if at < tall else chosen.randrange(tall)] += run
    return packed_row(home, held, columns), cells


def runs_of(chosen: random.Random, cards: list[int], longest: int) -> list[list[int]]:
    """Cards as runs up to the given length."""
    left, runs = set(cards), []
    for card in chosen.sample(cards, len(cards)):
        if card not in left:
            continue
        left.remove(card)
        run = [card]
        while len(run) < longest and (lower := [one for one in fitting(run[-1], -1) if one in left]):
            run.append(chosen.choice(lower))
            left.remove(run[-1])
        runs.append(run)
    return runs


def fits(card: int, on: int) -> bool:
    return on in fitting(card, +1)


def fitting(card: int, ranks: int) -> list[int]:
    """The cards of the other colour, this many ranks higher."""
    return [4 * (card // 4 + ranks) + suit for suit in ((0, 3) if card % 4 in (1, 2) else (1, 2))]


def away_from(home: list[int]) -> list[int]:
    return [4 * rank + suit for suit in range(4) for rank in range(home[suit], 13)]


def packed_row(home: list[int], held: list[int], columns: list[list[int]]) -> bytes:
    row = [*home, *held, *[EMPTY] * (7 - len(held)), *map(len, columns), *chain.from_iterable(columns)]
    return bytes(row).ljust(BOARD_BYTES, b"\0")


def some(make: Callable[[random.Random], tuple[bytes, int]], seed: int, count: int) -> list[tuple[bytes, int]]:
    """Boards, each with a number of cells."""
    chosen = random.Random(seed)
    return [make(chosen) for _ in range(count)]


def ends_of_deals(cells: int) -> Iterator[bytes]:
    """Boards from a solution, before its last moves."""
    for number in range(200_000_001, 200_000_011):
        board, solution = deal(number), solve(number, rules=Rules(cells))
        for at, move in enumerate(solution.moves):
            board = play(board, move, Rules(cells))
            if at % 4 == 0 and sum(board.foundations) >= 30:
                yield row(board)
