"""The page's light, hints and solutions in a real browser, without a server."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import freecell
from freecell import Game, Rules, Verdict, solve
from freecell.formats import json as board_json

from ..helpers.programs import launched
from ..helpers.serving import needs_core
from ..helpers.table import SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

# Deal 617 can be won after the first two of these moves, and can't after the third.
LOSING = "4a 46 3b"

# The verdict that the page has found in advance for a board, as soon as it exists.
KNOWN = """async (load, object) => {
  const { verdicts } = await load("solver.js");
  const { fromObject } = await load("rules.js");
  const board = fromObject(object);
  const rules = { room: "theory", autoplay: "safe" };
  const known = () => verdicts.known(board, rules);
  for (let tries = 0; tries < 15_000 && !known(); tries += 1) await new Promise((go) => setTimeout(go, 20));
  return known();
}"""


def is_lost(game: Game) -> bool:
    return solve(game.board).verdict is Verdict.UNSOLVABLE


def test_the_light_goes_out_on_a_losing_move_and_on_again_after_undo(table: Table) -> None:
    *good, losing = LOSING.split()
    game = Game(617, SAFE)
    table.open("/?deal=617")
    assert table.verdict() == "solved"
    assert table.find("#verdict").inner_text() == "Can be won"
    for word in good:
        game.play(word)
        table.type_word(word)
        assert table.verdict() == "solved"
    assert not is_lost(game)
    game.play(losing)
    assert is_lost(game)
    table.type_word(losing)
    assert table.verdict() == "unsolvable"
    assert table.find("#verdict").inner_text() == f"Lost at turn {len(good) + 1}: K♣ to cell b"
    table.press("u")
    assert table.verdict() == "solved"
    assert table.find("#rescue").is_hidden()


def test_one_click_returns_to_the_last_winnable_position(table: Table) -> None:
    *good, _ = LOSING.split()
    game = Game.from_notation(617, LOSING, SAFE)
    more = []
    for _ in range(3):  # whatever is played next, it stays lost
        move = next(iter(game.legal_moves()))
        game.play(move)
        more.append(game.notation().split()[-1])
    table.open(f"/?deal=617&moves={'+'.join(Game.from_notation(617, LOSING, SAFE).notation(Rules()).split())}")
    for word in more:
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    # The verdicts before the link's position are unknown, so they are searched.
    assert table.find("#verdict").inner_text() == f"Lost at turn {len(good) + 1}: K♣ to cell b"
    table.find("#rescue").click()
    assert table.board() == Game.from_notation(617, " ".join(good), SAFE).board
    assert table.verdict() == "solved"
    table.press("y")
    assert table.verdict() == "unsolvable"


def test_a_deal_that_could_never_be_won(table: Table) -> None:
    table.open("/?deal=11982")
    assert table.verdict() == "unsolvable"
    assert table.find("#verdict").inner_text() == "This deal can't be won"
    assert table.find("#rescue").is_hidden()
    table.find("#hint").click()
    table.find('#message[data-kind="wrong"]').wait_for()
    assert table.says() == "This deal can't be won"


def test_after_a_loss_one_button_goes_back_and_shows_the_move_that_wins(table: Table) -> None:
    *good, _ = LOSING.split()
    for light in ("on", "off"):
        table.open("/?deal=617")
        table.choose(light=light)
        table.press("r")
        for word in (*LOSING.split(), "1c"):
            table.type_word(word)
        for button in ("#hint", "#solve"):
            table.find(button).click()
            table.find("#message-button").wait_for()
            assert table.says() == "Lost at turn 3. Go back and show the move that wins?"
        table.find("#message-button").click()
        table.find('#message[data-kind="hint"]').wait_for()
        assert table.board() == Game.from_notation(617, " ".join(good), SAFE).board
        table.press("t")
        assert not is_lost(Game(table.board()))
        assert table.find("#message-button").is_hidden()


def test_repeated_requests_for_a_hint_start_one_search(table: Table) -> None:
    table.page.add_init_script(
        "window.asked = 0; const post = Worker.prototype.postMessage;"
        "Worker.prototype.postMessage = function (message) {"
        "  if (message[0] === 'solve') asked += 1; post.call(this, message); }"
    )
    table.open("/?deal=31465")
    assert table.verdict() == "solved"
    table.page.evaluate(
        "() => { for (let press = 0; press < 20; press += 1) document.querySelector('#hint').click(); }"
    )
    table.find('#message[data-kind="hint"]').wait_for()
    assert table.page.evaluate("asked") == 1


def test_a_hint_is_shown_on_the_cards_and_then_played(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46")
    before = table.board()
    table.find("#hint").click()
    table.find('#message[data-kind="hint"]').wait_for()
    assert table.find(".card.hint").count() >= 1
    word = table.says().split(":")[0]
    assert table.board() == before
    table.press("t")  # plays it
    assert table.find(".hint").count() == 0
    assert table.verdict() == "solved"
    game = Game.from_notation(617, "4a 46", SAFE)
    game.play(word)
    assert table.board() == game.board


def test_a_solution_from_mid_game_is_played_back_and_kept(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46")
    start = Game.from_notation(617, "4a 46").board
    table.find("#solve").click()
    table.find("#player").wait_for()
    seek, progress = table.find("#seek"), table.find("#progress")
    turns = int(seek.get_attribute("max") or 0)
    assert turns == solve(start, goal="short", beam_width=4096).turns
    assert progress.inner_text() == f"0 of {turns} turns · the current position"
    table.find("#play-forward").click()
    table.find("#play-forward").click()
    two = table.board()
    assert two != start
    assert progress.inner_text().startswith(f"2 of {turns} turns · ")
    table.find("#play-back").click()
    table.press("ArrowLeft")
    assert table.board() == start
    seek.fill(str(turns))
    assert table.board().is_won
    seek.fill("2")
    assert table.board() == two
    table.find("#speed").select_option("0.5")
    table.find("#play").click()
    assert table.find("#play").get_attribute("aria-label") == "Pause"
    table.find(f'#seek[aria-valuetext="4 of {turns} turns"]').wait_for()
    table.find("#play").click()
    table.press("Escape")
    assert table.board() == start
    assert table.find("#player").is_hidden()

    table.press("s")
    table.find("#player").wait_for()
    table.press("ArrowRight", "ArrowRight", "Enter")
    assert table.find("#player").is_hidden()
    assert table.board() == two
    assert table.find("#turns").inner_text() == "4 turns"
    assert table.verdict() == "solved"
    table.press("u", "u")
    assert table.board() == start


def test_a_solution_played_to_its_end_wins(table: Table) -> None:
    table.open("/?deal=300")
    table.press("s")
    table.find("#player").wait_for()
    table.find("#seek").fill(str(int(table.find("#seek").get_attribute("max") or 0) - 2))
    table.find("#play").click()
    table.find('#play[aria-label="Play"]').wait_for()
    assert table.board().is_won
    table.find("#keep").click()
    assert "with moves by the solver" in table.find("#won-text").inner_text()


def test_a_solution_is_shortened_to_the_minimum(table: Table) -> None:
    game = solve(300, goal="short", beam_width=30).game()
    words = game.notation().split()
    table.open(f"/?deal=300&moves={'+'.join(words[:-24])}")
    best = solve(Game.from_notation(300, " ".join(words[:-24])).board, goal="shortest", rules=Rules(autoplay="safe"))
    assert best.is_shortest
    assert best.turns
    table.press("s")
    table.find("#player").wait_for()
    assert table.find("#seek").get_attribute("aria-label") == "Position in the solution"
    table.press("j")
    table.find("#shorter").filter(has_text="Shortest, proven").wait_for()
    assert table.heard() == f"This is the shortest solution: {best.turns} turn{'s' * (best.turns > 1)}, proven"
    assert table.find("#progress").inner_text().startswith(f"0 of {best.turns} turn")
    table.press("j", "ArrowRight")
    assert table.find("#shorter").inner_text() == "Shortest, proven"
    table.press("Escape", "m")
    assert table.find("#seek").get_attribute("aria-label") == "Position in your game"


def test_the_newest_position_gets_its_verdict(table: Table) -> None:
    """Moves are faster than searches: the light shows the verdict of the current board."""
    table.open("/?deal=617")
    for word in LOSING.split():
        table.type_word(word)
    table.press("u", "y", "u")
    assert table.verdict() == "solved"
    table.press("y")
    assert table.verdict() == "unsolvable"


def test_the_verdict_after_the_next_move_is_known_before_it_is_made(browser: Browser, address: str) -> None:
    """No search runs when the move is made, and lost positions stay lost, whatever is played next."""
    table = Table(browser, address, looks_ahead=True)
    *good, losing = LOSING.split()
    game = Game(617, SAFE)
    table.open("/?deal=617")
    assert table.verdict() == "solved"
    for word in (*good, losing):
        game.play(word)
        verdict = "unsolvable" if word == losing else "solved"
        assert table.run(KNOWN, board_json.to_dict(game.board)) == verdict
        table.type_word(word)
        assert table.verdict() == verdict
    for _ in range(3):
        game.play(next(iter(game.legal_moves())))
        table.type_word(game.notation().split()[-1])
        assert table.verdict() == "unsolvable"
        assert table.find("#verdict").inner_text() == f"Lost at turn {len(good) + 1}: K♣ to cell b"
    table.close()


# A search that takes seconds is cancelled, and the next verdict comes long before it would have ended.
GIVEN_UP = """async (load) => {
  const [{ judge, solve }, { deal }] = await Promise.all([load("solver.js"), load("deals.js")]);
  const asked = [];
  const long = (search, ...more) => {
    const given = new AbortController();
    setTimeout(() => given.abort(), 50);
    return search(...more, given.signal).catch(({ name }) => name);
  };
  for (const number of [1, 2, 3]) { // each ends a worker
    asked.push(await long(solve, deal(number), { goal: "short", seconds: 60 }));
    asked.push((await solve(deal(617), {})).verdict);
    asked.push(await long(judge, deal(11982), { maxPositions: 4_000_000 }));
    asked.push(await judge(deal(617), {}));
  }
  return asked;
}"""


def test_a_cancelled_search_makes_way(table: Table) -> None:
    table.open("/?deal=618")
    found = table.run(GIVEN_UP)
    assert found[::4] == ["AbortError"] * 3
    assert set(found[2::4]) <= {"AbortError", "unsolvable"}  # a fast machine may have proved it
    assert found[1::2] == ["solved"] * 6


def with_little_memory(module: bytes) -> bytes:
    """The module with its memory limited to four megabytes."""
    at = 8
    while module[at] != 5:  # the section of the memory: its kind, its length, one memory, whether it has a limit, ...
        length = shift = 0
        at += 1
        while True:
            byte, at = module[at], at + 1
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        at += length
    length = module[at + 1]
    assert module[at + 2 : at + 4] == b"\x01\x00"
    limited = b"\x01\x01" + module[at + 4 : at + 2 + length] + b"\x40"
    return module[:at] + bytes([5, len(limited)]) + limited + module[at + 2 + length :]


def test_running_out_of_memory_is_one_message_and_the_next_search_has_a_new_worker(table: Table) -> None:
    packed = Path(freecell.__file__).with_name("web").joinpath("static/freecell.wasm.gz").read_bytes()
    module = with_little_memory(gzip.decompress(packed))
    table.page.route("**/freecell.wasm.gz", lambda route: route.fulfill(body=module, content_type="application/wasm"))
    table.open("/?deal=11982")
    table.find("#light[aria-busy=false]").wait_for()
    assert table.find("#verdict").inner_text() == "No verdict: not enough memory"
    table.press("g", *"617", "Enter")
    assert table.verdict() == "solved"


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
def test_a_browser_that_cannot_search_can_play_and_says_why(browser: Browser, address: str, missing: str) -> None:
    without = launched(browser.browser_type, "--js-flags=--jitless") if missing == "WebAssembly" else browser
    table = Table(without, address)
    table.page.add_init_script(f"delete window.{missing}")
    table.open("/?deal=617")
    assert table.verdict() == "unable"
    assert table.find("#verdict").inner_text() == "This browser can't tell, but you can play"
    table.type_word("4a")
    assert table.board() == Game.from_notation(617, "4a").board
    table.press("t")
    table.find('#message[data-kind="wrong"]').wait_for()
    assert table.says() == "This browser can't run the solver. You can keep playing without hints."
    table.close()
    if without is not browser:
        without.close()
