"""The cards as Chromium shows them: each in its colours, complete, and the same wherever it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from freecell import DECK, Card
from freecell.drawing.deck import DECKS, SUIT_COLORS, Deck, card_name, sheet, symbols
from freecell.errors import FreecellError
from freecell.web import site

from ..helpers.programs import patient

SITE = "https://cards.test"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that uses the sheet of cards like the game's page."""
    page = patient(browser.new_page(viewport={"width": 1300, "height": 560}))
    page.route(f"{SITE}/", lambda route: route.fulfill(body="<title>Cards</title>", content_type="text/html"))
    page.route(f"{SITE}/cards.svg", lambda route: route.fulfill(body=sheet(), content_type="image/svg+xml"))
    page.goto(f"{SITE}/")
    yield page
    page.close()


def show(page: Page, body: str, deck: Deck = "two") -> Image.Image:
    """The pixels of the screen."""
    style = "".join(re.findall(r"^:root.data-deck=.*$", site.sources()["style.css"].decode(), re.MULTILINE))
    top = f'<!doctype html><html data-deck="{deck}"><style>{style}</style><body style="margin:0;line-height:0">'
    page.set_content(top + body, wait_until="networkidle")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def use(href: str) -> str:
    return f'<svg viewBox="0 0 100 140" width="100" height="140"><use href="{href}"/></svg>'


def cards_on_screen(page: Page, deck: Deck) -> list[Image.Image]:
    """The 52 cards as shown, 13 in a row."""
    image = show(page, "".join(use(f"/cards.svg#{card}") for card in DECK), deck)
    places = ((100 * (card % 13), 140 * (card // 13)) for card in DECK)
    return [image.crop((x, y, x + 100, y + 140)) for x, y in places]


def test_a_sheet_has_a_symbol_for_every_card_and_refers_only_to_itself() -> None:
    document = ElementTree.fromstring(sheet())
    elements = list(document.iter())
    ids = [element.get("id") for element in elements if element.get("id")]
    assert {str(card) for card in DECK} <= set(ids)
    assert len(ids) == len(set(ids))
    used = [element.get("href", "") for element in elements if element.tag.endswith("use")]
    assert {href[:1] for href in used} == {"#"}
    assert {href[1:] for href in used} <= set(ids)
    assert not re.search(r"<(text|style|script|image)\b|style=|url\(", sheet())
    assert len(sheet()) < 40_000


def test_every_card_looks_different(page: Page) -> None:
    for deck in DECKS:
        assert len({image.tobytes() for image in cards_on_screen(page, deck)}) == 52


def test_a_card_from_a_sheet_looks_like_one_in_the_page(page: Page) -> None:
    cards = [Card(text) for text in ("AC", "7D", "TH", "KS", "QH", "JC")]
    hidden = f'<svg width="0" height="0" style="position:absolute">{symbols(cards, "four", "my-")}</svg>'
    from_sheet = show(page, "".join(use(f"/cards.svg#{card}") for card in cards), "four")
    assert from_sheet == show(page, hidden + "".join(use(f"#my-{card}") for card in cards))


@pytest.mark.parametrize("deck", DECKS)
def test_cards_have_the_colours_of_their_suits(page: Page, deck: Deck) -> None:
    """The colours are read from the screen, where the index is."""
    colors = [tuple(bytes.fromhex(color[1:])) for color, _ in SUIT_COLORS[deck]]
    for card, image in zip(DECK, cards_on_screen(page, deck), strict=True):
        seen = {color for _, color in image.crop((6, 6, 70, 38)).getcolors(10_000) or ()}
        assert seen & set(colors) == {colors[card.suit]}, card


def test_names() -> None:
    names = [card_name(Card(text)) for text in ("AC", "7D", "TH", "JS", "QC", "KD")]
    assert names == [
        "ace of clubs",
        "7 of diamonds",
        "10 of hearts",
        "jack of spades",
        "queen of clubs",
        "king of diamonds",
    ]


def test_there_are_two_decks() -> None:
    with pytest.raises(FreecellError, match="deck must be 'two' or 'four', got 'six'"):
        symbols(DECK, "six")  # type: ignore[arg-type]
