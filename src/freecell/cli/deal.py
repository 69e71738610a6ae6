"""Show the boards of deal numbers: 1 to 8589934591 (2**33-1), and the joke games -1 and -2.

examples:
  freecell deal 617
  freecell deal 617 --format table
  freecell deal 1 617 11982
  freecell deal 1..1000 --json
  freecell deal 1..10,000,000 --output deals.parquet
  freecell deal 617 --format pddl > 617.pddl
  freecell deal --pddl-domain > domain.pddl

`freecell 617` is the same as `freecell deal 617`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from freecell.cli._formats import add_format_arguments, show, texts
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress
from freecell.errors import FreecellError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="a deal number, or a range such as 1..1000")
    add_format_arguments(parser)
    parser.add_argument("--pddl-domain", action="store_true", help="print the domain of --format pddl")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file: .parquet or .npy (cards as numbers from 0, AC, to 51, KS, in dealt order) or .txt; "
        "- is standard output",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.pddl_domain:
        if arguments.numbers:
            raise FreecellError("--pddl-domain is the same for all deals: freecell deal --pddl-domain is right")
        from freecell.formats.pddl import domain

        print(domain(), end="")
        return 0
    if not arguments.numbers:
        raise FreecellError("the following arguments are required: NUMBER (see freecell deal --help)")
    ranges = [read_range(text) for text in arguments.numbers]
    if arguments.output in (None, "-"):
        show(ranges, arguments.format or "rows")
    else:
        _save(ranges, arguments.output, arguments.format)
    return 0


def _save(ranges: Sequence[range], name: str, format_: str | None) -> None:
    from pathlib import Path

    from freecell.cli._space import check_space

    path = Path(name)
    suffix = path.suffix.lower()
    if suffix not in (".parquet", ".npy", ".txt"):
        raise FreecellError(f"--output {quoted(name)}: give a name that ends in .parquet, .npy or .txt")
    if suffix != ".txt" and format_ is not None:
        raise FreecellError(f"--format {format_} is for text: leave it out, or write to a .txt file")
    total = sum(map(len, ranges))
    check_space(path, total, suffix if suffix != ".txt" else format_ or "rows")
    with Progress("Dealing", total) as advance:
        if suffix == ".txt":
            from freecell.atomic import replacing

            with replacing(path) as file:
                for text in texts(ranges, format_ or "rows", titles=True, color=False, signs=True):
                    file.write(text.encode())
                    advance(1)
        else:
            from freecell.export import save

            save(ranges, path, advance)
