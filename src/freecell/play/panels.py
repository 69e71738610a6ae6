"""The dialogs over the table: keys, moves so far, solution, review, statistics, another game, file name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from freecell.play.words import Bar, Line, ReviewFound

NARROW = 60
"""The width below which a terminal has no room for the grade and the clock."""

FRAME = 0.6
"""The seconds per move when a solution is played like a film."""

KEYS = (
    ("1-8  a-d  h", "column, cell, home: the source, then the destination"),
    ("", "26 moves from column 2 to 6, 7a to a cell, 3h home"),
    ("", "the same key or card twice: move to the best place"),
    ("↑  ↓", "select one more card, or one fewer"),
    ("Esc", "put the cards back; stop a search"),
    ("u  y  r", "undo, redo, back to the start; ← and → too"),
    ("t  v", "a hint (press again to play it); a solution from here"),
    ("l  k", "the light on or off; back to where the game can be won"),
    ("m", "your moves so far, and where the game was lost"),
    ("i", "review: how many moves could still win at each turn"),
    ("x  p", "statistics and your games; pause"),
    ("n  s", "another game; save a copy"),
    ("q", "quit: the game is saved and resumes next time"),
)
"""The keys, and what they do."""


class Panel(ModalScreen[str | None]):
    """A dialog over the table, which Escape closes."""

    SCROLLS = False  # whether keys scroll it; lists scroll on their own
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._heading = title

    def compose(self) -> ComposeResult:
        box = VerticalScroll(*self.parts(), id="box", can_focus=self.SCROLLS)
        box.border_title = self._heading
        yield box

    def parts(self) -> list[Static | OptionList | Input]:
        raise NotImplementedError


class Help(Panel):
    """Shows the keys. Any key closes it, except those that scroll on a small terminal."""

    SCROLLS = True

    def __init__(self) -> None:
        super().__init__("How to play")

    def parts(self) -> list[Static | OptionList | Input]:
        first, last = "Move all cards home, each suit from the ace up.", "Or click a card, and then where it goes."
        return [Static(first), Static(_table(KEYS), id="keys"), Static(last)]

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss(None)


class Pause(Panel):
    """Hides the cards while the clock stands still. Any key closes it."""

    def __init__(self) -> None:
        super().__init__("Paused")

    def parts(self) -> list[Static | OptionList | Input]:
        return [Static("Any key resumes the game.")]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


class Moves(Panel):
    """A list of moves. The table shows the board at the selected one; Enter continues there, Escape goes back."""

    HELP = "Enter: play on here   Esc: back"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,u", "step(-1)", show=False),
        Binding("right,y", "step(1)", show=False),
    ]

    def __init__(self, title: str, entries: list[Line], now: int, show: Callable[[int | None], None]) -> None:
        super().__init__(title)
        self._entries, self._now, self._show_at = entries, now, show

    def parts(self) -> list[Static | OptionList | Input]:
        self._list = OptionList(*map(_line, self._entries), compact=True)
        return [self._list, Static(Text(self.HELP), classes="dim")]

    def on_mount(self) -> None:
        self._list.highlighted = self._now

    def update(self, entries: list[Line]) -> None:
        """Show new results."""
        for place, entry in enumerate(entries):
            if entry != self._entries[place]:
                self._list.replace_option_prompt_at_index(place, _line(entry))
        self._entries = entries

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._now:
            self._now = event.option_index
            self._show_at(self._now)

    def on_option_list_option_selected(self) -> None:
        self._show_at(None)
        self.dismiss(str(self._now))

    def action_step(self, steps: int) -> None:
        self._list.highlighted = min(max(self._now + steps, 0), len(self._entries) - 1)

    async def action_dismiss(self, result: str | None = None) -> None:
        self._show_at(None)
        self.dismiss(result)


class SolutionMoves(Moves):
    """The moves of a solution, which can be played like a film."""

    HELP = "Space: play   Enter: play on here   Esc: back"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "play", show=False)]

    _film: Timer | None = None

    def action_play(self) -> None:
        if self._film is not None:
            self._film.stop()
            self._film = None
        elif self._now < len(self._entries) - 1:
            self._film = self.set_interval(FRAME, self._next)

    def _next(self) -> None:
        self.action_step(1)
        if self._now == len(self._entries) - 1:
            self.action_play()

    def action_step(self, steps: int) -> None:
        super().action_step(steps)
        self._now = self._list.highlighted or 0
        self._show_at(self._now)


class ReviewMoves(Moves):
    """The review of a game: figures, a graph, and the moves. Enter chooses the turn to try again."""

    HELP = "Enter: try this turn again   Esc: back"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "pause", show=False)]

    def __init__(
        self,
        title: str,
        entries: list[Line],
        found: ReviewFound,
        show: Callable[[int | None], None],
        pause: Callable[[], None],
    ) -> None:
        super().__init__(title, entries, 0, show)
        self._found, self._pause = found, pause

    def parts(self) -> list[Static | OptionList | Input]:
        self._head = Static(id="head")
        return [self._head, *super().parts()]

    def on_mount(self) -> None:
        self._list.highlighted = self._now
        self._show_at(self._now)

    def on_resize(self) -> None:
        self.tell(self._entries, self._found)

    def tell(self, entries: list[Line], found: ReviewFound) -> None:
        """Show new results."""
        self.update(entries)
        self._found = found
        figures, bars, state = found
        width, is_low = max(self._head.size.width, 20), self.app.size.height < 20
        height = 1 if is_low else max(1, 3 - (len(bars) - 1) // width)
        below = graph(bars, width, height, plain=self.app.has_class("plain"))
        below.append(f"{state} (Space)", style="bold") if state else below.rstrip()
        self._head.update(Group(_table(figures[:1] if is_low else figures), below))

    def action_pause(self) -> None:
        self._pause()


class Statistics(Panel):
    """Statistics, and a list of all games: Enter opens one."""

    def __init__(self, figures: list[tuple[str, str]], entries: list[Line]) -> None:
        super().__init__("Statistics")
        self._figures, self._entries = figures, entries

    def parts(self) -> list[Static | OptionList | Input]:
        options = OptionList(*map(_line, self._entries), compact=True)
        return [
            Static(_table(self._figures, is_narrow=self.app.size.width < NARROW)),
            options,
            Static(Text("Enter: play it   Esc: back"), classes="dim"),
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option_index))


class Another(Panel):
    """Asks for the next game: the same again, a number, a random one or the deal of the day."""

    def __init__(self, title: str, text: str, choices: dict[str, str]) -> None:
        super().__init__(title)
        self._text, self._choices = text, choices

    def parts(self) -> list[Static | OptionList | Input]:
        options = OptionList(*(Option(text, id=name) for name, text in self._choices.items()), compact=True)
        self._says = Static(Text(self._text))
        number = Input(
            placeholder="or type a deal number", restrict=r"-?[0-9]{0,10}", select_on_focus=False, compact=True
        )
        return [self._says, options, number]

    def tell(self, text: str) -> None:
        """Replace its text after new results."""
        self._says.update(Text(text))

    def on_key(self, event: events.Key) -> None:
        number = self.query_one(Input)
        if event.character and event.character in "-0123456789" and not number.has_focus:
            number.focus()
            number.insert_text_at_cursor(event.character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip("-"):
            self.dismiss(event.value)


_VISIBLE = (
    r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*"  # so that pasted text can't control the terminal
)


class SaveAs(Panel):
    """Asks for the name of a copy of the game."""

    def __init__(self, name: str) -> None:
        super().__init__("Save a copy")
        self._proposed = name

    def parts(self) -> list[Static | OptionList | Input]:
        name = Input(self._proposed, restrict=_VISIBLE, compact=True)
        return [name, Static(Text("Enter: save   Esc: cancel"), classes="dim")]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            return
        if _is_there(event.value) and event.value != self._asked:
            self._asked = event.value
            self.query_one(Static).update(Text("this file already exists: press Enter to replace it"))
            return
        self.dismiss(event.value)

    _asked = ""


def _is_there(name: str) -> bool:
    """Whether the file exists. An invalid name is reported when the file is written."""
    try:
        return Path(name).expanduser().exists()
    except (OSError, RuntimeError):
        return False


def _line(entry: Line) -> Text:
    sign, color, text = entry
    first, *more = text.split("\n")
    text = "\n".join([first, *(f"  {line}" for line in more)])
    return Text.assemble((f"{sign} ", color), text, no_wrap=True, overflow="ellipsis")


def _table(rows: Sequence[tuple[str, str]], *, is_narrow: bool = False) -> Table:
    """Names and texts, side by side."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=not is_narrow)
    for name, text in rows:
        table.add_row(name, text)
    return table


_EIGHTHS = " ▁▂▃▄▅▆▇█"
_KEPT, _LOST, _OPEN, _LATER = "#5fd75f", "#7a2e2e", "#8a8a5a", "#2b5b43"


def graph(bars: Sequence[Bar], width: int, height: int, *, plain: bool) -> Text:
    """A bar for each turn, in as many rows as needed: the filled part is the share of moves that kept the game
    winnable.

    Below it, ▲ marks the turn that lost the game, and ? a turn with undecided moves.
    """
    text = Text()
    wide = min(max(width // max(len(bars), 1), 1), 3)
    for begin in range(0, len(bars), width):
        some = bars[begin : begin + width]
        for row in reversed(range(height)):
            for bar in some:
                sign, style = _part(bar, row, height, plain=plain)
                text.append(sign * wide, style)
            text.append("\n")
        text.append("".join(f"{bar.sign:^{wide}}" for bar in some) + "\n", style="bold")
    return text


def _part(bar: Bar, row: int, height: int, *, plain: bool) -> tuple[str, Style]:
    """One character of a bar."""
    if bar.kept is None:
        return ("·" if not row else " "), Style() if plain else Style(color="#8fbfa4", bgcolor=_LATER)
    eighths = max(round(8 * height * bar.kept), 1 if bar.kept else 0) - 8 * row
    sign = _EIGHTHS[min(max(eighths, 0), 8)]
    if plain:
        return sign, Style()
    top = _OPEN if bar.is_open else _LOST
    return sign, Style(color=_KEPT, bgcolor=top)
