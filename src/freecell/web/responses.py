"""Models of responses. They are made from the library's objects, and define and describe their JSON."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.config import JsonDict
from starlette.responses import Response

from freecell import dealing, verdicts
from freecell.board import Board as Position
from freecell.engine import Goal, Metric
from freecell.finding import Renamed
from freecell.notation import Dialect
from freecell.rules import AutoPlay, Room

_DEAL_617: JsonDict = dealing.deal(617).to_dict()
_SUITS_617: JsonDict = {"C": "S", "D": "D", "H": "H", "S": "C"}
_RENAMED_617: JsonDict = {"deal": 617, "suits": _SUITS_617, "text": "deal 617 with clubs and spades exchanged"}

VerdictField = Annotated[str, WithJsonSchema({"type": "string", "enum": [*map(str, verdicts.Verdict)]})]
LimitField = Annotated[
    Literal["positions", "seconds", "memory"] | None,
    Field(description="the limit that left the position undecided, or a shortest solution unproven"),
]
PositionsField = Annotated[int, Field(description="the number of positions searched")]

CardsMovedLength = Annotated[int | None, Field(description="cards moved: a sequence of three counts as three")]
SinglesLength = Annotated[int | None, Field(description="moves of single cards, with sequences moved card by card")]
StepsLength = Annotated[
    int | None, Field(description="moves: a sequence counts as one, and so does each card that goes home")
]
TurnsLength = Annotated[int | None, Field(description="moves that don't go home")]

DealField = Annotated[int | None, Field(description="the deal number, if it is known")]

# The highest rank home in each suit.
Foundations = dict[Literal["C", "D", "H", "S"], Annotated[int, Field(ge=0, le=13)]]


def _with_example(example: JsonDict) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [example]})


class Health(BaseModel):
    """The server is up."""

    status: Literal["ok"]


class Board(BaseModel):
    """A position: columns, each with its top card last; cells from a; the highest rank home in each suit."""

    model_config = _with_example(_DEAL_617)

    deal: int | None = Field(description="the deal number of a freshly dealt board")
    columns: list[list[str]]
    cells: list[str | None]
    foundations: Foundations


BoardField = Annotated[Board | None, Field(description="the board; null for an unchanged deal")]


class Rules(BaseModel):
    """The rules of the game."""

    cells: int
    room: Room
    autoplay: AutoPlay


class RenamedDeal(BaseModel):
    """A deal that has these cards after its suits are renamed."""

    deal: int
    suits: dict[Literal["C", "D", "H", "S"], Literal["C", "D", "H", "S"]] = Field(
        description="for each suit of the deal, the suit that replaces it"
    )
    text: str


class FoundDeals(BaseModel):
    """The numbers of the deals that have these cards."""

    model_config = _with_example({"deals": [], "renamed": [_RENAMED_617], "board": _DEAL_617})

    deals: list[int]
    renamed: list[RenamedDeal] = Field(
        description="if no deal has these cards: the deals that have them after renaming suits"
    )
    board: Board | None = Field(description="the board, if the cards are a complete position")

    @classmethod
    def of(cls, deals: list[int], renamed: list[Renamed], board: Position | None) -> Self:
        return cls(
            deals=deals,
            renamed=[RenamedDeal(**one.to_dict()) for one in renamed],
            board=None if board is None else Board(**board.to_dict()),
        )


class Verdict(BaseModel):
    """Whether a position can be won. "unsolvable" means that every reachable position was searched."""

    model_config = _with_example({"deal": None, "verdict": "undecided", "limit": "seconds", "positions": 2400000})

    deal: DealField
    verdict: VerdictField
    limit: LimitField
    positions: PositionsField


GradeField = Literal[verdicts.Grade, "impossible"]
DifficultyField = Annotated[int, Field(ge=0, le=100, description="the percentage of random deals that are easier")]


class Facts(BaseModel):
    """Facts about a deal. If a number equals its lower bound, it is the minimum."""

    model_config = _with_example(
        {
            "deal": 1,
            "min_cells": 3,
            "min_cells_lower_bound": 3,
            "turns": 29,
            "turns_lower_bound": 29,
            "singles": 87,
            "singles_lower_bound": 87,
            "difficulty": 81,
            "grade": "fiendish",
            "verdict": "solved",
        }
    )

    deal: int
    min_cells: Annotated[int, Field(description="the fewest cells with which the deal is known to be winnable")]
    min_cells_lower_bound: Annotated[int, Field(description="proven: the deal can't be won with fewer cells")]
    turns: Annotated[
        int | None, Field(description="turns of the shortest known solution with four cells, if there is one")
    ]
    turns_lower_bound: Annotated[int | None, Field(description="proven: no solution with four cells has fewer turns")]
    singles: Annotated[int | None, Field(description="singles of the shortest known solution, if one was searched for")]
    singles_lower_bound: Annotated[
        int | None, Field(description="proven: no solution with four cells has fewer singles")
    ]
    difficulty: DifficultyField
    grade: GradeField
    verdict: VerdictField


class Difficulty(BaseModel):
    """How hard a position is for a person, based on how often a simulated weak player wins it."""

    model_config = _with_example(
        {"deal": 1, "difficulty": 81, "grade": "fiendish", "verdict": "solved", "games": 11445, "wins": 247}
    )

    deal: DealField
    difficulty: DifficultyField
    grade: GradeField
    verdict: VerdictField
    games: Annotated[int, Field(description="the number of games that the simulated player played")]
    wins: Annotated[int, Field(description="how many of these games it won")]


class Move(BaseModel):
    """A move of some cards from one place to another: columns 1 to 8, cells a to g, home h."""

    source: str = Field(examples=["7"])
    target: str = Field(examples=["a"])
    count: int = Field(examples=[1], description="the number of cards")


class Hint(BaseModel):
    """The first move of a short solution."""

    model_config = _with_example(
        {
            "deal": 617,
            "verdict": "solved",
            "limit": None,
            "positions": 125107,
            "move": {"source": "2", "target": "a", "count": 1},
            "notation": "2a",
            "sentence": "move KS from column 2 to cell a",
        }
    )

    deal: DealField
    verdict: VerdictField
    limit: LimitField
    positions: PositionsField
    move: Move | None = Field(description="null if the game is already won, can't be won, or is undecided")
    notation: str | None = Field(description="the move in standard notation")
    sentence: str | None = Field(description="the move in words")


class Search(BaseModel):
    """The settings of a search."""

    goal: Goal
    max_positions: int
    seconds: float | None
    beam_width: int | None
    metric: Metric
    memory: int | None


class Solution(BaseModel):
    """The result of a search with all of its moves, including automatic ones."""

    deal: DealField
    board: BoardField
    played: str = Field(description="all moves that led to the position")
    rules: Rules
    search: Search
    verdict: VerdictField
    limit: LimitField
    notation: str | None = Field(
        description="the moves in standard notation, without automatic ones", examples=["7a 7b"]
    )
    moves: list[Move] = Field(description="empty unless solved")
    cards_moved: CardsMovedLength
    singles: SinglesLength
    steps: StepsLength
    turns: TurnsLength
    lower_bound: int | None = Field(
        description="when the goal is shortest: it is proven that no solution has fewer turns or singles"
    )
    is_shortest: bool = Field(description="whether the solution is proven to be the shortest")
    positions: PositionsField
    seconds: float = Field(description="how long the search took")


class FirstWrongMove(BaseModel):
    """The first move that can't be played: its number, counted from 1, its notation, and the reason."""

    number: int
    word: str
    reason: str


class Report(BaseModel):
    """The check of a solution. The lengths and `notation` cover the moves that could be played."""

    deal: DealField
    board: BoardField
    rules: Rules = Field(
        description="the rules under which the solution was read, because a solution doesn't record its rules"
    )
    dialect: Dialect = Field(description="the notation in which the solution was read")
    wins: bool
    reason: str | None = Field(description="why the solution doesn't win")
    wrong: FirstWrongMove | None
    notation: str
    cards_moved: CardsMovedLength
    singles: SinglesLength
    steps: StepsLength
    turns: TurnsLength


class Svg(Response):
    """A picture as SVG."""

    media_type = "image/svg+xml"


class Problem(BaseModel):
    """A one-line error message."""

    model_config = _with_example(
        {"detail": "deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2"}
    )

    detail: str
