"""The steps of the shuffle deal the boards, and the steps back find them."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given

from freecell import DECK, FindError, NumberError, deal, find
from freecell.dealing import dealt
from freecell.explaining import DealStep, deal_steps, find_steps

from ..helpers.facts import BORDERS, GAME_617, numbers


def replayed(steps: list[DealStep]) -> list[str]:
    """The board that results from following the steps."""
    deck, rows = [str(card) for card in DECK], [[""] * 8 for _ in range(7)]
    for step in steps:
        assert step.index is not None
        assert len(deck) == step.left
        assert deck[step.index] == str(step.card)
        *deck, last = deck
        assert step.moved is None or str(step.moved) == last
        if step.moved is not None:
            deck[step.index] = last
        rows[step.row - 1][step.column - 1] = str(step.card)
    assert not deck
    return [" ".join(row).strip() for row in rows]


def test_the_steps_of_617_deal_it() -> None:
    steps = list(deal_steps(617))
    assert "\n".join(replayed(steps)) == GAME_617
    assert [(step.state, step.draw) for step in steps[:4]] == [
        (134577032, 2053), (1333677099, 20350), (40379970, 616), (366851069, 5597)
    ]  # fmt: skip


@given(numbers)
def test_steps_deal_the_board_of_every_range(number: int) -> None:
    steps = list(deal_steps(number))
    assert "\n".join(replayed(steps)) == str(deal(number))
    for before, after in pairwise(steps):
        assert before.state is not None
        assert after.state is not None
        assert (214013 * before.state + 2531011 - after.state) % 2**31 == 0
    assert all(step.draw is not None and step.draw % step.left == step.index for step in steps)


@pytest.mark.parametrize("number", [-1, -2])
def test_joke_deals_have_cards_but_no_generator(number: int) -> None:
    steps = list(deal_steps(number))
    assert [step.card for step in steps] == dealt(number)
    assert {(step.state, step.draw, step.index, step.moved) for step in steps} == {(None,) * 4}


def test_invalid_deals_have_no_steps() -> None:
    with pytest.raises(NumberError, match="deal 0 doesn't exist"):
        next(deal_steps(0))


@pytest.mark.parametrize("number", [*BORDERS, 617, 2**31 + 617, 2**32 + 617])
@pytest.mark.parametrize("count", [6, 8, 52])
def test_steps_back_agree_with_find_and_only_narrow(number: int, count: int) -> None:
    steps = find_steps(dealt(number)[:count])
    assert [step.index for step in steps.cards] == [step.index for step in deal_steps(number)][:count]
    assert sorted(found for narrowing in steps.ranges for found in narrowing.found) == find(dealt(number)[:count])
    for narrowing in steps.ranges:
        assert narrowing.low == sorted(narrowing.low, reverse=True)
        assert narrowing.states == sorted(narrowing.states, reverse=True)
        assert len(narrowing.low) == len(narrowing.states) == count
        assert narrowing.low[0] == 2**21 // 4  # 52 is four times an odd number
        assert narrowing.tried >= narrowing.states[0] >= len(narrowing.found)
    assert json.loads(json.dumps(steps.to_dict()))["cards"][0]["left"] == 52


def test_steps_back_end_at_the_first_unknown_card() -> None:
    steps = find_steps("7D AD 5C 3S ?? ?? ?? ?? TD 7S QD AC")
    assert len(steps.cards) == 4
    assert [narrowing.found for narrowing in steps.ranges] == [[617], [], []]
    with pytest.raises(FindError, match="the first two cards must be known"):
        find_steps("?? AD 5C 3S 5S 8C 2D AH")
