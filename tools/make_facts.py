"""Puts facts into the package and writes docs/facts.md and its pictures.

python tools/make_facts.py FOLDER               the tables of `freecell survey facts -o FOLDER`, of all 32,000 deals
python tools/make_facts.py --improve SURVEY...  the tables of the package, improved by surveys for shortest solutions;
                                                their last section, how to repeat it, stays as it is
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, median

from facts_times import LONGER, survey_rows, time_text, times_of

from freecell.factbook import LAST, Facts
from freecell.factbook.table import KNOWN_FILE, MORE_FILE, Table
from freecell.survey import charts, making
from freecell.verdicts import GRADES, IMPOSSIBLE

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "freecell" / "factbook"

STYLE = """<style>text{font:11px sans-serif;fill:#777}.tick,.axis{text-anchor:middle}.row{text-anchor:end}
.grid{stroke:#7774}.s0{fill:#2a9d8f}</style>"""


def main() -> None:
    match sys.argv[1:]:
        case ["--improve", *surveys] if surveys:
            table = read(PACKAGE)
            for survey in surveys:
                table = making.improved(table, Path(survey))
            text = (DOCS / "facts.md").read_text()
            last = text[text.index("## To repeat it") :]
        case [folder] if not folder.startswith("-"):
            table, last = read(Path(folder)), how_to_repeat(times_of(Path(folder)))
        case _:
            sys.exit(__doc__)
    known, more = table.pack()
    facts = [Facts(number, **(table.row(number) or {})) for number in range(1, LAST + 1)]
    (DOCS / "facts.md").write_text(page(facts, last, len(known), len(more)))
    picture("facts-turns.svg", [one.turns for one in facts if one.turns], "turns of the shortest solution known")
    picture(
        "facts-singles.svg", [one.singles for one in facts if one.singles], "singles of the shortest solution known"
    )
    (PACKAGE / KNOWN_FILE).write_bytes(known)
    (PACKAGE / MORE_FILE).write_bytes(more)


def read(folder: Path) -> Table:
    table = Table.unpack(*((folder / name).read_bytes() for name in (KNOWN_FILE, MORE_FILE)))
    if (table.first, table.rows) != (1, LAST):
        sys.exit(f"{folder} has {table.rows} deals from {table.first} on: expected 1 to {LAST}")
    return table


def picture(name: str, values: Sequence[int], axis: str) -> None:
    """A histogram."""
    chart = charts.histogram(
        {"": Counter(values)}, {"": len(values)}, axis, float, lambda value: f"{value:.0f}", log=False
    )
    head, rest = chart.split(">", 1)
    head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    (DOCS / name).write_text(f"{head}>{STYLE}{rest}\n")


def page(facts: Sequence[Facts], last: str, *sizes: int) -> str:
    sections = (
        about(facts, sum(sizes)),
        about_cells(facts),
        about_turns(facts),
        about_singles(facts),
        about_difficulty(facts),
        last,
    )
    return "\n".join(sections)


def about(facts: Sequence[Facts], size: int) -> str:
    example = facts[616]
    return f"""\
# What is known of the first 32,000 deals

Microsoft's first FreeCell had 32,000 deals. Of each of them this is known, and is in the package: whether it can be
won, with how few cells, the shortest solution, and how hard it is. [Another solver](reliability.md) says the same of a
sample.

```console
$ freecell facts 617
{example}
```

```pycon
>>> from freecell import facts
>>> facts(617).min_cells, facts(617).turns, facts(617).turns_lower_bound, facts(617).grade
{(example.min_cells, example.turns, example.turns_lower_bound, example.grade)}

```

`freecell facts 1..32000 --json` gives all of them, `GET /api/facts/617` is the [API](web.md)'s way, and the page shows
them too, without a network. Nothing is searched for: the tables take {size / 1000:.0f} kB. Where a number is not
proven to be the least, it is said what it is at least.
"""


def about_cells(facts: Sequence[Facts]) -> str:
    four = [one.deal for one in facts if one.min_cells == one.min_cells_lower_bound == 4]
    return f"""\
## Cells

With how few cells can a deal be won? Each number is proven from both sides: by a solution with so many cells, and by a
whole search with one fewer.

| cells | deals | percent |
| --- | --- | --- |
{lines(cell_rows(facts))}
{undecided([one for one in facts if one.min_cells != one.min_cells_lower_bound])}
```pycon
>>> from collections import Counter
>>> every = [facts(number) for number in range(1, 32_001)]
>>> known = [one for one in every if one.min_cells == one.min_cells_lower_bound]
>>> sorted(Counter(one.min_cells for one in known).items())
{sorted(Counter(one.min_cells for one in facts if one.min_cells == one.min_cells_lower_bound).items())}
>>> [one.deal for one in known if one.min_cells == 4][:5]
{four[:5]}

```

**Won without any cell**: {listed(one.deal for one in facts if one.min_cells == 0)}.

**Four cells are needed** by {len(four)}: {listed(four)}.
"""


def about_turns(facts: Sequence[Facts]) -> str:
    turns = [one.turns for one in facts if one.turns is not None]
    proven = [one for one in facts if one.turns is not None and one.turns == one.turns_lower_bound]
    longest_proven = max(one.turns or 0 for one in proven)
    return f"""\
## Turns

A [turn](rules.md#games) is a move that does not end at home; moves home are free, and none has to be made at once. So
what is proven is proven of the game without auto-play. The shortest solution known has {mean(turns):.2f} turns in the
mean, and {median(turns):.0f} in the middle. Of {len(proven):,} of {len(turns):,} deals it is [proven](shortest.md) that
no solution has fewer.

![How many turns the shortest solutions known have](facts-turns.svg)

- The longest proven ones have {longest_proven} turns: {having(proven, longest_proven)}.
- With those that are not proven, the longest have {max(turns)}: {having(facts, max(turns))}.
- The shortest have {min(turns)}: {having(facts, min(turns))}.

{open_turns(facts)}

```pycon
>>> proven = [one for one in every if one.turns and one.turns == one.turns_lower_bound]
>>> len(proven), min(one.turns for one in proven), max(one.turns for one in proven)
{(len(proven), min(turns), longest_proven)}
>>> [one.deal for one in proven if one.turns == {longest_proven}]
{[one.deal for one in proven if one.turns == longest_proven]}
>>> sorted(Counter(one.turns - one.turns_lower_bound for one in every if one.turns).items())[:4]
{sorted(gaps_of(facts).items())[:4]}

```

`freecell facts 1..32000 --json` gives all of them to programs, and `freecell check {NAME}/solutions.txt` replays
the solutions, once they are [made](#to-repeat-it).
"""


def about_singles(facts: Sequence[Facts]) -> str:
    singles = [one.singles for one in facts if one.singles is not None]
    proven = sum(one.singles is not None and one.singles == one.singles_lower_bound for one in facts)
    return f"""\
## Singles

Counted card by card, each step home included, of deals 1 to {making.LAST_IN_SINGLES}: {mean(singles):.2f} in the mean,
from {min(singles)} to {max(singles)}. {proven:,} of {len(singles):,} are proven.

![How many singles the shortest solutions known have](facts-singles.svg)

```pycon
>>> [one.deal for one in every if one.singles == {max(singles)}]
{[one.deal for one in facts if one.singles == max(singles)]}

```
"""


def about_difficulty(facts: Sequence[Facts]) -> str:
    return f"""\
## Difficulty

A weak player's wins say [how hard a deal is](difficulty.md). The scores of these deals by the least cells known:

| cells | deals | mean score | {" | ".join(GRADES)} |
| --- | --- | --- | {" | ".join(["---"] * len(GRADES))} |
{lines(grade_rows(facts))}

- The most forgiving have a score of 0: {listed((one.deal for one in facts if one.difficulty == 0), 20)}.
- The least forgiving, which can be won, but never by the weak player:
  {listed((one.deal for one in facts if one.difficulty in (98, 99)), 20)}.

```pycon
>>> [one.deal for one in every if one.difficulty == 0][:5]
{[one.deal for one in facts if one.difficulty == 0][:5]}
>>> sorted(Counter(one.grade for one in every if one.min_cells == 3).items())
{sorted(Counter(one.grade for one in facts if one.min_cells == 3).items())}

```

`freecell survey ask {NAME}/difficulty easiest` and `hardest` order them all.
"""


def how_to_repeat(times: dict[str, list[int]]) -> str:
    return f"""\
## To repeat it

```sh
pip install '.[survey]'
freecell survey facts --output {NAME}
```

runs [surveys](survey.md) in that folder, and goes on where it was stopped. Then it checks what they found. Every
solution is replayed, with as many cells as it has, and is as long as was said. A deal that is won with some cells is
not lost with more. A beam, which knows nothing of bounds, looks for a short solution of every deal: none may be
shorter than what was proven. At the end `{KNOWN_FILE}` and `{MORE_FILE}` are the tables of the package, and
`{making.SOLUTIONS_FILE}` has the shortest solutions known.

| survey | finds out | deals | time of one core |
| --- | --- | --- | --- |
{lines(survey_rows(times))}

{time_text(times)}
"""


def having(facts: Iterable[Facts], turns: int) -> str:
    return listed(one.deal for one in facts if one.turns == turns)


NAME = "facts"


def lines(rows: Iterable[Sequence[object]]) -> str:
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def listed(numbers: Iterable[int], most: int = 80) -> str:
    """The numbers in a sentence; of many, the first ones."""
    every = sorted(numbers)
    text = ", ".join(map(str, every[:most]))
    return text if len(every) <= most else f"{text} and {len(every) - most:,} more"


def cell_rows(facts: Sequence[Facts]) -> list[Sequence[object]]:
    counts = Counter(one.min_cells for one in facts if one.min_cells == one.min_cells_lower_bound)
    rows: list[Sequence[object]] = [
        (cells, f"{count:,}", f"{100 * count / len(facts):.2f}") for cells, count in sorted(counts.items())
    ]
    left = len(facts) - counts.total()
    return [*rows, ("undecided", left, f"{100 * left / len(facts):.2f}")] if left else rows


def undecided(facts: Sequence[Facts]) -> str:
    """The deals of which the least cells are not known, by what they may be."""
    if not facts:
        return ""
    by_bounds: dict[tuple[int, int], list[int]] = {}
    for one in facts:
        by_bounds.setdefault((one.min_cells_lower_bound, one.min_cells), []).append(one.deal)
    texts = [
        f"{low} {'or' if high == low + 1 else 'to'} {high}: {listed(deals)}"
        for (low, high), deals in sorted(by_bounds.items())
    ]
    return f"\n**Undecided** after {LONGER} positions: {'; '.join(texts)}.\n"


def gaps_of(facts: Sequence[Facts]) -> Counter[int]:
    """How many deals have so many turns between what is known and what is proven."""
    return Counter(one.turns - (one.turns_lower_bound or 0) for one in facts if one.turns is not None)


def open_turns(facts: Sequence[Facts]) -> str:
    gaps = gaps_of(facts)
    texts = [f"{gap} turn{'s' * (gap > 1)} of {gaps[gap]:,}" for gap in sorted(gaps) if 0 < gap <= 5]
    more = sum(count for gap, count in gaps.items() if gap > 5)
    return (
        f"What is open of the others: {', '.join(texts)}, and more of {more:,}. "
        "`freecell solve --goal shortest` with its usual 2 GB "
        "[proves 99 of the first 100](benchmarks.md#shortest-solutions)."
    )


def grade_rows(facts: Sequence[Facts]) -> list[Sequence[object]]:
    rows: list[Sequence[object]] = []
    for cells in range(6):
        of = [one for one in facts if one.min_cells == cells]
        if not of:
            continue
        grades = Counter(one.grade for one in of)
        shares = [f"{grades[grade]:,}" for grade in GRADES] if not grades[IMPOSSIBLE] else [IMPOSSIBLE] + [""] * 4
        rows.append((cells, f"{len(of):,}", f"{mean(one.difficulty for one in of):.1f}", *shares))
    return rows


if __name__ == "__main__":
    main()
