"""Progress on standard error, on terminals only, for tasks that take more than a second."""

from __future__ import annotations

import sys
import time

from freecell.cli._streams import write_styled

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    import rich.progress


class Progress:
    """A progress bar. `with Progress("Dealing", total) as advance:` calls advance(n) after each n finished items.

    rich is imported only when there is a bar to show.
    """

    def __init__(self, title: str, total: int | None, *, hidden: bool = False) -> None:
        self._title, self._total, self._done = title, total, 0
        self._start = time.monotonic()
        self._hidden = hidden or not sys.stderr.isatty()
        self._bar: rich.progress.Progress | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, more: int) -> None:
        self._done += more
        if self._hidden:
            return
        if self._bar is None and time.monotonic() - self._start > 0.5:
            self._bar = _bar()
            self._bar.add_task(self._title, total=self._total)
            self._bar.start()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self._done)


class Waiting:
    """Shows the elapsed time on a terminal after the first second: `with Waiting("Solving"):`."""

    def __init__(self, title: str, *, hidden: bool = False) -> None:
        import threading  # not at the top: `freecell deal` doesn't need it

        self._title, self._over, self._start = title, threading.Event(), time.monotonic()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._hidden = hidden or sys.stderr is None or not sys.stderr.isatty()

    def __enter__(self) -> None:
        if not self._hidden:
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if not self._hidden:
            self._thread.join()

    def _show(self) -> None:
        shown = False
        while not self._over.wait(1):
            shown = True
            write_styled(f"\r\x1b[K{self._title}: {time.monotonic() - self._start:.0f} s (Ctrl-C stops)", sys.stderr)
            sys.stderr.flush()
        if shown:
            write_styled("\r\x1b[K", sys.stderr)
            sys.stderr.flush()


def _bar() -> rich.progress.Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.__stderr__),
        transient=True,
    )
