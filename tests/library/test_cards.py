from __future__ import annotations

import pickle

import pytest

from freecell import DECK, Card, Suit
from freecell.errors import CardError


def test_the_deck_is_in_the_order_of_the_deal() -> None:
    assert [str(card) for card in DECK[:6]] == ["AC", "AD", "AH", "AS", "2C", "2D"]
    assert str(DECK[51]) == "KS"
    assert [int(card) for card in DECK] == list(range(52))


@pytest.mark.parametrize("card", DECK)
def test_every_form_of_a_card_is_read(card: Card) -> None:
    rank, suit = str(card)[0], str(card)[1]
    forms = [f"{rank}{suit}", f"{rank}{suit}".lower(), card.sign, card.sign + "\ufe0f", f" {card} "]
    forms += [f"10{suit}", f"10{suit.lower()}"] if rank == "T" else []
    forms += [f"1{suit}"] if rank == "A" else []
    for form in forms:
        assert Card(form) is card
    assert Card(int(card)) is card
    assert Card(card) is card


def test_attributes_of_a_card() -> None:
    card = Card("TD")
    assert (card.rank, card.suit, card.color, card.sign) == (10, Suit.DIAMONDS, "red", "T♦")
    assert [Card(text).color for text in ("2C", "2D", "2H", "2S")] == ["black", "red", "red", "black"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert repr(card) == "Card('TD')"
    assert f"{card:>4}|{card}" == "  TD|TD"
    assert all(DECK)  # the ace of clubs is 0, but true
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("wrong", ["", "T", "D", "11D", "TX", "TDD", "0D", "♦T", 52, -1, True, None, 1.5])
def test_invalid_cards_are_quoted(wrong: object) -> None:
    with pytest.raises(CardError, match="is not a card") as error:
        Card(wrong)  # type: ignore[arg-type]
    assert repr(wrong) in str(error.value)
    assert "\n" not in str(error.value)
