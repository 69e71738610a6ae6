"""The look of pictures and films: options that `draw` and `film` share."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from freecell.cli._boards import Given
from freecell.cli._numbers import whole
from freecell.drawing.deck import DECKS, FELTS
from freecell.errors import FreecellError, quoted


def add_drawing_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --width, --deck and --felt."""
    parser.add_argument("--width", type=whole(1, 8192), metavar="PIXELS", help="the width in pixels")
    parser.add_argument(
        "--deck", choices=DECKS, default="two", help="whether the suits have two or four colours (default: two)"
    )
    parser.add_argument("--felt", choices=FELTS, default="light", help="the colour of the table (default: light)")


def add_written_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON about each written file, one object per line")


def print_written(output: str | None, keys: Mapping[str, object] = {}) -> None:
    """Print the written file and its size as JSON; null if there was nothing to write."""
    size = None if output is None else os.path.getsize(output)
    print(json.dumps({**keys, "output": output, "bytes": size}))


def output_of(output: str, given: Given, suffixes: Sequence[str]) -> str:
    """The file to write for a board. For several boards, a folder or a name with {} for the number."""
    is_folder = output.endswith(("/", os.sep)) or os.path.isdir(output)
    if not is_folder and "{}" not in output:
        if given.several:
            raise FreecellError(
                f"for several boards, --output must be a folder, or a name with {{}} for the deal number such as "
                f"'{{}}{suffixes[0]}' (got {quoted(output)})"
            )
        return output
    entry, keys = given.entry, given.keys
    name = str(entry.deal) if entry.deal is not None else f"{Path(keys['file']).stem}-{keys['entry']}"
    if not is_folder:
        return output.replace("{}", name)
    Path(output).mkdir(parents=True, exist_ok=True)
    return str(Path(output) / f"{name}{suffixes[0]}")


def suffix_of(name: str, right: Sequence[str]) -> str:
    """The suffix of the output file in lower case, or `-` for standard output."""
    suffix = "-" if name == "-" else Path(name).suffix.lower()
    if suffix not in ("-", *right):
        raise FreecellError(f"--output must end in {', '.join(right[:-1])} or {right[-1]} (got {quoted(name)})")
    return suffix
