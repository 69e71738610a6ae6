"""The game on the screen: handles keys and clicks, and shows messages."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from freecell.choosing import daily
from freecell.engine import core_available
from freecell.errors import FreecellError, MissingDependencyError, printable
from freecell.game import Game
from freecell.play import keeping, words
from freecell.play.hands import Hand, lying, marks_of, pick_up, put_down
from freecell.play.keeping import Kept, random_winnable
from freecell.play.light import Light, first_lost
from freecell.play.panels import Another, Help, Moves, Panel, SaveAs
from freecell.play.table import Table
from freecell.play.terminal import watch
from freecell.play.timeline import go_to, timeline_of
from freecell.rules import COLUMN_NAMES, Rules, run_length
from freecell.solving import Hint
from freecell.verdicts import Verdict

PATIENCE = 0.3
"""The seconds before the light says that it is looking."""


class FreecellApp(App[None]):
    """A game in a terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # A narrow terminal shows the first ones only.
        Binding("u,left", "step(-1)", "Undo", key_display="u"),
        Binding("t", "hint", "Hint"),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "leave(0)", "Quit"),
        Binding("y,right", "step(1)", "Redo", key_display="y"),
        Binding("m", "moves", "Moves"),
        Binding("k", "rescue", "Back"),
        Binding("l", "light", "Light"),
        Binding("n", "another", "New"),
        Binding("s", "save", "Save"),
        Binding("r", "restart", show=False),
        Binding("up", "take(1)", show=False),
        Binding("down", "take(-1)", show=False),
        Binding("escape", "drop", show=False),
        Binding("ctrl+c", "leave(130)", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(self, kept: Kept, *, plain: bool = False) -> None:
        os.environ.pop("NO_COLOR", None)  # Textual takes an empty one for a yes
        if plain:
            os.environ["NO_COLOR"] = "1"
        super().__init__(ansi_color=plain)
        self._plain = plain
        self.set_class(plain, "plain")
        self._is_lit = core_available
        self.failure: OSError | None = None
        self.kept, self._light = kept, Light(kept.game.rules)
        self._hand: Hand | None = None
        self._hint: Hint | None = None

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def _lit(self) -> Light | None:
        return self._light if self._is_lit else None

    @property
    def rules(self) -> Rules:
        return self.game.rules

    # The screen

    def compose(self) -> ComposeResult:
        self._table = Table(self.game.board, self.rules, plain=self._plain)
        self._called, self._says, self._turns, self._message = (
            Static(id=name) for name in ("name", "light", "turns", "message")
        )
        yield Horizontal(self._called, self._says, self._turns, id="title")
        yield self._table
        yield self._message
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        if not self.is_headless:
            watch(self)
        self._table.focus()
        self._open(self.kept)

    def _open(self, kept: Kept) -> None:
        """Shows a game that is to be played."""
        self.kept, self._light, self._hand, self._hint = kept, Light(kept.game.rules), None, None
        self._say("as you left it" if self.game.steps else words.WELCOME)
        self._show()
        self._look()
        if self.game.is_won:
            self._tell_won()

    def _show(self) -> None:
        """Shows the game as it is."""
        move = self._hint.move if self._hint else None
        self._table.show(self.game.board, self.rules, marks_of(self.game.board, self._hand, move))
        self._called.update(words.title(self.game), layout=False)
        self._turns.update(words.counted(self.game.turns, "turn"), layout=False)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._message.set_class(wrong, "wrong")
        self._message.update(Text(words.with_signs(printable(text))), layout=False)

    # Moves

    def on_table_picked(self, event: Table.Picked) -> None:
        board = self.game.board
        try:
            if self._hand is None:
                self._hand = pick_up(board, self.rules, event.place, event.cards)
                self._say(words.in_hand(self.game, self._hand))
                self._show()
                return
            hand, self._hand = self._hand, None
            self.game.play(put_down(board, self.rules, hand, event.place))
        except FreecellError as error:
            self._say(str(error), wrong=True)
            self._show()
        else:
            self._changed()

    def action_take(self, more: int) -> None:
        if self._hand and self._hand.place in COLUMN_NAMES:
            most = run_length(lying(self.game.board, self._hand.place))
            self._hand = replace(self._hand, count=min(max(self._hand.count + more, 1), most))
            self._say(words.in_hand(self.game, self._hand))
            self._show()

    def action_drop(self) -> None:
        self._hand = self._hint = None
        self._say("")
        self._show()

    def action_step(self, steps: int) -> None:
        self._hand = None
        try:
            self.game.undo() if steps < 0 else self.game.redo()
        except FreecellError as error:
            self._say(str(error), wrong=True)
            self._show()
        else:
            self._changed("undone" if steps < 0 else "played again")

    def action_restart(self) -> None:
        if self.game.plays:
            self.go(0, "from the start: y plays your moves again, m shows them")

    def go(self, place: int, said: str = "") -> None:
        """Goes to a place in the game."""
        go_to(self.game, place)
        self._changed(said)

    def _changed(self, said: str = "") -> None:
        """Keeps and shows the game, which has changed."""
        self._hand = self._hint = None
        self.workers.cancel_group(self, "hint")
        self._say(said)
        self._keep()
        self._show()
        self._look()
        if self.game.is_won and not isinstance(self.screen, Panel):
            self._tell_won()

    def _keep(self) -> None:
        self.failure = None
        try:
            if self.kept.save():
                self._say(f"this game was changed elsewhere: it continues as {self.kept.path.name}", wrong=True)
        except OSError as error:
            self.failure = error
            self._say(f"can't keep the game: {error.strerror or error}", wrong=True)

    # The light and hints

    def action_light(self) -> None:
        self._is_lit = core_available and not self._is_lit
        self._look()

    def _look(self) -> None:
        """Find out whether the game can still be won. Cancel the previous search."""
        light, timeline = self._light, timeline_of(self.game)

        def look(stopped: Callable[[], bool]) -> None:
            for _ in light.look(timeline.boards, timeline.now, stopped) if self._is_lit else ():
                self.call_later(self._judged, light)

        if self._is_lit and light.verdicts(timeline.boards)[timeline.now] is None:
            self.set_timer(PATIENCE, self._show_light)
        else:
            self._show_light()
        self._aside("light", look)

    def _aside(self, group: str, work: Callable[[Callable[[], bool]], object]) -> None:
        """Does something in a thread, in place of what was being done there. It may ask whether it is to give up."""

        def run() -> None:
            worker = get_current_worker()
            try:
                work(lambda: worker.is_cancelled)
            except (FreecellError, MissingDependencyError, MemoryError) as error:
                self.call_later(self._say, str(error) or "there is not enough memory for this", wrong=True)

        self.run_worker(run, thread=True, exclusive=True, group=group)

    def _judged(self, light: Light) -> None:
        if light is self._lit:
            self._show_light()
            if isinstance(self.screen, Moves):
                self.screen.update(words.lines(self.game, self._lit))

    def _show_light(self) -> None:
        verdict, text = words.verdict_of(self.game, self._lit)
        sign, style = words.SIGNS[verdict]
        self._says.update(Text.assemble((f"{sign} ", style), text), layout=False)

    def action_rescue(self) -> None:
        timeline = timeline_of(self.game)
        lost = first_lost(self._light.verdicts(timeline.boards)) if self._is_lit else len(timeline.boards)
        if not 0 < lost <= timeline.now:
            self._say("the light does not say that a move lost the game", wrong=True)
            return
        self.go(lost - 1, "back to where it can be won; y plays your moves again")

    def action_hint(self) -> None:
        if self.game.is_won:
            return
        if self._hint and self._hint.move is not None:
            self.game.play(self._hint.move)
            self._changed()
            return
        light, board = self._light, self.game.board
        self._say("looking for a move")
        self._aside("hint", lambda stopped: self.call_later(self._hinted, light.hint(board, stopped)))

    def _hinted(self, hint: Hint) -> None:
        if hint.solution.board != self.game.board or hint.solution.limit == "stopped":
            return
        if hint.move is None:
            lost = hint.solution.verdict is Verdict.UNSOLVABLE
            self._say("it can't be won any more" if lost else "it is not known whether it can be won", wrong=True)
        else:
            self._hand, self._hint = None, hint
            self._say(f"{hint}; t plays it")
        self._show()
        self._show_light()

    # Panels

    def action_help(self) -> None:
        self.push_screen(Help())

    def action_moves(self) -> None:
        timeline = timeline_of(self.game)
        if not timeline.plays:
            self._say("there are no moves yet", wrong=True)
            return
        self.push_screen(Moves(words.lines(self.game, self._lit), timeline.now, self.go))

    def action_another(self) -> None:
        self._ask("Another game", "This one is kept.")

    def _tell_won(self) -> None:
        self._ask("Won!", words.lengths(self.game))

    def _ask(self, title: str, text: str) -> None:
        self.push_screen(Another(title, text, words.choices(self.game)), self._choose)

    def _choose(self, choice: str | None) -> None:
        if choice == "again":
            self.action_restart()
        elif choice in ("random", "daily"):
            find = daily if choice == "daily" else partial(random_winnable, self.rules)
            self._say("looking for a deal")
            self._aside("deal", lambda _: self.call_later(self._begin, find()))
        elif choice is not None:
            self._begin((self.game.deal or 0) + 1 if choice == "next" else int(choice))

    def _begin(self, number: int) -> None:
        """Plays a deal: the game of it that is kept, or a new one."""
        try:
            kept = keeping.begin(number, self.rules)
        except (FreecellError, OSError) as error:
            self._say(str(error), wrong=True)
        else:
            self._open(kept)

    def action_save(self) -> None:
        name = "board" if self.game.deal is None else str(self.game.deal)
        self.push_screen(SaveAs(f"{name}.json"), self._save)

    def _save(self, name: str | None) -> None:
        if name is not None:
            try:
                self.game.save(Path(name).expanduser())
                self._say(f"saved as {name}")
            except (OSError, RuntimeError, ValueError) as error:  # ~somebody has no home folder
                self._say(f"can't save as {name}: {getattr(error, 'strerror', None) or error}", wrong=True)

    def action_leave(self, code: int) -> None:
        self.exit(return_code=code)
