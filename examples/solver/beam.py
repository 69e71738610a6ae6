"""Chapter 9: a beam. All lines grow together, move by move, and only the best of each length continue."""

from heapq import nsmallest

from packed import is_won, moves, notation, pack, value
from rules import main

WIDTHS = (50, 200, 800, 3200, 12800)


def solve(start):
    for width in WIDTHS:
        found = beam(start, width)
        if found is not None:
            return found
    return None


def beam(start, width):
    came_from = {pack(start): None}
    layer = [pack(start)]
    while layer:
        following = []
        for position in layer:
            if is_won(position):
                return notation(start, came_from, position)
            for card, target, after in moves(position):
                if after not in came_from:
                    came_from[after] = position, card, target
                    following.append(after)
        layer = nsmallest(width, following, value)
    return None


if __name__ == "__main__":
    main(solve)
