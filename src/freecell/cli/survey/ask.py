"""Query a survey with SQL (the table is called `deals`) or a named question.

A query can only read the survey: it can't read other files, use the network or write. --unsafe allows all of that.

named questions:
{names}

examples:
  freecell survey ask million/ "select verdict, count(*) from deals group by 1"
  freecell survey ask million/ longest
  freecell survey ask million/ "select avg(turns), max(positions) from deals where verdict = 'solved'" --csv
  freecell survey ask million/ "describe deals"
  freecell survey ask million/ unsolvable --json
  freecell survey ask million/ "copy (from deals where turns < 30) to 'short.csv'" --unsafe
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain
from math import isfinite
from typing import Any

from freecell.errors import FreecellError, printable

_AT_ONCE = 1000  # rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from freecell.survey.presets import NAMED

    width = max(map(len, NAMED))
    names = "\n".join(f"  {name:{width}}  {named.what}" for name, named in NAMED.items())
    parser.epilog = (parser.epilog or "").replace("{names}", names)
    parser.add_argument("survey", metavar="FOLDER", help="the survey: a folder, or an address such as s3://...")
    parser.add_argument("question", metavar="QUESTION", help="SQL, or the name of a question")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    parser.add_argument("--csv", action="store_true", help="print CSV")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="allow everything that DuckDB can do, including other files and the network",
    )


def run(arguments: argparse.Namespace) -> int:
    from freecell import survey
    from freecell.cli._survey_progress import print_notes

    if arguments.json and arguments.csv:
        raise FreecellError("--json and --csv can't be used together: leave out one of them")
    asked = survey.open(arguments.survey)
    names, rows = asked.rows(arguments.question, unsafe=arguments.unsafe)
    print_notes(asked)
    (_json if arguments.json else _csv if arguments.csv else _table)(names, rows)
    return 0


def _csv(names: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)


def _json(names: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    """One object per line."""
    for row in rows:
        print(json.dumps({name: _plain(value) for name, value in zip(names, row, strict=True)}, default=str))


def _plain(value: object) -> object:
    """A value for JSON: decimals become floats, and infinity becomes null."""
    number = float(value) if isinstance(value, Decimal) else value
    return None if isinstance(number, float) and not isfinite(number) else number


def _table(names: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    """Print columns as wide as the first thousand rows need, with right-aligned numbers."""
    names = [printable(name) for name in names]
    first = [next(rows, None) for _ in range(_AT_ONCE)]
    known = [row for row in first if row is not None]
    numeric = [all(isinstance(row[at], int | float | Decimal | None) for row in known) for at in range(len(names))]
    widths = [max(map(len, (name, *(_text(row[at]) for row in known)))) for at, name in enumerate(names)]

    def line(texts: list[str]) -> str:
        parts = zip(texts, widths, numeric, strict=True)
        return "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in parts).rstrip()

    print(line(names))
    print("  ".join("-" * width for width in widths))
    for row in chain(known, rows):
        print(line([_text(value) for value in row]))


def _text(value: object) -> str:
    """A value in a table as text without line breaks."""
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else printable(str(value))
