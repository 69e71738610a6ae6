"""Stores games: each in a file of its own, in the format of `Game.save`, rewritten after each move.

A file also contains the undone moves, as "undone", and the attempts at the game, from which the statistics are
computed, so a move and its statistics are written together. Other commands ignore both keys. If another program has
changed a file in the meantime, that file is left alone, and the game continues in a new one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from freecell.atomic import replacing
from freecell.board import Board
from freecell.budgets import FEW_POSITIONS
from freecell.choosing import random_deals
from freecell.dealing import as_board
from freecell.engine import Search, core_available
from freecell.errors import FormatError, FreecellError, GameError, quoted
from freecell.formats import json as board_json
from freecell.formats import texts
from freecell.game import Game
from freecell.play.record import Attempt, attempts_from
from freecell.play.timeline import go_to, timeline_of
from freecell.rules import Rules
from freecell.solving import winnable

USUAL = Rules(autoplay="safe")
"""The default rules in a terminal, as on the page."""


class Kept:
    """A game and its file, which exists from the first move on. `attempts` are the attempts at the game."""

    def __init__(self, game: Game, path: Path, content: bytes | None, attempts: Iterable[Attempt] = ()) -> None:
        self.game, self.path, self.attempts = game, path, [*attempts]
        self._content = content  # of the file when it was last read or written
        self._following: Attempt | None = None  # the attempt that begins with the next move

    @property
    def attempt(self) -> Attempt | None:
        """The current attempt, or the one that was won last."""
        return self.attempts[-1] if self.attempts else None

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and isn't won yet."""
        return self.attempt is not None and not self.attempt.won

    def count_move(self, now: int, *, lit: bool) -> None:
        """Count a play made at the time `now`, in milliseconds since 1970.

        The first play begins an attempt. So does the first play from the start after a win.
        """
        if self._following is not None:
            self.attempts.append(replace(self._following, begun=now))
        elif self.attempt is None or (self.attempt.won and len(self.game.plays) == 1):
            self.attempts.append(Attempt(now))
        self._following = None
        if not self.attempts[-1].won:
            self.attempts[-1].lit |= lit

    def count_win(self) -> bool:
        """Count a win if the game has just been won. Return whether it has."""
        attempt = self.attempt
        if attempt is None or attempt.won or not self.game.is_won:
            return False
        attempt.won, attempt.turns = True, self.game.turns
        return True

    def count_help(self, *, hints: int = 0, solved: bool = False) -> None:
        """Count the use of hints or a solution. After a win, it doesn't count until another attempt begins."""
        if self.is_running:
            attempt = self.attempts[-1]
        elif self._following is None and self.attempt is not None and self.game.plays:
            return
        else:
            self._following = attempt = self._following or Attempt(0)
        attempt.helped, attempt.solved = True, attempt.solved or solved
        attempt.hints += hints

    def count_undo(self) -> None:
        """Count an undo."""
        if self.is_running:
            self.attempts[-1].undone += 1

    def try_again(self, place: int) -> None:
        """Go back to a place in the game. After a win, the next move begins another attempt, with help."""
        if self.attempt is not None and self.attempt.won:
            self._following = Attempt(0, self.attempt.milliseconds, helped=True, score=self.attempt.score)
        elif place < len(self.game.plays):
            self.count_undo()
        go_to(self.game, place)

    @property
    def is_ours(self) -> bool:
        """Whether no other program has written to the file."""
        return _content(self.path) == self._content

    def save(self) -> bool:
        """Save the game. Return whether it was saved to a new file, because another program has written to this one."""
        written = (json.dumps(self._to_dict(), indent=2) + "\n").encode()
        if self._content == written:
            return False
        moves = _content(self.path) not in (None, self._content)
        path = _free(self.path) if moves else self.path
        if path.parent == folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(written)
        self.path, self._content = path, written
        return moves

    def _to_dict(self) -> dict[str, Any]:
        timeline = timeline_of(self.game)
        undone = " ".join(timeline.words[timeline.now :])
        attempts = [one.to_dict() for one in self.attempts]
        return {
            **self.game.to_dict(),
            **({"undone": undone} if undone else {}),
            **({"attempts": attempts} if attempts else {}),
        }


def begin(board: int | Board, rules: Rules = USUAL, path: Path | None = None) -> Kept:
    """The game of a deal or a board: the one saved in this file or the default one, or else a new one."""
    start = as_board(board)
    if path and not path.parent.is_dir():
        raise GameError(f"the folder {quoted(str(path.parent))} doesn't exist: create it, or choose another --file")
    path = path or path_of(start, rules)
    if not path.exists():
        return Kept(Game(start, rules), path, None)
    kept = load(path)
    if kept is None:
        raise GameError(f"{quoted(str(path))} is not a saved game and was not changed: choose another --file")
    if (kept.game.start, kept.game.rules) != (start, rules):
        raise GameError(
            f"{quoted(str(path))} contains another game, or the same one under other rules: choose another --file"
        )
    return kept


def load(path: Path) -> Kept | None:
    """The game in a file; None if the file contains something else, such as a board."""
    try:
        if not path.is_file() or path.stat().st_size > texts.MOST:
            return None
        content = path.read_bytes()
    except OSError as error:
        raise GameError(f"can't read {quoted(str(path))}: {error.strerror}") from None
    try:
        value = board_json.loads(texts.decoded(content))
    except FormatError:
        return None
    if not isinstance(value, dict) or "format" not in value:
        return None
    try:
        return Kept(_from_dict(value), path, content, attempts_from(value.get("attempts", [])))
    except FreecellError as error:
        raise GameError(f"{path} is not a saved game: {error}") from None


def path_of(start: Board, rules: Rules = USUAL) -> Path:
    """The path for the game of a deal or a board. Games under other rules have other paths."""
    name = f"board-{hashlib.sha256(str(start).encode()).hexdigest()[:12]}" if start.deal is None else str(start.deal)
    usual = asdict(USUAL)
    others = [f"-{key}-{value}" for key, value in asdict(rules).items() if value != usual[key]]
    return folder() / f"{name}{''.join(others)}.json"


def folder() -> Path:
    """The folder for all games without a file of their own."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "freecell"
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "freecell"


class KeptGame(NamedTuple):
    """An entry for a game in the folder: its file, a readable name, and the attempts."""

    path: Path
    name: str
    attempts: list[Attempt]


def kept_games() -> list[KeptGame]:
    """The games in the folder with their attempts, oldest first. Unreadable files are left out, and so are attempts
    that are also in another file."""
    games: list[KeptGame] = []
    seen: set[tuple[str, int]] = set()
    for path in sorted(folder().glob("*.json")):
        with suppress(OSError, FreecellError):
            name, attempts = _attempts_in(path)
            fresh = [one for one in attempts if (name, one.begun) not in seen]
            seen |= {(name, one.begun) for one in fresh}
            games += [KeptGame(path, name, fresh)] if fresh else []
    return sorted(games, key=lambda game: game.attempts[0].begun)


def _attempts_in(path: Path) -> tuple[str, list[Attempt]]:
    """The name of the game in a file, and its attempts, without playing the game."""
    if path.stat().st_size > texts.MOST:
        return "", []
    value = board_json.loads(texts.decoded(path.read_bytes()))
    if not isinstance(value, dict) or "attempts" not in value:
        return "", []
    number, cells = value.get("deal"), Rules.from_dict(value.get("rules")).cells
    name = f"Deal {number}" if isinstance(number, int) else "A board"
    return name + (f", {cells} cell{'s' * (cells != 1)}" if cells != 4 else ""), attempts_from(value["attempts"])


def random_winnable(rules: Rules) -> int:
    """A random deal from 1 to 1,000,000 that can be won, if the core is available to check that."""
    search = Search(rules=rules, max_positions=FEW_POSITIONS)  # another deal is tried if this doesn't decide it
    numbers = random_deals(can_be_won=False)
    return next(number for number in numbers if not core_available or winnable(number, search))


def _from_dict(value: dict[str, Any]) -> Game:
    game = Game.from_dict(value)
    undone = value.get("undone", "")
    if not isinstance(undone, str):
        raise GameError(f'"undone" must be a string such as "26 7a 3h", got {quoted(undone)}')
    now = len(game.plays)
    game.play(undone)
    go_to(game, now)
    return game


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _free(path: Path) -> Path:
    """An unused name beside a path."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in names if not name.exists())
