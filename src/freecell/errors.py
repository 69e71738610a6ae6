"""What the library raises: one line that quotes the input and says what is right.

All of them are ValueErrors, so that `except ValueError` catches whatever a person or a file got wrong.
"""

from __future__ import annotations


def quoted(text: object, most: int = 60) -> str:
    """The beginning of what was given, for an error message of one line."""
    try:
        shown = repr(text[:most] if isinstance(text, str | bytes) else text)  # of a text, no more than is shown
    except ValueError:  # Python writes no int of more than 4,300 digits
        shown = f"<int of {text.bit_length()} bits>" if isinstance(text, int) else f"<{type(text).__name__}>"
    whole = len(shown) <= most and not (isinstance(text, str | bytes) and len(text) > most)
    return shown if whole else f"{shown[: most - 4]}...{shown[-1]}"


def printable(text: str, keep: str = "") -> str:
    """A text as a terminal may show it: control characters and those that can't be seen, such as ones that turn the
    direction of writing, become escapes. Those in `keep` stay.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else ascii(sign)[1:-1] for sign in text)


class FreecellError(ValueError):
    """Something that was given is wrong; the message says what, and what would be right."""


class NumberError(FreecellError):
    """Not the number of a deal, or not a range of them."""


class NumberTypeError(NumberError, TypeError):
    """Not even an integer."""


class CardError(FreecellError):
    """Not a card."""


class BoardError(FreecellError):
    """Not a position of FreeCell: a card twice, a card missing, nine columns, ..."""


class FormatError(FreecellError):
    """A text from which no board can be read."""


class FindError(FreecellError):
    """Cards by which no deal can be found: too few of them, one twice, a board in mid-game, ..."""


class RulesError(FreecellError):
    """Not the rules of any FreeCell: eight cells, an unknown room or auto-play."""


class MoveError(FreecellError):
    """A move that the rules do not allow; the message says why, in the terms of the game."""


class NotationError(FreecellError):
    """A text from which no move can be read."""


class UnsolvedError(FreecellError):
    """The moves of a solution that has none: the board is unsolvable, or undecided."""


class GameError(FreecellError):
    """Not a saved game, or not one that can be played so."""


class SurveyError(FreecellError):
    """Not a survey, a survey of something else, or a question that it can't answer."""


class MissingDependencyError(ImportError):
    """Something is missing that only some uses of this library need: a package, a program or the compiled core."""
