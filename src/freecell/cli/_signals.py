"""SIGTERM and SIGHUP stop a command that writes files as Ctrl-C does, so that nothing half-written is left."""

from __future__ import annotations

import signal
import threading
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
    """Turns the signals into a `Stopped` meanwhile; not one that is ignored, as nohup has it."""
    if threading.current_thread() is not threading.main_thread():  # which alone hears signals
        yield
        return
    names = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    there = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heard = [number for number in there if signal.getsignal(number) is signal.SIG_DFL]

    def stop(number: int, _frame: FrameType | None) -> None:
        for other in heard:
            signal.signal(other, signal.SIG_IGN)  # what is half-written is removed in peace
        raise Stopped(number)

    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
