"""The output of `freecell deal --explain` and `freecell find --explain`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from freecell.dealing import deal, draw_rule
from freecell.explaining import DealStep, FindSteps, deal_steps


def explain_deals(numbers: Iterable[int], count: int, *, as_json: bool) -> None:
    """Print the first steps of some deals, and the board if all steps are printed."""
    for place, number in enumerate(numbers):
        steps = list(islice(deal_steps(number), count))
        if as_json:
            print(json.dumps({"deal": number, "fixed": number < 0, "steps": [step.to_dict() for step in steps]}))
            continue
        print("\n" * (place > 0) + (_joke(number) if number < 0 else _shuffle(number, steps)))
        if count == 52 or number < 0:
            print(f"\n{deal(number)}")


def _joke(number: int) -> str:
    cards = [str(step.card) for step in deal_steps(number)]
    ranks, suits = " ".join(card[0] for card in cards[::4]), " ".join(card[1] for card in cards[:4])
    return (
        f"Deal {number} is one of the two joke deals of Windows, which can't be won. It is a fixed layout:\n"
        f"nothing is shuffled, and there are no random numbers. Its ranks, in the order dealt: {ranks}.\n"
        f"Each rank stands for four cards, in the order {suits}."
    )


def _shuffle(number: int, steps: Sequence[DealStep]) -> str:
    mask, more = draw_rule(number)
    bits, first = mask.bit_length(), number % 2**32
    begins = f"state {first}" if first == number else f"state {number} - 2**32 = {first}"
    draws = f" + {more}" if more else ""
    one = steps[0]
    assert one.state is not None and one.draw is not None  # noqa: S101, PT018, not a joke
    product = 214013 * first + 2531011
    upper, lower = f"{one.state:0{bits}b}"[:-16], f"{one.state:0{bits}b}"[-16:]
    lines = [
        f"Deal {number} begins with {begins}, and with a deck in order: AC AD AH AS 2C ... KS.",
        "Each step computes the next state and takes a draw from it. The draw selects a card:",
        "",
        f"  state = (214013 * state + 2531011) mod 2**{bits}",
        f"  draw  = state // 2**16{draws}",
        "  index = draw mod the number of cards left",
        "",
        "The card at this index is dealt. The last card of the deck takes its place.",
        "",
        "Step 1 in full:",
        "",
        f"  214013 * {first} + 2531011 = {product}",
        f"  mod 2**{bits} = {one.state}, in bits {upper} {lower}",
        f"  draw = {one.state >> 16}{draws and f'{draws} = {one.draw}'}: the upper bits, {upper}{draws}",
        f"  index = {one.draw} mod {one.left} = {one.index}",
        f"  {one.card} is at index {one.index}. It is dealt to column {one.column}. {_filled(one)}",
        "",
        *_table(
            ("step", "state", "draw", "left", "index", "card", "column", "filled by"),
            [
                (step.number, step.state, step.draw, step.left, step.index, step.card, step.column, step.moved or "-")
                for step in steps
            ],
        ),
    ]
    return "\n".join(lines)


def _filled(step: DealStep) -> str:
    return (
        "It was the last card." if step.moved is None else f"{step.moved}, the last card, moves to index {step.index}."
    )


def explained_find(steps: FindSteps) -> str:
    """Explain how the cards lead back to their number."""
    cards, ranges = steps.cards, steps.ranges
    second = cards[1]
    names = ["below 2**31", "below 2**32", "below 2**33"]
    tried = [f"{narrowing.tried:,} of deals {name}" for narrowing, name in zip(ranges, names, strict=True)]
    lines = [
        "Repeating the shuffle shows the index in the deck from which each card was taken: draw mod left.",
        "The state after the first draw leads back to the number. Candidates for this state, by range of numbers:",
        "",
        "1. Its low 21 bits have 2,097,152 values. Low bits don't depend on higher ones, and an index from a deck of",
        "   even length reveals low bits of the draw. Values left after each card:",
        "",
        *_table(
            ("card", "left", "index", "reveals", *names),
            [
                (
                    card.card, card.left, card.index,
                    f"draw mod {card.power}" if card.power > 1 else "-",
                    *(f"{narrowing.low[place]:,}" for narrowing in ranges),
                )
                for place, card in enumerate(cards)
                if card.power > 1
            ],
        ),
        "",
        "2. The low 5 bits of the second draw are now known, and so is the draw modulo 51, because",
        f"   {second.card} was taken from index {second.index} of 51. One in 51 values of the upper bits fits.",
        "   States to try:",
        "",
        f"   {', '.join(tried)}",
        "",
        "3. Each draw must leave its index as the remainder. States left after each card:",
        "",
        *_table(
            ("card", "left", "index", *names),
            [
                (card.card, card.left, card.index, *(f"{narrowing.states[place]:,}" for narrowing in ranges))
                for place, card in enumerate(cards)
                if place < 2 or any(narrowing.states[place] != narrowing.states[place - 1] for narrowing in ranges)
            ],
        ),
        "",
        "4. Stepping these states back gives the seeds. Dealing each seed shows whether all known cards match.",
    ]  # fmt: skip
    return "\n".join(lines)


def _table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Right-aligned columns, as wide as they need to be."""
    texts = [names, *([str(value) for value in row] for row in rows)]
    widths = [max(len(row[at]) for row in texts) for at in range(len(names))]
    for row in texts:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
