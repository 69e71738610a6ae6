"""SIGTERM and SIGHUP stop a command that writes files as Ctrl-C does, so that nothing half-written is left."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """A signal came that asks to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def stopping() -> Iterator[None]:
    """Turns the signals into a `Stopped` meanwhile; not one that is ignored, as nohup has it.

    Whatever becomes of the `Stopped`, it is raised in the end: Python drops it in a destructor, and an import that is
    stopped may fail by another error. For a second after a signal others are not heard, so that what is half-written is
    removed in peace.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone hears signals
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
