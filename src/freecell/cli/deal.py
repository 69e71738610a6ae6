"""Show the boards of deal numbers: 1 to 8589934591 (2**33-1), and the joke games -1 and -2.

examples:
  freecell deal 617
  freecell deal 617 --format unicode
  freecell deal 1 617 11982
  freecell deal 1..1000 --json
  freecell deal 1..10000000 --output deals.parquet
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from freecell.board import Board
from freecell.cli._numbers import read_range
from freecell.cli._progress import Progress
from freecell.deals import deal
from freecell.errors import FreecellError

FORMATS = ("rows", "columns", "json", "unicode")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="+", metavar="NUMBER", help="a deal number, or a range such as 1..1000")
    add_format_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file: .parquet or .npy (cards as numbers from 0, AC, to 51, KS, in dealt order) or .txt",
    )


def add_format_arguments(parser: argparse.ArgumentParser, default: str = "rows") -> None:
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        help=f"rows as Windows shows them, columns as fc-solve reads them, or the whole table; {default} if not given",
    )
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")


def run(arguments: argparse.Namespace) -> int:
    ranges = [read_range(text) for text in arguments.numbers]
    if arguments.output is None:
        show(ranges, arguments.format or "rows")
    else:
        _save(ranges, arguments.output, arguments.format)
    return 0


def show(ranges: Sequence[range], format_: str, *, titles: bool = False) -> None:
    """Prints the boards, each under its number if there are several."""
    from freecell.drawing.terminal import has_color, has_signs

    out = sys.stdout
    total = sum(map(len, ranges))
    titles = titles or total > 1
    with Progress("Dealing", total, hidden=out.isatty()) as advance:
        for text in _texts(ranges, format_, titles, color=has_color(out), signs=has_signs(out)):
            out.write(text)
            advance(1)


def _save(ranges: Sequence[range], name: str, format_: str | None) -> None:
    from pathlib import Path

    path = Path(name)
    if path.suffix not in (".parquet", ".npy", ".txt"):
        raise FreecellError(f"--output {name!r}: give a name that ends in .parquet, .npy or .txt")
    if path.suffix != ".txt" and format_ is not None:
        raise FreecellError(f"--format {format_} is for text: leave it out, or write to a .txt file")
    with Progress("Dealing", sum(map(len, ranges))) as advance:
        if path.suffix == ".txt":
            from freecell.files import replacing

            with replacing(path) as file:
                for text in _texts(ranges, format_ or "rows", titles=True, color=False, signs=True):
                    file.write(text.encode())
                    advance(1)
        else:
            from freecell.bulk import save

            save(ranges, path, advance)


def _texts(ranges: Sequence[range], format_: str, titles: bool, *, color: bool, signs: bool) -> Iterator[str]:
    """What there is to say of each deal, in turn."""
    between = ""
    for number in (number for numbers in ranges for number in numbers):
        text = text_of(deal(number), number, format_, color=color, signs=signs)
        if format_ == "json":
            yield f"{text}\n"
        else:
            yield between + (f"Game {number}\n" if titles else "") + text + "\n"
            between = "\n"


def text_of(board: Board, number: int | None, format_: str, *, cells: int = 4, color: bool, signs: bool) -> str:
    """A board in one of the formats; JSON has the deal number too, if there is one."""
    if format_ == "json":
        import json

        from freecell.formats.json import to_dict

        return json.dumps({**({} if number is None else {"deal": number}), **to_dict(board)})
    if format_ == "columns":
        from freecell.formats import columns

        return columns.write(board)
    from freecell.drawing import terminal

    if format_ == "unicode":
        return terminal.table(board, cells, signs=signs, color=color)
    return terminal.draw(board, color=color)
