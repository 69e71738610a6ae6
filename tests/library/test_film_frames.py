"""Films in pixels: GIF, WebP and MP4 look as the SVG does in a browser."""

from __future__ import annotations

import re
import subprocess
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageFont, ImageSequence
from playwright.sync_api import Browser

from freecell import Game, Rules
from freecell.drawing.frames import moments
from freecell.drawing.layout import Layout

from ..helpers.filming import GAME, go_to, watch
from ..helpers.programs import patient
from ..helpers.seeing import different, seen


def frame_at(path: Path, seconds: float) -> Image.Image:
    """The picture of a GIF or a WebP at a given time."""
    with Image.open(path) as film:
        begin = 0.0
        for frame in ImageSequence.Iterator(film):
            image = frame.convert("RGB")
            begin += frame.info["duration"] / 1000
            if begin > seconds:
                return image
    return image


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_frames_look_as_in_the_browser(browser: Browser, tmp_path: Path, suffix: str) -> None:
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe"))
    film = game.film(width=640, deck="four", felt="dark")
    path = tmp_path / f"film.{suffix}"
    done: list[int] = []
    film.save(path, done.append)
    assert sum(done) == film.frame_count(path)
    with Image.open(path) as saved:
        assert saved.size == (640, round(640 * film.height / film.layout.width))
        assert (saved.info.get("loop") == 0) is False
        lengths = [frame.convert("RGB").info["duration"] for frame in ImageSequence.Iterator(saved)]
    assert sum(lengths) / 1000 == pytest.approx(film.duration, abs=0.05)
    page = patient(browser.new_page(viewport={"width": 640, "height": 600}))
    watch(page, film, tmp_path)
    boards = (8, 8, 632, int(640 * (film.height - 80) / film.layout.width))  # without corners, bar and caption
    shots = []
    for seconds in (0.2, film.captions[3].begin - 0.1, film.duration - 0.2):
        go_to(page, seconds)
        shots.append(seen(page, boards))
        assert different(shots[-1], frame_at(path, seconds).crop(boards)) < 0.002
    page.close()
    assert different(shots[0], shots[1]) > 0.02 < different(shots[1], shots[2])


@pytest.mark.parametrize("speed", [0.7, 1, 3, 20])
def test_no_frame_is_too_short_for_browsers_and_the_last_one_is_won(speed: float) -> None:
    film = GAME.film(speed=speed)
    times = moments(film, ".gif")
    assert times[0] == 0
    assert min(end - begin for begin, end in pairwise([*times, film.duration])) > 0.0299
    assert film.caption(times[-1]).word == "Won"
    assert dict(film.at(times[-1])) == Layout().spots(GAME.board)


def test_a_loop_is_written_to_a_gif_and_a_webp(tmp_path: Path) -> None:
    film = Game.from_notation(617, "7a").film(loop=True, width=200)
    for suffix in ("gif", "webp"):
        film.save(tmp_path / f"film.{suffix}")
        with Image.open(tmp_path / f"film.{suffix}") as saved:
            assert saved.info["loop"] == 0


@pytest.mark.needs("ffmpeg")
def test_an_mp4_ends_on_the_last_board(tmp_path: Path) -> None:
    """Its size is even, whatever was requested."""
    film = Game.from_notation(617, "7a 7b").film(width=333, speed=2)
    film.save(tmp_path / "film.mp4")
    film.save(tmp_path / "film.gif")
    last = str(tmp_path / "last.png")
    source = ["-sseof", "-0.3", "-i", str(tmp_path / "film.mp4")]
    subprocess.run(["ffmpeg", "-loglevel", "error", *source, "-frames:v", "1", last], check=True)
    expected = frame_at(tmp_path / "film.gif", film.duration)
    with Image.open(last) as image:
        assert image.width % 2 == image.height % 2 == 0
        assert different(image.convert("RGB").crop((0, 0, *expected.size)), expected) < 0.02


def gaps_between_words(image: Image.Image, text: str) -> list[int]:
    """The widths of the gaps between the words of a caption: for each expected gap, the nearest one in the picture."""
    gray, length = image.convert("L"), ImageFont.load_default(100).getlength
    empty = [not any(gray.crop((x, 0, x + 1, gray.height)).histogram()[150:]) for x in range(gray.width)]
    runs = [[x for x, _ in group] for is_empty, group in groupby(enumerate(empty), lambda pair: pair[1]) if is_empty]
    left, right = runs[0][-1], runs[-1][0]  # where the words begin and end
    ends = [match.start() + 0.5 for match in re.finditer(r"(?<!\s)\s", text)]
    wanted = [left + (right - left) * (length(text[: int(end)]) + 14) / length(text) for end in ends]
    return [len(min(runs[1:-1], key=lambda run: abs((run[0] + run[-1]) / 2 - x))) for x in wanted]


@pytest.mark.parametrize("width", [480, 640, 800])
def test_the_words_of_a_caption_are_separated(tmp_path: Path, width: int) -> None:
    path = tmp_path / "film.gif"
    begin = Game.from_notation(617, " ".join(GAME.notation().split()[:6]), GAME.rules).film(width=width)
    assert begin.captions[-1].words.endswith("goes home")
    begin.save(path)
    times = moments(begin, ".gif")
    scale = width / begin.layout.width
    with Image.open(path) as film:
        for caption in begin.captions[1:]:
            film.seek(next(place for place, time in enumerate(times) if time >= caption.begin))
            top, bottom = round((begin.height - 54) * scale), film.height - round(12 * scale)
            strip = film.convert("RGB").crop((0, top, width, bottom))
            assert min(gaps_between_words(strip, str(caption))) >= 2 * width / 480, caption


@pytest.mark.parametrize("width", [1, 20, 60])
def test_a_film_may_be_too_small_for_captions(tmp_path: Path, width: int) -> None:
    path = tmp_path / "film.gif"
    Game.from_notation(617, "7a 7b").film(width=width).save(path)
    with Image.open(path) as film:
        assert film.width == width
