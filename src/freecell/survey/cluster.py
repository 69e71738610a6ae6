"""A survey on a Dask cluster: blocks are sent to its workers, and whoever solves a block writes its part.

Only the numbers of blocks and the counts of verdicts go over the wire. A worker that is lost costs the blocks it was
at: Dask gives them to others. Without any worker the survey waits for one, and says so.
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
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, tables
from freecell.survey.plan import Plan
from freecell.survey.store import Store, open_store

try:
    from distributed import Client, Future, KilledWorker, as_completed
except ModuleNotFoundError:
    raise MissingDependencyError("a Dask cluster needs Dask: pip install 'freecell[cluster]'") from None

PATIENCE = 30.0
"""For how many seconds there may be no worker before that is said."""

_RETRIES = 2  # of a block that failed on a worker, as when storage does not answer
_AHEAD = 2  # blocks that are sent for each thread of the cluster, so that none waits for work
_TICK = 0.02  # seconds between two looks at what is done


def solve_there(
    scheduler: str, store: Store, plan: Plan, missing: list[int], advance: Advance, warn: Callable[[str], object]
) -> None:
    """Has the blocks solved by a cluster, a few at a time for each of its threads."""
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
                # Where its part can be seen, that tells: Dask tries for half a minute to ask a worker that was lost.
                tally = _seen(store, plan, running[future])
                if tally is None and future.status == "pending":  # lost with its worker since, so another does it
                    answers.add(future)
                    continue
                number = running.pop(future)
                advance(cluster.answer(future, part_name(number)) if tally is None else tally)
        except BaseException:
            if client.status == "running":
                client.cancel(list(running))
            raise


class _Cluster:
    """What is known of a cluster, and what to say when some of it is lost."""

    def __init__(self, client: Client, scheduler: str, path: str, warn: Callable[[str], object]) -> None:
        self._client, self._scheduler, self._path, self._warn = client, scheduler, path, warn

    def threads(self) -> int:
        """How many threads its workers have."""
        if self._client.status != "running":
            raise self._lost()
        try:
            return sum(self._client.ncores().values())
        except OSError:
            raise self._lost() from None

    def check_versions(self) -> None:
        """Refuses workers that can't know what is asked of them. One that is sent what it can't import just ends."""
        for worker, found in self._client.run(version, "freecell", on_error="return").items():
            if not isinstance(found, str):
                raise SurveyError(f"the worker at {worker} has no freecell: install freecell {__version__} there")
            if found != __version__:
                raise SurveyError(f"the worker at {worker} has freecell {found}: install {__version__}, as is here")

    def wait(self, ready: Callable[[], bool]) -> None:
        """Waits until it is so. Says if there was no worker for long, once."""
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
                    f"the scheduler at {self._scheduler} has had no workers for {now - seen:.0f} seconds: start some, "
                    "and it goes on; or stop this with Ctrl-C, and the same command goes on later"
                )

    def answer(self, future: Future[Tally], name: str) -> Tally:
        """What a worker answered, or one line of why it did not."""
        try:
            return Tally(*future.result())
        except KilledWorker:
            reason = "every worker that tried it was lost; the same command tries again"
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
        reason = f"the scheduler at {self._scheduler} was lost; start one, and the same command goes on"
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
    """Keeps Dask's logs, of which each has a level of its own, from saying what we say."""
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
    """What a part says at its end, if it can be seen from here."""
    try:
        tally = checked_part(store, plan, number, whole=False)
    except SurveyError:
        return None
    return tally if isinstance(tally, Tally) else None


def solve_block(path: str, number: int, fingerprint: str) -> Tally:
    """Solves a block of a survey and writes its part, on one thread: what a worker does, on each thread it has."""
    check_can_solve()
    store, plan = _opened(path, fingerprint)
    part, total = PartWriter(store, plan, number), Tally()
    try:
        for tally, table in tables(plan.spec, plan.block(number), 1, lambda _: None):
            part.write(tally, table)
            total = total + tally
        part.finish()
    except BaseException as error:
        part.abandon(error)
        raise
    return total


@lru_cache(maxsize=4)
def _opened(path: str, fingerprint: str) -> tuple[Store, Plan]:
    """The survey as a worker sees it, if it sees the same one, and solves in the same way."""
    store = open_store(path)
    try:
        plan = find_plan(store).plan
    except NoSurveyError:
        raise SurveyError(f"a worker does not see {path}: give storage that all workers share") from None
    if plan.version != __version__:
        raise SurveyError(f"a worker has freecell {__version__}, and the survey is by {plan.version}: install the same")
    if plan.fingerprint != fingerprint:
        raise SurveyError(f"a worker sees another survey in {path}: give storage that all workers share")
    return store, plan
