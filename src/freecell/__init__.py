"""The numbered FreeCell deals: `deal(617)` is the board that Microsoft FreeCell deals as game 617."""

from importlib import import_module as _import_module

from freecell.board import Board
from freecell.cards import DECK, Card, Suit
from freecell.dealing import boards, deal, deal_freecell, deals

__version__ = "0.1.0"

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from freecell import formats, survey
    from freecell.checking import check
    from freecell.choosing import daily
    from freecell.engine import Search, Verdict, core_available
    from freecell.factbook import Facts, facts
    from freecell.finding import find, find_renamed
    from freecell.game import Game
    from freecell.grading import Difficulty, difficulty
    from freecell.rules import Move, Rules
    from freecell.solving import Hint, Solution, hint, solve, solve_many, winnable

__all__ = [
    "DECK",
    "Board",
    "Card",
    "Difficulty",
    "Facts",
    "Game",
    "Hint",
    "Move",
    "Rules",
    "Search",
    "Solution",
    "Suit",
    "Verdict",
    "__version__",
    "boards",
    "check",
    "core_available",
    "daily",
    "deal",
    "deal_freecell",
    "deals",
    "difficulty",
    "facts",
    "find",
    "find_renamed",
    "formats",
    "hint",
    "solve",
    "solve_many",
    "survey",
    "winnable",
]

# Imported only when they are asked for: loading them takes longer than dealing a board.
_MODULES = {
    "Difficulty": "grading",
    "Facts": "factbook",
    "Game": "game",
    "Hint": "solving",
    "Move": "rules",
    "Rules": "rules",
    "Search": "engine",
    "Solution": "solving",
    "Verdict": "engine",
    "check": "checking",
    "core_available": "engine",
    "daily": "choosing",
    "difficulty": "grading",
    "facts": "factbook",
    "find": "finding",
    "find_renamed": "finding",
    "formats": "formats",
    "hint": "solving",
    "solve": "solving",
    "solve_many": "solving",
    "survey": "survey",
    "winnable": "solving",
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'freecell' has no attribute {name!r}")
    module = _import_module(f"freecell.{_MODULES[name]}")
    value: object = module if name == _MODULES[name] else getattr(module, name)
    globals()[name] = value  # from now on without a detour
    return value
