"""Saving a solution from the page in a real browser: as text, as an SVG film and as a GIF."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL.GifImagePlugin import GifImageFile

from freecell import Board, Game, Rules, check, solve
from freecell.drawing.deck import SUIT_COLORS
from freecell.rules import COLUMN_NAMES

from ..helpers.serving import needs_core
from ..helpers.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_core

# The visible cards of the film at a given time, and their positions: cards that lie above come last.
SEE = """([film, moment]) => {
  const root = new DOMParser().parseFromString(film, "image/svg+xml").documentElement;
  document.body.replaceChildren(root);
  root.pauseAnimations();
  root.setCurrentTime(moment);
  return [...root.querySelectorAll(":scope > use")].filter((use) => getComputedStyle(use).display !== "none")
    .map((use) => [use.getAttribute("href").slice(1), use.getAttribute("x"), use.getAttribute("y")].map(String));
}"""


@pytest.fixture(scope="module")
def film(browser: Browser, address: str) -> Iterator[Table]:
    """The page with the solution of a deal in the save dialog."""
    table = Table(browser, address)
    table.open("/?deal=300")
    table.press("s")
    table.find("#player").wait_for()
    table.press("f")
    table.find("#film-dialog").wait_for()
    yield table
    table.close()


def saved(table: Table, button: str) -> bytes:
    with table.page.expect_download() as download:
        table.find(button).click()
    assert download.value.suggested_filename == f"freecell-deal-300.{button[-3:]}"
    return Path(download.value.path()).read_bytes()


def test_as_text(film: Table) -> None:
    notation = film.find("#film-notation").input_value()
    report = check(300, notation)
    assert report.wins
    turns = report.to_dict()["turns"]
    assert turns == solve(300, goal="short", beam_width=4096, rules=Rules(autoplay="safe")).turns
    moves = notation.split()
    assert film.find("#film-length").inner_text() == f"{turns} turns, {len(moves)} moves."
    film.find("summary").click()
    words = film.find("#film-words li").all_inner_texts()
    assert len(words) == len(moves)
    assert words[0].startswith("Move ")


def test_as_an_svg_film(film: Table) -> None:
    notation = film.find("#film-notation").input_value()
    film.run("() => { document.documentElement.dataset.deck = 'four'; }")
    text = saved(film, "#film-svg").decode()
    assert set(re.findall(r'<g fill="(.*?)">', text)) >= {color for color, _ in SUIT_COLORS["four"]}
    assert "var(" not in text
    assert "<title>Deal 300 – FreeCell</title>" in text  # in the language of the page, like all its text
    root = ET.fromstring(text)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    captions = [element for element in root.iter() if element.tag.endswith("text")]
    begins = [float(caption[0].attrib["begin"].removeprefix("clock.begin+")[:-1]) for caption in captions]
    game = Game(300)
    boards = [game.board]
    for word in notation.split():
        game.play(word)
        boards.append(game.board)
    assert len(boards) == len(begins)
    seconds = next(element for element in root.iter() if element.get("id") == "clock").attrib["dur"]
    in_python = Game.from_notation(300, notation).under(Rules(autoplay="max")).film()
    assert f"{in_python.duration:g}s" == seconds  # if all cards that go home follow other moves, as on the page
    empty = film.context.new_page()
    for played in (0, 1, 5, len(boards) // 2, len(boards) - 1):
        assert seen(empty, text, begins[played] + 0.01) == boards[played]


def seen(page: Page, film: str, moment: float) -> Board:
    """The board of a film, from the positions of its cards, on an otherwise empty page."""
    cards = page.evaluate(SEE, [film, moment])
    assert len(cards) == 52
    rows = sorted({float(y) for _, _, y in cards})
    lefts = sorted({float(x) for _, x, _ in cards})
    left, top, pitch = 13, 11, 118
    columns: dict[int, list[tuple[float, str]]] = {number: [] for number in range(8)}
    cells: list[str | None] = [None] * 4
    foundations = [0, 0, 0, 0]
    for card, x, y in cards:
        place = round((float(x) - left) / pitch)
        assert abs(left + place * pitch - float(x)) < 5, lefts
        if float(y) == top and place < 4:
            cells[place] = card
        elif float(y) == top:
            foundations[place - 4] += 1
            assert "CDHS".index(card[1]) == place - 4
        else:
            columns[place].append((float(y), card))
    assert rows[0] >= top
    return Board(
        [[card for _, card in sorted(columns[number])] for number in range(len(COLUMN_NAMES))], cells, foundations
    )


def test_as_a_gif(film: Table) -> None:
    moves = film.find("#film-notation").input_value().split()
    picture = GifImageFile(io.BytesIO(saved(film, "#film-gif")))
    assert picture.n_frames == len(moves) + 1
    assert picture.info["loop"] == 0
    frames = []
    for number in range(picture.n_frames):
        picture.seek(number)
        frames.append(picture.convert("RGB"))
    assert {frame.size for frame in frames} == {(560, 473)}
    for before, after in pairwise(frames):
        assert before.tobytes() != after.tobytes()
    # At the end, there is only felt and the outlines of places where the columns were.
    felt, below = (61, 139, 99), (0, 200, 560, 420)
    bare = [np.mean(np.all(np.asarray(frame.crop(below)) == felt, axis=-1)) for frame in frames]
    assert bare[0] < 0.6
    assert bare[-1] > 0.97
