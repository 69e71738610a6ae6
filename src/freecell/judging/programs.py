"""Runs a program that may hang, flood its output or crash, in bounded time and memory, and never leaves it running.

A program has its own process group, which is killed with everything that it started. Its input is written while its
output is read, whichever is ready. If this process is killed, a shell that waits for that kills the groups.
"""

from __future__ import annotations

import atexit
import errno
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import IO

from freecell.errors import FreecellError, quoted

PLACE = "{}"
"""The placeholder for a deal number in a command."""

_HAS_GROUPS = hasattr(os, "killpg")  # not on Windows
_AT_ONCE = 2**16  # bytes
_WAITING = 16  # the maximum chunks of output waiting to be read
_MOST_ERRORS = 4096  # the last bytes of standard error are kept

# Runs a program after it reads a line from standard input, so that the guard knows its group before it can do anything.
# `read` consumes only that line. If this process is killed before, the line never comes.
_ALLOWED = 'read -r _ && exec "$@"'

# The same, with limits on the CPU time of its processes: they get a signal, and are killed a second later.
_LIMITED = 'read -r _ && ulimit -S -t "$1" && ulimit -H -t "$2" && shift 2 && exec "$@"'

# Reads lines of "add" or "drop" with a process group. At the end of its input, it kills the remaining groups.
_GUARD = """
groups=' '
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    drop) case $groups in *" $group "*) groups="${groups%% $group *} ${groups#* $group }" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"""


class ProgramError(FreecellError):
    """A program can't be started."""


class TimeUpError(Exception):
    """A program took too long."""


class _Guard:
    """A shell that kills the running programs if this process ends without doing so, for example by SIGKILL."""

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def tell(self, verb: str, group: int) -> None:
        """Tell the shell to "add" a process group, or to "drop" it."""
        with self._lock, suppress(OSError):  # if there is no shell, or it was killed, programs aren't guarded
            if self._shell is None:
                self._shell = subprocess.Popen(  # noqa: S603, our own script
                    ["/bin/sh", "-c", _GUARD],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    start_new_session=True,  # Ctrl-C doesn't end it
                )
                atexit.register(self._end, self._shell)
            assert self._shell.stdin is not None  # noqa: S101
            self._shell.stdin.write(f"{verb} {group}\n".encode())

    @staticmethod
    def _end(shell: subprocess.Popen[bytes]) -> None:
        assert shell.stdin is not None  # noqa: S101
        shell.stdin.close()
        shell.wait()


_guard = _Guard()


class Program:
    """A running program, for a `with` statement, which ends it in any case.

    command      the words of its command
    input        the text for its standard input
    seconds      the maximum time
    cpu_seconds  the maximum CPU time for each of its processes
    """

    def __init__(
        self,
        command: Sequence[str],
        input: Iterable[bytes],  # noqa: A002
        seconds: float,
        cpu_seconds: int | None = None,
    ) -> None:
        self._command, self._input, self._seconds = list(command), input, seconds
        self._cpu_seconds = cpu_seconds
        self._end = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._failed: ProgramError | None = None
        self._output: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._over, self._starting = threading.Event(), threading.Lock()
        self._errors = b""
        self._threads: list[tuple[threading.Thread, IO[bytes]]] = []

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for thread, stream in self._threads:
            thread.join(1)
            if not thread.is_alive():  # processes that left its group may keep them open
                with suppress(OSError):  # the output that wasn't read yet
                    stream.close()

    def stop(self) -> None:
        """End the program, or prevent its start. Any thread may call this."""
        self._over.set()
        with self._starting:
            self._kill()

    def _start(self) -> None:
        """Start the program in a thread, where Ctrl-C can't interrupt the start."""
        starter = threading.Thread(target=self._launch, daemon=True)
        starter.start()
        starter.join()
        self._end = time.monotonic() + self._seconds
        if self._failed:
            raise self._failed

    def _launch(self) -> None:
        with self._starting:
            if self._over.is_set():
                return
            try:
                process = subprocess.Popen(  # noqa: S603, what it is for
                    self._guarded(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,  # Windows ignores it
                )
            except (OSError, ValueError) as error:  # a word with a NUL is a ValueError
                reason = error.strerror if isinstance(error, OSError) and error.strerror else error
                self._failed = ProgramError(f"can't run {quoted(self._command[0])}: {reason}")
                return
            self._process = process
            if _HAS_GROUPS:
                assert process.stdin is not None  # noqa: S101
                _guard.tell("add", process.pid)
                with suppress(OSError):  # it has ended
                    os.write(process.stdin.fileno(), b"\n")
            works = ((self._write, process.stdin), (self._read, process.stdout), (self._read_errors, process.stderr))
            for work, stream in works:
                assert stream is not None  # noqa: S101
                thread = threading.Thread(target=work, args=(stream,), daemon=True)
                self._threads.append((thread, stream))
                thread.start()

    def _guarded(self) -> list[str]:
        """The command, run by a shell that first waits until the guard knows the group, and limits the CPU time."""
        if not _HAS_GROUPS:
            return self._command
        if shutil.which(self._command[0]) is None:
            code = errno.EACCES if os.path.exists(self._command[0]) else errno.ENOENT
            raise OSError(code, os.strerror(code))
        if self._cpu_seconds is None:
            return ["/bin/sh", "-c", _ALLOWED, "sh", *self._command]
        limits = (str(self._cpu_seconds), str(self._cpu_seconds + 1))
        return ["/bin/sh", "-c", _LIMITED, "sh", *limits, *self._command]

    def output(self) -> Iterator[bytes]:
        """Start the program and yield its output in chunks until it ends; a `TimeUpError` if it takes too long."""
        self._start()
        while not self._over.is_set():
            left = max(0, self._end - time.monotonic())
            try:
                part = self._output.get(timeout=min(left, 0.5))
            except queue.Empty:
                if left <= 0.5:
                    raise TimeUpError from None
                continue
            if not part:
                return
            yield part

    def wait(self) -> int:
        """Wait for the program after its output has ended. Returns its exit code, negative if a signal ended it."""
        if self._process is None:  # it was stopped before it started
            return 0
        try:
            code: int = self._process.wait(max(0.0, self._end - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise TimeUpError from None
        self._threads[2][0].join(0.5)  # for the last words; a grandchild may keep the stream open
        return code

    @property
    def last_words(self) -> str:
        """The last line that the program wrote to standard error."""
        lines = self._errors.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _kill(self) -> None:
        """End the program and everything that it started."""
        if self._process is None:
            return
        if _HAS_GROUPS:
            with suppress(ProcessLookupError, PermissionError):  # all have ended
                os.killpg(self._process.pid, signal.SIGKILL)
            _guard.tell("drop", self._process.pid)  # before another process can get its process id
        self._process.kill()
        self._process.wait()

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # it closed its input
            for part in self._input:
                if self._over.is_set():
                    break
                stream.write(part)
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        fd = stream.fileno()
        while not self._over.is_set():
            part = os.read(fd, _AT_ONCE)
            while not self._over.is_set():
                try:
                    self._output.put(part, timeout=0.1)
                    break
                except queue.Full:
                    continue
            if not part:
                return

    def _read_errors(self, stream: IO[bytes]) -> None:
        fd = stream.fileno()
        while part := os.read(fd, _AT_ONCE):
            self._errors = (self._errors + part)[-_MOST_ERRORS:]


def ending(code: int) -> str:
    """How a program ended, in words that follow "it"."""
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
