"""All plays of a game in order: those that were made, then those that were taken back and can be made again."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

from freecell.board import Board
from freecell.errors import GameError
from freecell.game import Game
from freecell.notation import sentence
from freecell.rules import HOME, Move


class Timeline(NamedTuple):
    """All plays of a game.

    boards  at the start, and after each play
    plays   the moves of each, the one by hand before those that followed by themselves
    words   each in notation
    now     how many are played; those beyond it are taken back
    """

    boards: list[Board]
    plays: list[tuple[Move, ...]]
    words: list[str]
    now: int


def timeline_of(game: Game) -> Timeline:
    """All plays of a game, which stays where it is."""
    now = sum(1 for _ in game.history())
    undone = 0
    with suppress(GameError):
        while True:
            game.redo()
            undone += 1
    history = list(game.history())
    boards, plays = [*(board for board, _ in history), game.board], [moves for _, moves in history]
    timeline = Timeline(boards, plays, game.notation().split(), now)
    for _ in range(undone):
        game.undo()
    return timeline


def go_to(game: Game, place: int) -> None:
    """Takes back or plays again, until so many plays are made."""
    now = sum(1 for _ in game.history())
    for _ in range(now - place):
        game.undo()
    for _ in range(place - now):
        game.redo()


def turns(timeline: Timeline, place: int) -> int:
    """How many turns the first plays have: moves that are not home moves."""
    return sum(move.target != HOME for moves in timeline.plays[:place] for move in moves)


def summary(game: Game, timeline: Timeline, place: int) -> str:
    """What a play does, in words."""
    (move, *homes), board = timeline.plays[place], timeline.boards[place]
    what = re.sub("^move | from (column|cell) .", "", sentence(move, board, game.rules))
    return f"{what}, {len(homes)} home" if homes else what
