"""A board that is entered by tapping its cards: a new deal, or a game in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freecell import Board, Game, deal
from freecell.cards import Card

from ..helpers.serving import needs_core
from ..helpers.table import SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

BOARD = Game.from_notation(617, "7a 7b 7c b7 1b 71 83 8h", SAFE).board
PHONE = {"width": 320, "height": 568}


def entering(table: Table, kind: str) -> None:
    table.open("/?deal=1")
    table.find("#new").click()
    table.find("#enter").click()
    table.find(f"#entry-dialog input[value={kind}]").check()


def tap(table: Table, *cards: Card | str) -> None:
    for card in cards:
        table.find(f'#entry-keys [data-card="{card}"]').click()


def state(table: Table) -> str:
    return table.find("#entry-state").inner_text()


def row(board: Board) -> list[Card]:
    return [column[0] for column in board.columns]


def is_open(table: Table, board: Board) -> None:
    table.find("#entry-dialog").wait_for(state="hidden")
    table.sees(board)


def test_eight_taps_open_the_deal_and_six_may_name_it(browser: Browser, address: str) -> None:
    table = Table(browser, address, viewport=PHONE, has_touch=True)
    entering(table, "deal")
    tap(table, *row(deal(617))[:5])
    table.find("#entry-play").click()
    assert state(table) == "5 known cards fit too many deals: give at least 6"
    tap(table, row(deal(617))[5])
    table.find("#entry-play").filter(has_text="Play deal 617").wait_for()
    assert table.find("#entry-board .guess").count() == 46  # the other cards, to be compared
    table.find("#entry-undo").click()
    assert table.find("#entry-board .guess").count() == 0
    assert table.find("#entry-play").inner_text() == "Play it"
    tap(table, row(deal(617))[5])
    tap(table, *row(deal(617))[6:])
    is_open(table, deal(617))
    assert table.says() == "This is deal 617"
    table.close()


def test_suits_under_other_names_and_cards_of_no_deal(table: Table) -> None:
    entering(table, "deal")
    tap(table, *(str(card).translate(str.maketrans("CS", "SC")) for card in row(deal(617))))
    is_open(table, deal(617))
    assert table.says() == "With clubs and spades exchanged, this is deal 617"
    entering(table, "deal")
    tap(table, "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C")
    table.find("#entry-state").filter(has_text="No deal has these cards").wait_for()


def test_a_game_in_progress_is_entered_and_has_light_hint_and_solution(table: Table) -> None:
    entering(table, "game")
    for number, column in enumerate(BOARD.columns):
        if number:
            table.find("#entry-next").click()
        tap(table, *column)
    tap(table, "JS")  # is there already: it is taken out
    assert state(table) == "J♠ taken out"
    table.find("#entry-play").click()
    assert state(table).endswith("are missing: 4♦, J♦, J♥, J♠")
    table.find("#entry-undo").click()
    table.find('#entry-board [data-place="cells"]').click()
    tap(table, *(card for card in BOARD.cells if card is not None))
    assert state(table) == f"All cards are entered, {sum(BOARD.foundations)} of them home"
    table.find("#entry-play").click()
    table.find("#entry-dialog").wait_for(state="hidden")
    board = table.board()
    assert (board.columns, board.foundations) == (BOARD.columns, BOARD.foundations)
    assert table.verdict() == "solved"
    table.press("t")
    table.find('#message[data-kind="hint"]').wait_for()
    table.press("s")
    table.find("#player").wait_for()


def test_a_first_visit_without_a_network_explains_what_cannot_be_loaded(table: Table) -> None:
    table.page.route("**/entry-dialog.js", lambda route: route.abort())
    table.open("/?deal=617")
    table.find("#new").click()
    table.find("#enter").click()
    table.page.wait_for_selector("#message:not([hidden])")
    assert table.says() == "This part of the page can't be loaded: check your connection"


def test_it_works_by_keyboard_alone(table: Table) -> None:
    entering(table, "game")
    table.press(*"9d1sx", "1", "0", "h", "Backspace", "n", "q", "c", "p")
    columns = [table.find(f'#entry-board [data-place="{place}"] .mini').all_inner_texts() for place in "12"]
    assert [[text.replace("\n", "") for text in column] for column in columns] == [["9♦", "A♠"], ["Q♣"]]
    table.find('#entry-keys [data-card="AC"]').focus()
    table.press("ArrowRight", "ArrowDown", "Enter")
    assert state(table) == "Column 1, 3 cards, last 2♦"
    table.find("#entry-dialog input[value=game]").focus()
    table.press("Enter")
    assert state(table).startswith("23 cards are missing: 2♠, ")


def test_a_run_is_swiped_and_the_cards_that_may_follow_are_offered(table: Table) -> None:
    entering(table, "game")
    boxes = [table.find(f'#entry-keys [data-card="{card}"]').bounding_box() for card in ("9C", "8D", "7D", "7C", "6D")]
    mouse = table.page.mouse
    for number, box in enumerate(boxes):
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if not number:
            mouse.down()
    mouse.up()
    assert state(table) == "Column 1, 4 cards, last 6♦"  # 9♣ 8♦ 7♣ 6♦: 7♦ was only on the way
    offers = table.find("#entry-likely button")
    assert [offer.get_attribute("data-card") for offer in offers.all()] == ["5C", "5S"]
    offers.last.click()
    assert state(table) == "Column 1, 5 cards, last 5♠"
    table.find("#entry-undo").click()
    table.find("#entry-undo").click()
    assert state(table) == "Column 1, empty"
