"""Exceptions of the library: one line that quotes the input and names what was expected.

All of them are ValueErrors, so that `except ValueError` catches whatever a person or a file got wrong.
"""

from __future__ import annotations

TYPE_CHECKING = False  # like typing.TYPE_CHECKING; typing takes too long to import
if TYPE_CHECKING:
    from typing import Self


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


def missing(error: Exception) -> str:
    """The problem with an object that was read: a missing key, or the message of the error."""
    return f'it has no "{error.args[0]}"' if isinstance(error, KeyError) else str(error)


class FreecellError(ValueError):
    """Something that was given is wrong. All errors of this library are of this kind; the message says what to give.

    >>> from freecell import FreecellError, deal
    >>> try:
    ...     deal("abc")
    ... except FreecellError as error:
    ...     print(error)
    'abc' is not a deal number: expected an integer, such as 617
    """


class NumberError(FreecellError):
    """Not the number of a deal, or not a range of them.

    >>> from freecell import deal
    >>> deal(0)
    Traceback (most recent call last):
    ...
    freecell.errors.NumberError: there is no deal 0: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2
    """


class NumberTypeError(NumberError, TypeError):
    """Not even an integer.

    >>> from freecell import deal
    >>> deal("abc")
    Traceback (most recent call last):
    ...
    freecell.errors.NumberTypeError: 'abc' is not a deal number: expected an integer, such as 617
    """


class CardError(FreecellError):
    """Not a card.

    >>> from freecell import Card
    >>> Card("1X")
    Traceback (most recent call last):
    ...
    freecell.errors.CardError: '1X' is not a card: give a rank of A23456789TJQK (or 10) and a suit of CDHS, as in TD
    """


class BoardError(FreecellError):
    """Not a position of FreeCell: a card twice, a card missing, nine columns, ...

    >>> from freecell import Board
    >>> Board(["KC KC", "", "", "", "", "", "", ""])
    Traceback (most recent call last):
    ...
    freecell.errors.BoardError: KC appears twice: column 1, card 1, and column 1, card 2
    """


class FormatError(FreecellError):
    """A text from which no board can be read.

    >>> from freecell import Board
    >>> Board.parse("")
    Traceback (most recent call last):
    ...
    freecell.errors.FormatError: there is no board in ''
    """


class FindError(FreecellError):
    """Cards by which no deal can be found: too few of them, one twice, a board in mid-game, ...

    >>> from freecell import find
    >>> find("7D AD 5C")
    Traceback (most recent call last):
    ...
    freecell.errors.FindError: 3 cards are known, which fits about 64780 deals: give 6 or more
    """


class RulesError(FreecellError):
    """Not the rules of any FreeCell: eight cells, an unknown room or auto-play.

    >>> from freecell import Rules
    >>> Rules(cells=8)
    Traceback (most recent call last):
    ...
    freecell.errors.RulesError: cells must be 0 to 7, got 8
    """


class _WrongMoveError(FreecellError):
    """An error about a move: alone, or one of several.

    number  which of several moves it is, from 1; None for a move alone
    word    how it is written; None for a move alone
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
    """A move that the rules do not allow; the message says why, in the terms of the game.

    number  which of several moves it is, from 1; None for a move alone
    word    how it is written; None for a move alone
    reason  the message without these two

    >>> from freecell import deal
    >>> deal(617).play("12")
    Traceback (most recent call last):
    ...
    freecell.errors.MoveError: JD can't go on KS: a queen is needed
    """


class NotationError(_WrongMoveError):
    """A text from which no move can be read. `number`, `word` and `reason` are those of a `MoveError`.

    >>> from freecell import Game
    >>> Game(617).play(7)
    Traceback (most recent call last):
    ...
    freecell.errors.NotationError: expected moves as a text such as '26 7a 3h', got 7
    """

    _PREFIX = "move {}: "  # the reason quotes the word


class UnsolvedError(FreecellError):
    """The moves of a solution that has none: the board is unsolvable, or undecided.

    >>> from freecell import solve
    >>> solve(11982).notation()
    Traceback (most recent call last):
    ...
    freecell.errors.UnsolvedError: deal 11982 is unsolvable: there are no moves
    """


class GameError(FreecellError):
    """Not a saved game, or not one that can be played so.

    >>> from freecell import Game
    >>> Game(617).undo()
    Traceback (most recent call last):
    ...
    freecell.errors.GameError: nothing to undo: the game is at its start
    """


class SurveyError(FreecellError):
    """Not a survey, a survey of something else, or a question that it can't answer.

    >>> from freecell import survey
    >>> survey.Spec(range(1, 9), player="bad")
    Traceback (most recent call last):
    ...
    freecell.errors.SurveyError: player must be one of 'good', 'weak', 'random', got 'bad'
    """


class MissingDependencyError(ImportError):
    """Something is missing that only some uses of this library need: a package, a program or the compiled core.

    It is not a `FreecellError`, as nothing that was given is wrong: the message says what to install.
    """
