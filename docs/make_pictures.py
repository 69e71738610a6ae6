"""Makes the pictures of the README and the docs again:  python docs/make_pictures.py"""

from __future__ import annotations

from pathlib import Path

from freecell import Card, Solution, deal, solve

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
    (HERE / "searches-617.svg").write_text(searches(617))
