"""Deals FreeCell boards with mistakes, for the tests of `judge`: python misdealer.py MISTAKE ... < numbers"""

from __future__ import annotations

import ctypes
import math
import sys
from random import Random as PythonRandom

MISTAKES = sys.argv[1:]
C = ctypes.CDLL(None)
RANKS, SUITS = "A23456789TJQK", "CDHS"


def made(mistake: str) -> bool:
    return mistake in MISTAKES


def sorted_deck() -> list[str]:
    ranks = RANKS[::-1] if made("ranks-down") else RANKS[1:] + "A" if made("ace-high") else RANKS
    suits = next((mistake[6:] for mistake in MISTAKES if mistake.startswith("suits-")), SUITS)
    if made("suit-major"):
        return [rank + suit for suit in suits for rank in ranks]
    deck = [rank + suit for rank in ranks for suit in suits]
    if made("strange-deck"):
        deck[3], deck[40] = deck[40], deck[3]
    return deck


class Random:
    def __init__(self, seed: int) -> None:
        self.deal = seed
        if made("one-less"):
            seed -= 1
        if made("one-more"):
            seed += 1
        if made("16-bits"):
            seed %= 65536
        if made("15-bits"):
            seed %= 32768
        self.state = seed - 2**32 if seed >= 2**32 else seed
        if made("glibc"):
            C.srand(self.state)
        if made("one-lost"):
            self.step()

    def step(self) -> tuple[int, int]:
        old = self.state
        if made("increment-multiplied"):
            new = 214013 * (old + 2531011)
        elif made("constants-exchanged"):
            new = 2531011 * old + 214013
        elif made("bsd"):
            new = 1103515245 * old + 12345
        elif made("floats"):
            new = int(float(old) * 214013 + 2531011)
        else:
            new = 214013 * old + (2531012 if made("214013, 2531012") else 2531011)
        if made("never-reduced") or made("floats"):
            pass
        elif made("overflow-first"):
            new = ctypes.c_int32(new).value
            new = int(math.fmod(new, 2**31))
        elif made("64-bit-unsigned"):
            new = ctypes.c_uint64(new).value
        elif made("64-bit-signed"):
            new = ctypes.c_int64(new).value
        elif made("signed") or made("signed-abs") or made("signed-abs-draw"):
            new %= 2**32
            if new >= 2**31:
                new -= 2**32
        elif made("mod-2**31-1"):
            new %= 2**31 - 1
        elif made("16-bit-draws") or (self.deal >= 2**32 and not made("one-rule") and not made("two-rules")):
            new %= 2**32
        else:
            new %= 2**31
        self.state = new
        return old, new

    def draw(self) -> int:
        if made("glibc"):
            return int(C.rand())
        old, new = self.step()
        if made("before-the-step"):
            new = old
        if made("floats"):
            new %= 2**31
        if made("signed-abs"):
            new = abs(new)
        if made("bsd") or made("not-shifted"):
            draw = new
        elif made("low-bits"):
            draw = new & 32767
        elif made("shifted-by-15"):
            draw = new >> 15
        elif made("xor-16"):
            draw = new // 2 ^ 16
        elif made("overflow-first") or made("64-bit-signed"):
            draw = abs(new) // 65536 * (1 if new >= 0 else -1)
        elif made("mod-32767"):
            draw = (new >> 16) % 32767
        else:
            draw = new >> 16
        if made("signed-abs-draw"):
            draw = abs(draw)
        if self.deal >= 2**32 and not made("two-rules") and not made("one-rule"):
            return draw if made("1-not-added") else draw + 1
        return draw + 32768 if self.deal >= 2**31 and not made("one-rule") else draw

    def index(self, left: int) -> int:
        if made("always-52") or made("drawn-again"):
            return self.draw() % 52
        if made("one-card-fewer"):
            return self.draw() % max(1, left - 1)
        if made("scaled"):
            return int(self.draw() / 32768 * left)
        return self.draw() % left


def shortened(deck: list[str], random: Random) -> list[str]:
    """The deck gets shorter as it should, but some draws don't deal the card at their index."""
    cards = []
    while deck:
        if made("overwritten"):
            deck[random.index(len(deck))] = deck[-1]
            cards.append(deck.pop())
        elif (place := random.draw() % 52) < len(deck):
            cards.append(deck[place])
            deck[place] = deck[-1]
            deck.pop()
    return cards


def shuffled(deck: list[str], random: Random) -> list[str]:
    cards = []
    if made("gap-closed"):
        while deck:
            cards.append(deck.pop(random.index(len(deck))))
    elif made("first-fills-gap") or made("swapped-with-dealt"):
        for first in range(52):
            place = random.index(52 - first)
            if made("first-fills-gap"):
                place += first
            deck[first], deck[place] = deck[place], deck[first]
        cards = deck[:]
    elif made("python-shuffle"):
        PythonRandom(random.deal).shuffle(deck)
        cards = deck
    elif made("not-removed"):
        cards = [deck[random.index(left)] for left in range(52, 0, -1)]
    elif made("drawn-again"):
        while len(cards) < 52:
            card = deck[random.index(52)]
            if card not in cards:
                cards.append(card)
    elif made("drawn-beyond") or made("overwritten"):
        cards = shortened(deck, random)
    else:
        for last in reversed(range(52)):
            place = random.index(last + 1)
            deck[place], deck[last] = deck[last], deck[place]
        cards = deck[::-1]
    return cards[::-1] if made("from-the-end") else cards


def board(cards: list[str]) -> list[list[str]]:
    if made("columns-first"):
        columns = []
        for height in (7, 7, 7, 7, 6, 6, 6, 6):
            columns.append(cards[:height])
            cards = cards[height:]
        rows = [[column[row] for column in columns if row < len(column)] for row in range(7)]
    else:
        rows = [cards[start : start + 8] for start in range(0, 52, 8)]
    if made("right-to-left"):
        rows = [row[::-1] for row in rows]
    return rows[::-1] if made("rows-upside-down") else rows


random: Random | None = None
deck = sorted_deck()
for line in sys.stdin:
    if random is None or not made("not-seeded-again"):
        random = Random(int(line))
    if not made("same-deck"):
        deck = sorted_deck()
    for row in board(shuffled(deck, random)):
        print(*row)
