"""Print a script with which your shell completes freecell's commands, options, values and file names.

examples:
  freecell completion bash > ~/.local/share/bash-completion/completions/freecell
  freecell completion zsh > ~/.zfunc/_freecell  # or another folder of your fpath
  freecell completion fish > ~/.config/fish/completions/freecell.fish
"""

from __future__ import annotations

import argparse

from freecell.cli import commands_of, parser_of, split_command

FILES = ":files"
"""Stands for file names in the list of completions."""

_TAKE_FILES = {"BOARD", "CARD", "FILE", "FOLDER", "FOLDER|FILE.html", "MOVES"}

_BETWEEN = "\x1f"  # separates the words in the argument of the script, which begins with a +

# Each script runs `freecell completion SHELL --words=WORDS`, which prints the completions of the last word.
SCRIPTS = {
    "bash": """\
_freecell() {
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}") current=${COMP_WORDS[COMP_CWORD]} answers IFS=$'\\x1f'
    # Bash splits --goal=fast into three words.
    if [[ $current == "=" ]]; then
        words=("${COMP_WORDS[@]:1:COMP_CWORD-1}" "") current=""
    elif [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
        words=("${COMP_WORDS[@]:1:COMP_CWORD-2}" "$current")
    fi
    answers=$(freecell completion bash "--words=+${words[*]}" 2>/dev/null)
    IFS=$' \\t\\n'
    if [[ $answers == *:files* ]]; then
        compopt -o default
    fi
    COMPREPLY=($(compgen -W "${answers//:files/}" -- "$current"))
}
complete -F _freecell freecell""",
    "zsh": """\
#compdef freecell
_freecell() {
    local -a answers
    answers=("${(@f)$(freecell completion zsh "--words=+${(pj:\\x1f:)words[2,CURRENT]}" 2>/dev/null)}")
    if (( ${answers[(I):files]} )); then
        compset -P '--*='
        _files
    fi
    answers=("${(@)answers:#(|:files)}")
    (( $#answers )) && compadd -- "${(@)answers}"
}
if [[ "$funcstack[1]" == "_freecell" ]]; then _freecell "$@"; else compdef _freecell freecell; fi""",
    "fish": """\
function __freecell_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc) "$current"
    for answer in (freecell completion fish --words=+(string join \\x1f -- $words[2..-1]) 2>/dev/null)
        if test "$answer" = :files
            set -l option (string match -r -- '^--[^=]*=' "$current")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                echo "$option$path"
            end
        else
            echo $answer
        end
    end
end
complete -c freecell -f -a '(__freecell_complete)'""",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SCRIPTS, metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("--words", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    words = arguments.words
    print(SCRIPTS[arguments.shell] if words is None else "\n".join(_answers(words.removeprefix("+").split(_BETWEEN))))
    return 0


def _answers(line: list[str]) -> list[str]:
    """The completions of the last word of a command line."""
    *before, current = line
    wants_help = before[:1] == ["help"]
    command, words = split_command(before[wants_help:])
    if not command or commands_of(command):
        flags = ["--help"] if command or wants_help else ["--help", "--version"]
        return [] if words else flags if current.startswith("-") else [*commands_of(command)]
    actions = parser_of(command)._actions
    options = {name: action for action in actions for name in action.option_strings}
    option, equals, _ = current.partition("=")
    if equals and option in options:
        return [word if word == FILES else f"{option}={word}" for word in _values(options[option])]
    if words and words[-1] in options and options[words[-1]].nargs != 0:
        return _values(options[words[-1]])
    if current.startswith("-"):
        return [name for action in actions if action.help != argparse.SUPPRESS for name in action.option_strings]
    place = _positional(actions, options, words)
    return [] if place is None else _values(place)


def _values(action: argparse.Action) -> list[str]:
    """The known values of an option or an argument."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return [FILES] if action.metavar in _TAKE_FILES else []


def _positional(
    actions: list[argparse.Action], options: dict[str, argparse.Action], words: list[str]
) -> argparse.Action | None:
    """The positional argument that comes after these words."""
    given, rest = 0, iter(words)
    for word in rest:
        if word not in options:
            given += not word.startswith("--")
        elif options[word].nargs != 0:
            next(rest, None)
    places = [action for action in actions if not action.option_strings and action.help != argparse.SUPPRESS]
    if given < len(places):
        return places[given]
    return places[-1] if places and places[-1].nargs in ("*", "+") else None
