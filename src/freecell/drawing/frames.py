"""A film as a GIF, a WebP or, with ffmpeg, an MP4: the cards are drawn once and then pasted into each frame."""

from __future__ import annotations

import errno
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from freecell.atomic import replacing
from freecell.cards import DECK
from freecell.drawing.deck import CARD_HEIGHT, CARD_WIDTH, FELT_COLORS, symbols
from freecell.drawing.film import CAPTION_HEIGHT, FONT_SIZE, Caption, Film, Placement
from freecell.drawing.layout import MARGIN
from freecell.drawing.picture import opening, png, table
from freecell.errors import MissingDependencyError

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 640
"""The default width of a film in pixels."""

_TICK = 60  # milliseconds between the frames of a slide
_SHORTEST = 30  # the minimum for a frame of a GIF: browsers show shorter ones for much longer
_RATE = 30  # frames per second of an MP4

# Text is drawn larger and scaled down: at its own size, each letter would be moved to a whole pixel.
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")  # Pillow's font has no suits
_ENLARGED = 4
_LEGIBLE = 12  # the height of letters in pixels, if there is room
_ILLEGIBLE = 3  # below this height, the caption is left out


def moments(film: Film, suffix: str) -> list[float]:
    """The times of the frames: when something changes, or at regular intervals for an MP4."""
    if suffix == ".mp4":
        return [number / _RATE for number in range(round(film.duration * _RATE))]
    times = {round(caption.begin * 1000) for caption in film.captions}
    for slide in film.placements:
        arrive = round(slide.arrive * 1000)
        times |= {arrive, *range(round(slide.begin * 1000), arrive, _TICK)}
    return sorted({ceil(time / _SHORTEST) * _SHORTEST / 1000 for time in times})


def save(film: Film, path: Path, suffix: str, advance: Callable[[int], None]) -> None:
    """Write the film in the format of the suffix. The file is either complete or not written."""
    painter = _Painter(film)
    times = moments(film, suffix)

    def frames() -> Iterator[Image]:
        for time in times:
            yield painter.frame(time)
            advance(1)

    if suffix == ".mp4":
        _save_mp4(frames(), painter.size, path)
        return
    lengths = [round(1000 * (end - begin)) for begin, end in zip(times, [*times[1:], film.duration], strict=True)]
    with replacing(path) as file:
        if suffix == ".gif":
            _write_gif(painter.reduced(frames()), lengths, film.loop, file)
        else:
            gif = BytesIO()
            _write_gif(painter.reduced(frames()), lengths, film.loop, gif)
            _write_webp(gif, film.loop, file)


class _Painter:
    """Draws the table and the cards of a film in pixels."""

    def __init__(self, film: Film) -> None:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            raise MissingDependencyError("films need Pillow: pip install 'freecell[film]'") from None
        self._film, self._image, self._draw = film, Image, ImageDraw
        width = film.width or WIDTH
        self._scale = width / film.layout.width
        self._size = self._font_size(ImageFont.load_default(100).getlength)
        self._font = ImageFont.load_default(max(self._size, _ILLEGIBLE) * _ENLARGED)
        self._words: tuple[Caption, Any] | None = None  # the most recently drawn ones
        document = opening(film.layout.width, film.height, width, "", "") + table(film.layout, film.height, film.felt)
        ground = self._image.new("RGB", (width, round(film.height * self._scale)), FELT_COLORS[film.felt].cloth)
        drawn = self._drawn(f"{document}</svg>")
        ground.paste(drawn, (0, 0), drawn)
        self._table, self.size = ground, ground.size
        wide, high = max(1, round(CARD_WIDTH * self._scale)), max(1, round(CARD_HEIGHT * self._scale))
        places = [(card % 13 * wide, card // 13 * high) for card in DECK]
        uses = (
            f'<use href="#{card}" x="{x}" y="{y}" width="{wide}" height="{high}"/>'
            for card, (x, y) in zip(DECK, places, strict=True)
        )
        document = f'<svg xmlns="http://www.w3.org/2000/svg" width="{13 * wide}" height="{4 * high}">'
        self._sheet = self._drawn(f"{document}{symbols(DECK, film.deck)}{''.join(uses)}</svg>")
        self._cards = [self._sheet.crop((x, y, x + wide, y + high)) for x, y in places]
        self._resting: list[Placement] = []
        self._ground = self._table

    def _drawn(self, document: str) -> Image:
        return self._image.open(BytesIO(png(document))).convert("RGBA")

    def frame(self, time: float) -> Image:
        """The film at a given time. Resting cards are drawn again only when another one comes to rest."""
        seen = [one for one in self._film.placements if one.begin <= time < one.end]
        resting = [one for one in seen if one.arrive <= time]
        if resting != self._resting:
            self._resting, self._ground = resting, self._table.copy()
            self._lay(resting, time, self._ground)
        image = self._ground.copy()
        self._lay((one for one in seen if one.arrive > time), time, image)
        self._say(self._film.caption(time), image)
        return image

    def _lay(self, placements: Iterable[Placement], time: float, image: Image) -> None:
        for one in placements:
            card, (x, y) = self._cards[one.card], one.at(time)
            image.paste(card, (round(x * self._scale), round(y * self._scale)), card)

    def _say(self, caption: Caption, image: Image) -> None:
        """The caption below the board, and the progress bar, which doesn't move during a turn, to keep files small."""
        film, scale = self._film, self._scale
        colors, draw = FELT_COLORS[film.felt], self._draw.Draw(image)
        top, width = film.height - CAPTION_HEIGHT, film.layout.width - 2 * MARGIN
        part = 1 if caption is film.captions[-1] else caption.begin / film.duration
        for length, color in ((width, colors.lines), (width * part, colors.words)):
            box = (MARGIN, top - 4, MARGIN + length, top + 2)
            draw.rectangle([round(edge * scale) for edge in box], fill=color)
        if self._size >= _ILLEGIBLE:
            if self._words is None or self._words[0] is not caption:
                self._words = caption, self._drawn_words(str(caption))
            image.paste(colors.words, (0, round((film.height - CAPTION_HEIGHT) * scale) + 2), self._words[1])

    def _drawn_words(self, text: str) -> Image:
        """A caption as a mask for the area below the bar."""
        film, scale = self._film, self._scale
        width, height = self.size[0], max(1, round(CAPTION_HEIGHT * scale) - 2)
        mask = self._image.new("L", (width * _ENLARGED, height * _ENLARGED))
        top = round((film.height - CAPTION_HEIGHT) * scale) + 2
        base = (film.height - MARGIN - 8) * scale - top
        place = (MARGIN * scale * _ENLARGED, base * _ENLARGED)
        letters = text.translate(_LETTERS)
        self._draw.Draw(mask).text(place, letters, 255, self._font, anchor="ls")
        return mask.resize((width, height), self._image.Resampling.BOX)

    def _font_size(self, length: Callable[[str], float]) -> float:
        """The font size in pixels: in proportion to the SVG, or larger if the longest caption still fits."""
        film = self._film
        widest = max(length(str(caption)) for caption in film.captions) / 100
        return max(FONT_SIZE * self._scale, min(_LEGIBLE, (film.layout.width - 2 * MARGIN) * self._scale / widest))

    def reduced(self, frames: Iterable[Image]) -> Iterator[Image]:
        """The frames reduced to one palette of 255 colours, taken from the table and all cards."""
        height = self.size[1]
        sample = self._image.new("RGB", (max(self.size[0], self._sheet.width), height + self._sheet.height))
        sample.paste(self.frame(0), (0, 0))
        sample.paste(self._sheet, (0, height), self._sheet)
        palette = sample.quantize(255, self._image.Quantize.MEDIANCUT)
        for frame in frames:
            yield frame.quantize(palette=palette, dither=self._image.Dither.NONE)


def _write_gif(frames: Iterator[Image], lengths: list[int], loop: bool, file: BinaryIO) -> None:
    """Pillow stores only the rectangle of each frame that differs from the previous one."""
    repeat = {"loop": 0} if loop else {}
    next(frames).save(file, "GIF", save_all=True, append_images=frames, duration=lengths, optimize=False, **repeat)


def _write_webp(gif: BytesIO, loop: bool, file: BinaryIO) -> None:
    """The same frames, read back from a GIF, so that they aren't all in memory and, with few colours, are small."""
    from PIL import Image, ImageSequence

    with Image.open(gif) as film:
        lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
        film.seek(0)
        film.save(
            file, "WEBP", save_all=True, duration=lengths, loop=not loop, lossless=True, quality=20, method=2, kmax=0
        )


def _save_mp4(frames: Iterator[Image], size: tuple[int, int], path: Path) -> None:
    """Pipe the frames through ffmpeg, which pads them to an even number of pixels, as the format requires."""
    program = shutil.which("ffmpeg")
    if program is None:
        raise MissingDependencyError("MP4 films need the program ffmpeg: install it, or write .svg, .gif or .webp")
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(_RATE), "-i", "-"]
    even = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    with replacing(path) as file, ThreadPoolExecutor(1) as thread:
        if not file.seekable():
            raise OSError(errno.ESPIPE, "MP4 can't be written to a pipe", str(path))
        command = [program, "-loglevel", "error", "-y", *source, *even, "-f", "mp4", file.name]
        # In a thread, so that no signal interrupts it before it is registered here: it would recreate a removed file.
        starting = thread.submit(subprocess.Popen[bytes], command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            ffmpeg = starting.result()
            assert ffmpeg.stdin is not None  # noqa: S101, it is a pipe
            with suppress(BrokenPipeError):  # it reports the reason
                for frame in frames:
                    ffmpeg.stdin.write(frame.tobytes())
            complaint = ffmpeg.communicate()[1].decode(errors="replace").strip().splitlines()
        except BaseException:
            starting.result().kill()
            starting.result().communicate()
            raise
        if ffmpeg.returncode:
            raise OSError(5, f"ffmpeg failed: {complaint[-1] if complaint else ffmpeg.returncode}", str(path))
