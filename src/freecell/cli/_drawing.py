"""How pictures and films look: arguments that `draw` and `film` share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from freecell.cli._numbers import read_whole
from freecell.drawing.deck import DECKS, FELTS
from freecell.errors import FreecellError, quoted


def add_drawing_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --width, --deck and --felt."""
    parser.add_argument("--width", type=read_whole, metavar="PIXELS", help="how wide it is")
    parser.add_argument("--deck", choices=DECKS, default="two", help="a deck of two colours, or of four")
    parser.add_argument("--felt", choices=FELTS, default="light", help="the colour of the table")


def suffix_of(name: str, right: Sequence[str]) -> str:
    """How the name of a file to write ends, in lower case; `-` for standard output."""
    suffix = "-" if name == "-" else Path(name).suffix.lower()
    if suffix not in ("-", *right):
        raise FreecellError(f"--output {quoted(name)}: give a name that ends in {', '.join(right[:-1])} or {right[-1]}")
    return suffix
