"""A survey on a Dask cluster: workers solve blocks and write the parts themselves.

Only block numbers and verdict counts go over the network. If a worker is lost, Dask gives its unfinished blocks to
others. If there are no workers, the survey prints a warning and waits for a worker.
"""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from itertools import islice

from freecell import __version__
from freecell.engine import check_can_solve
from freecell.errors import FreecellError, MissingDependencyError, SurveyError
from freecell.survey.manifest import NoSurveyError, find_plan
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, solved_rows
from freecell.survey.plan import Plan
from freecell.survey.store import Store, open_store

try:
    from distributed import Client, Future, KilledWorker, as_completed
except ModuleNotFoundError:
    raise MissingDependencyError("a Dask cluster needs Dask: pip install 'freecell[cluster]'") from None

PATIENCE = 30.0
"""Seconds without any worker before a warning."""

_RETRIES = 2  # retries of a block that failed on a worker, for example because storage didn't respond
_AHEAD = 2  # blocks in flight per thread of the cluster, so that no thread waits for work
_TICK = 0.02  # seconds between two polls


def solve_there(
    scheduler: str, store: Store, plan: Plan, missing: list[int], advance: Advance, warn: Callable[[str], object]
) -> None:
    """Solve blocks on a cluster, a few at a time per thread."""
    with _quiet(), _connected(scheduler) as client:
        cluster = _Cluster(client, scheduler, store.path, warn)
        path = store.address("").rstrip("/")
        left = iter(missing)
        running: dict[Future[Tally], int] = {}
        answers = as_completed(loop=client.loop)
        try:
            if not cluster.threads():
                warn(f"the scheduler at {scheduler} has no workers yet: waiting for one")
                cluster.wait(lambda: cluster.threads() > 0)
            cluster.check_versions()
            while True:
                room = _AHEAD * max(1, cluster.threads()) - len(running)
                for number in islice(left, max(0, room)):
                    future = client.submit(solve_block, path, number, plan.fingerprint, pure=False, retries=_RETRIES)
                    running[future] = number
                    answers.add(future)
                if not running:
                    break
                cluster.wait(answers.has_ready)
                future = next(answers)
                # If the part is visible from here, read it: Dask asks a lost worker for half a minute.
                tally = _seen(store, plan, running[future])
                if (
                    tally is None and future.status == "pending"
                ):  # its worker was lost in the meantime, so another worker solves it
                    answers.add(future)
                    continue
                number = running.pop(future)
                advance(cluster.answer(future, part_name(number)) if tally is None else tally)
        except BaseException:
            if client.status == "running":
                client.cancel(list(running))
            raise


class _Cluster:
    """The state of a cluster, with warnings when parts of it are lost."""

    def __init__(self, client: Client, scheduler: str, path: str, warn: Callable[[str], object]) -> None:
        self._client, self._scheduler, self._path, self._warn = client, scheduler, path, warn

    def threads(self) -> int:
        """The number of threads of its workers."""
        if self._client.status != "running":
            raise self._lost()
        try:
            return sum(self._client.ncores().values())
        except OSError:
            raise self._lost() from None

    def check_versions(self) -> None:
        """Reject workers without freecell or with another version: they would exit on a task that they can't import."""
        for worker, found in self._client.run(version, "freecell", on_error="return").items():
            if not isinstance(found, str):
                raise SurveyError(f"the worker at {worker} doesn't have freecell: install freecell {__version__} there")
            if found != __version__:
                raise SurveyError(
                    f"the worker at {worker} has freecell {found}: install {__version__}, the version here"
                )

    def wait(self, ready: Callable[[], bool]) -> None:
        """Wait until the condition holds. Warn once if there has been no worker for a long time."""
        seen = looked = time.monotonic()
        said = False
        while not ready():
            if self._client.status != "running":
                raise self._lost()
            time.sleep(_TICK)
            now = time.monotonic()
            if now - looked < 1:
                continue
            looked = now
            if self.threads():
                seen, said = now, False
            elif now - seen >= PATIENCE and not said:
                said = True
                self._warn(
                    f"the scheduler at {self._scheduler} has had no workers for {now - seen:.0f} seconds: start some "
                    "to continue, or press Ctrl-C and resume later with the same command"
                )

    def answer(self, future: Future[Tally], name: str) -> Tally:
        """The result from a worker, or a one-line error."""
        try:
            return Tally(*future.result())
        except KilledWorker:
            reason = "every worker that tried it was lost; run the same command to try again"
            raise OSError(errno.EIO, reason, f"{self._path}/{name}") from None
        except CancelledError:
            raise self._lost() from None
        except MissingDependencyError as error:
            raise MissingDependencyError(f"a worker can't solve: {error}") from None
        except (FreecellError, OSError):
            raise
        except Exception as error:
            lines = str(error).splitlines() or [""]
            raise SurveyError(f"a worker failed at {name}: {type(error).__name__}: {lines[0]}") from None

    def _lost(self) -> OSError:
        reason = f"the scheduler at {self._scheduler} was lost; start it again, and resume with the same command"
        return OSError(errno.EIO, reason, self._path)


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    try:
        client = Client(scheduler, set_as_default=False, timeout=10)
    except (OSError, ValueError) as error:
        raise SurveyError(f"no Dask scheduler answers at {scheduler!r}: {str(error).splitlines()[0]}") from None
    with client:
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's loggers, each of which has its own level, because we report the same events."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _seen(store: Store, plan: Plan, number: int) -> Tally | None:
    """The tally at the end of a part, if the part is visible from here."""
    try:
        tally = checked_part(store, plan, number, whole=False)
    except SurveyError:
        return None
    return tally if isinstance(tally, Tally) else None


def solve_block(path: str, number: int, fingerprint: str) -> Tally:
    """Solve one block on a worker's thread and write its part."""
    check_can_solve()
    store, plan = _opened(path, fingerprint)
    part, total = PartWriter(store, plan, number), Tally()
    try:
        for rows in solved_rows(plan.spec, plan.block(number), 1, lambda _: None):
            part.write(rows)
            total = total + rows.tally
        part.finish()
    except BaseException as error:
        part.abandon(error)
        raise
    return total


@lru_cache(maxsize=4)
def _opened(path: str, fingerprint: str) -> tuple[Store, Plan]:
    """The plan as seen by a worker, provided it is the same survey and the same version."""
    store = open_store(path)
    try:
        plan = find_plan(store).plan
    except NoSurveyError:
        raise SurveyError(f"a worker can't see {path}: give storage that all workers share") from None
    if plan.version != __version__:
        raise SurveyError(
            f"a worker has freecell {__version__}, but the survey was made by {plan.version}: install that version"
        )
    if plan.fingerprint != fingerprint:
        raise SurveyError(f"a worker sees another survey in {path}: give storage that all workers share")
    return store, plan
