"""A survey on a Dask cluster: blocks are sent to its workers, and whoever solves a block writes its part.

Only the numbers of blocks and the counts of verdicts go over the wire. A worker that is lost costs the blocks it was
at: Dask gives them to others.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from concurrent.futures import CancelledError
from functools import lru_cache
from itertools import islice

from freecell import __version__
from freecell.errors import MissingDependencyError, SurveyError
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, tables
from freecell.survey.plan import Plan, read_plan
from freecell.survey.store import Store, open_store

try:
    from distributed import Client, Future, KilledWorker, as_completed
except ModuleNotFoundError:
    raise MissingDependencyError("a Dask cluster needs Dask: pip install 'freecell[cluster]'") from None

_RETRIES = 2  # of a block that failed on a worker, as when storage does not answer
_AHEAD = 2  # blocks that are sent for each thread of the cluster, so that none waits for work


def solve_there(
    scheduler: str, store: Store, plan: Plan, missing: list[int], advance: Advance, warn: Callable[[str], object]
) -> None:
    """Has the blocks solved by a cluster, a few at a time for each of its threads."""
    try:
        client = Client(scheduler, set_as_default=False, timeout=10)
    except (OSError, ValueError) as error:
        raise SurveyError(f"no Dask scheduler answers at {scheduler!r}: {str(error).splitlines()[0]}") from None
    path = store.address("").rstrip("/")
    with client:
        if not client.ncores():
            warn(f"the scheduler at {scheduler} has no workers yet: waiting for one")
            client.wait_for_workers(1)
        left, answers = iter(missing), as_completed(loop=client.loop)
        running: dict[Future[Tally], int] = {}
        try:
            while True:
                room = _AHEAD * max(1, sum(client.ncores().values())) - len(running)
                for number in islice(left, max(0, room)):
                    future = client.submit(solve_block, path, number, plan.fingerprint, pure=False, retries=_RETRIES)
                    running[future] = number
                    answers.add(future)
                if not running:
                    break
                future = next(answers)
                number = running.pop(future)
                # Where its part can be seen, that tells: Dask tries for half a minute to ask a worker that was lost.
                tally = checked_part(store, plan, number) if future.status == "finished" else None
                if not isinstance(tally, Tally):
                    tally = _answer(future, scheduler, f"{store.path}/{part_name(number)}")
                advance(tally)
        except BaseException:
            client.cancel(list(running))
            raise


def _answer(future: Future[Tally], scheduler: str, name: str) -> Tally:
    try:
        return Tally(*future.result())
    except KilledWorker:
        raise OSError(errno.EIO, "every worker that tried it was lost; the same command tries again", name) from None
    except CancelledError:
        raise OSError(errno.EIO, f"the scheduler at {scheduler} was lost; the same command goes on", name) from None


def solve_block(path: str, number: int, fingerprint: str) -> Tally:
    """Solves a block of a survey and writes its part, on one thread: what a worker does, on each thread it has."""
    store, plan = _opened(path, fingerprint)
    part, total = PartWriter(store, plan, number), Tally()
    try:
        for tally, table in tables(plan.spec, plan.block(number), 1, lambda _: None):
            part.write(tally, table)
            total = total.plus(tally)
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
        plan = read_plan(store)
    except SurveyError:
        raise SurveyError(f"a worker does not see {path}: give storage that all workers share") from None
    if plan.version != __version__:
        raise SurveyError(f"a worker has freecell {__version__}, and the survey is by {plan.version}: install the same")
    if plan.fingerprint != fingerprint:
        raise SurveyError(f"a worker sees another survey in {path}: give storage that all workers share")
    return store, plan
