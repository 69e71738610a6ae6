"""Makes the picture of the page again:  python docs/make_page_picture.py

It needs Chromium and freecell[test]: the page is opened in a browser, on a wide screen and on a phone.
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
LOST = "4a 46 2b 27 72 3c"
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


def picture(browser: Browser, address: str, moves: str, size: ViewportSize, scheme: Scheme, hint: bool) -> Image.Image:
    """A picture of deal 617 after some moves."""
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=1)
    page = context.new_page()
    page.goto(f"{address}/?deal=617&moves={moves.replace(' ', '+')}")
    page.wait_for_selector("#light[aria-busy=false]")
    if hint:
        page.keyboard.press("t")
        page.wait_for_selector("#message[data-kind=hint]")
    page.wait_for_load_state("networkidle")
    shot = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    return shot.convert("RGB")


def main() -> None:
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        wide = picture(browser, address, MIDDLE, {"width": 1280, "height": 800}, "light", hint=True)
        phone = picture(browser, address, LOST, {"width": 360, "height": 800}, "dark", hint=False)
        browser.close()
    both = Image.new("RGB", (wide.width + 20 + phone.width, wide.height), "white")
    both.paste(wide, (0, 0))
    both.paste(phone, (wide.width + 20, 0))
    both.quantize(256, dither=Image.Dither.NONE).save(HERE / "page.png", optimize=True)


if __name__ == "__main__":
    main()
