"""Play in the terminal: a deal, a board or a saved game. Without a number, play a random winnable deal.

Type where to move from and where to: 26, 7a, 3h. A light shows whether the game can still be won. The game is saved
after each move, and you can resume it later. Deals are saved in your state folder, and a saved game in its own file;
other commands can read these files.

examples:
  freecell play
  freecell play 617
  freecell play --daily
  freecell play game.json
  freecell play 617 --file mine.json
  freecell play 164 --cells 2 --color never
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from freecell.choosing import daily
from freecell.cli._boards import read_board
from freecell.cli._formats import add_color_argument
from freecell.cli._numbers import is_number, read_range
from freecell.cli._rules import add_game_arguments, described, rules_of
from freecell.cli._signals import stopping
from freecell.cli._streams import complain
from freecell.drawing.terminal import has_color, has_signs
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.play import keeping, words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "board", nargs="?", metavar="BOARD", help="a deal number, or a file with a board or a saved game in any format"
    )
    parser.add_argument("--daily", action="store_true", help="today's deal")
    parser.add_argument("--file", metavar="FILE", help="save the game in this file, or resume the game in it")
    add_game_arguments(parser)
    add_color_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    kept = _kept(arguments)
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output"), (sys.stderr, "error")):
        if stream is None or not stream.isatty():
            raise FreecellError(
                f"playing needs a terminal, but standard {name} is not one; freecell show prints a board"
            )
    if os.environ.get("TERM") == "dumb":
        raise FreecellError(
            "playing needs a terminal with a movable cursor, unlike TERM=dumb; freecell show prints a board"
        )
    if not has_signs(sys.stderr):
        raise FreecellError(f"playing needs UTF-8 for the suit symbols, but this terminal uses {sys.stderr.encoding}")
    with stopping():  # until the game is on the screen; it handles signals itself
        try:
            from freecell.play.app import FreecellApp
        except ModuleNotFoundError:
            raise MissingDependencyError("playing needs Textual: pip install 'freecell[play]'") from None
        app = FreecellApp(kept, plain=not has_color(sys.stderr, arguments.color))
        app.run()
    if app.failure:  # print it here, after the screen was closed
        moves = app.game.notation()
        complain(f"can't write {app.kept.path}: {app.failure.strerror}; the moves: {moves}")
        return 1
    if app.game.steps and not app.return_code:
        print(f"the game is saved after {words.counted(app.game.turns, 'turn')} in {app.kept.path}")
    return app.return_code or 0


def _kept(arguments: argparse.Namespace) -> keeping.Kept:
    """The game to play, and the file to save it in."""
    if arguments.board is not None and arguments.daily:
        raise FreecellError("--daily and BOARD can't be used together: leave out one of them")
    board, path = arguments.board, None if arguments.file is None else Path(arguments.file)
    if board is None and not arguments.daily and path is not None and path.exists():
        board, path = arguments.file, None
    if board is None or is_number(board):
        rules = rules_of(arguments, usual=keeping.USUAL)
        if board is not None:
            return keeping.begin(read_range(board)[0], rules, path)
        return keeping.begin(daily() if arguments.daily else keeping.random_winnable(rules), rules, path)
    if board == "-":
        raise FreecellError("the keys come from standard input, so the board can't: give the board as a file")
    kept = keeping.load(Path(board))
    if kept is None:
        entry = read_board(board, "a deal number such as 617, or a file with a board or a saved game").entry
        return keeping.begin(entry.board, rules_of(arguments, entry, keeping.USUAL), path)
    if path is not None:
        raise FreecellError(f"{quoted(board)} is a saved game and is saved in its own file: leave out --file")
    if rules_of(arguments, usual=kept.game.rules) != kept.game.rules:
        raise FreecellError(f"{quoted(board)} was saved with {described(kept.game.rules)}; its rules can't be changed")
    return kept
