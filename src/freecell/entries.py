"""What is in a text, whoever wrote it: boards in any format, deals by number, saved games, and what our commands print.

A text may have many of them, one behind the other; `formats.blocks` knows where each ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from freecell.board import Board
from freecell.dealing import deal, valid_deal
from freecell.errors import FormatError, FreecellError, quoted
from freecell.formats import json as board_json
from freecell.formats.blocks import Block, blocks
from freecell.game import Game
from freecell.numeric import int_or_none
from freecell.rules import DEFAULT, Rules


class Entry(NamedTuple):
    """One of the things in a text.

    start   where it begins
    deal    the deal that this is, if the text says so and is right
    game    what was played since, if anything was: of a saved game, or after some moves
    rules   those of the game, if the text has them
    moves   a solution from there on, as `freecell solve --json` has it
    """

    start: Board
    deal: int | None = None
    game: Game | None = None
    rules: Rules | None = None
    moves: str | None = None

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.start if self.game is None else self.game.board

    @property
    def name(self) -> str:
        """What to call it: "deal 617", or "this board"."""
        return "this board" if self.deal is None else f"deal {self.deal}"


def of_number(number: int) -> Entry:
    """A deal."""
    return Entry(deal(number), valid_deal(number))


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """All that is in a text, in turn."""
    for block in blocks(lines):
        yield from in_block(block)


def in_block(block: Block) -> Iterator[Entry]:
    """What is in a part of a text: one thing, or in JSON a list of them."""
    if block.is_json:
        value = board_json.loads(block.text)
        yield from (_from_value(one, block.number) for one in _values(value))
    elif (number := block.deal) is not None:
        yield of_number(number)
    else:
        board = Board.parse(block.text)
        yield Entry(board, _if_right(block.number, board))


def _values(value: Any) -> list[Any]:
    """The things of a JSON value: those of a list, and the deals that `freecell find --json` has found."""
    if isinstance(value, dict) and isinstance(value.get("deals"), list):
        if not value["deals"]:
            raise FormatError(f'there is no deal in {board_json.shown(value)}: its "deals" are empty')
        return [{"deal": number} for number in value["deals"]]
    return value if isinstance(value, list) else [value]


def _from_value(value: Any, title: int | None) -> Entry:
    """What an object is: a saved game, a board, or what names a deal or has a board in it."""
    if isinstance(value, dict) and "format" in value:
        saved = Game.from_dict(value)
        return Entry(saved.start, saved.deal, saved, saved.rules)
    if isinstance(value, dict) and "columns" in value:
        board = board_json.from_dict(value)
        number = int_or_none(value.get("deal"))
        return Entry(board, _if_right(title if number is None else number, board))
    if not isinstance(value, dict) or (value.get("deal") is None and value.get("board") is None):
        raise FormatError(
            f'{board_json.shown(value)} is not a board: an object with "columns", "board" or "deal" is right'
        )
    if value.get("deal") is not None:
        number, start = valid_deal(value["deal"]), deal(value["deal"])
    else:
        number, start = None, board_json.from_dict(value["board"])
    said = {name: value[name] for name in asdict(DEFAULT) if name in value}
    rules = replace(DEFAULT, **said)
    after, moves = _text(value, "after"), _text(value, "notation")
    # The moves before are written with nothing left out.
    game = Game.from_notation(start if number is None else number, after, Rules(rules.cells)) if after else None
    return Entry(start, number, game, rules if said else None, moves)


def _text(value: dict[str, Any], name: str) -> str | None:
    text = value.get(name)
    if text is not None and not isinstance(text, str):
        raise FormatError(f'"{name}" is {quoted(text)}: a text such as "26 7a 3h" is right')
    return text


def _if_right(number: int | None, board: Board) -> int | None:
    """The number that a text says, if the board is that deal."""
    try:
        return number if number is not None and deal(number) == board else None
    except FreecellError:
        return None
