"""Printing boards: in a format, with or without colour, each under its number if there are several."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping

from freecell.board import Board
from freecell.cli._progress import Progress
from freecell.cli._streams import write_styled
from freecell.dealing import deal_valid
from freecell.errors import FreecellError
from freecell.formats import WRITTEN

TYPE_CHECKING = False  # as in typing, which takes too long to import
if TYPE_CHECKING:
    from freecell.numbering import Numbering

FORMATS = tuple(name for name in WRITTEN if name != "json")


def add_format_arguments(parser: argparse.ArgumentParser, default: str = "rows") -> None:
    """Adds --format, --json and --color."""
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        help="the format: rows as in Windows, columns as in fc-solve, a table for reading, a code for links (only for "
        "freshly dealt boards), or pddl for planners "
        f"(default: {default})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    add_color_argument(parser)


def add_color_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to use colours: auto (the default) uses them on a terminal unless NO_COLOR is set, and everywhere "
        "if FORCE_COLOR is set",
    )


def format_of(arguments: argparse.Namespace, default: str = "rows") -> str:
    """The format that the arguments ask for."""
    if arguments.json and arguments.format:
        raise FreecellError("--json and --format can't be used together: leave out one of them")
    return "json" if arguments.json else arguments.format or default


def show(
    ranges: Iterable[range],
    arguments: argparse.Namespace,
    *,
    titles: bool = False,
    total: int | None = None,
    numbering: Numbering | None = None,
) -> None:
    """Print the boards, each under its number if there are several. `total` is needed if the ranges come one by one."""
    from freecell.drawing.terminal import has_color, has_signs

    out, format_ = sys.stdout, format_of(arguments)
    if total is None:
        total = sum(numbers.stop - numbers.start for numbers in ranges)  # len() has a limit
    titles = titles or total > 1
    color = has_color(out, arguments.color)
    with Progress("Dealing", total, hidden=out.isatty()) as advance:
        for text in texts(ranges, format_, titles=titles, color=color, signs=has_signs(out), numbering=numbering):
            write_styled(text, out)
            advance(1)


def texts(
    ranges: Iterable[range],
    format_: str,
    *,
    titles: bool,
    color: bool,
    signs: bool,
    numbering: Numbering | None = None,
) -> Iterator[str]:
    """The text of each board, one after another."""
    between = ""
    for number in (number for numbers in ranges for number in numbers):
        board, title = deal_valid(number) if numbering is None else numbering.deal(number), f"Deal {number}"
        keys: dict[str, object] = {"deal": number}
        if numbering is not None:
            keys, title = {"numbering": numbering.name, "number": number}, f"# {numbering.name} {number}"
        text = text_of(board, keys, format_, color=color, signs=signs)
        if format_ in ("json", "code"):
            yield f"{text}\n"
        else:
            yield between + (f"{title}\n" if titles and format_ != "pddl" else "") + text + "\n"
            between = "\n"


def text_of(board: Board, keys: Mapping[str, object], format_: str, *, cells: int = 4, color: bool, signs: bool) -> str:
    """A board in one of the formats; in JSON with the keys that identify it."""
    if format_ == "json":
        import json

        from freecell.formats.json import to_dict

        return json.dumps({**keys, **to_dict(board)})
    if format_ == "pddl":
        from freecell.formats import pddl

        return pddl.write(board, cells, f"deal-{keys['deal']}" if keys.get("deal") else "board")
    if format_ == "columns":
        from freecell.formats import columns

        return columns.write(board)
    if format_ == "code":
        return board.code
    from freecell.drawing import terminal

    if format_ == "table":
        return terminal.table(board, cells, signs=signs, color=color)
    return terminal.draw(board, color=color)
