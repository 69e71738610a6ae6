"""Makes the page's PNG pictures: its icons, from icon.svg, and the preview picture for links.

python tools/make_icons.py    writes them to src/freecell/web/static

Needs freecell[film].
"""

from __future__ import annotations

import io
from pathlib import Path

import resvg_py
from PIL import Image

from freecell import deal
from freecell.drawing.deck import FELT_COLORS

STATIC = Path(__file__).parent.parent / "src/freecell/web/static"
SOCIAL = 1200, 630  # the aspect ratio that sites expect for link previews


def rendered(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))))


def maskable(icon: str) -> str:
    """The icon without rounded corners: systems crop it to their own shape, and keep the middle four fifths."""
    return icon.replace('rx="14"', "", 1).replace('viewBox="0 0 64 64"', 'viewBox="4 4 56 56"', 1)


def social() -> Image.Image:
    """A board on the felt, as large as possible."""
    board = rendered(deal(617).svg(), SOCIAL[0] * 2)
    board = board.resize((round(board.width * SOCIAL[1] / board.height), SOCIAL[1]), Image.Resampling.LANCZOS)
    card = Image.new("RGB", SOCIAL, FELT_COLORS["light"].cloth)
    card.paste(board, ((SOCIAL[0] - board.width) // 2, 0), board)
    return card


def save(picture: Image.Image, name: str, colors: int = 32) -> None:
    picture.quantize(colors, dither=Image.Dither.NONE).save(STATIC / name, optimize=True)
    print(f"{name}: {(STATIC / name).stat().st_size:,} bytes")


def main() -> None:
    icon = (STATIC / "icon.svg").read_text()
    save(rendered(icon, 192), "icon-192.png")
    save(rendered(maskable(icon), 512), "icon-maskable.png")
    save(social(), "social.png", 256)


if __name__ == "__main__":
    main()
