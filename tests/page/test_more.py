"""More of the page: settings of the light, the game so far, deals by difficulty and by day."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from operator import ne
from typing import TYPE_CHECKING

from freecell import Game, daily, deal, difficulty, facts

from ..helpers.serving import needs_core
from ..helpers.table import LAST_CARD, SAFE, UNDECIDED, Table, figures

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

LOSING = "4a 46 3b"  # the last of these loses deal 617
TODAY = date(2026, 11, 16)


def test_the_light_can_be_off_or_show_only_losses_and_wins_without_help_are_counted(table: Table) -> None:
    table.open("/?deal=617")
    table.choose(light="lost")
    table.find('#light[data-verdict="quiet"]').wait_for()
    assert table.find("#verdict").inner_text() == ""
    assert table.find(".lamp").is_hidden()
    for word in LOSING.split():
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    assert table.find("#verdict").inner_text() == "Lost at turn 3: K♣ to cell b"
    table.choose(light="off")
    assert table.verdict() == "off"
    assert table.find("#rescue").is_hidden()
    table.open(LAST_CARD)
    table.press("8", "a")
    table.find("#won-dialog").wait_for()
    assert table.find("#won-text").inner_text().endswith("Without the light, hints or undo!")
    table.dismiss()
    table.press("x")
    assert figures(table)["Without the light, hints or undo"] == "1"


def test_the_game_so_far_shows_the_losing_turn_and_can_be_resumed_anywhere(table: Table) -> None:
    table.open("/?deal=617")
    for word in (*LOSING.split(), "1c"):
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    table.press("m")
    table.find("#marks:not([hidden])").wait_for()
    said = []
    for _ in range(3):
        said.append(table.find("#progress").inner_text())
        table.press("ArrowLeft")
    assert [text.split(" · ")[0] for text in said] == [f"{turns} of 4 turns" for turns in (4, 3, 2)]
    assert [text.split(" · ")[1] for text in said] == ["lost", "lost here", "can be won"]
    marks, bar = table.find("#marks").bounding_box(), table.find("#seek").bounding_box()
    assert marks
    assert bar
    assert abs(marks["x"] - bar["x"]) < 12  # they are above the slider
    assert abs(marks["width"] - bar["width"]) < 24
    table.press("ArrowRight", "Enter")
    assert table.board() == Game.from_notation(617, "4a 46", SAFE).board
    table.press("y", "y")  # the rest is still there
    assert table.find("#turns").inner_text() == "4 turns"
    table.press("m", "f")
    table.find("#film-dialog").wait_for()
    assert table.find("#film-notation").input_value() == "4a 46 3b 1c"
    table.dismiss()
    table.press("Escape")


def test_difficulty_is_shown_and_can_be_chosen(table: Table) -> None:
    table.open("/?deal=617")
    found = difficulty(617)
    table.find("#about").filter(has_text=found.grade.title()).wait_for()
    table.press("e")
    assert f"{found.score} of 100, {found.grade}" in table.find("#facts").inner_text()
    known = facts(617)
    turns = f"{known.turns} turns" + (", proven" if known.turns == known.turns_lower_bound else "")
    table.find("#facts").filter(has_text=f"Shortest known solution{turns}Free cells needed{known.min_cells}").wait_for()
    table.find("#grade-choice").select_option("hard")
    table.find("#grade-deal").click()
    table.page.wait_for_function("() => !document.querySelector('#number').value.match(/^617$/)")
    assert difficulty(int(table.find("#number").input_value())).grade == "hard"


def test_a_first_visit_has_an_easy_deal_and_the_next_one_the_same(browser: Browser, address: str) -> None:
    numbers = set()
    for chance in (0, 0.5, 0.999):
        table = Table(browser, address)
        table.page.add_init_script(f"Math.random = () => {chance};")
        table.open("/")
        number = int(table.find("#number").input_value())
        assert facts(number).grade == "easy"
        table.open("/")
        assert table.find("#number").input_value() == str(number)
        numbers.add(number)
        table.close()
    assert len(numbers) == 3


def test_new_offers_deals_by_difficulty_and_of_today_and_the_game_that_was_left(table: Table) -> None:
    table.open("/?deal=617")
    assert table.find("#new").inner_text() == "New"
    table.find("#new").click()
    assert table.find("#new-continue").is_hidden()
    table.find("#new-number").click()
    table.press(*"618", "Enter")
    table.press("4", "a")
    for name, grade in (("easy", "easy"), ("medium", "moderate"), ("hard", "hard")):
        before = table.page.url
        table.find("#new").click()
        table.find(f"#new-{name}").click()
        table.page.wait_for_url(partial(ne, before))
        assert difficulty(int(table.find("#number").input_value())).grade == grade
    table.find("#new").click()
    assert table.find("#new-continue").inner_text() == "Continue: Deal 618, 1 turn"
    table.find("#new-continue").click()
    assert table.board() == Game.from_notation(618, "4a", SAFE).board
    table.find("#new").click()
    table.press("Escape")
    assert table.find("#new-menu").is_hidden()
    table.find("#new").click()
    table.find("#new-today").click()
    table.page.wait_for_url(f"**/?deal={daily(date.today())}")


def test_a_pending_search_does_not_replace_a_deal_chosen_since(table: Table) -> None:
    easy, hard = (
        next(number for number in range(1, 1000) if facts(number).grade == grade) for grade in ("easy", "hard")
    )
    table.open("/?deal=617")
    chance = "(deal) => { Math.random = () => (deal - 0.5) / 1_000_000; }"
    table.page.evaluate(chance, easy)
    table.press("e")
    table.find("#grade-choice").select_option("hard")
    table.find("#grade-deal").click()
    assert table.says() == "Searching for a deal"
    table.press("g", *"618", "Enter")
    table.page.evaluate(chance, hard)  # now it would be found
    assert table.verdict() == "solved"
    table.page.wait_for_timeout(1000)
    assert table.board() == deal(618)


def test_the_deal_of_the_day_matches_python_and_the_calendar_shows_wins(browser: Browser, address: str) -> None:
    table = Table(browser, address, timezone_id="Europe/Berlin")
    table.page.clock.install(time=f"{TODAY}T12:00:00Z")
    table.open("/?deal=617")
    script = """async (load, days) => {
      const { dailyDeal, streaks } = await load("daily.js");
      return [await Promise.all(days.map((day) => dailyDeal(day))), streaks(days)];
    }"""
    days = [TODAY, TODAY - timedelta(1), date(1969, 12, 31)]
    deals, streaks = table.run(script, [str(day) for day in days])
    assert deals == [daily(day) for day in days]
    assert streaks == {"now": 2, "longest": 2}
    table.press("e")
    assert table.find("#calendar button").count() == 30
    assert table.find("#calendar span").all_inner_texts() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    table.find("#month-before").click()
    assert table.find("#month").inner_text() == "October 2026"
    table.find("#daily").click()
    table.page.wait_for_url(f"**/?deal={daily(TODAY)}")
    assert table.board() == deal(daily(TODAY))
    table.press("1", "a", "e")  # before its difficulty is known, which is then shown
    table.find("#facts dd").filter(has_text="of 100, easy").wait_for()
    assert (
        table.find('#calendar [data-state="played"]').get_attribute("aria-label")
        == "Monday, November 16, 2026, easy, played"
    )
    assert table.find("#past li").count() == 1
    table.close()


def test_a_day_counts_only_if_every_move_was_made_by_hand(browser: Browser, address: str) -> None:
    table = Table(browser, address, timezone_id="Europe/Berlin")
    table.page.clock.install(time=f"{TODAY}T12:00:00Z")
    table.open("/?deal=617")
    states = []
    for by_hand in (False, True):
        table.press("e")
        table.find("#daily").click()
        table.page.wait_for_url(f"**/?deal={daily(TODAY)}")
        table.press("r", "s")
        table.find("#player").wait_for()
        table.press("f")
        table.find("#film-dialog").wait_for()
        words = table.find("#film-notation").input_value().split()
        table.dismiss()
        if by_hand:
            table.press("Escape")
            for word in Game.from_notation(daily(TODAY), " ".join(words)).notation(SAFE).split():
                table.type_word(word)
        else:
            table.page.eval_on_selector("#seek", "e => { e.value = e.max; e.dispatchEvent(new Event('input')); }")
            table.press("Enter")
        table.find("#won-dialog").wait_for()
        states.append([table.find("#won-title").inner_text()])
        table.dismiss()
        table.press("e")
        states[-1] += [table.find("#calendar [aria-current]").get_attribute("data-state") or ""]
        states[-1] += [table.find("#streaks").inner_text().split(".")[0]]
        table.dismiss()
    assert states == [
        ["Solved", "played", "Daily streak: 0 (best: 0)"],
        ["You won!", "won", "Daily streak: 1 (best: 1)"],
    ]
    table.close()


def test_a_move_or_a_solution_stops_the_search_for_another_deal(table: Table) -> None:
    hard = next(number for number in range(1, 1000) if facts(number).grade == "hard")
    easy = next(number for number in range(1, 1000) if facts(number).grade == "easy")
    chance = "(deal) => { Math.random = () => (deal - 0.5) / 1_000_000; }"
    table.open("/?deal=617")
    for keys in (["4", "a"], ["s"]):
        table.page.evaluate(chance, easy)
        table.press("e")
        table.find("#grade-choice").select_option("hard")
        table.find("#grade-deal").click()
        table.press(*keys)
        table.page.evaluate(chance, hard)  # now it would be found
        assert table.verdict() == "solved"
        table.page.wait_for_timeout(1000)
        assert table.page.url == f"{table.address}/?deal=617"
    table.find("#player").wait_for()


def test_an_undecided_search_continues_on_request(table: Table) -> None:
    table.open("/?deal=618")
    for number, verdict in ((617, "solved"), (11982, "unsolvable")):
        table.run(UNDECIDED, number)
        table.press("g", *str(number), "Enter")
        assert table.verdict() == "undecided"
        table.find("#longer").click()
        table.find(f'#light[data-verdict="{verdict}"]').wait_for()
        assert table.find("#longer").is_hidden()


def test_a_win_shows_its_length_and_what_to_play_next(table: Table) -> None:
    table.open(LAST_CARD)
    table.press("8", "a")
    table.find("#won-short").filter(has_text="The shortest known solution").wait_for()
    table.find("#won-dialog button[value=replay]").click()
    table.find("#player").wait_for()
    table.press("Escape")
    assert table.board().is_won


def test_undo_all_redo_all_and_pause(table: Table) -> None:
    table.page.clock.install(time=0)
    table.open("/?deal=617")
    table.page.clock.pause_at(3_600_000)
    for word in LOSING.split():
        table.type_word(word)
    table.press("Home")
    assert table.board() == deal(617)
    table.press("End")
    assert table.board() == Game.from_notation(617, LOSING, SAFE).board
    table.press("q")
    assert table.find(".card").first.is_hidden()
    table.page.clock.run_for(60_000)
    table.press("8", "c")  # which is invisible
    table.press("Enter")  # the button has the focus
    assert table.board() == Game.from_notation(617, LOSING, SAFE).board
    table.page.clock.run_for(5_000)
    assert table.find("#clock").inner_text() == "0:05"
    for key in ("u", "y", "t", "s", "n"):  # any action resumes it
        table.press("q")
        assert table.find(".card").first.is_hidden()
        table.press(key)
        assert table.find(".card").first.is_visible()
        table.press("Escape")
    table.choose(clock="hidden")
    assert table.find("#clock").is_hidden()


def test_fewer_cells_left_handed_on_another_felt(table: Table) -> None:
    table.page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...when) { tones += 1; start.apply(this, when); }"
    )
    table.open("/?deal=617")
    table.press(*"4a")
    assert table.page.evaluate("tones") == 0  # at first they are off
    for name, value in (("sound", "on"), ("side", "left"), ("felt", "blue"), ("cells", "2")):
        table.choose(**{name: value})
    assert table.page.url == f"{table.address}/?deal=617&cells=2"
    assert table.board() == deal(617)  # a separate game; the other one is kept
    assert table.place("h")["x"] < table.place("a")["x"]
    assert table.find('.place[data-place="c"]').is_hidden()
    table.press(*"8b")
    assert table.page.evaluate("tones") == 1
    for keys in ("1c", "d"):
        table.press(*keys)
        assert table.says() == f"There is no cell {keys[-1]}"
    assert table.verdict() == "unsolvable"
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    assert str(table.board().cells[1]) == "QH"
    table.choose(cells="4")
    assert table.board() == Game.from_notation(617, "4a", SAFE).board


def test_messages_about_a_deal_disappear_with_the_next(table: Table) -> None:
    table.open("/?deal=617")
    table.press("t")
    table.find('#message[data-kind="hint"]').wait_for()
    table.press("n")
    assert table.says() == ""


def test_the_first_version_is_not_offered_as_a_new_one(table: Table) -> None:
    """Firefox may still report it as waiting when it is already in use."""
    table.open("/?deal=617")
    script = """async (load, state) => {
      const worker = Object.assign(new EventTarget(), { state });
      const registration = Object.assign(new EventTarget(), { waiting: worker, installing: null });
      const workers = Object.assign(new EventTarget(), { controller: worker, register: async () => registration });
      Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
      let offers = 0;
      await (await load("updating.js")).keepPage(() => { offers += 1; }, () => {});
      return offers;
    }"""
    assert [table.run(script, state) for state in ("installed", "activating", "activated")] == [1, 0, 0]
