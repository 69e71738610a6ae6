"""Interprets two keys or clicks: first the source, then the target, or the source again for the best place."""

from __future__ import annotations

from dataclasses import dataclass

from freecell.board import CELLS, Board
from freecell.cards import Card
from freecell.errors import FreecellError, MoveError
from freecell.moves import LegalMoves
from freecell.notation import read
from freecell.play.layout import Mark
from freecell.rules import COLUMN_NAMES, HOME, Move, Rules, room, run_length


@dataclass(frozen=True)
class Hand:
    """The selected top cards of a place. All of them move to an empty column; elsewhere, as many as fit."""

    place: str
    count: int


def lying(board: Board, place: str) -> tuple[Card, ...]:
    """The cards of a column or a cell, the last one on top."""
    if place in COLUMN_NAMES:
        return board.columns[int(place) - 1]
    cell = CELLS.find(place)
    card = board.cells[cell] if 0 <= cell < len(board.cells) else None
    return () if card is None else (card,)


def pick_up(board: Board, rules: Rules, place: str, cards: int | None = None) -> Hand:
    """Select this many cards of a place, or as many as can go to an empty column; an error if that can't be done."""
    if place == HOME:
        raise MoveError("cards at home can't be moved")
    if place in CELLS[rules.cells :]:
        raise MoveError(f"there is no cell {place}")
    there = lying(board, place)
    if not there:
        raise MoveError(f"{'column' if place in COLUMN_NAMES else 'cell'} {place} is empty")
    run = run_length(there)
    if cards is not None and cards > run:
        raise MoveError(f"{there[-run - 1]} and {there[-run]} don't form a sequence")
    return Hand(place, cards or min(run, room(board, rules, to_empty=True)))


def put_down(board: Board, rules: Rules, hand: Hand, target: str) -> Move:
    """The move of the picked-up cards to a place. The game checks whether it is legal."""
    if target == hand.place:
        return best_move(board, rules, hand)
    if target in COLUMN_NAMES and not lying(board, target):
        return Move(hand.place, target, hand.count)
    return read(hand.place + target, board, rules)


def marks_of(board: Board, hand: Hand | None, hint: Move | None) -> dict[Card | str, Mark]:
    """The marked cards and empty places: the picked-up cards, and the source and target of a hint."""
    marks: dict[Card | str, Mark] = {}
    if hint is not None:
        source, target, count = hint.source, hint.target, hint.count
        marks |= dict.fromkeys([*lying(board, source)[-count:], target, *lying(board, target)[-1:]], "hint")
    if hand:
        marks |= dict.fromkeys(lying(board, hand.place)[-hand.count :], "hand")
    return marks


def best_move(board: Board, rules: Rules, hand: Hand) -> Move:
    """The best move: home, or else onto a card, to an empty column for a king or several cards, or to a cell."""
    in_column = hand.place in COLUMN_NAMES
    there = lying(board, hand.place)

    def is_of_use(move: Move) -> bool:
        if not lying(board, move.target) and move.target in COLUMN_NAMES:
            return not in_column or move.count < len(there)  # moving a whole column to an empty one is useless
        return in_column or move.target not in CELLS  # so is moving from one cell to another

    def rate(move: Move) -> int:
        if move.target == HOME:
            return 1000
        if move.target in CELLS:
            return 200
        onto = lying(board, move.target)
        if onto:
            return 500 + 20 * move.count + run_length(onto)
        is_good = there[-move.count].rank == 13 or move.count > 1 or not in_column
        return (300 if is_good else 100) + move.count

    moves = [move for move in LegalMoves(board, rules) if move.source == hand.place and is_of_use(move)]
    if not moves:
        raise FreecellError(f"there is no place for {there[-1]}")
    return max(moves, key=rate)
