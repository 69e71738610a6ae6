"""Game: a board with its history. A game can be played, undone, written and read in notation, and saved to a file.

A play is a move by hand with the automatic moves that follow it. It is played, undone and redone as a whole, and keeps
its boards, so notation, lengths and films are made without playing the game again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from freecell import catalogue, notation
from freecell.atomic import replacing
from freecell.board import Board
from freecell.dealing import as_board, deal
from freecell.errors import FormatError, FreecellError, GameError, MoveError, NotationError, quoted
from freecell.formats import json as board_json
from freecell.formats import texts
from freecell.moves import LegalMoves
from freecell.notation import Dialect
from freecell.rules import (
    DEFAULT,
    HOME,
    Move,
    Rules,
    auto_play,
    cards_of,
    check_cells,
    free_cells,
    play,
    single_moves,
    valid_rules,
)

if TYPE_CHECKING:
    from typing import Self, Unpack

    from freecell.drawing.film import Film, FilmOptions
    from freecell.drawing.picture import PictureOptions

LENGTHS = ("cards_moved", "singles", "steps", "turns")
"""The names of the lengths of a game."""

_FORMAT = "freecell game"
_VERSION = 1
# `freecell play` stores undone moves and attempts under these keys.
_KEYS = {"format", "version", "deal", "board", "rules", "notation", "undone", "attempts"}


class FirstWrongMove(NamedTuple):
    """The first move in a text that can't be played: its number (from 1), its notation, and the reason."""

    number: int
    word: str
    reason: str

    def __str__(self) -> str:
        return f"move {self.number}, {self.word}: {self.reason}"


class Play(NamedTuple):
    """A move by hand with the automatic moves that followed it, and the boards.

    before  the board before the play
    moves   the move by hand, then the automatic ones
    boards  the board after each of the moves

    >>> game = Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe"))
    >>> last = game.plays[-1]
    >>> str(last.move), [str(move) for move in last.automatic], last.board == game.board
    ('71v2', ['7h'], True)
    """

    before: Board
    moves: tuple[Move, ...]
    boards: tuple[Board, ...]

    @property
    def move(self) -> Move:
        """The move by hand that this play begins with."""
        return self.moves[0]

    @property
    def automatic(self) -> tuple[Move, ...]:
        """The moves that followed the move by hand automatically."""
        return self.moves[1:]

    @property
    def board(self) -> Board:
        """The board after the play."""
        return self.boards[-1]

    def with_boards(self) -> Iterator[tuple[Board, Move]]:
        """Each move with the board before it.

        >>> play = Game.from_notation(617, "7a").plays[0]
        >>> [(board.deal, str(move)) for board, move in play.with_boards()]
        [(617, '7a')]
        """
        return zip((self.before, *self.boards), self.moves, strict=False)

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"<Play {self}>"


class Game:
    """A game from a deal number or any board, under the default or other rules.

    >>> game = Game(617)
    >>> game.play("7a 7b")
    >>> game.play(Move("7", "c"))
    >>> game.undo()
    <Play 7c>
    >>> game.notation(), game.steps, game.is_won, game.is_stuck
    ('7a 7b', 2, False, False)

    `print(game)` shows the current board:

    >>> print(game)
    Foundations: H-0 C-0 D-0 S-0
    Freecells: JH 2C
    7D AD 5C 3S 5S 8C 2D AH
    TD 7S QD AC 6D 8H AS KH
    TH QC 3H 9D 6S 8D 3D TC
    KD 5H 9S 3C 8S 7H 4D JS
    4C QS 9C 9H 7C 6H -- 2S
    4S TS 2H 5D JC 6C -- QH
    JD KS KC 4H -- -- -- --

    Games are equal if they have the same start, rules and moves. Undone moves are not compared.
    """

    def __init__(self, board: int | Board, rules: Rules | None = None) -> None:
        self.rules = valid_rules(rules)
        self.start = as_board(board)
        check_cells(self.start, self.rules)
        self._plays: list[Play] = []
        self._played = 0  # how many plays count now; those after them are undone

    @property
    def deal(self) -> int | None:
        """The deal number, if the game started with a deal."""
        return self.start.deal

    @property
    def board(self) -> Board:
        """The current board of the game."""
        return self._plays[self._played - 1].board if self._played else self.start

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of the game so far: moves by hand, each with the automatic moves after it.

        >>> Game.from_notation(617, "7a 7b").plays
        (<Play 7a>, <Play 7b>)
        """
        return tuple(self._plays[: self._played])

    @property
    def undone(self) -> tuple[Play, ...]:
        """The undone plays, in the order in which `redo` plays them again."""
        return tuple(self._plays[self._played :])

    @property
    def moves(self) -> list[Move]:
        """Every move so far, including automatic ones.

        >>> Game.from_notation(617, "7a").moves
        [Move(source='7', target='a', count=1)]
        """
        return [move for one in self._plays[: self._played] for move in one.moves]

    @property
    def boards(self) -> list[Board]:
        """The board at the start, and after each of the moves."""
        return [self.start, *(board for one in self._plays[: self._played] for board in one.boards)]

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.board.is_won

    @property
    def is_stuck(self) -> bool:
        """Whether no legal move is left, but the game isn't won. `winnable(game)` finds out whether it can be won."""
        return not self.is_won and not self.legal_moves()

    def legal_moves(self) -> LegalMoves:
        """The legal moves on the current board.

        >>> "7a" in Game(617).legal_moves()
        True
        """
        return LegalMoves(self.board, self.rules)

    def play(self, moves: Move | str | Iterable[Move | str], dialect: Dialect | None = None) -> None:
        """Play one or more moves, also in notation, each followed by the moves that the rules make automatically.

        >>> game = Game(617)
        >>> game.play("7a 7b")
        >>> game.play([Move("7", "c"), "b7"])
        >>> game.play("7b")
        >>> game.play("88")
        Traceback (most recent call last):
        ...
        freecell.errors.MoveError: move 1, 88: the cards are already in column 8

        If a move can't be played, none is played, and the game doesn't change. The `MoveError` has the `number`, `word`
        and `reason` of that move. Text may include or leave out the automatic moves. Without `dialect`, standard
        notation and the catalogue's are recognized.
        """
        if isinstance(moves, Move):
            self._play(self.board, moves)
            return
        words: Iterable[str | Board | Move]
        if isinstance(moves, str) or not hasattr(moves, "__iter__"):
            if self.deal is not None and isinstance(moves, str):
                moves = "\n".join(notation.solution_of(texts.lines(moves), self.deal))
            words, found = notation.parse(moves)  # type: ignore[arg-type]  # raises an error if it isn't a string
            dialect = dialect or found
        else:
            words = [word for one in moves for word in ([one] if isinstance(one, Move) else notation.words(one))]
        before = self._plays.copy(), self._played
        try:
            if wrong := follow(self, words, dialect or "standard"):
                raise MoveError.at(*wrong)
        except FreecellError:
            self._plays, self._played = before
            raise

    def _play(self, board: Board, move: Move) -> Play:
        """Play a move on the given board, and the automatic moves that follow."""
        rules = self.rules
        moves: tuple[Move, ...] = (move,)
        boards: tuple[Board, ...] = (play(board, move, rules),)
        if rules.autoplay != "none":
            for home in auto_play(boards[0], rules.autoplay):
                moves, boards = (*moves, home), (*boards, play(boards[-1], home, rules))
        played = Play(board, moves, boards)
        del self._plays[self._played :]
        self._plays.append(played)
        self._played += 1
        return played

    def undo(self) -> Play:
        """Undo the last play and return it.

        >>> game = Game.from_notation(617, "7a 7b")
        >>> game.undo(), game.notation()
        (<Play 7b>, '7a')
        """
        if not self._played:
            raise GameError("nothing to undo: the game is at its start")
        self._played -= 1
        return self._plays[self._played]

    def redo(self) -> Play:
        """Redo the play that was undone last, and return it.

        >>> game = Game.from_notation(617, "7a 7b")
        >>> game.undo(), game.redo(), game.notation()
        (<Play 7b>, <Play 7b>, '7a 7b')
        """
        if self._played == len(self._plays):
            raise GameError("nothing to redo: no move was undone")
        self._played += 1
        return self._plays[self._played - 1]

    def copy(self) -> Self:
        """An independent game with the same history: playing one does not change the other.

        >>> game = Game.from_notation(617, "7a")
        >>> other = game.copy()
        >>> other.play("7b")
        >>> game.notation(), other.notation()
        ('7a', '7a 7b')
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _plays=self._plays.copy())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # plays never change

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """A picture of the current board as an SVG document, with the options of `Board.svg`.

        >>> Game(617).svg(deck="four")[:4]
        '<svg'
        """
        title = "A FreeCell game" if self.deal is None else f"Deal {self.deal}"
        ours: PictureOptions = {"rules": self.rules, "title": title, **options}
        return self.board.svg(**ours)

    def _repr_svg_(self) -> str:
        from freecell.drawing import picture

        return picture.in_notebook(self.svg())

    def film(self, **options: Unpack[FilmOptions]) -> Film:
        """The game as a film. Notebooks show it, and `save` writes it to a file.

        speed  2 is twice as fast
        deck   "two" colours, or "four": clubs green and diamonds blue
        felt   "light" or "dark"
        width  in pixels
        loop   whether the film repeats forever

        >>> Game.from_notation(617, "7a 7b").film(speed=2)
        <Film 'Deal 617: 2 turns', 3.15 seconds>
        """
        from freecell.drawing.film import film

        return film(self, **options)

    def _steps(self) -> Iterator[tuple[Board, Move]]:
        """Each move with the board before it."""
        return (step for one in self._plays[: self._played] for step in one.with_boards())

    @property
    def cards_moved(self) -> int:
        """The length in cards moved: a sequence of three counts as three, and a card that goes home as one."""
        return sum(move.count for _, move in self._steps())

    @property
    def singles(self) -> int:
        """The length in moves of single cards: a sequence counts all moves that it takes through cells and columns."""
        return sum(1 if move.count == 1 else _singles(board, move, self.rules) for board, move in self._steps())

    @property
    def steps(self) -> int:
        """The length in moves, including automatic ones: a sequence counts as one, as does a card that goes home."""
        return sum(len(one.moves) for one in self._plays[: self._played])

    @property
    def turns(self) -> int:
        """The length in moves that don't go home: those to make by hand if all moves home are automatic."""
        return sum(move.target != HOME for _, move in self._steps())

    def under(self, rules: Rules) -> Game:
        """The same game under other rules. Moves that these rules make automatically are no longer moves by hand.

        >>> game = Game.from_notation(617, "7a 7b 7c b7 1b 71 7h")
        >>> game.under(Rules(autoplay="safe")).notation()
        '7a 7b 7c b7 1b 71'

        This always works with "safe"; with "max" it can fail, because a card needed later may already be home.
        """
        other = Game(self.start, rules)
        for number, (board, move) in enumerate(self._steps(), 1):
            homes = other.board.foundations
            left = tuple(card for card in cards_of(board, move, self.rules) if card >> 2 >= homes[card & 3])
            if not left:
                continue
            shorter = replace(move, count=len(left))
            try:
                if cards_of(other.board, shorter, other.rules) != left:
                    raise MoveError(f"{left[0]} is no longer where it was")
                other._play(other.board, shorter)
            except MoveError as error:
                raise GameError(
                    f"this game can't be played with {rules.cells} cells, room {rules.room!r} and auto-play "
                    f"{rules.autoplay!r}: move {number}, {move}: {error}"
                ) from None
        return other

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The game in notation. Moves that are automatic under the game's rules, or the given ones, are left out.

        >>> Game.from_notation(617, "7a 7b").notation()
        '7a 7b'
        """
        notation.valid_dialect(dialect)
        game = self if rules in (None, self.rules) else self.under(valid_rules(rules))
        if dialect == "catalogue":
            return catalogue.write(((one.before, one.move) for one in game.plays), game.board, game.rules)
        return " ".join(notation.write(one.move, one.before, game.rules, dialect) for one in game.plays)

    def sentences(self) -> list[str]:
        """Every move in plain words, including automatic ones.

        >>> Game.from_notation(617, "7a").sentences()
        ['move JH from column 7 to cell a']
        """
        return [notation.sentence(move, board, self.rules) for board, move in self._steps()]

    @classmethod
    def from_notation(
        cls, board: int | Board, text: str, rules: Rules | None = None, dialect: Dialect | None = None
    ) -> Self:
        """A game with the moves in a text, in notation or in sentences.

        >>> Game.from_notation(617, "7a 7b").turns
        2
        """
        game = cls(board, rules)
        game.play(text, dialect)
        return game

    def save(self, path: str | Path) -> None:
        """Write the game up to the current position to a JSON file. If writing fails, an older file is left unchanged.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Game.from_notation(617, "7a").save(f"{folder}/game.json")
        ...     Game.load(f"{folder}/game.json").notation()
        '7a'
        """
        if Path(path).suffix.lower() not in ("", ".json"):
            raise GameError(
                f"a game needs a name that ends in .json, got {quoted(str(path))}; game.board.save writes a picture, "
                "game.film().save a film"
            )
        with replacing(Path(path)) as file:
            file.write((json.dumps(self.to_dict(), indent=2) + "\n").encode())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file that `save` wrote.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Game(617).save(f"{folder}/game.json")
        ...     Game.load(f"{folder}/game.json") == Game(617)
        True
        """
        try:
            return cls.from_dict(board_json.loads(texts.read_file(Path(path))))
        except FreecellError as error:
            raise GameError(f"{path} is not a saved game: {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """The game up to the current position as a dict for JSON. `board` is the start; None if the start is a deal.

        >>> Game.from_notation(617, "7a").to_dict()  # doctest: +NORMALIZE_WHITESPACE
        {'format': 'freecell game', 'version': 1, 'deal': 617, 'board': None,
         'rules': {'cells': 4, 'room': 'theory', 'autoplay': 'none'}, 'notation': '7a'}
        """
        start = start_to_dict(self.start)
        return {
            "format": _FORMAT,
            "version": _VERSION,
            **start,
            "rules": self.rules.to_dict(),
            "notation": self.notation(),
        }

    @classmethod
    def from_dict(cls, value: Any) -> Self:
        """Make a game from the dict that `to_dict` returned.

        >>> Game.from_dict(Game.from_notation(617, "7a").to_dict()).notation()
        '7a'
        """
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            raise GameError(f'expected an object with "format": "{_FORMAT}", got {board_json.shown(value)}')
        if missing := [name for name in ("version", "rules", "notation") if name not in value]:
            raise GameError(f'a saved game needs "{missing[0]}"')
        if value["version"] != _VERSION:
            raise GameError(f"the version must be {_VERSION}, got {board_json.shown(value['version'])}")
        if unknown := value.keys() - _KEYS:
            raise GameError(f"unknown key in a saved game: {quoted(min(unknown))}")
        text = value["notation"]
        if not isinstance(text, str):
            raise GameError(f'"notation" must be a string such as "26 7a 3h", got {board_json.shown(text)}')
        return cls.from_notation(start_from_dict(value), text, Rules.from_dict(value.get("rules")))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self.rules, self.moves) == (other.start, other.rules, other.moves)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __str__(self) -> str:
        return str(self.board)

    def __repr__(self) -> str:
        start = self.start if self.deal is None else self.deal
        rules = "" if self.rules == DEFAULT else f", {self.rules!r}"
        return f"Game.from_notation({start!r}, {self.notation()!r}{rules})"


def follow(game: Game, words: Iterable[str | Board | Move], dialect: Dialect = "standard") -> FirstWrongMove | None:
    """Play moves, which may be in notation. Return the first that can't be played, if there is one.

    Boards in a listing are compared with the game's, unless auto-play has made moves that come later in the listing.
    """
    board, rules, names = game.board, game.rules, None
    if dialect != "pddl" and notation.valid_dialect(dialect) == "catalogue":
        for home in catalogue.opening(board, rules)[:1]:
            board = game._play(board, home).board  # the others follow automatically
        names = catalogue.Arrivals(board)
    unwritten: list[str] = []  # automatic moves that the text may still contain
    number, word = 0, ""
    for one in words:
        if isinstance(one, Board):
            if rules.autoplay == "none" and one != board:
                return FirstWrongMove(number, word, "the listing shows a different board here")
            continue
        number, word = number + 1, str(one)
        try:
            known = names.standard(word, board) if names else one
            played = game._play(
                board, known if isinstance(known, Move) else notation.read(known, board, rules, dialect)
            )
        except NotationError as error:
            raise NotationError.at(number, word, error) from None
        except MoveError as error:
            if word not in unwritten:
                return FirstWrongMove(number, word, str(error))
            unwritten.remove(word)
        else:
            board = played.boards[-1]
            unwritten += map(str, played.moves[1:])
        if names:
            names.see(board)
    return None


def board_of(board: int | Board | Game) -> Board:
    """The board of a deal number, the given board, or the current board of a game."""
    return board.board if isinstance(board, Game) else as_board(board)


def start_to_dict(start: Board) -> dict[str, Any]:
    """The start of a game or solution, for JSON: a deal number, or else a board."""
    return {"deal": start.deal, "board": None if start.deal is not None else board_json.to_dict(start)}


def start_from_dict(value: dict[str, Any]) -> Board:
    """Read the board from what `start_to_dict` returned: the board, or else the deal."""
    if value.get("board") is not None:
        return board_json.from_dict(value["board"])
    if value.get("deal") is None:
        raise FormatError('expected a "deal" or a "board"')
    return deal(value["deal"])


def _singles(board: Board, move: Move, rules: Rules) -> int:
    """The number of single-card moves that moving a sequence takes on a board."""
    empty = board.columns.count(()) - (not board.columns[int(move.target) - 1])
    return single_moves(move.count, free_cells(board, rules), empty)
