"""The page as static files, below the root of a host, in three browsers; and offline."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from freecell import Game, deal, formats, solve
from freecell.board import CELLS
from freecell.drawing.deck import DECKS, SUIT_COLORS
from freecell.rules import COLUMN_NAMES
from freecell.web import single, site

from ..helpers.browsers import NAMES, Browser, opened
from ..helpers.hosting import Host
from ..helpers.table import CLOCK, LYING, SAFE, boards_of, turns_of

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = pytest.mark.needs("chromium", "firefox-esr", "WebKitWebDriver", "Xvfb")

LIGHT = "document.querySelector('#light[aria-busy=false]')?.dataset.verdict"

COLORS = {color for deck in DECKS for color, _ in SUIT_COLORS[deck]}


@pytest.fixture(scope="module", params=NAMES)
def window(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    with opened(request.param, playwright) as browser:
        yield browser


class Page:
    """The page in some browser."""

    def __init__(self, window: Browser) -> None:
        self.window = window

    def open(self, address: str) -> None:
        self.window.open(address)
        self.window.wait("document.querySelector('[data-ready] .card[data-place]') && true")

    def board(self) -> list[list[str]]:
        """The columns and the cells, from the positions of the cards."""
        cards: list[tuple[str, str, int]] = self.window.run(f"return await ({LYING})()")
        lying: dict[str, list[str]] = {place: [] for place in "12345678abcd"}
        for card, place, _ in sorted(cards, key=lambda found: found[2]):
            lying.get(place, []).append(card)
        return list(lying.values())

    def verdict(self) -> str:
        verdict: str = self.window.wait(LIGHT)
        return verdict

    def text(self, selector: str) -> str:
        """The text of an element, as soon as it is shown."""
        found: str = self.window.wait(
            f"((e) => e?.checkVisibility() && (e.value || e.textContent))(document.querySelector({selector!r}))"
        )
        return found

    def is_kept(self) -> None:
        """Wait until the browser has cached everything."""
        self.window.run("await navigator.serviceWorker.ready; return null")


def lies(game: Game) -> list[list[str]]:
    cells = [*game.board.cells, *[None] * (4 - len(game.board.cells))]
    return [[str(card) for card in column] for column in game.board.columns] + [
        [] if card is None else [str(card)] for card in cells
    ]


def enter_a_row(page: Page) -> None:
    """A part of the page that is loaded when it is needed: the first row of a deal, typed."""
    page.window.run("document.querySelector('#enter').click(); return null")
    page.window.wait("document.querySelector('#entry-dialog[open]') && true")
    page.window.press(*"7dad5c3s5s8c2dah")
    page.window.wait("!document.querySelector('#entry-dialog[open]')")
    assert page.text("#message") == "This is deal 617"


def play_through(page: Page, address: str) -> None:
    """A game as a person would play it: moves, the light, a hint, a solution, a pasted board, a link, a reload."""
    window = page.window
    page.open(f"{address}?deal=617")
    window.press("r")
    assert page.board() == lies(Game(617, SAFE))
    window.press(*"4a46")
    game = Game.from_notation(617, "4a 46", SAFE)
    assert page.board() == lies(game)
    assert page.verdict() == "solved"
    window.press(*"3b")
    assert page.verdict() == "unsolvable"
    assert page.text("#verdict") == "Lost at turn 3: K♣ to cell b"
    window.press("u", "t")
    word, _, _ = page.text('#message[data-kind="hint"]').partition(":")
    window.press("t")
    game.play(word)
    assert page.board() == lies(game)
    window.press("s")
    assert page.text("#progress").startswith("0 of ")
    window.press("ArrowRight", "Enter")
    moves = page.text("#turns")
    window.press("l")
    link = page.text("#share-link")
    assert link.startswith(f"{address}?deal=617&moves=4a+46+{word}")
    window.press("Escape")
    kept = page.board()
    page.open(f"{address}?deal=617")  # a reload
    assert page.board() == kept
    assert page.text("#turns") == moves
    page.open(link)
    assert page.board() == kept
    window.press("v")
    rows = formats.write(deal(8589934591), "rows").translate(str.maketrans("CS", "SC"))
    window.run(f"document.querySelector('#paste-text').value = {rows!r}; document.querySelector('#paste-play').click()")
    assert page.text("#message") == "This is deal 8589934591 with clubs and spades exchanged"
    enter_a_row(page)


def look_at_cards(window: Browser) -> None:
    """The suits have their colours in either deck once they are drawn."""
    for deck in DECKS:
        window.run(f"document.documentElement.dataset.deck = {deck!r}; return null")
        for _ in range(20):
            picture = np.asarray(Image.open(BytesIO(window.picture())).convert("RGB"), np.int32)
            there = {f"#{color:06x}" for color in np.unique(picture @ [1 << 16, 1 << 8, 1])} & COLORS
            if there == {color for color, _ in SUIT_COLORS[deck]}:
                break
        else:
            raise AssertionError(deck, there)


def spot(page: Page, name: str, dy: float = 8) -> tuple[float, float]:
    """A point on the visible part of a card, or on a place."""
    what = f'[data-card="{name}"]' if len(name) == 2 else f'[data-place="{name}"].place'
    script = (
        "const {{ x, y, width }} = document.querySelector('{}').getBoundingClientRect(); return [x + width / 2, y + {}]"
    )
    x, y = page.window.run(script.format(what, dy))
    return x, y


def clicked(page: Page, *names: str) -> None:
    """Click on cards and places."""
    page.window.point(*(step for name in names for step in (("move", *spot(page, name)), ("down",), ("up",))))


def dispatch(window: Browser, *steps: tuple[Any, ...], kind: str) -> None:
    """Simulate a pointer type that the driver lacks: mouse events with another type."""
    window.run("addEventListener('pointermove', ({ pointerId }) => { window.mouse = pointerId; }); return null")
    window.point(("move", 3, 3), ("move", 4, 4))
    window.run(f"""let [x, y] = [0, 0];
      for (const [name, ...to] of {json.dumps(steps)}) {{
        if (name === "move") [x, y] = to;
        const at = {{ pointerId: window.mouse, pointerType: "{kind}", clientX: x, clientY: y, buttons: 1 }};
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(`pointer${{name}}`, {{ ...at, bubbles: true }}));
      }}
      return null""")


def use_hands(page: Page, address: str) -> None:
    """Clicks, double clicks, drags, cancelled drags and the other button, with both settings for clicks."""
    window = page.window
    start = lies(Game(617))

    def fresh(hands: str) -> None:
        """Restart the deal, long after the last click."""
        window.run("window.now += 5000; return null")
        window.press("r", "o")
        window.run(f"document.querySelector('input[name=hands][value={hands}]').click(); return null")
        window.press("Escape")
        window.wait("!document.querySelector('dialog[open]')")
        assert page.board() == start

    def double(hands: str, gap: int) -> list[list[str]]:
        """The result of two clicks this many milliseconds apart by the page's clock, however busy the machine is."""
        fresh(hands)
        clicked(page, "QH")
        window.run(f"window.now += {gap}; return null")
        window.point(("down",), ("up",))
        return page.board()

    page.open(f"{address}?deal=617")
    window.run(f"{CLOCK}; return null")
    fresh("classic")
    clicked(page, "QH", "3")
    assert page.board() == lies(Game.from_notation(617, "83", SAFE))
    for gap in (60, 590):
        assert double("classic", gap) == lies(Game.from_notation(617, "8a", SAFE))
        assert double("tap", gap) == lies(Game.from_notation(617, "82", SAFE))
    assert double("classic", 700) == start  # picked up and put down
    window.run("window.now += 700; return null")
    clicked(page, "QH")
    assert window.run("return document.querySelectorAll('.target').length") == 6  # two kings, four cells
    window.press("Escape")
    fresh("tap")
    x, y = spot(page, "QH")
    to_x, to_y = spot(page, "3")
    window.point(("move", x, y), ("down",), ("move", x, y + 40), ("move", to_x, to_y))
    assert window.run("return [...document.querySelectorAll('.target')].map(({ dataset }) => dataset.card ?? '')")
    window.press("Escape")
    window.point(("up",))
    assert page.board() == start
    window.point(("move", x, y), ("down",), ("move", x, y + 40), ("move", to_x, to_y + 40), ("up",))
    assert page.board() == lies(Game.from_notation(617, "83", SAFE))
    window.point(("move", *spot(page, "7D")), ("down", 2))
    assert window.run("return document.querySelector('.peek').dataset.card") == "7D"
    window.point(("up", 2), ("move", 5, 500))
    window.wait("!document.querySelector('.peek')")
    assert page.board() == lies(Game.from_notation(617, "83", SAFE))
    for kind in ("touch", "pen"):
        point = window.point if kind in window.pointers else partial(dispatch, window)
        fresh("tap")
        point(("move", x, y), ("down",), ("up",), kind=kind)
        assert page.board() == lies(Game.from_notation(617, "82", SAFE)), kind
        fresh("tap")
        point(("move", x, y), ("down",), ("move", x, y + 40), ("move", to_x, to_y + 40), ("up",), kind=kind)
        assert page.board() == lies(Game.from_notation(617, "83", SAFE)), kind


def win_a_game(page: Page, address: str) -> None:
    """The last turns of a game, in which the mouse and a finger alternate; once a week, the whole game."""
    window = page.window
    finger = window.point if "touch" in window.pointers else partial(dispatch, window)
    game = solve(8695, goal="shortest").game().under(SAFE)
    turns, boards = turns_of(game), boards_of(game)
    begun = 0 if "FREECELL_EVERY_TOOL" in os.environ else len(turns) - 12
    page.open(f"{address}?deal=8695&moves={'+'.join(word for _, word in turns[:begun])}")
    assert page.verdict() == "solved"
    last_turns = list(zip(turns, boards, boards[1:], strict=False))[begun:]
    for number, ((move, _), board, after) in enumerate(last_turns):
        column = move.source in COLUMN_NAMES
        cards = board.columns[int(move.source) - 1] if column else [board.cells[CELLS.index(move.source)]]
        (x, y), (to_x, to_y) = spot(page, str(cards[-move.count])), spot(page, move.target)
        point, kind = (finger, "touch") if number % 2 else (window.point, "mouse")
        point(
            ("move", x, y),
            ("down",),
            ("move", (x + to_x) / 2, (y + to_y) / 2),
            ("move", to_x, to_y),
            ("up",),
            kind=kind,
        )
        assert page.board() == lies(Game(after, SAFE)), (number, kind)
    assert "Deal 8695" in page.text("#won-text")
    window.run("document.querySelector('#won-share').click(); return null")
    window.wait("document.querySelector('#result-picture[src^=\"blob:\"]')?.naturalWidth === 1200")
    assert page.text("#result-text").startswith("FreeCell, deal 8695: won in ")
    window.press("Escape", "Escape")


def close_the_menu(window: Browser) -> None:
    """It closes by Escape, and the focus stays somewhere."""
    window.run("document.querySelector('#more').click(); return null")
    window.press("Escape")
    window.wait("!document.querySelector('#menu').matches(':popover-open')")
    window.press(*"71urs", "Escape")
    assert window.run("return document.activeElement !== document.body")


def two_tabs(page: Page, address: str) -> None:
    """The first tab of a deal shows what a second tab plays."""
    page.open(f"{address}?deal=619")
    page.window.press(*"1a")
    page.window.new_tab()
    page.open(f"{address}?deal=619")
    assert page.board() == lies(Game.from_notation(619, "1a", SAFE))
    page.window.press(*"2b")
    page.window.first_tab()
    page.window.wait("document.querySelector('[data-place=\"b\"].card') && true")
    assert page.board() == lies(Game.from_notation(619, "1a 2b", SAFE))


def come_back(page: Page, address: str) -> None:
    """Returning to a page shows what was played since it was left, and its number."""
    page.open(f"{address}?deal=620")
    page.window.press(*"1a")
    page.open(f"{address}index.html?deal=620")
    page.window.press(*"2b")
    page.window.wait("document.querySelector('[data-place=\"b\"].card') && true")
    page.window.run("setTimeout(() => history.back()); return null")  # once this is answered
    page.window.wait(
        "!location.pathname.endsWith('html') && document.querySelector('[data-ready] [data-place=b].card') && 1"
    )
    assert page.board() == lies(Game.from_notation(620, "1a 2b", SAFE))
    assert page.text("#number") == "620"


def solve_a_puzzle(page: Page, address: str) -> None:
    """A number is the same puzzle in every browser, although each one searches for it."""
    page.open(f"{address}?puzzle=5")
    page.window.wait("document.querySelector('#light[data-verdict=puzzle]') && true")
    assert page.board()[5] == ["7C", "6D", "2H", "9S", "KC", "2S"]
    assert page.board()[8:] == [["8C"], ["3C"], ["4H"], []]
    page.window.press(*"7d")
    page.window.wait("document.querySelector('#verdict').textContent === 'Solved'")


def test_everything_works_on_any_host_and_then_offline(window: Browser, tmp_path: Path) -> None:
    files = site.page()
    site.write(tmp_path, files)
    page = Page(window)
    with Host(tmp_path) as host:
        page.open(f"{host.address}?deal=617")
        assert page.verdict() == "solved"
        page.is_kept()
        assert {path for _, path in host.asked if "?" not in path} <= {f"/some/where/{name}" for name in ("", *files)}
        assert {status for status, _ in host.asked} <= {200, 304}
    play_through(page, host.address)
    win_a_game(page, host.address)  # before the second button is used, because WebKit's driver never releases it
    use_hands(page, host.address)
    close_the_menu(window)
    two_tabs(page, host.address)
    come_back(page, host.address)
    solve_a_puzzle(page, host.address)
    page.open(f"{host.address}index.html?deal=4294967296")
    assert page.board() == lies(Game(2**32))
    look_at_cards(window)


def test_the_shuffle_page_works_and_then_offline(window: Browser, tmp_path: Path) -> None:
    site.write(tmp_path, site.page())
    said = "document.querySelector('#spoken').textContent"
    with Host(tmp_path) as host:
        window.open(f"{host.address}learn.html?deal=617&step=3")
        window.wait("document.body.dataset.ready")
        window.press("ArrowRight")
        assert window.run(f"return {said}").startswith(
            "Step 4: 5597 mod 49 is 11, so the 3 of spades is dealt to column 4"
        )
        window.run("""const page = location.origin + location.pathname;
          while (!(await caches.match(page))) await new Promise((go) => setTimeout(go, 20));
          return null""")
    window.open(f"{host.address}learn.html?deal=5&back=0")
    window.wait("document.body.dataset.ready")
    window.press("c", *"7dad5c3s5s8c2dah", "Enter", "Tab", "End")
    assert window.run("return document.querySelector('#number').value") == "617"
    assert window.run(f"return {said}").startswith("Stepping the state back gives the seed: 617.")
    left, right = window.run(
        "return ['.hole', '.hole:nth-child(53)'].map((hole) => document.querySelector(hole).getBoundingClientRect().x)"
    )
    assert left + 400 < right  # the board is beside the deck


def test_a_single_file_works_from_disk(window: Browser, tmp_path: Path) -> None:
    (tmp_path / "freecell.html").write_bytes(single.page())
    page = Page(window)
    play_through(page, f"file://{tmp_path}/freecell.html")
    look_at_cards(window)


def test_a_new_version_waits_until_accepted_and_the_game_continues(window: Browser, tmp_path: Path) -> None:
    page = Page(window)
    old, new, newest = (site.page(f"https://example.org/{name}/") for name in ("old", "new", "newest"))
    version = "document.querySelector('meta[property=\"og:url\"]').content"
    site.write(tmp_path, old)
    with Host(tmp_path) as host:
        page.open(f"{host.address}?deal=617")
        page.is_kept()
        window.press(*"4a")
        site.write(tmp_path, new)
        page.open(f"{host.address}?deal=617")
        assert window.run(f"return {version}") == "https://example.org/old/"
        window.press(*"46")
        assert page.text("#update") == "Update"
        assert page.verdict() == "solved"
        window.run("document.querySelector('#update').click(); return null")
        window.wait(f"{version} === 'https://example.org/new/'")
        page.open(f"{host.address}?deal=617")
        assert page.board() == lies(Game.from_notation(617, "4a 46", SAFE))
        window.wait("caches.keys().then((names) => names.length === 1)")
        # A partial version is never cached, whichever part is missing.
        (tmp_path / "sw.js").write_bytes(newest["sw.js"])
        failed = """const registration = await navigator.serviceWorker.ready;
          await registration.update().catch(() => {});
          const { installing } = registration;
          while (installing && installing.state === "installing") await new Promise((go) => setTimeout(go, 10));
          return registration.waiting === null"""
        assert window.run(failed)
        page.open(f"{host.address}?deal=617")
        assert window.run(f"return {version}") == "https://example.org/new/"
        assert page.verdict() == "solved"
