"""Cards lead back to the numbers of the deals that have them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Board, Card, Suit, deal, deal_freecell, deals, find, find_renamed, formats
from freecell import finding as finding_module
from freecell.dealing import dealt
from freecell.engine import core_available
from freecell.errors import BoardError, CardError, FindError, FormatError, FreecellError
from freecell.finding import Renamed

from ..helpers.facts import BORDERS, GAME_1, GAME_617, numbers

ROW = "7D AD 5C 3S 5S 8C 2D AH"

# A deal of each range.
EACH_RANGE = [617, 2**31 + 617, 2**32 + 617]


def renamed(text: str, suits: str) -> str:
    """Text with other suits instead of clubs, diamonds, hearts and spades."""
    return text.translate(str.maketrans("CDHS", suits))


def has(number: int, known: list[Card | None]) -> bool:
    return all(card is None or card == other for card, other in zip(known, dealt(number), strict=False))


@given(numbers)
@settings(max_examples=40)
def test_every_board_leads_back_to_its_number(number: int) -> None:
    found = find(deal(number))
    assert number in found
    assert all(deal(other) == deal(number) for other in found)


@pytest.mark.parametrize("number", [*BORDERS, -1, -2, 11982, 32000, 1_000_000])
def test_boundary_numbers_joke_deals_and_famous_deals(number: int) -> None:
    assert find(deal(number)) == [number]


@pytest.mark.parametrize("number", EACH_RANGE)
def test_all_beginnings_from_6_to_52_cards(number: int) -> None:
    cards = dealt(number)
    before = set(find(cards[:6]))
    for count in range(6, 53, 1 if core_available else 7):
        found = find(cards[:count])
        assert number in found
        assert all(dealt(other)[:count] == cards[:count] for other in found)
        assert set(found) <= before  # one more card leaves no other deals
        before = set(found)
    assert found == [number]


def test_one_row_is_enough() -> None:
    assert find(ROW) == [617]
    assert find("JD 2D 9H JC 5D 7H 7C 5H") == [1]
    assert find("AC AD AH AS QC QD QH QS") == [-1]
    assert find("AS AH AD AC 7S 7H 7D 7C") == [-2]


def test_six_cards_may_fit_several_deals() -> None:
    found = find(dealt(1)[:6])
    assert found == [1, 6456950755, 6697993680]
    assert all(dealt(number)[:6] == dealt(1)[:6] for number in found)


def test_there_is_no_deal_0_but_its_seed_deals_2_to_the_32() -> None:
    """In the first range, seed 0 would deal these cards."""
    state, deck, cards = 0, list(range(52)), []
    for length in range(52, 0, -1):
        state = (214013 * state + 2531011) % 2**31
        place = (state >> 16) % length
        cards.append(deck[place])
        deck[place] = deck[length - 1]
    assert find(cards) == []
    assert find(deal(2**32)) == [2**32]
    assert find(deal(2**31)) == [2**31]


@pytest.mark.parametrize("number", EACH_RANGE)
@pytest.mark.parametrize("name", formats.NAMES)
def test_boards_as_text(number: int, name: str) -> None:
    assert find(formats.write(deal(number), name)) == [number]


def test_many_ways_to_pass_the_same_cards() -> None:
    assert find(deal_freecell(617)) == find(deal(617).rows) == find(deals(617, 618)[0]) == [617]
    assert find(GAME_617.split()) == find(" ".join(GAME_617.split())) == [617]
    assert find(GAME_617.replace("T", "10").lower()) == [617]
    assert find(f"Game 617\n{GAME_617} -- -- -- --\n") == [617]
    assert find(f"Foundations: H-0 C-0 D-0 S-0\nFreecells:\n{GAME_617}") == [617]
    assert find([25, 1, 16, 11, 19, 28, 5, 2]) == find(map(Card, ROW.split())) == [617]
    assert find("7♦ A♦ 5♣ 3♠ 5♠ 8♣ 2♦ A♥") == [617]
    assert find("\n".join(ROW.split())) == [617]  # 8 columns, each with its first card known


@pytest.mark.parametrize("number", EACH_RANGE)
def test_unknown_cards_after_the_beginning(number: int) -> None:
    cards: list[Card | None] = [*dealt(number)]
    assert find([*cards[:6], None, *cards[7:9]]) == [number]
    assert find([*cards[:4], *[None] * 40, *cards[44:]]) == [number]
    assert find([*cards[:3], *[None] * 40, *cards[43:]]) == [number]
    row = [str(card) for card in cards[:16]]
    assert find(" ".join([*row[:5], "??", *row[6:8]]) + "\n" + " ".join(row[8:])) == [number]


@pytest.mark.parametrize("number", EACH_RANGE)
def test_columns_1_to_4_are_enough(number: int) -> None:
    columns = formats.write(deal(number), "columns").splitlines()
    assert find("\n".join(columns[:4])) == [number]
    assert find("\n".join([*columns[:4], "??", "?? ?? ??", "??", "?? ?? ?? ?? ?? ??"])) == [number]
    assert find("\n".join([f": {column}" for column in columns[:4]] + [":"] * 4)) == [number]


@given(numbers, st.sets(st.integers(4, 51), max_size=44))
@settings(max_examples=15)
def test_every_result_has_the_known_cards(number: int, unknown: set[int]) -> None:
    known: list[Card | None] = [None if place in unknown else card for place, card in enumerate(dealt(number))]
    found = find(known)
    assert number in found
    assert all(has(other, known) for other in found)


@given(numbers, st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
@settings(max_examples=40)
def test_a_board_with_two_exchanged_cards_is_not_found(number: int, places: list[int]) -> None:
    cards = dealt(number)
    a, b = places
    cards[a], cards[b] = cards[b], cards[a]
    assert all(dealt(other) == cards for other in find(cards))


def test_a_board_without_a_number() -> None:
    shuffled = list(range(52))
    random.Random(617).shuffle(shuffled)
    assert find(shuffled) == []
    assert find_renamed(shuffled) == []


@pytest.mark.parametrize(
    ("suits", "words"),
    [
        ("SDHC", "clubs and spades exchanged"),
        ("CHDS", "diamonds and hearts exchanged"),
        ("SHDC", "clubs and spades exchanged, and diamonds and hearts exchanged"),
        ("DHCS", "diamonds for clubs, hearts for diamonds and clubs for hearts"),
        ("DHSC", "diamonds for clubs, hearts for diamonds, spades for hearts and clubs for spades"),
    ][:: 1 if core_available else 4],
)
def test_renamed_suits_are_found_and_named(suits: str, words: str) -> None:
    text = renamed(GAME_617, suits)
    assert find(text) == []
    (found,) = find_renamed(text)
    assert found == Renamed(617, tuple(Suit("CDHS".index(letter)) for letter in suits))
    assert str(found) == f"deal 617 with {words}"


@pytest.mark.parametrize(("number", "suits"), [*zip(EACH_RANGE, ["HDCS", "SCDH", "DSCH"], strict=True)])
def test_one_row_is_enough_for_renamed_suits(number: int, suits: str) -> None:
    row = renamed(str(deal(number)).splitlines()[0], suits)
    found = find_renamed(row)
    assert number in [one.deal for one in found]
    for one in found:
        assert row == renamed(str(deal(one.deal)).splitlines()[0], "".join(map(str, one.suits)))


def test_the_first_row_of_deal_2_has_no_hearts_and_no_spades() -> None:
    row = str(deal(2)).splitlines()[0]
    assert find(renamed(row, "CDSH")) == [2]
    assert [str(one) for one in find_renamed(renamed(row, "DCHS"))] == ["deal 2 with clubs and diamonds exchanged"]


MIDDLE = Board(["KC QD", "", "", "KD", "", "", "", ""], cells=[None, "QC", None, "KS"], foundations=[11, 11, 13, 12])
MOVED = Board([deal(617).columns[0][:6], (*deal(617).columns[1], Card("JD")), *deal(617).columns[2:]])


@pytest.mark.parametrize(
    ("cards", "kind", "message"),
    [
        ("7D AD 5C 3S 5S", FindError, "5 known cards fit about 27 deals: give 6 or more"),
        ("7D AD 5C ?? ?? 3S 5S", FindError, "5 known cards fit"),
        (["7D"], FindError, "1 known card fits about 165191049 deals"),
        ("?? ??", FindError, "0 known cards fit"),
        ("", FindError, "no cards found in ''"),
        ("Game 617\n\n", FindError, "no cards found in 'Game 617"),
        (617, FindError, "617 is neither a board nor cards: give a Board, a string or a list"),
        (None, FindError, "None is neither a board nor cards"),
        (ROW + " AD", FindError, "AD appears twice: row 1, column 2, and row 2, column 1"),
        (GAME_617.replace("4H", "JD"), FindError, "JD appears twice: row 7, column 1, and row 7, column 4"),
        (GAME_617 + " ??", FindError, "expected at most 52 cards, got 53"),
        (ROW.replace("AH", "1X"), CardError, "'1X' is not a card"),
        (["7D", 1.5], CardError, "1.5 is not a card"),
        (["7D", True], CardError, "True is not a card"),
        ("7D AD 5C\n3S 5S 8C 2D AH", FormatError, "row 1, '7D AD 5C', has 3 cards: a row has 8"),
        (":7D\n" * 9, FormatError, "expected 8 columns, got 9"),
        (GAME_1 + "\n" + GAME_617, FindError, "expected one board, got several: after the first comes '7D AD 5C"),
        (MIDDLE, FindError, "only a freshly dealt board has a number: here, cards are in the cells or at home"),
        (
            str(MIDDLE),
            FindError,
            "only a freshly dealt board has a number: here, cards are in the cells or at home",
        ),
        (
            formats.write(MIDDLE, "json"),
            FindError,
            "only a freshly dealt board has a number: here, cards are in",
        ),
        (MOVED, FindError, "7, 7, 7, 7, 6, 6, 6, 6 cards, but here they have 6, 8, 7, 7, 6, 6, 6, 6"),
        (str(MOVED), FindError, "here, a column ends above the row '-- KS KC 4H'"),
        (formats.write(MOVED, "columns"), FindError, "its column 2 has 7 cards, but here it has 8"),
        ('{"columns": []}', BoardError, "expected 8 columns, got 0"),
    ],
)
def test_failed_searches_are_explained(cards: str, kind: type[FreecellError], message: str) -> None:
    with pytest.raises(kind, match=message) as error:
        find(cards)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (
            "7D AD 5C 3S 5S 8C 2D",
            "only 7 cards are known; with suits renamed, at least 8 are needed to rule out a chance match",
        ),
        ("?? " + GAME_617[3:], "with suits renamed, the first two cards must be known"),
    ],
)
def test_renamed_suits_need_more(cards: str, message: str) -> None:
    with pytest.raises(FindError, match=message):
        find_renamed(cards)


@pytest.mark.parametrize("holes", [[0], [1], [0, 1, 2, 3, 8, 9, 10, 11]])
def test_without_the_first_cards_every_number_is_scanned(monkeypatch: pytest.MonkeyPatch, holes: list[int]) -> None:
    monkeypatch.setattr(finding_module, "LAST", 5000)  # the last number, so that it ends soon even without the core
    known = [None if place in holes else card for place, card in enumerate(dealt(617))]
    done: list[int] = []
    assert find(known, advance=done.append) == [617]
    assert sum(done) == 5000


def test_only_a_scan_reports_progress() -> None:
    done: list[int] = []
    assert find(ROW, advance=done.append) == [617]
    assert done == []
