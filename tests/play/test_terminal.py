"""`freecell play` in a real terminal (tmux), and its messages where it can't run."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import freecell
from freecell import Game, Rules, deal

from ..helpers.commands import SCRIPT, called, run, run_on_terminal
from ..helpers.programs import PATIENCE, found

pytest.importorskip("textual", reason="Textual is not installed: freecell[play]")

COLOR = re.compile(r"\x1b\[[\d;]*?(?<![\d])(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?![\d])[\d;]*m")


class Tmux:
    """A terminal of 80 by 24 characters, in which programs run one after another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tmux = [found("tmux"), "-S", str(folder / "socket"), "-f", os.devnull]
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in ("TMUX", "NO_COLOR")},
            "XDG_STATE_HOME": str(folder), "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "TERM": "xterm-256color",
        }  # fmt: skip
        self.call("new-session", "-d", "-x", "80", "-y", "24", "exec cat")

    def call(self, *arguments: str) -> str:
        command = [*self._tmux, *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, env=self._environment, timeout=PATIENCE, check=True
        )
        return done.stdout

    def start(self, *arguments: str, before: str = "") -> None:
        """Start a game, which writes its process id to the file `pid` and its exit code to the file `code`."""
        command = f"echo $$ > {self._folder}/pid; {before} exec {SCRIPT} play {' '.join(arguments)}"
        self.call("respawn-pane", "-k", f"sh -c {shlex.quote(command)}; echo $? > {self._folder}/code; exec cat")

    def keys(self, *keys: str) -> None:
        self.call("send-keys", *keys)

    def screen(self) -> str:
        return self.call("capture-pane", "-p", "-e")

    def until(self, wanted: str) -> str:
        """The screen without its colours, as soon as it shows a text."""
        deadline = time.monotonic() + PATIENCE
        while wanted not in (seen := re.sub(r"\x1b\[[\d;]*m", "", self.screen())):
            assert time.monotonic() < deadline, seen
            time.sleep(0.05)
        return seen

    def end(self) -> tuple[str, str]:
        """The end of the game: its exit code, and whether the screen and the mouse are restored."""
        code = self._folder / "code"
        deadline = time.monotonic() + PATIENCE
        while not (code.exists() and code.read_text()):
            assert time.monotonic() < deadline, self.screen()
            time.sleep(0.05)
        ended = code.read_text().strip()
        code.unlink()
        return ended, self.call("display", "-p", "#{alternate_on} #{mouse_any_flag}").strip()


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    tmux = Tmux(tmp_path)
    yield tmux
    tmux.call("kill-server")


@pytest.mark.needs("tmux")
def test_a_game_in_tmux(tmux: Tmux, tmp_path: Path) -> None:
    path = tmp_path / "freecell" / "617.json"
    light = "● Can be won" if freecell.core_available else "No light without the compiled core"
    tmux.start("617")
    seen = tmux.until(light)
    assert "│10♦   │  │7♠    │  │Q♦    │" in seen
    assert COLOR.search(tmux.screen())
    tmux.keys("7", "a")
    tmux.until("1 turn")
    x, y = 75, next(row for row, line in enumerate(seen.splitlines(), 1) if "Q♥" in line)
    for _ in range(2):  # twice on the queen of hearts: she moves onto a king
        tmux.keys("-l", f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
    tmux.until("2 turns")
    assert json.loads(path.read_text())["notation"] == "7a 82"
    tmux.call("resize-window", "-x", "60", "-y", "18")
    tmux.until("│J♥  │")
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGTERM)
    assert tmux.end() == ("143", "0 0")

    tmux.start("617", before="NO_COLOR=1")  # it resumes, without colours
    tmux.until("as you left it")
    assert not COLOR.search(tmux.screen())
    tmux.keys("u")
    tmux.until("1 turn")
    tmux.keys("q")
    assert tmux.end() == ("0", "0 0")
    assert "freecell/617.json" in tmux.screen()
    assert called("show", str(path)) == called("show", "617", "--moves", "7a")
    assert json.loads(path.read_text())["undone"] == "82"


def test_games_that_cannot_be_played(tmp_path: Path) -> None:
    no_terminal = "freecell: playing needs a terminal, but standard input is not one; freecell show prints a board\n"
    assert run("play", "617", code=2, stdin=subprocess.DEVNULL) == no_terminal
    (tmp_path / "board.txt").write_text(str(deal(617)))
    Game(1, Rules(3)).save(tmp_path / "game.json")
    for arguments, said in (
        (["0"], "deal 0 doesn't exist"),
        (["none.json"], "can't read 'none.json': No such file or directory; expected a deal number such as 617"),
        (["-"], "the keys come from standard input"),
        (["617", "--daily"], "--daily and BOARD can't be used together"),
        (["617", "--file", "game.json"], "'game.json' contains another game, or the same one under other rules"),
        (["617", "--file", "board.txt"], "'board.txt' is not a saved game"),
        (["617", "--file", "no/game.json"], "the folder 'no' doesn't exist: create it, or choose another --file"),
        (["game.json", "--file", "other.json"], "leave out --file"),
        (["game.json", "--cells", "4"], "'game.json' was saved with 3 cells, room theory, auto-play none"),
        (["board.txt"], "playing needs a terminal"),
        (["game.json"], "playing needs a terminal"),
    ):
        assert said in called("play", *arguments, code=2, cwd=tmp_path), arguments
    (tmp_path / "game.json").write_text('{"format": "freecell game", "version": 1, "deal": 1, "notation": 5}')
    assert "is not a saved game" in called("play", "game.json", code=2, cwd=tmp_path)


def test_without_textual() -> None:
    code = "import sys; sys.modules['textual'] = None; from freecell.cli import main; sys.exit(main())"
    said = run_on_terminal("-c", code, "play", "617", program=sys.executable)
    assert said == "freecell: playing needs Textual: pip install 'freecell[play]'\n"


def test_a_terminal_that_cannot_show_the_game() -> None:
    code = "import os, sys; os.environ['TERM'] = 'dumb'; from freecell.cli import main; sys.exit(main())"
    said = run_on_terminal("-c", code, "play", "617", program=sys.executable)
    assert said.startswith("freecell: playing needs a terminal with a movable cursor, unlike TERM=dumb")
    assert said.count("\n") == 1
