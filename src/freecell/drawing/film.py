"""Film: a game as an animation, from the deal to its end: `solution.film()`, `game.film()`.

This module computes the timeline: a film is a list of placements. In each placement, a card slides to a place and stays
there until its next placement. `animation` (SVG) and `frames` (GIF, WebP, MP4) render the film.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from math import inf
from pathlib import Path
from typing import NamedTuple, TypedDict

from freecell import notation
from freecell.atomic import replacing
from freecell.cards import Card
from freecell.drawing.deck import Deck, Felt, checked_deck, checked_felt
from freecell.drawing.layout import Layout, Point
from freecell.drawing.picture import checked_width
from freecell.errors import FreecellError, quoted
from freecell.game import Game, Play
from freecell.numeric import float_or_none
from freecell.rules import HOME, Rules, cards_of

_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")

# Durations in seconds at speed 1.
_OPENING, _CLOSING = 1.5, 3.0  # how long the first and the last board are shown
_SLIDE, _PAUSE = 0.4, 0.35  # of a move by hand, and after it
_SLIDE_HOME, _PAUSE_HOME, _FOLLOW = 0.3, 0.15, 0.18  # of a card that goes home; the next may follow while it slides

CAPTION_HEIGHT = 66
"""The heights of the bar and the caption below the board, in units."""

FONT_SIZE = 22
"""The font size of the caption, small enough that the longest caption ends before the button."""

SLOWEST, FASTEST = 0.1, 20.0
SUFFIXES = (".svg", ".gif", ".webp", ".mp4")


class Placement(NamedTuple):
    """A card that slides from one place to another and stays there until the end."""

    card: Card
    origin: Point
    spot: Point
    begin: float
    arrive: float
    end: float

    def at(self, seconds: float) -> Point:
        """The position of the card while it slides, with a gentle start and end."""
        if seconds >= self.arrive:
            return self.spot
        part = max(0.0, (seconds - self.begin) / (self.arrive - self.begin))
        part = part * part * (3 - 2 * part)
        (x, y), (to_x, to_y) = self.origin, self.spot
        return Point(x + (to_x - x) * part, y + (to_y - y) * part)


class Caption(NamedTuple):
    """A caption and its start time: the number of turns so far, a move in notation, and its description."""

    begin: float
    number: str
    word: str
    words: str

    def __str__(self) -> str:
        return "   ".join(part for part in (self.number, self.word, self.words) if part)


class FilmOptions(TypedDict, total=False):
    """The keyword arguments of `film`."""

    speed: float
    deck: Deck
    felt: Felt
    width: int | None
    loop: bool


@dataclass(frozen=True, repr=False)
class Film:
    """An animation of a game. Notebooks show it, `save` writes it to a file, and `svg` returns the SVG document.

    Times are in seconds, rounded to thousandths.
    """

    title: str
    layout: Layout
    height: float
    placements: tuple[Placement, ...]
    captions: tuple[Caption, ...]
    duration: float
    deck: Deck = "two"
    felt: Felt = "light"
    width: int | None = None
    loop: bool = False

    def at(self, seconds: float) -> list[tuple[Card, Point]]:
        """The visible cards and their positions at a given time, in the order in which they lie on each other."""
        return [(one.card, one.at(seconds)) for one in self.placements if one.begin <= seconds < one.end]

    def caption(self, seconds: float) -> Caption:
        """The caption at a given time."""
        return max((caption for caption in self.captions if caption.begin <= seconds), key=lambda one: one.begin)

    def svg(self) -> str:
        """An SVG document that plays automatically, with a pause button and a progress bar."""
        from freecell.drawing import animation

        return animation.svg(self)

    def save(self, path: str | Path, advance: Callable[[int], None] | None = None) -> None:
        """Write the film as .svg, .gif, .webp or .mp4. The file is either complete or not written.

        `advance` is called for each finished frame, `frame_count(path)` times in total.
        """
        path = Path(path)
        suffix = checked_suffix(path)
        if suffix == ".svg":
            with replacing(path) as file:
                file.write(self.svg().encode())
            if advance is not None:
                advance(1)
        else:
            from freecell.drawing import frames

            frames.save(self, path, suffix, advance or (lambda _: None))

    def frame_count(self, path: str | Path) -> int:
        """The number of frames that `save` makes for a file of this name."""
        suffix = checked_suffix(Path(path))
        if suffix == ".svg":
            return 1
        from freecell.drawing import frames

        return len(frames.moments(self, suffix))

    def __repr__(self) -> str:
        return f"<Film {self.title!r}, {self.duration:g} seconds>"

    def _repr_html_(self) -> str:
        # In a separate frame, so that its script runs and its ids don't clash with others.
        width = self.width or self.layout.width
        style = f"border:0;width:{width:g}px;max-width:100%;aspect-ratio:{self.layout.width:g}/{self.height:g}"
        page = f"<style>body{{margin:0}}svg{{display:block;width:100%;height:auto}}</style>{self.svg()}"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(page)}"></iframe>'


def film(
    game: Game,
    *,
    speed: float = 1.0,
    deck: Deck = "two",
    felt: Felt = "light",
    width: int | None = None,
    loop: bool = False,
) -> Film:
    """The film of a game. `Game.film` explains the arguments."""
    rate = float_or_none(speed)
    if rate is None or not SLOWEST <= rate <= FASTEST:
        raise FreecellError(f"speed must be a number from {SLOWEST:g} to {FASTEST:g}, got {quoted(speed)}")
    layout = Layout(game.rules.cells)
    stage = _Stage(layout.spots(game.start))
    name = "A FreeCell game" if game.deal is None else f"Deal {game.deal}"
    turns = game.turns
    length = _count(turns, "turn")
    captions = [Caption(0, "", name, length)]
    now, turn = _OPENING, 0
    for play in game.plays:
        turn += play.move.target != HOME  # as in `Game.turns`: a move home by hand doesn't count
        word = notation.write(play.move, play.before, game.rules)
        captions.append(Caption(now, f"{turn}/{turns}", word, _words(play, game.rules)))
        for place, (move, board) in enumerate(zip(play.moves, play.boards, strict=True)):
            slide = _SLIDE_HOME if move.target == HOME else _SLIDE
            stage.show(layout.spots(board), now, now + slide)
            now += _FOLLOW if place else slide
        now += _PAUSE_HOME if play.move.target == HOME else _PAUSE
    now += _SLIDE_HOME
    if game.is_won:
        captions.append(Caption(now, "", "Won", f"{length}, {_count(game.cards_moved, 'card')}"))
    return Film(
        f"{name}: {length}",
        layout,
        layout.height(game.boards) + CAPTION_HEIGHT,
        stage.placements(rate),
        tuple(caption._replace(begin=round(caption.begin / rate, 3)) for caption in captions),
        round((now + _CLOSING) / rate, 3),
        checked_deck(deck),
        checked_felt(felt),
        None if width is None else checked_width(width),
        loop,
    )


class _Stage:
    """The cards on the table while a film is made. Each card that moves from one board to the next gets a placement."""

    def __init__(self, spots: dict[Card, Point]) -> None:
        self._placements = [Placement(card, spot, spot, 0, 0, inf) for card, spot in spots.items()]
        self._current = {one.card: place for place, one in enumerate(self._placements)}

    def show(self, spots: dict[Card, Point], begin: float, arrive: float) -> None:
        """Slide the cards that have moved. The cards that they cover at home disappear when they arrive."""
        for card in self._current.keys() - spots.keys():
            self._end(card, arrive)
        for card, spot in spots.items():
            before = self._placements[self._current[card]]
            if before.spot != spot:
                self._end(card, begin)
                self._current[card] = len(self._placements)
                self._placements.append(Placement(card, before.spot, spot, begin, arrive, inf))

    def _end(self, card: Card, end: float) -> None:
        place = self._current.pop(card)
        self._placements[place] = self._placements[place]._replace(end=end)

    def placements(self, speed: float) -> tuple[Placement, ...]:
        """All placements, in order of time: later ones lie above."""
        return tuple(
            Placement(*one[:3], *(time if time == inf else round(time / speed, 3) for time in one[3:]))
            for one in self._placements
        )


def checked_suffix(path: Path) -> str:
    """The suffix of a film's file name in lower case, if the format is supported."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FreecellError(
            f"a film needs a name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, got {quoted(str(path))}"
        )
    return suffix


def _words(play: Play, rules: Rules) -> str:
    """A play in words, with the cards as the page writes them."""
    words = notation.sentence(play.move, play.before, rules)
    follow = len(play.automatic)
    if follow == 1:
        (card,) = cards_of(play.boards[0], play.automatic[0], rules)
        words += f", and {card} goes home"
    elif follow:
        words += f", and {follow} go home"
    return words[0].upper() + _CARD.sub(lambda card: Card(card[0]).sign.replace("T", "10"), words[1:])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
