"""The library's exceptions. Each message is one line that quotes the input and names what was expected.

All of them are ValueErrors, so `except ValueError` catches any mistake in what a person typed or a file contains.
"""

from __future__ import annotations

TYPE_CHECKING = False  # like typing.TYPE_CHECKING; typing takes too long to import
if TYPE_CHECKING:
    from typing import Self


def quoted(text: object, most: int = 60) -> str:
    """The beginning of an input, for a one-line error message."""
    try:
        shown = repr(text[:most] if isinstance(text, str | bytes) else text)  # only the part of a string that is shown
    except ValueError:  # Python doesn't convert ints of more than 4,300 digits
        shown = f"<int of {text.bit_length()} bits>" if isinstance(text, int) else f"<{type(text).__name__}>"
    whole = len(shown) <= most and not (isinstance(text, str | bytes) and len(text) > most)
    return shown if whole else f"{shown[: most - 4]}...{shown[-1]}"


def printable(text: str, keep: str = "") -> str:
    """Make text safe for a terminal: control characters and invisible ones, such as those that change the writing
    direction, become escapes. Those in `keep` stay.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else ascii(sign)[1:-1] for sign in text)


def missing(error: Exception) -> str:
    """The problem with an object that was read: a missing key, or the message of the error."""
    return f'it has no "{error.args[0]}"' if isinstance(error, KeyError) else str(error)


class FreecellError(ValueError):
    """The base class of this library's errors: an input is wrong. The message says what is expected.

    >>> from freecell import FreecellError, deal
    >>> try:
    ...     deal("abc")
    ... except FreecellError as error:
    ...     print(error)
    'abc' is not a deal number: expected an integer, such as 617
    """


class NumberError(FreecellError):
    """Not a deal number, or not a range of them.

    >>> from freecell import deal
    >>> deal(0)
    Traceback (most recent call last):
    ...
    freecell.errors.NumberError: deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2
    """


class NumberTypeError(NumberError, TypeError):
    """A deal number was expected, but the input isn't even an integer.

    >>> from freecell import deal
    >>> deal("abc")
    Traceback (most recent call last):
    ...
    freecell.errors.NumberTypeError: 'abc' is not a deal number: expected an integer, such as 617
    """


class CardError(FreecellError):
    """Something that isn't a card where one is expected.

    >>> from freecell import Card
    >>> Card("1X")
    Traceback (most recent call last):
    ...
    freecell.errors.CardError: '1X' is not a card: give a rank of A23456789TJQK (or 10) and a suit of CDHS, as in TD
    """


class BoardError(FreecellError):
    """Not a position of FreeCell: a duplicate card, a missing card, nine columns, ...

    >>> from freecell import Board
    >>> Board(["KC KC", "", "", "", "", "", "", ""])
    Traceback (most recent call last):
    ...
    freecell.errors.BoardError: KC appears twice: column 1, card 1, and column 1, card 2
    """


class FormatError(FreecellError):
    """Text that contains no readable board.

    >>> from freecell import Board
    >>> Board.parse("")
    Traceback (most recent call last):
    ...
    freecell.errors.FormatError: no board found in ''
    """


class FindError(FreecellError):
    """Cards that can't identify a deal: too few, a duplicate, a mid-game board, ...

    >>> from freecell import find
    >>> find("7D AD 5C")
    Traceback (most recent call last):
    ...
    freecell.errors.FindError: 3 known cards fit about 64780 deals: give 6 or more
    """


class RulesError(FreecellError):
    """Invalid rules: eight cells, or an unknown value of `room` or `autoplay`.

    >>> from freecell import Rules
    >>> Rules(cells=8)
    Traceback (most recent call last):
    ...
    freecell.errors.RulesError: cells must be 0 to 7, got 8
    """


class _WrongMoveError(FreecellError):
    """An error about a move: alone, or one of several.

    number  its place among several moves, counted from 1; None for a single move
    word    the move as it was written; None for a single move
    """

    number: int | None = None
    word: str | None = None

    _PREFIX = "move {}, {}: "

    @property
    def reason(self) -> str:
        """The message without the number and the word."""
        return str(self).removeprefix(self._PREFIX.format(self.number, self.word))

    @classmethod
    def at(cls, number: int, word: str, reason: object) -> Self:
        """The error about one of several moves."""
        error = cls(f"{cls._PREFIX.format(number, word)}{reason}")
        error.number, error.word = number, word
        return error


class MoveError(_WrongMoveError):
    """A move that the rules don't allow. The message gives the reason in terms of the game.

    number  its place among several moves, counted from 1; None for a single move
    word    the move as it was written; None for a single move
    reason  the message without the number and the word

    >>> from freecell import deal
    >>> deal(617).play("12")
    Traceback (most recent call last):
    ...
    freecell.errors.MoveError: JD can't go onto KS: a queen is needed
    """


class NotationError(_WrongMoveError):
    """Text that can't be read as moves. The error has the same `number`, `word` and `reason` as a `MoveError`.

    >>> from freecell import Game
    >>> Game(617).play(7)
    Traceback (most recent call last):
    ...
    freecell.errors.NotationError: expected a string of moves such as '26 7a 3h', got 7
    """

    _PREFIX = "move {}: "  # the reason quotes the word


class UnsolvedError(FreecellError):
    """The moves of a solution were requested, but there are none: the board is unsolvable or undecided.

    >>> from freecell import solve
    >>> solve(11982).notation()
    Traceback (most recent call last):
    ...
    freecell.errors.UnsolvedError: deal 11982 is unsolvable: there are no moves
    """


class GameError(FreecellError):
    """Not a saved game, or an action that the game doesn't allow.

    >>> from freecell import Game
    >>> Game(617).undo()
    Traceback (most recent call last):
    ...
    freecell.errors.GameError: nothing to undo: the game is at its start
    """


class SurveyError(FreecellError):
    """Not a survey, a survey with other settings, or a query that the survey can't answer.

    >>> from freecell import survey
    >>> survey.Spec(range(1, 9), player="bad")
    Traceback (most recent call last):
    ...
    freecell.errors.SurveyError: player must be one of 'good', 'weak', 'random', got 'bad'
    """


class MissingDependencyError(ImportError):
    """A function needs a package, a program or the compiled core, which isn't installed.

    It is not a `FreecellError`, because no input is wrong. The message says what to install.
    """
