"""The terminal: ends or suspends a game cleanly when a signal or a closed terminal stops it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual.events import Resize
from textual.geometry import Size

if TYPE_CHECKING:
    from textual.app import App

_OFTEN = 2  # seconds


def watch(app: App[None], leave: Callable[[int], None]) -> None:
    """End on SIGTERM and SIGHUP, and when the terminal disappears without a signal. Redraw after Ctrl-Z.

    The signal for a new terminal size may be lost, so the size is checked, too.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        with suppress(NotImplementedError):  # Windows has no such signals
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, partial(leave, number))

    def look() -> None:
        try:
            size = Size(*os.get_terminal_size())
        except OSError:
            leave(1)
        else:
            if size != app.size:  # and no signal came
                app.post_message(Resize(size, size))

    app.set_interval(_OFTEN, look)
    app.app_resume_signal.subscribe(app, lambda _: app.refresh(layout=True))
