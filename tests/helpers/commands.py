"""Runs the command for tests: as a separate process, in this process, or on a terminal."""

from __future__ import annotations

import io
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from contextlib import chdir
from pathlib import Path
from typing import BinaryIO

import pytest

from freecell.cli import main

from .programs import PATIENCE

pty = pytest.importorskip("pty", reason="this needs Unix")

SCRIPT = shutil.which("freecell", path=str(Path(sys.executable).parent)) or "freecell"


def run(*arguments: str, code: int = 0, **settings: object) -> str:
    """The output of a command: standard output, or its one-line error if it must fail."""
    done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, timeout=PATIENCE, **settings)  # type: ignore[call-overload]
    return _right(code, done.returncode, done.stdout, done.stderr)


def called(*arguments: str, code: int = 0, input: str | bytes = "", cwd: Path | None = None) -> str:  # noqa: A002
    """The output of a command that runs in this process, which takes a hundredth of the time."""
    return _right(code, *outcome(*arguments, input=input, cwd=cwd))


def _right(code: int, returned: int, printed: str, said: str) -> str:
    """Check the output of a command: all of it, or a one-line error."""
    assert returned == code, said
    if code:
        assert printed == ""
        assert said.startswith("freecell: ")
        assert said.count("\n") == 1
        return said
    assert said == ""
    return printed


def outcome(*arguments: str, input: str | bytes = "", cwd: Path | None = None) -> tuple[int, str, str]:  # noqa: A002
    """The exit code of a command, and what it prints on standard output and on standard error."""
    given = input.encode() if isinstance(input, str) else input
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with chdir(cwd or "."):
            code = main(list(arguments))
    except SystemExit as end:  # after help
        code = int(end.code or 0)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    for stream in streams[1:]:
        stream.flush()
    printed, said = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return code, printed, said


def run_on_terminal(
    *arguments: str,
    stdout: BinaryIO | None = None,
    program: str = SCRIPT,
    until: Collection[str] = (),
    **environment: str,
) -> str:
    """The output of a command on a terminal; its standard output may go elsewhere.

    With `until`, Ctrl-C ends the command after it has written all of these texts.
    """
    ours, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", **environment}
    written, stopped, end = b"", False, time.monotonic() + PATIENCE
    with subprocess.Popen(
        [program, *arguments], stdin=theirs, stdout=stdout or theirs, stderr=theirs, env=settings
    ) as process:
        os.close(theirs)
        try:
            while True:
                if not select.select([ours], [], [], max(0, end - time.monotonic()))[0]:
                    process.kill()  # otherwise we would wait until it has finished
                if not (more := os.read(ours, 65536)):
                    break
                written += more
                if until and not stopped and all(word.encode() in written for word in until):
                    process.send_signal(signal.SIGINT)
                    stopped = True
        except OSError:  # how a terminal reports that it was closed
            pass
    os.close(ours)
    if until:
        assert (stopped, process.returncode) == (True, 130), written
    return written.decode().replace("\r\n", "\n")


def wait_until_searching(process: subprocess.Popen[bytes]) -> None:
    """Wait until a program has loaded the core and worked for a tenth of a second."""
    folder = Path(f"/proc/{process.pid}")
    loaded: float | None = None
    for _ in range(100 * PATIENCE):
        assert process.poll() is None
        *_, user, system = (folder / "stat").read_text().rpartition(")")[2].split()[:13]
        worked = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        if loaded is None and "/freecell/_core" in (folder / "maps").read_text():
            loaded = worked
        if loaded is not None and worked > loaded + 0.1:
            return
        time.sleep(0.01)
    raise AssertionError("it took too long")


def says(code: int, *arguments: str, stdin: str | None = None) -> str:
    """The output of a command that ends with this exit code and without messages."""
    returned, printed, said = outcome(*arguments, input=stdin or "")
    assert (returned, said) == (code, "")
    return printed


def objects(code: int, *arguments: str, stdin: str | None = None) -> list[dict[str, object]]:
    """The JSON objects that a command prints."""
    return [json.loads(line) for line in says(code, *arguments, "--json", stdin=stdin).splitlines()]
