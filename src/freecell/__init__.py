"""The numbered FreeCell deals: `deal(617)` is the board that Microsoft FreeCell deals as game 617."""

from importlib import import_module

from freecell.board import Board
from freecell.cards import DECK, Card, Suit
from freecell.deals import boards, deal, deal_freecell, deals

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from freecell.finding import find, find_renamed

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
    "find",
    "find_renamed",
]

# Imported only when asked for: loading them takes longer than dealing a board.
_LATER = {"core_available": "freecell.core", "find": "freecell.finding", "find_renamed": "freecell.finding"}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'freecell' has no attribute {name!r}")
    value: object = getattr(import_module(_LATER[name]), name)
    globals()[name] = value  # from now on without a detour
    return value
