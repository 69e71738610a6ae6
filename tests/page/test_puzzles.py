"""Puzzles in a real browser: it finds them, and stores which are solved."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from freecell import Board, Game, daily, solve

from ..helpers.serving import needs_core
from ..helpers.table import SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

LOSING = "4a 46 3b"  # the last of these loses deal 617


def open_puzzle(table: Table, number: int) -> None:
    table.open(f"/?puzzle={number}")
    table.find('#light[data-verdict="puzzle"]').wait_for()


def says(table: Table, text: str) -> None:
    """Wait until the light shows this."""
    table.find("#verdict").filter(has_text=text).wait_for()


def after_each(board: Board) -> dict[str, Board]:
    """The boards after each move, by its word of notation, without duplicates and without the current board."""
    game, found = Game(board, SAFE), {}
    seen = {board.key}
    for move in game.legal_moves():
        after = Game(board, SAFE)
        after.play(move)
        if after.board.key not in seen:
            found[after.notation().split()[0]] = after.board
        seen.add(after.board.key)
    return found


def only_taken_back(board: Board, after: Board) -> bool:
    """Whether the next move can lead back and all others lose, according to Python's core."""
    boards = after_each(after).values()
    others = [each for each in boards if each.key != board.key]
    return len(others) < len(boards) and not any(map(solve, others))


def test_exactly_one_move_wins_and_finding_it_is_announced(table: Table) -> None:
    open_puzzle(table, 5)
    assert table.page.url.endswith("/?puzzle=5")
    assert table.page.title() == "Puzzle 5 – FreeCell"
    assert table.find("#verdict").inner_text() == "Exactly one move wins"
    assert table.find("#about").inner_text() == "Easy"
    board = table.board()
    after = after_each(board)
    winning = {word for word, each in after.items() if solve(each)}
    idle = {word for word in winning if only_taken_back(board, after[word])}
    assert winning - idle == {"7d"}
    assert len(after) - len(winning) >= 4
    table.type_word(min(idle))
    says(table, "That move makes no progress")
    table.press("u")
    table.type_word(min(after.keys() - winning))
    says(table, "That move loses")
    table.find("#rescue").click()
    says(table, "Exactly one move wins")
    assert table.find("#message-button").is_hidden()  # which would reveal it
    table.type_word("7d")
    says(table, "Solved")
    assert table.says() == "Puzzle 5 solved!"  # but not on the first try
    assert table.find("#message-button").inner_text() == "Next puzzle"
    table.press("j")
    assert table.find("#puzzle-record").inner_text() == "Solved: 1, on the first try: 0."
    # An attempt isn't stored as a game.
    table.dismiss()
    table.press("x")
    assert table.find("#figures dd").first.inner_text() == "0"


def test_a_puzzle_to_win_in_a_number_of_turns(table: Table) -> None:
    open_puzzle(table, 20775)
    best = solve(table.board(), goal="shortest", rules=SAFE)
    assert best.is_shortest
    assert table.find("#verdict").inner_text() == f"Win in {best.turns} turns"
    while not table.board().is_won:
        table.find("#hint").click()
        table.find('#message[data-kind="hint"]').wait_for()
        table.press("t")
    says(table, "Solved")
    assert table.board().is_won
    assert table.find("dialog[open]").count() == 0
    table.press("r")
    says(table, f"Win in {best.turns} turns")


def test_puzzles_have_their_own_rules(table: Table) -> None:
    table.open("/?deal=617")
    table.choose(autoplay="none", room="windows", light="off", marked="on")
    open_puzzle(table, 5)
    assert table.run("async () => document.querySelectorAll('[data-advice]:is(.card)').length") == 0
    table.type_word("7d")
    says(table, "Solved")


def test_a_puzzle_from_a_lost_game(table: Table) -> None:
    table.open("/?deal=617")
    for word in LOSING.split():
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    table.press("j")
    table.find("#puzzle-own button").filter(has_text="Deal 617, turn 3").click()
    says(table, "moves win: find one")
    assert table.board() == Game.from_notation(617, "4a 46", SAFE).board
    table.type_word("3b")
    says(table, "That move loses")
    table.find("#hint").click()
    table.find('#message[data-kind="wrong"]').wait_for()
    assert table.says() == "Go back first: the puzzle can't be solved from here"
    table.press("k", "t")
    table.find('#message[data-kind="hint"]').wait_for()
    table.press("t")
    says(table, "Solved")
    # The lost game is unchanged, and the light still has its verdict.
    table.press("g", *"617", "Enter")
    assert table.board() == Game.from_notation(617, LOSING, SAFE).board
    assert table.verdict() == "unsolvable"
    table.press("k")
    assert table.verdict() == "solved"


def test_solved_puzzles_are_exported_and_imported(browser: Browser, address: str, tmp_path: Path) -> None:
    first = Table(browser, address)
    open_puzzle(first, 5)
    first.type_word("7d")
    says(first, "Solved")
    assert first.says() == "Puzzle 5 solved on the first try!"
    first.press("x")
    with first.page.expect_download() as saved:
        first.find("#export").click()
    file = tmp_path / "games.json"
    saved.value.save_as(file)
    first.close()
    everything = json.loads(file.read_text())
    assert everything["puzzles"]["5"]["clean"] is True
    everything["puzzles"] |= {"7": {"solved": "yesterday"}, "8": None, "__proto__": {"solved": 1}}
    file.write_text(json.dumps(everything))
    second = Table(browser, address)
    second.open("/?deal=617")
    second.find("#import-file").set_input_files(file)
    second.find("#message").wait_for()
    second.press("j")
    assert second.find("#puzzle-record").inner_text() == "Solved: 1, on the first try: 1."
    second.close()


def test_an_invalid_number_and_a_move_that_cancels_the_search(table: Table) -> None:
    table.open("/?puzzle=x")
    assert table.says() == "There is no puzzle 'x': choose 1 to 999999"
    table.press("j")
    table.find("#puzzle-number").fill("1000000")
    table.press("Enter")
    assert table.find("#puzzle-problem").inner_text() == "There is no puzzle '1000000': choose 1 to 999999"
    table.find("#puzzle-number").fill("2")
    table.find("#puzzle-go").click()
    table.find("dialog[open]").wait_for(state="detached")
    table.press("1", "a")  # the player continues
    board = table.board()
    table.press("j")
    table.find("#puzzle-number").fill("5")
    table.find("#puzzle-go").click()
    says(table, "Exactly one move wins")
    assert table.page.title() == "Puzzle 5 – FreeCell"
    table.page.go_back()
    table.sees(board)


def test_the_installed_app_opens_the_puzzle_and_the_deal_of_the_day(browser: Browser, address: str) -> None:
    table = Table(browser, address, timezone_id="Europe/Berlin")
    table.page.clock.install(time="2026-11-18T12:00:00Z")
    table.open("/")
    manifest = table.page.evaluate("async () => (await fetch('manifest.webmanifest')).json()")
    deal_of_today, puzzle = (shortcut["url"].removeprefix(".") for shortcut in manifest["shortcuts"])
    table.open(deal_of_today)
    table.page.wait_for_url(f"**/?deal={daily(date(2026, 11, 18))}")
    table.open(puzzle)
    table.page.wait_for_url("**/?puzzle=20775")
    table.close()
