"""Puts the findings of a dataset into the text of docs/dataset.ipynb: python tools/update_dataset_notebook.py FOLDER

FOLDER is the result of `freecell survey dataset`. The notebook itself makes a small dataset, so that it runs in
seconds; its text has the figures of the large one. The script stops if a heading is no longer true.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import duckdb

from freecell import facts
from freecell.factbook import LAST

NOTEBOOK = Path(__file__).resolve().parent.parent / "docs" / "dataset.ipynb"


def findings(table: str) -> dict[str, list[str]]:
    """For each cell of text, by its first line: the figures in it, in their order."""
    first, last = ask(f"select min(deal), max(deal) from '{table}'")
    easy, fiendish = (
        ask(f"select 100 * avg((min_cells <= 2)::int) from '{table}' where grade = '{grade}'")[0]
        for grade in ("easy", "fiendish")
    )
    cells, turns, singles = ask(
        f"select {', '.join(f'corr(difficulty, {name})' for name in ('min_cells', 'turns', 'singles'))} from '{table}'"
    )
    known = {deal: found for deal in range(first, min(last, LAST) + 1) if (found := proven(deal))}
    rows = duckdb.connect().execute(f"select deal, turns from '{table}' where deal <= {LAST}").fetchall()
    more = [turns - known[deal] for deal, turns in rows if deal in known and turns is not None]
    shortest, longer = more.count(0) / len(more), sum(more) / len(more)
    if not (easy > 95 and fiendish < 60 and cells > turns > singles and 0.4 < shortest < 0.6):
        sys.exit(f"a heading is no longer true: {easy} {fiendish} {cells} {turns} {singles} {shortest}")
    return {
        "# The dataset": [f"{first:,}", f"{last:,}"],
        "## Easy deals need two cells": [f"{easy:.0f}", f"{fiendish:.0f}"],
        "## Long deals are not the hard ones": [f"{cells:.2f}", f"{turns:.2f}", f"{singles:.2f}"],
        "## Half of the short solutions are the shortest": [f"{100 * shortest:.0f}", f"{longer:.1f}"],
    }


def ask(query: str) -> list[Any]:
    """The first row of the result."""
    return list(duckdb.connect().execute(query).fetchall()[0])


def proven(deal: int) -> int | None:
    """The fewest turns of a deal, if they are proven."""
    found = facts(deal)
    return found.turns if found.turns == found.turns_lower_bound else None


PLACES = {
    "# The dataset": r"deals (\S+) to ([\d,]*\d)",
    "## Easy deals need two cells": r"(\d+)% of the easy .* (\d+)% of the fiendish",
    "## Long deals are not the hard ones": r"correlation of ([\d.]+\d)\D+([\d.]+\d)\D+([\d.]+\d)",
    "## Half of the short solutions are the shortest": r"for (\d+)% .* ([\d.]+\d) turns more",
}
"""Where the figures are in the text."""


def updated(text: str, found: dict[str, list[str]]) -> str:
    title = text.partition("\n")[0]
    match = re.search(PLACES[title], text, re.DOTALL)
    if match is None:
        sys.exit(f"the figures of {title!r} are not in the text")
    for place in range(len(found[title]), 0, -1):
        text = text[: match.start(place)] + found[title][place - 1] + text[match.end(place) :]
    return text


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = findings(str(Path(sys.argv[1]) / "deals.parquet"))
    notebook = json.loads(NOTEBOOK.read_text())
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = updated("".join(cell["source"]), found).splitlines(keepends=True)
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    print(f"{NOTEBOOK}: {found}")


if __name__ == "__main__":
    main()
