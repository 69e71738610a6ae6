"""JSON: an object with the deal number, the columns, the cells and the foundations.

    {"deal": null, "columns": [["7D", "TD", ...], ...], "cells": ["QH", null, "2S"],
     "foundations": {"C": 1, "D": 2, "H": 0, "S": 0}}

Only the columns are required. `deal` is the deal number of a freshly dealt board. Some keys that our
commands add are ignored: `file` and `entry`, which name the source of a board, and `numbering` and `number`, its number
in another numbering.
"""

from __future__ import annotations

import json
from typing import Any

from freecell.board import Board
from freecell.cards import Suit
from freecell.errors import FormatError, NumberError, quoted


def write(board: Board) -> str:
    return json.dumps(to_dict(board))


def read(text: str) -> Board:
    return from_dict(loads(text))


def loads(text: str) -> Any:
    """Parse text as JSON."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise FormatError(f"{quoted(text)} is not JSON: {error}") from None
    except ValueError:  # from int, which reads at most a few thousand digits
        raise FormatError(f"{quoted(text)} has a number with too many digits") from None


def shown(value: Any) -> str:
    """The beginning of a value in JSON, for a one-line error message."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # a Python object that wasn't read from text
        return quoted(value)
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def to_dict(board: Board) -> dict[str, Any]:
    """The board as a dict for JSON."""
    return {
        "deal": board.deal,
        "columns": [[str(card) for card in column] for column in board.columns],
        "cells": [None if card is None else str(card) for card in board.cells],
        "foundations": {suit.letter: board.foundations[suit] for suit in Suit},
    }


def from_dict(value: Any) -> Board:
    """Make a board from what `to_dict` or another program returned. A wrong deal number is ignored."""
    if not isinstance(value, dict) or not _is_list_of(value.get("columns"), list):
        raise FormatError(f'{shown(value)} is not a board: expected an object with "columns", a list of lists')
    unknown = value.keys() - {"deal", "file", "entry", "numbering", "number", "columns", "cells", "foundations"}
    if unknown:
        raise FormatError(
            f'{quoted(min(unknown))} is not a part of a board: expected "columns", "cells" and "foundations"'
        )
    cells = value.get("cells", [])
    if not isinstance(cells, list):
        raise FormatError(f'"cells" must be a list of cards and nulls, got {shown(cells)}')
    homes = value.get("foundations", {})
    letters = [suit.letter for suit in Suit]
    if not isinstance(homes, dict) or not homes.keys() <= set(letters):
        raise FormatError(f'"foundations" must be an object such as {{"C": 0, "D": 2}}, got {shown(homes)}')
    board = Board(value["columns"], cells, [homes.get(letter, 0) for letter in letters])
    return with_deal(board, value.get("deal"))


def with_deal(board: Board, number: object) -> Board:
    """The board with this deal number if it has the cards of that deal, else the unchanged board."""
    from freecell.dealing import deal

    if number is None or not board.is_just_dealt:
        return board
    try:
        dealt = deal(number)  # type: ignore[arg-type]  # it rejects other types
    except NumberError:
        return board
    return dealt if dealt == board else board


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)
