"""How the page looks and sounds: on screens of all sizes, in the dark, to screen readers."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from freecell import solve
from freecell.rules import COLUMN_NAMES

from .serving import needs_core
from .table import SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

SIZES = {"phone": (360, 740), "phone on its side": (740, 360), "tablet": (820, 1180), "wide": (1400, 900)}


def opened(browser: Browser, address: str, size: tuple[int, int], path: str = "/?deal=617", **more: Any) -> Table:
    table = Table(browser, address, viewport={"width": size[0], "height": size[1]}, **more)
    table.open(path)
    return table


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_everything_fits_and_nothing_lies_on_another(browser: Browser, address: str, size: tuple[int, int]) -> None:
    table = opened(browser, address, size)
    width, height = size
    felt = table.find("#board").bounding_box()
    assert felt
    columns = [table.place(name) for name in COLUMN_NAMES]
    for left, right in pairwise(columns):
        assert left["x"] + left["width"] < right["x"]
    for card in ("7D", "JD", "AH", "QH"):
        box = table.box(card)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]
    assert table.page.evaluate("() => document.documentElement.scrollWidth") == width
    for button in table.find("button:visible").all():
        around = button.bounding_box()
        assert around
        assert around["x"] >= 0
        assert around["x"] + around["width"] <= width
        assert around["y"] + around["height"] <= height
    assert table.box("7D")["width"] >= 34
    table.close()


def test_cards_are_seen_where_the_board_has_them(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["wide"], "/?deal=300", reduced_motion="no-preference")
    for word in solve(300, goal="short", width=300).notation(SAFE).split()[:-4]:
        table.type_word(word)
    table.page.evaluate("() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))")
    table.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 0))")
    board = table.board()
    assert sum(board.foundations) > 10
    assert table.covered() == []
    for name, column in zip(COLUMN_NAMES, board.columns, strict=True):
        boxes = [table.box(str(card)) for card in column]
        assert {box["x"] for box in boxes} <= {table.place(name)["x"]}
        assert [box["y"] for box in boxes] == sorted({box["y"] for box in boxes})
    for name, card in zip("abcd", board.cells, strict=False):
        assert card is None or table.box(str(card))["x"] == table.place(name)["x"]
    table.close()


def test_cards_are_as_wide_as_eight_columns_allow_on_a_phone(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["phone"])
    assert table.box("7D")["width"] >= 40
    assert table.box("TD")["y"] - table.box("7D")["y"] >= 16  # what is to be seen of a covered card
    table.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_longest_column_fits(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """Six cards, and on them a run from a king down: 18 cards."""
    column = "2C2D2H3C3D4C KHQSJHTS9H8S7H6S5H4S3H2S".replace(" ", "")
    rest = "KCQHJC.KDQCJD.KSQDJS.TCTDTH.9C9D9S8C8D8H.7C7D7S6C6D6H.5C5D5S4D4H3S"
    table = opened(browser, address, size, f"/?board={column}.{rest}_-.-.-.-_AAAA")
    assert len(table.board().columns[0]) == 18
    felt, last = table.find("#board").bounding_box(), table.box("2S")
    assert felt
    assert last["y"] + last["height"] <= felt["y"] + felt["height"]
    assert table.box("3H")["y"] < last["y"]
    table.close()


def serious(table: Table) -> list[str]:
    """What axe, a scanner for accessibility, finds serious or worse."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(table.page).response["violations"]
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("wide", "light")])
def test_a_scan_for_accessibility_finds_nothing_serious(browser: Browser, address: str, scheme: str, size: str) -> None:
    table = opened(browser, address, SIZES[size], "/?deal=617&moves=4a+46+3b", color_scheme=scheme)
    assert table.verdict() == "unsolvable"
    assert serious(table) == []
    for key in "lvxo?":
        table.press(key)
        assert table.find("dialog[open]").count() == 1
        assert serious(table) == []
        table.dismiss()
    table.find("#more").click()
    assert serious(table) == []
    table.press("Escape", "k", "s")
    table.find("#player").wait_for()
    assert serious(table) == []
    table.press("f")
    table.find("#film-dialog").wait_for()
    assert serious(table) == []
    table.close()


def test_a_screen_reader_finds_each_card_and_place(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["wide"], "/?deal=617&moves=7a+7b+7c+b7+1b+71+7h")
    snapshot = table.find("#board").aria_snapshot()
    for line in (
        'button "Column 2, 7 cards, last king of spades"',
        "listitem: 10 of hearts",
        'button "Cell a, jack of hearts"',
        'button "Cell d, empty"',
        'button "Home: no clubs, no diamonds, no hearts, ace of spades"',
    ):
        assert line in snapshot
    assert snapshot.count("listitem") == 52 - 3 - 1
    table.close()


def test_nothing_is_loaded_from_elsewhere(browser: Browser, address: str) -> None:
    table = Table(browser, address)
    loaded: list[str] = []
    table.page.on("request", lambda request: loaded.append(request.url))
    table.open("/?deal=617")
    assert table.verdict() == "solved"
    assert len(loaded) > 5
    assert [url for url in loaded if not url.startswith(address + "/")] == []
    table.close()
