"""What the page stores and shares: addresses, links, pasted boards, statistics; and how it works without the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freecell import Game, deal, formats

from ..helpers.facts import BORDERS
from ..helpers.serving import needs_core, serving
from ..helpers.table import SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core


def paste(table: Table, text: str) -> None:
    """Paste text, and play it."""
    table.press("v")
    table.find("#paste-text").fill(text)
    table.find("#paste-play").click()


def test_deals_open_by_address_number_and_neighbour(table: Table) -> None:
    table.open("/?deal=617")
    for number in (-1, -2, *BORDERS):
        table.press("g")
        table.page.keyboard.type(str(number))
        table.press("Enter")
        assert table.board() == deal(number)
        assert table.page.url == f"{table.address}/?deal={number}"
    table.press("n")
    assert table.board() == deal(-2)
    table.find("#next").click()
    table.find("#next").click()
    assert table.board() == deal(1)
    table.press("p")
    assert table.board() == deal(-1)
    table.page.go_back()
    assert table.board() == deal(1)
    table.press("w")
    number = int(table.find("#number").input_value())
    assert 1 <= number <= 1_000_000
    assert table.board() == deal(number)
    assert table.verdict() == "solved"
    assert table.page.title() == f"Deal {number} – FreeCell"


def test_the_number_box_shows_the_current_deal(table: Table) -> None:
    """It does so for anything that is typed, and for every way to finish typing."""
    table.open("/?deal=617")
    number = table.find("#number")
    wrong = {
        "0": "Deal '0' doesn't exist",
        "8589934592": "Deal '8589934592' doesn't exist",
        "abc": "Deal 'abc' doesn't exist: choose 1 to 8589934591, -1 or -2",
    }
    for text, said in wrong.items():
        for is_entered in (True, False):
            number.fill(text)
            if is_entered:
                table.press("Enter")
            else:
                table.find("h1").click()
            assert table.says().startswith(said)
            assert number.input_value() == "617"
            assert table.board() == deal(617)
    number.fill("618")
    table.find("h1").click()  # a phone's number pad has no Enter
    assert table.board() == deal(618)
    number.fill("1,000,000,000 ")
    table.press("Enter", "n")
    assert table.board() == deal(1_000_000_001)
    assert number.input_value() == "1000000001"


def test_a_wrong_address_shows_a_message_and_still_deals(table: Table) -> None:
    table.open("/?deal=0")
    assert table.says().startswith("Deal '0' doesn't exist")
    table.open("/?board=nonsense")
    assert table.says() == "The board in this address can't be read"
    number = int(table.find("#number").input_value())
    assert table.page.url == f"{table.address}/?deal={number}"  # the one that is shown
    assert table.board() == deal(number)
    table.open("/?deal=617&moves=7a+75")
    assert table.says() == "Move 2, 75: 2♣ can't go onto J♣: a red 10 is needed"
    assert table.board() == Game.from_notation(617, "7a").board


def test_an_address_for_something_impossible_gets_its_own_message(table: Table) -> None:
    for text in ("abc", "", "1e3", "99999999999999999999"):
        table.open(f"/?deal={text}")
        assert table.says().startswith(f"Deal '{text}' doesn't exist")
    table.open("/?deal=%23617&cells=9")
    assert table.says() == "'9' is not a number of free cells from 1 to 4: this game has 4"
    assert table.board() == deal(617)
    assert table.page.url == f"{table.address}/?deal=617"


def test_back_returns_to_the_previous_game(table: Table) -> None:
    """This includes the page without a number, and a wrong link."""
    table.open("/?deal=617")
    for path in ("/", "/?deal=nonsense", "/?board=nonsense"):
        table.page.evaluate("(path) => history.pushState(null, '', path)", path)
        table.press("n")
        assert table.board() != deal(617)
        table.press("g", *"617", "Enter")
        table.page.evaluate("() => history.go(-2)")
        table.page.wait_for_url("**/?deal=617")
        assert table.board() == deal(617)


def test_the_game_survives_a_reload(table: Table) -> None:
    table.open("/?deal=617")
    table.press(*"7a7b7cb71b71u")
    game = Game.from_notation(617, "7a 7b 7c b7 1b", SAFE)
    assert table.board() == game.board
    table.open("/?deal=617")
    assert table.board() == game.board
    assert table.find("#turns").inner_text() == "5 turns"
    table.open("/")
    assert table.board() == game.board
    table.press("y")  # undone moves are still there
    game.play("71")
    assert table.board() == game.board
    table.press("n", "p")  # and so is the game after looking at another one
    assert table.board() == game.board


def test_a_shared_link_opens_at_the_same_position(table: Table, browser: Browser) -> None:
    friend = Table(browser, "")
    table.open("/?deal=617")
    for words in ("7a 7b 7c b7 1b 71", "4a 46"):
        game = Game.from_notation(617, words, SAFE)
        for word in words.split():
            table.type_word(word)
        table.press("l")
        friend.open(table.find("#share-link").input_value())
        assert friend.board() == game.board
        game.undo()
        friend.press("u")  # an automatic move belongs to its turn there, too
        assert friend.board() == game.board
        table.dismiss()
        table.press("r")
    friend.close()


def test_a_link_replaces_your_own_game_only_once_it_is_played(table: Table) -> None:
    own, link = Game.from_notation(617, "7a 7b", SAFE), Game.from_notation(617, "4a 46", SAFE)
    table.open("/?deal=617")
    for word in ("7a", "7b"):
        table.type_word(word)
    for _ in range(2):  # also after a reload
        table.open("/?deal=617&moves=4a+46")
        assert table.board() == link.board
        table.press("u")
    table.open("/?deal=617")
    assert table.board() == own.board
    table.open("/?deal=617&moves=4a+46")
    link.play("3b")
    table.type_word("3b")
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    assert table.board() == link.board
    table.open("/?deal=617")
    assert table.board() == link.board


def test_a_link_without_the_automatic_moves_is_understood(table: Table) -> None:
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71 83 4d 46 83 48 74", SAFE)
    table.open(f"/?deal=617&moves={game.notation().replace(' ', '+')}")
    assert table.board() == game.board


def test_a_pasted_deal_is_named(table: Table) -> None:
    table.open("/")
    for number, name in enumerate(formats.NAMES, 8589934588):
        paste(table, formats.write(deal(number), name))
        table.find("#paste-dialog").wait_for(state="hidden")
        assert table.says() == f"This is deal {number}"
        assert table.find("#number").input_value() == str(number)
        assert table.board() == deal(number)


def test_a_pasted_position_can_be_played(table: Table) -> None:
    table.open("/")
    words = ["7a", "7b", "7c", "b7", "1b", "71", "83"]
    for turns, name in enumerate(
        formats.NAMES, 3
    ):  # a different one each time, because the page stores games by position
        board = Game.from_notation(617, " ".join(words[:turns]), SAFE).board
        paste(table, formats.write(board, name))
        table.find("#paste-dialog").wait_for(state="hidden")
        assert table.says() == "This board has no number"
        assert table.board() == board
        assert table.verdict() == "solved"
        table.type_word(words[turns])
        assert table.board() == Game.from_notation(board, words[turns], SAFE).board


def test_a_position_without_a_number_is_shared_kept_and_solved(table: Table) -> None:
    board = Game.from_notation(617, "7a 7b 7c b7 1b 71", SAFE).board
    columns = ".".join("".join(map(str, column)) for column in board.columns)
    table.open(f"/?board={columns}_JH.JD.4D.-_000A&moves=83+8h")
    after = Game.from_notation(board, "83", SAFE).board
    assert table.board() == after
    table.press("l")
    assert table.find("#share-link").input_value() == f"{table.address}/?board={columns}_JH.JD.4D.-_000A&moves=83+8h"
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    assert table.board() == after
    table.press("s")
    table.find("#player").wait_for()


def test_a_row_is_enough_and_nonsense_is_refused_with_the_reason(table: Table) -> None:
    table.open("/")
    paste(table, "nonsense")
    table.find("#paste-problem").filter(has_text="nonsense").wait_for()
    table.find("#paste-text").fill("7D AD 5C 3S 5S 8C 2D AH")
    table.find("#paste-play").click()
    table.find("#paste-dialog").wait_for(state="hidden")
    assert table.board() == deal(617)


def test_renamed_suits_are_recognized(table: Table) -> None:
    table.open("/")
    paste(table, formats.write(deal(617), "rows").translate(str.maketrans("CS", "SC")))
    table.find("#paste-dialog").wait_for(state="hidden")
    assert table.says() == "This is deal 617 with clubs and spades exchanged"
    assert str(table.board()).translate(str.maketrans("CS", "SC")) == str(deal(617))


def test_settings_are_kept(table: Table) -> None:
    table.open("/?deal=617")
    table.press("o")
    table.find('input[name="deck"][value="four"]').check()
    table.find('input[name="theme"][value="dark"]').check()
    table.find('input[name="room"][value="windows"]').check()
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    table.press("o")
    assert table.find('input[name="room"]:checked').input_value() == "windows"
    assert table.find('html[data-deck="four"][data-theme="dark"]').count() == 1


def test_everything_works_without_the_server(browser: Browser) -> None:
    with serving() as (address, _):
        table = Table(browser, address, service_workers="allow")
        table.open("/?deal=617")
        table.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    table.press(*"7a7b7cb71b71")
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71", SAFE)
    assert table.board() == game.board
    assert table.verdict() == "solved"
    table.press("t")
    table.find('#message[data-kind="hint"]').wait_for()
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    assert table.board() == game.board
    table.open("/?deal=4294967296")
    assert table.board() == deal(2**32)
    assert table.verdict() == "solved"
    assert table.page.evaluate("() => document.querySelector('.card svg').getBBox().width") > 0  # it is drawn
    paste(table, formats.write(deal(8589934591), "rows"))
    table.find("#paste-dialog").wait_for(state="hidden")
    assert table.says() == "This is deal 8589934591"
    table.close()
