"""The numbered FreeCell deals: `deal(617)` is the board that Microsoft FreeCell deals as game 617.

>>> from freecell import deal, deal_freecell, solve
>>> print(deal(617))
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
>>> deal_freecell(617)[6]  # the same as a two-dimensional array
['JD', 'KS', 'KC', '4H']
>>> solve(617)
<Solution of deal 617: solved in 47 turns, 1829 positions searched>

Deals
    deal(617)            the board of a deal number
    deal_freecell(617)   the board as a two-dimensional array of strings
    boards(1, 100)       many boards, one at a time
    deals(1, 10**6)      many deals as a NumPy array
    find("7D AD 5C ...") the deal numbers of a board, or of its first cards; find_renamed if suits are renamed
    daily()              the deal number of the day
    random_deal()        a random deal number, of any difficulty or a given one

Playing
    Game(617)            a game: play, undo, redo, notation, save, film
    Board, Card, Suit    a position and its cards; DECK has all 52
    Move, Rules          a move, and the rules of the game; WINDOWS: as in Windows
    Play                 a move by hand and the automatic moves after it
    check(617, moves)    whether a solution wins: a Report

Solving (needs the compiled core: core_available)
    solve(617)           a Solution: its verdict, and moves that win
    solve_many(range)    the solutions of many deals, on all cores
    winnable(617)        whether it can be won: True, False or None
    hint(game)           the next move: a Hint
    difficulty(617)      how hard it is: a Difficulty
    Search               the settings of a search; Verdict, its result
    facts(617)           what is known about one of the first 32,000 deals: Facts

Files and studies
    formats              boards as text
    survey               millions of deals solved into Parquet files
    freecell.gym         Gymnasium environments

Errors are `FreecellError`s, which are ValueErrors: NumberError (NumberTypeError), CardError, BoardError, FormatError,
FindError, RulesError, MoveError, NotationError, UnsolvedError, GameError, SurveyError. A missing package or
program raises a MissingDependencyError.
"""

from importlib import import_module as _import_module

from freecell.board import Board
from freecell.cards import DECK, Card, Suit
from freecell.dealing import boards, deal, deal_freecell, deals
from freecell.errors import (
    BoardError,
    CardError,
    FindError,
    FormatError,
    FreecellError,
    GameError,
    MissingDependencyError,
    MoveError,
    NotationError,
    NumberError,
    NumberTypeError,
    RulesError,
    SurveyError,
    UnsolvedError,
)

__version__ = "0.1.0"

TYPE_CHECKING = False  # like typing.TYPE_CHECKING; typing takes too long to import
if TYPE_CHECKING:
    from freecell import formats, survey
    from freecell.checking import Report, check
    from freecell.choosing import daily, random_deal
    from freecell.engine import Search, core_available
    from freecell.factbook import Facts, facts
    from freecell.finding import find, find_renamed
    from freecell.game import Game, Play
    from freecell.grading import Difficulty, difficulty
    from freecell.rules import WINDOWS, Move, Rules
    from freecell.solving import Hint, Solution, hint, solve, solve_many, winnable
    from freecell.verdicts import Verdict

__all__ = [
    "DECK",
    "WINDOWS",
    "Board",
    "BoardError",
    "Card",
    "CardError",
    "Difficulty",
    "Facts",
    "FindError",
    "FormatError",
    "FreecellError",
    "Game",
    "GameError",
    "Hint",
    "MissingDependencyError",
    "Move",
    "MoveError",
    "NotationError",
    "NumberError",
    "NumberTypeError",
    "Play",
    "Report",
    "Rules",
    "RulesError",
    "Search",
    "Solution",
    "Suit",
    "SurveyError",
    "UnsolvedError",
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
    "random_deal",
    "solve",
    "solve_many",
    "survey",
    "winnable",
]

# Imported on first use: loading them takes longer than dealing a board.
_MODULES = {
    "Difficulty": "grading",
    "Facts": "factbook",
    "Game": "game",
    "Hint": "solving",
    "Move": "rules",
    "Play": "game",
    "Report": "checking",
    "Rules": "rules",
    "Search": "engine",
    "Solution": "solving",
    "Verdict": "verdicts",
    "WINDOWS": "rules",
    "check": "checking",
    "core_available": "engine",
    "daily": "choosing",
    "difficulty": "grading",
    "facts": "factbook",
    "find": "finding",
    "find_renamed": "finding",
    "formats": "formats",
    "hint": "solving",
    "random_deal": "choosing",
    "solve": "solving",
    "solve_many": "solving",
    "survey": "survey",
    "winnable": "solving",
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        from difflib import get_close_matches

        meant = "".join(f". Did you mean {near!r}?" for near in get_close_matches(name, __all__, 1))
        raise AttributeError(
            f"module 'freecell' has no attribute {name!r}{meant}", name=name
        )  # given the name, Python doesn't suggest another
    module = _import_module(f"freecell.{_MODULES[name]}")
    value: object = module if name == _MODULES[name] else getattr(module, name)
    globals()[name] = value  # from now on found directly
    return value
