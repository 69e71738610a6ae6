"""Reads boards from the screen as a person sees them, from the names and positions of the cards."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import Page

from freecell import DECK, Board, Card
from freecell.drawing.deck import card_name

CARDS = {card_name(card): card for card in DECK}

# Every visible card with its position, and whether its index is uncovered, tested at three points.
_SEE = """
() => [...document.querySelectorAll('[role=img]')].filter(e => e.checkVisibility()).map(e => {
    const box = e.getBoundingClientRect(), unit = box.width / 100;
    const points = [[14, 12], [20, 22], [80, 20]];
    const open = ([x, y]) => document.elementFromPoint(box.x + x * unit, box.y + y * unit) === e;
    return {name: e.getAttribute('aria-label'), x: box.x, y: box.y, width: box.width, height: box.height,
            open: points.every(open)};
})
"""


def cards_seen(page: Page) -> dict[Card, Any]:
    """The cards on the screen with their boxes. Fails if one appears twice, or is covered beyond recognition."""
    seen = page.evaluate(_SEE)
    cards = {CARDS[item["name"]]: item for item in seen}
    assert len(cards) == len(seen), "a card appears twice"
    assert [str(card) for card, item in cards.items() if not item["open"]] == []
    return cards


def board_seen(page: Page, cells: int = 4) -> Board:
    """The board on the screen: cells at the left and foundations at the right of a row, and the columns below."""
    cards = cards_seen(page)
    left, top, right, _ = picture_box(page)
    unit = (right - left) / (36 + 100 + 113 * (max(8, cells + 4) - 1))
    pitch, first = 113 * unit, left + 18 * unit
    in_cells: list[Card | None] = [None] * cells
    foundations = [0, 0, 0, 0]
    columns: list[list[tuple[float, Card]]] = [[] for _ in range(8)]
    for card, box in cards.items():
        assert abs(box["width"] - 100 * unit) < 2 * unit  # the browser leaves out half of the card's edge
        assert abs(box["height"] - 140 * unit) < 2 * unit
        if box["y"] < top + 100 * unit:
            place = round((box["x"] - first) / pitch)
            assert abs(first + place * pitch - box["x"]) < 2 * unit, "a card lies between two places"
            if place < cells:
                in_cells[place] = card
            else:
                suit = place - max(8, cells + 4) + 4
                assert suit == card.suit
                foundations[suit] = card.rank
        else:
            place = round((box["x"] - first - max(0, cells - 4) * pitch / 2) / pitch)
            columns[place].append((box["y"], card))
    return Board([[card for _, card in sorted(column)] for column in columns], in_cells, foundations)


def picture_box(page: Page) -> tuple[float, float, float, float]:
    """The edges of the picture: left, top, right, bottom."""
    box = page.evaluate("() => document.documentElement.getBoundingClientRect().toJSON()")
    return box["left"], box["top"], box["right"], box["bottom"]


def seen(page: Page, box: tuple[int, int, int, int]) -> Image.Image:
    """A part of the screen."""
    return Image.open(BytesIO(page.screenshot())).convert("RGB").crop(box)


def different(one: Image.Image, other: Image.Image) -> float:
    """The share of two pictures that differs visibly; edges may be half a pixel apart."""
    difference = ImageChops.difference(one.reduce(8), other.reduce(8)).convert("L")
    return sum(difference.histogram()[70:]) / (difference.width * difference.height)
