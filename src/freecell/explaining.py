"""The steps of the shuffle, forwards and backwards: `--explain` prints them, and a page can draw them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from freecell.board import COLUMNS, Board
from freecell.cards import DECK, Card
from freecell.dealing import dealt, draw_rule, valid_deal
from freecell.errors import FindError
from freecell.finding.inversion import Narrowing, first_places, narrow, power_of_two
from freecell.finding.known import known_cards


@dataclass(frozen=True, slots=True)
class DealStep:
    """One card of a deal. Joke deals have no generator: `state`, `draw`, `index` and `moved` are None.

    number  1 to 52
    state   the generator's new state
    draw    the random number taken from the state
    left    how many cards the deck has before this step
    index   draw mod left: where the card is in the deck
    card    the card
    moved   the last card of the deck, which takes the place of the dealt one; None if the dealt card was the last
    row     the row to which the card is dealt, from 1
    column  the column to which the card is dealt, from 1
    """

    number: int
    state: int | None
    draw: int | None
    left: int
    index: int | None
    card: Card
    moved: Card | None
    row: int
    column: int

    def to_dict(self) -> dict[str, Any]:
        """The step or steps as a dict for JSON."""
        return {**asdict(self), "card": str(self.card), "moved": None if self.moved is None else str(self.moved)}


def deal_steps(deal: int) -> Iterator[DealStep]:
    """The 52 steps of a deal.

    >>> for step in list(deal_steps(617))[:2]:
    ...     print(step.state, step.draw, step.index, step.card, step.moved, step.column)
    134577032 2053 25 7D KS 1
    1333677099 20350 1 AD KH 2
    """
    deal = valid_deal(deal)
    deck, state = list(DECK), deal
    for place, joke_card in enumerate(dealt(deal)):
        left = 52 - place
        row, column = place // COLUMNS + 1, place % COLUMNS + 1
        if deal < 0:
            yield DealStep(place + 1, None, None, left, None, joke_card, None, row, column)
            continue
        mask, more = draw_rule(deal)
        state = (214013 * state + 2531011) & mask
        draw = (state >> 16) + more
        index = draw % left
        card, last = deck[index], deck.pop()
        if index < len(deck):
            deck[index] = last
        moved = None if index == len(deck) else last
        yield DealStep(place + 1, state, draw, left, index, card, moved, row, column)


@dataclass(frozen=True, slots=True)
class FindStep:
    """One card that `find` reads: where it was in the deck, and what that reveals.

    left   how many cards the deck had
    card   the card
    index  where the card was in the deck
    power  the largest power of two that divides `left`: the draw is known modulo it, which reveals some of its low bits
    """

    left: int
    card: Card
    index: int
    power: int


class FindSteps(NamedTuple):
    """How cards lead back to numbers: the cards up to the first unknown one, and the candidates left in each range."""

    cards: list[FindStep]
    ranges: list[Narrowing]

    def to_dict(self) -> dict[str, Any]:
        """The step or steps as a dict for JSON."""
        return {
            "cards": [{**asdict(card), "card": str(card.card)} for card in self.cards],
            "ranges": [narrowing._asdict() for narrowing in self.ranges],
        }


def find_steps(cards: Board | str | bytes | Iterable[Any]) -> FindSteps:
    """Explain how `find` works back from cards to a number. The first two cards must be known.

    >>> steps = find_steps("7D AD 5C 3S 5S 8C 2D AH")
    >>> [step.index for step in steps.cards], [steps.ranges[0].low[-1], steps.ranges[0].tried], steps.ranges[0].states
    ([25, 1, 16, 11, 19, 28, 5, 2], [8228, 165323], [12684, 12684, 281, 7, 2, 1, 1, 1])
    """
    known = known_cards(cards)
    if None in known[:2]:
        raise FindError("the first two cards must be known; without them, every deal would have to be scanned")
    steps = [
        FindStep(52 - place, card, index, power_of_two(52 - place))
        for place, (card, index) in enumerate(zip(known, first_places(known), strict=False))
        if card is not None
    ]
    return FindSteps(steps, list(narrow(known)))
