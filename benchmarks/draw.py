"""Drawing and filming: times and sizes of pictures and films.

python benchmarks/draw.py
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from measure import Result, duration, maximum, report, seconds

from freecell import Solution, deal, solve
from freecell.drawing.picture import png

LENGTH = 100  # cards that the solution moves


def pictures() -> list[Result]:
    board = deal(617)
    svg_time, png_time = seconds(board.svg, lambda: png(board.svg(), 1000))
    return [
        maximum("a picture as SVG, time", svg_time, 0.05, duration),
        maximum("a picture as SVG, size", len(board.svg()), 60_000, kilobytes),
        maximum("a picture as PNG, 1,000 pixels wide, time", png_time, 1, duration),
    ]


def films(solution: Solution, folder: Path) -> list[Result]:
    """Each film from the solution to the file."""
    results: list[Result] = []
    for suffix, most_time, most_bytes in (("svg", 1, 400_000), ("gif", 10, 4_000_000), ("webp", 10, 4_000_000)):
        path = folder / f"film.{suffix}"
        (time,) = seconds(partial(film, solution, path), rounds=3)
        what = f"a film of {solution.cards_moved} cards as {suffix.upper()}, 640 pixels wide"
        results.append(maximum(f"{what}, time", time, most_time, duration))
        results.append(maximum(f"{what}, size", path.stat().st_size, most_bytes, kilobytes))
    return results


def film(solution: Solution, path: Path) -> None:
    solution.film(width=640).save(path)


def kilobytes(size: float) -> str:
    return f"{size / 1000:,.0f} kB"


if __name__ == "__main__":
    solution = solve(617, goal="short", beam_width=4096)
    assert (solution.cards_moved or 0) >= LENGTH
    with tempfile.TemporaryDirectory() as name:
        report("Drawing", [*pictures(), *films(solution, Path(name))])
