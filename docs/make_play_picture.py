"""Makes the picture of `freecell play` again:  python docs/make_play_picture.py

It needs Chromium and freecell[test]: Textual's pilot plays the game, and its screen is drawn in a browser. On the left
is a hint, on the right the review of a lost game.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from freecell.play import keeping
from freecell.play.app import FreecellApp

MIDDLE = "7a 7b 7c b7 1b 71 83 4d 46 83 48"
LOST = "83 8a 83 81 2b 27 28 78 26 12 16 7c 5d"
FONT = "DejaVu Sans Mono"


async def screen(moves: str, keys: Iterable[str]) -> str:
    """The screen of deal 617 after some moves and keys, as SVG that loads no font from elsewhere."""
    kept = keeping.begin(617)
    for number, word in enumerate(moves.split()):
        kept.game.play(word)
        kept.count_move(number, lit=True)
    kept.attempts[0].milliseconds = 154_000
    app = FreecellApp(kept)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await app.workers.wait_for_complete()
            await pilot.press(key)
        await app.workers.wait_for_complete()
        await pilot.pause()
        svg = app.export_screenshot(title="freecell play 617")
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)


def main() -> None:
    shots = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        screens = [asyncio.run(screen(MIDDLE, "t")), asyncio.run(screen(LOST, ["i", "end"]))]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        for svg in screens:
            page.set_content(f"<body style='margin: 0'>{svg}</body>")
            shots.append(Image.open(io.BytesIO(page.locator("svg").first.screenshot())).convert("RGB"))
        browser.close()
    sheet = Image.new("RGB", (sum(shot.width for shot in shots) + 20, shots[0].height), "white")
    sheet.paste(shots[0], (0, 0))
    sheet.paste(shots[1], (shots[0].width + 20, 0))
    sheet.quantize(64, dither=Image.Dither.NONE).save(Path(__file__).parent / "play.png", optimize=True)


if __name__ == "__main__":
    main()
