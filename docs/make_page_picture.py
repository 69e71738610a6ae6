"""Makes the pictures of the page again:  python docs/make_page_picture.py

It needs Chromium and freecell[test]: the page is opened in a browser, on a wide screen and on a phone, and then on
screens of all sizes, the last two as if a wide one were magnified twice and four times.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

Scheme = Literal["light", "dark"]
HERE = Path(__file__).parent
SIZES = (1400, 900), (768, 1024), (375, 812), (320, 568), (740, 360), (568, 320), (700, 450), (350, 225)
LOST = "4a 46 2b 27 72 3c"
SHOWN = {"t": "#message[data-kind=hint]", "m": "#marks:not([hidden])"}  # with a hint, and with the game so far
MIDDLE = "7a 7b 7c b7 1b 71 83 4d 46 83 48"


@contextmanager
def served() -> Iterator[str]:
    command = [sys.executable, "-m", "freecell", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://[\w.:]+", server.stdout.readline())
        assert address
        try:
            yield address[0]
        finally:
            server.terminate()


def picture(
    browser: Browser, address: str, moves: str, size: ViewportSize, scheme: Scheme = "light", *, key: str = ""
) -> Image.Image:
    """A picture of deal 617 after some moves, and after a key of SHOWN."""
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=1)
    page = context.new_page()
    page.goto(f"{address}/?deal=617&moves={moves.replace(' ', '+')}")
    page.wait_for_selector("#light[aria-busy=false]")
    if key:
        page.keyboard.press(key)
        page.wait_for_selector(SHOWN[key])
    page.wait_for_load_state("networkidle")
    shot = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    return shot.convert("RGB")


def beside(pictures: list[Image.Image], width: int) -> Image.Image:
    """Pictures in rows, no wider than this."""
    gap, left, top, height = 20, 0, 0, 0
    places = []
    for one in pictures:
        if left + one.width > width:
            left, top, height = 0, top + height + gap, 0
        places.append((left, top))
        left, height = left + one.width + gap, max(height, one.height)
    sheet = Image.new("RGB", (width, top + height), "white")
    for one, place in zip(pictures, places, strict=True):
        sheet.paste(one, place)
    return sheet


def save(picture: Image.Image, name: str) -> None:
    picture.quantize(256, dither=Image.Dither.NONE).save(HERE / name, optimize=True)


def main() -> None:
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        wide = picture(browser, address, MIDDLE, {"width": 1280, "height": 800}, key="t")
        phone = picture(browser, address, LOST, {"width": 360, "height": 800}, "dark", key="m")
        sizes = [picture(browser, address, LOST, {"width": w, "height": h}) for w, h in SIZES]
        browser.close()
    save(beside([wide, phone], wide.width + 20 + phone.width), "page.png")
    small = [one.resize((one.width // 2, one.height // 2), Image.Resampling.LANCZOS) for one in sizes]
    save(beside(small, 1330), "page-sizes.png")


if __name__ == "__main__":
    main()
