"""JSON: an object with the columns, the cells and the foundations.

    {"columns": [["7D", "TD", ...], ...], "cells": ["QH", null, "2S"], "foundations": {"C": 1, "D": 2, "H": 0, "S": 0}}

Only the columns must be there. A `deal`, if it is there, is the number the board came from, and `file` and `entry` say
which board of which file it is: they are not looked at.
"""

from __future__ import annotations

import json
from typing import Any

from freecell.board import Board
from freecell.cards import Suit
from freecell.errors import FormatError, quoted


def write(board: Board) -> str:
    return json.dumps(to_dict(board))


def read(text: str) -> Board:
    return from_dict(loads(text))


def loads(text: str) -> Any:
    """The value of a text in JSON."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise FormatError(f"{quoted(text)} is not JSON: {error}") from None
    except ValueError:  # of int, which reads a few thousand digits
        raise FormatError(f"{quoted(text)} has a number with too many digits") from None


def shown(value: Any) -> str:
    """The beginning of a value as JSON has it, for an error message of one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # from Python, not from a text
        return quoted(value)
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def to_dict(board: Board) -> dict[str, Any]:
    """The board as JSON's own types."""
    return {
        "columns": [[str(card) for card in column] for column in board.columns],
        "cells": [None if card is None else str(card) for card in board.cells],
        "foundations": {suit.letter: board.foundations[suit] for suit in Suit},
    }


def from_dict(value: Any) -> Board:
    """The board of what `to_dict` gave, or of what a program made like it."""
    if not isinstance(value, dict) or not _is_list_of(value.get("columns"), list):
        raise FormatError(f'{shown(value)} is not a board: an object with "columns", a list of lists, is right')
    unknown = value.keys() - {"deal", "file", "entry", "columns", "cells", "foundations"}
    if unknown:
        raise FormatError(f'{quoted(min(unknown))} is not a part of a board: "columns", "cells" and "foundations" are')
    cells = value.get("cells", [])
    if not isinstance(cells, list):
        raise FormatError(f'"cells" is {shown(cells)}: a list of cards and nulls is right')
    homes = value.get("foundations", {})
    letters = [suit.letter for suit in Suit]
    if not isinstance(homes, dict) or not homes.keys() <= set(letters):
        raise FormatError(f'"foundations" is {shown(homes)}: an object such as {{"C": 0, "D": 2}} is right')
    return Board(value["columns"], cells, [homes.get(letter, 0) for letter in letters])


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)
