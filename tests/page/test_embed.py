"""The element <freecell-board> on a page that knows nothing else of this project, and in an iframe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from freecell import Game, Rules, deal, solve
from freecell.engine import core_available
from freecell.web import embedding, site

from ..helpers.hosting import Host
from ..helpers.programs import patient

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from freecell.rules import AutoPlay

POLICY = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'"
PAGE = f"""<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<style>freecell-board {{ width: 600px; margin-bottom: 20px; }}</style>
<script type="module" src="freecell-board.js"></script>
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("blog")
    (folder / embedding.SCRIPT).write_text(embedding.script(site.sources()))
    with Host(folder) as host:
        (folder / "empty.html").write_text(PAGE)
        yield host


@pytest.fixture
def blog(browser: Browser, host: Host) -> Iterator[Page]:
    """An empty page with the script; errors and complaints of the browser are found at the end."""
    page = patient(browser.new_page())
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    page.goto(host.address + "empty.html")
    yield page
    page.close()
    assert [each for each in problems if "favicon" not in each and "404" not in each] == []


def added(page: Page, **attributes: str) -> Locator:
    """A new element on the page, once it is laid out."""
    number = page.evaluate(
        """(attributes) => {
          const element = document.createElement("freecell-board");
          element.id = `b${document.querySelectorAll("freecell-board").length}`;
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          document.body.append(element);
          return element.id;
        }""",
        attributes,
    )
    return page.locator(f"#{number}")


def board_of(element: Locator) -> Any:
    return json.loads(element.evaluate("(element) => JSON.stringify(element.board)"))


def plain(game: Game) -> dict[str, Any]:
    value = game.board.to_dict()
    return {
        "columns": value["columns"],
        "cells": value["cells"] + [None] * (4 - len(value["cells"])),
        "foundations": value["foundations"],
    }


def test_three_boards_load_one_file(blog: Page, host: Host) -> None:
    boards = [
        added(blog, deal="617"),
        added(blog, deal="617", moves="7a 7b"),
        added(blog, deal="8589934591", cells="2"),
    ]
    game = Game(617)
    assert board_of(boards[0]) == plain(game)
    game.play("7a 7b")
    assert board_of(boards[1]) == plain(game)
    assert len(board_of(boards[2])["cells"]) == 2
    names = boards[0].locator("ol").first.locator("li").all_text_contents()
    assert len(names) == len(deal(617).columns[0])
    assert names[0] == "7 of diamonds"
    assert [path for _, path in host.asked if path.endswith(".js")].count("/some/where/freecell-board.js") == 1


@pytest.mark.skipif(not core_available, reason="the compiled core was not built")
def test_a_film_plays_to_the_won_position(blog: Page) -> None:
    film = added(blog, deal="617", mode="film", controls="", moves=solve(617).notation())
    slider = film.locator("input")
    last = int(slider.get_attribute("max") or 0)
    assert last == solve(617).turns
    assert film.locator("output").inner_text() == f"0 of {last} turns · the start"
    slider.focus()
    slider.press("End")
    assert film.locator("output").inner_text().startswith(f"{last} of {last} turns")
    assert film.evaluate("(element) => element.played") == solve(617).notation()
    blog.wait_for_function(
        """() => [...document.querySelector("freecell-board").shadowRoot.querySelectorAll(".card")]
                   .every((card) => card.dataset.place === "h")"""
    )
    slider.press("Home")
    assert board_of(film) == plain(Game(617))
    film.get_by_role("button", name="Play").click()
    blog.wait_for_function(
        "() => Number(document.querySelector('freecell-board').shadowRoot.querySelector('input').value) >= 2"
    )
    film.get_by_role("button", name="Pause").click()


def test_a_film_without_controls_plays_while_it_is_visible(blog: Page) -> None:
    added(blog, deal="617", mode="film", moves="7a 7b")
    blog.wait_for_function(
        """() => document.querySelector("freecell-board").shadowRoot.querySelector("[data-card='2C']")
                   .dataset.place === "b" """
    )


@pytest.mark.skipif(not core_available, reason="the compiled core was not built")
def test_a_game_is_played_by_mouse_and_keyboard(blog: Page) -> None:
    game = added(blog, deal="617", mode="game", controls="", autoplay="none")
    blog.evaluate(
        "() => { window.heard = []; document.addEventListener('freecell-change', (event) => heard.push(event.detail)) }"
    )
    game.locator("[data-card='JH']").drag_to(game.locator(".place[data-place='a']"))
    assert blog.evaluate("() => heard.map(({ move }) => move)") == ["7a"]
    undo = game.get_by_role("button", name="Undo")
    undo.click()
    assert board_of(game) == plain(Game(617))
    assert blog.evaluate("() => heard.map(({ move }) => move)") == ["7a", None]
    assert undo.is_disabled()
    game.locator(".place[data-place='1']").focus()
    for word in solve(617).notation().split():
        assert "v" not in word
        for key in word:
            blog.keyboard.press(key)
    assert game.evaluate("(element) => element.played") == solve(617).notation()
    assert blog.evaluate("() => heard.at(-1).isWon")
    game.evaluate("(element) => { const { parentNode } = element; element.remove(); parentNode.append(element); }")
    assert game.evaluate("(element) => element.played") == solve(617).notation()
    assert game.locator("output").inner_text() == f"You won! {solve(617).turns} turns."


def test_a_script_plays_a_game(blog: Page) -> None:
    """Its moves are the player's: Undo and Start again take them back, and the page hears of them."""
    element = added(blog, deal="617", mode="game", controls="")
    element.evaluate(
        """(element) => {
          window.heard = [];
          element.addEventListener("freecell-change", ({ detail }) => heard.push([detail.move, element.played]));
          element.play("7a");
          element.play({ source: "7", target: "b" });
          element.undo();
          element.play(["7b 2c", { source: "8", target: "3", count: 1 }]);
          element.play("");
        }"""
    )
    assert blog.evaluate("() => heard") == [
        ["7a", "7a"],
        ["7b", "7a 7b"],
        [None, "7a"],
        ["7b 2c 83", "7a 7b 2c 83"],
    ]
    game = Game.from_notation(617, "7a 7b 2c 83")
    assert board_of(element) == plain(game)
    element.get_by_role("button", name="Undo").click()
    game.undo()
    assert board_of(element) == plain(game)
    element.get_by_role("button", name="Start again").click()
    assert board_of(element) == plain(Game(617))
    assert element.evaluate("(element) => { element.setAttribute('moves', '7a'); return element.played; }") == "7a"


@pytest.mark.skipif(not core_available, reason="the compiled core was not built")
@pytest.mark.parametrize("autoplay", ["none", "safe", "max"])
def test_a_script_plays_solutions_in_every_form(blog: Page, autoplay: AutoPlay) -> None:
    solution = solve(617, rules=Rules(autoplay=autoplay))
    element = added(blog, deal="617", mode="game", autoplay=autoplay)
    moves = [move.to_dict() for move in solution.moves]
    for given in (solution.notation(), moves, {"moves": moves}, solution.notation().split()):
        element.evaluate("(element, moves) => element.play(moves)", given)
        assert not any(board_of(element)["columns"])
        assert element.locator("output").text_content() == f"You won! {solution.turns} turns."
        for _ in solution.notation().split():
            element.evaluate("(element) => element.undo()")
        assert board_of(element) == plain(Game(617))


@pytest.mark.parametrize(
    ("attributes", "asked", "why"),
    [
        ({"mode": "game"}, "play('7h')", "move 1, '7h': JH can't go home: no hearts are home yet"),
        ({"mode": "game"}, "play('7a 7b 7h')", "move 3, '7h': 4D can't go home: no diamonds are home yet"),
        ({"mode": "game"}, "play([{source: '7', target: 'h'}])", "move 1, '7h': JH can't go home"),
        ({"mode": "game"}, "play([{source: '1', target: '2', count: 0}])", "move 1, '12v0': this is not a move"),
        ({"mode": "game"}, "play(null)", "move 1, 'null': this is not a move"),
        ({"mode": "game"}, "undo()", "nothing to undo: the game is at its start"),
        ({"mode": "board"}, "play('7a')", 'there is no game to play: set mode="game"'),
        ({"mode": "game", "cells": "9"}, "undo()", 'there is no game to play: set mode="game"'),
    ],
)
def test_a_script_learns_why_it_cannot_play(blog: Page, attributes: dict[str, str], asked: str, why: str) -> None:
    element = added(blog, deal="617", **attributes)
    before = board_of(element)
    tried = f"(element) => {{ try {{ element.{asked}; }} catch ({{ message }}) {{ return message; }} }}"
    assert why in element.evaluate(tried)
    assert board_of(element) == before


def test_a_resumed_game_keeps_its_history(blog: Page) -> None:
    """Also its automatic moves: one undo takes back a move with those after it."""
    first = added(blog, deal="617", mode="game", controls="", moves="2a 27 72 4b 46 42 4c 4d")
    played = first.evaluate("(element) => element.played")
    assert played == "2a 27 72 4b 46 42 4c 4d 4h 7h"
    second = added(blog, deal="617", mode="game", controls="")
    second.evaluate("(element, played) => { element.play('7a'); element.setAttribute('moves', played); }", played)
    assert board_of(second) == board_of(first)
    second.get_by_role("button", name="Undo").click()
    game = Game.from_notation(617, "2a 27 72 4b 46 42 4c")
    assert board_of(second) == plain(game)
    second.get_by_role("button", name="Start again").click()
    assert board_of(second) == plain(Game(617))


def test_a_refused_move_is_explained(blog: Page) -> None:
    game = added(blog, deal="617", mode="game", controls="")
    game.locator(".place[data-place='7']").focus()
    blog.keyboard.press("7")
    blog.keyboard.press("h")
    assert "can't go home: no hearts are home yet" in game.locator("output").inner_text()


WRONG: list[tuple[dict[str, str], str]] = [
    ({"deal": "0"}, "Deal '0' doesn't exist: choose 1 to 8589934591, -1 or -2"),
    ({"deal": "<img src=x>"}, "Deal '<img src=x>' doesn't exist: choose 1 to 8589934591, -1 or -2"),
    ({"deal": "617", "moves": "7a 7h"}, "Move 2, '7h': 2♣ can't go home: no clubs are home yet"),
    ({"deal": "617", "moves": "77 zz"}, "Move 1, '77': the cards are already in column 7"),
    ({"deal": "617", "moves": "zz"}, "Move 1, 'zz': this is not a move: write two places, as in 26, 7a or 3h"),
    ({"deal": "617", "mode": "Film"}, "Mode='Film': expected board, film or game"),
    ({"deal": "617", "theme": "pink"}, "Theme='pink': expected light or dark"),
    ({"deal": "617", "cells": "9"}, "Cells='9': expected 1, 2, 3 or 4"),
    ({"deal": "617", "mode": "film"}, "A film needs moves"),
]


def test_wrong_attributes_are_one_line(blog: Page) -> None:
    for attributes, line in WRONG:
        element = added(blog, **attributes)
        assert element.get_by_role("alert").inner_text() == line
        assert element.evaluate("(element) => [element.board, element.played]") == [None, ""]
        for name in attributes:
            element.evaluate("(element, name) => element.removeAttribute(name)", name)
        element.locator(".card").first.wait_for()  # and once they are right, the board is there


def test_an_iframe_shows_what_its_address_asks_for(browser: Browser, address: str) -> None:
    page = patient(browser.new_page())
    page.set_content(f'<iframe src="{address}/embed.html?deal=617&mode=game&moves=7a&onclick=x" width="500"></iframe>')
    element = page.frame_locator("iframe").locator("freecell-board")
    assert element.evaluate("(element) => element.played") == "7a"
    assert element.get_attribute("onclick") is None
    page.close()


def test_the_server_lets_other_sites_have_only_the_element(address: str) -> None:
    script, embedded, page = (httpx.get(f"{address}/{name}") for name in (embedding.SCRIPT, "embed.html", ""))
    assert script.headers["access-control-allow-origin"] == "*"
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "frame-ancestors" not in embedded.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "access-control-allow-origin" not in page.headers


@pytest.mark.skipif(not core_available, reason="the compiled core was not built")
@pytest.mark.parametrize("autoplay", ["safe", "max"])
def test_moves_may_contain_the_automatic_ones(blog: Page, autoplay: str) -> None:
    moves = solve(617).notation()
    assert added(blog, deal="617", autoplay=autoplay, moves=moves).evaluate("(element) => element.played") == moves
    few = added(blog, deal="617", mode="game", autoplay="safe", moves="2a 27 72 4b 46 42 4c 4d")
    played = few.evaluate("(element) => element.played")
    assert played == "2a 27 72 4b 46 42 4c 4d 4h 7h"
    again = added(blog, deal="617", mode="game", autoplay="safe", moves=played)
    assert board_of(again) == board_of(few)


def test_a_board_that_is_hidden_at_first_appears_once_it_is_shown(blog: Page) -> None:
    game = added(blog, deal="617", mode="game", controls="", hidden="", style="display: block")
    assert not game.is_visible()
    assert board_of(game) == plain(Game(617))
    game.evaluate("(element) => { element.hidden = false; }")
    game.locator("[data-card='JH']").click()
    game.get_by_role("button", name="Undo").wait_for()


def test_a_board_instead_of_a_deal(blog: Page) -> None:
    """It may come from the property of another element, or from Python, and can be played on."""
    game = Game.from_notation(617, "7a 7b 2c")
    start = game.board
    first = added(blog, deal="617", moves="7a 7b 2c")
    for text in (json.dumps(board_of(first)), json.dumps(start.to_dict())):
        assert board_of(added(blog, board=text)) == plain(game)
    played = Game(start)
    played.play("83")
    assert board_of(added(blog, board=json.dumps(start.to_dict()), moves="83", mode="game")) == plain(played)
    shown = added(blog, board=json.dumps(start.to_dict()))
    assert shown.evaluate("(element) => element.shadowRoot.querySelector('main').ariaLabel") == "FreeCell"


def test_a_wrong_board_is_explained(blog: Page) -> None:
    wrong: list[tuple[dict[str, str], str]] = [
        ({"board": "7D AD"}, "Board: expected JSON with columns, cells and foundations"),
        ({"board": "{}"}, "Board: expected JSON with columns, cells and foundations"),
        ({"board": '{"columns": [[], [], [], [], [], [], [], []]}'}, "Board: A♣ is missing"),
        ({"board": "{}", "deal": "1"}, "Expected a deal or a board, not both"),
    ]
    for attributes, why in wrong:
        assert added(blog, **attributes).locator(".problem").inner_text() == why
