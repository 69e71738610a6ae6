"""All plays of a game in order: those that were made, then those that were taken back and can be made again."""

from __future__ import annotations

import re
from typing import NamedTuple

from freecell.board import Board
from freecell.game import Game, Play
from freecell.notation import sentence, write
from freecell.rules import HOME, Rules


class Timeline(NamedTuple):
    """All plays of a game.

    boards  at the start, and after each play
    plays   the plays
    words   each in notation
    now     how many are played; those beyond it are taken back
    """

    boards: list[Board]
    plays: tuple[Play, ...]
    words: list[str]
    now: int


def timeline_of(game: Game) -> Timeline:
    """All plays of a game."""
    plays = game.plays + game.undone
    words = [write(play.move, play.before, game.rules) for play in plays]
    return Timeline([game.start, *(play.board for play in plays)], plays, words, len(game.plays))


def go_to(game: Game, place: int) -> None:
    """Takes back or plays again, until that many plays are made."""
    now = len(game.plays)
    for _ in range(now - place):
        game.undo()
    for _ in range(place - now):
        game.redo()


def turns(timeline: Timeline, place: int) -> int:
    """How many turns the first plays have: moves that are not home moves."""
    return sum(move.target != HOME for play in timeline.plays[:place] for move in play.moves)


def summary(timeline: Timeline, place: int, rules: Rules) -> str:
    """A play in words."""
    play = timeline.plays[place]
    what = re.sub("^move | from (column|cell) .", "", sentence(play.move, play.before, rules))
    return f"{what}, {len(play.automatic)} home" if play.automatic else what
