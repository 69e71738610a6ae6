"""The command `freecell`: one module per command, imported only when it is called.

A command's module has a docstring (its help, with examples), `add_arguments(parser)` and `run(arguments)`.
A package with `COMMANDS`, such as `survey`, is a group of commands, one module each.
`_help.EXIT_CODES` explains the exit codes.
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

argparse._ = str  # type: ignore[attr-defined]  # looking for translations would take a tenth of `freecell deal`

TYPE_CHECKING = False  # as in typing, which takes too long to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

GROUPS = {
    "Deals": {
        "deal": "show the boards of deal numbers, or write millions of them to a file",
        "random": "pick random deals, of any difficulty or a given one",
        "daily": "show the deal of the day",
        "find": "find the number of a board, or of its first cards",
    },
    "Play": {
        "play": "play in the terminal",
        "show": "show a board, or the position after some moves",
        "draw": "draw a board as SVG or PNG",
        "film": "film a solution or a game as SVG, GIF, WebP or MP4",
    },
    "Solve": {
        "solve": "solve boards, or prove that they can't be won",
        "hint": "suggest the next move",
        "winnable": "check whether a game can still be won",
        "check": "check whether solutions win",
        "difficulty": "rate how hard boards are",
        "facts": "look up what is known about Microsoft's first 32,000 deals",
    },
    "Research": {
        "survey": "solve millions of deals into a table, and query it",
        "pddl": "print the PDDL domain for planners",
    },
    "Learn": {
        "judge": "check a program that you wrote: a dealer or a solver",
    },
    "Web": {
        "serve": "serve the page and its API on the web",
        "site": "write the page as files, for any web host",
    },
    "Shell": {
        "completion": "print a shell completion script",
    },
}
COMMANDS = {name: what for commands in GROUPS.values() for name, what in commands.items()}


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. Without a width, argparse imports shutil, which takes a tenth of the total time."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=max(min(_streams.width(), 120) - 2, 20))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from freecell.cli._help import wrapped

        return indent + wrapped(text, width)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line that names what was typed."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, formatter_class=Help, allow_abbrev=False, exit_on_error=False, **settings)
        self._negative_number_matcher = re.compile(r"-\d")  # so that -1 and -5..5 are not parsed as options
        self._given: Sequence[str] = ()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._given = args
        try:
            parsed, left = self.parse_known_args(args, namespace)
            if left:  # parse options between other arguments, which takes twice as long
                parsed, left = self.parse_known_intermixed_args(args, namespace)
        except argparse.ArgumentError as error:
            self.error(error.message, error.argument_name or "")
        if left:
            self.error(f"unexpected argument {quoted(left[0])}")
        return parsed

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if arg_strings == ["--"] and action.option_strings and action.nargs is None:  # argparse makes [] of it
            raise argparse.ArgumentError(action, "expected one argument")
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            from freecell.cli._usage import wrong_choice

            raise argparse.ArgumentError(action, wrong_choice(value, action.choices, self._actions))

    def print_help(self, file: Any = None) -> None:
        out = file or sys.stdout
        _streams.write_styled(self.format_help(), out)
        out.flush()  # argparse ignores a full disk

    def error(self, message: str, argument: str = "") -> NoReturn:
        from freecell.cli._usage import explained

        raise FreecellError(f"{explained(message, argument, self._actions, self._given)} See {self.prog} --help.")


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
        from freecell.cli._usage import with_option

        return _complain(with_option(error, sys.argv[1:] if arguments is None else arguments), 2)
    except MissingDependencyError as error:
        return _complain(error, 1)
    except UnicodeEncodeError as error:  # an argument other than a file name isn't valid text
        return _complain(f"{quoted(error.object[max(0, error.start - 20) : error.end])} is not valid UTF-8", 2)
    except KeyboardInterrupt as stopped:
        return getattr(stopped, "code", 130)
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        return _complain(f"can't write {_shown(error.filename)}: {error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory", 1)


def split_command(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Split a command line into its command, such as "deal" or "survey run", and its arguments.

    A number means `deal`. The command is "" if it is missing, and "survey" if its subcommand is missing.
    """
    name, rest = "", list(arguments)
    if rest and is_number_or_range(rest[0]):
        return "deal", rest
    while rest and rest[0] in commands_of(name):
        name = f"{name} {rest.pop(0)}".lstrip()
    return name, rest


def commands_of(name: str) -> dict[str, str]:
    """The subcommands of a command with their descriptions; empty if it is not a group."""
    found: dict[str, str] = getattr(_module(name), "COMMANDS", {})
    return found


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, such as "deal" or "survey run"."""
    module = _module(command)
    description, _, examples = (module.__doc__ or "").partition("\n\n")
    parser = Parser(f"freecell {command}", description=description, epilog=examples)
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)
    return parser


def _module(command: str) -> Any:
    return import_module(".".join(["freecell.cli", *command.split()]))


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    command, rest = split_command(arguments)
    if command and not commands_of(command):
        parsed = parser_of(command).parse_args(rest)
        if not getattr(parsed, "output", None):
            return int(parsed.run(parsed))
        from freecell.cli._signals import stopping

        with stopping():  # the command writes files
            return int(parsed.run(parsed))
    if not rest or rest[0] in ("-h", "--help"):
        from freecell.cli._help import overview

        print(overview(command))
    elif not command and rest[0] in ("-V", "--version"):
        print(_version())
    else:
        from freecell.cli._usage import unknown_command

        raise FreecellError(unknown_command(command, rest))
    return 0


def _version() -> str:
    from freecell import __path__, __version__

    finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)  # importing the core takes much longer
    has_core = any(find is not None and find("freecell._core", __path__) for find in finders)
    return f"freecell {__version__} ({'with' if has_core else 'without'} its compiled core)"


def _shown(name: object) -> str:
    """A file name for a message, unless it would fill more than a line."""
    text = str(name or "standard output")
    return text if text.isprintable() and len(text) <= 250 else quoted(text)


def _complain(message: object, code: int) -> int:
    _streams.complain(message)
    return code


def _drop_output() -> None:
    """Discard buffered output, so that Python doesn't fail to write it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
