"""Input of any kind: boards in any format, deal numbers, saved games, and the output of our commands.

Text may contain many of them, one after another; `formats.blocks` finds where each ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from freecell.board import Board
from freecell.dealing import deal
from freecell.errors import FormatError
from freecell.formats import json as board_json
from freecell.formats.blocks import Block, blocks
from freecell.game import Game, start_from_dict
from freecell.rules import DEFAULT, Rules


class Entry(NamedTuple):
    """One entry in a text.

    start  the board at the start, with its deal number if the text states it correctly
    game   the moves since then, if the text is a saved game or a solution from a later position
    rules  the rules, if the text contains them
    moves  a solution from the current position, as in `freecell solve --json`
    """

    start: Board
    game: Game | None = None
    rules: Rules | None = None
    moves: str | None = None

    @property
    def deal(self) -> int | None:
        """The deal number of the start, if it is known."""
        return self.start.deal

    @property
    def board(self) -> Board:
        """The current board: the start, or the board after the moves of the game."""
        return self.start if self.game is None else self.game.board

    @property
    def name(self) -> str:
        """The name for messages: "deal 617", or "this board"."""
        return "this board" if self.deal is None else f"deal {self.deal}"


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries in a text in order."""
    for block in blocks(lines):
        yield from in_block(block)


def in_block(block: Block) -> Iterator[Entry]:
    """The entries in one block of text: one, or a list of them in JSON."""
    if block.is_json:
        value = board_json.loads(block.text)
        yield from (_from_value(one, block.number) for one in _values(value))
    elif (number := block.deal) is not None:
        yield Entry(deal(number))
    else:
        yield Entry(board_json.with_deal(Board.parse(block.text), block.number))


def _values(value: Any) -> list[Any]:
    """The entries of a JSON value: a list, or the deals found by `freecell find --json`."""
    if isinstance(value, dict) and isinstance(value.get("deals"), list):
        if not value["deals"]:
            raise FormatError(f'no deal found in {board_json.shown(value)}: its "deals" list is empty')
        return [{"deal": number} for number in value["deals"]]
    return value if isinstance(value, list) else [value]


def _from_value(value: Any, title: int | None) -> Entry:
    """The entry of an object: a saved game, a board, or anything with a deal number or a board."""
    if isinstance(value, dict) and "format" in value:
        saved = Game.from_dict(value)
        return Entry(saved.start, saved, saved.rules)
    if isinstance(value, dict) and "columns" in value:
        board = board_json.from_dict(value)
        return Entry(board_json.with_deal(board, title) if value.get("deal") is None else board)
    if not isinstance(value, dict) or (value.get("deal") is None and value.get("board") is None):
        raise FormatError(
            f'{board_json.shown(value)} is not a board: expected an object with "columns", "board" or "deal"'
        )
    rules = None if value.get("rules") is None else Rules.from_dict(value["rules"])
    start, played, moves = start_from_dict(value), _text(value, "played"), _text(value, "notation")
    game = Game.from_notation(start, played, Rules((rules or DEFAULT).cells)) if played else None
    return Entry(start, game, rules, moves)


def _text(value: dict[str, Any], name: str) -> str | None:
    text = value.get(name)
    if text is not None and not isinstance(text, str):
        raise FormatError(f'"{name}" must be a string such as "26 7a 3h", got {board_json.shown(text)}')
    return text
