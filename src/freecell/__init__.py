"""The numbered FreeCell deals: `deal(617)` is the board that Microsoft FreeCell deals as game 617."""

from freecell.board import Board
from freecell.cards import DECK, Card, Suit
from freecell.deals import boards, deal, deal_freecell, deals

__version__ = "0.1.0"

core_available: bool
"""Whether the compiled core was built. Without it everything but bulk work is the same."""

__all__ = [
    "DECK",
    "Board",
    "Card",
    "Suit",
    "__version__",
    "boards",
    "core_available",
    "deal",
    "deal_freecell",
    "deals",
]


def __getattr__(name: str) -> bool:
    if name == "core_available":  # found out only when asked: loading the core takes longer than dealing a board
        from freecell.core import core_available

        return core_available
    raise AttributeError(f"module 'freecell' has no attribute {name!r}")
