"""Writes the other files that a wheel installs: the man page, and completions for three shells.

python tools/build_man.py          into share/, from the parsers of the commands
python tools/build_man.py --check  only compares, and fails if something differs
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from build_cli_docs import named_items, place, shown_actions

from freecell import __version__
from freecell.cli import GROUPS, commands_of, parser_of
from freecell.cli._help import EXIT_CODES
from freecell.cli.completion import SCRIPTS

SHARE = Path(__file__).resolve().parent.parent / "share"

COMPLETIONS = {
    "bash": "bash-completion/completions/freecell",
    "zsh": "zsh/site-functions/_freecell",
    "fish": "fish/vendor_completions.d/freecell.fish",
}
"""Where each shell looks below share/."""

HEAD = f"""\
.\\" Made by tools/build_man.py.
.TH FREECELL 1 "" "freecell {__version__}" "User Commands"
.SH NAME
freecell \\- deal, play and solve the numbered FreeCell deals
.SH SYNOPSIS
.B freecell
.I COMMAND
[\\fIARGUMENTS\\fR]
.br
.B freecell
.I NUMBER
.SH DESCRIPTION
A deal number gives the exact board of Microsoft FreeCell.
.B freecell 617
is short for
.BR "freecell deal 617" .
Options may stand anywhere after the command.
.TP
.I BOARD
A deal number (617), a range (1..20), a file with boards or saved games in any format, or \\- for standard input.
.TP
.I MOVES
Moves in notation ("26 7a 3h"), a file, or \\- for standard input.
.PP
.B freecell help
.I COMMAND
prints the part of this page about one command.
"""

TAIL = """\
.SH ENVIRONMENT
.TP
.B NO_COLOR
Turns colours off.
.TP
.B FORCE_COLOR
Turns colours on, also where the output is not a terminal.
"""


def files() -> dict[str, str]:
    """The files by their path below share/."""
    scripts = {path: f"{SCRIPTS[shell]}\n" for shell, path in COMPLETIONS.items()}
    return {"man/man1/freecell.1": man_page(), **scripts}


def man_page() -> str:
    commands = "".join(f".SH {group.upper()} COMMANDS\n{_group(group)}" for group in GROUPS)
    codes = "".join(f".TP\n.B {code}\n{_text(meaning)}\n" for code, meaning in EXIT_CODES.items())
    several = "For several boards, the exit status is the highest.\n"
    return f"{HEAD}{commands}.SH EXIT STATUS\n{several}{codes}{TAIL}"


def _group(group: str) -> str:
    names = (name for command in GROUPS[group] for name in _below(command))
    return "".join(f".SS freecell {name}\n{_command(name)}" for name in names)


def _below(command: str) -> list[str]:
    return [f"{command} {name}" for name in commands_of(command)] or [command]


def _command(name: str) -> str:
    parser = parser_of(name)
    shown = shown_actions(parser)
    positionals = [_italic(place(action)) for action in shown if not action.option_strings]
    options = ["[\\fIOPTIONS\\fR]"] * (len(shown) > len(positionals))
    usage = " ".join([f"\\fBfreecell {name}\\fR", *positionals, *options])
    items = "".join(f".TP\n{_names(action)}\n{_text((action.help or '').replace('%%', '%'))}\n" for action in shown)
    return f"{usage}\n.PP\n{_text(parser.description or '')}\n{items}{''.join(_sections(parser.epilog or ''))}"


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return _italic(str(action.metavar))
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
    if action.nargs == 0:
        return names
    choices = "|".join(str(choice) for choice in action.choices or ())
    return f"{names} {_italic(str(action.metavar)) if action.metavar else _text(choices)}"


def _sections(epilog: str) -> Iterator[str]:
    """The parts after the options: paragraphs, lists under a heading, and examples. Examples keep their lines."""
    for part in re.split(r"\n\n+", epilog.strip()):
        heading, _, lines = part.partition(":\n")
        if not part:
            continue
        if not lines.startswith("  "):
            yield f".PP\n{_text(part[0].upper() + part[1:])}\n"
        elif heading != "examples":
            items = "".join(f".TP\n\\fB{_text(name)}\\fR\n{_text(meaning)}\n" for name, meaning in named_items(lines))
            yield f".PP\n{_text(heading.capitalize())}:\n.RS 4\n{items}.RE\n"
        else:
            kept = "\n".join(_line(line) for line in re.sub(r"(?m)^  ", "", lines).splitlines())
            yield f".PP\nExamples:\n.PP\n.RS 4\n.nf\n{kept}\n.fi\n.RE\n"


def _italic(text: str) -> str:
    """Text with its words in italics, without brackets and dots."""
    return re.sub(r"[A-Za-z|_.]*[A-Za-z]", lambda found: f"\\fI{found[0]}\\fR", _text(text))


def _text(text: str) -> str:
    return _line(" ".join(text.split()))


def _line(text: str) -> str:
    """Escape a line for roff: a leading dot or quote would be a command, and a minus a hyphen."""
    escaped = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text.replace("\\", "\\e").replace("-", "\\-"))
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    for name, text in files().items():
        path = SHARE / name
        if check and path.read_text(encoding="utf-8") != text:
            sys.exit(f"share/{name} is not current: run python tools/build_man.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        if not check:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
