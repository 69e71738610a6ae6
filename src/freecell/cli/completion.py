"""Print what makes your shell complete the commands and options of freecell.

examples:
  freecell completion bash > ~/.local/share/bash-completion/completions/freecell
  freecell completion zsh > ~/.zfunc/_freecell        (a folder of your fpath)
  freecell completion fish > ~/.config/fish/completions/freecell.fish
"""

from __future__ import annotations

import argparse

from freecell.cli import COMMANDS, parser_of

# Each asks `freecell completion words` what may come next, and takes file names where it has no answer.
_SCRIPTS = {
    "bash": """\
_freecell() {
    local words
    words=$(freecell completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _freecell freecell""",
    "zsh": """\
#compdef freecell
_freecell() {
    local -a answers
    answers=(${(f)"$(freecell completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#answers )); then compadd -- $answers; else _files; fi
}
compdef _freecell freecell""",
    "fish": """\
complete -c freecell -a '(freecell completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'""",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=(*_SCRIPTS, "words"), metavar="{bash,zsh,fish}")
    parser.add_argument("line", nargs="*", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    print("\n".join(_words(arguments.line)) if arguments.shell == "words" else _SCRIPTS[arguments.shell])
    return 0


def _words(line: list[str]) -> list[str]:
    """What may stand in place of the last word of a command line; nothing, if that is a file's name."""
    if len(line) < 2:
        return [*COMMANDS, "--help", "--version"]
    if line[0] not in COMMANDS:
        return []
    actions = parser_of(line[0])._actions
    for action in actions:
        if line[-2] in action.option_strings and action.nargs != 0:  # the value of an option
            return [str(choice) for choice in action.choices or ()]
    choices = [str(choice) for action in actions if not action.option_strings for choice in action.choices or ()]
    return [*choices, *(option for action in actions for option in action.option_strings)]
