"""Finished games in links: others play the same deal beside them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from ..helpers.serving import needs_core
from ..helpers.table import LAST_CARD, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_core

ANNA = "AQD-AQRBbm5hTAIq1VAUmzU8gKoEmxR-U2q-YVRF1ZLnpbuHFz8jtPZl1UTU91jwoi6HPHZFMJc"
"""Anna's game of deal 164, in 4:14 and 24 turns."""


def test_a_rival_is_quiet_stays_and_is_compared_at_the_end(table: Table) -> None:
    table.open(f"/?deal=164#rival={ANNA}")
    table.find("#rival").wait_for()
    assert table.says() == "Anna won this deal in 4:14 and 24 turns"
    assert table.find("#note").is_visible()  # people who open such a link may never have played
    table.page.reload()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    table.find("#rival").wait_for()
    assert table.says() == ""
    table.press("s")
    table.find("#player").wait_for()
    table.page.eval_on_selector("#seek", "e => { e.value = 12; e.dispatchEvent(new Event('input')); }")
    table.press("Enter")
    label = table.find("#rival").get_attribute("aria-label") or ""
    assert label.startswith("Anna: ")
    assert label.endswith("home at your turn 12")
    table.press("s")
    table.find("#player").wait_for()
    table.page.eval_on_selector("#seek", "e => { e.value = e.max; e.dispatchEvent(new Event('input')); }")
    table.press("Enter")
    table.find("#won-dialog").wait_for()
    assert "Anna: 4:14 and 24 turns." in table.find("#won-text").inner_text()
    table.dismiss()
    table.find("#rival").click()
    table.find("#message-button").click()
    assert table.find("#rival").is_hidden()
    table.press("n", "p")
    assert table.find("#rival").is_hidden()


@pytest.mark.parametrize("text", ["", "A" * 100_000, "%3Cscript%3E", ANNA[:-6] + "AAAAAA", f"C{ANNA[1:]}"])
def test_a_link_that_is_damaged_is_refused_in_one_line_and_the_deal_opens(table: Table, text: str) -> None:
    table.open(f"/?deal=164#rival={text}")
    table.find("#message[data-kind=wrong]").wait_for()
    assert table.says() in (
        "The result in this link is damaged or doesn't win this deal",
        "The result in this link is from a newer version of this page",
    )
    assert table.find("#number").input_value() == "164"
    assert table.find("#rival").is_hidden()


def test_a_win_is_shared_as_a_link_a_text_and_a_picture(table: Table, browser: Browser, tmp_path: Path) -> None:
    table.open(LAST_CARD)
    table.press("8", "a")
    table.find("#won-share").click()
    table.find("#result-name").fill("<img src=x onerror=alert(1)>")
    table.press("Tab")
    table.find('#result-picture[src^="blob:"]').wait_for()
    with table.page.expect_download() as download:
        table.find("#result-save").click()
    assert download.value.suggested_filename == "freecell-board.png"
    download.value.save_as(tmp_path / "card.png")
    with Image.open(BytesIO((tmp_path / "card.png").read_bytes())) as picture:
        assert picture.size == (1200, 630)
        assert len(set(picture.convert("RGB").resize((60, 32)).tobytes())) > 50
    text = table.find("#result-text").input_value()
    assert text.startswith("FreeCell, this board: won in 0:0")
    link = text.split()[-1]
    assert len(link) < 300
    other = Table(browser, table.address)
    other.open(link.removeprefix(table.address))
    other.find("#rival").wait_for()
    assert other.says().startswith("<img src=x onerror=a won this deal in 0:0")
    assert other.page.evaluate("document.images.length") == 1  # the picture of a result
    other.close()


def test_a_game_from_a_link_is_not_won_by_hand(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46")
    table.press(*"3b", "u", *"3b")
    saved = table.run("async (load) => (await load('store.js')).allGames().map(({ given, helped }) => [given, helped])")
    assert saved == [[True, True]]
