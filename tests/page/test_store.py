"""A player's games are never lost: every one with a move is kept, whatever the tabs of a browser do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from freecell import Game, deal

from ..helpers.programs import PATIENCE
from ..helpers.serving import needs_core
from ..helpers.table import LAST_CARD, SAFE, Table, figures

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core


def board_after(moves: str, number: int = 617) -> object:
    return Game.from_notation(number, moves, SAFE).board


def test_every_game_with_a_move_stays(table: Table) -> None:
    table.open("/?deal=617")
    table.press(*"4a46")
    for _ in range(30):
        table.press("n")
    table.press("7", "a")
    table.open("/?deal=617")
    assert table.board() == board_after("4a 46")
    table.open("/?deal=617&moves=7a+7b")  # a link, which is then played on, is a game of its own
    table.press(*"7c", "n")
    stored = """() => new Promise((resolve) => {
      indexedDB.open("freecell").onsuccess = ({ target }) => {
        const all = target.result.transaction("games").objectStore("games").getAll();
        all.onsuccess = () => resolve(all.result.map(({ key, history }) => `${key} ${history.join(" ")}`));
      };
    })"""
    table.page.wait_for_function(f"async () => (await ({stored})()).length === 3")  # it is written when the light knows
    assert sorted(table.page.evaluate(stored)) == ["617 4a 46", "617 7a 7b 7c", "647 7a 6h 1h"]


KNOWS_TWO_GAMES = """async (load) => {
  const { allGames } = await load("store.js");
  while (allGames().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
}"""


def two_tabs(browser: Browser, address: str, keys: str) -> tuple[Table, Table]:
    """Deal 617 in a tab, where these keys were pressed, and in another one beside it."""
    first = Table(browser, address)
    first.open("/?deal=617")
    first.press(*keys)
    second = Table(browser, address, beside=first)
    second.open("/?deal=617")
    return first, second


def test_a_second_tab_follows_and_either_may_play_on(browser: Browser, address: str) -> None:
    first, second = two_tabs(browser, address, "4a")
    assert second.says() == "This game is open in another tab; this one follows it"
    first.press(*"46")
    second.sees(board_after("4a 46"))
    second.press("u", *"8b")
    first.sees(board_after("4a 8b"))
    first.open("/?deal=1")  # it goes without writing what it had
    second.open("/?deal=617")
    assert second.board() == board_after("4a 8b")
    # One that has played nothing yet follows, too; one that is elsewhere does not.
    second.press("g", *"1", "Enter")
    first.press(*"1a")
    second.sees(board_after("1a", 1))
    second.press("g", *"2", "Enter")
    first.press("2", "b")
    assert second.board() == deal(2)
    # Settings are the same everywhere.
    second.press("o")
    second.find('input[name="theme"][value="dark"]').check()
    first.find('html[data-theme="dark"]').wait_for()
    first.close()


def test_restart_is_a_new_game_with_a_new_clock_and_undo_brings_the_other_back(table: Table) -> None:
    table.page.clock.install(time=0)
    table.open("/?deal=617")
    table.page.clock.pause_at(3_600_000)  # from now on it is moved by hand
    assert table.find("#clock").inner_text() == "0:00"
    table.press("7", "a")
    table.page.clock.run_for(65_000)
    assert table.find("#clock").inner_text() == "1:05"
    table.press("r")
    assert table.find("#clock").inner_text() == "0:00"
    assert table.board() == deal(617)
    table.press("u")
    assert table.board() == board_after("7a")
    assert table.find("#clock").inner_text() == "1:05"
    table.press("r", "4", "a", "u", "u")
    assert table.board() == board_after("7a")
    table.press("r", "4", "a")
    table.open("/?deal=617")
    assert table.board() == board_after("4a")


def test_a_game_that_was_begun_anew_counts_again_when_it_is_played_on(browser: Browser, address: str) -> None:
    first, second = two_tabs(browser, address, "7a7b")
    first.press("r", *"4a")  # the other tab keeps showing the game before
    second.run(KNOWS_TWO_GAMES)  # or its cards would be drawn again between two keys
    second.press(*"7c")
    second.page.reload()
    second.page.wait_for_selector("[data-ready] .card[data-place]")
    second.sees(board_after("7a 7b 7c"))
    # The one that was played before is in the list of the deal.
    second.press("e")
    second.find("#past button").filter(has_text="1 turn,").click()
    second.page.reload()
    second.page.wait_for_selector("[data-ready] .card[data-place]")
    second.sees(board_after("4a"))
    first.close()


def test_after_a_crash_the_game_is_there_that_was_played_last(table: Table) -> None:
    """What was written when the page was left the last time is another game of the deal, and older."""
    table.open("/?deal=617")
    table.press(*"7a7b")
    table.open("/?deal=617")
    journal = table.page.evaluate("() => localStorage['freecell.journal']")
    table.press("r", *"4a")
    table.open("/?deal=1")
    table.page.evaluate("(text) => { localStorage['freecell.journal'] = text; }", journal)
    table.page.goto("about:blank")
    table.open("/?deal=617")
    table.sees(board_after("4a"))


def test_after_a_crash_what_is_played_too_soon_is_a_game_of_its_own(table: Table) -> None:
    """The board that is shown at once has fewer moves than the game that is kept, which is not written over."""
    table.open("/?deal=617")
    table.press(*"7a")
    table.open("/?deal=617")
    journal = table.page.evaluate("() => localStorage['freecell.journal']")
    table.press(*"7b7c")
    table.open("/?deal=1")
    table.page.evaluate("(text) => { localStorage['freecell.journal'] = text; }", journal)
    table.page.goto("about:blank")
    # What is kept is found a while after the board is shown.
    table.page.add_init_script(
        """const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (...values) {
          const request = open.apply(this, values);
          const set = (hear) => request.addEventListener("success", () => { globalThis.find = hear; });
          Object.defineProperty(request, "onsuccess", { set });
          return request;
        }"""
    )
    table.page.goto(f"{table.address}/?deal=617")
    table.sees(board_after("7a"))
    table.press(*"4b")
    table.page.wait_for_function("() => globalThis.find")
    table.page.evaluate("() => find()")
    table.page.wait_for_selector("[data-ready]")
    assert table.board() == board_after("7a 4b")
    table.press("e")
    texts = table.find("#past button").all_inner_texts()
    assert sorted(text.split(", ")[2] for text in texts) == ["2 turns", "3 turns"]


def test_the_clock_is_kept_when_another_deal_is_opened(table: Table) -> None:
    table.page.clock.install(time=0)
    table.open("/?deal=617")
    table.page.clock.pause_at(3_600_000)
    table.press("7", "a")
    table.page.clock.run_for(65_000)
    table.press("n", "p")
    assert table.find("#clock").inner_text() == "1:05"


def test_what_a_win_is_compared_with_is_found_also_if_somebody_goes_on_at_once(table: Table) -> None:
    table.open(LAST_CARD)
    table.press("8", "a")
    table.page.evaluate("() => document.querySelector('#won-dialog').close('next')")
    table.press("n", "x")
    shares = table.find("#by-length dd")
    for _ in range(20 * PATIENCE):
        if shares.first.inner_text().strip() == "1 of 1":
            break
        table.dismiss()
        table.page.wait_for_timeout(50)
        table.press("x")
    assert shares.first.inner_text().strip() == "1 of 1"


def test_a_win_stays_as_it_was(table: Table) -> None:
    """Whatever is taken back, looked at and played after it."""
    table.open(LAST_CARD)
    table.choose(light="off")
    table.press("8", "a")
    table.find("#won-dialog button[value=close]").click()
    table.press("x")
    before = figures(table)
    assert (before["Fewest turns"], before["Without light, hints and undo"]) == ("1", "1")
    table.dismiss()
    table.choose(light="on")
    table.press("Home", "t")
    table.find('#message[data-kind="hint"]').wait_for()
    table.press("8", "b")
    table.find("#won-dialog button[value=close]").click()
    table.press("u")
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    table.press("x")
    assert figures(table) == before


def test_a_game_that_is_opened_again_in_the_same_tab_is_not_open_elsewhere(table: Table) -> None:
    table.open("/?deal=617")
    table.press(*"4a")
    table.page.evaluate("() => history.pushState(null, '', location.href)")
    table.page.go_back()
    table.page.wait_for_function("() => document.querySelector('#clock').textContent >= '0:02'")  # it is played here
    assert table.says() == ""


def test_what_is_taken_back_at_once_is_not_won(browser: Browser, address: str) -> None:
    table = Table(browser, address, reduced_motion="no-preference")
    table.open(LAST_CARD)
    table.press("8", "a", "u")
    assert not table.rests().is_won
    assert table.find("#won-dialog").is_hidden()
    table.close()


def played(table: Table) -> dict[str, str]:
    """The figures after two games, one of which is won."""
    table.open("/?deal=617&moves=7a")
    table.press("7", "b", "u", "r", "7", "c", "x")
    assert figures(table)["Games played"] == "1"
    assert figures(table)["Won"] == "0 (0%)"
    table.dismiss()
    table.open(LAST_CARD)
    table.press("8", "a")  # from where it goes home by itself
    table.find("#won-dialog button[value=close]").click()
    table.press("x")
    return figures(table)


def test_statistics_are_cleared_when_sure_and_brought_back(table: Table) -> None:
    before = played(table)
    assert (before["Games played"], before["Won"], before["Fewest turns"]) == ("2", "1 (50%)", "1")
    table.find("#clear").click()
    assert figures(table) == before
    table.find("#clear").click()
    assert figures(table)["Games played"] == "0"
    assert figures(table)["Fewest turns"] == "–"
    table.find("#clear").click()
    assert figures(table) == before


def test_all_goes_into_one_file_and_comes_out_of_it(table: Table, browser: Browser, tmp_path: Path) -> None:
    before = played(table)
    with table.page.expect_download() as download:
        table.find("#export").click()
    path = Path(download.value.path())
    assert download.value.suggested_filename.startswith("freecell-games-20")

    other = Table(browser, table.address)
    other.open("/")
    (tmp_path / "other.json").write_text('{"freecell": 99}')
    damaged = json.loads(path.read_text())
    damaged["games"].append({"id": "x", "deal": 617, "history": ["7h"], "played": 1})
    (tmp_path / "damaged.json").write_text(json.dumps(damaged))
    for file, said in (
        (tmp_path / "other.json", "This isn't a FreeCell export file"),
        (tmp_path / "damaged.json", "3 new games imported, 1 unreadable"),
        (path, "0 new games imported"),
    ):
        other.press("x")
        other.find("#import-file").set_input_files(file)
        other.find("#statistics-dialog").wait_for(state="hidden")
        assert other.says() == said
    # Settings that are not known here are left out, and the others taken.
    strange = {
        **damaged,
        "games": [],
        "since": [1e99, 0],
        "settings": {"felt": "blue", "theme": "pink", "cells": 4, "constructor": "x"},
    }
    (tmp_path / "strange.json").write_text(json.dumps(strange))
    other.press("x")
    other.find("#import-file").set_input_files(tmp_path / "strange.json")
    other.find("#statistics-dialog").wait_for(state="hidden")
    assert other.says() == "0 new games imported; ignored 3 unknown settings"
    assert other.find('html[data-felt="blue"][data-theme="system"]').count() == 1
    other.press("x")
    other.find("#clear").click()  # all were: as if on the day itself
    assert figures(other) == before
    other.dismiss()
    other.press("g", *"617", "Enter")
    assert other.board() == board_after("7c")
    other.close()
    # Of several games of the deal on the table, it takes over the one that was played last.
    for entry, changed in zip(damaged["games"], (3, 4, 5), strict=False):
        entry.update(again=False, changed=changed, won=False)
    (tmp_path / "several.json").write_text(json.dumps(damaged))
    another = Table(browser, table.address)
    another.open("/?deal=617")
    another.press("x")
    another.find("#import-file").set_input_files(tmp_path / "several.json")
    another.sees(board_after("7c"))
    another.close()


def test_where_nothing_is_kept_it_plays_and_says_so(browser: Browser, address: str) -> None:
    table = Table(browser, address)
    table.page.add_init_script("delete Navigator.prototype.locks; IDBFactory.prototype.open = () => { throw Error(); }")
    table.open("/?deal=617")
    assert table.says().startswith("Your browser isn't saving your games")
    table.press(*"4a", "n", "p")
    assert table.board() == board_after("4a")
    table.close()


FULL = "throw new DOMException('full', 'QuotaExceededError')"


@pytest.mark.parametrize(
    "broken",
    [
        f"IDBFactory.prototype.open = () => {{ {FULL}; }}; Storage.prototype.setItem = () => {{ {FULL}; }}",
        f"IDBObjectStore.prototype.put = () => {{ {FULL}; }}; Storage.prototype.setItem = () => {{ {FULL}; }}",
    ],
    ids=["blocked", "full"],
)
def test_a_game_that_can_not_be_kept_outlives_a_reload_and_a_mark_stays(
    browser: Browser, address: str, broken: str
) -> None:
    table = Table(browser, address)
    table.page.add_init_script(broken)
    table.open("/?deal=617")
    table.press(*"4a46")
    table.page.wait_for_function("() => history.state?.game?.history.length === 2")  # after the light's verdict
    for _ in range(2):  # what was read is still there for the next time
        assert table.find("#not-kept").inner_text() == "Not saved"
        table.page.reload()
        table.page.wait_for_selector("[data-ready] .card[data-place]")
        table.find("#not-kept").wait_for()
        assert table.board() == board_after("4a 46")
    table.find("#not-kept").click()
    assert table.says().startswith("Your browser isn't saving your games")
    table.press("8", "b")
    table.page.wait_for_function("() => history.state?.game?.history.length === 3")
    table.close()
