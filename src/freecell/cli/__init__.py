"""The command `freecell`: one module a command, imported only when it is called.

A command's module has a docstring (its help, and examples), `add_arguments(parser)` and `run(arguments)`.
Exit codes: 0 well; 1 the machine's fault (a full disk); 2 the input's fault; 3 the answer is no: no such deal, a
solution that does not win, a board that nobody can win, a survey that was damaged; 4 undecided, because a limit was
reached; 130 stopped by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP; 141 whoever read the output has gone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module

from freecell.cli import _streams
from freecell.cli._numbers import is_number_or_range
from freecell.errors import FreecellError, MissingDependencyError, quoted

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
    "facts": "say what is known of Microsoft's first 32,000 deals",
    "daily": "say which deal is that of a day",
    "survey": "solve a range of deals, millions of them, into a table",
    "ask": "ask a survey, in SQL or by name",
    "report": "make a page of charts and records of a survey",
    "film": "film a solution or a game as SVG, GIF, WebP or MP4",
    "play": "play in the terminal",
    "serve": "serve the page, to play in a browser, and its API",
    "site": "write the page as files, for any web host",
    "completion": "print what makes your shell complete commands and options",
}


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. Without a width argparse imports shutil, which takes a tenth of the whole time."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=max(min(_streams.width(), 120) - 2, 20))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from freecell.cli._help import wrapped

        return indent + wrapped(text, width)


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, formatter_class=Help, allow_abbrev=False, **settings)
        self._negative_number_matcher = re.compile(r"-\d")  # so that -1 and -5..5 are not taken for options
        self._given: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._given = args or ()
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        parsed, left = self.parse_known_args(args, namespace)
        # Options may stand between a command's other words, which takes argparse twice as long to read.
        return self.parse_intermixed_args(args, namespace) if left else parsed

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if arg_strings == ["--"] and action.option_strings and action.nargs is None:  # argparse makes [] of --output=--
            raise FreecellError(f"argument {action.option_strings[-1]}: expected one argument (see {self.prog} --help)")
        return super()._get_values(action, arg_strings)

    def print_help(self, file: Any = None) -> None:
        out = file or sys.stdout
        _streams.write_styled(self.format_help(), out)
        out.flush()  # argparse passes over a full disk

    def error(self, message: str) -> NoReturn:
        for word in {*self._given, *(word.partition("=")[2] for word in self._given)}:
            if len(word) > 50:  # no more of it than other messages quote
                message = message.replace(repr(word), quoted(word)).replace(word, f"{word[:50]}...")
        raise FreecellError(f"{_shortened(message)} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, and returns its exit code."""
    try:
        _streams.prepare()
        if sys.stdout is None:
            raise OSError(9, "it is closed", "standard output")
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
        return code
    except FreecellError as error:
        return _complain(error, 2)
    except MissingDependencyError as error:
        return _complain(error, 1)
    except KeyboardInterrupt as stopped:
        return getattr(stopped, "code", 130)
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        return _complain(f"can't write {_shown(error.filename)}: {error.strerror or error}", 1)
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


def command_of(arguments: list[str]) -> list[str] | None:
    """The command that is meant, with its arguments; of a number or a range, `deal`. None if there is none."""
    if arguments and arguments[0] in COMMANDS:
        return arguments
    return ["deal", *arguments] if arguments and is_number_or_range(arguments[0]) else None


def _run(arguments: list[str]) -> int:
    if len(arguments) == 2 and arguments[0] == "help":
        arguments = [arguments[1], "--help"]
    command = command_of(arguments)
    if command is not None:
        parsed = parser_of(command[0]).parse_args(command[1:])
        if not getattr(parsed, "output", None) and not getattr(parsed, "verify", None):
            return int(parsed.run(parsed))
        from freecell.cli._signals import stopping

        with stopping():  # files are written
            return int(parsed.run(parsed))
    if arguments in (["--version"], ["-V"]):
        print(_version())
    elif arguments in ([], ["--help"], ["-h"], ["help"]):
        print(_overview())
    else:
        raise FreecellError(
            f"there is no command {quoted(arguments[0])}: {', '.join(COMMANDS)} are there (see freecell --help)"
        )
    return 0


def _overview() -> str:
    from freecell.cli._help import wrapped

    width = max(map(len, COMMANDS))
    lines = "\n".join(
        [
            "usage: freecell COMMAND ...",
            "       freecell NUMBER ...      the same as freecell deal NUMBER ...",
            "",
            "The numbered FreeCell deals: a deal number gives the exact Microsoft board.",
            "",
            *(f"  {name:{width}}  {what}" for name, what in COMMANDS.items()),
            "",
            "  freecell help COMMAND    says more, with examples",
            "  freecell --version       says which version this is",
        ]
    )
    return wrapped(lines, min(_streams.width(), 120) - 2)


def _version() -> str:
    from freecell import __version__
    from freecell.engine import core_available

    return f"freecell {__version__} ({'with' if core_available else 'without'} its compiled core)"


def _shortened(message: str) -> str:
    """What argparse says of arguments that nobody knows, of which there may be thousands."""
    known, colon, words = message.partition("unrecognized arguments: ")
    return f"{known}{colon}{words if len(words) <= 60 else words[:57] + '...'}"


def _shown(name: object) -> str:
    """A file's name, unless that would be more than a line."""
    text = str(name or "standard output")
    return text if text.isprintable() and len(text) <= 250 else quoted(text)


def _complain(message: object, code: int) -> int:
    _streams.complain(message)
    return code


def _drop_output() -> None:
    """Sends what is still to be written nowhere, so that Python does not stumble over it when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
