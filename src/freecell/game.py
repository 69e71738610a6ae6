"""Game: a board with its history. It plays, takes back, is written and read in notation, and is saved to a file.

A play is what a player does by hand and what the rules then play automatically. It is played, undone and redone as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from freecell import catalogue, notation
from freecell.atomic import replacing
from freecell.board import Board
from freecell.dealing import deal, valid_deal
from freecell.errors import FreecellError, GameError, MoveError, quoted
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
)

if TYPE_CHECKING:
    from typing import Unpack

    from freecell.drawing.film import Film, FilmOptions
    from freecell.drawing.picture import PictureOptions

LENGTHS = ("cards_moved", "singles", "steps", "turns")
"""What a game is measured in: the names of its lengths."""

_FORMAT = "freecell game"
_VERSION = 1
_WORDS_A_LINE = 10


class FirstWrongMove(NamedTuple):
    """The first move of a text that can't be played: which one it is, from 1 on, how it is written, and why not."""

    number: int
    word: str
    reason: str

    def __str__(self) -> str:
        return f"move {self.number}, {self.word}: {self.reason}"


class Game:
    """A game of a deal number, or of any board, under some rules.

    >>> game = Game(617)
    >>> game.play("7a 7b")
    >>> game.play(Move("7", "c"))
    >>> game.undo()
    >>> game.notation(), game.steps, game.is_won
    ('7a 7b', 2, False)
    """

    def __init__(self, start: int | Board, rules: Rules = DEFAULT) -> None:
        self.deal = None if isinstance(start, Board) else valid_deal(start)
        self.rules = rules
        board = start if isinstance(start, Board) else deal(start)
        check_cells(board, rules)
        self._boards = [board]  # at the start, and after each play
        self._plays: list[tuple[Move, ...]] = []
        self._played = 0  # how many plays; those beyond it are undone

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self._boards[self._played]

    @property
    def start(self) -> Board:
        """The board as it was at the start."""
        return self._boards[0]

    @property
    def moves(self) -> list[Move]:
        """Every move played so far, the automatic ones too."""
        return [move for moves in self._plays[: self._played] for move in moves]

    @property
    def is_won(self) -> bool:
        return self.board.is_won

    def legal_moves(self) -> LegalMoves:
        """The legal moves of the board as it is now."""
        return LegalMoves(self.board, self.rules)

    def play(self, moves: Move | str, dialect: Dialect | None = None) -> None:
        """Plays a move, or all moves of a text, and after each what the rules play automatically.

        The error for a move that can't be played says which one it is; those before it are then played. A text may
        leave out the automatic moves or have them. Its dialect, if none is given, is the standard or the catalogue's.
        """
        if isinstance(moves, Move):
            self._play(moves)
            return
        if self.deal is not None and isinstance(moves, str):
            moves = "\n".join(notation.solution_of(texts.lines(moves), self.deal))
        parsed = notation.parse(moves)
        if wrong := self.follow(parsed.words, dialect or parsed.dialect or "standard"):
            raise MoveError(str(wrong))

    def follow(self, words: Iterable[str | Board], dialect: Dialect = "standard") -> FirstWrongMove | None:
        """Plays words of notation up to the first that can't be played; says which one that is, and why.

        A listing's boards are compared with ours, unless moves are played automatically that the listing has later.
        """
        rules, names = self.rules, None
        if dialect != "pddl" and notation.valid_dialect(dialect) == "catalogue":
            for home in catalogue.opening(self.board, rules)[:1]:
                self._play(home)  # and the others follow
            names = catalogue.Arrivals(self.board)
        unwritten: list[str] = []  # what was played automatically and may still come
        number, word = 0, ""
        for step in words:
            if isinstance(step, Board):
                if rules.autoplay == "none" and step != self.board:
                    return FirstWrongMove(number, word, "the listing has another board here")
                continue
            number, word = number + 1, step
            try:
                known = names.standard(word, self.board) if names else word
                self._play(notation.read(known, self.board, rules, dialect))
            except MoveError as error:
                if word not in unwritten:
                    return FirstWrongMove(number, word, str(error))
                unwritten.remove(word)
            else:
                unwritten += map(str, self._plays[-1][1:])
            if names:
                names.see(self.board)
        return None

    def _play(self, move: Move) -> None:
        board, moves = play(self.board, move, self.rules), [move]
        if self.rules.autoplay != "none":
            for home in auto_play(board, self.rules.autoplay):
                board = play(board, home, self.rules)
                moves.append(home)
        del self._plays[self._played :], self._boards[self._played + 1 :]
        self._plays.append(tuple(moves))
        self._boards.append(board)
        self._played += 1

    def undo(self) -> None:
        """Takes back the last play."""
        if not self._played:
            raise GameError("nothing to undo: the game is at its start")
        self._played -= 1

    def redo(self) -> None:
        """Plays again what was taken back last."""
        if self._played == len(self._plays):
            raise GameError("nothing to redo: nothing was taken back")
        self._played += 1

    def positions(self) -> Iterator[Board]:
        """The board at the start, and after each of the moves."""
        board = self.start
        yield board
        for move in self.moves:
            board = play(board, move, self.rules)
            yield board

    def history(self) -> Iterator[tuple[Board, tuple[Move, ...]]]:
        """Each play: the board before it, and its moves, the one by hand before those that followed automatically."""
        return zip(self._boards, self._plays[: self._played], strict=False)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """A picture of the board as it is now; the options are those of `Board.svg`."""
        title = "A FreeCell game" if self.deal is None else f"Deal {self.deal}"
        ours: PictureOptions = {"cells": self.rules.cells, "title": title, **options}
        return self.board.svg(**ours)

    def _repr_svg_(self) -> str:
        from freecell.drawing import picture

        return picture.in_notebook(self.svg())

    def film(self, **options: Unpack[FilmOptions]) -> Film:
        """The game as a film, which a notebook shows and `save` writes to a file.

        speed  2 is twice as fast
        deck   "two" colours, or "four": clubs green and diamonds blue
        felt   "light" or "dark"
        width  in pixels
        loop   whether it begins again at its end
        """
        from freecell.drawing.film import film

        return film(self, **options)

    @property
    def cards_moved(self) -> int:
        """The length in cards: every card moved counts one, every step home included."""
        return sum(move.count for move in self.moves)

    @property
    def singles(self) -> int:
        """The length in moves of one card: a run counts as many as it takes by way of cells and empty columns."""
        count = 0
        for board, move in zip(self.positions(), self.moves, strict=False):
            if move.count == 1:
                count += 1
            else:
                empty = board.columns.count(()) - (not board.columns[int(move.target) - 1])
                count += single_moves(move.count, free_cells(board, self.rules), empty)
        return count

    @property
    def steps(self) -> int:
        """The length in moves with nothing automatic: a run is one, each card home is one."""
        return sum(map(len, self._plays[: self._played]))

    @property
    def turns(self) -> int:
        """The length in moves that are not home moves: what is done by hand where every card goes home by itself."""
        return sum(move.target != HOME for move in self.moves)

    def under(self, rules: Rules) -> Game:
        """The same game under other rules: what these play automatically is not played by hand.

        With safe auto-play there always is one; with "max" a card may be gone that another was to be put on.
        """
        other = Game(self.start, rules)
        other.deal = self.deal
        for number, (board, move) in enumerate(zip(self.positions(), self.moves, strict=False), 1):
            homes = other.board.foundations
            left = tuple(card for card in cards_of(board, move, self.rules) if card >> 2 >= homes[card & 3])
            if not left:
                continue
            shorter = replace(move, count=len(left))
            try:
                if cards_of(other.board, shorter, rules) != left:
                    raise MoveError(f"{left[0]} is not where it was")
                other._play(shorter)
            except MoveError as error:
                raise GameError(
                    f"this game can't be played with {rules.cells} cells, room {rules.room!r} and auto-play "
                    f"{rules.autoplay!r}: move {number}, {move}: {error}"
                ) from None
        return other

    def notation(self, rules: Rules | None = None, dialect: Dialect = "standard") -> str:
        """The game in notation, without what is played automatically: by these rules, or by its own."""
        notation.valid_dialect(dialect)
        game = self if rules in (None, self.rules) else self.under(rules)
        if dialect == "catalogue":
            return catalogue.write(game.history(), game.board, game.rules)
        return " ".join(notation.write(moves[0], board, game.rules, dialect) for board, moves in game.history())

    def sentences(self) -> list[str]:
        """Every move in plain words, the automatic ones too."""
        boards = self.positions()
        return [notation.sentence(move, board, self.rules) for move, board in zip(self.moves, boards, strict=False)]

    @classmethod
    def from_notation(
        cls, start: int | Board, text: str, rules: Rules = DEFAULT, dialect: Dialect | None = None
    ) -> Game:
        """The game that a text of notation or of sentences tells."""
        game = cls(start, rules)
        game.play(text, dialect)
        return game

    def save(self, path: str | Path) -> None:
        """Writes the game to a JSON file, as far as it is played; whole or not at all."""
        with replacing(Path(path)) as file:
            file.write((json.dumps(self.to_dict(), indent=2) + "\n").encode())

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """The game in a file that `save` has written."""
        try:
            return cls.from_dict(board_json.loads(texts.read_file(Path(path))))
        except FreecellError as error:
            raise GameError(f"{path} is not a saved game: {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON's own types."""
        words = self.notation().split()
        lines = [" ".join(words[begin : begin + _WORDS_A_LINE]) for begin in range(0, len(words), _WORDS_A_LINE)]
        start = {"board": board_json.to_dict(self.start)} if self.deal is None else {"deal": self.deal}
        return {"format": _FORMAT, "version": _VERSION, **start, "rules": asdict(self.rules), "moves": lines}

    @classmethod
    def from_dict(cls, value: Any) -> Game:
        """The game of what `to_dict` gave."""
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            raise GameError(f'{quoted(value)} has no "format": "{_FORMAT}"')
        if value.get("version") != _VERSION:
            raise GameError(f"its version is {quoted(value.get('version'))}, and this program reads {_VERSION}")
        if ("deal" in value) == ("board" in value):
            raise GameError('one of "deal" and "board" is right')
        start = value["deal"] if "deal" in value else board_json.from_dict(value["board"])
        rules, moves = value.get("rules"), value.get("moves")
        if not isinstance(rules, dict) or rules.keys() != asdict(DEFAULT).keys():
            raise GameError(f'"rules" is {quoted(rules)}: {json.dumps(asdict(DEFAULT))} is right')
        if not isinstance(moves, list) or not all(isinstance(line, str) for line in moves):
            raise GameError(f'"moves" is {quoted(moves)}: a list of texts such as "26 7a 3h" is right')
        return cls.from_notation(start, "\n".join(moves), Rules(**rules))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same start, rules and moves; what is undone does not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self.rules, self.moves) == (other.start, other.rules, other.moves)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        start = self.start if self.deal is None else self.deal
        rules = "" if self.rules == DEFAULT else f", {self.rules!r}"
        return f"Game.from_notation({start!r}, {self.notation()!r}{rules})"
