"""Show the boards of deal numbers: 1 to 8589934591 (2**33-1), and the joke games -1 and -2.

examples:
  freecell deal 617
  freecell deal 617 --format table
  freecell deal 1 617 11982
  freecell deal 1..1000 --json
  freecell deal 1..10000000 --output deals.parquet
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from freecell.cli._formats import add_format_arguments, show, texts
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress
from freecell.errors import FreecellError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="+", metavar="NUMBER", help="a deal number, or a range such as 1..1000")
    add_format_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file: .parquet or .npy (cards as numbers from 0, AC, to 51, KS, in dealt order) or .txt",
    )


def run(arguments: argparse.Namespace) -> int:
    ranges = [read_range(text) for text in arguments.numbers]
    if arguments.output is None:
        show(ranges, arguments.format or "rows")
    else:
        _save(ranges, arguments.output, arguments.format)
    return 0


def _save(ranges: Sequence[range], name: str, format_: str | None) -> None:
    from pathlib import Path

    path = Path(name)
    if path.suffix not in (".parquet", ".npy", ".txt"):
        raise FreecellError(f"--output {name!r}: give a name that ends in .parquet, .npy or .txt")
    if path.suffix != ".txt" and format_ is not None:
        raise FreecellError(f"--format {format_} is for text: leave it out, or write to a .txt file")
    with Progress("Dealing", sum(map(len, ranges))) as advance:
        if path.suffix == ".txt":
            from freecell.atomic import replacing

            with replacing(path) as file:
                for text in texts(ranges, format_ or "rows", titles=True, color=False, signs=True):
                    file.write(text.encode())
                    advance(1)
        else:
            from freecell.export import save

            save(ranges, path, advance)
