"""Makes the pictures of the README and the docs again:  python docs/make_pictures.py"""

from __future__ import annotations

from pathlib import Path

from freecell import Card, deal

HERE = Path(__file__).parent


FONT = "ui-monospace, Menlo, Consolas, monospace"


def terminal(number: int) -> str:
    """A terminal that shows `freecell deal NUMBER --format unicode`."""
    left, column_width, line_height = 24, 30, 24
    rows = deal(number).rows
    end = 86 + len(rows) * line_height
    width, height = 500, end + 24

    def text(x: int, y: int, fill: str, words: str) -> str:
        return f'<text x="{x}" y="{y}" fill="{fill}">{words}</text>'

    def card(card: Card, column: int, row: int) -> str:
        fill = "#e0566b" if card.color == "red" else "#d8dce4"
        return text(left + column * column_width, 86 + row * line_height, fill, card.sign)

    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{FONT}" font-size="17">
<title>Deal {number} in a terminal</title>
<rect width="{width}" height="{height}" rx="10" fill="#1d2129"/>
<circle cx="24" cy="22" r="6" fill="#ed6a5e"/>
<circle cx="44" cy="22" r="6" fill="#f5bf4f"/>
<circle cx="64" cy="22" r="6" fill="#62c554"/>
{text(left, 58, "#ffffff", f"$ freecell deal {number} --format unicode")}
{"".join(card(c, column, row) for row, cards in enumerate(rows) for column, c in enumerate(cards) if c)}
{text(left, end + 4, "#ffffff", "$ ▮")}
</svg>
"""


if __name__ == "__main__":
    (HERE / "deal-617.svg").write_text(terminal(617))
