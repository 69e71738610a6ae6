"""The command `freecell`: one module a command, imported only when it is called.

A command's module has a docstring (its help, and examples), `add_arguments(parser)` and `run(arguments)`.
Exit codes: 0 well; 1 the machine's fault (a full disk); 2 the input's fault; 3 the answer is no: no such deal, a
solution that does not win, a board that nobody can win; 4 undecided, because a limit was reached; 130 stopped by
Ctrl-C; 141 whoever read the output has gone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module

from freecell.errors import FreecellError, MissingDependencyError

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

COMMANDS = {
    "deal": "show the boards of deal numbers, or write millions of them to a file",
    "random": "deal random numbers, of one grade or any",
    "find": "find the number of a board, or of its first cards",
    "show": "show a board after some moves",
    "draw": "draw a board as SVG or PNG",
    "check": "check whether solutions win",
    "solve": "solve boards, or prove that nobody can",
    "hint": "say what to do next in a game",
    "winnable": "say whether a game can still be won",
    "difficulty": "say how hard boards are",
    "daily": "say which deal is that of a day",
    "survey": "solve a range of deals, millions of them, into a table",
    "ask": "ask a survey, in SQL or by name",
    "report": "make a page of charts and records of a survey",
    "film": "film a solution or a game as SVG, GIF, WebP or MP4",
    "serve": "serve the page, to play in a browser, and its API",
    "completion": "print what makes your shell complete commands and options",
}


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. Without a width argparse imports shutil, which takes a tenth of the whole time."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=min(width, 120) - 2)


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, formatter_class=Help, allow_abbrev=False, **settings)
        self._negative_number_matcher = re.compile(r"-\d")  # so that -1 and -5..5 are not taken for options

    def error(self, message: str) -> NoReturn:
        raise FreecellError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, and returns its exit code."""
    try:
        if sys.stdout is None:
            raise OSError(9, "it is closed", "standard output")
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
        return code
    except FreecellError as error:
        return _complain(error, 2)
    except MissingDependencyError as error:
        return _complain(error, 1)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        return _complain(f"can't write {error.filename or 'standard output'}: {error.strerror or error}", 1)
    except MemoryError:
        return _complain("there is not enough memory for this", 1)


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    module = import_module(f"freecell.cli.{command}")
    description, _, examples = (module.__doc__ or "").partition("\n\n")
    parser = Parser(f"freecell {command}", description=description, epilog=examples)
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)
    return parser


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        parsed = parser_of(arguments[0]).parse_args(arguments[1:])
        code: int = parsed.run(parsed)
        return code
    if arguments in (["--version"], ["-V"]):
        print(_version())
    elif arguments in ([], ["--help"], ["-h"], ["help"]):
        print(_help())
    else:
        raise FreecellError(
            f"there is no command {arguments[0]!r}: {', '.join(COMMANDS)} are there (see freecell --help)"
        )
    return 0


def _help() -> str:
    width = max(map(len, COMMANDS))
    return "\n".join(
        [
            "usage: freecell COMMAND ...",
            "",
            "The numbered FreeCell deals: a deal number gives the exact Microsoft board.",
            "",
            *(f"  {name:{width}}  {what}" for name, what in COMMANDS.items()),
            "",
            "  freecell COMMAND --help  says more, with examples",
            "  freecell --version       says which version this is",
        ]
    )


def _version() -> str:
    from freecell import __version__
    from freecell.engine import core_available

    return f"freecell {__version__} ({'with' if core_available else 'without'} its compiled core)"


def _complain(message: object, code: int) -> int:
    print(f"freecell: {message}", file=sys.stderr)
    return code


def _drop_output() -> None:
    """Sends what is still to be written nowhere, so that Python does not stumble over it when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
