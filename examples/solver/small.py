"""Chapter 4, continued: decks so small that every position can be visited.

python3 small.py HIGHEST COLUMNS CELLS SEED, such as: python3 small.py 5 4 2 1
"""

import random
import sys

from rules import Position, is_won, key, moves


def deal(highest, columns, cells, seed):
    """A random deal of a small deck: ace to some rank, in a number of columns."""
    cards = [4 * rank + suit for rank in range(1, highest + 1) for suit in range(4)]
    random.Random(seed).shuffle(cards)  # noqa: S311
    return Position(tuple(tuple(cards[column::columns]) for column in range(columns)), (None,) * cells, (0, 0, 0, 0))


def layers(start):
    """All positions, by their distance from the start in moves."""
    layer, seen = [start], {key(start)}
    while layer:
        yield layer
        following = []
        for position in layer:
            for _, after in moves(position):
                if key(after) not in seen:
                    seen.add(key(after))
                    following.append(after)
        layer = following


def show(highest, columns, cells, seed):
    found = list(layers(deal(highest, columns, cells, seed)))
    most = max(map(len, found))
    for depth, layer in enumerate(found):
        won = "  won" if any(map(is_won, layer)) else ""
        print(f"{depth:3}  {len(layer):7}  {'#' * max(1, 50 * len(layer) // most)}{won}")
    print(f"{sum(map(len, found))} positions")


if __name__ == "__main__":
    show(*map(int, sys.argv[1:]))
