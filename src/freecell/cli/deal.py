"""Show the boards of deal numbers: 1 to 8589934591 (2**33-1), and the joke deals -1 and -2.

examples:
  freecell deal 617
  freecell deal 617 --format table
  freecell deal 617 --explain
  freecell deal 617 --explain --steps 4 --json
  freecell deal 1 617 11982
  freecell deal 1..1000 --json
  freecell deal 1..10,000,000 --output deals.parquet
  freecell deal 617 --format pddl > 617.pddl
  freecell deal 123456 --numbering pysolfc

`freecell 617` is short for `freecell deal 617`. `freecell show` shows boards in files.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import chain

from freecell.cli._formats import add_format_arguments, format_of, show, texts
from freecell.cli._numbers import read_range, read_range_of, whole
from freecell.cli._progress import Progress
from freecell.errors import FreecellError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="+", metavar="NUMBER", help="a deal number, or a range such as 1..1000")
    add_format_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file: .txt, or .parquet or .npy, which have the cards in the order dealt, as numbers from "
        "0 (AC) to 51 (KS)",
    )
    parser.add_argument(
        "--numbering",
        metavar="NAME",
        default="microsoft",
        help="which numbering to use: microsoft (default), pysolfc, pysol or xfreecell; or rank, the position of the "
        "board among all possible boards",
    )
    parser.add_argument("--explain", action="store_true", help="print the steps of the shuffle")
    parser.add_argument(
        "--steps", type=whole(1, 52), metavar="N", help="with --explain: only the first N (default: 52)"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.numbering != "microsoft":
        return _run_other(arguments)
    ranges = [read_range(text) for text in arguments.numbers]
    if arguments.steps and not arguments.explain:
        raise FreecellError("--steps needs --explain")
    if arguments.explain:
        for option in ("format", "output"):
            if getattr(arguments, option):
                raise FreecellError(f"--explain and --{option} can't be used together: leave out one of them")
        from freecell.cli._explaining import explain_deals

        explain_deals(chain.from_iterable(ranges), arguments.steps or 52, as_json=arguments.json)
        return 0
    if arguments.output in (None, "-"):
        show(ranges, arguments)
    else:
        _save(ranges, arguments)
    return 0


def _run_other(arguments: argparse.Namespace) -> int:
    """Show boards of another numbering."""
    from freecell.numbering import numbering_named

    for option in ("explain", "steps", "output"):
        if getattr(arguments, option):
            raise FreecellError(f"--numbering and --{option} can't be used together: leave out one of them")
    numbering = numbering_named(arguments.numbering)
    assert numbering is not None  # noqa: S101, it isn't Microsoft's
    show([read_range_of(text, numbering) for text in arguments.numbers], arguments, numbering=numbering)
    return 0


def _save(ranges: Sequence[range], arguments: argparse.Namespace) -> None:
    from pathlib import Path

    from freecell.cli._space import check_space

    name, format_ = arguments.output, format_of(arguments)
    path = Path(name)
    suffix = path.suffix.lower()
    if suffix not in (".parquet", ".npy", ".txt"):
        raise FreecellError(f"--output must end in .parquet, .npy or .txt (got {quoted(name)})")
    if suffix != ".txt" and (arguments.json or arguments.format):
        option = "--json" if arguments.json else "--format"
        raise FreecellError(f"{option} only applies to text, so --output must end in .txt (got {quoted(name)})")
    total = sum(map(len, ranges))
    check_space(path, total, suffix if suffix != ".txt" else format_)
    with Progress("Dealing", total) as advance:
        if suffix == ".txt":
            from freecell.atomic import replacing

            with replacing(path) as file:
                for text in texts(ranges, format_, titles=True, color=False, signs=True):
                    file.write(text.encode())
                    advance(1)
        else:
            from freecell.export import save

            save(ranges, path, advance)
