"""All plays of a game in order: those that count now, then the undone ones, which can be redone."""

from __future__ import annotations

import re
from typing import NamedTuple

from freecell.board import Board
from freecell.game import Game, Play
from freecell.notation import sentence, write
from freecell.rules import HOME, Rules


class Timeline(NamedTuple):
    """All plays of a game.

    boards  the boards at the start and after each play
    plays   the plays
    words   the plays in notation
    now     how many plays count now; the others are undone
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
    """Undo or redo plays until this many count."""
    now = len(game.plays)
    for _ in range(now - place):
        game.undo()
    for _ in range(place - now):
        game.redo()


def turns(timeline: Timeline, place: int) -> int:
    """The number of turns among the plays before a place: those that aren't moves home."""
    return sum(move.target != HOME for play in timeline.plays[:place] for move in play.moves)


def summary(timeline: Timeline, place: int, rules: Rules) -> str:
    """Describe a play in words."""
    play = timeline.plays[place]
    what = re.sub("^move | from (column|cell) .", "", sentence(play.move, play.before, rules))
    return f"{what}, {len(play.automatic)} home" if play.automatic else what
