"""Play in the terminal: a deal, a random one that can be won if no number is given, a board or a saved game.

Two keys make a move, as in notation: 26, 7a, 3h. A light says whether the game can still be won. Every game is kept
after each move, and goes on the next time: a deal in a folder of yours, a saved game in its file. What is kept are
files that the other commands read.

examples:
  freecell play
  freecell play 617
  freecell play --daily
  freecell play game.json
  freecell play 617 --file mine.json
  freecell play 164 --cells 2 --plain
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from freecell.choosing import daily
from freecell.cli._boards import BOARD_RIGHT, open_file, read_board
from freecell.cli._numbers import is_number, read_range
from freecell.cli._rules import add_game_arguments, described, played, rules_of
from freecell.cli._signals import stopping
from freecell.drawing.terminal import has_color, has_signs
from freecell.entries import Entry, of_number
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.play import keeping, words
from freecell.rules import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "board", nargs="?", metavar="BOARD", help="a deal number, or a file with a board or a saved game in any form"
    )
    which.add_argument("--daily", action="store_true", help="today's deal")
    parser.add_argument("--file", metavar="FILE", help="keep the game in this file; go on with it if it is there")
    add_game_arguments(parser)
    parser.add_argument("--plain", action="store_true", help="no colours, as where NO_COLOR is set")


def run(arguments: argparse.Namespace) -> int:
    kept = _kept(arguments)
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output"), (sys.stderr, "error")):
        if stream is None or not stream.isatty():
            raise FreecellError(f"playing needs a terminal, and standard {name} is none: freecell show prints a board")
    if not has_signs(sys.stderr):
        raise FreecellError(f"playing needs the suits' signs, which {sys.stderr.encoding} has not: UTF-8 is right")
    with stopping():  # until the game is on the screen, which hears signals itself
        try:
            from freecell.play.app import FreecellApp
        except ModuleNotFoundError:
            raise MissingDependencyError("playing needs Textual: pip install 'freecell[play]'") from None
        app = FreecellApp(kept, plain=arguments.plain or not has_color(sys.stderr))
        app.run()
    if app.failure:  # here, since what was said on the screen is gone
        moves = app.game.notation()
        print(f"freecell: can't write {app.kept.path}: {app.failure.strerror}; the moves: {moves}", file=sys.stderr)
        return 1
    if app.game.steps and not app.return_code:
        print(f"after {words.counted(app.game.turns, 'turn')} the game is kept in {app.kept.path}")
    return app.return_code or 0


def _kept(arguments: argparse.Namespace) -> keeping.Kept:
    """The game that is meant, and where it is kept."""
    path = None if arguments.file is None else Path(arguments.file)
    if arguments.board is None or is_number(arguments.board):
        number = _number(arguments)
        return keeping.begin(number, _rules(arguments, of_number(number)), path)
    if arguments.board == "-":
        raise FreecellError("standard input has the keys, so no board can come from there: the name of a file is right")
    open_file(arguments.board, BOARD_RIGHT).close()
    kept = keeping.load(Path(arguments.board))
    if kept is None:
        entry = read_board(arguments.board).entry
        arguments.after = ""
        game = played(entry, arguments)
        return keeping.begin(game.start if game.number is None else game.number, _rules(arguments, entry), path)
    if path is not None:
        raise FreecellError(f"{quoted(arguments.board)} is a saved game, which is kept in its file: no --file is right")
    if rules_of(arguments, Entry(kept.game.start, rules=kept.game.rules)) != kept.game.rules:
        raise FreecellError(f"{quoted(arguments.board)} is a game with {described(kept.game.rules)}, and stays so")
    return kept


def _number(arguments: argparse.Namespace) -> int:
    if arguments.board is not None:
        return read_range(arguments.board)[0]
    return daily() if arguments.daily else keeping.random_winnable()


def _rules(arguments: argparse.Namespace, entry: Entry) -> Rules:
    """The rules that are said, or those of the board; safe cards go home by themselves if nobody says anything."""
    return rules_of(arguments, entry if entry.rules else entry._replace(rules=keeping.USUAL))
