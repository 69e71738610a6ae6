"""The numberings of other programs: their boards, and the way back to their numbers."""

from __future__ import annotations

import random
from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.deal_game import Game
from pysol_cards.random import RandomBase

from freecell import Board, deal, find, formats
from freecell.dealing import dealt
from freecell.errors import BoardError, FindError, FormatError, NumberError
from freecell.numbering import BOARDS, FEWEST, NAMES, NUMBERINGS, pysol
from freecell.numbering.lattice import closest, orthogonalised, reduced

from ..helpers.facts import GAME_617, numbers

RANKS = st.integers(0, factorial(52) - 1)

# "PySolFC deal No. 123456" in tests/lib/pysol_tests/test_ms_deals.py of PySolFC.
PYSOLFC_123456 = """\
3D 6C AS TS QC 8D 4D
2D TC 4H JD TD 2H 5C
2C 8S AH KD KH 5S 7C
9C 8C QH 3C 5D 9S QD
AC 9D 7H 6D KS JH
6H TH 8H QS 7D JC
4C 2S 3S 6S 5H 3H
KC JS 9H 4S 7S AD"""

# The first rows, from xfreecell's random.cpp (version 7.08), compiled by GCC 12 with and without optimisation.
XFREECELL = {
    1: "JD JS 7D 2C 3S QS 7S 3D",
    617: "9D 8H 3D 9H 8C JH 4H QD",
    99_999: "4C TH 7S JD QS 9S 5D QD",
    2**31 - 1: "2H 3C 4C 5D AS 3H 8H JD",
}


def in_pysol_cards(number: int, kind: int) -> Board:
    """The board that pysol_cards deals."""
    game = Game("freecell", number, kind)
    game.deal()
    game.freecell()
    return Board(
        [["0A23456789TJQK"[card.rank] + card.suit_s() for card in column] for column in game.board.columns.cols]
    )


@pytest.mark.parametrize(
    ("name", "kind", "last", "shared"),
    [("pysolfc", RandomBase.DEALS_PYSOLFC, 10**20, 31_999), ("pysol", RandomBase.DEALS_PYSOL, 2**64 - 1, 32_000)],
)
def test_pysol_cards_deals_the_same_boards(name: str, kind: int, last: int, shared: int) -> None:
    chosen = random.Random(20261119)
    some = [1, 617, shared, 32_001, 32_002, 2**32, 2**52, last]
    some += [chosen.randrange(32_001, last) for _ in range(300)]
    for number in some:
        board = deal(number, numbering=name)
        assert board == in_pysol_cards(number, kind), number
        assert board.deal == (number if number <= shared else None)


def test_pysolfc_deals_a_board_of_its_own_tests() -> None:
    assert formats.write(deal(123_456, numbering="pysolfc"), "columns") == PYSOLFC_123456


def test_pysolfc_stops_before_32000_where_pysol_cards_does_not() -> None:
    """The program compares with `<`, the package with `<=`."""
    assert deal(31_999, numbering="pysolfc") == deal(31_999)
    assert deal(32_000, numbering="pysolfc") != deal(32_000)
    assert in_pysol_cards(32_000, RandomBase.DEALS_PYSOLFC) == deal(32_000) == deal(32_000, numbering="pysol")


@pytest.mark.parametrize("number", XFREECELL)
def test_xfreecell_deals_what_its_source_deals(number: int) -> None:
    assert str(deal(number, numbering="xfreecell")).splitlines()[0] == XFREECELL[number]


@given(st.integers(32_001, 2**64 - 1))
@settings(max_examples=15)
def test_a_board_of_pysol_leads_back_to_its_number(number: int) -> None:
    """Only the lower 52 bits decide, so 4096 numbers deal each board."""
    board = deal(number, numbering="pysol")
    (found,) = find(board, numbering="pysol")
    assert deal(found, numbering="pysol") == board
    assert found % 2**52 == number % 2**52
    assert 32_000 < found <= 2**52 + 32_000


def test_the_lattice_misses_no_number_of_pysol() -> None:
    """A box around the middles of all states lies in the cell of the nearest plane, whatever the board."""
    powers = [pow(6364136223846793005, k, 2**52) for k in range(FEWEST)]
    basis = [powers, *([2**52 * (row == column) for column in range(FEWEST)] for row in range(1, FEWEST))]
    for direction in orthogonalised(reduced(basis)):
        farthest = sum(abs(part) * (Fraction(2**52, 2 * (52 - k)) + 2**21) for k, part in enumerate(direction))
        assert farthest < sum(part**2 for part in direction) / 2


@given(st.lists(st.lists(st.integers(-1000, 1000), min_size=4, max_size=4), min_size=4, max_size=4))
def test_a_lattice_keeps_its_volume_and_its_vectors(rows: list[list[int]]) -> None:
    basis = [[value + 10_000 * (i == j) for j, value in enumerate(row)] for i, row in enumerate(rows)]
    short = reduced(basis)
    volume = [Fraction(1), Fraction(1)]
    for at, vectors in enumerate((basis, short)):
        for vector in orthogonalised(vectors):
            volume[at] *= sum(part**2 for part in vector)
    assert volume[0] == volume[1]
    for row in basis:
        assert closest(short, [value + 1 for value in row]) == row


@given(st.integers(1, 2**31 - 1))
@settings(max_examples=5, deadline=None)
def test_a_board_of_xfreecell_leads_back_to_its_number(number: int) -> None:
    board = deal(number, numbering="xfreecell")
    found = find(board, numbering="xfreecell")
    assert number in found
    assert all(deal(other, numbering="xfreecell") == board for other in found)


@pytest.mark.parametrize("number", [1, 2, 2**31 - 1, 2**31 - 2, 2**30])
def test_the_borders_of_xfreecell(number: int) -> None:
    assert number in find(deal(number, numbering="xfreecell"), numbering="xfreecell")


@pytest.mark.parametrize("name", ["pysol", "xfreecell"])
def test_two_rows_are_enough_and_fewer_are_refused(name: str) -> None:
    cards = [card for row in deal(1_234_567, numbering=name).rows for card in row]
    assert find(cards[:16], numbering=name) == [1_234_567]
    with pytest.raises(FindError, match=r"to find a number in the .* numbering, the first 16 cards"):
        find(cards[:15], numbering=name)


@pytest.mark.parametrize("name", ["pysol", "xfreecell"])
@given(RANKS)
@settings(max_examples=3, deadline=None)
def test_a_board_of_no_program_has_no_number(name: str, rank: int) -> None:
    assert find(Board.from_rank(rank), numbering=name) == []


@pytest.mark.parametrize("name", ["pysol", "pysolfc"])
def test_shared_numbers_are_found_too(name: str) -> None:
    assert find(deal(617), numbering=name) == [617]


def test_the_mersenne_twister_cannot_be_inverted() -> None:
    with pytest.raises(FindError, match="PySolFC's numbers from 32000 on can't be found: they seed a Mersenne Twister"):
        find(deal(123_456, numbering="pysolfc"), numbering="pysolfc")


@pytest.mark.parametrize("name", NUMBERINGS)
def test_numbers_outside_a_numbering_are_refused(name: str) -> None:
    every = NUMBERINGS[name].numbers
    for wrong in (every.start - 1, every.stop, -1):
        with pytest.raises(NumberError, match=rf"the {name} numbering has no number {str(wrong)[:40]}"):
            deal(wrong, numbering=name)
    with pytest.raises(NumberError, match="expected an integer"):
        deal("617", numbering=name)  # type: ignore[arg-type]
    assert {deal(every[0], numbering=name), deal(every[-1], numbering=name)}


def test_an_unknown_numbering_is_refused() -> None:
    for call in (lambda: deal(1, numbering="kpat"), lambda: find(deal(1), numbering="kpat")):
        with pytest.raises(
            NumberError,
            match="numbering must be one of 'microsoft', 'pysolfc', 'pysol', 'xfreecell', 'rank', got 'kpat'",
        ):
            call()
    assert deal(617, numbering="microsoft").deal == 617
    assert NAMES[0] == "microsoft"


@given(RANKS)
def test_every_rank_is_a_board_and_has_a_code(rank: int) -> None:
    board = Board.from_rank(rank)
    assert (board.rank, board.deal) == (rank, None)
    assert deal(rank, numbering="rank") == board
    assert find(board, numbering="rank") == [rank]
    assert Board.parse(board.code) == Board.parse(board.code.lower()) == board


@given(numbers, numbers)
def test_ranks_are_in_the_order_of_the_cards(one: int, other: int) -> None:
    assert (deal(one).rank < deal(other).rank) == (dealt(one) < dealt(other))


def test_the_first_and_the_last_rank() -> None:
    assert factorial(52) == BOARDS
    assert str(deal(0, numbering="rank")).startswith("AC AD AH AS 2C 2D 2H 2S\n3C")
    assert str(deal(BOARDS - 1, numbering="rank")).startswith("KS KH KD KC QS QH QD QC\nJS")
    assert Board.from_rank(0).code == "0" * 46
    for wrong in (-1, BOARDS):
        with pytest.raises(NumberError, match="no board has rank"):
            Board.from_rank(wrong)


def test_a_position_of_a_game_has_no_rank() -> None:
    board = deal(617).play("7a")
    for read in (lambda: board.rank, lambda: board.code, lambda: formats.write(board, "code")):
        with pytest.raises(BoardError, match="only a freshly dealt board has a rank"):
            read()


def test_codes_are_read_where_boards_are() -> None:
    code = deal(617).code
    assert formats.recognise(code) == "code"
    assert Board.parse(f"Deal 617\n{code}\n") == deal(617)
    assert find(code) == [617]
    assert Board.parse(code.replace("0", "O")) == deal(617)
    with pytest.raises(FormatError, match="is not the code of a board: it stands for a number above the highest rank"):
        Board.parse("Z" * 46)


def test_23_cards_without_spaces_are_not_a_code() -> None:
    packed = "".join(GAME_617.split())[:46]
    assert find(packed) == [617]


def test_lattice_numbers_come_from_the_deck_of_pysol() -> None:
    assert [str(card) for card in pysol.DECK[::13]] == ["AC", "AS", "AH", "AD"]
