"""Texts about a game: its name, the light, and each move."""

from __future__ import annotations

import re

from freecell.cards import Card
from freecell.engine import core_available
from freecell.game import LENGTHS, Game
from freecell.play.hands import Hand, lying
from freecell.play.layout import text_of
from freecell.play.light import Light, first_lost
from freecell.play.timeline import Timeline, summary, timeline_of, turns
from freecell.verdicts import Verdict

WELCOME = "Two keys make a move, from where and to where: 26, 7a, 3h. Or click. ? helps."

SIGNS = {
    Verdict.SOLVED: ("●", "bold #5fd75f"),
    Verdict.UNSOLVABLE: ("✗", "bold #ff6b6b"),
    Verdict.UNDECIDED: ("?", "bold"),
    None: (" ", ""),
}
"""The sign of each verdict, and its colour."""

_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def with_signs(text: str) -> str:
    """Cards in a text with the signs of their suits."""
    return _CARD.sub(lambda match: text_of(Card(match[0])), text)


def name_of(game: Game) -> str:
    return "This board" if game.deal is None else f"Deal {game.deal}"


def title(game: Game) -> str:
    return name_of(game) + ("" if game.rules.cells == 4 else f", {counted(game.rules.cells, 'cell')}")


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def lengths(game: Game) -> str:
    lengths = (f"{getattr(game, length)} {length.replace('_', ' ')}" for length in LENGTHS)
    return f"{name_of(game)}: {', '.join(lengths)}"


def in_hand(game: Game, hand: Hand) -> str:
    """The selected cards, and the next step."""
    cards = lying(game.board, hand.place)[-hand.count :]
    what = str(cards[0]) if len(cards) == 1 else f"{cards[0]} to {cards[-1]}"
    cells = f", a to {'abcdefg'[game.rules.cells - 1]}" if game.rules.cells else ""
    return f"{what} in hand: now a place, 1 to 8{cells} or h, or {hand.place} for the best one"


def choices(game: Game) -> dict[str, str]:
    """What may be played after a game, by name."""
    deals = {"random": "A random deal that can be won", "daily": "Today's deal"} if core_available else {}
    following = {} if game.deal is None else {"next": "The next deal"}
    return {"again": "Again, from the start", **deals, **following}


def verdict_of(game: Game, light: Light | None) -> tuple[Verdict | None, str]:
    """The light: its verdict, and in words. None if it is off."""
    if game.is_won:
        return Verdict.SOLVED, "Won"
    if not core_available:
        return None, "No light without the compiled core"
    if light is None:
        return None, "The light is off"
    timeline = timeline_of(game)
    verdicts = light.verdicts(timeline.boards)
    verdict = verdicts[timeline.now]
    if verdict is Verdict.UNSOLVABLE:
        return verdict, _where_lost(game, timeline, verdicts)
    words = {Verdict.SOLVED: "Can be won", Verdict.UNDECIDED: "Not known whether it can be won", None: "Looking ..."}
    return verdict, words[verdict]


def _where_lost(game: Game, timeline: Timeline, verdicts: list[Verdict | None]) -> str:
    lost = first_lost(verdicts)
    if lost == 0:
        return f"{name_of(game)} can't be won"
    if verdicts[lost - 1] is None:  # it is still being looked for
        return "Can't be won any more"
    at = "at" if verdicts[lost - 1] is Verdict.SOLVED else "by"
    return f"Lost {at} turn {turns(timeline, lost)}, {timeline.words[lost - 1]}: k goes back"


def lines(game: Game, light: Light | None) -> list[tuple[str, str, str]]:
    """The start and each play as a line: the sign of its verdict, the colour of that, and what was done."""
    timeline = timeline_of(game)
    verdicts = light.verdicts(timeline.boards) if light else [None] * len(timeline.boards)
    width = len(str(len(timeline.plays)))
    texts = [
        f"{place:>{width}} {word:<4} {with_signs(summary(game, timeline, place - 1))}"
        for place, word in enumerate(timeline.words, 1)
    ]
    return [
        (*SIGNS[verdict], text) for verdict, text in zip(verdicts, [f"{'':{width}} the start", *texts], strict=True)
    ]
