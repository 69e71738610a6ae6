"""Chapter 8: packed positions. Each is a few dozen bytes, with sorted columns, and each column is evaluated only once.

The parts of a packed position end with a zero: the ranks at home (plus one, so that none is zero), the cells, and the
columns. Equal positions have equal bytes, so they are their own keys.
"""

from functools import cache
from heapq import heappop, heappush

from rules import fits, main

FITS_ON = {card: {other for other in range(4, 56) if fits(card, other)} for card in range(4, 56)}
OTHER_COLOUR = {0: (1, 2), 3: (1, 2), 1: (0, 3), 2: (0, 3)}


def packed(home, cells, columns):
    return b"\0".join((home, bytes(sorted(cells)), *sorted(columns)))


def pack(position):
    cells = [card for card in position.cells if card]
    return packed(bytes(rank + 1 for rank in position.home), cells, map(bytes, position.columns))


def moves(position):
    """Each move as the card and where it goes ("h", "cell", "column" or a card), and the position after it."""
    home, cells, *columns = position.split(b"\0")
    sources = [(card, None) for card in cells] + [(column[-1], column) for column in columns if column]
    found = []
    for card, column in sources:
        rank, suit = card // 4, card % 4
        if home[suit] == rank:
            after = packed(home[:suit] + bytes((rank + 1,)) + home[suit + 1 :], *without(cells, columns, card, column))
            if rank <= 2 or all(home[other] >= rank for other in OTHER_COLOUR[suit]):
                return [(card, "h", after)]  # safe: nothing else is tried
            found.append((card, "h", after))
    for card, column in sources:
        left_cells, left = without(cells, columns, card, column)
        for place, target in enumerate(left):
            if target and target[-1] in FITS_ON[card] and target is not column:
                after = [*left[:place], target + bytes((card,)), *left[place + 1 :]]
                found.append((card, target[-1], packed(home, left_cells, after)))
        if b"" in columns and (column is None or len(column) > 1):
            after = left.copy()
            after[after.index(b"")] = bytes((card,))
            found.append((card, "column", packed(home, left_cells, after)))
        if len(cells) < 4 and column is not None:
            found.append((card, "cell", packed(home, cells + bytes((card,)), left)))
    return found


def without(cells, columns, card, column):
    """The cells and columns after removing a card from its column, or from the cells if that is None."""
    if column is None:
        return cells.replace(bytes((card,)), b""), columns
    place = columns.index(column)
    return cells, [*columns[:place], column[:-1], *columns[place + 1 :]]


@cache
def column_value(column):
    """The value of a column as in chapter 6."""
    total = 0 if column else -2
    for place, card in enumerate(column):
        total += bool(place) and column[place - 1] not in FITS_ON[card]
        total += 2 * any(other // 4 < card // 4 for other in column[:place])
    return total


def value(position):
    home, cells, *columns = position.split(b"\0")
    return 2 * (56 - sum(home)) + 2 * len(cells) + sum(map(column_value, columns))


def is_won(position):
    return position.startswith(b"\x0e\x0e\x0e\x0e")


def solve(start):
    first = pack(start)
    came_from = {first: None}
    queue = [(value(first), 0, first)]
    while queue:
        _, _, position = heappop(queue)
        if is_won(position):
            return notation(start, came_from, position)
        for card, target, after in moves(position):
            if after not in came_from:
                came_from[after] = position, card, target
                heappush(queue, (value(after), -len(came_from), after))
    return None


def notation(start, came_from, position):
    """The moves in notation. Packed columns have no numbers, so the game is replayed."""
    played = []
    while came_from[position]:
        position, card, target = came_from[position]
        played.append((card, target))
    columns, cells, words = [list(column) for column in start.columns], [None] * 4, []
    for card, target in reversed(played):
        if card in cells:
            source = "abcd"[cells.index(card)]
            cells[cells.index(card)] = None
        else:
            place = next(place for place, column in enumerate(columns) if column and column[-1] == card)
            source = str(place + 1)
            columns[place].pop()
        if target == "h":
            words.append(source + "h")
        elif target == "cell":
            words.append(source + "abcd"[cells.index(None)])
            cells[cells.index(None)] = card
        else:
            last = None if target == "column" else target
            place = next(place for place, column in enumerate(columns) if (column[-1] if column else None) == last)
            words.append(source + str(place + 1))
            columns[place].append(card)
    return words


if __name__ == "__main__":
    main(solve)
