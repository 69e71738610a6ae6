"""What a request may ask: the shape of its body, and the position it is about.

The models say what the API's description says. Values are left to the library to check, so that what is wrong with them
is told in its own words.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import Request

from freecell.board import Board
from freecell.deals import LAST, checked, deal
from freecell.drawing.deck import DECKS, FELTS
from freecell.errors import FormatError, FreecellError
from freecell.formats import json as board_json
from freecell.formats._parts import quoted
from freecell.game import Game
from freecell.notation import steps
from freecell.rules import AUTOPLAYS, Rules
from freecell.solving import GOALS, LENGTHS, SHORT_SECONDS

MOST_SECONDS = 10.0
"""The most time that a search may be asked to take."""

MOST_MOVES = 2000
"""The most moves that are read: ten times as many as the longest solution anybody needs."""

Name = TypeVar("Name", bound=str)


def _value(default: Any = ..., /, **schema: Any) -> Any:
    """A field that the library checks, as the description has it in JSON Schema."""

    def describe(field: dict[str, Any]) -> None:
        field.clear()
        field.update(schema if default in (None, ...) else {**schema, "default": default})

    return Field(default, json_schema_extra=describe)


def _example(**body: Any) -> ConfigDict:
    """What holds for all bodies, and an example of one."""
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [body]})


def _one_of(names: tuple[str, ...], description: str) -> Any:
    return _value(names[0], type="string", enum=list(names), description=description)


CARD = {"type": "string", "description": "a rank of A23456789TJQK and a suit of CDHS", "examples": ["TD"]}
RANK = {"type": "integer", "minimum": 0, "maximum": 13}
BOARD = {
    "type": "object",
    "title": "Board",
    "description": "columns, the lowest card of each first; the cells from a on; the rank at home of each suit",
    "properties": {
        "deal": {"type": ["integer", "null"], "description": "not looked at"},
        "columns": {"type": "array", "minItems": 8, "maxItems": 8, "items": {"type": "array", "items": CARD}},
        "cells": {"type": "array", "maxItems": 7, "items": {"anyOf": [CARD, {"type": "null"}]}},
        "foundations": {
            "type": "object",
            "propertyNames": {"enum": ["C", "D", "H", "S"]},
            "additionalProperties": RANK,
        },
    },
    "required": ["columns"],
    "additionalProperties": False,
}
NUMBER = {
    "type": "integer",
    "minimum": -2,
    "maximum": LAST,
    "not": {"const": 0},
    "description": "the number of a deal: 1 to 2**33-1, or one of the joke games -1 and -2",
}

NUMBER_IN_PATH = {
    "parameters": [{"name": "number", "in": "path", "required": True, "schema": {**NUMBER, "examples": [617]}}]
}


class Position(BaseModel):
    """A deal number or a board, and the moves that were played on it: exactly one of `deal` and `board` is right."""

    model_config = _example(deal=617, moves="7a 7b")

    deal: Any = _value(None, **NUMBER, examples=[617])
    board: Any = _value(
        None,
        anyOf=[
            {"type": "string", "description": "a text in rows, in fc-solve's columns or in JSON"},
            BOARD,
        ],
        description="a position, at the start or in the middle of a game, with all 52 cards",
    )
    moves: Any = _value("", type="string", description="moves played on it, in standard notation", examples=["7a 7b"])
    autoplay: Any = _one_of(AUTOPLAYS, "what went home by itself after each of these moves")
    cells: Any = _value(4, type="integer", minimum=0, maximum=7, description="how many cells there are")

    def start(self) -> int | Board:
        """The deal number, or the board after the moves."""
        rules = Rules(self.cells, autoplay=self.autoplay)
        given = self.model_fields_set
        if ("deal" in given) == ("board" in given):
            raise FreecellError('one of "deal" and "board" is right')
        start = checked(self.deal) if "deal" in given else read_board(self.board)
        moves = text(self.moves, "moves")
        if not moves or moves.isspace():
            return start
        game = Game(start, rules)
        game.play(counted(moves))
        return game.board

    def after(self) -> Board:
        """The board after the moves."""
        start = self.start()
        return start if isinstance(start, Board) else deal(start)


class ToSolve(Position):
    """A position, and what is wanted of its solution."""

    model_config = _example(deal=617, goal="short", seconds=0.5)

    goal: Any = _one_of(GOALS, "any solution, a short one, or the exact search alone")
    seconds: Any = _value(
        SHORT_SECONDS,
        type="number",
        exclusiveMinimum=0,
        maximum=MOST_SECONDS,
        description="the most time; for a short solution, the time it is looked for",
    )
    length: Any = _one_of(LENGTHS, "what a short solution has few of")

    def wanted(self) -> dict[str, Any]:
        """What `solve` is told."""
        seconds = self.seconds
        if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
            raise FreecellError(f"seconds={quoted(seconds)}: a number above 0, up to {MOST_SECONDS:g}, is right")
        return {
            "goal": one_of(GOALS, self.goal, "goal"),
            "length": one_of(LENGTHS, self.length, "length"),
            "seconds": float(seconds),
            "cells": self.cells,
        }


class ToCheck(Position):
    """A position, and a solution of it."""

    model_config = _example(deal=617, solution="7a 7b 7c")

    solution: Any = _value(
        type="string", description="moves in notation or in words, or what fc-solve prints", examples=["7a 7b 7c"]
    )


class ToDraw(Position):
    """A position, and how it is to look."""

    model_config = _example(deal=617, deck="four", felt="dark")

    deck: Any = _one_of(DECKS, "two colours or four")
    felt: Any = _one_of(FELTS, "the colour behind the cards")


class ToFind(BaseModel):
    """The cards of a deal: all of them, or the first six or more."""

    model_config = _example(cards="7D AD 5C 3S 5S 8C 2D AH")

    cards: Any = _value(
        type="string",
        description="a board in rows, columns or JSON, or cards in dealt order; ?? is a card not known",
        examples=["7D AD 5C 3S 5S 8C 2D AH"],
    )


def schemas() -> dict[str, Any]:
    """What bodies look like, for the API's description."""
    models = (Position, ToSolve, ToCheck, ToDraw, ToFind)
    return {model.__name__: model.model_json_schema() for model in models}


_Model = TypeVar("_Model", bound=BaseModel)


async def read(model: type[_Model], request: Request) -> _Model:
    """What the body of a request asks. Whatever is wrong with it is told in one line."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise FormatError("the body is to be JSON, and to be sent with the content type application/json")
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise FormatError(_one_line(error.errors(include_url=False)[0])) from None


def _one_line(error: ErrorDetails) -> str:
    """What is wrong with the shape of a body."""
    kind, place = error["type"], error["loc"]
    if kind == "json_invalid":
        return f"the body is not JSON: {error['ctx']['error']}"
    if not place:
        return f"the body is {quoted(error['input'])}: a JSON object is right"
    if kind == "missing":
        return f'"{place[0]}" is missing'
    return f"{quoted(place[0])} is not asked for here"  # no value is checked before the library sees it


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """The body that a route reads, for the API's description."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def read_number(text: str) -> int:
    """The deal number in a path."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 20:
        return checked(int(text))
    return checked(text)  # type: ignore[arg-type]  # which says that it is none


def read_board(value: Any) -> Board:
    """The board of a text or of a JSON object."""
    return Board.parse(value) if isinstance(value, str) else board_json.from_dict(value)


def one_of(names: tuple[Name, ...], value: Any, what: str) -> Name:
    """The value, if it is one of these names."""
    for name in names:
        if name == value:
            return name
    raise FreecellError(f"{what}={quoted(value)}: {' or '.join(map(repr, names))} is right")


def text(value: Any, name: str) -> str:
    """The value, if it is a text."""
    if not isinstance(value, str):
        raise FormatError(f'"{name}" is {quoted(value)}: a text is right')
    return value


def counted(moves: str) -> str:
    """The moves, if they are not more than are read here."""
    count = sum(1 for _ in steps(moves))
    if count > MOST_MOVES:
        raise FreecellError(f"{quoted(moves)} has {count} moves: {MOST_MOVES} at the most are right")
    return moves
