"""Models of request bodies, which validate and describe them. Boards and moves are parsed later, in a thread."""

from __future__ import annotations

from typing import Annotated, Any, Self

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from freecell.board import CELLS, Board
from freecell.budgets import SHORT_SECONDS, VERDICT_SECONDS
from freecell.dealing import LAST
from freecell.drawing.deck import Deck, Felt
from freecell.engine import Goal, Metric
from freecell.errors import FreecellError, quoted
from freecell.game import Game
from freecell.notation import words
from freecell.rules import AutoPlay, Room, Rules
from freecell.web.limits import MOST_BOARD_TEXT, MOST_MOVES, MOST_MOVES_TEXT, MOST_SECONDS

_DEAL = "a deal number: 1 to 2**33-1, or one of the joke deals -1 and -2"
_CARD_SCHEMA = {"type": "string", "description": "a rank from A23456789TJQK and a suit from CDHS", "examples": ["TD"]}
_BOARD_SCHEMA = {
    "type": "object",
    "title": "Board",
    "description": "columns, each with its top card last; cells from a; the highest rank home in each suit",
    "properties": {
        "deal": {"type": ["integer", "null"], "description": "the deal number; ignored if it is wrong"},
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
        {"type": "string", "description": "text as rows, as fc-solve's columns, as a table or as JSON"},
        _BOARD_SCHEMA,
    ],
    "description": "a position with all 52 cards, at the start or in mid-game",
}

NumberInPath = Annotated[int, Path(ge=-2, le=LAST, description=_DEAL, examples=[617])]


def _with_example(**body: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [body]})


class RulesRequest(BaseModel):
    """The rules of the game."""

    model_config = _with_example(cells=4, room="windows", autoplay="safe")

    cells: int = Field(4, ge=0, le=len(CELLS), description="the number of free cells")
    room: Room = Field(
        "theory", description="how many cards may move at once: in theory, or as Windows allowed up to XP"
    )
    autoplay: AutoPlay = Field(
        "none", description="which cards go home automatically after a move: none, safe cards, or all that fit"
    )

    @property
    def value(self) -> Rules:
        return Rules(self.cells, self.room, self.autoplay)

    def given(self) -> dict[str, Any]:
        """The parts of the rules; None for those that aren't in the request."""
        return {name: value if name in self.model_fields_set else None for name, value in self}


class Position(BaseModel):
    """A deal number or a board, the moves played on it, and the rules. Give either `deal` or `board`."""

    model_config = _with_example(deal=617, moves="7a 7b", rules={"cells": 4, "room": "theory", "autoplay": "none"})

    # A factory, because a default would appear in the description.
    deal: int = Field(default_factory=int, ge=-2, le=LAST, description=_DEAL, examples=[617])
    board: Annotated[Any, WithJsonSchema(_POSITION_SCHEMA)] = Field(default_factory=dict)
    moves: str = Field(
        "",
        max_length=MOST_MOVES_TEXT,
        description="moves played on the board, in standard notation",
        examples=["7a 7b"],
    )
    rules: RulesRequest = Field(default_factory=lambda: RulesRequest.model_validate({}), description="the rules")

    @model_validator(mode="after")
    def _has_one_start(self) -> Self:
        if len(self.model_fields_set & {"deal", "board"}) != 1:
            raise ValueError('give either "deal" or "board"')
        return self

    def game(self) -> Game:
        """The deal or the board, with the moves played."""
        game = Game(self._board() if "board" in self.model_fields_set else self.deal, self.rules.value)
        if self.moves and not self.moves.isspace():
            game.play(_limited(self.moves))
        return game

    def _board(self) -> Board:
        if not isinstance(self.board, str):
            return Board.from_dict(self.board)
        if len(self.board) > MOST_BOARD_TEXT:
            raise FreecellError(f"board must have at most {MOST_BOARD_TEXT} characters, got {len(self.board)}")
        return Board.parse(self.board)


class SolveRequest(Position):
    """A position and the kind of solution."""

    model_config = _with_example(deal=617, goal="short", seconds=0.5)

    goal: Goal = Field(
        "fast",
        description="fast: any solution; short: a short one; prove: the exact search alone; shortest: a shortest one",
    )
    seconds: float = Field(
        SHORT_SECONDS,
        gt=0,
        le=MOST_SECONDS,
        description="the time limit for a short solution or for the exact search. A search for any solution runs "
        f"first. Both together may take {VERDICT_SECONDS:g} seconds, or this limit if that is longer",
    )
    metric: Metric = Field("turns", description="what short and shortest solutions minimize")


class CheckRequest(Position):
    """A position and a solution."""

    model_config = _with_example(deal=617, solution="7a 7b 7c")

    solution: str = Field(description="moves in notation or in words, or the output of fc-solve", examples=["7a 7b 7c"])

    def moves_to_check(self) -> str:
        return _limited(self.solution)


class PictureRequest(Position):
    """A position and the look of its picture."""

    model_config = _with_example(deal=617, deck="four", felt="dark")

    deck: Deck = Field("two", description="a deck with two or four colours")
    felt: Felt = Field("light", description="the background colour")


class FindRequest(BaseModel):
    """The cards of a deal: all 52, or at least the first six."""

    model_config = _with_example(cards="7D AD 5C 3S 5S 8C 2D AH")

    cards: str = Field(
        max_length=MOST_BOARD_TEXT,
        description="a board as rows, columns, a table or JSON, or cards in the order dealt; ?? is an unknown card",
        examples=["7D AD 5C 3S 5S 8C 2D AH"],
    )


def _limited(moves: str) -> str:
    """The moves, in any form that the library reads, unless there are too many."""
    for count, _ in enumerate(words(moves), 1):
        if count > MOST_MOVES:
            raise FreecellError(f"{quoted(moves[:60])} has more than {MOST_MOVES} moves, which is the limit here")
    return moves
