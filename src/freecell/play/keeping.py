"""Stores games: each in a file of its own, in the format of `Game.save`, rewritten after each move.

A file also has the moves that were taken back, as "undone", which the other commands pass over. A file that somebody
else has written meanwhile is left to them: the game goes on in another one.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

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
from freecell.play.timeline import go_to, timeline_of
from freecell.rules import Rules
from freecell.solving import winnable

USUAL = Rules(autoplay="safe")
"""The rules of a game in a terminal, as on the page."""


class Kept:
    """A game and the file that it is kept in, which is there from the first move on."""

    def __init__(self, game: Game, path: Path, content: bytes | None) -> None:
        self.game, self.path = game, path
        self._content = content  # of the file, as it was read or written last

    def save(self) -> bool:
        """Writes the game. Says whether it did so to another file, since somebody else has written to this one."""
        written = (json.dumps(_to_dict(self.game), indent=2) + "\n").encode()
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


def begin(board: int | Board, rules: Rules = USUAL, path: Path | None = None) -> Kept:
    """The game of a deal or a board: the one that is kept in this file, or in the usual one; or else a new one."""
    start = as_board(board)
    if path and not path.parent.is_dir():
        raise GameError(f"there is no folder {quoted(str(path.parent))} to keep the game in")
    path = path or path_of(start, rules)
    if not path.exists():
        return Kept(Game(start, rules), path, None)
    kept = load(path)
    if kept is None:
        raise GameError(f"{quoted(str(path))} is not a saved game, and stays as it is: --file says another one")
    if (kept.game.start, kept.game.rules) != (start, rules):
        raise GameError(f"the game in {quoted(str(path))} is another one, or has other rules: give another --file")
    return kept


def load(path: Path) -> Kept | None:
    """The game that a file has; None if it has something else, such as a board."""
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
        return Kept(_from_dict(value), path, content)
    except FreecellError as error:
        raise GameError(f"{path} is not a saved game: {error}") from None


def path_of(start: Board, rules: Rules = USUAL) -> Path:
    """Where the game of a deal or a board is kept. Games by other rules are kept apart."""
    name = f"board-{hashlib.sha256(str(start).encode()).hexdigest()[:12]}" if start.deal is None else str(start.deal)
    usual = asdict(USUAL)
    others = [f"-{key}-{value}" for key, value in asdict(rules).items() if value != usual[key]]
    return folder() / f"{name}{''.join(others)}.json"


def folder() -> Path:
    """The folder of all games that are not kept elsewhere."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "freecell"
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "freecell"


def random_winnable(rules: Rules) -> int:
    """A random deal that every FreeCell program has, and that can be won, if there is a core to find that out."""
    search = Search(rules=rules, max_positions=FEW_POSITIONS)  # if they do not decide it, another deal is tried
    numbers = random_deals(can_be_won=False)
    return next(number for number in numbers if not core_available or winnable(number, search))


def _to_dict(game: Game) -> dict[str, Any]:
    timeline = timeline_of(game)
    undone = timeline.words[timeline.now :]
    return {**game.to_dict(), **({"undone": " ".join(undone)} if undone else {})}


def _from_dict(value: dict[str, Any]) -> Game:
    game = Game.from_dict(value)
    undone = value.get("undone", "")
    if not isinstance(undone, str):
        raise GameError(f'"undone" must be a text such as "26 7a 3h", got {quoted(undone)}')
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
    """A name beside a path that nobody has."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in names if not name.exists())
