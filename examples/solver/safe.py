"""Chapter 7: safe moves home. A card that no other card can need goes home at once, and no other move is tried."""

from heapq import heappop, heappush

from evaluation import value
from rules import is_won, key, main, moves, path


def is_safe(move, before, after):
    """Whether a move takes a card home that no card can need: both of the other colour one rank lower are home."""
    if move[1] != "h":
        return False
    suit = next(suit for suit in range(4) if before.home[suit] != after.home[suit])
    others = (0, 3) if suit in (1, 2) else (1, 2)
    return after.home[suit] <= 2 or all(before.home[other] >= after.home[suit] - 1 for other in others)


def choices(position):
    """The safe move alone, if there is one."""
    found = list(moves(position))
    safe = [pair for pair in found if is_safe(pair[0], position, pair[1])]
    return safe[:1] or found


def solve(start):
    came_from, seen = {start: None}, {key(start)}
    queue = [(value(start), 0, start)]
    while queue:
        _, _, position = heappop(queue)
        if is_won(position):
            return path(came_from, position)
        for move, after in choices(position):
            if key(after) not in seen:
                seen.add(key(after))
                came_from[after] = position, move
                heappush(queue, (value(after), -len(seen), after))
    return None


if __name__ == "__main__":
    main(solve)
