"""Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output."""

import sys

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def draws(number):
    """The random numbers of a deal."""
    state = number
    while True:
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            yield state // 2**16 % 2**15
        elif number < 2**32:
            yield state // 2**16 % 2**15 + 2**15
        else:
            yield state // 2**16 + 1


def deal(number):
    """The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4."""
    deck, cards, random = DECK.copy(), [], draws(number)
    while deck:
        place = next(random) % len(deck)
        deck[place], deck[-1] = deck[-1], deck[place]  # the last card takes the place of the one dealt
        cards.append(deck.pop())
    return [cards[first : first + 8] for first in range(0, 52, 8)]


for line in sys.stdin:
    for row in deal(int(line)):
        print(*row)
