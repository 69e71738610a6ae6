"""Help: the overview of the commands, the exit codes, and texts wrapped to the width of the terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from importlib import import_module

from freecell.cli import COMMANDS, GROUPS, _streams, commands_of

EXIT_CODES = {
    "0": "success",
    "1": "the machine is at fault, for example a full disk or a missing package",
    "2": "the input is wrong",
    "3": "the answer is no: unsolvable, not found, doesn't win, was damaged",
    "4": "undecided: a limit was reached",
    "129, 130, 143": "stopped by SIGHUP, Ctrl-C or SIGTERM",
    "141": "the program that reads the output closed it",
}
"""The meaning of the exit codes. For several boards, the highest one counts."""


def every_command() -> Iterator[str]:
    """All commands that can be run, such as "deal" and "survey run"."""
    for command in COMMANDS:
        yield from [f"{command} {name}" for name in commands_of(command)] or [command]


def overview(group: str) -> str:
    """The help of `freecell`, or of a group of commands such as `freecell survey`."""
    text = _of_group(group) if group else _of_all()
    return wrapped(text, min(_streams.width(), 120) - 2)


def _of_all() -> str:
    width = max(map(len, COMMANDS))
    groups = "\n\n".join(f"{name}:\n{_listed(commands, width)}" for name, commands in GROUPS.items())
    return f"""\
usage: freecell COMMAND ...
       freecell NUMBER ...     short for freecell deal NUMBER ...

The numbered FreeCell deals: a deal number gives the exact Microsoft board.

{groups}

freecell help COMMAND explains a command with examples. freecell --version prints the version.

exit codes (for several boards, the highest):
{_listed(EXIT_CODES)}"""


def _of_group(group: str) -> str:
    text = import_module(f"freecell.cli.{group}").__doc__ or ""
    usage, explanation = f"usage: freecell {group} COMMAND ...", f"freecell help {group} COMMAND explains a command."
    return f"{usage}\n\n{text.strip()}\n\ncommands:\n{_listed(commands_of(group))}\n\n{explanation}"


def _listed(items: Mapping[str, str], width: int = 0) -> str:
    width = width or max(map(len, items))
    return "\n".join(f"  {name:{width}}  {what}" for name, what in items.items())


def wrapped(text: str, width: int) -> str:
    """A docstring wrapped to this width. Commands stay on one line each, so that they can be copied."""
    return "\n".join(line for part in _parts(text) for line in _lines(part, width))


def _parts(text: str) -> Iterator[str]:
    """The units that are wrapped: paragraphs and list items, with their continuation lines."""
    part, *lines = text.strip("\n").split("\n")
    for line in lines:
        if part.strip() and line.strip() and _goes_on(part, line):
            part += f"\n{line}"
            continue
        yield part
        part = line
    yield part


def _goes_on(part: str, line: str) -> bool:
    """Whether a line continues the previous one: it is indented more than its list item, and is not a list heading."""
    return _depth(line) > _depth(part) if _depth(part) else not _depth(line) and not part.endswith(":")


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _lines(part: str, width: int) -> list[str]:
    if _depth(part) and part.lstrip().startswith("freecell "):
        return [part]
    named = re.match(r" +\S+(?:,? \S+)* {2,}", part)  # an item starts with its name
    first = named[0] if named else " " * _depth(part)
    words = " ".join(part[len(first) :].split())
    return textwrap.wrap(
        words, max(width, len(first) + 20), initial_indent=first, subsequent_indent=" " * len(first),
        break_long_words=False, break_on_hyphens=False,
    ) or [part.rstrip()]  # fmt: skip
