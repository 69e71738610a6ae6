"""Shared by the survey commands: the workers, the progress, and warnings about damaged or unfinished surveys.

Progress is a bar on a terminal, and one line per minute elsewhere.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from freecell.cli._progress import Progress
from freecell.cli._solving import add_threads_argument
from freecell.cli._streams import complain
from freecell.errors import FreecellError
from freecell.survey.parts import Tally
from freecell.survey.plan import Plan

if TYPE_CHECKING:
    import rich.progress

    from freecell.survey import Spec, Survey


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --threads and --scheduler."""
    add_threads_argument(parser)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="solve on a Dask cluster, such as tcp://host:8786")


def check_worker_arguments(arguments: argparse.Namespace) -> None:
    if arguments.scheduler is not None and arguments.threads is not None:
        raise FreecellError("--threads is for this machine, and --scheduler is for a cluster: leave out one of them")


def warn_about(path: str) -> Callable[[str], None]:
    """A function that prints warnings about a survey."""
    return lambda line: complain(f"{path}: {line}")


class SurveyProgress:
    """A context manager with the functions that a survey calls: `check`, `begin` and `advance`.

    name   the name of the survey, if it is one of several
    every  the seconds between two lines
    """

    def __init__(self, name: str = "", every: float = 60) -> None:
        self._name, self._every = name and f"{name}: ", every
        self._bar: rich.progress.Progress | None = None
        self._reading: Progress | None = None
        self._total, self._before, self._tally = 0, 0, Tally()
        self._start = self._printed = time.monotonic()

    def __enter__(self) -> SurveyProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_reading()
        if self._bar is not None:
            self._bar.stop()

    def check(self, _done: int, total: int) -> None:
        if self._reading is None:
            self._reading = Progress("Checking existing files", total)
        self._reading(1)

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.__exit__()
            self._reading = None

    def begin(self, plan: Plan, tally: Tally) -> None:
        self._end_reading()
        self._total, self._before, self._tally = plan.rows, sum(tally), tally
        self._start = self._printed = time.monotonic()

    def advance(self, more: Tally) -> None:
        self._tally = self._tally + more
        now = time.monotonic()
        if not sys.stderr.isatty():
            if now - self._printed >= self._every:
                self._printed = now
                complain(self._line())
            return
        if self._bar is None and now - self._start > 0.5:
            self._bar = _bar()
            self._bar.add_task("", total=self._total, words="")
            self._bar.start()
        if self._bar is not None:
            words = f"{self._name}{self._pace()}\n{self._tally}"
            self._bar.update(self._bar.task_ids[0], completed=sum(self._tally), words=words)

    def _line(self) -> str:
        done = sum(self._tally)
        share = f"{done} of {self._total} deals ({done / self._total:.1%})"
        return f"{self._name}{share}, {self._pace()}; {self._tally}"

    def _pace(self) -> str:
        done, took = sum(self._tally), time.monotonic() - self._start
        rate = (done - self._before) / took if took else 0
        left = duration((self._total - done) / rate) if rate else "an unknown time"
        return f"{rate:.{0 if rate >= 10 else 2}f} per second, {left} left"


def runner(threads: int | None, block_size: int | None = None) -> Callable[[str, str, Spec], None]:
    """A function that runs one of several surveys with progress, given its name, its folder and its spec."""
    from freecell.survey import run

    def run_with_progress(name: str, path: str, spec: Spec) -> None:
        with SurveyProgress(name) as progress:
            run(
                path,
                spec,
                block_size=block_size,
                threads=threads,
                check=progress.check,
                begin=progress.begin,
                advance=progress.advance,
                warn=warn_about(path),
            )

    return run_with_progress


def print_notes(survey: Survey) -> None:
    """Warn if a survey is damaged or not finished."""
    if survey.problem is not None:
        mending = f"freecell survey verify {shlex.quote(survey.path)} repairs it"
        complain(f"{survey.path}: {survey.problem}; {mending}")
    if not survey.finished:
        done = f"{len(survey.parts)} of {survey.blocks} blocks are done"
        complain(f"{survey.path} is not finished: {done}")


def duration(seconds: float) -> str:
    """Format a time in one or two units: 41 s, 3 min 20 s, 5 h 12 min, 6 days 3 h."""
    for unit, length, lesser, short in (("days", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if seconds >= length:
            whole, rest = divmod(seconds, length)
            return f"{whole:.0f} {unit} {rest // short:.0f} {lesser}"
    return f"{seconds:.0f} s"


def _bar() -> rich.progress.Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn

    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[words]}"),
        console=Console(file=sys.__stderr__),
        transient=True,
    )
