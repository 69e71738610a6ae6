"""Chapters 1 and 2: a board, the rules, and the code that all solvers in this folder share."""

import sys
from collections import namedtuple

RANKS, SUITS = "A23456789TJQK", "CDHS"

# Columns are tuples of cards, the last card is the one that can move. Cells is a tuple, too. Home has a rank per suit.
# A card is a number: 4 * rank + suit, and the ace of clubs is 4, as its rank is 1.
Position = namedtuple("Position", "columns cells home")


def card(name):
    return 4 * (RANKS.index(name[0]) + 1) + SUITS.index(name[1])


def name(card):
    return RANKS[card // 4 - 1] + SUITS[card % 4]


def read(text):
    """A board, one column per line."""
    try:
        columns = [tuple(card(word) for word in line.split()) for line in text.splitlines() if line.strip()]
    except (ValueError, IndexError):
        sys.exit("expected cards such as 7D and TS, one column per line")
    if len(columns) != 8:
        sys.exit(f"expected 8 columns, one per line (got {len(columns)}): freecell deal 1 --format columns")
    return Position(tuple(columns), (None,) * 4, (0, 0, 0, 0))


def fits(card, other):
    """Whether a card fits on another one: one rank lower, and of the other colour."""
    is_red, other_is_red = card % 4 in (1, 2), other % 4 in (1, 2)
    return card // 4 == other // 4 - 1 and is_red != other_is_red


def goes_home(card, home):
    return home[card % 4] == card // 4 - 1


def replaced(items, place, item):
    return (*items[:place], item, *items[place + 1 :])


def moves(position):
    """Every move of a single card, in notation, and the position that it leads to."""
    columns, cells, home = position
    sources = [(str(place + 1), column[-1]) for place, column in enumerate(columns) if column]
    sources += [("abcd"[place], card) for place, card in enumerate(cells) if card]
    for source, card in sources:
        if goes_home(card, home):
            yield source + "h", taken(position, source)._replace(home=replaced(home, card % 4, card // 4))
    for source, card in sources:
        rest = None
        empty_seen = False
        for place, column in enumerate(columns):
            if source == str(place + 1):
                continue
            if column and not fits(card, column[-1]):
                continue
            if not column:
                # All empty columns are equivalent, and moving a column of one card to an empty one changes nothing.
                if empty_seen or (source in "12345678" and len(columns[int(source) - 1]) == 1):
                    continue
                empty_seen = True
            rest = rest or taken(position, source)
            yield source + str(place + 1), rest._replace(columns=replaced(rest.columns, place, (*column, card)))
    if None in cells:
        free = cells.index(None)
        for source, card in sources:
            if source in "12345678":
                rest = taken(position, source)
                yield source + "abcd"[free], rest._replace(cells=replaced(rest.cells, free, card))


def taken(position, source):
    """A position without the card at a place."""
    columns, cells, home = position
    if source in "abcd":
        return Position(columns, replaced(cells, "abcd".index(source), None), home)
    place = int(source) - 1
    return Position(replaced(columns, place, columns[place][:-1]), cells, home)


def is_won(position):
    return not any(position.columns) and not any(position.cells)


def key(position):
    """A key that is equal for positions that differ only in the order of columns and cells."""
    return tuple(sorted(position.columns)), tuple(sorted(card or 0 for card in position.cells))


def path(came_from, position):
    """The moves that led to a position. `came_from` maps each position to the previous one and the move from it."""
    found = []
    while came_from[position] is not None:
        position, move = came_from[position]
        found.append(move)
    return found[::-1]


def main(solve):
    """Reads a board and prints the moves that a solver finds."""
    found = solve(read(sys.stdin.read()))
    print(" ".join(found) if found is not None else "# no solution")
