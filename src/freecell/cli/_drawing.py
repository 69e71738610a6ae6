"""The look of pictures and films: options that `draw` and `film` share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from freecell.cli._numbers import whole
from freecell.drawing.deck import DECKS, FELTS
from freecell.errors import FreecellError, quoted


def add_drawing_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --width, --deck and --felt."""
    parser.add_argument("--width", type=whole(1, 8192), metavar="PIXELS", help="the width in pixels")
    parser.add_argument(
        "--deck", choices=DECKS, default="two", help="the colours of the suits, two or four (default: two)"
    )
    parser.add_argument("--felt", choices=FELTS, default="light", help="the colour of the table (default: light)")


def suffix_of(name: str, right: Sequence[str]) -> str:
    """The suffix of the file to write, in lower case; `-` for standard output."""
    suffix = "-" if name == "-" else Path(name).suffix.lower()
    if suffix not in ("-", *right):
        raise FreecellError(f"--output must end in {', '.join(right[:-1])} or {right[-1]} (got {quoted(name)})")
    return suffix
