"""A dataset: surveys of a range of deals, joined into one Parquet table with a data card, ready to publish.

    short       a short solution for each deal
    verdicts    whether each deal can be won with four cells
    fewer       verdicts with 0 to 3 cells
    more        verdicts with 5 to 7 cells, for the deals that can't be won with four
    difficulty  the difficulty of each deal

Each survey has a folder of that name in `surveys` and can be resumed, or made by `freecell survey run`. The package
contains the verdicts, cells and difficulty of the first 32,000 deals (`facts`), so only the first survey includes these
deals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from freecell import __version__, engine
from freecell.atomic import replacing
from freecell.budgets import SURVEY_BEAM
from freecell.engine import Search
from freecell.errors import SurveyError
from freecell.factbook import LAST, facts
from freecell.game import LENGTHS
from freecell.rules import Rules
from freecell.survey.query import open as open_survey
from freecell.survey.spec import Numbers, Spec
from freecell.verdicts import Verdict, grade_of

TABLE, CARD, PACKAGE = "deals.parquet", "README.md", "datapackage.json"

POSITIONS_WITH_FEWER = 100_000
"""Positions for a verdict with fewer than four cells. With one cell, one deal in a hundred stays undecided."""

_ROWS = 2**16  # rows of a row group
_VERDICTS = [str(verdict) for verdict in Verdict]

_WORDS = pa.dictionary(pa.int8(), pa.string())
COLUMNS = {
    "deal": (pa.uint32(), "the deal number"),
    "verdict": (_WORDS, "whether it can be won with four cells: solved, unsolvable, undecided"),
    "min_cells": (pa.uint8(), "the fewest cells with which the deal is known to be winnable; null if none"),
    "min_cells_lower_bound": (
        pa.uint8(),
        "proven by a complete search: the deal can't be won with fewer cells than this",
    ),
    "difficulty": (pa.uint8(), "how hard the deal is for a person, 0 to 100"),
    "grade": (_WORDS, "the difficulty in a word: easy, moderate, tricky, hard, fiendish, impossible"),
    "turns": (pa.uint16(), "the length of the solution in turns; null unless solved"),
    "singles": (pa.uint16(), "the length of the solution in moves of single cards; null unless solved"),
    "solution": (pa.string(), "a short solution with every move, in standard notation; null unless solved"),
}
"""The columns: their types and what they contain."""

Run = Callable[[str, str, Spec], object]
"""A function that runs a survey, given its name, its folder and its spec."""


class Made(NamedTuple):
    """A finished dataset: its rows by verdict, and the size, checksum and cost of the table."""

    verdicts: dict[str, int]
    size: int
    sha256: str
    core_hours: float


def make(folder: Path, deals: range, run: Run, *, beam_width: int = SURVEY_BEAM) -> Made:
    """Make a dataset, or resume it. The finished folder has the table, a data card for people, and one for programs."""
    surveys = folder / "surveys"
    surveys.mkdir(parents=True, exist_ok=True)
    cpu_seconds = 0.0
    for name, spec in _surveys(surveys, deals, beam_width):
        run(name, str(surveys / name), spec)
        cpu_seconds += open_survey(surveys / name).cpu_seconds
    table = _table(surveys, deals)
    with replacing(folder / TABLE) as file:
        pq.write_table(table, file, compression="zstd", row_group_size=_ROWS)
    counts = {name: table["verdict"].to_pylist().count(name) for name in _VERDICTS}
    with (folder / TABLE).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    made = Made(counts, (folder / TABLE).stat().st_size, digest, cpu_seconds / 3600)
    for name, text in ((CARD, card(deals, made, beam_width)), (PACKAGE, package(deals, made))):
        with replacing(folder / name) as file:
            file.write(text.encode())
    return made


def _surveys(folder: Path, deals: range, beam_width: int) -> Iterator[tuple[str, Spec]]:
    """The surveys in order. The result of one determines the deals of another, always in the same way."""
    yield "short", Spec(deals, goal="short", beam_width=beam_width)
    if not (rest := _beyond_facts(deals)):
        return
    yield "verdicts", Spec(rest, columns=("positions",))
    fewer = Search(max_positions=POSITIONS_WITH_FEWER)
    yield "fewer", Spec(rest, fewer, cells=range(4), columns=("positions",))
    numbers, verdicts = _verdicts(folder / "verdicts", 1)
    if lost := numbers[verdicts[0] != 0].tolist():
        yield "more", Spec(Numbers(lost), cells=(5, 6, 7), columns=("positions",))
    yield "difficulty", Spec(rest, columns=("difficulty",))


def _beyond_facts(deals: range) -> range:
    """The deals about which the package has no facts."""
    return range(max(deals.start, LAST + 1), deals.stop)


def _table(folder: Path, deals: range) -> pa.Table:
    """The surveys and the facts as one table, after comparing them with each other."""
    short = open_survey(folder / "short").arrow(["deal", "verdict", *LENGTHS, "notation"])
    short = short.take(pa.array(np.argsort(short["deal"].to_numpy())))
    known = [facts(deal) for deal in range(deals.start, min(deals.stop, LAST + 1))]
    columns = {
        "verdict": [_VERDICTS.index(one.verdict) for one in known],
        "min_cells": [one.min_cells for one in known],
        "min_cells_lower_bound": [one.min_cells_lower_bound for one in known],
        "difficulty": [one.difficulty for one in known],
    }
    for name, more in _of_the_rest(folder, _beyond_facts(deals)).items():
        columns[name] += more.tolist()
    verdicts = np.array(columns["verdict"])
    is_solved = np.array(short["verdict"].to_pylist()) == "solved"
    if (wrong := np.flatnonzero(is_solved & (verdicts != 0))).size:
        raise SurveyError(f"deal {deals[int(wrong[0])]} is solved by one search but unsolvable by another")
    _replay(short.filter(pa.array(is_solved)))
    grades = pa.array([grade_of(score) for score in columns["difficulty"]])
    least = np.array(columns["min_cells"])
    values = {
        **columns,
        "deal": np.arange(deals.start, deals.stop),
        "verdict": pa.DictionaryArray.from_arrays(pa.array(verdicts, pa.int8()), pa.array(_VERDICTS)),
        "min_cells": pa.array(least, pa.uint8(), mask=least > 7),
        "grade": grades.dictionary_encode().cast(COLUMNS["grade"][0]),
        "turns": short["turns"],
        "singles": short["singles"],
        "solution": short["notation"],
    }
    schema = pa.schema([(name, kind) for name, (kind, _) in COLUMNS.items()])
    return pa.table({name: values[name] for name in COLUMNS}, schema=schema)


def _of_the_rest(folder: Path, deals: range) -> dict[str, NDArray[Any]]:
    """Verdicts, cells and difficulty of the deals without facts."""
    if not deals:
        return {}
    _, with_four = _verdicts(folder / "verdicts", 1)
    _, with_fewer = _verdicts(folder / "fewer", 4)
    verdicts = np.full((8, len(deals)), 2, np.int8)
    verdicts[:4], verdicts[4] = with_fewer, with_four[0]
    if (folder / "more").exists():
        lost, with_more = _verdicts(folder / "more", 3)
        verdicts[5:, lost - deals.start] = with_more
    cells = np.arange(8)[:, None]
    least = np.where(verdicts == 0, cells, 8).min(axis=0)
    bound = np.where(verdicts == 1, cells + 1, 0).max(axis=0)
    if (wrong := np.flatnonzero(bound > least)).size:
        raise SurveyError(f"deal {deals[int(wrong[0])]} is solved with some cells but unsolvable with more")
    scores = open_survey(folder / "difficulty").arrow(["deal", "difficulty"])
    order = np.argsort(scores["deal"].to_numpy())
    return {
        "verdict": verdicts[4],
        "min_cells": least,
        "min_cells_lower_bound": bound,
        "difficulty": scores["difficulty"].to_numpy()[order],
    }


def _verdicts(folder: Path, cells: int) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The deals of a survey in order, and for each number of cells their verdicts as places in `Verdict`."""
    rows = open_survey(folder).arrow(["deal", "cells", "verdict"])
    numbers, words = rows["deal"].to_numpy(), rows["verdict"].combine_chunks()
    codes = np.array([_VERDICTS.index(word) for word in words.dictionary.to_pylist()], np.int8)
    order = np.lexsort((numbers, rows["cells"].to_numpy()))
    return numbers[order][: len(numbers) // cells], codes[words.indices.to_numpy()][order].reshape(cells, -1)


def _replay(solved: pa.Table) -> None:
    """Raise an error unless each solution wins and has the stored lengths."""
    for batch in solved.to_batches(_ROWS):
        rows = batch.to_pydict()
        found = engine.check_many(rows["deal"], rows["notation"], [(Rules(), "standard")])
        for place, checked in enumerate(found):
            lengths = tuple(rows[name][place] for name in LENGTHS)
            if checked is None or not checked.wins or checked.lengths != lengths:
                raise SurveyError(f"the solution of deal {rows['deal'][place]} doesn't win, or its lengths are wrong")


def card(deals: range, made: Made, beam_width: int) -> str:
    """The data card, in Markdown with the metadata that Hugging Face reads."""
    count = len(deals)
    size = next(name for most, name in _SIZES if count < most)
    columns = "\n".join(f"| `{name}` | {_type_name(kind)} | {what} |" for name, (kind, what) in COLUMNS.items())
    tally = ", ".join(f"{number:,} {name}" for name, number in made.verdicts.items())
    first, last = deals[0], deals[-1]
    return f"""\
---
license: cc0-1.0
pretty_name: FreeCell deals {first:,} to {last:,}
size_categories: [{size}]
tags: [games, solitaire, freecell, planning]
configs: [{{config_name: default, data_files: {TABLE}}}]
---

# FreeCell deals {first:,} to {last:,}

One row for each numbered deal of Microsoft FreeCell, in order: whether it can be won, a solution, how many cells it
needs, and how hard it is. {tally}.

| column | type | content |
| --- | --- | --- |
{columns}

The board of a deal is not in the table, because the number determines it: `freecell deal 617`.

## How it was made

`freecell survey dataset FOLDER {first}..{last}`, with freecell {__version__}, in {made.core_hours:.2f} core-hours,
not counting those of the facts.

- **Solutions** come from a beam search of width {beam_width}, the same on every machine. They are short, but not the
  shortest. Each one was replayed, and wins. `turns` counts the moves that don't go home; a move of several cards
  counts once. `singles` counts every move of a card, including moves to free cells and home.
- **Verdicts** are proven: by a solution, or by a search of every reachable position. "undecided" means that
  the search stopped at {Search().max_positions:,} positions.
- **Cells**: for deals up to {LAST:,}, the facts in freecell, where nearly all numbers are proven. For the
  other deals, the search with fewer than four cells stopped at {POSITIONS_WITH_FEWER:,} positions. Where `min_cells`
  equals `min_cells_lower_bound`, the number is proven.
- **Difficulty** is the percentage of random deals that a simulated player wins more often.

## Files

| file | bytes | SHA-256 |
| --- | --- | --- |
| `{TABLE}` | {made.size} | `{made.sha256}` |

## Licence

[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): no rights reserved. Use it as you like.
"""


_SIZES = (
    *((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M")),
    *((10_000_000, "1M<n<10M"), (2**40, "n>10M")),
)


def package(deals: range, made: Made) -> str:
    """The data card for programs: a data package in the format of Frictionless."""
    fields = [{"name": name, "type": _type_name(kind), "description": what} for name, (kind, what) in COLUMNS.items()]
    resource = {
        "name": "deals",
        "path": TABLE,
        "format": "parquet",
        "bytes": made.size,
        "hash": f"sha256:{made.sha256}",
        "schema": {"fields": fields, "primaryKey": "deal"},
    }
    return json.dumps(
        {
            "name": f"freecell-deals-{deals.start}-{deals.stop - 1}",
            "title": f"FreeCell deals {deals.start} to {deals.stop - 1}",
            "version": __version__,
            "licenses": [{"name": "CC0-1.0", "path": "https://creativecommons.org/publicdomain/zero/1.0/"}],
            "core_hours": round(made.core_hours, 4),
            "resources": [resource],
        },
        indent=2,
    )


def _type_name(kind: pa.DataType) -> str:
    return "integer" if pa.types.is_integer(kind) else "string"
