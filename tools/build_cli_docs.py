"""Writes docs/cli.md, the reference of the commands, from their parsers:  python tools/build_cli_docs.py"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from freecell.cli import GROUPS, commands_of, parser_of
from freecell.cli._help import EXIT_CODES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"

INTRODUCTION = """\
# Commands

This page lists every command with its options. `freecell help solve` prints the same information for one command, and
`man freecell` shows this page in a terminal. Options can go anywhere after the command.

The package installs the man page and completions for bash, zsh and fish in `share/`, next to its `bin/`, where `man`
finds the page. For bash and fish to find their completions, add this `share/` to `XDG_DATA_DIRS`; for zsh, add its
`zsh/site-functions` to `fpath`. Alternatively, use [`freecell completion`](#freecell-completion).

- **BOARD** is a deal number (`617`), a range (`1..20`), a file with boards or saved games in any
  [format](formats.md), or `-` for standard input. You can give several.
- **MOVES** is notation (`"26 7a 3h"`), a file, or `-`. If a value is both valid notation and the name of a file, it is
  read as notation, unless it contains a dot or a slash.
- **`--json`** prints one object per line.
- **Colours** follow `--color`, then `NO_COLOR`, then `FORCE_COLOR`. Otherwise they appear only on terminals.
- Progress and errors go to standard error. Each error is one line.

## Exit codes

With several boards, the exit code is the highest of their codes.

| code | meaning |
| --- | --- |
"""


def page() -> str:
    """The whole page."""
    codes = "".join(f"| {code} | {meaning} |\n" for code, meaning in EXIT_CODES.items())
    return INTRODUCTION + codes + "".join(_group(name) for name in GROUPS)


def _group(group: str) -> str:
    text = f"\n## {group}\n"
    for command in GROUPS[group]:
        for name in [f"{command} {below}" for below in commands_of(command)] or [command]:
            text += f"\n{_command(name).rstrip()}\n"
    return text


def _command(name: str) -> str:
    parser = parser_of(name)
    shown = shown_actions(parser)
    positionals = [action for action in shown if not action.option_strings]
    rows = "".join(f"| {_names(action)} | {_cell(action.help or '')} |\n" for action in shown)
    table = f"| argument | meaning |\n| --- | --- |\n{rows}\n" if rows else ""
    usage = " ".join(["freecell", name, *map(place, positionals), *["[OPTIONS]"] * (len(shown) > len(positionals))])
    description, epilog = " ".join((parser.description or "").split()), "".join(_sections(parser.epilog or ""))
    return f"### freecell {name}\n\n```text\n{usage}\n```\n\n{description}\n\n{table}{epilog}"


def shown_actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments and options of a command, without --help and hidden ones."""
    return [
        action for action in parser._actions if action.help not in (argparse.SUPPRESS, None) and action.dest != "help"
    ]


def place(action: argparse.Action) -> str:
    """An argument in the usage: BOARD, [BOARD], BOARD... or [BOARD...]."""
    word = f"{action.metavar}..." if action.nargs in ("+", "*") else f"{action.metavar}"
    return f"[{word}]" if action.nargs in ("?", "*") else word


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_cell(str(action.metavar))}`"
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    values = [] if action.nargs == 0 else [action.metavar] if action.metavar else (action.choices or ())
    return " ".join([names, *(f"`{value}`" for value in values)])


def _cell(text: str) -> str:
    """Text for a table cell, with escaped bars."""
    return text.replace("%%", "%").replace("|", "\\|")


def _sections(epilog: str) -> Iterator[str]:
    """The parts of a help text after the options: paragraphs, lists under a heading, and examples."""
    for part in re.split(r"\n\n+", epilog.strip()):
        heading, _, lines = part.partition(":\n")
        if not lines.startswith("  "):
            yield f"{_paragraph(part)}\n\n"
        elif heading == "examples":
            yield "```bash\n" + re.sub(r"(?m)^  ", "", lines) + "\n```\n\n"
        else:
            items = "\n".join(f"- `{name}`: {_cell(meaning)}" for name, meaning in named_items(lines))
            yield f"{heading.capitalize()}:\n\n{items}\n\n"


def _paragraph(text: str) -> str:
    text = " ".join(text.split())
    return re.sub(r"^(exit codes?): ", lambda match: f"{match[1].capitalize()}: ", text)


def named_items(lines: str) -> Iterator[tuple[str, str]]:
    """A list: each item has a name, two or more spaces, and its meaning, which may continue on indented lines."""
    items: list[str] = []
    for deeper, some in groupby(lines.splitlines(), lambda line: line.startswith("   ")):
        if deeper:
            items[-1] += " " + " ".join(" ".join(line.split()) for line in some)
        else:
            items += map(str.strip, some)
    for item in items:
        name, *meaning = re.split(r" {2,}", item, maxsplit=1)
        yield name, " ".join(meaning)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
