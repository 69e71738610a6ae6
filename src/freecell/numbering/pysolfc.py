"""PySolFC's numbers: from 32000 on, Python's Mersenne Twister, seeded with the number."""

from __future__ import annotations

from random import Random

from freecell.cards import Card
from freecell.numbering import taken_from
from freecell.numbering.pysol import DECK


def dealt(number: int) -> list[Card]:
    """The 52 cards in the order in which they are dealt."""
    draws = Random(number)  # noqa: S311, nothing secret
    return taken_from(DECK, lambda left: int(draws.random() * left))
