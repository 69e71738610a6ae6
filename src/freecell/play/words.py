"""Texts about a game: its name, the light, each move, its review, and the statistics of all games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from freecell.cards import Card
from freecell.engine import core_available
from freecell.game import LENGTHS, Game
from freecell.play.hands import Hand, lying
from freecell.play.keeping import KeptGame
from freecell.play.layout import text_of
from freecell.play.light import Light, first_lost
from freecell.play.record import Attempt, figures_of, records_of
from freecell.play.review import Review
from freecell.play.timeline import Timeline, summary, timeline_of, turns
from freecell.rules import Rules
from freecell.verdicts import GRADES, Verdict, grade_of

WELCOME = "Type where to move from and to: 26, 7a, 3h. Or click. Press ? for help."

SIGNS = {
    Verdict.SOLVED: ("●", "bold #5fd75f"),
    Verdict.UNSOLVABLE: ("✗", "bold #ff6b6b"),
    Verdict.UNDECIDED: ("?", "bold"),
    None: (" ", ""),
}
"""The sign of each verdict, and its colour."""

_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def with_signs(text: str) -> str:
    """Replace the cards in a text with suit symbols."""
    return _CARD.sub(lambda match: text_of(Card(match[0])), text)


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def clock_text(milliseconds: int) -> str:
    """Minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def name_of(game: Game) -> str:
    return "This board" if game.deal is None else f"Deal {game.deal}"


def title(game: Game, score: int = -1) -> str:
    """The name of a game, the number of cells if it isn't four, and the grade if it is known."""
    cells = "" if game.rules.cells == 4 else f", {counted(game.rules.cells, 'cell')}"
    return f"{name_of(game)}{cells}" + (f", {grade_of(score)}" if score >= 0 else "")


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def lengths(game: Game) -> str:
    lengths = (f"{getattr(game, length)} {length.replace('_', ' ')}" for length in LENGTHS if length != "turns")
    return capitalized(", ".join(lengths)) + "."


def won(game: Game, attempts: Sequence[Attempt]) -> str:
    """A summary of a win, which is the last of the attempts."""
    attempt = attempts[-1] if attempts else None
    if attempt is None or not attempt.won:  # the game was won elsewhere
        return f"{name_of(game)} in {counted(game.turns, 'turn')}.\n{lengths(game)}"
    how = ", with moves by the solver" if attempt.solved else ", with help" if attempt.helped else ""
    texts = [f"{name_of(game)} in {clock_text(attempt.milliseconds)} and {counted(attempt.turns, 'turn')}{how}."]
    if records := [_BEST[name] for name in records_of(attempt, attempts)]:
        texts.append(f"That is {' and '.join(records)} for this deal.")
    if attempt.is_pure:
        texts.append("Without the light, hints or undo!")
    if attempt.short:
        more = attempt.turns - attempt.short
        than = f"{more} fewer than yours" if more > 0 else "the same as yours"
        texts.append(f"The shortest known solution has {counted(attempt.short, 'turn')}: {than}.")
    return " ".join(texts)


_BEST = {"milliseconds": "your best time", "turns": "your fewest turns"}


def in_hand(game: Game, hand: Hand) -> str:
    """The selected cards, and the next step."""
    cards = lying(game.board, hand.place)[-hand.count :]
    what = str(cards[0]) if len(cards) == 1 else f"{cards[0]} to {cards[-1]}"
    cells = f", a to {'abcdefg'[game.rules.cells - 1]}" if game.rules.cells else ""
    return f"{what} selected: press 1 to 8{cells} or h, or {hand.place} for the best place"


def choices(game: Game) -> dict[str, str]:
    """The choices after a game, by name."""
    deals = {"random": "A random deal that can be won", "daily": "Today's deal"} if core_available else {}
    following = {} if game.deal is None else {"next": "The next deal"}
    review = {"review": "Review this game"} if core_available and game.is_won else {}
    return {"again": "Play it again", **deals, **following, **review}


def verdict_of(game: Game, light: Light | None, *, is_narrow: bool = False) -> tuple[Verdict | None, str]:
    """The light's verdict, None if it is off, and its text, which is shorter on a narrow terminal."""
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
        return verdict, _where_lost(game, timeline, verdicts, is_narrow=is_narrow)
    words = {Verdict.SOLVED: "Can be won", Verdict.UNDECIDED: "Undecided", None: "Searching ..."}
    return verdict, words[verdict]


def _where_lost(game: Game, timeline: Timeline, verdicts: list[Verdict | None], *, is_narrow: bool) -> str:
    lost = first_lost(verdicts)
    if lost == 0:
        return "Can't be won" if is_narrow else f"{name_of(game)} can't be won"
    if verdicts[lost - 1] is None:  # that search is still running
        return "Can't be won any more"
    at = "at" if verdicts[lost - 1] is Verdict.SOLVED else "by"
    if is_narrow:
        return f"Lost {at} turn {turns(timeline, lost)}: k"
    return f"Lost {at} turn {turns(timeline, lost)}, {timeline.words[lost - 1]}: k goes back"


Line = tuple[str, str, str]
"""A line of a list: the sign of a verdict, the sign's colour, and the text."""


def lines(game: Game, light: Light | None) -> list[Line]:
    """One line for the start and one per play, with the verdict's sign and colour, and the move."""
    timeline = timeline_of(game)
    verdicts = light.verdicts(timeline.boards) if light else [None] * len(timeline.boards)
    texts = [f"{'':{_width(timeline)}} the start", *plays(timeline, game.rules)]
    return [(*SIGNS[verdict], text) for verdict, text in zip(verdicts, texts, strict=True)]


def plays(timeline: Timeline, rules: Rules) -> list[str]:
    """One line per play: its turn number, notation and words. A home move has the number of the previous turn."""
    width = _width(timeline)
    return [
        f"{turns(timeline, place):>{width}} {word:<4} {with_signs(summary(timeline, place - 1, rules))}"
        for place, word in enumerate(timeline.words, 1)
    ]


def _width(timeline: Timeline) -> int:
    return len(str(turns(timeline, len(timeline.plays))))


# Reviews and statistics, with the same texts as the page


def review_figures(review: Review, attempt: Attempt | None, short: int) -> list[tuple[str, str]]:
    """The figures of a review, as pairs of a name and a value."""
    narrow = "–"
    if (place := review.narrowest) is not None and (choice := review.choices[place]):
        narrow = f"turn {review.turn_at(place)}: {_kept(choice.kept, choice.kept + choice.lost)}"
    attempt = attempt or Attempt(0)
    hints = "yes" if attempt.helped and not attempt.hints else str(attempt.hints)
    return [
        ("Result", _result(review, attempt)),
        ("Length", _length(review, attempt, short)),
        ("Narrowest turn", narrow),
        ("Hints", hints),
        ("Undos", str(attempt.undone)),
    ]


def _result(review: Review, attempt: Attempt) -> str:
    if attempt.won:
        return "Solved" if attempt.solved else "Won"
    if review.lost is None:
        return "…"
    if review.lost == 0:
        return "This deal can't be won"
    return "Not lost" if review.losing_turn is None else f"Lost at turn {review.losing_turn}"


def _length(review: Review, attempt: Attempt, short: int) -> str:
    if not attempt.won or not short:
        return counted(turns(review.timeline, len(review.timeline.plays)), "turn")
    more = attempt.turns - short
    than = f"{more} more than" if more > 0 else "as short as"
    return f"{counted(attempt.turns, 'turn')}, {than} the shortest known solution"


def _kept(kept: int, number: int, undecided: int = 0) -> str:
    return f"{kept} of {number} moves could still win" + (f", {undecided} undecided" if undecided else "")


def review_lines(review: Review, rules: Rules) -> list[Line]:
    """One entry per play of a review: the sign and colour of its effect, and two lines of text."""
    texts = plays(review.timeline, rules)
    found = [_found(review, place) for place in range(len(texts))]
    return [(*SIGNS[verdict], f"{text}\n{said}") for text, (verdict, said) in zip(texts, found, strict=True)]


def _found(review: Review, place: int) -> tuple[Verdict | None, str]:
    choice = review.choices[place]
    if review.lost is not None and place >= review.lost:
        return None, "Lost before"
    if choice is None:
        return None, ""
    counts = _kept(choice.kept, choice.all, choice.undecided)
    before = {Verdict.UNSOLVABLE: "Lost here. ", Verdict.UNDECIDED: "Undecided. ", Verdict.SOLVED: ""}
    return choice.verdict, before[choice.verdict] + counts


class Bar(NamedTuple):
    """A turn in the graph.

    kept     the share of its moves that kept the game winnable; None if that is unknown, or the game was lost before
    is_open  whether the rest is mostly undecided
    sign     the sign below the bar
    """

    kept: float | None
    is_open: bool
    sign: str


def review_bars(review: Review) -> list[Bar]:
    """The graph of a review."""
    bars = []
    for choice in review.choices:
        if choice is None:
            bars.append(Bar(None, False, " "))
        else:
            sign = "▲" if choice.verdict is Verdict.UNSOLVABLE else "?" if choice.undecided else " "
            bars.append(Bar(choice.kept / choice.all, choice.undecided > choice.lost, sign))
    return bars


ReviewFound = tuple[list[tuple[str, str]], list[Bar], str]
"""The head of a review: its figures, its graph and its progress."""


def review_state(review: Review, is_running: bool) -> str:
    done, wanted = review.progress
    if review.is_done:
        return ""
    return f"{'Checking every move' if is_running else 'Stopped'}: {done} of {wanted}"


def statistics(games: Sequence[KeptGame]) -> list[tuple[str, str]]:
    """The figures for all games, as pairs of a name and a value."""
    attempts = sorted((one for game in games for one in game.attempts), key=lambda one: one.begun)
    found = figures_of(attempts)
    share = f" ({round(100 * found.won / found.played)}%)" if found.won else ""
    grades = [
        (capitalized(grade), f"won {sum(one.won for one in some)} of {len(some)}")
        for grade in GRADES
        if (some := [one for one in attempts if one.score >= 0 and grade_of(one.score) == grade])
    ]
    return [
        ("Games played", str(found.played)),
        ("Won", f"{found.won}{share}"),
        ("With help", str(found.helped)),
        ("Without the light, hints or undo", str(found.pure)),
        ("Current winning streak", str(found.streak)),
        ("Longest winning streak", str(found.longest)),
        ("Best time", "–" if found.fastest is None else clock_text(found.fastest)),
        ("Fewest turns", "–" if found.fewest is None else str(found.fewest)),
        *grades,
    ]


def game_line(game: KeptGame) -> Line:
    """A game in the statistics: how often it was won, the best time, and the fewest turns without help."""
    found = figures_of(game.attempts)
    texts = [game.name, "not won" if not found.won else "won" if found.won == 1 else f"won {found.won} times"]
    if found.fastest is not None:
        texts += [clock_text(found.fastest), counted(found.fewest or 0, "turn")]
    elif found.won:
        texts.append("with help")
    verdict = Verdict.SOLVED if found.won else None
    return (*SIGNS[verdict], ", ".join(texts))
