"""Reads the plans of planners for the problems that `formats.pddl` writes.

A plan has one action per line, such as `(sendtofree s9 h3 n4 n3)`: S9, which lies on H3, moves to one of four free
cells, which leaves three. Everything that an action states must be true on the board. Case doesn't matter, `;` begins a
comment, and a line may have a number or time before the action, as in `3: (...)`, and a length after it, as in `[1]`.
"""

from __future__ import annotations

import re

from freecell.board import CELLS, Board
from freecell.cards import Card
from freecell.errors import MoveError, NotationError, quoted
from freecell.formats import texts
from freecell.formats.pddl import card_name
from freecell.rules import COLUMN_NAMES, HOME, Move, Rules, cards_of, free_cells, make_move

_ARGUMENTS = {
    "move": 3,
    "move-b": 4,
    "sendtofree": 4,
    "sendtofree-b": 5,
    "sendtonewcol": 4,
    "sendtohome": 6,
    "sendtohome-b": 7,
    "homefromfreecell": 7,
    "colfromfreecell": 4,
    "newcolfromfreecell": 5,
}
_ONTO = {"move": 2, "move-b": 1, "colfromfreecell": 1}  # index of the target card
_RIGHT = "expected an action of the FreeCell domain, such as '(sendtofree s9 h3 n4 n3)'"

_KNOWN = re.compile(rf"\(\s*(?:{'|'.join(_ARGUMENTS)})\s", re.IGNORECASE)
_ACTION = re.compile(r"\([^()]*\)")
_LINE = re.compile(r"(?:\d+(?:\.\d+)?\s*:)?\s*((?:\([^()]*\)\s*)*)(?:\[\d+(?:\.\d+)?\])?")


def is_plan(text: str) -> bool:
    """Whether a text contains an action of the domain."""
    return _KNOWN.search(text) is not None


def actions(text: str) -> list[str]:
    """The actions in a plan."""
    found: list[str] = []
    for line in texts.lines(texts.plain(text)):
        match = _LINE.fullmatch(line.partition(";")[0].strip())
        if match is None:
            raise NotationError(f"{quoted(line.strip())} is not an action: {_RIGHT}")
        for action in _ACTION.findall(match[1]):
            name, *arguments = action.strip("() ").lower().split() or [""]
            if _ARGUMENTS.get(name) != len(arguments):
                raise NotationError(f"{quoted(action)} is not an action: {_RIGHT}")
            found.append(f"({' '.join([name, *arguments])})")
    return found


def read(text: str, board: Board, rules: Rules) -> Move:
    """The move for an action on this board, if everything in the action is true there."""
    found = actions(text)
    if len(found) != 1:
        raise NotationError(f"{quoted(text)} has {len(found)} actions: write one action per line")
    (action,) = found
    name, card, *others = action.strip("()").split()
    tops = {_name(column[-1]): place for place, column in zip(COLUMN_NAMES, board.columns, strict=True) if column}
    cells = {_name(kept): place for place, kept in zip(CELLS, board.cells, strict=False) if kept is not None}
    source = tops.get(card) or cells.get(card)
    if source is None:
        raise MoveError(f"{card.upper()} is neither the last card of a column nor in a cell")
    if name in _ONTO:
        onto = others[_ONTO[name] - 1]
        if onto not in tops:
            raise MoveError(f"{onto.upper()} is not the last card of a column")
        target = tops[onto]
    elif "home" in name:
        target = HOME
    elif "newcol" in name:
        if () not in board.columns:
            raise MoveError("no column is empty")
        target = COLUMN_NAMES[board.columns.index(())]
    else:
        taken = (*board.cells, *[None] * (rules.cells - len(board.cells)))
        if None not in taken:
            raise MoveError("no cell is free")
        target = CELLS[taken.index(None)]
    move = make_move(source, target)
    written = _written(move, board, rules)
    if written != action:
        raise MoveError(f"on this board, it must be {written}")
    return move


def _written(move: Move, board: Board, rules: Rules) -> str:
    """A legal move of one card as an action. There is no action for moving a column's only card to an empty column."""
    (card,) = cards_of(board, move, rules)
    free, empty = free_cells(board, rules), board.columns.count(())
    more_cells, fewer_cells = (f"n{free} n{free + step}" for step in (1, -1))
    more_columns, fewer_columns = (f"n{empty} n{empty + step}" for step in (1, -1))
    column = board.columns[int(move.source) - 1] if move.source in COLUMN_NAMES else ()
    beneath = _name(column[-2]) if len(column) > 1 else ""
    left = more_columns if len(column) == 1 else ""
    if move.target == HOME:
        suit, rank = card & 3, card.rank
        home = f"{'cdhs'[suit]} n{rank} {card_name(suit, rank - 1).lower()} n{rank - 1}"
        parts = ["sendtohome", beneath, home, left] if column else ["homefromfreecell", home, more_cells]
    elif move.target in CELLS:
        parts = ["sendtofree", beneath, fewer_cells, left]
    elif onto := board.columns[int(move.target) - 1]:
        last = _name(onto[-1])
        parts = ["move", beneath, last, left] if column else ["colfromfreecell", last, more_cells]
    elif column and not beneath:
        raise MoveError(f"{card} is alone in its column: the domain has no action that moves it to an empty one")
    else:
        parts = ["sendtonewcol", beneath] if column else ["newcolfromfreecell"]
        parts += [fewer_columns] if column else [fewer_columns, more_cells]
    name, *rest = parts
    name += "-b" if left else ""
    return f"({' '.join(filter(None, [name, _name(card), *rest]))})"


def _name(card: Card) -> str:
    return card_name(card & 3, card.rank).lower()
