"""The values of a request: how each is read, and what it looks like.

A field is a type with two things side by side: the function that reads its value, which ends in a check of the library,
and its JSON Schema. So what is wrong with a value is said in the library's own words.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple

from pydantic import PlainValidator, WithJsonSchema

from freecell.board import CELLS, Board
from freecell.deals import LAST, checked
from freecell.drawing.deck import DECKS, FELTS, Deck, Felt, checked_deck, checked_felt
from freecell.engine import GOALS, SHORTENED, Goal, Search, Shortened
from freecell.errors import FormatError, FreecellError, quoted
from freecell.finding.known import Known, known_cards
from freecell.formats import json as board_json
from freecell.notation import steps
from freecell.rules import AUTOPLAYS, ROOMS, AutoPlay, Room, Rules
from freecell.web.limits import (
    LARGEST_BODY,
    MOST_BOARD_TEXT,
    MOST_MOVES,
    MOST_MOVES_TEXT,
    MOST_SECONDS,
    VERDICT_SECONDS,
)

# How values are read. Whatever is not right raises a ValueError with one line. A text that is too long is not read.


def read_number(text: str) -> int:
    """The deal number in a path."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 20:
        return checked(int(text))
    return checked(text)  # type: ignore[arg-type]  # which says that it is none


def read_board(value: Any) -> Board:
    """The board of a text or of a JSON object."""
    if isinstance(value, str):
        return Board.parse(read_text("board", MOST_BOARD_TEXT, value))
    return board_json.from_dict(value)


def read_text(name: str, most: int, value: Any) -> str:
    """A text of so many characters at the most."""
    if not isinstance(value, str):
        raise FormatError(f'"{name}" is {quoted(value)}: a text is right')
    if len(value) > most:
        start = quoted(value[:60])
        raise FormatError(f'"{name}" begins with {start} and has {len(value)} characters: {most} at the most are right')
    return value


def read_moves(name: str, most: int, value: Any) -> str:
    """Moves in any form that the library reads, if they are not more than are played here."""
    moves = read_text(name, most, value)
    for count, _ in enumerate(steps(moves), 1):
        if count > MOST_MOVES:
            raise FreecellError(f"{quoted(moves[:60])} has more than {MOST_MOVES} moves, which are not played here")
    return moves


class Cards(NamedTuple):
    """The cards that a deal is to be found by: the whole position, if they are one, and what is known of a deal."""

    board: Board | None
    known: Known | None  # unless it is a position in mid-game


def read_cards(value: Any) -> Cards:
    text = read_text("cards", MOST_BOARD_TEXT, value)
    try:
        board = Board.parse(text)
    except FreecellError:
        board = None
    try:
        return Cards(board, known_cards(text))
    except FreecellError:
        if board is None:
            raise
        return Cards(board, None)


def read_cells(value: Any) -> int:
    return Rules(cells=value).cells


def read_room(value: Any) -> Room:
    return Rules(room=value).room


def read_autoplay(value: Any) -> AutoPlay:
    return Rules(autoplay=value).autoplay


def read_goal(value: Any) -> Goal:
    return Search(goal=value).goal


def read_length(value: Any) -> Shortened:
    return Search(length=value).length


def read_seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= MOST_SECONDS:
        raise FreecellError(f"seconds={quoted(value)}: a number above 0, up to {MOST_SECONDS:g}, is right")
    return float(value)


# The fields: how each is read, and what it looks like.


def _enumeration(names: tuple[str, ...], description: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(names), "description": description})


def _text(description: str, example: str | None = None) -> WithJsonSchema:
    examples = {"examples": [example]} if example else {}
    return WithJsonSchema({"type": "string", "description": description, **examples})


_NUMBER_SCHEMA = {
    "type": "integer",
    "minimum": -2,
    "maximum": LAST,
    "not": {"const": 0},
    "description": "the number of a deal: 1 to 2**33-1, or one of the joke games -1 and -2",
    "examples": [617],
}
_CARD_SCHEMA = {"type": "string", "description": "a rank of A23456789TJQK and a suit of CDHS", "examples": ["TD"]}
_BOARD_SCHEMA = {
    "type": "object",
    "title": "Board",
    "description": "columns, the lowest card of each first; the cells from a on; the rank at home of each suit",
    "properties": {
        "deal": {"type": ["integer", "null"], "description": "not looked at"},
        "columns": {"type": "array", "minItems": 8, "maxItems": 8, "items": {"type": "array", "items": _CARD_SCHEMA}},
        "cells": {"type": "array", "maxItems": len(CELLS), "items": {"anyOf": [_CARD_SCHEMA, {"type": "null"}]}},
        "foundations": {
            "type": "object",
            "propertyNames": {"enum": ["C", "D", "H", "S"]},
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 13},
        },
    },
    "required": ["columns"],
    "additionalProperties": False,
}
_POSITION_SCHEMA = {
    "anyOf": [
        {"type": "string", "description": "a text in rows, in fc-solve's columns, as a table or in JSON"},
        _BOARD_SCHEMA,
    ],
    "description": "a position, at the start or in the middle of a game, with all 52 cards",
}
_CELLS_SCHEMA = {"type": "integer", "minimum": 0, "maximum": len(CELLS), "description": "how many cells there are"}
_SECONDS_SCHEMA = {
    "type": "number",
    "exclusiveMinimum": 0,
    "maximum": MOST_SECONDS,
    "description": "how long a short solution is looked for, or the exact search goes on; any solution is looked for "
    f"during {VERDICT_SECONDS:g} seconds, or these if they are more, and both together take no longer than that",
}

NumberInPath = Annotated[int, PlainValidator(read_number), WithJsonSchema(_NUMBER_SCHEMA)]
NumberField = Annotated[int | None, PlainValidator(checked), WithJsonSchema(_NUMBER_SCHEMA)]
BoardField = Annotated[Board | None, PlainValidator(read_board), WithJsonSchema(_POSITION_SCHEMA)]
MovesField = Annotated[
    str,
    PlainValidator(partial(read_moves, "moves", MOST_MOVES_TEXT)),
    _text("moves played on it, in standard notation", example="7a 7b"),
]
AutoplayField = Annotated[
    AutoPlay,
    PlainValidator(read_autoplay),
    _enumeration(AUTOPLAYS, "what goes home by itself after a move: nothing, safe cards, or all that fit"),
]
RoomField = Annotated[
    Room,
    PlainValidator(read_room),
    _enumeration(ROOMS, "how many cards move at once: by theory, or as Windows allowed up to XP"),
]
CellsField = Annotated[int, PlainValidator(read_cells), WithJsonSchema(_CELLS_SCHEMA)]
GoalField = Annotated[
    Goal,
    PlainValidator(read_goal),
    _enumeration(GOALS, "any solution, a short one, the exact search alone, or a shortest one"),
]
LengthField = Annotated[
    Shortened,
    PlainValidator(read_length),
    _enumeration(SHORTENED, "what a short solution has few of, and a shortest one the fewest"),
]
SecondsField = Annotated[float, PlainValidator(read_seconds), WithJsonSchema(_SECONDS_SCHEMA)]
SolutionField = Annotated[
    str,
    PlainValidator(partial(read_moves, "solution", LARGEST_BODY)),
    _text("moves in notation or in words, or what fc-solve prints", example="7a 7b 7c"),
]
DeckField = Annotated[Deck, PlainValidator(checked_deck), _enumeration(DECKS, "two colours or four")]
FeltField = Annotated[Felt, PlainValidator(checked_felt), _enumeration(FELTS, "the colour behind the cards")]
CardsField = Annotated[
    Cards,
    PlainValidator(read_cards),
    _text(
        "a board in rows, in columns, as a table or in JSON, or cards in dealt order; ?? is a card not known",
        example="7D AD 5C 3S 5S 8C 2D AH",
    ),
]
