"""Charts as SVG: histograms and shares. The page defines the colours of the classes `s0`, `s1`, ..., one per series."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 440, 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 28, 44

Series = Mapping[str, Mapping[int, int]]
"""The count in each bin of each series, by the name of the series."""


def histogram(
    series: Series,
    totals: Mapping[str, int],
    axis: str,
    start: Callable[[int], float],
    label: Callable[[float], str],
    *,
    log: bool,
) -> str:
    """Bars for one series, or a line for each of several. Heights are percentages of the totals.

    `start` returns the value where a bin begins and `label` the text for a value. `log` makes the axis logarithmic.
    """
    bins = sorted({bin_ for counts in series.values() for bin_ in counts})
    first, last = bins[0], bins[-1] + 1
    highest = max(100 * count / totals[name] for name, counts in series.items() for count in counts.values())
    step = _nice(highest / 4)
    top = step * math.ceil(highest / step)

    def x(bin_: float) -> float:
        return _LEFT + (bin_ - first) / (last - first) * (WIDTH - _LEFT - _RIGHT)

    def y(percent: float) -> float:
        return HEIGHT - _BOTTOM - percent / top * (HEIGHT - _TOP - _BOTTOM)

    parts = [_lines_across(y, step, top), _ticks(x, first, last, start, label, log=log)]
    for number, (name, counts) in enumerate(series.items()):
        if len(series) == 1:
            for bin_, count in sorted(counts.items()):
                share = 100 * count / totals[name]
                tooltip = f"{label(start(bin_))} to {label(start(bin_ + 1))}: {count:,} ({share:.2g}%)"
                width = max(x(bin_ + 1) - x(bin_) - (1 if last - first < 90 else 0), 0.8)
                parts.append(
                    f'<rect class="s0" x="{x(bin_):.1f}" y="{y(share):.1f}" width="{width:.1f}" '
                    f'height="{y(0) - y(share):.1f}"><title>{escape(tooltip)}</title></rect>'
                )
        else:
            # One step per bin, from its left border to its right one.
            ends = [
                (at, 100 * counts.get(bin_, 0) / totals[name]) for bin_ in range(first, last) for at in (bin_, bin_ + 1)
            ]
            points = " ".join(f"{x(at):.1f},{y(share):.1f}" for at, share in ends)
            parts.append(f'<polyline class="s{number}" points="{points}"><title>{escape(name)}</title></polyline>')
    parts.append(f'<text class="axis" x="{(WIDTH + _LEFT) / 2}" y="{HEIGHT - 6}">{escape(axis)}</text>')
    parts.append('<text x="2" y="12">share of the deals</text>')
    return _svg(parts, HEIGHT, axis)


def shares(rows: Sequence[tuple[str, Mapping[str, int]]], what: str) -> str:
    """A bar for each row, divided into shares."""
    line, left = 34, 70
    height = line * len(rows) + 24
    parts = []
    for number, (name, counts) in enumerate(rows):
        top, at, total = number * line + 6, float(left), sum(counts.values()) or 1
        parts.append(f'<text class="row" x="{left - 8}" y="{top + 16}">{escape(name)}</text>')
        for series, (part, count) in enumerate(counts.items()):
            width = (WIDTH - left - _RIGHT) * count / total
            tooltip = f"{name}, {part}: {count:,} ({100 * count / total:.4g}%)"
            parts.append(
                f'<rect class="v{series}" x="{at:.1f}" y="{top}" width="{width:.2f}" height="{line - 10}">'
                f"<title>{escape(tooltip)}</title></rect>"
            )
            at += width
    for percent in range(0, 101, 25):
        x = left + (WIDTH - left - _RIGHT) * percent / 100
        anchor = "end" if percent == 100 else "middle"
        parts.append(f'<text class="tick" style="text-anchor:{anchor}" x="{x}" y="{height - 4}">{percent}%</text>')
    return _svg(parts, height, what)


def _svg(parts: Sequence[str], height: int, what: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(what)}">{"".join(parts)}</svg>'


def _lines_across(y: Callable[[float], float], step: float, top: float) -> str:
    """Lines at round percentages, with their labels."""
    parts = []
    for number in range(round(top / step) + 1):
        percent = number * step
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y(percent):.1f}" y2="{y(percent):.1f}"/>'
        )
        parts.append(f'<text class="row" x="{_LEFT - 6}" y="{y(percent) + 4:.1f}">{percent:.4g}%</text>')
    return "".join(parts)


def _ticks(
    x: Callable[[float], float],
    first: int,
    last: int,
    start: Callable[[int], float],
    label: Callable[[float], str],
    *,
    log: bool,
) -> str:
    """Labels below the axis at round values; on a logarithmic axis, at powers of ten."""
    low, high = start(first), start(last)
    if log:
        values = [
            10.0**power for power in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)
        ]
        places = [first + (last - first) * math.log(value / low) / math.log(high / low) for value in values]
    else:
        step = max(1, _nice((high - low) / 6))
        values = [step * number for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
        places = [first + (last - first) * (value - low) / (high - low) for value in values]
    return "".join(
        f'<text class="tick" x="{x(place):.1f}" y="{HEIGHT - _BOTTOM + 16}">{escape(label(value))}</text>'
        for place, value in zip(places, values, strict=True)
    )


def _nice(least: float) -> float:
    """The next round number: 1, 2 or 5, followed by zeros."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))
