"""Every command in every encoding, and with each of its streams closed: no traceback, nothing in the wrong place."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import freecell
from freecell import Game
from freecell.cli import main
from freecell.cli._help import every_command

from ..helpers.commands import SCRIPT, called, run, run_on_terminal
from ..helpers.facts import GAME_617
from ..helpers.programs import PATIENCE
from ..helpers.serving import needs_core

COMMANDS = list(every_command())
# For each command: its arguments, whether it needs the core, and whether it reads standard input.
CALLS = {
    "deal": ("617 -f table", False, False),
    "random": ("1..9", False, False),
    "daily": ("2026-11-16", True, False),
    "find": ("", False, True),
    "play": ("617", False, False),  # it needs a terminal
    "show": ("- --moves 7a", False, True),
    "draw": ("-", False, True),
    "film": ("game.json --output film.svg", False, False),
    "solve": ("-", True, True),
    "hint": ("-", True, True),
    "winnable": ("-", True, True),
    "check": ("617", False, True),
    "difficulty": ("-", True, True),
    "facts": ("617", False, False),
    "survey run": ("1..9 --output new/", True, False),
    "survey ask": ("there/ by-cells", True, False),
    "survey report": ("there/ --output report.html", True, False),
    "survey verify": ("there/", True, False),
    "survey dataset": ("data/ 1..3", True, False),
    "survey facts": ("0 --output facts/", True, False),
    "pddl": ("", False, False),
    "judge deals": ("true", False, False),
    "judge solver": ("true --deals 1", False, False),
    "serve": ("--port 99999", False, False),
    "site": ("site/", False, False),
    "completion": ("bash", False, False),
}
ENCODINGS = {
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "UTF-8": {"PYTHONIOENCODING": "utf-8"},
}
STREAMS = {"none": "", "stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}
SAYS = "freecell: "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the commands are called with."""
    folder = tmp_path_factory.mktemp("streams")
    Game.from_notation(617, "7a 7b").save(folder / "game.json")
    if freecell.core_available:
        called("survey", "run", "1..9", "--columns", "verdict", "--output", str(folder / "there"))
    return folder


def test_every_command_is_called() -> None:
    assert list(CALLS) == list(COMMANDS)


def sweep() -> list[tuple[str, str, str]]:
    """Each command with each stream closed, and in each encoding; every stream is also closed in every encoding.

    Without standard input, a command that doesn't read it works as usual.
    """
    encodings = list(ENCODINGS)
    return [
        (command, encodings[(turn + number) % 3], closed)
        for turn, command in enumerate(COMMANDS)
        for number, closed in enumerate(STREAMS)
        if closed != "none" or CALLS[command][2]
    ]


@pytest.mark.parametrize(("command", "encoding", "closed"), sweep())
def test_no_command_fails_unexpectedly(folder: Path, command: str, encoding: str, closed: str) -> None:
    arguments, needs_core, reads = CALLS[command]
    if needs_core and not freecell.core_available:
        pytest.skip("the compiled core was not built")
    text = "7a 7b" if command == "check" else GAME_617.translate(str.maketrans("CDHS", "♣♦♥♠"))
    done = subprocess.run(
        ["bash", "-c", f"'{SCRIPT}' {command} {arguments} {STREAMS[closed]}"],
        input=text.encode(), capture_output=True, timeout=PATIENCE, cwd=folder,
        env={**os.environ, **ENCODINGS[encoding]},
    )  # fmt: skip
    output, errors = done.stdout.decode("cp1252" if encoding == "cp1252" else "utf-8"), done.stderr.decode()
    assert "Traceback" not in output + errors
    assert "Error" not in errors
    assert SAYS not in output or command == "completion"  # messages for standard error are not printed elsewhere
    assert all(line.startswith(SAYS) for line in errors.splitlines())
    wrong = {"stdout": 1, "stdin": 2 if reads else None}.get(closed)
    if wrong is None:
        assert done.returncode == {
            "check": 3,
            "judge deals": 3,
            "judge solver": 3,
            "serve": 2,
            "play": 2,
            "survey facts": 2,
        }.get(command, 0)
        assert output or command in (
            "film",
            "play",
            "serve",
            "survey run",
            "survey report",
            "survey dataset",
            "survey facts",
        )
    else:
        assert (done.returncode, output) == (wrong, "")
        what = "write standard output" if closed == "stdout" else "read standard input"
        assert errors == f"{SAYS}can't {what}: it is closed\n"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_help_can_be_read_in_every_encoding(encoding: str) -> None:
    """If the encoding has no suit symbols, suits are letters."""
    environment = {**os.environ, **ENCODINGS[encoding]}
    done = subprocess.run([SCRIPT, "find", "--help"], capture_output=True, check=True, env=environment)
    assert done.stderr == b""
    printed = done.stdout.decode("cp1252" if encoding == "cp1252" else "utf-8")
    assert "examples:" in printed
    assert "\\u" not in printed
    assert ("7♦ A♦ 5♣ 3♠" if encoding == "UTF-8" else "7D AD 5C 3S ??") in printed


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_can_be_read(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, "cp1252"))
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    assert b"examples:" in printed.getvalue()
    assert b"\\u" not in printed.getvalue()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_errors_can_be_read_in_every_encoding(encoding: str) -> None:
    environment = {**os.environ, **ENCODINGS[encoding]}
    done = subprocess.run([SCRIPT, "find", "7♦", "7♦"], capture_output=True, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"freecell: 7D appears twice: row 1, column 1, and row 1, column 2\n"
    done = subprocess.run([SCRIPT, "show", b"\xff\xe2\x99\xa6"], capture_output=True, env=environment)
    assert done.returncode == 2
    assert re.fullmatch(rb"freecell: can't read '.{1,40}': No such file or directory; .*\n", done.stderr)


def test_a_file_does_not_replace_a_closed_stream(tmp_path: Path) -> None:
    """An opened file gets the lowest free descriptor; error messages must not end up in it."""
    command = f"'{SCRIPT}' deal 1..1000 -o deals.txt 2>&-"
    assert subprocess.run(["bash", "-c", command], cwd=tmp_path).returncode == 0
    assert (tmp_path / "deals.txt").read_text() == called("deal", "1..1000")
    command = f"'{SCRIPT}' show - -f rows <&- 2>&-"
    assert subprocess.run(["bash", "-c", command], capture_output=True, cwd=tmp_path).stdout == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_help_that_cannot_be_printed_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([SCRIPT, "help", "solve"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "freecell: can't write standard output: No space left on device\n")


@needs_core
def test_a_board_comes_from_a_pipe_with_a_name(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    solving = subprocess.Popen([SCRIPT, "solve", str(pipe)], stdout=subprocess.PIPE, text=True)
    pipe.write_text(GAME_617)
    assert solving.communicate()[0].startswith("# this board: solved\n")


def test_unusual_file_names_are_quoted_and_empty_ones_are_names() -> None:
    assert r"can't write 'no/a\nb.svg': No such file or directory" in run("draw", "617", "-o", "no/a\nb.svg", code=1)
    assert "can't read '': No such file or directory" in called("check", "", code=2)


@needs_core
@pytest.mark.parametrize("command", ["survey ask there {}", "site new --url http://a/{}"])
def test_arguments_that_are_not_utf_8_are_quoted(command: str, folder: Path) -> None:
    arguments = [word.replace("{}", "\udcff") for word in command.split()]
    line = called(*arguments, code=2, cwd=folder)
    assert re.fullmatch(r"freecell: '.*\\udcff' is not valid UTF-8\n", line)


HOSTILE = "a\x1b]0;X\x07\x9b31m\u202e\n"
ESCAPED = r"a\x1b]0;X\x07\x9b31m\u202e\n"


@pytest.mark.parametrize(
    ("command", "content"),
    [
        ("show {}", None),
        ("play {}", None),
        ("play {}", '{"format": "freecell"}'),
        ("survey ask {} by-cells", None),
        ("survey ask {} by-cells", "x"),
    ],
)
def test_names_in_errors_are_escaped(command: str, content: str | None, tmp_path: Path) -> None:
    """Even if standard error is not a terminal: an error is one line."""
    if content is not None:
        (tmp_path / HOSTILE).write_text(content)
    line = called(*(HOSTILE if word == "{}" else word for word in command.split()), code=2, cwd=tmp_path)
    assert line.removesuffix("\n").isprintable()
    assert ESCAPED in line


def test_a_terminal_is_not_controlled_by_names(tmp_path: Path) -> None:
    """Our own colours are still written."""
    name = tmp_path / f"{HOSTILE}.txt"
    name.write_text(f"{GAME_617}\n\n{GAME_617}")
    written = run_on_terminal("show", str(name))
    assert f"{ESCAPED}.txt\n" in written
    assert not set(written) & set("\x07\x9b\u202e")
    assert set(re.findall(r"\x1b(?!\[\d*m)", written)) == set()
    assert "\x1b[31m" in written


@needs_core
@pytest.mark.parametrize("options", [[], ["--csv"], ["--json"]])
def test_a_terminal_is_not_controlled_by_answers(folder: Path, options: list[str]) -> None:
    question = "select 'a' || chr(27) || '[31m' || chr(155) || chr(8238) as \"b\x1b[32m\", 7 as c"
    written = run_on_terminal("survey", "ask", str(folder / "there"), question, *options)
    assert written.replace("\n", "").isprintable()
    assert "a" + (r"\u001b[31m\u009b\u202e" if options == ["--json"] else r"\x1b[31m\x9b\u202e") in written
    piped = called("survey", "ask", str(folder / "there"), question, *options)
    assert ("a\x1b[31m\x9b\u202e" in piped) == (options == ["--csv"])


@needs_core
def test_each_table_row_is_one_line(folder: Path) -> None:
    assert called("survey", "ask", str(folder / "there"), "select chr(10) as \"x\ny\", 1 as z").splitlines() == [
        r"x\ny  z", "----  -", r"\n    1",
    ]  # fmt: skip


@needs_core
def test_errors_in_sql_are_one_line(folder: Path) -> None:
    line = called("survey", "ask", str(folder / "there"), 'select "\x1b[31m\u202e"', code=2)
    assert line.removesuffix("\n").isprintable()
