"""A chart of solvers: how many deals each solved within a given time, or number of positions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 190, 24, 52
_COLORS = ("#0f766e", "#b45309", "#1d4ed8", "#be123c", "#6d28d9", "#4d7c0f", "#0e7490", "#a21caf", "#57534e")


def contest(curves: Mapping[str, Sequence[float]], total: int, limit: float, unit: str = "s") -> str:
    """An SVG with a curve per solver: solved deals on the x axis, fastest first, and the cost of each on the y axis.

    curves  by solver name, the cost of each solved deal, such as its seconds
    total   the number of deals
    limit   the limit per deal
    unit    "s" for seconds, or the name of another unit
    """
    least = min([0.01 if unit == "s" else limit, *(min(times) for times in curves.values() if times)])
    low, high = math.floor(math.log10(max(least, 1e-4))), math.log10(limit)

    def x(count: float) -> float:
        return _LEFT + count / max(total, 1) * (_WIDTH - _LEFT - _RIGHT)

    def y(time: float) -> float:
        share = (math.log10(max(time, 10.0**low)) - low) / max(high - low, 1e-9)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    order = "fastest first" if unit == "s" else f"those with the fewest {unit} first"
    parts = [
        f'<line class="grid" x1="{_LEFT}" x2="{x(total):.1f}" y1="{y(time):.1f}" y2="{y(time):.1f}"/>'
        f'<text class="end" x="{_LEFT - 8}" y="{y(time) + 4:.1f}">{time:,g}{" s" if unit == "s" else ""}</text>'
        for time in [*(10.0**power for power in range(low, math.ceil(high))), limit]
    ]
    parts += [
        f'<text class="middle" x="{x(count):.1f}" y="{_HEIGHT - _BOTTOM + 18}">{count:g}</text>'
        for count in (total * quarter / 4 for quarter in range(5))
    ]
    parts.append(f'<text class="middle" x="{x(total / 2):.1f}" y="{_HEIGHT - 10}">deals solved, {order}</text>')
    taken: list[float] = []
    for number, (name, times) in enumerate(curves.items()):
        color = _COLORS[number % len(_COLORS)]
        points = " ".join(f"{x(count):.1f},{y(time):.1f}" for count, time in enumerate(sorted(times), 1))
        end = y(max(times)) if times else y(limit)
        while any(abs(end - other) < 15 for other in taken):
            end += 3
        taken.append(end)
        at = x(total) + 8
        parts.append(f'<polyline stroke="{color}" points="{points}"/>' if len(times) > 1 else "")
        parts.append(f'<text x="{at:.1f}" y="{end + 4:.1f}" style="fill:{color}">{escape(name)}: {len(times)}</text>')
    style = (
        "text{font:13px system-ui,sans-serif;fill:#444}.end{text-anchor:end}.middle{text-anchor:middle}"
        ".grid{stroke:#ccc}polyline{fill:none;stroke-width:2}"
    )
    what = f"Deals solved of {total}, and the {'time' if unit == 's' else unit} for each"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{what}">'
        f"<style>{style}</style><rect width='100%' height='100%' fill='#fff'/>{''.join(parts)}</svg>\n"
    )
