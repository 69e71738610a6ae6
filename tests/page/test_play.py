"""Playing on the page in a real browser: with mouse, touch and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freecell import Board, Game, Move, Rules, deal, solve
from freecell.rules import AUTOPLAYS, cards_of

from ..helpers.serving import needs_core
from ..helpers.table import CLOCK, LAST_CARD, SAFE, Table, boards_of, turns_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core


def solution(number: int, rules: Rules = SAFE) -> Game:
    """A short solution, played under these rules."""
    return solve(number, goal="short", beam_width=300).game().under(rules)


def test_a_game_is_won_by_mouse(table: Table) -> None:
    game = solution(300)
    table.open("/?deal=300")
    assert table.board() == deal(300)
    for (move, _), after in zip(turns_of(game), boards_of(game)[1:], strict=True):
        table.drag(move)
        assert table.board() == after
    table.page.wait_for_selector("#won-dialog[open]")
    assert "Deal 300" in table.find("#won-text").inner_text()
    assert f" {game.turns} turns." in table.find("#won-text").inner_text()
    assert table.verdict() == "won"


def test_a_game_is_won_by_touch(browser: Browser, address: str) -> None:
    table = Table(browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    game = solution(1292)
    table.open("/?deal=1292")
    for (move, _), after in zip(turns_of(game), boards_of(game)[1:], strict=True):
        table.swipe(move)
        assert table.board() == after
    table.page.wait_for_selector("#won-dialog[open]")
    table.close()


def test_a_game_is_won_by_keyboard_alone(table: Table) -> None:
    game = solution(620)
    table.open("/?deal=620")
    for (_, word), after in zip(turns_of(game), boards_of(game)[1:], strict=True):
        table.type_word(word)
        assert table.board() == after
    table.page.wait_for_selector("#won-dialog[open]")
    table.dismiss()
    table.press("r")
    assert table.board() == deal(620)


def test_an_illegal_drag_returns_the_cards_and_explains_why(table: Table) -> None:
    table.open("/?deal=617")
    for move, why, suit in (
        (Move("7", "8"), "J♥ can't go onto Q♥: both are red", "hearts"),
        (Move("1", "2"), "J♦ can't go onto K♠: a queen is needed", "diamonds"),
        (Move("1", "h"), "J♦ can't go home: no diamonds are home yet", "diamonds"),
    ):
        before = table.box(str(deal(617).columns[int(move.source) - 1][-1]))
        table.drag(move)
        assert table.says() == why
        assert table.board() == deal(617)
        assert table.box(str(deal(617).columns[int(move.source) - 1][-1])) == before
        assert f"of {suit}" in table.heard()


def test_dragging_to_an_occupied_cell_or_without_a_sequence_is_refused(table: Table) -> None:
    table.open("/?deal=617&moves=7a")
    table.drag(Move("1", "a"))
    assert table.says() == "Cell a already holds J♥"
    table.drag(Move("1", "b", 2))
    assert table.says() == "4♠ can't move: the cards on it don't form a sequence with it"


def test_a_sequence_without_room_is_refused(table: Table) -> None:
    board = Board(
        ["KS", "QH JS", "JD", "JC", "JH", "QC", "QD", "QS"], cells=["KH", "KC", "KD", "TS"], foundations=[10, 10, 10, 9]
    )
    table.open("/")
    table.press("v")
    table.find("#paste-text").fill(str(board))
    table.find("#paste-play").click()
    table.find("#paste-dialog").wait_for(state="hidden")
    table.drag(Move("2", "1", 2))
    assert table.says() == "There is only room to move 1 card, not 2"
    assert table.board() == board


def test_a_tap_goes_to_the_best_place(table: Table) -> None:
    table.open("/?deal=617")
    table.choose(hands="tap")
    table.click("QH")  # on KS or KC
    assert table.board() == deal(617).play(Move("8", "2"))
    table.click("5C")
    assert table.says() == "5♣ can't move: the cards on it don't form a sequence with it"
    for place in "cb":
        table.click(place)  # empty, and nothing is remembered
    assert table.board() == deal(617).play(Move("8", "2"))
    table.open("/?deal=617&moves=1a+1b+1c+1d")
    table.click("KS")
    assert table.says() == "There is no place for K♠"
    assert table.board() == Game.from_notation(617, "1a 1b 1c 1d").board


def test_the_default_setting_for_clicks_suits_the_pointer(browser: Browser, address: str) -> None:
    for finger, hands in ((True, "tap"), (False, "classic")):
        table = Table(browser, address, has_touch=finger, is_mobile=finger)
        table.open("/?deal=617")
        table.press("o")
        assert table.find('input[name="hands"]:checked').input_value() == hands
        table.close()


def test_a_click_picks_up_and_the_next_one_puts_down(table: Table) -> None:
    table.open("/?deal=617")
    table.click("QH")
    table.click("7")
    assert table.says() == "Q♥ can't go onto J♥: a black 10 is needed"
    table.page.mouse.wheel(0, 300)
    table.click("QH")
    table.click("KC")
    assert table.board() == deal(617).play(Move("8", "3"))
    # Only the cards of a run from the clicked one on; a card that can't be picked up stands for its column.
    table.open("/?deal=617&moves=7a+7b+7c+b7+1b")
    table.page.evaluate(f"() => {{ {CLOCK} }}")
    table.click("3D")
    assert table.find(".card.hand").count() == 2
    table.press("Escape")
    table.click("TD")
    assert table.find(".card.hand").count() == 1
    table.page.evaluate("() => { window.now += 650; }")  # otherwise it is a double click
    table.click("TD")
    assert table.find(".hand, .target").count() == 0


def test_a_double_click_is_one_move(table: Table) -> None:
    table.open("/?deal=617")
    table.page.evaluate(f"() => {{ {CLOCK} }}")
    box = table.box("QH")
    for hands, word in (("tap", "82"), ("classic", "8a")):
        table.choose(hands=hands)
        for gap in (60, 400):
            table.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=2)
            table.page.evaluate("(gap) => { window.now += gap; }", gap)
            table.page.mouse.click(box["x"] + 20, box["y"] + 8)  # nor is a third click another one
            assert table.board() == Game.from_notation(617, word, SAFE).board
            table.press("u")
            table.page.evaluate("() => { window.now += 5000; }")


def test_the_cursor_shows_what_can_move(table: Table) -> None:
    table.open("/?deal=617&moves=1a+1b+1c+1d")
    board = Game.from_notation(617, "1a 1b 1c 1d").board
    movable = {str(cards_of(board, move)[0]) for move in board.legal_moves()}
    script = "cards => cards.filter((c) => getComputedStyle(c).cursor === 'grab').map(({ dataset }) => dataset.card)"
    assert set(table.page.eval_on_selector_all(".card", script)) == movable


def test_keys_work_by_position_on_other_layouts(table: Table) -> None:
    table.open("/?deal=617")
    press = "([key, code]) => document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))"
    for key, code in (("_", "Digit8"), ('"', "Digit3")):  # French digits want Shift
        table.page.evaluate(press, [key, code])
    assert table.board() == deal(617).play(Move("8", "3"))
    table.page.evaluate(press, ["г", "KeyU"])  # Russian
    assert table.board() == deal(617)
    for key, code in (("8", "Digit8"), ("ф", "KeyA")):
        table.page.evaluate(press, [key, code])
    assert str(table.board().cells[0]) == "QH"


def test_a_move_home_is_not_a_turn(table: Table) -> None:
    table.open("/?deal=617&moves=7a+7b+7c+b7+1b")
    table.choose(autoplay="none")
    table.press("7", "1", "7", "h")
    assert table.board() == Game.from_notation(617, "7a 7b 7c b7 1b 71 7h").board
    assert table.find("#turns").inner_text() == "6 turns"
    table.press("u")
    assert table.heard() == "Undone: 6 turns"


def test_the_same_key_twice_takes_the_best_place_and_escape_cancels(table: Table) -> None:
    table.open("/?deal=617")
    table.press("8")
    assert table.find('.card.hand[data-card="QH"]').count() == 1
    table.press("Escape")
    assert table.find(".hand").count() == 0
    table.press("8", "8")
    assert table.board() == deal(617).play(Move("8", "2"))
    assert table.heard() == "Move queen of hearts from column 8 to column 2"
    table.press("3", "h")
    assert table.says() == "K♣ can't go home: no clubs are home yet"
    table.press("a")
    assert table.says() == "Cell a is empty"


def test_a_held_key_plays_one_move(table: Table) -> None:
    table.open("/?deal=617")
    table.press("1")
    for _ in range(5):
        table.page.keyboard.down("1")
    table.page.keyboard.up("1")
    table.find('#turns:text-is("1 turn")').wait_for()


def test_tab_and_enter_play_as_well(table: Table) -> None:
    table.open("/?deal=617")
    table.find('.place[data-place="8"]').focus()
    table.press("Enter")
    table.find('.place[data-place="c"]').focus()
    table.press("Space")
    assert str(table.board().cells[2]) == "QH"


def test_auto_play_follows_the_setting_and_is_undone_with_its_move(table: Table) -> None:
    start, word = "7a 7b 7c b7 1b", "71"
    table.open(f"/?deal=617&moves={start.replace(' ', '+')}")
    for mode in AUTOPLAYS:
        game = Game.from_notation(617, f"{start} {word}", Rules(autoplay=mode))
        table.choose(autoplay=mode)
        table.type_word(word)
        assert table.board() == game.board
        game.undo()
        table.press("u")
        assert table.board() == game.board
        game.redo()
        table.press("y")
        assert table.board() == game.board
        table.press("Control+z", "Control+Shift+z", "ArrowLeft")
        game.undo()
        assert table.board() == game.board
    table.find("#restart").click()
    assert table.board() == deal(617)
    assert table.find("#redo").get_attribute("aria-disabled") == "true"


def test_the_message_for_picked_up_cards_suits_pointer_or_keyboard(table: Table) -> None:
    table.open("/?deal=617")
    table.click("QH")
    assert table.says() == "Q♥ selected. Now choose a place."
    table.press("Escape", "8")
    assert table.says() == "Q♥ selected. Press 1 to 8, a to d, or h."


def test_dragging_a_card_reveals_the_one_beneath(table: Table) -> None:
    table.open("/?deal=617")
    table.resize(390, 844)
    (x, y), (to_x, to_y) = table.path(Move("8", "2"))
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    assert table.find('.card.covered[data-card="2S"]').count() == 1
    table.page.mouse.move(to_x, to_y)
    assert table.find('.card.covered[data-card="2S"]').count() == 0
    table.press("Escape")
    assert table.find('.card.covered[data-card="2S"]').count() == 1
    table.page.mouse.up()


def test_a_win_is_celebrated_before_it_is_announced(browser: Browser, address: str) -> None:
    table = Table(browser, address, reduced_motion="no-preference")
    for key in ("", "Escape"):
        table.open(LAST_CARD)
        table.press("8", "a")
        table.page.wait_for_function("() => document.querySelector('.card').getAnimations().length")
        assert table.find("#won-dialog").is_hidden()  # while the cards fly
        if key:
            table.press(key)  # to skip the rest
        else:
            table.page.evaluate("() => { for (const flight of document.getAnimations()) flight.finish(); }")
        table.find("#won-dialog").wait_for()
        assert table.page.evaluate("() => document.getAnimations().length") == 0
        table.press("Escape", "u")
    table.close()


def test_cards_slide_visibly(browser: Browser, address: str) -> None:
    table = Table(browser, address, reduced_motion="no-preference")
    table.open("/?deal=617&moves=7a+7b+7c+b7+1b")
    devtools = table.page.context.new_cdp_session(table.page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.2})  # so that a busy machine shows some of it, too
    table.page.evaluate(
        """() => {
          window.seen = new Set();
          const cards = ["3D", "2C", "AS"].map((name) => document.querySelector(`[data-card="${name}"]`));
          const look = () => {
            for (const card of cards) seen.add(`${card.dataset.card} ${card.getBoundingClientRect().x}`);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    table.press("7", "1")  # two cards, and an ace goes home
    assert table.rests() == Game.from_notation(617, "7a 7b 7c b7 1b 71 7h").board
    seen: list[str] = table.page.evaluate("[...seen]")
    for name in ("3D", "2C", "AS"):
        assert len([place for place in seen if place.startswith(name)]) > 3, seen
    table.close()
