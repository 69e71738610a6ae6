"""The requests: models that read bodies and paths, and describe them for the API's document."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import from_json

from freecell.board import Board
from freecell.deals import deal
from freecell.engine import SHORT_SECONDS
from freecell.errors import FormatError, FreecellError, quoted
from freecell.game import Game
from freecell.rules import Rules
from freecell.web.fields import (
    AutoplayField,
    BoardField,
    CardsField,
    CellsField,
    DeckField,
    FeltField,
    GoalField,
    LengthField,
    MovesField,
    NumberField,
    NumberInPath,
    RoomField,
    SecondsField,
    SolutionField,
)


def _with_example(**body: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [body]})


class DealRequest(BaseModel):
    """The number in a path."""

    number: NumberInPath


class Position(BaseModel):
    """A deal number or a board, the moves that were played on it, and the rules: one of `deal` and `board` is right."""

    model_config = _with_example(deal=617, moves="7a 7b")

    deal: NumberField = None
    board: BoardField = None
    moves: MovesField = ""
    autoplay: AutoplayField = "none"
    cells: CellsField = 4
    room: RoomField = "theory"

    @model_validator(mode="after")
    def _has_one_start(self) -> Self:
        if (self.deal is None) == (self.board is None):
            raise FreecellError('one of "deal" and "board" is right')
        return self

    @property
    def rules(self) -> Rules:
        return Rules(self.cells, self.room, self.autoplay)

    @property
    def has_moves(self) -> bool:
        return bool(self.moves) and not self.moves.isspace()

    def start(self) -> int | Board:
        """The deal number, or the board after the moves."""
        start = self.deal if self.board is None else self.board
        assert start is not None  # noqa: S101, as was checked
        if not self.has_moves:
            return start
        game = Game(start, self.rules)
        game.play(self.moves)
        return game.board

    def after(self) -> Board:
        """The board after the moves."""
        start = self.start()
        return start if isinstance(start, Board) else deal(start)


class SolveRequest(Position):
    """A position, and what is wanted of its solution."""

    model_config = _with_example(deal=617, goal="short", seconds=0.5)

    goal: GoalField = "fast"
    seconds: SecondsField = SHORT_SECONDS
    length: LengthField = "turns"


class CheckRequest(Position):
    """A position, and a solution of it."""

    model_config = _with_example(deal=617, solution="7a 7b 7c")

    solution: SolutionField


class PictureRequest(Position):
    """A position, and how it is drawn."""

    model_config = _with_example(deal=617, deck="four", felt="dark")

    deck: DeckField = "two"
    felt: FeltField = "light"


class FindRequest(BaseModel):
    """The cards of a deal: all of them, or the first six or more."""

    model_config = _with_example(cards="7D AD 5C 3S 5S 8C 2D AH")

    cards: CardsField


_Model = TypeVar("_Model", bound=BaseModel)

_JSON_SPACE = b" \t\r\n"


def parse(model: type[_Model], body: bytes) -> _Model:
    """The request in a body. Whatever is wrong with it becomes an error of one line.

    What is no object is refused before it is read, and an unknown key before any value is looked at.
    """
    beginning = body.lstrip(_JSON_SPACE)[:60]
    if not beginning.startswith(b"{"):
        what = f"begins with {quoted(beginning.decode(errors='replace'))}" if beginning else "is empty"
        raise FormatError(f"the body {what}: a JSON object is right")
    try:
        values: dict[str, Any] = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise FormatError(f"the body is not JSON: {error}") from None
    fields = model.model_fields
    for name in values:
        if name not in fields:
            *others, last = fields
            right = f"{', '.join(others)} and {last} are" if others else f"{last} is"
            raise FormatError(f"{quoted(name)} is not asked for here: {right}")
    return validate(model, values)


def validate(model: type[_Model], values: dict[str, Any]) -> _Model:
    """The request of these values."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "missing":
        raise FormatError(f'"{first["loc"][0]}" is missing')
    raise FormatError(str(first["ctx"]["error"]))
