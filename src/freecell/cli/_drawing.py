"""How pictures and films look: arguments that `draw` and `film` share."""

from __future__ import annotations

import argparse

from freecell.drawing.deck import DECKS, FELTS


def add_drawing_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --width, --deck and --felt."""
    parser.add_argument("--width", type=int, metavar="PIXELS", help="how wide it is")
    parser.add_argument("--deck", choices=DECKS, default="two", help="a deck of two colours, or of four")
    parser.add_argument("--felt", choices=FELTS, default="light", help="the colour of the table")
