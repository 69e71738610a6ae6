"""The game in a terminal, played by Textual's pilot: keys and clicks, the light, saved games."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

import freecell
from freecell import Board, Game, Move, Rules, deal, facts, hint, solve
from freecell.budgets import SHORT_BEAM
from freecell.play import keeping

from ..helpers.commands import called
from ..helpers.programs import awaited

pytest.importorskip("textual", reason="Textual is not installed: freecell[play]")

from textual.pilot import Pilot
from textual.widgets import Input, OptionList
from textual.worker import WorkerCancelled

from freecell.play.app import FreecellApp
from freecell.play.layout import Picture

Playing = Callable[[Pilot[None], FreecellApp], Awaitable[None]]

LOST = "4a 46 2b 27 72 3c"  # the last move loses deal 617
needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with saved games."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return tmp_path / "freecell"


def play(
    playing: Playing, start: int | Board = 617, moves: str = "", *, rules: Rules = keeping.USUAL, plain: bool = False
) -> FreecellApp:
    """A game on a screen of 80 by 24 characters."""

    async def run() -> FreecellApp:
        kept = keeping.begin(start, rules)
        kept.game.play(moves)
        app = FreecellApp(kept, plain=plain)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await playing(pilot, app)
        return app

    return awaited(run())


def kept_in(path: Path) -> keeping.Kept:
    kept = keeping.load(path)
    assert kept is not None
    return kept


async def settle(pilot: Pilot[None]) -> None:
    """Wait until all searches have ended and everything is shown."""
    while pilot.app.workers:
        with suppress(WorkerCancelled):  # cancelled by another move
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()
    await pilot.pause()


async def press(pilot: Pilot[None], keys: str) -> None:
    await pilot.press(*keys.split())
    await settle(pilot)


def shown(app: FreecellApp) -> str:
    """The text on the screen."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


def spot(app: FreecellApp, place: str, height: int) -> tuple[int, int]:
    """The position of a card on the screen."""
    picture, region = app._table.picture, app._table.region
    return next(
        (region.x + x, region.y + y)
        for y in reversed(range(picture.height))
        for x in range(picture.width)
        if picture.at(x, y) == (place, height) and picture.rows[y][x].kind in ("red", "black", "empty")
    )


def picture_after(app: FreecellApp, moves: str) -> str:
    """The cards on the table after moves of deal 617."""
    size = app._table.picture.width, app._table.picture.height
    return Picture(Game.from_notation(617, moves, app.rules).board, app.rules, size, {}).text()


def test_keys_are_notation_and_every_move_is_saved(state: Path) -> None:
    path = state / "617.json"

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        assert not path.exists()
        assert "Deal 617" in shown(app)
        for keys, moves, undone in (
            ("7 a", "7a", None),
            ("7 B", "7a 7b", None),
            ("u", "7a", "7b"),
            ("left", "", "7a 7b"),
            ("y right", "7a 7b", None),
            ("r", "", "7a 7b"),
            ("y", "7a", "7b"),
        ):
            await press(pilot, keys)
            kept = json.loads(path.read_text())
            assert (kept["notation"], kept.get("undone")) == (moves, undone), keys
        assert called("show", str(path)) == called("show", "617", "--moves", "7a")
        assert Game.load(path).notation() == "7a"

    play(playing)

    async def later(pilot: Pilot[None], app: FreecellApp) -> None:
        assert "as you left it" in shown(app)
        assert app.game.board == deal(617).play("7a")
        await press(pilot, "y")
        assert app.game.notation() == "7a 7b"

    play(later)


def test_errors_name_the_problem() -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        for keys, said in (
            ("5 6", "J♣ can't go onto 6♣: a red 5 is needed"),
            ("7 h", "J♥ can't go home: no hearts are home yet"),
            ("a", "cell a is empty"),
            ("h", "cards at home can't be moved"),
            ("e", "there is no cell e"),
            ("7 e", "there are only 4 cells: no cell e"),
            ("u", "nothing to undo"),
            ("y", "nothing to redo"),
            ("m", "there are no moves yet"),
            ("7", "J♥ selected"),
        ):
            await press(pilot, keys)
            assert said in shown(app), keys
        await press(pilot, "escape")
        assert "selected" not in shown(app)
        assert app.game.steps == 0

    play(playing)


def test_clicks() -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        async def click(place: str, height: int) -> None:
            await pilot.click(offset=spot(app, place, height))
            await settle(pilot)

        await click("7", 5)  # JH
        await click("a", -1)
        assert app.game.notation() == "7a"
        await click("8", 5)  # QH, whose best place is KS
        await click("8", 5)
        assert app.game.notation() == "7a 82"
        await click("3", 3)
        assert "2♥ and K♣ don't form a sequence" in shown(app)
        await pilot.click("FooterKey")  # undo
        await settle(pilot)
        assert app.game.notation() == "7a"

    play(playing)


def test_a_part_of_a_run_to_an_empty_column() -> None:
    board = Board(["KS QH JS", "KH QS", "", "", "", "", "", ""], foundations=[13, 13, 11, 10])

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, "1 down 3")
        assert app.game.moves == [Move("1", "3", 2)]
        await press(pilot, "u")
        await pilot.click(offset=spot(app, "1", 2))
        await pilot.click(offset=spot(app, "4", -1))
        await settle(pilot)
        assert app.game.moves == [Move("1", "4")]

    play(playing, board, rules=Rules())


@needs_core
def test_the_light_and_the_way_back() -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        assert "● Can be won" in shown(app)
        await press(pilot, " ".join(LOST.replace(" ", "")))
        assert "✗ Lost at turn 6, 3c: k goes back" in shown(app)
        await press(pilot, "t")
        assert "this game can't be won any more" in shown(app)
        await press(pilot, "l")
        assert "The light is off" in shown(app)
        await press(pilot, "l m")
        lines = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert lines[1] == "● 1 4a   4♥ to cell a"
        assert [line[0] for line in lines] == ["●"] * 6 + ["✗"]
        await press(pilot, "up up")
        assert app._table.picture.text() == picture_after(app, "4a 46 2b 27")
        assert app.game.notation() == LOST
        await press(pilot, "escape")
        assert app._table.picture.text() == picture_after(app, LOST)
        assert app.game.notation() == LOST
        await press(pilot, "m up up enter")
        assert app.game.notation() == "4a 46 2b 27"
        await press(pilot, "y y k")
        assert app.game.notation() == LOST.removesuffix(" 3c")
        assert "● Can be won" in shown(app)

    play(playing)


@needs_core
def test_a_hint_is_shown_and_then_played() -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        wanted = hint(app.game)
        await press(pilot, "t")
        assert f"{wanted.notation}: move" in shown(app)
        assert app.game.notation() == "7a 7b"
        await press(pilot, "t")
        assert app.game.notation() == f"7a 7b {wanted.notation}"

    play(playing, moves="7a 7b")


@needs_core
def test_a_win_is_announced_and_another_game_follows(state: Path) -> None:
    solution = solve(617, rules=Rules(autoplay="safe"))
    *before, last = solution.notation().split()

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, " ".join(last))
        assert "You won!" in shown(app)
        assert f"Deal 617 in 0:00 and {solution.turns} turns. The shortest known" in shown(app)
        short = facts(617).turns or 0
        assert f"{(solution.turns or 0) - short} fewer than yours." in shown(app)
        (attempt,) = app.kept.attempts
        assert (attempt.won, attempt.turns, attempt.short, attempt.score) == (True, solution.turns, short, 98)
        await press(pilot, "enter")
        assert app.game.steps == 0
        await press(pilot, "n 1 1 9 8 2 enter")
        assert app.game.deal == 11982
        assert "✗ Deal 11982 can't be won" in shown(app)
        await press(pilot, "n up enter")
        assert app.game.deal == 11983
        await press(pilot, "n 0 enter")
        assert "deal 0 doesn't exist" in shown(app)
        await press(pilot, "1 a n 6 1 7 enter y")
        assert app.game.steps > 0
        assert sorted(path.name for path in state.iterdir()) == ["11983.json", "617.json"]

    play(playing, moves=" ".join(before))


@needs_core
def test_a_solution_can_be_viewed_and_continued_from(state: Path) -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        found = solve(app.game, goal="short", beam_width=SHORT_BEAM)
        words = found.notation().split()
        await press(pilot, "v")
        assert f"Solution: {found.turns} turns" in shown(app)
        await press(pilot, "right right down")
        assert app._table.picture.text() == picture_after(app, " ".join(["7a", *words[:3]]))
        await press(pilot, "escape")
        assert (app.game.notation(), app.kept.attempts) == ("7a", [])  # it was only viewed
        await press(pilot, "v")
        await press(pilot, "right right enter")
        assert app.game.notation() == " ".join(["7a", *words[:2]])
        await press(pilot, "y")
        assert app.game.notation() == " ".join(["7a", *words[:3]])
        (attempt,) = kept_in(state / "617.json").attempts
        assert attempt.helped
        assert attempt.solved

    play(playing, moves="7a")


@needs_core
def test_a_review_and_another_try(state: Path) -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, " ".join(LOST.replace(" ", "")))
        await press(pilot, "i")
        for text in ("Review: Deal 617", "Lost at turn 6", "6 turns", "▲"):
            assert text in shown(app)
        lines = [str(option.prompt).split("\n") for option in app.screen.query_one(OptionList).options]
        assert [line[0][0] for line in lines] == ["●"] * 5 + ["✗"]
        assert all("moves could still win" in line[1] for line in lines)
        assert lines[5][1].startswith("  Lost here. ")
        await press(pilot, "end")
        assert app._table.picture.text() == picture_after(app, LOST.removesuffix(" 3c"))
        await press(pilot, "escape")
        assert app.game.notation() == LOST
        await press(pilot, "i end enter")
        assert app.game.notation() == LOST.removesuffix(" 3c")
        assert "● Can be won" in shown(app)
        assert kept_in(state / "617.json").attempts[0].undone == 1

    play(playing)


@needs_core
def test_statistics_and_the_games_in_them(state: Path) -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, "x")
        assert "no games yet" in shown(app)
        await press(pilot, "7 a n 5 enter")
        assert "Deal 5, moderate" in shown(app)
        await press(pilot, "1 a x")
        for text in ("Games played                      2", "Won                               0", "Deal 5, not won"):
            assert text in shown(app)
        await press(pilot, "down enter")
        assert (app.game.deal, app.game.notation()) == (617, "7a")
        (state / "5.json").unlink()
        await press(pilot, "x")
        (state / "617.json").unlink()
        await press(pilot, "enter escape p")
        assert "Paused" in shown(app)
        assert "J♦" not in shown(app)
        await press(pilot, "z")
        assert "J♦" in shown(app)

    play(playing)


def test_a_copy_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, "s enter")
        assert Game.load("617.json").notation() == "7a"
        await press(pilot, "7 b s enter")
        assert "already exists" in shown(app)
        assert Game.load("617.json").notation() == "7a"
        await press(pilot, "enter")
        assert Game.load("617.json").notation() == "7a 7b"
        await press(pilot, "s")
        app.screen.query_one(Input).value = "no/such/folder"
        await press(pilot, "enter")
        assert "can't save as no/such/folder: No such file" in shown(app)
        for name, why in (
            ("~no-one/game.json", "home directory"), ("x" * 300, "can't save as x"), ("/\x1b[2J\x9b/a", r"\x1b[2J\x9b"),
        ):  # fmt: skip
            await press(pilot, "s")
            app.screen.query_one(Input).value = name
            await press(pilot, "enter")
            assert why in shown(app)
        await press(pilot, "s")
        name_field = app.screen.query_one(Input)
        for hidden in ("\x1b[31m", "\x9b31m", "\u202e"):
            name_field.insert_text_at_cursor(hidden)
            assert name_field.value == "617.json"

    play(playing, moves="7a")


def test_a_game_played_in_two_terminals_is_saved_twice(state: Path) -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        other = keeping.begin(617)
        other.game.play("1a")
        other.save()
        await press(pilot, "7 a")
        assert "617-2.json" in shown(app)
        await press(pilot, "7 b")

    play(playing)
    assert Game.load(state / "617.json").notation() == "1a"
    assert Game.load(state / "617-2.json").notation() == "7a 7b"


def test_a_disk_that_cannot_be_written_to(state: Path) -> None:
    state.write_text("a file where the folder should be")

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, "7 a")
        assert "can't save the game: Not a directory" in shown(app)
        assert app.failure
        state.unlink()
        await press(pilot, "7 b")
        assert app.failure is None

    play(playing)
    assert Game.load(state / "617.json").notation() == "7a 7b"


def test_without_colours_and_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("app", "words"):
        monkeypatch.setattr(f"freecell.play.{module}.core_available", False)
    monkeypatch.setattr("freecell.engine._core", None)

    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await press(pilot, "7 a t")
        assert "solving needs the compiled core" in shown(app)
        await press(pilot, "l 7")
        assert "No light without the compiled core" in shown(app)
        colors = {
            color
            for strip in app.screen._compositor.render_strips()
            for segment in strip.apply_filter(app._filters[-1], app.screen.background_colors[1])
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
        }
        assert all(color is None or color.is_default for color in colors)

    play(playing, plain=True)


def test_the_light_is_readable_on_a_narrow_terminal() -> None:
    async def playing(pilot: Pilot[None], app: FreecellApp) -> None:
        await pilot.resize_terminal(40, 9)
        await settle(pilot)
        assert "● Can be won" in shown(app)
        await pilot.resize_terminal(40, 12)
        await settle(pilot)
        assert shown(app).splitlines()[-1].startswith("u Undo  t Hint  ? Help  q Quit  ")
        await press(pilot, "i")
        assert "moves could still win" in shown(app)

    play(playing, moves="7a 7b")
