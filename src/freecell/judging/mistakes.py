"""Common mistakes in dealing, and which of them explain a program's boards.

A `Dealer` is the shuffle with some of its parts changed. It deals places in the deck instead of cards, so the order of
the deck needn't be guessed: it follows from the boards and the places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import combinations, count
from random import Random
from tomllib import loads
from typing import Any, NamedTuple

from freecell.board import COLUMNS, DEALT_HEIGHTS
from freecell.cards import DECK, RANKS
from freecell.dealing import draw_rule

MOST_TOGETHER = 3
"""The maximum number of mistakes in one program, not counting the order of the deck."""

_SUITS = "CDHS"


class Mistake(NamedTuple):
    """A mistake that programs make.

    part    the part of the shuffle that the mistake concerns; a program makes at most one mistake in each part
    name    its name in JSON
    what    what the program does
    repair  what the program should do
    """

    part: str
    name: str
    what: str
    repair: str


def _read() -> Iterator[Mistake]:
    for part, texts in loads(resources.files(__package__).joinpath("mistakes.toml").read_text("utf-8")).items():
        repair = texts.pop("repair")
        for name, text in texts.items():
            what, own = text if isinstance(text, list) else (text, repair)
            yield Mistake(part, name, what, own)


MISTAKES = tuple(_read())
"""All mistakes, more likely ones first."""


class Dealer(NamedTuple):
    """A dealer who makes these mistakes, at most one in each part."""

    mistakes: tuple[Mistake, ...] = ()

    @property
    def parts(self) -> dict[str, str]:
        return {mistake.part: mistake.name for mistake in self.mistakes}

    def deal(self, numbers: Iterable[int]) -> Iterator[list[int] | None]:
        """For each deal, where its cards are in the deck, row by row; None where the mistakes leave no card to deal."""
        parts = self.parts
        layout, kept = _LAYOUTS[parts.get("layout", "")], parts.get("between")
        random, deck = _Random(parts), list(range(52))
        for place, number in enumerate(numbers):
            if place == 0 or kept != "not-seeded-again":
                random.seed(number)
            if kept != "same-deck":
                deck = list(range(52))
            try:
                dealt = _REMOVALS[parts.get("removal", "")](deck, random)
            except IndexError:
                yield None
                continue
            yield [dealt[at] for at in layout]


class _Random:
    """The generator, with the mistakes that concern it."""

    def __init__(self, parts: Mapping[str, str]) -> None:
        self._parts = tuple(parts.get(part, "") for part in ("seed", "state", "draw", "range"))
        self._index = parts.get("index", "")
        self.number = 0

    def seed(self, number: int) -> None:
        self.number = number
        self._drawn, self._draws = _sequence(number, *self._parts)
        self._at = 0

    def index(self, left: int) -> int:
        if self._at == len(self._drawn):
            self._drawn.append(next(self._draws))
        draw = self._drawn[self._at]
        self._at += 1
        if self._index == "always-52":
            return draw % 52
        if self._index == "one-card-fewer":
            return draw % (left - 1) if left > 1 else 0
        return draw * left >> 15 if self._index == "scaled" else draw % left


@lru_cache(2000)
def _sequence(*number_and_parts: Any) -> tuple[list[int], Iterator[int]]:
    """The draws so far, and those to come. Dealers who differ only in what they do with their draws share them."""
    return [], _draws(*number_and_parts)


def _draws(number: int, seed: str, state: str, draw: str, draw_range: str) -> Iterator[int]:
    """Endless draws, with a mistake in these parts."""
    mask, more = draw_rule(number)
    if draw_range == "one-rule" or (draw_range == "two-rules" and number >= 2**32):
        mask, more = 2**31 - 1, 0 if draw_range == "one-rule" else 2**15
    elif draw_range and number >= 2**32:
        more = 0
    seeds = {"": number, "one-less": number - 1, "one-more": number + 1}
    masks = {"15-bits": 0x7FFF, "16-bits": 0xFFFF}
    old = number & masks[seed] if seed in masks else seeds[seed] & 0xFFFFFFFF
    states: Iterator[tuple[int, int]]
    if state == "glibc":
        states = ((value, value << 16) for value in _glibc(old))  # rand() is the draw
    else:
        states = _states(old, _step_of(state) or (lambda old: ((214013 * old + 2531011) & mask,) * 2))
    if draw == "one-lost":
        old, _ = next(states)
    for new, value in states:
        drawn = old >> 16 if draw == "before-the-step" else _DRAWS[draw](value)
        yield (abs(drawn) if state == "signed-abs-draw" else drawn) + more
        old = new


def _states(state: int, step: Callable[[int], tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each new state, and the value that its draw is taken from."""
    while True:
        state, value = step(state)
        yield state, value


def _glibc(seed: int) -> Iterator[int]:
    """The random numbers of glibc, the C library of Linux: srand, and then rand."""
    kept = [seed % 2**32 or 1]
    for _ in range(30):
        kept.append(16807 * kept[-1] % (2**31 - 1))
    kept += kept[:3]
    for place in count(34):
        kept.append((kept[-3] + kept[-31]) % 2**32)
        kept = kept[-34:]
        if place >= 344:
            yield kept[-1] >> 1


def _signed(state: int) -> int:
    return ((214013 * state + 2531011 + 2**31) & 0xFFFFFFFF) - 2**31


def _toward_zero(state: int) -> int:
    """A value whose upper bits are the state divided by 2**16 as in C, where -1 / 65536 is 0."""
    return state if state >= 0 else -(-state >> 16 << 16)


def _overflow_first(state: int) -> tuple[int, int]:
    """The remainder as in C: it has the sign of the product."""
    product = _signed(state)
    new = product % 2**31 if product >= 0 else -(-product % 2**31)
    return new, _toward_zero(new)


def _signed_64(state: int) -> tuple[int, int]:
    new = (214013 * state + 2531011 + 2**63) % 2**64 - 2**63
    return new, _toward_zero(new)


def _signed_abs_draw(state: int) -> tuple[int, int]:
    return (_signed(state),) * 2


def _float(state: int) -> tuple[int, int]:
    """The behaviour of a number in JavaScript that is never reduced: shifts see its low 32 bits."""
    new = int(214013.0 * state + 2531011.0) if state < 2**1000 else 0
    return new, new & 0x7FFFFFFF


# The new state, and the value that draws are taken from.
_STEPS: dict[str, Callable[[int], tuple[int, int]]] = {
    "16-bit-draws": lambda state: ((214013 * state + 2531011) & 0xFFFFFFFF,) * 2,
    "never-reduced": lambda state: (214013 * state + 2531011,) * 2,
    "overflow-first": _overflow_first,
    "64-bit-unsigned": lambda state: ((214013 * state + 2531011) % 2**64,) * 2,
    "64-bit-signed": _signed_64,
    "floats": _float,
    "signed": lambda state: (_signed(state),) * 2,
    "signed-abs": lambda state: (_signed(state), abs(_signed(state))),
    "signed-abs-draw": _signed_abs_draw,
    "mod-2**31-1": lambda state: ((214013 * state + 2531011) % (2**31 - 1),) * 2,
    "increment-multiplied": lambda state: (214013 * (state + 2531011) & 0x7FFFFFFF,) * 2,
    "constants-exchanged": lambda state: ((2531011 * state + 214013) & 0x7FFFFFFF,) * 2,
    "bsd": lambda state: ((new := (1103515245 * state + 12345) & 0x7FFFFFFF), new << 16),
}


def _step_of(name: str) -> Callable[[int], tuple[int, int]] | None:
    """How the next state is computed with a mistake; None if it isn't about the state. Wrong constants are separate."""
    if "," not in name:
        return _STEPS.get(name)
    multiplier, increment = map(int, name.split(","))
    return lambda state: ((multiplier * state + increment) & 0x7FFFFFFF,) * 2


_DRAWS: dict[str, Callable[[int], int]] = {
    "": lambda value: value >> 16,
    "not-shifted": lambda value: value,
    "low-bits": lambda value: value & 0x7FFF,
    "shifted-by-15": lambda value: value >> 15,
    "xor-16": lambda value: value // 2 ^ 16,
    "mod-32767": lambda value: (value >> 16) % 32767,
    "one-lost": lambda value: value >> 16,
}


def _last_fills_gap(deck: list[int], random: _Random) -> list[int]:
    """The correct step: the last card of the deck fills the gap."""
    for last in range(51, -1, -1):
        place = random.index(last + 1)
        deck[place], deck[last] = deck[last], deck[place]
    return deck[::-1]


def _gap_closed(deck: list[int], random: _Random) -> list[int]:
    return [deck.pop(random.index(left)) for left in range(52, 0, -1)]


def _first_fills_gap(deck: list[int], random: _Random) -> list[int]:
    for first in range(52):
        place = first + random.index(52 - first)
        deck[first], deck[place] = deck[place], deck[first]
    return deck.copy()


def _swapped_with_dealt(deck: list[int], random: _Random) -> list[int]:
    for first in range(52):
        place = random.index(52 - first)
        deck[first], deck[place] = deck[place], deck[first]
    return deck.copy()


def _not_removed(deck: list[int], random: _Random) -> list[int]:
    return [deck[random.index(left)] for left in range(52, 0, -1)]


def _drawn_again(deck: list[int], random: _Random) -> list[int]:
    dealt: list[int] = []
    for _ in range(5000):
        card = deck[random.index(52)]
        if card not in dealt:
            dealt.append(card)
            if len(dealt) == 52:
                return dealt
    raise IndexError


def _drawn_beyond(deck: list[int], random: _Random) -> list[int]:
    dealt: list[int] = []
    for _ in range(5000):
        place = random.index(52)
        if place < len(deck):
            deck[place], deck[-1] = deck[-1], deck[place]
            dealt.append(deck.pop())
            if not deck:
                return dealt
    raise IndexError


def _overwritten(deck: list[int], random: _Random) -> list[int]:
    dealt = []
    for last in range(51, -1, -1):
        deck[random.index(last + 1)] = deck[last]
        dealt.append(deck[last])
    return dealt


def _python_shuffle(deck: list[int], random: _Random) -> list[int]:
    Random(random.number).shuffle(deck)  # noqa: S311, as those programs do it
    return deck.copy()


_REMOVALS: dict[str, Callable[[list[int], _Random], list[int]]] = {
    "": _last_fills_gap,
    "gap-closed": _gap_closed,
    "first-fills-gap": _first_fills_gap,
    "swapped-with-dealt": _swapped_with_dealt,
    "not-removed": _not_removed,
    "drawn-again": _drawn_again,
    "drawn-beyond": _drawn_beyond,
    "overwritten": _overwritten,
    "python-shuffle": _python_shuffle,
}

_REPEATING = ("not-removed", "overwritten")  # only these deal cards more than once

_DOWN_THE_COLUMNS = [(row, column) for column in range(COLUMNS) for row in range(DEALT_HEIGHTS[column])]
_BY_ROWS = [(place // COLUMNS, place % COLUMNS) for place in range(52)]
_ROW_ENDS = [min(row * COLUMNS + COLUMNS, 52) for row in range(7)]

# The index in dealt order of the card at each place, by rows.
_LAYOUTS = {
    "": list(range(52)),
    "columns-first": [_DOWN_THE_COLUMNS.index(place) for place in _BY_ROWS],
    "from-the-end": list(range(51, -1, -1)),
    "rows-upside-down": [place for end in reversed(_ROW_ENDS) for place in range((end - 1) // 8 * 8, end)],
    "right-to-left": [place for end in _ROW_ENDS for place in range(end - 1, (end - 1) // 8 * 8 - 1, -1)],
}


class Diagnosis(NamedTuple):
    """An explanation of a program's wrong boards.

    mistakes  what the program does wrong, apart from the order of its deck
    deck      the wrong order of its deck in words; None if the order is correct
    """

    mistakes: tuple[Mistake, ...]
    deck: str | None


Dealt = tuple[int, Sequence[int]]
"""A deal number, and the cards that a program printed for it: by rows, as numbers from 0 (AC) to 51 (KS)."""


def diagnose(boards: Sequence[Dealt], later: Sequence[Dealt] = (), *, in_one_run: bool = True) -> Diagnosis | None:
    """The fewest mistakes that explain all these boards, or None.

    boards      the first boards of a run, in order
    later       boards that came later in the run
    in_one_run  whether one run printed them all, so that state may have been kept between boards

    >>> from freecell import deal
    >>> wrong = [(number, [int(card) for row in deal(number - 1).rows for card in row]) for number in (617, 618)]
    >>> [mistake.name for mistake in diagnose(wrong).mistakes]
    ['one-less']
    """
    right = Dealer().deal(number for number, _ in (*boards, *later))
    is_wrong = [list(cards) != places for (_, cards), places in zip((*boards, *later), right, strict=True)]
    by_wrong = sorted(zip(is_wrong, (*boards, *later), strict=True), key=lambda pair: not pair[0])
    wrong_first = [dealt for _, dealt in by_wrong]  # most mistakes fail on it immediately
    mistakes = [
        mistake
        for mistake in MISTAKES
        if (mistake.part != "between" or in_one_run)
        and (mistake.part != "range" or max(number for number, _ in wrong_first) >= 2**31)
    ]
    repeats = any(len(set(cards)) < len(cards) for _, cards in wrong_first)
    best: tuple[int, Diagnosis] | None = None
    tries = [list(combinations(mistakes, size)) for size in range(MOST_TOGETHER + 1)]
    typos = list(_typos())
    tries.append([(typo,) for typo in typos] + [(typo, mistake) for typo in typos for mistake in mistakes])
    for least, togethers in enumerate(tries):
        if best and best[0] <= least:
            break
        for together in togethers:
            dealer = Dealer(together)
            if len(dealer.parts) < len(together) or repeats != (dealer.parts.get("removal") in _REPEATING):
                continue
            deck = _deck_of(dealer, boards if "between" in dealer.parts else wrong_first)
            if deck is None:
                continue
            cost, name = _named(deck, several=len(boards) > 1)
            if cost is not None and (best is None or len(together) + cost < best[0]):
                best = len(together) + cost, Diagnosis(together, name)
    return best and best[1]


def _typos() -> Iterator[Mistake]:
    """The constants of the generator with a wrong, missing, repeated or transposed digit."""
    for multiplier in _mistyped("214013"):
        yield Mistake("state", f"{multiplier}, 2531011", f"the multiplier is {multiplier}, not 214013", "write 214013")
    for increment in _mistyped("2531011"):
        yield Mistake("state", f"214013, {increment}", f"the increment is {increment}, not 2531011", "write 2531011")


def _mistyped(digits: str) -> list[str]:
    found = set()
    for at, digit in enumerate(digits):
        before, after = digits[:at], digits[at + 1 :]
        found |= {before + after, before + digit * 2 + after, *(before + other + after for other in "0123456789")}
        found.add(before + after[:1] + digit + after[1:])
    return sorted(found - {digits})


def _deck_of(dealer: Dealer, boards: Sequence[Dealt]) -> dict[int, int] | None:
    """The order of the deck that yields these boards, or None."""
    deck: dict[int, int] = {}
    for places, (_, cards) in zip(dealer.deal(number for number, _ in boards), boards, strict=True):
        if places is None:
            return None
        for place, card in zip(places, cards, strict=True):
            if deck.setdefault(place, card) != card:
                return None
    return deck if len(set(deck.values())) == len(deck) else None


def _named(deck: Mapping[int, int], *, several: bool) -> tuple[int | None, str | None]:
    """How many mistakes a deck counts as, and its order in words. A single board fits a deck in any odd order."""
    if all(place == card for place, card in deck.items()):
        return 0, None
    names = {place: str(DECK[card]) for place, card in deck.items()}
    for at_once, major in ((4, 0), (13, 1)):
        # the ranks or suits that change slowly, and those that change fast
        slow, fast = ({}, {})  # type: tuple[dict[int, str], dict[int, str]]
        if all(
            slow.setdefault(place // at_once, name[major]) == name[major]
            and fast.setdefault(place % at_once, name[1 - major]) == name[1 - major]
            for place, name in names.items()
        ):
            ranks, suits = (slow, fast) if major == 0 else (fast, slow)
            return _in_words(ranks, suits, by_rank=major == 0)
    if not several:
        return None, None
    begins = " ".join(names.get(place, "??") for place in range(8))
    return 2, f"the deck is in another order: it begins with {begins}"


def _in_words(ranks: Mapping[int, str], suits: Mapping[int, str], *, by_rank: bool) -> tuple[int, str]:
    """The number of mistakes that a deck sorted by rank or suit counts as, and its order in words."""
    rank_order = "".join(ranks.get(place, "?") for place in range(13))
    suit_order = "".join(suits.get(place, "?") for place in range(4))
    parts = []
    if not by_rank:
        parts.append("it is sorted by suit first, not by rank first")
    if rank_order != RANKS:
        order = {RANKS[::-1]: "from king down to ace", RANKS[1:] + RANKS[0]: "from two up to ace"}
        parts.append(f"its ranks are in the order {order.get(rank_order, rank_order)}")
    if suit_order != _SUITS:
        parts.append(f"its suits are in the order {' '.join(suit_order)}")
    if by_rank and len(parts) == 2 and rank_order == RANKS[::-1] and suit_order == _SUITS[::-1]:
        return 1, "the deck is in reverse order, from KS to AC (or its indexes count from the other end)"
    return len(parts), f"the deck is in another order: {', and '.join(parts)}"
