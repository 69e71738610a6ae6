"""The examples in the help of each command work: they are run, in a folder with the files that they name."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import freecell
from freecell import Game, Rules, deal
from freecell.cli import GROUPS, main, parser_of, split_command
from freecell.cli._help import every_command
from freecell.cli._usage import _GUESSES

from ..helpers.commands import SCRIPT, called, outcome
from ..helpers.playing import SOLUTION_617
from ..helpers.programs import found

ROOT = Path(__file__).parents[2]

# These aren't run, because they take long, need a cluster, or don't end. But their commands and options must exist.
LONG = (
    "1..1000000 ",
    "1..1000 --goal short",
    "1..10,000,000",
    "1..32000 --cells",
    "facts --output facts/",
    "--output again/",
    "dataset million/",
)
NOT_RUN = (*LONG, "s3://", "freecell serve", "freecell play")
# These are run with less work: the same words with another number.
LESS = {
    "difficulty 1..20 11982": "difficulty 1..2 11982",
    "--difficulty hard --count 5": "--difficulty hard --count 1",
    "--seconds 2 ": "--seconds 0.2 ",
    "dataset some/ 1..1000": "dataset some/ 1..5",
    "dataset wide/ 1..1000": "dataset wide/ 1..2",
    "--width 1600": "--width 160",
    "--width 480 --speed 2 ": "--width 120 --speed 20 ",
    "solve 1..100 ": "solve 1..10 ",
    "--deals 1..100": "--deals 1..3",
    "--deals 1..20 ": "--deals 1..3 ",
}
NEED_CORE = ("solve", "hint", "winnable", "survey", "film 617")
SIGN_OF_A_SHELL = r'[|<>](?=(?:[^"]*"[^"]*")*[^"]*$)'  # not in quotes
COMMANDS = list(every_command())
EXAMPLES = [
    (command, example)
    for command in COMMANDS
    for example in re.findall(r"^  (freecell .*)$", (parser_of(command).epilog or ""), re.MULTILINE)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Creates the files that examples name."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "board.txt").write_text(str(deal(617)))
    (folder / "boards.txt").write_text("\n".join(f"Deal {number}\n{deal(number)}" for number in (1, 2)))
    (folder / "solution.txt").write_text(SOLUTION_617)
    (folder / "solutions.txt").write_text(f"617 {' '.join(SOLUTION_617.split())}\n" * 2)
    shutil.copy(ROOT / "examples" / "deal" / "deal.py", folder)
    (folder / "numbers.txt").write_text("1 2 617\n")
    game = Game.from_notation(617, SOLUTION_617, Rules(), "extended")
    while game.steps > 6:
        game.undo()
    game.save(folder / "game.json")
    for place in (".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"):
        (folder / place).mkdir(parents=True)
    if freecell.core_available:
        called("survey", "run", "1..40", "--output", str(folder / "million"))
    return folder


def test_every_command_has_examples() -> None:
    assert {command for command, _ in EXAMPLES} == set(COMMANDS)
    assert all(any(words in example for _, example in EXAMPLES) for words in (*NOT_RUN, *LESS))


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_an_example_has_these_options(command: str, example: str) -> None:
    parts = re.split(SIGN_OF_A_SHELL, example)
    calls = [shlex.split(part, comments=True) for part in parts if part.split()[0] == "freecell"]
    meant = [split_command(arguments) for _, *arguments in calls]
    assert command in {name for name, _ in meant}
    for name, arguments in meant:
        parser_of(name).parse_args(arguments)


def what_comes_of(example: str, folder: Path) -> tuple[int, str]:
    """The exit code and standard error. Uses a shell only for features of shells."""
    if not re.search(SIGN_OF_A_SHELL, example):
        code, _, said = outcome(*shlex.split(example, comments=True)[1:], cwd=folder)
        return code, said
    path = f"{Path(SCRIPT).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", example], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=folder,
        env={**os.environ, "PATH": path, "HOME": str(folder), "FREECELL_SOLVER_QUIET": "1"},
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "example", [example for _, example in EXAMPLES if not any(word in example for word in NOT_RUN)]
)
def test_an_example_works(folder: Path, example: str) -> None:
    if not freecell.core_available and any(f"freecell {name}" in example for name in NEED_CORE):
        pytest.skip("the compiled core was not built")
    if "fc-solve" in example:
        found("fc-solve")
    for words, fewer in LESS.items():
        example = example.replace(words, fewer)
    # Deal 617 can't be won with three cells, nor deal 1941 with auto-play "max".
    says_no = any(words in example for words in ("board.txt --cells 3", "1941 --autoplay max", "11980..11983"))
    assert what_comes_of(example, folder) == (3 if says_no else 0, "")
    for name in re.findall(r'(?:--output|>) "?([^"\s]+)', example):
        assert (folder / name.replace("~", str(folder)).replace("{}", "3")).exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_wrapped(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything except commands, which are for copying. No word is lost, and lists stay lists."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["help", *command.split()])
    printed = capsys.readouterr().out
    assert all(len(line) <= 78 for line in printed.splitlines() if not line.startswith("  freecell "))
    parser = parser_of(command)
    for text in (parser.description or "", parser.epilog or ""):
        assert " ".join(text.split()) in " ".join(printed.split())
    headings = re.findall(r"^[a-z ]+:$", parser.epilog or "", re.MULTILINE)
    assert "examples:" in headings
    assert all(f"\n\n{heading}\n  " in printed for heading in headings)


def test_help_works_more_than_once_per_process() -> None:
    assert called("help", "deal").startswith("usage: freecell deal")
    assert called("--help").startswith("usage: freecell COMMAND")


def test_help_of_a_group() -> None:
    assert called("survey") == called("survey", "--help") == called("help", "survey")
    names = ["run", "ask", "report", "verify", "dataset", "facts"]
    assert re.findall(r"^  (\w+)  ", called("survey"), re.MULTILINE) == names
    assert called("help", "survey", "run").startswith("usage: freecell survey run ")


def test_help_lists_related_options_together() -> None:
    overview = called("--help")
    for name, commands in GROUPS.items():
        section = overview.partition(f"\n{name}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\w+)  ", section, re.MULTILINE) == list(commands)
    assert re.search(r"^  3 +the answer is no", overview, re.MULTILINE)


def test_a_list_of_file_names_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert "\n  .gif, .webp  for places that" in called("film", "--help")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["solve", "617", "--goal", "short", "--beam-width", "9" * 11],
            "--beam-width must be a whole number from 1 to ",
        ),
        (["solve", "617", "--goal", "shortest", "--memory=900TB"], "--memory must be a whole number from 1 to "),
        (["film", "617", "-o", "x.svg", "--speed", "1000"], "--speed must be a number from 0.1 to 20 (got 1000)"),
        (["solve", "617", "--moves", "zz"], "--moves: 'zz' is not a move"),
        (["show", "617", "--moves", "7a 88"], "--moves: move 2, 88: the cards are already in column 8"),
        (["draw", "617", "--arrow", "33"], "--arrow: "),
    ],
)
def test_an_error_of_the_library_names_the_option(arguments: list[str], message: str) -> None:
    assert called(*arguments, code=2).startswith(f"freecell: {message}")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_value_that_an_option_does_not_take_is_one_line_that_names_it(command: str) -> None:
    for action in parser_of(command)._actions:
        for option in action.option_strings:
            if option.startswith("--") and (action.choices or action.type):
                said = called(*command.split(), f"{option}=!bad!", code=2)
                assert said.startswith(f"freecell: {option} must be "), said


def test_unknown_commands_get_a_suggestion() -> None:
    for word, command in (("print", "deal"), ("solution", "solve"), ("png", "draw"), ("today", "daily")):
        assert f"Did you mean '{command}'?" in called(word, "617", code=2)
    assert set(_GUESSES) <= set(COMMANDS)
    assert not set(COMMANDS) & set(" ".join(_GUESSES.values()).split())
