"""A player's games are never lost: every game with a move is stored, whatever the tabs of a browser do."""

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


def test_every_game_with_a_move_is_kept(table: Table) -> None:
    table.open("/?deal=617")
    table.press(*"4a46")
    for _ in range(30):
        table.press("n")
    table.press("7", "a")
    table.open("/?deal=617")
    assert table.board() == board_after("4a 46")
    table.open("/?deal=617&moves=7a+7b")  # a link that is then played is a separate game
    table.press(*"7c", "n")
    stored = """() => new Promise((resolve) => {
      indexedDB.open("freecell").onsuccess = ({ target }) => {
        const all = target.result.transaction("games").objectStore("games").getAll();
        all.onsuccess = () => resolve(all.result.map(({ key, history }) => `${key} ${history.join(" ")}`));
      };
    })"""
    table.page.wait_for_function(
        f"async () => (await ({stored})()).length === 3"
    )  # it is written once the light has its verdict
    assert sorted(table.page.evaluate(stored)) == ["617 4a 46", "617 7a 7b 7c", "647 7a 6h 1h"]


KNOWS_TWO_GAMES = """async (load) => {
  const { allGames } = await load("store.js");
  while (allGames().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
}"""


def two_tabs(browser: Browser, address: str, keys: str) -> tuple[Table, Table]:
    """Deal 617 in a tab in which these keys were pressed, and in a second tab."""
    first = Table(browser, address)
    first.open("/?deal=617")
    first.press(*keys)
    second = Table(browser, address, beside=first)
    second.open("/?deal=617")
    return first, second


def test_a_second_tab_follows_and_either_can_continue(browser: Browser, address: str) -> None:
    first, second = two_tabs(browser, address, "4a")
    assert second.says() == "This game is open in another tab; this tab follows it"
    first.press(*"46")
    second.sees(board_after("4a 46"))
    second.press("u", *"8b")
    first.sees(board_after("4a 8b"))
    first.open("/?deal=1")  # it closes without saving
    second.open("/?deal=617")
    assert second.board() == board_after("4a 8b")
    # A tab that has played nothing yet follows, too; one with another deal does not.
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
    table.page.clock.pause_at(3_600_000)  # from now on it is advanced manually
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


def test_a_restarted_game_counts_again_once_it_is_continued(browser: Browser, address: str) -> None:
    first, second = two_tabs(browser, address, "7a7b")
    first.press("r", *"4a")  # the other tab keeps showing the previous game
    second.run(KNOWS_TWO_GAMES)  # otherwise its cards would be redrawn between two keys
    second.press(*"7c")
    second.page.reload()
    second.page.wait_for_selector("[data-ready] .card[data-place]")
    second.sees(board_after("7a 7b 7c"))
    # The previous game is in the deal's list.
    second.press("e")
    second.find("#past button").filter(has_text="1 turn,").click()
    second.page.reload()
    second.page.wait_for_selector("[data-ready] .card[data-place]")
    second.sees(board_after("4a"))
    first.close()


def test_after_a_crash_the_last_game_is_restored(table: Table) -> None:
    """The game saved when the page was last left is a different, older game of the deal."""
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


def test_moves_made_before_recovery_from_a_crash_become_a_separate_game(table: Table) -> None:
    """The board that is shown immediately has fewer moves than the stored game, which is not overwritten."""
    table.open("/?deal=617")
    table.press(*"7a")
    table.open("/?deal=617")
    journal = table.page.evaluate("() => localStorage['freecell.journal']")
    table.press(*"7b7c")
    table.open("/?deal=1")
    table.page.evaluate("(text) => { localStorage['freecell.journal'] = text; }", journal)
    table.page.goto("about:blank")
    # Stored games are read a while after the board is shown.
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


def test_the_clock_is_saved_when_another_deal_is_opened(table: Table) -> None:
    table.page.clock.install(time=0)
    table.open("/?deal=617")
    table.page.clock.pause_at(3_600_000)
    table.press("7", "a")
    table.page.clock.run_for(65_000)
    table.press("n", "p")
    assert table.find("#clock").inner_text() == "1:05"


def test_a_win_is_compared_even_if_the_player_continues_at_once(table: Table) -> None:
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


def test_a_win_never_changes(table: Table) -> None:
    """Whatever is undone, viewed or played after it."""
    table.open(LAST_CARD)
    table.choose(light="off")
    table.press("8", "a")
    table.find("#won-dialog button[value=close]").click()
    table.press("x")
    before = figures(table)
    assert (before["Fewest turns"], before["Without the light, hints or undo"]) == ("1", "1")
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


def test_reopening_a_game_in_the_same_tab_does_not_count_as_another_tab(table: Table) -> None:
    table.open("/?deal=617")
    table.press(*"4a")
    table.page.evaluate("() => history.pushState(null, '', location.href)")
    table.page.go_back()
    table.page.wait_for_function(
        "() => document.querySelector('#clock').textContent >= '0:02'"
    )  # it is played in this tab
    assert table.says() == ""


def test_a_win_undone_at_once_does_not_count(browser: Browser, address: str) -> None:
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
    table.press("8", "a")  # from there it goes home automatically
    table.find("#won-dialog button[value=close]").click()
    table.press("x")
    return figures(table)


def test_clearing_statistics_asks_first_and_can_be_undone(table: Table) -> None:
    before = played(table)
    assert (before["Games played"], before["Won"], before["Fewest turns"]) == ("2", "1 (50%)", "1")
    table.find("#clear").click()
    assert figures(table) == before
    table.find("#clear").click()
    assert figures(table)["Games played"] == "0"
    assert figures(table)["Fewest turns"] == "–"
    table.find("#clear").click()
    assert figures(table) == before


def test_everything_is_exported_to_a_file_and_imported_from_it(table: Table, browser: Browser, tmp_path: Path) -> None:
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
    # Unknown settings are ignored, and the others are applied.
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
    other.find("#clear").click()  # all count as if won on the day itself
    assert figures(other) == before
    other.dismiss()
    other.press("g", *"617", "Enter")
    assert other.board() == board_after("7c")
    other.close()
    # If the deal has several games, it opens the one that was played last.
    for entry, changed in zip(damaged["games"], (3, 4, 5), strict=False):
        entry.update(again=False, changed=changed, won=False)
    (tmp_path / "several.json").write_text(json.dumps(damaged))
    another = Table(browser, table.address)
    another.open("/?deal=617")
    another.press("x")
    another.find("#import-file").set_input_files(tmp_path / "several.json")
    another.sees(board_after("7c"))
    another.close()


def test_without_storage_the_page_plays_and_warns(browser: Browser, address: str) -> None:
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
def test_an_unsaved_game_survives_a_reload_and_a_dismissed_note_stays_away(
    browser: Browser, address: str, broken: str
) -> None:
    table = Table(browser, address)
    table.page.add_init_script(broken)
    table.open("/?deal=617")
    table.press(*"4a46")
    table.page.wait_for_function("() => history.state?.game?.history.length === 2")  # after the light's verdict
    for _ in range(2):  # the note that was read is remembered
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
