"""Makes the pictures of the README and the docs again:  python docs/make_pictures.py"""

from __future__ import annotations

import re
from pathlib import Path

from freecell import DECK, Game, Rules, Solution, deal, solve
from freecell.deals import dealt
from freecell.drawing.deck import CARD_HEIGHT, CARD_WIDTH, FELT_COLORS, symbols
from freecell.drawing.terminal import table

HERE = Path(__file__).parent


FONT = "ui-monospace, Menlo, Consolas, monospace"


def terminal(number: int, moves: str) -> str:
    """A terminal that shows a position."""
    board = Game.from_notation(number, moves, Rules(autoplay="safe")).board
    lines = table(board, signs=True, color=True).splitlines()
    left, line_height = 24, 24
    end = 86 + len(lines) * line_height
    width, height = 690, end + 24
    colors = {"31": "#ff6b7d", "2": "#7d8797", "0": "#d8dce4"}

    def text(y: int, words: str) -> str:
        return f'<text x="{left}" y="{y}" fill="#fff" xml:space="preserve">{words}</text>'

    def painted(line: str) -> str:
        """The colours of the terminal as spans."""
        parts = re.split(r"\033\[(\d+)m", f"\033[0m{line}")[1:]
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return "".join(f'<tspan fill="{colors[code]}">{words}</tspan>' for code, words in pairs if words)

    shown = "".join(text(86 + number * line_height, painted(line)) for number, line in enumerate(lines))
    command = f'freecell show {number} --after "{moves}" --autoplay safe'
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{FONT}" font-size="16">
<title>Deal {number} in a terminal</title>
<rect width="{width}" height="{height}" rx="10" fill="#1d2129"/>
<circle cx="24" cy="22" r="6" fill="#ed6a5e"/>
<circle cx="44" cy="22" r="6" fill="#f5bf4f"/>
<circle cx="64" cy="22" r="6" fill="#62c554"/>
{text(58, f"$ {command}")}
{shown}
{text(end + 4, "$ ▮")}
</svg>
"""


def cards() -> str:
    """All cards of the deck of two colours, and the courts of the one of four."""
    pitch_x, pitch_y, gap = CARD_WIDTH + 8, CARD_HEIGHT + 8, 8
    courts = [card for card in DECK if card.rank > 10]
    places = [("two-", card, card.rank - 1, int(card.suit)) for card in DECK]
    places += [("four-", card, int(card.suit) * 3 + card.rank - 11, 4) for card in courts]
    uses = "".join(
        f'<use href="#{prefix}{card}" x="{gap + x * pitch_x}" y="{gap + y * pitch_y}" '
        f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"/>'
        for prefix, card, x, y in places
    )
    width, height = 13 * pitch_x + gap, 5 * pitch_y + gap
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width // 2}" height="{height // 2}" viewBox="0 0 {width} {height}">
<title>The cards</title>
<rect width="{width}" height="{height}" rx="14" fill="{FELT_COLORS["light"].cloth}"/>
{symbols(DECK, "two", "two-")}{symbols(courts, "four", "four-")}
{uses}
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
    (HERE / "617.svg").write_text(deal(617).svg(title="Deal 617"))
    (HERE / "617-film.svg").write_text(solve(617, goal="short", width=4096).film(width=720, loop=True).svg())
    (HERE / "terminal-617.svg").write_text(terminal(617, "7a 7b 7c b7 1b 71"))
    (HERE / "cards.svg").write_text(cards())
    (HERE / "bits.svg").write_text(bits(617))
    (HERE / "searches-617.svg").write_text(searches(617))
