"""The cards on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from freecell.board import CELLS, Board
from freecell.cards import Card
from freecell.play.layout import LOWEST, NARROWEST, Kind, Mark, Picture
from freecell.rules import COLUMN_NAMES, HOME, Rules

_FELT, _CARD = "#1d5c3f", "#fbf7ec"
_COLORS: dict[Kind, Style] = {
    "felt": Style(bgcolor=_FELT),
    "name": Style(color="#cfe5d6", bgcolor=_FELT, bold=True),
    "empty": Style(color="#6fa587", bgcolor=_FELT),
    "frame": Style(color="#b5ae99", bgcolor=_CARD),
    "label": Style(color="#6b6450", bgcolor=_CARD, bold=True),
    "red": Style(color="#c2182b", bgcolor=_CARD, bold=True),
    "black": Style(color="#15181c", bgcolor=_CARD, bold=True),
}
_MARKED: dict[Mark, Style] = {"": Style(), "hand": Style(bgcolor="#ffd75f"), "hint": Style(bgcolor="#a8dcff")}
_ON_FELT: dict[Mark, Style] = {"": Style(), "hand": Style(), "hint": Style(color="#a8dcff", bold=True)}

# Without colours: cards in bold, marked ones in reverse video.
_PLAIN: dict[Kind, Style] = {"red": Style(bold=True), "black": Style(bold=True)}


class Table(Widget, can_focus=True):
    """Shows a board, and reports the places that are picked with keys or clicks."""

    ALLOW_SELECT = False

    class Picked(Message):
        """A place was picked. A click also has the number of cards."""

        def __init__(self, place: str, cards: int | None = None) -> None:
            super().__init__()
            self.place, self.cards = place, cards

    def __init__(self, board: Board, rules: Rules, *, plain: bool) -> None:
        super().__init__()
        self._board, self._rules, self._plain = board, rules, plain
        self._marks: Mapping[Card | str, Mark] = {}
        self._picture: Picture | None = None

    def show(self, board: Board, rules: Rules, marks: Mapping[Card | str, Mark]) -> None:
        self._board, self._rules, self._marks, self._picture = board, rules, marks, None
        self.refresh()

    @property
    def picture(self) -> Picture:
        size = (self.size.width, self.size.height)
        if self._picture is None or (self._picture.width, self._picture.height) != size:
            self._picture = Picture(self._board, self._rules, size, self._marks)
        return self._picture

    def render_line(self, y: int) -> Strip:
        picture, width = self.picture, self.size.width
        felt = self._style("felt", "")
        if y >= picture.height:
            return Strip.blank(width, felt)
        if not picture.fits:
            wanted = max(8, self._rules.cells + 4) * NARROWEST
            text = f"make the terminal larger: it needs {wanted} by {LOWEST + 3} characters" if y == 0 else ""
            return Strip([Segment(f"{text:<{width}}"[:width], felt)], width)
        groups = groupby(picture.rows[y], key=lambda cell: (cell.kind, cell.mark))
        return Strip([Segment("".join(cell.sign for cell in cells), self._style(*key)) for key, cells in groups], width)

    def _style(self, kind: Kind, mark: Mark) -> Style:
        if self._plain:
            return _PLAIN.get(kind, Style()) + Style(reverse=bool(mark))
        return _COLORS[kind] + (_ON_FELT if kind in ("felt", "name", "empty") else _MARKED)[mark]

    def on_key(self, event: events.Key) -> None:
        place = (event.character or "").lower()
        if len(place) == 1 and place in COLUMN_NAMES + CELLS + HOME:
            event.stop()
            self.post_message(self.Picked(place))

    def on_click(self, event: events.Click) -> None:
        spot = self.picture.at(event.x, event.y)
        if spot is None:
            return
        event.stop()
        column = self._board.columns[int(spot.place) - 1] if spot.place in COLUMN_NAMES else ()
        self.post_message(self.Picked(spot.place, len(column) - spot.height if column else None))
