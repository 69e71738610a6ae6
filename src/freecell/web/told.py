"""The shape of answers, for the API's description. The routes make them from plain dicts, which is faster."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from freecell.notation import Dialect
from freecell.rules import AutoPlay, Room

_DEAL_617: JsonDict = {
    "columns": [
        ["7D", "TD", "TH", "KD", "4C", "4S", "JD"],
        ["AD", "7S", "QC", "5H", "QS", "TS", "KS"],
        ["5C", "QD", "3H", "9S", "9C", "2H", "KC"],
        ["3S", "AC", "9D", "3C", "9H", "5D", "4H"],
        ["5S", "6D", "6S", "8S", "7C", "JC"],
        ["8C", "8H", "8D", "7H", "6H", "6C"],
        ["2D", "AS", "3D", "4D", "2C", "JH"],
        ["AH", "KH", "TC", "JS", "2S", "QH"],
    ],
    "cells": [],
    "foundations": {"C": 0, "D": 0, "H": 0, "S": 0},
}

# The rank of the highest card at home, of each suit.
Foundations = dict[Literal["C", "D", "H", "S"], Annotated[int, Field(ge=0, le=13)]]


class Board(BaseModel):
    """A position: the columns, the lowest card of each first; the cells from a on; the rank at home of each suit."""

    model_config = ConfigDict(json_schema_extra={"examples": [_DEAL_617]})

    columns: list[list[str]]
    cells: list[str | None]
    foundations: Foundations


class Deal(BaseModel):
    """A deal number and its board."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deal": 617, "board": _DEAL_617}]})

    deal: int
    board: Board


class Found(BaseModel):
    """The numbers of the deals that have these cards."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"deals": [617], "board": _DEAL_617, "names": "clubs and spades exchanged"}]}
    )

    deals: list[int]
    board: Board | None = Field(description="the board, if the cards are a whole position")
    names: str | None = Field(
        description="how the suits were renamed for a deal to be found, if they had to be",
        examples=["clubs and spades exchanged"],
    )


class Verdict(BaseModel):
    """Whether a position can be won. Lost is only said after every position was looked at that can be reached."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"verdict": "unknown", "limit": "seconds", "positions": 2400000}]}
    )

    verdict: Literal["winnable", "lost", "unknown"]
    limit: Literal["positions", "seconds"] | None = Field(description="which limit left it unknown")
    positions: int = Field(description="how many positions were searched")


class Move(BaseModel):
    """A number of cards from a place to another: columns 1 to 8, cells a to g, home h."""

    source: str = Field(alias="from", examples=["7"])
    target: str = Field(alias="to", examples=["a"])
    cards: int = Field(examples=[1])


class JudgedMove(Move):
    """A move, and whether the game can be won after it."""

    verdict: Literal["winnable", "lost", "unknown"]


class Judged(BaseModel):
    """Every legal move."""

    moves: list[JudgedMove]


class HintedMove(Move):
    """A move, also in notation and in words."""

    word: str = Field(examples=["7a"])
    sentence: str = Field(examples=["move JH from column 7 to cell a"])


class Hint(BaseModel):
    """The first move of a short solution."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "verdict": "winnable",
                    "move": {
                        "from": "7",
                        "to": "a",
                        "cards": 1,
                        "word": "7a",
                        "sentence": "move JH from column 7 to cell a",
                    },
                }
            ]
        }
    )

    verdict: Literal["winnable", "lost", "unknown"]
    move: HintedMove | None = Field(description="none if the game is won already, or lost, or that is not known")


class Solution(BaseModel):
    """What a search found out, and its moves: every one, those home as well."""

    verdict: Literal["solved", "unsolvable", "undecided"]
    limit: Literal["positions", "seconds"] | None = Field(description="which limit left it undecided")
    moves: list[Move] = Field(description="none unless it is solved")
    notation: str = Field(description="the moves in standard notation", examples=["7a 7b"])
    cards: int = Field(description="cards moved")
    singles: int = Field(description="moves of one card, when runs are moved card by card")
    steps: int = Field(description="moves: a run is one, each card home is one")
    turns: int = Field(description="moves that are not home moves")
    positions: int = Field(description="how many positions were searched")
    seconds: float = Field(description="how long it took")


class Wrong(BaseModel):
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
    cards: int
    singles: int
    steps: int
    turns: int
    reason: str | None = Field(description="why it does not win")
    wrong: Wrong | None
    read_as: Reading


class Fault(BaseModel):
    """What is wrong, in one line."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"detail": "there is no deal 0: deals are 1 to 2**33-1 (8589934591), and the joke games -1 and -2"}
            ]
        }
    )

    detail: str
