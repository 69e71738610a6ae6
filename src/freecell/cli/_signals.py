"""SIGTERM and SIGHUP stop a command that writes files like Ctrl-C, so that no partial files remain."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """A signal asked the process to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def stopping() -> Iterator[None]:
    """Raise `Stopped` in the `with` block when a signal arrives, unless the process ignores it, as under nohup.

    `Stopped` is raised again at the end of the block in case it was lost: Python drops exceptions in destructors, and
    an interrupted import may fail with another error. For a second after a signal, further signals are ignored, so
    that partial files can be removed.
    """
    if threading.current_thread() is not threading.main_thread():  # only this thread receives signals
        yield
        return
    names = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    there = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heard = [number for number in there if signal.getsignal(number) is signal.SIG_DFL]
    came: list[tuple[float, int]] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if not came or now - came[-1][0] > 1:
            came.append((now, number))
            raise Stopped(number)

    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
        if came:
            raise Stopped(came[0][1]) from None
