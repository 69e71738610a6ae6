"""Chapter 6: a better evaluation. It ignores the length so far, and only looks at what is in the way."""

from astar import solve
from rules import fits, main


def value(position):
    """Lower is better: counts cards that aren't home, out of sequence, or on a lower card, and cells in use."""
    total = 2 * (52 - sum(position.home))
    for column in position.columns:
        for place, card in enumerate(column):
            if place and not fits(card, column[place - 1]):
                total += 1  # out of sequence
            if any(other // 4 < card // 4 for other in column[:place]):
                total += 2  # it has to move before a lower card can go home
    total += 2 * sum(cell is not None for cell in position.cells)
    return total - 2 * sum(not column for column in position.columns)


def search(start):
    return solve(start, value, weight=0)


if __name__ == "__main__":
    main(search)
