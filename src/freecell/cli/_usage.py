"""Usage errors in our wording, with suggestions. This module is imported only when there is an error."""

from __future__ import annotations

import os
import re
from argparse import Action
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile

from freecell.cli import commands_of
from freecell.cli._help import every_command
from freecell.cli._numbers import is_number_or_range, meant_range, not_a_number
from freecell.engine import GOALS
from freecell.errors import FreecellError, MoveError, NotationError, quoted
from freecell.survey.presets import NAMED
from freecell.verdicts import GRADES

_MISSING = "the following arguments are required: "
_WORDS = {"expected one argument": "needs a value", "expected at least one argument": "needs at least one value"}

_GUESSES = {
    "deal": "board game layout print",
    "random": "new shuffle",
    "daily": "today",
    "find": "identify lookup number search",
    "show": "display position view",
    "draw": "image picture png svg",
    "film": "animate gif movie video",
    "solve": "answer solution",
    "hint": "move next",
    "winnable": "can solvable",
    "check": "replay validate",
    "difficulty": "grade rate score",
    "facts": "info",
    "serve": "server start web",
}
"""Words that people may type for a command whose name they don't know."""


_OPTION_GUESSES = {
    "--rules": "--for",
    "--grade": "--difficulty",
    "--level": "--difficulty",
    "--timeout": "--seconds",
    **{f"--{goal}": f"--goal {goal}" for goal in GOALS},
    **{f"--{grade}": f"--difficulty {grade}" for grade in GRADES},
}
"""Options that people may type for one whose name they don't know."""


def listed(words: Iterable[object]) -> str:
    """Words as a list in a sentence: a, b or c."""
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def explained(message: str, argument: str, actions: Collection[Action], given: Sequence[str]) -> str:
    """Reword one of argparse's messages. An unknown option comes first, because it usually causes the other errors.

    argument  the names of the option that the message is about, as in -n/--count
    """
    options = [name for action in actions for name in action.option_strings]
    unknown = next((word for word in given[: _end_of_options(given)] if _is_unknown_option(word, options)), None)
    if unknown is not None:
        name = unknown.partition("=")[0]
        guess = _OPTION_GUESSES.get(name, "")
        known = guess.partition(" ")[0] in options
        return f"unknown option {quoted(name)}" + (
            f". Did you mean '{guess}'?" if known else _suggested_option(name, options)
        )
    if message.startswith(_MISSING):
        missing = message.removeprefix(_MISSING).split(", ")
        values = {"/".join(action.option_strings): f" {action.metavar}" for action in actions}
        values |= {str(action.metavar): f" ({listed(action.choices)})" for action in actions if action.choices}
        words = ", ".join(names.split("/")[-1] + values.get(names, "") for names in missing)
        return f"missing {words}.{_output_meant(given) if missing == ['-o/--output'] else ''}"
    said = "takes no value" if message.startswith("ignored explicit argument") else _WORDS.get(message, message)
    if message.startswith("unexpected argument") and "--port" in options and given[0].isdigit():
        return f"{message}. Did you mean '--port {given[0]}'?"
    if message.startswith("unexpected argument") and (moves := _moves_meant(given)):
        return f"{message}. Quote all moves together: {moves}."
    return f"{_typed(argument, given)} {said}{'' if said.endswith('?') else '.'}".lstrip()


def wrong_choice(value: object, choices: Iterable[object], actions: Iterable[Action]) -> str:
    """The error for an invalid value of an option with a fixed set of values."""
    similar = _suggested(str(value), [*map(str, choices)]).removesuffix(".")
    if value == "json" and any("--json" in action.option_strings for action in actions):
        similar = ". Did you mean '--json'?"
    return f"must be {listed(choices)} (got {quoted(value)}){similar}"


def unknown_command(group: str, words: Sequence[str]) -> str:
    """The error for a command line that doesn't begin with a command."""
    word, line = words[0], " ".join(["freecell", *group.split()])
    meant = ["--version"] if word == "-v" else get_close_matches(word[:50], ["--version", "--help"], 1, 0.75)
    if meant and not group:
        return f"unknown option {quoted(word)}. Did you mean '{meant[0]}'? See {line} --help."
    if word.startswith("-"):
        return f"unknown option {quoted(word)}: options follow the command. See {line} --help."
    if group == "survey" and word in NAMED:
        meant_too = f"{group} ask {words[1] if len(words) > 1 else 'FOLDER'} {word}"
        return f"unknown command {quoted(f'{group} {word}')}. Did you mean '{meant_too}'? See {line} --help."
    return f"unknown command {quoted(f'{group} {word}'.lstrip())}{_suggested_command(group, word)} See {line} --help."


def with_option(error: FreecellError, given: Sequence[str]) -> str:
    """An error of the library in terms of the command line: it names the option that has the wrong value."""
    options = [word.partition("=")[0] for word in given[: _end_of_options(given)]]
    name, must, rest = str(error).partition(" must ")
    if must and (option := f"--{name.replace('_', '-')}") in options:
        choices, got, value = rest.rpartition(", got ")
        if not got or "," in value:
            return f"{option} must {rest}"
        meant = _suggested(value.strip("'"), re.findall(r"\w+", choices.partition(" of ")[2])).removesuffix(".")
        return f"{option} must {choices} (got {value}){meant}"
    typed = [option for option in ("--moves", "--arrow") if option in options]
    return f"{typed[0]}: {error}" if isinstance(error, MoveError | NotationError) and len(typed) == 1 else str(error)


def _suggested_command(group: str, word: str) -> str:
    if "run" in commands_of(group) and is_number_or_range(word):
        return f". Did you mean '{group} run {word}'?"
    if not group and word.startswith("#") and is_number_or_range(word[1:]):
        return f". Did you mean '{word[1:]}'?"
    if not group and (several := meant_range(word)):
        return f". Did you mean '{several}'?"
    if not group and (right := not_a_number(word)):
        return f": {right}."
    if not group and word.removesuffix("s") in commands_of(""):
        return f". Did you mean '{word.removesuffix('s')}'?"
    if not group and os.path.isfile(word):
        return f". Did you mean 'show {word}'?"
    if not group and (meant := next((name for name, guesses in _GUESSES.items() if word in guesses.split()), None)):
        return f". Did you mean '{meant}'?"
    longer = next((command for command in every_command() if command.endswith(f" {word}")), None)
    if not group and longer:
        return f". Did you mean '{longer}'?"
    return _suggested(word, [*commands_of(group)])


def _suggested(word: str, known: Collection[str]) -> str:
    """The end of the sentence, with a suggestion if a known word is similar to the typed one."""
    found = get_close_matches(word[:50].lower(), known, 1, 0.65)
    return f". Did you mean '{found[0]}'?" if found else "."


def _suggested_option(word: str, known: Iterable[str]) -> str:
    """A suggestion for an option. The dashes, which all options share, don't count as similarity."""
    names = {option.lstrip("-"): option for option in known if option.startswith("--")}
    found = get_close_matches(word.lstrip("-")[:50].lower(), names, 1)
    return f". Did you mean '{names[found[0]]}'?" if found else "."


def _output_meant(given: Sequence[str]) -> str:
    """A suggestion if the last of several arguments seems to be the output."""
    if len(given) < 2 or given[-2].startswith("-") or given[-1].startswith("-"):
        return ""
    is_input = is_number_or_range(given[-1]) or os.path.isfile(given[-1])
    return "" if is_input else f" Did you mean '--output {given[-1]}'?"


def _moves_meant(given: Sequence[str]) -> str:
    """The option --moves with all the moves that follow it, if there are several."""
    after = given[given.index("--moves") + 1 :] if "--moves" in given else []
    moves = [*takewhile(re.compile("[1-8a-g][1-8a-h]").fullmatch, after)]
    return f'--moves "{" ".join(moves)}"' if len(moves) > 1 else ""


def _end_of_options(given: Sequence[str]) -> int:
    return given.index("--") if "--" in given else len(given)


def _is_unknown_option(word: str, options: Collection[str]) -> bool:
    if not re.match(r"-[^\d]", word):
        return False
    return word.partition("=")[0] not in options and (word.startswith("--") or word[:2] not in options)


def _typed(argument: str, given: Sequence[str]) -> str:
    """The name of an option as typed."""
    names = argument.split("/")
    return next((name for name in names if any(re.split("=", word)[0] == name for word in given)), names[-1])
