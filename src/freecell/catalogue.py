"""The notation of macroxue's catalogue, which has solutions of the first million deals: `617:4r462r27...`.

There are no spaces between moves. `4r` moves to any free cell. Cells are named by order of arrival: `a` has the card
that has been in a cell longest. Auto-play also happens right after the deal. `52` moves as many cards as possible to an
empty column. docs/rules.md names the sources.
"""

from __future__ import annotations

from collections.abc import Iterable

from freecell.board import CELLS, Board
from freecell.cards import Card
from freecell.errors import MoveError, NotationError
from freecell.notation import ANY_CELL, read
from freecell.rules import HOME, AutoPlay, Move, Rules, auto_play, cards_of, play


class Arrivals:
    """The cards in the cells in order of arrival, which determines the names of the cells."""

    def __init__(self, board: Board) -> None:
        self._cards: list[Card] = []
        self.see(board)

    def see(self, board: Board) -> None:
        """Update the order to the cards that are in the cells now."""
        there = [card for card in board.cells if card is not None]
        self._cards = [card for card in self._cards if card in there]
        self._cards += [card for card in there if card not in self._cards]

    def standard(self, word: str, board: Board) -> str:
        """A move in the catalogue's notation as standard notation."""
        place = CELLS.find(word[0])
        if place < 0 or len(word) != 2:
            return word
        if place >= len(self._cards):
            have = f"only {len(self._cards)} have cards" if self._cards else "none has a card"
            raise MoveError(f"cell {word[0]} is empty: cells are named by order of arrival, and {have}")
        return CELLS[board.cells.index(self._cards[place])] + word[1]

    def word(self, move: Move, board: Board) -> str:
        """A move in the catalogue's notation."""
        source, target = move.source, move.target
        card = board.cells[CELLS.index(source)] if source in CELLS else None
        source = source if card is None else CELLS[self._cards.index(card)]
        return source + (ANY_CELL if target in CELLS else target)


def opening(board: Board, rules: Rules) -> list[Move]:
    """The automatic moves right after the deal."""
    return auto_play(board, rules.autoplay) if board.is_just_dealt else []


def likely_autoplay(homes: int) -> AutoPlay:
    """The likely auto-play, given how many moves home are written: "max" for none, "none" for all 52, else "safe"."""
    return "max" if not homes else "safe" if homes < 52 else "none"


def write(plays: Iterable[tuple[Board, Move]], end: Board, rules: Rules) -> str:
    """A game in this notation, without the deal number. Raise an error if it can't be expressed.

    plays  the moves of the game without automatic ones, each with the board before it
    end    the final board
    """
    words: list[str] = []
    reader: _Reader | None = None
    for board, move in plays:
        if reader is None:
            reader, arrivals = _Reader(board, rules), Arrivals(board)
        arrivals.see(board)
        (card, *_) = cards_of(board, move, rules)
        if move.target == HOME and reader.board.foundations[card & 3] > card >> 2:
            continue  # auto-play moved it home right after the deal
        if move.source in CELLS and move.target in CELLS:
            continue  # cells have no fixed names
        words.append(arrivals.word(move, board))
        try:
            reader.play(words[-1])
        except MoveError as error:
            raise NotationError(f"move {len(words)}, {move}, can't be written in this notation: {error}") from None
    if reader is not None and reader.board.key != end.key:
        raise NotationError(
            "this game can't be written in this notation: each move to an empty column must take as many cards as "
            "possible"
        )
    return "".join(words)


class _Reader:
    """A reader that plays moves in the catalogue's notation."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board, self._rules = board, rules
        for home in opening(board, rules):
            self.board = play(self.board, home, rules)
        self._arrivals = Arrivals(self.board)

    def play(self, word: str) -> None:
        move = read(self._arrivals.standard(word, self.board), self.board, self._rules)
        self.board = play(self.board, move, self._rules)
        for home in auto_play(self.board, self._rules.autoplay):
            self.board = play(self.board, home, self._rules)
        self._arrivals.see(self.board)
