"""Chapter 5: A*. Visits first the position with the smallest sum of moves so far and a lower bound on the rest."""

from heapq import heappop, heappush
from itertools import count

from rules import is_won, key, main, moves, path


def least_needed(position):
    """Each card that is not home needs a move."""
    return 52 - sum(position.home)


def solve(start, value=least_needed, weight=1):
    came_from, best = {start: None}, {key(start): 0}
    ticket = count(0, -1)  # of equal positions, the one found last comes first
    queue = [(value(start), next(ticket), 0, start)]
    while queue:
        _, _, depth, position = heappop(queue)
        if is_won(position):
            return path(came_from, position)
        if depth > best[key(position)]:
            continue  # a shorter path to it has been found
        for move, after in moves(position):
            if depth + 1 < best.get(key(after), 9999):
                best[key(after)] = depth + 1
                came_from[after] = position, move
                heappush(queue, (weight * (depth + 1) + value(after), next(ticket), depth + 1, after))
    return None


if __name__ == "__main__":
    main(solve)
