"""What opens over the table: the keys, the moves so far, another game, a name to save under."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

KEYS = (
    ("1-8  a-d  h", "a column, a cell, home: from where, then to where"),
    ("", "26 moves from column 2 to 6, 7a to a cell, 3h home"),
    ("", "the same key or card twice takes the best place"),
    ("↑  ↓", "take a card more, or less, for an empty column"),
    ("Esc", "put it down again"),
    ("u  y  r", "undo, redo, back to the start; ← and → too"),
    ("t", "a hint; once more plays it"),
    ("l  k", "the light on or off; back to where it can be won"),
    ("m", "your moves so far, and where the game was lost"),
    ("n  s", "another game; save a copy"),
    ("q", "quit: the game is saved and resumes next time"),
)
"""The keys, and what they do."""

Entry = tuple[str, str, str]
"""A line of the moves: the sign of its light, the colour of that, and its text."""


class Panel(ModalScreen[str | None]):
    """A box over the table, which Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._heading = title

    def compose(self) -> ComposeResult:
        box = Vertical(*self.parts(), id="box")
        box.border_title = self._heading
        yield box

    def parts(self) -> list[Static | OptionList | Input]:
        raise NotImplementedError


class Help(Panel):
    """The keys. Any key closes it."""

    def __init__(self) -> None:
        super().__init__("How to play")

    def parts(self) -> list[Static | OptionList | Input]:
        text = Text("Bring all cards home, each suit from the ace up.\n\n")
        for key, does in KEYS:
            text.append(f"{key:<12} ", style="bold").append(f"{does}\n")
        text.append("\nOr click a card, and then where it goes.")
        return [Static(text)]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(None)


class Moves(Panel):
    """All moves of the game, to go to any of them; the table follows. Escape goes back to where it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "stay", show=False),
        Binding("left,u", "step(-1)", show=False),
        Binding("right,y", "step(1)", show=False),
    ]

    def __init__(self, entries: list[Entry], now: int, go: Callable[[int], None]) -> None:
        super().__init__("Your moves")
        self._entries, self._begun, self._now, self._go = entries, now, now, go

    def parts(self) -> list[Static | OptionList | Input]:
        self._list = OptionList(*map(_line, self._entries), compact=True)
        return [self._list, Static(Text("Enter: play on here   Esc: back"), classes="dim")]

    def on_mount(self) -> None:
        self._list.highlighted = self._now

    def update(self, entries: list[Entry]) -> None:
        """Shows what the light has found out since."""
        for place, entry in enumerate(entries):
            if entry != self._entries[place]:
                self._list.replace_option_prompt_at_index(place, _line(entry))
        self._entries = entries

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._now:
            self._now = event.option_index
            self._go(self._now)

    def on_option_list_option_selected(self) -> None:
        self.dismiss(None)

    def action_stay(self) -> None:
        self.dismiss(None)

    def action_step(self, steps: int) -> None:
        self._list.highlighted = min(max(self._now + steps, 0), len(self._entries) - 1)

    async def action_dismiss(self, result: str | None = None) -> None:
        self._go(self._begun)
        self.dismiss(result)


class Another(Panel):
    """Choose the next game: the same again, a number, a random one or the deal of the day."""

    def __init__(self, title: str, text: str, choices: dict[str, str]) -> None:
        super().__init__(title)
        self._text, self._choices = text, choices

    def parts(self) -> list[Static | OptionList | Input]:
        options = OptionList(*(Option(text, id=name) for name, text in self._choices.items()), compact=True)
        number = Input(
            placeholder="or type a deal number", restrict=r"-?[0-9]{0,10}", select_on_focus=False, compact=True
        )
        return [Static(Text(self._text)), options, number]

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


_VISIBLE = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*"  # what is pasted can't control the terminal


class SaveAs(Panel):
    """A name for a copy of the game."""

    def __init__(self, name: str) -> None:
        super().__init__("Save a copy")
        self._proposed = name

    def parts(self) -> list[Static | OptionList | Input]:
        name = Input(self._proposed, restrict=_VISIBLE, compact=True)
        return [name, Static(Text("Enter saves, Esc leaves"), classes="dim")]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            return
        if _is_there(event.value) and event.value != self._asked:
            self._asked = event.value
            self.query_one(Static).update(Text("this file is there already: Enter replaces it"))
            return
        self.dismiss(event.value)

    _asked = ""


def _is_there(name: str) -> bool:
    """Whether the file exists. Invalid names cause an error when the file is written."""
    try:
        return Path(name).expanduser().exists()
    except (OSError, RuntimeError):
        return False


def _line(entry: Entry) -> Text:
    sign, color, text = entry
    return Text.assemble((f"{sign} ", color), text, no_wrap=True, overflow="ellipsis")
