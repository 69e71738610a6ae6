"""Repeat the study in docs/difficulty-measure.md:  python tools/difficulty_study.py measures|cells|seeds|lists|score

    measures  measures of what may make a deal hard, for random deals, and how they correlate
    cells     the scores of deals that need 0, 1, 2, 3 or 4 cells
    seeds     how much the scores of a deal differ when the weak player has different luck
    lists     the scores of deals that others call hard or easy
    score     the shares of wins from which the score is computed

Each part prints its figures, and `cells` and `lists` draw a picture into docs/. Except for the lists, deals are random
ones above 200 million, which no benchmark uses. `measures` first compiles tools/difficulty_study.cpp with $CXX or
c++; the other parts need only the package.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from freecell import Rules, Verdict, deal, solve
from freecell.engine import difficulty, thread_count
from freecell.packing import pack
from freecell.survey import charts

DOCS = Path(__file__).parents[1] / "docs"
LOWEST, HIGHEST = 200_000_001, 2**31 - 1

# The columns of tools/difficulty_study.cpp after the deal and its score, and whether more means easier.
MEASURES = {
    "wins": True,  # for the weak player on which the score is based
    "careful": True,  # for a player whose errors are half as large
    "careless": True,  # for a player whose errors are more than twice as large
    "other evaluation": True,  # for a player that values boards differently
    "farsighted": True,  # for a careful player that looks two moves ahead
    "share": True,  # the share of sensible moves along good lines that keep the game winnable
    "bits": False,  # the luck it takes to stay on such a line
    "depth": False,  # the search effort to see that a move loses
    "cells": False,  # the fewest with which it can be won
    "turns": False,  # of a short solution
    "positions": False,  # of a fast search
}

# Measures by kind. The first one of each represents it when kinds are compared.
FAMILIES = [*["players"] * 5, *["lines"] * 2, "depth", "cells", "turns", "positions"]

# http://www.austega.com/diversions/FreeCell/freecell.htm
HARD = (
    *(169, 617, 3701, 3710, 4806, 6837, 10623, 12384, 12445, 16624, 17565, 18938, 19253, 22272, 25206, 25450, 25995),
    *(27478, 27657, 28138, 28588, 29788, 30663),
)
EXTRA_HARD = (454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856)
# http://webspace.webring.com/people/xp/pixeltheatre/freecell/index.html: the most difficult so far, counted from 1
HARD_SO_FAR = (10, 21, 25, 57, 63)
# https://github.com/macroxue/freecell: of the first million, those with solutions of 8 to 10 moves, and of 44 and more
EASIEST = (
    *(224533, 239313, 28527, 70129, 78493, 211226, 264554, 290724, 364837, 380360, 697484, 963732, 10781, 66160),
    *(127182, 199456, 219017, 397328, 399683, 437722, 458142, 470149, 489579, 558959, 590669, 605531, 606822, 724065),
    *(727279, 799686, 834702, 868595, 875934, 908977, 943616, 949440, 977792),
)
LONGEST = (
    *(167716, 255317, 335220, 386274, 405287, 426735, 427388, 451888, 457777, 760345, 821933, 201616, 584884, 828638),
    *(890769, 764390, 31465, 563096, 739671, 57148),
)

STYLE = """<style>text{font:11px sans-serif;fill:#777}.tick,.axis{text-anchor:middle}.row{text-anchor:end}
.grid{stroke:#7774}polyline{fill:none;stroke-width:1.6}.s0{stroke:#2a9d8f}.s1{stroke:#457b9d}.s2{stroke:#8a6fb0}
.s3{stroke:#e09f3e}.s4{stroke:#c1454a}</style>"""
COLOURS = ("#2a9d8f", "#457b9d", "#8a6fb0", "#e09f3e", "#c1454a")


def some_deals(count: int) -> list[int]:
    chance = random.Random(617)
    return [chance.randrange(LOWEST, HIGHEST) for _ in range(count)]


def scores(numbers: Sequence[int], seed: int = 0) -> list[int]:
    boards = pack(deal(number) for number in numbers)
    return [score for _, score, _, _ in difficulty(boards, 4, thread_count(), seed)]


def measures(count: int, table: Path) -> None:
    """Measure the deals missing from `table`, and print how the measures correlate."""
    known = [line.split(",") for line in table.read_text().splitlines()] if table.exists() else []
    done = {int(row[0]) for row in known}
    missing = [str(number) for number in some_deals(count) if number not in done]
    source = Path(__file__).with_suffix(".cpp")
    with tempfile.TemporaryDirectory() as folder, table.open("a") as file:
        program = Path(folder, "study")
        flags = ["-std=c++20", "-O3", "-pthread", f"-I{source.parents[1] / 'core'}"]
        subprocess.run([os.environ.get("CXX", "c++"), *flags, "-o", str(program), str(source)], check=True)
        for begin in range(0, len(missing), 100):
            subprocess.run([str(program), *missing[begin : begin + 100]], stdout=file, check=True)
    tell_measures(np.array([[float(cell) for cell in line.split(",")] for line in table.read_text().splitlines()]))


def tell_measures(rows: NDArray[np.float64]) -> None:
    ranks = np.array([rank(-rows[:, at] if easier else rows[:, at]) for at, easier in enumerate(MEASURES.values(), 2)])
    related = np.corrcoef(ranks)
    print(f"{len(rows)} deals; rank correlations")
    for name, row in zip(MEASURES, related, strict=True):
        print(f"{name:>10}", *(f"{value:5.2f}" for value in row))
    vectors = np.linalg.eigh(related)[1]
    kinds = [FAMILIES.index(family) for family in dict.fromkeys(FAMILIES)]
    for what, chosen in (("", range(len(FAMILIES))), (" of one of each kind", kinds)):
        shares = np.linalg.eigvalsh(related[np.ix_(chosen, chosen)])[::-1] / len(chosen)
        print(f"shares of the principal components{what}:", *(f"{share:.2f}" for share in shares[:4]))
    for at, (name, family) in enumerate(zip(MEASURES, FAMILIES, strict=True)):
        others = [place for place in kinds if FAMILIES[place] != family]
        common = np.linalg.eigh(np.corrcoef(ranks[others]))[1][:, -1] @ standard(ranks[others])
        print(f"{name:>10}: {abs(vectors[at, -1]):.2f} in the first,", end=" ")
        print(f"{abs(np.corrcoef(rank(common), ranks[at])[0, 1]):.2f} with what the other kinds have in common")


def rank(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks; equal values have equal ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[places])


def standard(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((rows - rows.mean(1, keepdims=True)) / rows.std(1, keepdims=True))


def needing(cells: int, count: int) -> Iterator[int]:
    """Deals that are winnable with this many cells, and proven unwinnable with one fewer."""
    number = LOWEST + 10_000_000 * (cells + 1)
    while count:
        number += 1
        if cells > 0 and solve(number, rules=Rules(cells - 1), max_positions=300_000).verdict is not Verdict.UNSOLVABLE:
            continue
        if solve(number, rules=Rules(cells), max_positions=300_000).verdict is Verdict.SOLVED:
            count -= 1
            yield number


def by_cells(count: int) -> None:
    found = {f"{cells} cells": scores(list(needing(cells, count))) for cells in range(5)}
    for name, of_them in found.items():
        low, middle, high = np.percentile(of_them, [10, 50, 90])
        print(f"{name}: mean {mean(of_them):.1f}, a tenth below {low:.0f}, half {middle:.0f}, nine tenths {high:.0f}")
    draw("difficulty-cells.svg", found)


def by_seeds(count: int) -> None:
    found = [scores(some_deals(count), seed) for seed in range(5)]
    apart = sorted(abs(one - other) for row in zip(*found, strict=True) for one, other in combinations(row, 2))
    within = sum(points <= 5 for points in apart) / len(apart)
    at = [apart[int(share * len(apart))] for share in (0.5, 0.95, 0.99)]
    print(
        f"{count} deals, 5 seeds: within 5 points {within:.1%}, half {at[0]}, 95% {at[1]}, 99% {at[2]}, all {apart[-1]}"
    )


def by_lists() -> None:
    so_far = [number for number in range(1, 64) if number not in HARD_SO_FAR]
    lists = {"easiest": EASIEST, "random": random.Random(617).sample(range(1, 32_001), 200), "hard": HARD}
    lists |= {"extra hard": EXTRA_HARD, "longest": LONGEST, "hard so far": HARD_SO_FAR, "others so far": so_far}
    found = {name: scores(numbers) for name, numbers in lists.items()}
    for name, of_them in found.items():
        print(f"{name}: mean {mean(of_them):.1f} of {len(of_them)}")
    for hard, easy in (
        *(("hard", "easiest"), ("extra hard", "easiest"), ("extra hard", "hard"), ("hard", "random")),
        *(("extra hard", "random"), ("longest", "easiest"), ("hard so far", "others so far")),
    ):
        pairs = [(one > other) + (one == other) / 2 for one in found[hard] for other in found[easy]]
        print(f"{hard} above {easy}: {mean(pairs):.1%} of {len(pairs)} pairs")
    draw("difficulty-lists.svg", {name: found[name] for name in ("easiest", "random", "hard", "extra hard")})


def score_shares(count: int) -> None:
    boards = pack(deal(number) for number in some_deals(count))
    shares = [wins / games for _, _, games, wins in difficulty(boards, 4, thread_count())]
    print(*(f"{1e6 * np.quantile(shares, 1 - part / 20):.0f}" for part in range(1, 20)))


def draw(name: str, series: Mapping[str, Sequence[int]]) -> None:
    """A line for each series: the percentage of its deals with each score."""
    bins = {key: Counter(min(score, 99) // 10 for score in of_them) for key, of_them in series.items()}
    totals = {key: len(of_them) for key, of_them in series.items()}
    chart = charts.histogram(bins, totals, "score", lambda bin_: 10.0 * bin_, lambda value: f"{value:.0f}", log=False)
    key = "".join(
        f'<text style="fill:{colour}" x="{110 + 66 * at}" y="12">{label}</text>'
        for at, (label, colour) in enumerate(zip(series, COLOURS, strict=False))
    )
    head, rest = chart.split(">", 1)
    head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    (DOCS / name).write_text(f"{head}>{STYLE}{key}{rest}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("measures", "cells", "seeds", "lists", "score"))
    parser.add_argument("--count", type=int, default=400, help="how many deals; for cells, of each kind")
    parser.add_argument("--table", type=Path, default=Path("measures.csv"), help="where measures are kept")
    arguments = parser.parse_args()
    if arguments.part == "measures":
        measures(arguments.count, arguments.table)
    elif arguments.part == "lists":
        by_lists()
    else:
        {"cells": by_cells, "seeds": by_seeds, "score": score_shares}[arguments.part](arguments.count)


if __name__ == "__main__":
    main()
