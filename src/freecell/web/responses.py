"""The responses: models that are made of what the library gives, that write it as JSON, and that describe it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.config import JsonDict
from starlette.responses import Response

from freecell import board, checking, factbook, grading, solving
from freecell.dealing import deal
from freecell.finding import Renamed
from freecell.formats import json as board_json
from freecell.notation import Dialect
from freecell.rules import AutoPlay, Room
from freecell.rules import Move as BoardMove

_DEAL_617: JsonDict = board_json.to_dict(deal(617))
_SUITS_617: JsonDict = {"C": "S", "D": "D", "H": "H", "S": "C"}
_RENAMED_617: JsonDict = {"deal": 617, "suits": _SUITS_617, "text": "deal 617 with clubs and spades exchanged"}

VerdictField = Annotated[
    str, WithJsonSchema({"type": "string", "enum": [verdict.value for verdict in solving.Verdict]})
]
LimitField = Annotated[
    Literal["positions", "seconds", "memory"] | None,
    Field(description="which limit left it undecided, or a shortest solution without its proof"),
]
PositionsField = Annotated[int, Field(description="how many positions were searched")]

CardsLength = Annotated[int, Field(description="cards moved")]
SinglesLength = Annotated[int, Field(description="moves of one card, when runs are moved card by card")]
StepsLength = Annotated[int, Field(description="moves: a run is one, each card home is one")]
TurnsLength = Annotated[int, Field(description="moves that are not home moves")]

# The rank of the highest card at home, of each suit.
Foundations = dict[Literal["C", "D", "H", "S"], Annotated[int, Field(ge=0, le=13)]]


def _with_example(example: JsonDict) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [example]})


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]


class Board(BaseModel):
    """A position: the columns, the lowest card of each first; the cells from a on; the rank at home of each suit."""

    model_config = _with_example(_DEAL_617)

    columns: list[list[str]]
    cells: list[str | None]
    foundations: Foundations

    @classmethod
    def of(cls, position: board.Board) -> Self:
        return cls(**board_json.to_dict(position))


class Deal(BaseModel):
    """A deal number and its board."""

    model_config = _with_example({"deal": 617, "board": _DEAL_617})

    deal: int
    board: Board

    @classmethod
    def of(cls, number: int) -> Self:
        return cls(deal=number, board=Board.of(deal(number)))


class RenamedDeal(BaseModel):
    """A deal that has the cards once its suits are renamed."""

    deal: int
    suits: dict[Literal["C", "D", "H", "S"], Literal["C", "D", "H", "S"]] = Field(
        description="for each suit of the deal, the one that stands in its place"
    )
    text: str


class FoundDeals(BaseModel):
    """The numbers of the deals that have these cards."""

    model_config = _with_example({"deals": [], "renamed": [_RENAMED_617], "board": _DEAL_617})

    deals: list[int]
    renamed: list[RenamedDeal] = Field(description="if there is none, those that have them with their suits renamed")
    board: Board | None = Field(description="the board, if the cards are a whole position")

    @classmethod
    def of(cls, deals: list[int], renamed: list[Renamed], board: Board | None) -> Self:
        return cls(deals=deals, renamed=[RenamedDeal(**one.to_dict()) for one in renamed], board=board)


class Verdict(BaseModel):
    """Whether a position can be won. Unsolvable is only said after every position was looked at that can be reached."""

    model_config = _with_example({"verdict": "undecided", "limit": "seconds", "positions": 2400000})

    verdict: VerdictField
    limit: LimitField
    positions: PositionsField

    @classmethod
    def of(cls, solution: solving.Solution) -> Self:
        return cls(verdict=solution.verdict.value, limit=solution.limit, positions=solution.positions)  # type: ignore[arg-type]


GradeField = Literal[grading.Grade, "impossible"]
ScoreField = Annotated[int, Field(ge=0, le=100, description="how many percent of all random deals are easier")]


class Facts(BaseModel):
    """What is known of a deal. Where what is known and what there is at least are equal, it is the least."""

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
            "verdict": "solved",
            "grade": "fiendish",
        }
    )

    deal: int
    min_cells: Annotated[int, Field(description="the least cells with which it is known to be won")]
    min_cells_lower_bound: Annotated[int, Field(description="with fewer cells it is proven that it can't be won")]
    turns: Annotated[int | None, Field(description="of the shortest solution known with four cells, if there is any")]
    turns_lower_bound: Annotated[int | None, Field(description="no solution with four cells has fewer turns")]
    singles: Annotated[int | None, Field(description="of the shortest solution known, if it was looked for")]
    singles_lower_bound: Annotated[int | None, Field(description="no solution with four cells has fewer singles")]
    difficulty: ScoreField
    verdict: VerdictField
    grade: GradeField

    @classmethod
    def of(cls, number: int) -> Self:
        return cls(**factbook.facts(number).to_dict())


class Difficulty(BaseModel):
    """How hard a position is for a person, by how often a weak player wins it."""

    model_config = _with_example({"score": 81, "grade": "fiendish", "verdict": "solved", "games": 11445, "wins": 247})

    score: ScoreField
    grade: GradeField
    verdict: VerdictField
    games: Annotated[int, Field(description="how many games the weak player played")]
    wins: Annotated[int, Field(description="how many of these he won")]

    @classmethod
    def of(cls, found: grading.Difficulty) -> Self:
        said = {name: getattr(found, name) for name in ("score", "grade", "games", "wins")}
        return cls(verdict=found.verdict.value, **said)


class Move(BaseModel):
    """A number of cards from a place to another: columns 1 to 8, cells a to g, home h."""

    source: str = Field(examples=["7"])
    target: str = Field(examples=["a"])
    count: int = Field(examples=[1], description="how many cards it takes")

    @classmethod
    def of(cls, move: BoardMove) -> Self:
        return cls(**asdict(move))


class HintedMove(Move):
    """A move, also in notation and in words."""

    word: str = Field(examples=["7a"])
    sentence: str = Field(examples=["move JH from column 7 to cell a"])


class Hint(BaseModel):
    """The first move of a short solution."""

    model_config = _with_example(
        {
            "verdict": "solved",
            "move": {
                "source": "7",
                "target": "a",
                "count": 1,
                "word": "7a",
                "sentence": "move JH from column 7 to cell a",
            },
        }
    )

    verdict: VerdictField
    move: HintedMove | None = Field(description="none if the game is won already, can't be won, or is undecided")

    @classmethod
    def of(cls, hint: solving.Hint) -> Self:
        move = None
        if hint.move is not None:
            move = HintedMove(**asdict(hint.move), word=hint.word, sentence=hint.sentence)
        return cls(verdict=hint.solution.verdict.value, move=move)


class Solution(BaseModel):
    """What a search found out, and its moves: every one, those home as well."""

    verdict: VerdictField
    limit: LimitField
    moves: list[Move] = Field(description="none unless it is solved")
    notation: str = Field(description="the moves by hand in standard notation", examples=["7a 7b"])
    cards_moved: CardsLength
    singles: SinglesLength
    steps: StepsLength
    turns: TurnsLength
    lower_bound: int | None = Field(description="of the goal shortest: no solution has fewer turns, or singles")
    shortest: bool = Field(description="whether it is proven that no solution is shorter")
    positions: PositionsField
    seconds: float = Field(description="how long it took")

    @classmethod
    def of(cls, solution: solving.Solution) -> Self:
        same = {
            name: getattr(solution, name)
            for name in ("cards_moved", "singles", "steps", "turns", "lower_bound", "positions")
        }
        return cls(
            verdict=solution.verdict.value,
            limit=solution.limit,  # type: ignore[arg-type]  # which is checked
            moves=[Move.of(move) for move in solution.moves],
            notation=solution.notation(),
            shortest=solution.is_shortest,
            seconds=round(solution.seconds, 6),
            **same,
        )


class FirstWrongMove(BaseModel):
    """The first move that can't be played: which one, from 1 on, how it is written, and why not."""

    number: int
    word: str
    reason: str


class Reading(BaseModel):
    """How a solution was read: a text does not say which rules it was written for."""

    dialect: Dialect
    cells: int
    room: Room
    autoplay: AutoPlay


class Report(BaseModel):
    """What became of a solution."""

    wins: bool
    cards_moved: CardsLength
    singles: SinglesLength
    steps: StepsLength
    turns: TurnsLength
    reason: str | None = Field(description="why it does not win")
    wrong: FirstWrongMove | None
    read_as: Reading

    @classmethod
    def of(cls, report: checking.Report) -> Self:
        return cls(**report.to_dict())


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"


class Problem(BaseModel):
    """What is wrong, in one line."""

    model_config = _with_example(
        {"detail": "there is no deal 0: deals are 1 to 2**33-1 (8589934591), and the joke games -1 and -2"}
    )

    detail: str
