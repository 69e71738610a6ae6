"""Makes the pictures of the README and the docs again:  python docs/make_pictures.py"""

from __future__ import annotations

from pathlib import Path

from freecell import Card, Solution, deal, solve
from freecell.deals import dealt

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


def bits(number: int) -> str:
    """The states behind some draws of a deal of the first range, bit by bit, and what tells each bit."""
    size, left, top, line_height = 20, 232, 74, 30
    low, told, high, unused = "#dbe7f6", "#2f7d4f", "#f6e3c5", "#eeeeee"
    shown = [0, 1, 2, 3, 4, 5, 6, 20]
    width, height = left + 32 * size + 24, top + (len(shown) + 1) * line_height + 80

    def x(bit: int) -> int:
        return left + (31 - bit) * size

    def text(x: float, y: int, words: object, anchor: str = "start", **style: str) -> str:
        more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
        return f'<text x="{x:g}" y="{y}" text-anchor="{anchor}"{more}>{words}</text>'

    def box(bit: int, y: int, fill: str) -> str:
        return f'<rect x="{x(bit)}" y="{y}" width="{size - 1}" height="{size}" fill="{fill}"/>'

    lines = [text(x(bit) + size / 2, top - 12, bit, "middle", font_size="10", fill="#666") for bit in range(32)]
    lines += [text(place, top - 12, word, fill="#666") for place, word in ((24, "card"), (72, "deck"), (176, "place"))]
    state, y = number, top
    for k, card in enumerate(dealt(number)[: shown[-1] + 1]):
        state = (214013 * state + 2531011) % 2**31
        if k not in shown:
            continue
        if k > 0 and k - 1 not in shown:
            lines.append(text(24, y + 14, "...", fill="#666"))
            y += line_height
        length = 52 - k
        power = length & -length
        product = f"{length} = {power} · {length // power}" if 1 < power < length else str(length)
        words = ((24, card), (72, product), (190, (state >> 16) % length))
        lines += [text(place, y + 15, word) for place, word in words]
        for bit in range(32):
            known = 16 <= bit < 16 + power.bit_length() - 1
            fill = told if known else low if bit < 16 else unused if bit == 31 else high if bit > 20 else "#d9eee0"
            style = {"fill": "#fff", "font_weight": "bold"} if known else {"fill": "#777"}
            digit = "" if bit == 31 else state >> bit & 1
            lines += [box(bit, y, fill), text(x(bit) + size / 2, y + 15, digit, "middle", **style)]
        y += line_height

    def group(first: int, last: int, *words: str) -> list[str]:
        """A bracket under some bits, and what is to be said of them."""
        start, end = x(first) + 2, x(last) + size - 3
        lines = [f'<path d="M{start} {y} v6 H{end} v-6" fill="none" stroke="#666"/>']
        return lines + [text((start + end) / 2, y + 24 + 16 * line, word, "middle") for line, word in enumerate(words)]

    lines += group(30, 21, "from the second card:", "the draw modulo 51,", "20 ways of 1,024")
    lines += group(20, 16, "read from", "the places,", "upwards")
    lines += group(15, 0, "65,536 ways: those remain that make", "later draws odd or even as they are")
    lines.append(text((x(30) + x(15)) / 2, 32, "the draw: bits 30 to 16", "middle", fill="#666"))
    lines.append(f'<path d="M{x(30) + 2} 48 v-6 H{x(16) + size - 3} v6" fill="none" stroke="#666"/>')
    lines.append(text(24, 32, f"deal {number}", font_weight="bold"))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{FONT}" font-size="13">
<title>The states behind the draws of deal {number}, and what tells their bits</title>
<rect width="{width}" height="{height}" rx="10" fill="#ffffff"/>
{"".join(line + chr(10) for line in lines)}</svg>
"""


def searches(number: int) -> str:
    """The cards at home along what each goal finds, by turns, and how many positions it searched for that."""
    found: list[tuple[str, str, Solution]] = [
        ("prove", "#8a94a6", solve(number, goal="prove")),
        ("fast", "#2f7ed8", solve(number)),
        ("short", "#1a9850", solve(number, goal="short", width=4096)),
    ]
    left, top, width, height = 60, 130, 600, 260
    most: int = -(-max(solution.turns for _, _, solution in found) // 10) * 10

    def x(turn: int) -> float:
        return left + width * turn / most

    def y(cards: int) -> float:
        return top + height * (1 - cards / 52)

    def text(x: float, y: float, words: str, more: str = "") -> str:
        return f'<text x="{x:.0f}" y="{y:.0f}" fill="#333"{more}>{words}</text>'

    def curve(place: int, goal: str, color: str, solution: Solution) -> str:
        game = solution.game()
        turns, points = 0, [f"{x(0):.1f},{y(0):.1f}"]
        for move, board in zip(game.moves, list(game.positions())[1:], strict=True):
            turns += move.target != "h"
            points.append(f"{x(turns):.1f},{y(sum(board.foundations)):.1f}")
        legend = f"{goal}: {solution.turns} turns, {solution.positions:,} positions searched"
        return f"""\
<polyline points="{" ".join(points)}" fill="none" stroke="{color}" stroke-width="2.5" stroke-linejoin="round"/>
<rect x="{left}" y="{52 + 20 * place}" width="22" height="4" fill="{color}"/>
{text(left + 30, 58 + 20 * place, legend)}
"""

    grid = "".join(
        f'<path d="M{left} {y(cards):.1f}h{width}" stroke="#ddd"/>'
        + text(left - 8, y(cards) + 5, str(cards), ' text-anchor="end"')
        for cards in range(0, 53, 13)
    ) + "".join(text(x(turn), top + height + 22, str(turn), ' text-anchor="middle"') for turn in range(0, most + 1, 10))
    curves = "".join(curve(place, *one) for place, one in enumerate(found))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="700" height="448" font-family="{FONT}" font-size="13">
<title>Three searches of deal {number}</title>
<rect width="700" height="448" rx="10" fill="#fff"/>
{text(left, 30, f"Deal {number}: cards at home after each turn", ' font-size="16"')}
{grid}
{curves}{text(left + width / 2, top + height + 44, "turns", ' text-anchor="middle"')}
</svg>
"""


if __name__ == "__main__":
    (HERE / "deal-617.svg").write_text(terminal(617))
    (HERE / "bits.svg").write_text(bits(617))
    (HERE / "searches-617.svg").write_text(searches(617))
