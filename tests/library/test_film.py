"""Films, watched in a real browser and frame by frame: the screen shows the board of each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from playwright.sync_api import Browser, Page

from freecell import Board, Game, Rules
from freecell.drawing.layout import Layout
from freecell.errors import FreecellError

from ..helpers.filming import GAME, go_to, watch
from ..helpers.playing import games
from ..helpers.programs import PATIENCE, patient
from ..helpers.seeing import board_seen, different, seen

FILM = GAME.film()
BOARDS = [play.before for play in GAME.plays]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = patient(browser.new_page(viewport={"width": 1300, "height": 1200}))
    yield page
    page.close()


def now(page: Page) -> float:
    seconds: float = page.evaluate("() => document.documentElement.getCurrentTime()")
    return seconds


def said(page: Page) -> str:
    """The caption on the screen."""
    texts: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('text')].filter(e => e.checkVisibility())
                 .map(e => [...e.querySelectorAll('tspan')].map(part => part.textContent).join(' '))"""
    )
    (text,) = texts
    return text


@settings(max_examples=40)
@given(games())
def test_a_turn_begins_on_the_board_after_the_previous_one(game: Game) -> None:
    film, layout = game.film(), Layout(game.rules.cells)
    for caption, play in zip(film.captions[1:], game.plays, strict=False):
        assert dict(film.at(caption.begin)) == layout.spots(play.before)
    assert dict(film.at(0)) == layout.spots(game.start)
    assert dict(film.at(film.duration)) == layout.spots(game.board)


def test_every_move_has_its_caption() -> None:
    words = [caption.word for caption in FILM.captions]
    assert words == ["Deal 617", *GAME.notation().split(), "Won"]
    turns = list(accumulate(int(play.move.target != "h") for play in GAME.plays))
    assert turns[-1] == GAME.turns < len(turns)  # some moves home are by hand
    assert [caption.number for caption in FILM.captions] == ["", *(f"{turn}/{GAME.turns}" for turn in turns), ""]
    assert FILM.captions[1].words == "Move J♥ from column 7 to cell a"
    assert FILM.captions[6].words == "Move 2 cards from column 7 to column 1, and A♠ goes home"
    begins = [caption.begin for caption in FILM.captions]
    assert begins == sorted(begins)


def test_a_card_slides_from_where_it_was_to_where_it_goes() -> None:
    slide = next(one for one in FILM.placements if one.begin > 0)
    assert slide.at(slide.begin) == slide.origin
    assert slide.at(slide.arrive) == slide.spot
    middle = slide.at((slide.begin + slide.arrive) / 2)
    assert middle.x == pytest.approx((slide.origin.x + slide.spot.x) / 2)
    assert middle.y == pytest.approx((slide.origin.y + slide.spot.y) / 2)


def test_the_repr_of_a_film_has_its_title_and_length() -> None:
    assert repr(FILM) == f"<Film 'Deal 617: {GAME.turns} turns', {FILM.duration:g} seconds>"


def test_the_browser_shows_the_right_board_at_each_time(page: Page, tmp_path: Path) -> None:
    watch(page, FILM, tmp_path)
    go_to(page, 0)
    assert board_seen(page) == GAME.start
    assert said(page) == f"Deal 617 {GAME.turns} turns"
    for turn in range(0, len(BOARDS), 9):
        go_to(page, FILM.captions[turn + 1].begin)  # its card has just begun to slide
        assert board_seen(page) == BOARDS[turn]
        assert said(page) == " ".join(FILM.captions[turn + 1][1:])
    go_to(page, FILM.duration)
    assert board_seen(page) == GAME.board
    assert said(page) == f"Won {GAME.turns} turns, {GAME.cards_moved} cards"
    go_to(page, 0)  # and back
    assert board_seen(page) == GAME.start


def test_the_longest_caption_ends_before_the_button(page: Page, tmp_path: Path) -> None:
    words = "Move 12 cards from column 8 to column 4, and 12 go home"
    caption = FILM.captions[0]._replace(number="188/188", word="84vc", words=words)
    watch(page, replace(FILM, captions=(caption,)), tmp_path)
    text, button = page.locator("text").bounding_box(), page.get_by_role("button").bounding_box()
    assert text is not None
    assert button is not None
    assert text["x"] + text["width"] < button["x"]


def test_a_film_with_seven_cells_and_one_with_a_column_of_nineteen_cards(page: Page, tmp_path: Path) -> None:
    seven = Game(617, Rules(7))
    seven.play("1a 2b 3c 4d 5e 6f 7g")
    long = Board(
        [
            "QC 3D 5H 9S JC 2D KS",
            "AC AD AH 2C 2S 3C QH JS TH 9C 8D 7S 6H 5C 4D 3S 2H AS",
            "3H 4C 4H 4S 5D 5S",
            "6C 6D 6S 7C 7D 7H",
            "8C 8H 8S 9D 9H TC TD TS JD JH QD QS KC KD KH",
            "",
            "",
            "",
        ]
    )
    run = Game(long)
    run.play("21")
    assert max(len(column) for column in run.board.columns) == 19
    for game, cells in ((seven, 7), (run, 4)):
        film = game.film()
        watch(page, film, tmp_path)
        go_to(page, 0)
        assert board_seen(page, cells) == game.start
        go_to(page, film.duration)
        assert board_seen(page, cells) == game.board


def test_it_plays_automatically_pauses_and_seeks(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "film.svg"
    FILM.save(file)
    page.goto(file.as_uri())
    page.wait_for_function("() => document.documentElement.getCurrentTime() > 0.2")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()
    assert page.evaluate("() => document.documentElement.animationsPaused()")
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert now(page) == pytest.approx(FILM.duration / 2, abs=0.1)
    page.keyboard.press("Home")
    assert now(page) == 0
    for turn in range(1, 4):
        page.keyboard.press("ArrowRight")
        assert now(page) == pytest.approx(FILM.captions[turn].begin, abs=0.002)
    assert slider.get_attribute("aria-valuetext") == " ".join(FILM.captions[3][1:])
    page.keyboard.press("ArrowLeft")
    assert now(page) == pytest.approx(FILM.captions[2].begin, abs=0.002)
    page.keyboard.press("End")
    assert now(page) == pytest.approx(FILM.duration, abs=0.001)
    page.keyboard.press(" ")  # again from the start
    page.wait_for_function("() => document.documentElement.getCurrentTime() < 5")
    page.get_by_role("button", name="Pause").wait_for()


def test_it_plays_as_an_image_without_scripts(page: Page, tmp_path: Path) -> None:
    short = Game.from_notation(617, "7a 7b 7c b7").film(speed=10)
    watch(page, short, tmp_path)
    clip = (0, 0, 927, 580)  # without the button, which an image doesn't have
    go_to(page, 0)
    at_the_start = seen(page, clip)
    go_to(page, short.duration)
    at_the_end = seen(page, clip)
    page.goto(tmp_path.as_uri())
    page.set_content('<body style="margin:0"><img src="film.svg" style="display:block">')
    page.wait_for_function("() => document.images[0].complete")
    for _ in range(20 * PATIENCE):
        if different(seen(page, clip), at_the_end) == 0:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)
    assert different(seen(page, clip), at_the_end) == 0  # there it stays
    assert different(seen(page, clip), at_the_start) > 0


def test_a_loop_begins_again(page: Page, tmp_path: Path) -> None:
    short = Game.from_notation(617, "7a 7b 7c b7")
    film = short.film(loop=True)
    watch(page, film, tmp_path)
    for round_ in (0, 1, 3):
        go_to(page, round_ * film.duration + film.captions[2].begin)
        assert board_seen(page) == list(short.boards)[1]
        go_to(page, round_ * film.duration + 0.1)
        assert board_seen(page) == short.start


def test_with_reduced_motion_cards_jump(browser: Browser, tmp_path: Path) -> None:
    page = patient(browser.new_page(reduced_motion="reduce", viewport={"width": 1000, "height": 1000}))
    file = tmp_path / "film.svg"
    FILM.save(file)
    page.goto(file.as_uri())
    page.get_by_role("button", name="Play").wait_for()  # it waits
    go_to(page, FILM.captions[1].begin + 0.1)  # while the first card would slide
    assert board_seen(page) == BOARDS[1]
    page.close()


def test_without_animation_the_deal_is_shown() -> None:
    """A viewer without animation shows what is not hidden."""
    shown = [element for element in ElementTree.fromstring(FILM.svg()) if element.get("role") == "img"]
    assert sum(element.get("display") is None for element in shown) == 52


def test_a_film_is_one_small_file_that_loads_nothing() -> None:
    document = FILM.svg()
    assert len(document) < 400_000
    assert "http" not in document.replace("http://www.w3.org/2000/svg", "")


def test_a_notebook_shows_it_in_a_separate_frame(page: Page) -> None:
    page.goto("about:blank")
    page.set_content(FILM._repr_html_())
    frame = page.frames[1]
    frame.wait_for_function("() => document.querySelector('svg').getCurrentTime() > 0")
    frame.get_by_role("button", name="Pause").wait_for()
    assert frame.get_by_role("img", name="7 of diamonds").count() == 1
    root = "document.documentElement"
    assert frame.evaluate(f"() => {root}.scrollWidth <= innerWidth && {root}.scrollHeight <= innerHeight + 1")


def test_speed() -> None:
    assert GAME.film(speed=2).duration == pytest.approx(FILM.duration / 2)


def test_games_that_cannot_be_filmed_are_errors() -> None:
    with pytest.raises(FreecellError, match=r"speed must be a number from 0\.1 to 20, got 0"):
        GAME.film(speed=0)
    with pytest.raises(FreecellError, match="deck must be 'two' or 'four', got 'six'"):
        GAME.film(deck="six")  # type: ignore[arg-type]
    with pytest.raises(
        FreecellError, match=r"a film needs a name that ends in \.svg, \.gif, \.webp or \.mp4, got '.*film\.avi'"
    ):
        FILM.save("film.avi")
