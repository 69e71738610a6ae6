"""Pictures of boards, read back from the screen of a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from freecell import Board, Card, Game, Move, Rules, deal
from freecell.drawing import picture
from freecell.drawing.arrow import Box, arrow, route_of
from freecell.drawing.deck import DECKS, FELTS
from freecell.drawing.layout import Layout
from freecell.errors import BoardError, FreecellError, MoveError, RulesError
from freecell.rules import cards_of

from ..helpers.playing import SOLUTION_617
from ..helpers.programs import patient
from ..helpers.seeing import board_seen, cards_seen, picture_box

ALONG_A_GAME = Game.from_notation(617, SOLUTION_617, dialect="extended").boards[::8]
WON = Board([""] * 8, foundations=[13] * 4)
LONG = Board(
    [
        "QC 3D 5H 9S JC 2D KS QH JS TH 9C 8D 7S 6H 5C 4D 3S 2H AS",
        "AC AD AH 2C 2S 3C",
        "3H 4C 4H 4S 5D 5S",
        "6C 6D 6S 7C 7D 7H",
        "8C 8H 8S 9D 9H",
        "TC TD TS JD",
        "JH QD QS",
        "KC KD KH",
    ]
)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = patient(browser.new_page(viewport={"width": 1300, "height": 1400}))
    yield page
    page.close()


def look_at(page: Page, document: str, tmp_path: Path) -> None:
    """Open a picture as a file."""
    file = tmp_path / "picture.svg"
    file.write_text(document)
    page.goto(file.as_uri())


@pytest.mark.parametrize("number", [1, 617, 11982, -1])
def test_a_deal_is_drawn_correctly(page: Page, tmp_path: Path, number: int) -> None:
    look_at(page, deal(number).svg(), tmp_path)
    assert board_seen(page) == deal(number)


def test_mid_game_boards_are_drawn_correctly(page: Page, tmp_path: Path) -> None:
    for board in ALONG_A_GAME:
        look_at(page, board.svg(), tmp_path)
        assert board_seen(page) == board


@pytest.mark.parametrize("width", [None, 320, 1200])
def test_nineteen_cards_in_a_column_are_all_recognizable(page: Page, tmp_path: Path, width: int | None) -> None:
    look_at(page, LONG.svg(width=width), tmp_path)
    assert board_seen(page) == LONG
    bottom = picture_box(page)[3]
    assert all(box["y"] + box["height"] < bottom for box in cards_seen(page).values())


def test_a_won_board_shows_four_kings(page: Page, tmp_path: Path) -> None:
    look_at(page, WON.svg(), tmp_path)
    assert sorted(map(str, cards_seen(page))) == ["KC", "KD", "KH", "KS"]
    assert board_seen(page) == WON


@pytest.mark.parametrize("cells", range(8))
def test_any_number_of_cells(page: Page, tmp_path: Path, cells: int) -> None:
    game = Game(617, Rules(cells))
    for column, cell in zip("1234567", "abcdefg"[:cells], strict=False):
        game.play(Move(column, cell))
    look_at(page, game.board.svg(rules=Rules(cells)), tmp_path)
    assert board_seen(page, cells) == game.board


def test_a_screen_reader_finds_every_card(page: Page, tmp_path: Path) -> None:
    look_at(page, deal(617).svg(title="Deal 617"), tmp_path)
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = [node["name"]["value"] for node in nodes if node["role"]["value"] in ("image", "img") and "name" in node]
    assert len(names) == 52
    assert {"7 of diamonds", "10 of clubs", "ace of spades", "queen of hearts"} <= set(names)
    assert page.title() == "Deal 617"


def test_the_description_describes_the_board() -> None:
    game = Game.from_notation(617, "7a 7b 7c b7", Rules(autoplay="safe"))
    words = ElementTree.fromstring(game.board.svg(title="<7a & 7b>"))
    title, description = words[0].text, words[1].text
    assert title == "<7a & 7b>"
    assert description is not None
    assert "Cells: a jack of hearts, c 4 of diamonds." in description
    assert "Column 5: 5 of spades, 6 of diamonds, 6 of spades, 8 of spades, 7 of clubs, jack of clubs." in description
    assert "Column 1: empty." in picture.description(WON)
    assert "Home: clubs up to the king, diamonds up to the king" in picture.description(WON)


@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("deck", DECKS)
def test_pictures_with_different_decks_can_share_a_page(page: Page, deck: str, felt: str) -> None:
    """In a notebook they share one document, so each must keep its own colours."""
    alone = deal(617).svg(deck=deck, felt=felt)  # type: ignore[arg-type]
    page.goto("about:blank")
    page.set_content(f'<body style="margin:0">{alone}')
    expected = page.screenshot(clip={"x": 0, "y": 0, "width": 927, "height": 588})
    others = "".join(deal(617).svg(deck=other) for other in DECKS)
    page.set_content(f'<body style="margin:0">{alone}{others}')
    assert page.screenshot(clip={"x": 0, "y": 0, "width": 927, "height": 588}) == expected


def test_an_arrow_points_from_the_card_to_where_it_goes(page: Page, tmp_path: Path) -> None:
    board = deal(617)
    look_at(page, board.svg(arrow="58"), tmp_path)
    assert board.svg(arrow="58") == board.svg(arrow=Move("5", "8")) == board.svg(arrow="58".upper())
    tail, tip, *boxes = page.evaluate(
        """() => {
            const [line, , , head] = document.querySelectorAll('svg > g:last-child > path');
            const at = (path, where) => {
                const point = path.getPointAtLength(where).matrixTransform(path.getScreenCTM());
                return [point.x, point.y];
            };
            const outlines = [...document.querySelectorAll('svg > rect[fill=none]')].map(rect => {
                const { x, y, width, height } = rect.getBoundingClientRect();
                return [x, y, width, height];
            });
            return [at(line, 0), at(head, 0), outlines[0], outlines[2]];
        }"""
    )
    after = board.play(Move("5", "8"))
    for (x, y), outline, there in ((tail, boxes[0], board), (tip, boxes[1], after)):
        look_at(page, there.svg(), tmp_path)
        box = cards_seen(page)[Card("JC")]
        assert box["x"] - 1 < x < box["x"] + box["width"] + 1
        assert box["y"] - 1 < y < box["y"] + box["height"] + 1
        for edge, seen in zip(outline, (box["x"], box["y"], box["width"], box["height"]), strict=True):
            assert abs(edge - seen) < 8


MANY_CELLS = Game.from_notation(617, "1a 2b 3c 4d 5e 6f", Rules(7)).board


@pytest.mark.parametrize(("board", "cells"), [*((board, 4) for board in ALONG_A_GAME[::3]), (LONG, 4), (MANY_CELLS, 7)])
def test_an_arrow_goes_around_the_cards(board: Board, cells: int) -> None:
    """No part of it covers a card, except the one that moves and the place where it goes."""
    layout, rules = Layout(cells), Rules(cells)
    for move in board.legal_moves(rules):
        before, after = layout.spots(board), layout.spots(board.play(move, rules))
        moved = [before[card] for card in cards_of(board, move, rules)]
        landing = [after[card] for card in cards_of(board, move, rules)]
        source, target = (Box(spots[0].x, spots[0].y, spots[-1].y + 140) for spots in (moved, landing))
        allowed = {(spot.x, spot.y) for spot in moved} | {
            (spot.x, spot.y) for spot in before.values() if spot.x == target.x and spot.y > target.y - 140
        }
        others = [spot for spot in before.values() if (spot.x, spot.y) not in allowed]
        route = route_of(layout, board, move, source, target)
        width, height = layout.width, arrow(layout, board, move, rules)[1]
        for one, next_ in pairwise(route):
            assert one.x == next_.x or one.y == next_.y
            assert all(0 < point.x < width and 0 < point.y < height for point in (one, next_))
            (left, right), (top, bottom) = sorted((one.x, next_.x)), sorted((one.y, next_.y))
            for spot in others:
                apart = left >= spot.x + 100 or right <= spot.x or top >= spot.y + 140 or bottom <= spot.y
                assert apart, (move, spot)


@pytest.mark.parametrize("number", [617, -1, 2**33 - 1])
def test_the_deal_number_can_be_in_the_picture(number: int) -> None:
    """Nothing else changes, except below the board."""
    board = deal(number)
    plain, numbered = board.svg(), board.svg(deal=number)
    assert f"<title>Deal {number}</title>" in plain
    assert f"<title>Deal {number}</title>" in numbered
    pictures = [Image.open(BytesIO(picture.png(document))).convert("RGB") for document in (plain, numbered)]
    top = pictures[0].height - 16
    assert pictures[0].crop((0, 0, 927, top)).tobytes() == pictures[1].crop((0, 0, 927, top)).tobytes()
    below = pictures[1].crop((14, top, 913, pictures[1].height - 6)).convert("L")
    bright = np.flatnonzero((np.asarray(below) >= 200).any(axis=0)).tolist()
    groups = sum(b - a > 1 for a, b in pairwise(bright)) + 1
    assert groups >= len(f"Deal{number}")
    assert bright[-1] > below.width - 20


def test_a_notebook_shows_a_board_no_wider_than_itself(page: Page) -> None:
    page.goto("about:blank")
    for shown in (deal(617), Game(617)):
        for room, width in ((400, 400), (1200, 927)):
            page.set_content(f'<div style="width:{room}px">{shown._repr_svg_()}</div>')
            box = page.locator("svg").bounding_box()
            assert box is not None
            assert abs(box["width"] - width) < 1
            assert abs(box["width"] / box["height"] - 927 / 588) < 0.01


def test_boards_that_cannot_be_drawn_are_errors() -> None:
    board = deal(617)
    with pytest.raises(MoveError, match="JD can't go onto KS: a queen is needed"):
        board.svg(arrow="12")
    with pytest.raises(FreecellError, match="felt must be 'light' or 'dark', got 'blue'"):
        board.svg(felt="blue")  # type: ignore[arg-type]
    with pytest.raises(FreecellError, match="width must be a whole number of pixels from 1 to 8192, got 0"):
        board.svg(width=0)
    with pytest.raises(RulesError, match="cells must be 0 to 7, got 8"):
        board.svg(rules=Rules(8))
    with pytest.raises(BoardError, match="cell a has JH, but there are no cells"):
        board.play(Move("7", "a")).svg(rules=Rules(0))


def test_a_notebook_shows_the_picture() -> None:
    board = deal(617)
    assert board._repr_svg_() == picture.in_notebook(board.svg())
    five = Game(617, Rules(7))
    five.play("1a 2b 3c 4d 5e")
    assert five.board._repr_svg_() == picture.in_notebook(five.board.svg(rules=Rules(5)))


def test_a_picture_is_small() -> None:
    assert all(len(board.svg()) < 60_000 for board in (LONG, *ALONG_A_GAME))


def test_a_png_looks_like_the_svg_in_a_browser(page: Page, tmp_path: Path) -> None:
    """Two renderers never agree on every edge, but a misplaced or uncoloured card would be a large difference."""
    document = LONG.svg(deck="four", width=800)
    look_at(page, document, tmp_path)
    mine = Image.open(BytesIO(picture.png(document))).convert("RGB")
    theirs = Image.open(BytesIO(page.screenshot(clip={"x": 0, "y": 0, "width": mine.width, "height": mine.height})))
    inside = (8, 8, mine.width - 8, mine.height - 8)  # without the rounded corners, which are transparent
    difference = ImageChops.difference(mine.crop(inside), theirs.convert("RGB").crop(inside)).convert("L")
    different = sum(difference.histogram()[60:])
    assert mine.width == 800
    assert different < 0.01 * mine.width * mine.height
