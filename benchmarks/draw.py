"""Drawing and filming: times and sizes of pictures and films beside what they may be.

python benchmarks/draw.py
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from measure import Result, report, seconds

from freecell import Solution, deal, solve
from freecell.drawing.picture import png

LENGTH = 100  # cards that the solution moves


def pictures() -> list[Result]:
    board = deal(617)
    svg_time, png_time = seconds(board.svg, lambda: png(board.svg(), 1000))
    return [
        took("a picture as SVG", svg_time, 0.05),
        weighs("a picture as SVG", len(board.svg()), 60_000),
        took("a picture as PNG, 1000 pixels", png_time, 1),
    ]


def films(solution: Solution, folder: Path) -> list[Result]:
    """Each film from the solution to the file."""
    results = []
    for suffix, most_time, most_bytes in (("svg", 1, 400_000), ("gif", 10, 4_000_000), ("webp", 10, 4_000_000)):
        path = folder / f"film.{suffix}"
        (time,) = seconds(partial(film, solution, path), rounds=3)
        what = f"a film of {solution.cards} cards as {suffix.upper()}, 640 pixels"
        results += [took(what, time, most_time), weighs(what, path.stat().st_size, most_bytes)]
    return results


def film(solution: Solution, path: Path) -> None:
    solution.film(width=640).save(path)


def took(what: str, time: float, most: float) -> Result:
    def show(time: float) -> str:
        return f"{time:.1f} s" if time >= 1 else f"{time * 1000:.1f} ms"

    return Result(f"{what}; the time it may take", show(time), show(most), time / most, most=1)


def weighs(what: str, size: int, most: int) -> Result:
    return Result(f"{what}; the size it may have", f"{size / 1000:.0f} kB", f"{most // 1000} kB", size / most, most=1)


if __name__ == "__main__":
    solution = solve(617, goal="short", width=4096)
    assert solution.cards >= LENGTH
    with tempfile.TemporaryDirectory() as name:
        report("Drawing", [*pictures(), *films(solution, Path(name))])
