"""Draw the pictures in the README and the docs:  python docs/make_pictures.py"""

from __future__ import annotations

import re
from pathlib import Path

from freecell import DECK, Game, Rules, Solution, deal, solve
from freecell.dealing import dealt
from freecell.drawing.deck import CARD_HEIGHT, CARD_WIDTH, FELT_COLORS, symbols
from freecell.drawing.terminal import table

HERE = Path(__file__).parent


FONT = "ui-monospace, Menlo, Consolas, monospace"


def terminal(number: int, moves: str) -> str:
    """A terminal window that shows a position."""
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
    command = f'freecell show {number} --moves "{moves}" --autoplay safe'
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
    """All cards of the two-colour deck, and the court cards of the four-colour deck."""
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
    """The states behind some draws of a deal in the first range, bit by bit, and what reveals each bit."""
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
    lines += [text(place, top - 12, word, fill="#666") for place, word in ((24, "card"), (72, "deck"), (176, "index"))]
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
        """A bracket under some bits, with an explanation."""
        start, end = x(first) + 2, x(last) + size - 3
        lines = [f'<path d="M{start} {y} v6 H{end} v-6" fill="none" stroke="#666"/>']
        return lines + [text((start + end) / 2, y + 24 + 16 * line, word, "middle") for line, word in enumerate(words)]

    lines += group(30, 21, "second card: draw mod 51", "leaves 20 or 21", "of 1,024 values")
    lines += group(20, 16, "revealed", "by the", "indices")
    lines += group(15, 0, "65,536 values: looked up by the", "parities of the other draws")
    lines.append(text((x(30) + x(15)) / 2, 32, "the draw: bits 30 to 16", "middle", fill="#666"))
    lines.append(f'<path d="M{x(30) + 2} 48 v-6 H{x(16) + size - 3} v6" fill="none" stroke="#666"/>')
    lines.append(text(24, 32, f"deal {number}", font_weight="bold"))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{FONT}" font-size="13">
<title>The states behind the draws of deal {number}, and what reveals their bits</title>
<rect width="{width}" height="{height}" rx="10" fill="#ffffff"/>
{"".join(line + chr(10) for line in lines)}</svg>
"""


def searches(number: int) -> str:
    """The number of cards at home after each turn of the solution that each goal finds."""
    found: list[tuple[str, str, Solution]] = [
        ("prove", "#8a94a6", solve(number, goal="prove")),
        ("fast", "#2f7ed8", solve(number)),
        ("short", "#1a9850", solve(number, goal="short", beam_width=4096)),
    ]
    left, top, width, height = 60, 130, 600, 260
    most: int = -(-max(solution.turns or 0 for _, _, solution in found) // 10) * 10

    def x(turn: int) -> float:
        return left + width * turn / most

    def y(cards: int) -> float:
        return top + height * (1 - cards / 52)

    def text(x: float, y: float, words: str, more: str = "") -> str:
        return f'<text x="{x:.0f}" y="{y:.0f}" fill="#333"{more}>{words}</text>'

    def curve(place: int, goal: str, color: str, solution: Solution) -> str:
        game = solution.game()
        turns, points = 0, [f"{x(0):.1f},{y(0):.1f}"]
        for move, board in zip(game.moves, game.boards[1:], strict=True):
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


INK, RED, GREY, GREEN, AMBER = "#222", "#c1272d", "#666", "#2f7d4f", "#c77700"
SMALL_WIDTH, SMALL_HEIGHT, OVERLAP = 44, 30, 24


def words(x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK, size: int = 13) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{text}</text>'


def small_card(x: float, y: float, name: str, edge: str = "#888") -> str:
    """A card as a labelled box. `edge` is the colour of its frame."""
    width = 1 if edge == "#888" else 2.5
    fill = RED if name[-1] in "♥♦" else INK
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{SMALL_WIDTH}" height="{SMALL_HEIGHT}" rx="4" fill="#fff" stroke="{edge}" '
        f'stroke-width="{width}"/>' + words(x + SMALL_WIDTH / 2, y + 17, name, anchor="middle", fill=fill, size=15)
    )


def small_board(
    x: float, y: float, cells: list[str], columns: list[str], edges: dict[str, str] | None = None
) -> list[str]:
    """A board with few cells and columns. Cards are names such as "Q♦"; "-" is an empty cell, "" an empty column."""
    edges = edges or {}
    parts = []
    pitch = SMALL_WIDTH + 8
    for place, card in enumerate(cells):
        at = x + place * pitch
        parts.append(f'<rect x="{at}" y="{y}" width="{SMALL_WIDTH}" height="{SMALL_HEIGHT}" rx="4" fill="#e8efe9"/>')
        if card != "-":
            parts.append(small_card(at, y, card, edges.get(card, "#888")))
    for place, column in enumerate(columns):
        at, top = x + place * pitch, y + SMALL_HEIGHT + 16
        if not column:
            parts.append(
                f'<rect x="{at}" y="{top}" width="{SMALL_WIDTH}" height="{SMALL_HEIGHT}" rx="4" fill="none" '
                'stroke="#bbb" stroke-dasharray="4 3"/>'
            )
        for row, card in enumerate(column.split()):
            parts.append(small_card(at, top + row * OVERLAP, card, edges.get(card, "#888")))
    return parts


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:g} {y1:g} L{x2:g} {y2:g}" stroke="{GREY}" stroke-width="1.5" marker-end="url(#arrow)"/>'


def diagram(width: int, height: int, title: str, parts: list[str]) -> str:
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" \
font-family="system-ui, sans-serif">
<title>{title}</title>
<defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0 0 L8 4 L0 8 z" \
fill="{GREY}"/></marker></defs>
<rect width="{width}" height="{height}" rx="10" fill="#fff"/>
{"".join(part + chr(10) for part in parts)}</svg>
"""


def search_goals() -> str:
    """Which searches run for each goal, and in which order."""
    parts: list[str] = []

    def box(x: int, y: int, first: str, second: str, *, search: bool = False) -> None:
        fill = "#dbe7f6" if search else "#eef3ee"
        parts.extend(
            (
                f'<rect x="{x}" y="{y}" width="150" height="50" rx="6" fill="{fill}" stroke="#888"/>',
                words(x + 75, y + 21, first, anchor="middle", size=15),
                words(x + 75, y + 39, second, anchor="middle", size=12),
            )
        )

    box(20, 70, "Greedy ladder", "12 short searches", search=True)
    box(20, 190, "Exact search", "all settled positions", search=True)
    box(230, 70, "A solution", "goal fast stops here")
    box(230, 190, "Unsolvable", "every position searched")
    box(230, 260, "Undecided", "a limit was reached")
    box(440, 70, "Beam searches", "wider and wider", search=True)
    box(440, 190, "A* search", "with a lower bound", search=True)
    box(440, 130, "A short solution", "not proven shortest")
    box(440, 250, "A shortest solution", "with its proof")
    parts += [arrow(170, 95, 226, 95), arrow(95, 120, 95, 186), arrow(170, 205, 232, 124), arrow(170, 215, 226, 215)]
    parts += [arrow(170, 228, 226, 280), arrow(380, 95, 436, 95), arrow(360, 120, 438, 200)]
    parts += [arrow(515, 120, 515, 127), arrow(515, 240, 515, 247)]
    notes = [
        (20, 60, "goals fast, short, shortest"),
        (102, 158, "if all fail"),
        (20, 258, "goal prove"),
        (384, 86, "short"),
    ]
    parts += [words(x, y, text, fill=GREY, size=12) for x, y, text in [*notes, (346, 176, "shortest")]]
    parts.append(words(20, 32, "Which searches run", size=17))
    return diagram(610, 330, "Which searches run for each goal", parts)


def search_settled() -> str:
    """Positions that settle into one another."""
    parts = [
        words(24, 32, "Single cards can trade places ...", size=15),
        words(560, 32, "... and 6♥ can sit on 7♠: the settled position", size=15),
        *small_board(24, 52, ["6♥", "-"], ["K♣ 7♠", "Q♦ 5♠ J♣", "9♣", ""], {"6♥": AMBER, "9♣": AMBER}),
        words(262, 140, "⇄", anchor="middle", fill=GREY, size=26),
        *small_board(292, 52, ["9♣", "-"], ["K♣ 7♠", "Q♦ 5♠ J♣", "6♥", ""], {"6♥": AMBER, "9♣": AMBER}),
        words(530, 140, "⇄", anchor="middle", fill=GREY, size=26),
        *small_board(560, 52, ["9♣", "-"], ["K♣ 7♠ 6♥", "Q♦ 5♠ J♣", "", ""], {"9♣": AMBER}),
    ]
    return diagram(900, 220, "Three positions that settle into one", parts)


def search_step() -> str:
    """Two steps of the exact search that link the same two cards."""
    marked = {"5♠": GREEN, "6♥": GREEN, "J♣": AMBER}
    parts = [
        words(24, 32, "Settled position", size=15),
        *small_board(24, 52, ["9♣", "-"], ["K♣ 7♠ 6♥", "Q♦ 5♠ J♣", "", ""], marked),
        words(310, 32, "Dig J♣, link 5♠ to 6♥", size=15),
        *small_board(310, 52, ["9♣", "J♣"], ["K♣ 7♠ 6♥ 5♠", "Q♦", "", ""], marked),
        words(596, 32, "It settles: J♣ fits on Q♦", size=15),
        *small_board(596, 52, ["9♣", "-"], ["K♣ 7♠ 6♥ 5♠", "Q♦ J♣", "", ""], marked),
        words(310, 252, "Dig J♣ and 6♥ as well, link them in a column of their own", size=15),
        *small_board(310, 272, ["9♣", "J♣"], ["K♣ 7♠", "Q♦", "6♥ 5♠", ""], marked),
        words(536, 340, "Settling puts J♣ on Q♦ here as well.", fill=GREY),
        arrow(240, 130, 302, 130),
        arrow(526, 130, 588, 130),
        arrow(200, 205, 302, 290),
    ]
    return diagram(850, 410, "Two steps that link the same cards", parts)


def search_bound() -> str:
    """The relaxed problem: which cards cost a move."""
    edges = {"3♦": RED, "2♠": AMBER, "2♥": AMBER}
    parts = [
        words(24, 32, "Each column is a stack. How many cards must leave it other than to a foundation?", size=15),
        *small_board(24, 10, [], ["A♥ 2♠", "A♠ 2♥", "A♦ 5♣ 3♦"], edges),
        words(220, 80, "3♦ lies above A♦, a lower card of its own suit. It costs one move.", fill=RED),
        words(220, 108, "2♠ waits for A♠ beneath 2♥, and 2♥ waits for A♥ beneath 2♠.", fill=AMBER),
        words(220, 126, "One of the two costs a move.", fill=AMBER),
        words(220, 154, "All other cards are free: they go to their foundations. (5♣ is next there.)", fill=GREY),
        words(220, 182, "Lower bound: 2 moves"),
    ]
    return diagram(760, 200, "A lower bound on the moves of a solution", parts)


if __name__ == "__main__":
    (HERE / "617.svg").write_text(deal(617).svg(title="Deal 617"))
    (HERE / "617-film.svg").write_text(solve(617, goal="short", beam_width=4096).film(width=720, loop=True).svg())
    (HERE / "terminal-617.svg").write_text(terminal(617, "7a 7b 7c b7 1b 71"))
    (HERE / "cards.svg").write_text(cards())
    (HERE / "bits.svg").write_text(bits(617))
    (HERE / "searches-617.svg").write_text(searches(617))
    (HERE / "search-goals.svg").write_text(search_goals())
    (HERE / "search-settled.svg").write_text(search_settled())
    (HERE / "search-step.svg").write_text(search_step())
    (HERE / "search-bound.svg").write_text(search_bound())
