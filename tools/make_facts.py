"""Puts facts into the package and writes docs/facts.md and its pictures.

python tools/make_facts.py FOLDER               use the tables that `freecell survey facts --recompute -o FOLDER` made
python tools/make_facts.py --improve SURVEY...  improve the tables in the package with surveys, finished or not, such as
                                                those that `freecell survey facts` ran; the section on how to recompute
                                                the facts stays as it is

The section on other lists is written by hand; `tools/compare_catalogue.py` prints its figures about the catalogue.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
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
            last = kept("## Recompute the facts")
        case [folder] if not folder.startswith("-"):
            table, last = read(Path(folder)), how_to_repeat(times_of(Path(folder)))
        case _:
            sys.exit(__doc__)
    making.check(table)
    known, more = table.pack()
    facts = [Facts(number, **(table.row(number) or {})) for number in range(1, LAST + 1)]
    (DOCS / "facts.md").write_text(page(facts, last, len(known), len(more)))
    picture("facts-turns.svg", [one.turns for one in facts if one.turns], "turns of the shortest known solution")
    picture(
        "facts-singles.svg", [one.singles for one in facts if one.singles], "singles of the shortest known solution"
    )
    (PACKAGE / KNOWN_FILE).write_bytes(known)
    (PACKAGE / MORE_FILE).write_bytes(more)


def read(folder: Path) -> Table:
    table = Table.unpack(*((folder / name).read_bytes() for name in (KNOWN_FILE, MORE_FILE)))
    if (table.first, table.rows) != (1, LAST):
        sys.exit(f"{folder} has {table.rows} deals from {table.first} on: expected 1 to {LAST}")
    return table


def kept(begin: str, end: str | None = None) -> str:
    """The sections of the page that stay as they are, between two headings."""
    text = (DOCS / "facts.md").read_text()
    return text[text.index(begin) : text.index(end) if end else None].rstrip() + "\n"


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
        how_to_improve(facts),
        kept("## Other lists", "## Recompute the facts"),
        last,
    )
    return "\n".join(sections)


def about(facts: Sequence[Facts], size: int) -> str:
    example = facts[616]
    return f"""\
# Facts about the first 32,000 deals

Microsoft's first FreeCell had 32,000 deals. For each of them, the package includes whether it can be won, how many
cells it needs, the length of the shortest known solution, and the difficulty. For a sample of the deals, [another
solver](reliability.md#verdicts-are-correct) confirms the verdicts.

```console
$ freecell facts 617
{example}
```

```pycon
>>> from freecell import facts
>>> facts(617).min_cells, facts(617).turns, facts(617).turns_lower_bound, facts(617).grade
{(example.min_cells, example.turns, example.turns_lower_bound, example.grade)}

```

`freecell facts 1..32000 --json` prints the facts about all deals. The route `GET /api/facts/617` of the [HTTP
API](web.md) returns them, and the [web page](glossary.md#page) for playing shows them, even offline. Looking
them up needs no search; the tables take {size / 1000:.0f} kB.
Where a number isn't proven to be the smallest possible, the facts also include a [lower
bound](glossary.md#lower-bound).
"""


def about_cells(facts: Sequence[Facts]) -> str:
    four = [one.deal for one in facts if one.min_cells == one.min_cells_lower_bound == 4]
    return f"""\
## Cells

The table shows how many cells the deals need. For each decided deal, a solution wins with
that many cells, and a complete search proves that one fewer isn't enough.

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

**Winnable without cells**: {listed(one.deal for one in facts if one.min_cells == 0)}.

**{len(four)} deals need four cells**: {listed(four)}.
"""


def about_turns(facts: Sequence[Facts]) -> str:
    turns = [one.turns for one in facts if one.turns is not None]
    proven = [one for one in facts if one.turns is not None and one.turns == one.turns_lower_bound]
    longest_proven = max(one.turns or 0 for one in proven)
    return f"""\
## Turns

A [turn](glossary.md#turns) is a move that doesn't go home. The figures are for the game without
[auto-play](glossary.md#auto-play). The shortest known solutions have a mean of {mean(turns):.2f} turns and a median
of {median(turns):.0f}. For {len(proven):,} of the {len(turns):,} winnable deals, they are [proven](shortest.md) to be
the shortest.

![Turns of the shortest known solutions](facts-turns.svg)

- Most turns, proven: {longest_proven} (deal {having(proven, longest_proven)}).
- Most turns, not proven to be the shortest: {max(turns)} (deal {having(facts, max(turns))}).
- Fewest turns: {min(turns)} (deal {having(facts, min(turns))}).

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

After you have [recomputed the facts](#recompute-the-facts), `freecell check again/solutions.txt` replays all of the
solutions.
"""


def about_singles(facts: Sequence[Facts]) -> str:
    known = [one for one in facts if one.singles is not None]
    singles = [one.singles for one in known if one.singles is not None]
    proven = [one for one in known if one.singles == one.singles_lower_bound]
    most = max(one.singles or 0 for one in proven)
    return f"""\
## Singles

[Singles](glossary.md#singles) are moves of single cards, including those that go home. So far, the package includes
them for {len(known):,} deals: {ranges(facts)}.
Their shortest known solutions have a mean of {mean(singles):.2f} singles and a median of {median(singles):.0f}. For
{len(proven):,} of these deals, they are proven to be the shortest.

![Singles of the shortest known solutions](facts-singles.svg)

- Most singles, proven: {most} (deal {listed(one.deal for one in proven if one.singles == most)}).
- Fewest singles: {min(singles)} (deal {listed(one.deal for one in known if one.singles == min(singles))}).

```pycon
>>> [one.deal for one in every if one.singles == one.singles_lower_bound == {most}]
{[one.deal for one in proven if one.singles == most]}

```
"""


def ranges(facts: Iterable[Facts]) -> str:
    """The winnable deals whose singles are known, as ranges."""
    texts = []
    for is_known, group in groupby((one for one in facts if one.turns), lambda one: one.singles is not None):
        deals = [one.deal for one in group]
        if is_known:
            texts.append(f"{deals[0]:,} to {deals[-1]:,}" if len(deals) > 1 else f"{deals[0]:,}")
    return ", ".join(texts)


def about_difficulty(facts: Sequence[Facts]) -> str:
    return f"""\
## Difficulty

The [difficulty score](difficulty.md) is based on how often a simulated [weak player](glossary.md#simulated-player)
wins. This table groups the deals by the fewest cells with which they can be won, as far as we know:

| cells | deals | mean score | {" | ".join(GRADES)} |
| --- | --- | --- | {" | ".join(["---"] * len(GRADES))} |
{lines(grade_rows(facts))}

- Easiest, with a score of 0: {listed((one.deal for one in facts if one.difficulty == 0), 20)}.
- Hardest (winnable, but never won by the weak player):
  {listed((one.deal for one in facts if one.difficulty in (98, 99)), 20)}.

```pycon
>>> [one.deal for one in every if one.difficulty == 0][:5]
{[one.deal for one in facts if one.difficulty == 0][:5]}
>>> sorted(Counter(one.grade for one in every if one.min_cells == 3).items())
{sorted(Counter(one.grade for one in facts if one.min_cells == 3).items())}

```

After you have [recomputed the facts](#recompute-the-facts), `freecell survey ask again/difficulty easiest` and
`hardest` list twenty deals each.
"""


def how_to_improve(facts: Sequence[Facts]) -> str:
    turns = sum(one.turns is not None and one.turns != one.turns_lower_bound for one in facts)
    singles = sum(
        one.turns is not None and (one.singles is None or one.singles != one.singles_lower_bound) for one in facts
    )
    cells = sum(one.min_cells != one.min_cells_lower_bound for one in facts)
    return f"""\
## Improve the facts

Some minimums aren't proven yet: the fewest turns of {turns:,} deals, the fewest singles of {singles:,}, and the fewest
cells of {cells:,}. This command runs [surveys](survey.md) of these deals, the quickest first:

```sh
pip install '.[survey]'
freecell survey facts --output {NAME}
```

You can stop the command at any time and resume it by running it again. At the end, the folder contains `{KNOWN_FILE}`
and `{MORE_FILE}`, improved versions of the tables in the package. The command replays every solution, and ends
with an error if two results contradict each other. In a copy of the repository, `python tools/make_facts.py --improve
{NAME}/*/` adds the results to the package and to this page. The script accepts any surveys of these deals without
auto-play, finished or not, such as one that this command makes:

```sh
freecell survey run 1..32000 --goal shortest --metric singles --output more
```
"""


def how_to_repeat(times: dict[str, list[int]]) -> str:
    return f"""\
## Recompute the facts

```sh
freecell survey facts --recompute --output again
```

This command recomputes the tables from nothing, with surveys in the folder `again`. If you stop it, run it again to
resume. At the end, it checks the results:

- When it is replayed, each solution wins with the given number of cells and has the given length.
- A deal that can be won with some number of cells can also be won with more.
- A beam search, which doesn't use bounds, finds no solution shorter than the proven minimum of its deal.

Then `{KNOWN_FILE}` and `{MORE_FILE}` are tables like those in the package, and `{making.SOLUTIONS_FILE}` contains
the shortest known solutions.

| survey | result | deals | time on one core |
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
    """The numbers as a list in a sentence, cut off after `most`."""
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
    """The deals whose minimum number of cells is not known, by the possible numbers."""
    if not facts:
        return ""
    by_bounds: dict[tuple[int, int], list[int]] = {}
    for one in facts:
        by_bounds.setdefault((one.min_cells_lower_bound, one.min_cells), []).append(one.deal)
    texts = [
        f"{listed(deals)} ({low} {'or' if high == low + 1 else 'to'} {high} cells)"
        for (low, high), deals in sorted(by_bounds.items())
    ]
    return f"\n**Undecided** after {LONGER} positions: {'; '.join(texts)}.\n"


def gaps_of(facts: Sequence[Facts]) -> Counter[int]:
    """The number of deals for each gap between the shortest known solution and the lower bound."""
    return Counter(one.turns - (one.turns_lower_bound or 0) for one in facts if one.turns is not None)


def open_turns(facts: Sequence[Facts]) -> str:
    gaps = gaps_of(facts)
    texts = [f"{gap} turn{'s' * (gap > 1)} in {gaps[gap]:,} deals" for gap in sorted(gaps) if 0 < gap <= 5]
    more = sum(count for gap, count in gaps.items() if gap > 5)
    return (
        "The other solutions may be longer than necessary. They exceed the proven lower bound by "
        f"{', '.join(texts)}, and by more in {more:,} deals. "
        "With its default of 2 GB, `freecell solve --goal shortest` "
        "[proves 99 of the first 100 deals](benchmarks.md#shortest-solutions)."
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
