"""What limits the command: the width of a terminal, endless input, long arguments, a full disk."""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import pytest

from .commands import SCRIPT, called, run

fcntl = pytest.importorskip("fcntl", reason="this needs Unix")
pty = pytest.importorskip("pty", reason="this needs Unix")
resource = pytest.importorskip("resource", reason="this needs Unix")
termios = pytest.importorskip("termios", reason="this needs Unix")


def options_in(printed: str) -> int:
    """How wide the options in a help are."""
    options = printed.partition("options:")[2].partition("examples:")[0]
    return max(map(len, options.splitlines()))


@pytest.mark.parametrize(("columns", "least", "most"), [(50, 35, 50), (100, 70, 100), (0, 60, 80)])
def test_help_is_as_wide_as_the_terminal(columns: int, least: int, most: int) -> None:
    """A terminal that says it has no columns has 80."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen([SCRIPT, "hint", "--help"], stdout=theirs, env=environment):
        os.close(theirs)
        printed = b""
        while b"exit codes" not in printed:
            printed += os.read(ours, 65536)
    os.close(ours)
    assert least <= options_in(printed.decode().replace("\r", "")) <= most


def test_help_is_as_wide_as_it_is_said() -> None:
    for columns, least, most in (("60", 40, 60), ("100", 70, 100), ("0", 60, 80), ("", 60, 80), ("x", 60, 80)):
        printed = run("hint", "--help", env={**os.environ, "COLUMNS": columns})
        assert least <= options_in(printed) <= most


@pytest.mark.parametrize("command", [["find"], ["show", "-"], ["check", "617"], ["check", "--many", "-"], ["check"]])
@pytest.mark.parametrize("what", ["a line", "lines", "cards", "json", "zeros"])
def test_endless_input_is_refused_in_little_memory(command: list[str], what: str) -> None:
    """100 MB in whichever form: it ends with one line. Of many solutions each line is wrong: fewer, in less memory."""
    source = {
        "a line": "head -c 100M /dev/zero | tr '\\0' x",
        "lines": "yes hello | head -c 100M",
        "cards": "yes 'AC AD AH AS 2C 2D 2H 2S' | head -c 100M",
        "json": "(echo '{'; yes '\"a\": [') | head -c 100M",
        "zeros": "head -c 100M /dev/zero",
    }[what]

    memory = 400
    if command[:2] == ["check", "--many"] or command == ["check"]:
        source, memory = f"{source} | head -c {'300k' if '--many' in command else '50k'}", 100

    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory * 2**20,) * 2)

    done = subprocess.run(
        ["bash", "-c", f"({source}) 2>/dev/null | '{SCRIPT}' {' '.join(command)} | tail -c 300"],
        capture_output=True, text=True, timeout=300, preexec_fn=little_memory,
    )  # fmt: skip
    assert done.stderr.count("\n") <= 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("freecell: ") or "do not" in done.stdout
    assert len(done.stderr) < 400


def test_arguments_are_quoted_no_longer_than_60_characters() -> None:
    long = "z" * 5000
    for command in (
        ["deal", long],
        [long],
        ["deal", "1", f"--{long}"],
        ["deal", "1", *["word"] * 3000],
        ["solve", "1", "--goal", long],
        ["solve", "1", f"--goal={long}"],
        ["find", long],
        ["show", long],
        ["draw", "1", "-o", long],
        ["film", "1", "-o", long],
        ["solve", "1", "--limit", long],
        ["show", "1", "--after", long],
        ["check", "1", long],
        ["deal", "1", "-f", long],
    ):
        message = called(*command, code=2)
        assert "z" * 61 not in message
        assert len(message) < 500


def test_the_size_is_compared_with_what_is_free(tmp_path: Path) -> None:
    path = tmp_path / "q.npy"
    message = run("deal", "1..8589934591", "-o", str(path), code=1)
    assert message.startswith(f"freecell: can't write {path}: it would have about 447 GB, and ")
    assert message.endswith(" are free\n")
    assert not list(tmp_path.iterdir())
    with subprocess.Popen(
        [SCRIPT, "deal", "1..25,000,000", "-o", str(path)], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(f"freecell: {path} will have about 1.3 GB; ")
        process.terminate()
