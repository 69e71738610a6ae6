"""The core's two ways to find deals. These tests also run on a core built with sanitizers."""

from __future__ import annotations

import random

import numpy as np
import pytest

import freecell
from freecell import Card
from freecell.dealing import deals, dealt

from ..helpers.facts import BORDERS

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core

UNKNOWN = 255


def known(number: int, places: range) -> bytes:
    """The known cards of a deal if only those at `places` are known."""
    return bytes(card if place in places else UNKNOWN for place, card in enumerate(dealt(number)))


SOME = [*BORDERS, *(random.Random(617).randrange(2**bits, 2 ** (bits + 1)) for bits in (20, 30, 31, 32))]


@pytest.mark.parametrize("number", SOME)
def test_the_inversion_finds_the_deal(number: int) -> None:
    for count in (52, 34, 33, 16, 8):
        assert number in _core.invert(known(number, range(count)))


def test_two_cards_are_enough_for_the_inversion() -> None:
    found = _core.invert(known(617, range(2)))
    ordered = np.array(found)
    assert 617 in ordered
    assert (np.diff(ordered) > 0).all()
    for number in random.Random(617).sample(found, 100):
        assert dealt(number)[:2] == dealt(617)[:2]
    # It includes every deal of the first ten thousand that begins with these cards.
    begins = (deals(1, 10_001)[:, :2] == dealt(617)[:2]).all(axis=1)
    assert ordered[ordered <= 10_000].tolist() == (1 + np.flatnonzero(begins)).tolist()


@pytest.mark.parametrize("number", [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1, SOME[-1]])
def test_the_inversion_in_python_agrees(number: int) -> None:
    from freecell.finding.inversion import invert

    for count in (52, 21, 6):
        cards: list[Card | None] = [*dealt(number)[:count], *[None] * (52 - count)]
        assert invert(cards) == _core.invert(known(number, range(count)))


@pytest.mark.parametrize("number", BORDERS)
def test_the_scan_agrees(number: int) -> None:
    first = max(1, number - 700)
    count = min(1500, 2**33 - first)
    others = {other: dealt(other) for other in range(first, first + count)}
    for places in (range(52), range(4, 8), range(40, 52)):
        wanted = [others[number][place] for place in places]
        expected = [other for other, cards in others.items() if [cards[place] for place in places] == wanted]
        assert number in expected
        for vector in (True, False):
            assert _core.scan(known(number, places), first, count, 2, vector) == expected


def test_a_scan_for_one_card_finds_one_deal_in_52() -> None:
    cards = known(617, range(1))
    expected = [number for number in range(1, 3001) if dealt(number)[0] == dealt(617)[0]]
    assert _core.scan(cards, 1, 3000, 2) == expected


def test_a_scan_for_nothing_finds_everything() -> None:
    assert _core.scan(bytes([UNKNOWN] * 52), 2**31 - 100, 200, 3) == list(range(2**31 - 100, 2**31 + 100))
    assert _core.scan(bytes([UNKNOWN] * 52), 1, 0, 1) == []


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (bytes(range(51)), "must be 52 bytes"),
        (bytes([52, *range(51)]), "cards must be numbers from 0 to 51, each once"),
        (bytes([7, 7, *[UNKNOWN] * 50]), "cards must be numbers from 0 to 51, each once"),
    ],
)
def test_invalid_cards_are_rejected(cards: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.invert(cards)
    with pytest.raises(ValueError, match=message):
        _core.scan(cards, 1, 1, 1)


def test_the_inversion_needs_the_first_two_cards() -> None:
    for places in (range(1, 52), range(1)):
        with pytest.raises(ValueError, match="the first two cards must be known"):
            _core.invert(known(617, places))
