"""The game on the screen: handles keys and clicks, and shows messages."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from freecell.board import Board
from freecell.choosing import daily
from freecell.engine import core_available
from freecell.errors import FreecellError, MissingDependencyError, printable
from freecell.factbook import LAST, facts
from freecell.game import Game
from freecell.grading import difficulty
from freecell.play import keeping, words
from freecell.play.hands import Hand, lying, marks_of, pick_up, put_down
from freecell.play.keeping import Kept, random_winnable
from freecell.play.light import Light, first_lost
from freecell.play.panels import (
    NARROW,
    Another,
    Help,
    Moves,
    Panel,
    Pause,
    ReviewMoves,
    SaveAs,
    SolutionMoves,
    Statistics,
)
from freecell.play.record import Attempt
from freecell.play.review import Review
from freecell.play.table import Table
from freecell.play.terminal import watch
from freecell.play.timeline import Timeline, go_to, timeline_of
from freecell.rules import COLUMN_NAMES, Move, Rules, run_length
from freecell.solving import Hint, Solution
from freecell.verdicts import Verdict

LOW = 20
"""The height below which a terminal has no room for empty rows."""

PATIENCE = 0.3
"""The number of seconds after which the light shows that it is searching."""


class FreecellApp(App[None]):
    """A game in a terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # A narrow terminal shows only the first ones.
        Binding("u,left", "step(-1)", "Undo", key_display="u"),
        Binding("t", "hint", "Hint"),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "leave(0)", "Quit"),
        Binding("n", "another", "New"),
        Binding("v", "solve", "Solve"),
        Binding("i", "review", "Review"),
        Binding("x", "statistics", "Stats"),
        Binding("m", "moves", "Moves"),
        Binding("k", "rescue", "Back"),
        Binding("y,right", "step(1)", "Redo", key_display="y"),
        Binding("l", "light", "Light"),
        Binding("p", "pause", "Pause"),
        Binding("s", "save", "Save"),
        Binding("r", "restart", show=False),
        Binding("up", "take(1)", show=False),
        Binding("down", "take(-1)", show=False),
        Binding("escape", "drop", show=False),
        Binding("ctrl+c", "leave(130)", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(self, kept: Kept, *, plain: bool = False) -> None:
        os.environ.pop("NO_COLOR", None)  # Textual treats an empty one as a yes
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
        self._seen: Board | None = None  # shown instead of the game's board: a board from its moves or from a solution
        self._score = -1
        self._review: Review | None = None
        self._is_reviewing = self._is_narrow = False
        self._ticked = time.monotonic()

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
            watch(self, lambda signal: self.action_leave(128 + signal))
        self._table.focus()
        self.set_interval(1, self._tick)
        self._open(self.kept)

    def on_resize(self, event: Resize) -> None:
        self._is_narrow = event.size.width < NARROW
        self.set_class(event.size.height < LOW, "low")
        self._show()
        self._show_light()

    def _open(self, kept: Kept) -> None:
        """Show a game to play."""
        self.kept, self._light, self._hand, self._hint = kept, Light(kept.game.rules), None, None
        self._review, self._seen, self._score = None, None, -1
        self._tick()
        self._say("welcome back: the game is as you left it" if self.game.steps else words.WELCOME)
        self._show()
        self._look()
        self._grade()
        if self.game.is_won:
            self._tell_won()

    def _show(self) -> None:
        """Show the game."""
        move = self._hint.move if self._hint else None
        board = self._seen or self.game.board
        self._table.show(board, self.rules, {} if self._seen else marks_of(board, self._hand, move))
        self._called.update(words.title(self.game, -1 if self._is_narrow else self._score))
        self._show_clock()

    def _show_clock(self) -> None:
        attempt = self.kept.attempt
        passed = "" if self._is_narrow else f"  {words.clock_text(attempt.milliseconds if attempt else 0)}"
        self._turns.update(f"{words.counted(self.game.turns, 'turn')}{passed}")

    def _preview(self, board: Board | None) -> None:
        """Show another board instead of the game's; with None, show the game's board again."""
        self._seen = board
        self._show()

    def _tick(self) -> None:
        """Count the time while no dialog is open."""
        now = time.monotonic()
        if self.kept.attempt and not isinstance(self.screen, Panel):
            self.kept.attempt.tick(int(1000 * (now - self._ticked)))
            self._show_clock()
        self._ticked = now

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
            self._play(put_down(board, self.rules, hand, event.place))
        except FreecellError as error:
            self._say(str(error), wrong=True)
            self._show()

    def _play(self, move: Move) -> None:
        self.game.play(move)
        self.kept.count_move(_now(), lit=self._is_lit)
        self._changed()

    def action_take(self, more: int) -> None:
        if self._hand and self._hand.place in COLUMN_NAMES:
            most = run_length(lying(self.game.board, self._hand.place))
            self._hand = replace(self._hand, count=min(max(self._hand.count + more, 1), most))
            self._say(words.in_hand(self.game, self._hand))
            self._show()

    def action_drop(self) -> None:
        self.workers.cancel_group(self, "hint")
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
            if steps < 0:
                self.kept.count_undo()
            self._changed("undone" if steps < 0 else "played again")

    def action_restart(self) -> None:
        if self.game.plays:
            self.go(0, "back at the start: y plays your moves again, m shows them")

    def go(self, place: int, said: str = "") -> None:
        """Go to a place in the game."""
        if place < len(self.game.plays):
            self.kept.count_undo()
        go_to(self.game, place)
        self._changed(said)

    def _changed(self, said: str = "") -> None:
        """Save and show the changed game."""
        self._hand = self._hint = self._seen = None
        self.workers.cancel_group(self, "hint")
        self._say(said)
        self._tick()
        self.kept.count_win()
        self._keep()
        self._show()
        self._look()
        if self.game.is_won:
            self._tell_won()

    def _keep(self) -> None:
        self.failure = None
        if self.kept.attempt is not None and self._score >= 0:
            self.kept.attempt.score = self._score
        try:
            if self.kept.save():
                self._say(f"another program changed this game: yours continues as {self.kept.path.name}", wrong=True)
        except OSError as error:
            self.failure = error
            self._say(f"can't save the game: {error.strerror or error}", wrong=True)

    def _keep_clock(self) -> None:
        """Save the time when leaving the game, unless another program has changed the file."""
        self._tick()
        if self.kept.is_running and self.kept.is_ours:
            self._keep()

    # The light, hints and solutions

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
        """Run a task in a thread, replacing the previous one. The task can check whether it should stop."""

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
            if type(self.screen) is Moves:  # not a solution, nor a review
                self.screen.update(words.lines(self.game, self._lit))

    def _show_light(self) -> None:
        verdict, text = words.verdict_of(self.game, self._lit, is_narrow=self._is_narrow)
        sign, style = words.SIGNS[verdict]
        self._says.update(Text.assemble((f"{sign} ", style), text), layout=False)

    def action_rescue(self) -> None:
        timeline = timeline_of(self.game)
        lost = first_lost(self._light.verdicts(timeline.boards)) if self._is_lit else len(timeline.boards)
        if not 0 < lost <= timeline.now:
            self._say("the light shows no move that lost the game", wrong=True)
            return
        self.go(lost - 1, "back to where the game can be won: t shows a move that wins")

    def action_hint(self) -> None:
        if self.game.is_won:
            return
        if self._hint and self._hint.move is not None:
            self._play(self._hint.move)
            return
        light, board = self._light, self.game.board
        self._say("searching for a move")
        self._aside("hint", lambda stopped: self.call_later(self._hinted, light.hint(board, stopped)))

    def _hinted(self, hint: Hint) -> None:
        if hint.solution.board != self.game.board or hint.solution.limit == "stopped":
            return
        if hint.move is None:
            self._say_unsolved(hint.solution)
        else:
            self._hand, self._hint = None, hint
            self.kept.count_help(hints=1)
            self._say(f"{hint}; t plays it")
        self._show()
        self._show_light()

    def _say_unsolved(self, solution: Solution) -> None:
        lost = solution.verdict is Verdict.UNSOLVABLE
        can_go_back = (
            lost
            and self._is_lit
            and self.game.plays
            and first_lost(self._light.verdicts(timeline_of(self.game).boards))
        )
        back = ": k goes back" if can_go_back else ""
        self._say(
            f"this game can't be won any more{back}" if lost else "no verdict: the search hit its limit", wrong=True
        )

    def action_solve(self) -> None:
        if self.game.is_won:
            return
        light, board = self._light, self.game.board
        self._say("searching for a short solution; Esc stops")
        self._aside("hint", lambda stopped: self.call_later(self._solved, light.solution(board, stopped)))

    def _solved(self, solution: Solution) -> None:
        if solution.board != self.game.board or solution.limit == "stopped":
            return
        self._show_light()
        if not solution:
            self._say_unsolved(solution)
            return
        self._say("")
        if isinstance(self.screen, Panel):
            return
        timeline = timeline_of(solution.game())
        lines = [(" ", "", text) for text in ["the current board", *words.plays(timeline, self.rules)]]
        title = f"Solution: {words.counted(solution.turns or 0, 'turn')}"
        show = partial(self._preview_at, timeline.boards)
        self.push_screen(SolutionMoves(title, lines, 0, show), partial(self._take, timeline))

    def _preview_at(self, boards: Sequence[Board], place: int | None) -> None:
        self._preview(None if place is None else boards[place])

    def _take(self, solution: Timeline, place: str | None) -> None:
        """Play a solution up to the position shown. The rest can be redone."""
        if not place or not int(place):
            return
        self.kept.count_help(solved=True)
        played = len(self.game.plays)
        self.game.play([play.move for play in solution.plays])
        go_to(self.game, played + int(place))
        self.kept.count_move(_now(), lit=self._is_lit)
        self._changed("y plays the next move of the solution")

    # Panels

    def action_help(self) -> None:
        self.push_screen(Help())

    def action_moves(self) -> None:
        timeline = timeline_of(self.game)
        if not timeline.plays:
            self._say("there are no moves yet", wrong=True)
            return
        show = partial(self._preview_at, timeline.boards)
        self.push_screen(Moves("Your moves", words.lines(self.game, self._lit), timeline.now, show), self._go_to)

    def _go_to(self, place: str | None) -> None:
        if place is not None and int(place) != len(self.game.plays):
            self.go(int(place))

    def action_pause(self) -> None:
        self._tick()
        self.push_screen(Pause())

    # The review

    def action_review(self) -> None:
        timeline = timeline_of(self.game)
        if not timeline.plays or not core_available:
            why = "there are no moves yet" if core_available else "a review needs the compiled core"
            self._say(why, wrong=True)
            return
        if self._review is None or not self._review.is_of(timeline, self._light):
            self._review = Review(timeline, self.rules, self._light)
        show = partial(self._preview_at, timeline.boards)
        panel = ReviewMoves(
            f"Review: {words.name_of(self.game)}",
            words.review_lines(self._review, self.rules),
            self._found(self._review),
            show,
            self._pause_review,
        )
        self.push_screen(panel, self._try_again)
        self._run_review(self._review)

    def _run_review(self, review: Review) -> None:
        def run(stopped: Callable[[], bool]) -> None:
            for _ in review.run(stopped):
                self.call_later(self._reviewed, review)

        self._is_reviewing = True
        self._aside("review", run)

    def _pause_review(self) -> None:
        if self._review is not None and not self._review.is_done:
            if self._is_reviewing:
                self._stop_review()
            else:
                self._run_review(self._review)
            self._reviewed(self._review)

    def _stop_review(self) -> None:
        self._is_reviewing = False
        self.workers.cancel_group(self, "review")

    def _reviewed(self, review: Review) -> None:
        if review is self._review and isinstance(self.screen, ReviewMoves):
            self.screen.tell(words.review_lines(review, self.rules), self._found(review))
            self._show_light()

    def _found(self, review: Review) -> words.ReviewFound:
        attempt = self.kept.attempt
        figures = words.review_figures(review, attempt, (attempt and attempt.short) or self._shortest_known())
        return figures, words.review_bars(review), words.review_state(review, self._is_reviewing)

    def _try_again(self, place: str | None) -> None:
        self._stop_review()
        if place is not None:
            self.kept.try_again(int(place))
            self._changed("y plays your move again; u goes further back")

    # Grades, and statistics

    def _shortest_known(self) -> int:
        """The turns of the shortest known solution of one of the first 32,000 deals; 0 if unknown."""
        deal = self.game.deal
        is_known = deal is not None and 1 <= deal <= LAST and self.rules.cells == 4
        return (facts(deal).turns or 0) if is_known and deal is not None else 0

    def _grade(self) -> None:
        """Rate how hard the game is."""
        kept = self.kept

        def grade(_: Callable[[], bool]) -> None:
            self.call_later(self._graded, kept, difficulty(kept.game.start, rules=kept.game.rules).score)

        if kept.attempt and kept.attempt.score >= 0:
            self._graded(kept, kept.attempt.score)
        elif core_available:
            self._aside("grade", grade)

    def _graded(self, kept: Kept, score: int) -> None:
        if kept is self.kept:
            self._score = score
            self._show()

    def action_statistics(self) -> None:
        self._keep_clock()

        def read(_: Callable[[], bool]) -> None:
            self.call_later(self._show_statistics, keeping.kept_games())

        self._aside("statistics", read)

    def _show_statistics(self, games: list[keeping.KeptGame]) -> None:
        if isinstance(self.screen, Panel):
            return
        if not games:
            self._say("no games yet: your first move starts one", wrong=True)
            return
        latest = sorted(games, key=lambda game: game.attempts[-1].begun, reverse=True)

        def choose(place: str | None) -> None:
            if place is not None:
                self._resume(latest[int(place)].path)

        self.push_screen(Statistics(words.statistics(games), [*map(words.game_line, latest)]), choose)

    def _resume(self, path: Path) -> None:
        """Open a saved game."""
        if path == self.kept.path:
            return
        try:
            kept = keeping.load(path)
        except FreecellError as error:
            self._say(str(error), wrong=True)
            return
        if kept is None:
            self._say(f"{path.name} is no longer a saved game", wrong=True)
        else:
            self._keep_clock()
            self._open(kept)

    def action_another(self) -> None:
        self._ask("Another game", "The current game is saved.")

    def _tell_won(self) -> None:
        attempt = self.kept.attempt
        solved = attempt is not None and attempt.won and attempt.solved
        self._ask("Solved" if solved else "You won!", words.won(self.game, self.kept.attempts))
        if attempt is not None and attempt.won and not attempt.short and core_available:
            self._find_short(attempt)

    def _find_short(self, attempt: Attempt) -> None:
        """Find a short solution to compare a won game with."""
        kept, light, known = self.kept, self._light, self._shortest_known()

        def find(stopped: Callable[[], bool]) -> None:
            turns = known or light.solution(kept.game.start, stopped).turns
            self.call_later(self._compare, kept, attempt, min(turns or attempt.turns, attempt.turns))

        self._aside("short", find)

    def _compare(self, kept: Kept, attempt: Attempt, short: int) -> None:
        attempt.short = short
        if kept is self.kept:
            self._keep()
            if isinstance(self.screen, Another) and self.game.is_won:
                self.screen.tell(words.won(self.game, kept.attempts))

    def _ask(self, title: str, text: str) -> None:
        self.push_screen(Another(title, text, words.choices(self.game)), self._choose)

    def _choose(self, choice: str | None) -> None:
        if choice == "again":
            self.action_restart()
        elif choice == "review":
            self.action_review()
        elif choice in ("random", "daily"):
            find = daily if choice == "daily" else partial(random_winnable, self.rules)
            self._say("searching for a deal")
            self._aside("deal", lambda _: self.call_later(self._begin, find()))
        elif choice is not None:
            self._begin((self.game.deal or 0) + 1 if choice == "next" else int(choice))

    def _begin(self, number: int) -> None:
        """Play a deal: its saved game, or a new one."""
        try:
            kept = keeping.begin(number, self.rules)
        except (FreecellError, OSError) as error:
            self._say(str(error), wrong=True)
        else:
            self._keep_clock()
            self._open(kept)

    def action_save(self) -> None:
        name = "board" if self.game.deal is None else str(self.game.deal)
        self.push_screen(SaveAs(f"{name}.json"), self._save)

    def _save(self, name: str | None) -> None:
        if name is not None:
            try:
                self.game.save(Path(name).expanduser())
                self._say(f"saved as {name}")
            except (OSError, RuntimeError, ValueError) as error:  # ~name without a home folder
                self._say(f"can't save as {name}: {getattr(error, 'strerror', None) or error}", wrong=True)

    def action_leave(self, code: int) -> None:
        self._keep_clock()
        self.exit(return_code=code)


def _now() -> int:
    """Milliseconds since 1970."""
    return int(1000 * time.time())
