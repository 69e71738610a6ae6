"""Running a survey: the blocks that are not there yet, on the threads here or on a Dask cluster.

Whoever solves a block writes its part; what is there is not done again. So a run that was killed goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from freecell import __version__
from freecell.core import thread_count
from freecell.errors import MissingExtraError, SurveyError
from freecell.solving import compiled_core
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, tables
from freecell.survey.plan import MANIFEST, Plan
from freecell.survey.question import Question
from freecell.survey.store import LOCK, Store, open_store

_READERS = 16  # threads that look at parts: storage far away answers slowly
_RETRIES = 2  # of a block that failed on a worker, as when storage does not answer
_AHEAD = 2  # blocks that are sent for each thread of a cluster, so that none waits for work


class Done(NamedTuple):
    """What a run came to: the plan, the verdicts of all of the survey, and how many deals were solved before."""

    plan: Plan
    tally: Tally
    before: int


def run(
    path: str | Path,
    question: Question,
    *,
    block_size: int | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    begin: Callable[[Plan, Tally], object] = lambda _plan, _tally: None,
    advance: Advance = lambda _: None,
    warn: Callable[[str], object] = lambda _: None,
) -> Done:
    """Answers the question in a folder or at an address, or goes on with it, until all of it is done.

    block_size  how many deals become a file; if it isn't given, one that suits the question
    threads     how many solve here; all cores if it isn't given
    scheduler   the address of a Dask scheduler, whose workers solve instead
    begin       is told the plan, and what is done already
    advance     is told of each few deals more
    warn        is told what had to be done again, and why
    """
    threads = thread_count(threads)
    compiled_core()  # before anything is made
    store = open_store(path)
    _check_fresh(store)
    store.create()
    with store.lock():
        store.tidy()
        plan = _planned(store, question, block_size)
        tally, missing = _state(store, plan, warn)
        begin(plan, tally)
        before = sum(tally)

        def count(more: Tally) -> None:
            nonlocal tally
            tally = tally.plus(more)
            advance(more)

        if missing and scheduler is not None:
            _solve_there(scheduler, store, plan, missing, count, warn)
        elif missing:
            _solve_here(store, plan, missing, threads, count)
    return Done(plan, tally, before)


def _check_fresh(store: Store) -> None:
    """Refuses a folder of other things, in which a survey would get lost."""
    names = store.names()
    if MANIFEST not in names and (other := [name for name in names if name != LOCK and not name.endswith(".part")]):
        raise SurveyError(f"{store.path} has other files, such as {other[0]}, and no survey: give a new folder")


def _planned(store: Store, question: Question, block_size: int | None) -> Plan:
    """The plan of the survey that is there, if it answers the same question; or a new one."""
    if MANIFEST not in store.names():
        plan = Plan.of(question, block_size)
        with store.writing(MANIFEST) as file:
            file.write(plan.to_json())
        return plan
    plan = read_plan(store)
    if (difference := plan.question.difference(question)) is not None:
        raise SurveyError(f"{store.path} answers another question: {difference}; give another folder")
    if block_size not in (None, plan.block_size):
        raise SurveyError(f"{store.path} has blocks of {plan.block_size} deals, not {block_size}")
    if plan.version != __version__:
        raise SurveyError(
            f"{store.path} was begun by freecell {plan.version}, and this is {__version__}, which may solve otherwise: "
            "finish it with that version, or give another folder"
        )
    return plan


def read_plan(store: Store) -> Plan:
    """The plan of the survey that is there."""
    try:
        text = store.read(MANIFEST)
    except (FileNotFoundError, NotADirectoryError):
        raise SurveyError(f"there is no survey in {store.path}: it has no {MANIFEST}") from None
    return Plan.from_json(text, f"{store.path}: {MANIFEST}")


def _state(store: Store, plan: Plan, warn: Callable[[str], object]) -> tuple[Tally, list[int]]:
    """The verdicts of the blocks that are done, and the numbers of the others."""
    tally = Tally()
    names = set(store.names())
    there = [number for number in range(plan.blocks) if part_name(number) in names]
    damaged = []
    with ThreadPoolExecutor(_READERS) as pool:
        for number, checked in zip(there, pool.map(lambda number: checked_part(store, plan, number), there), strict=True):
            if isinstance(checked, Tally):
                tally = tally.plus(checked)
            else:
                warn(f"{part_name(number)} is damaged and will be made again: {checked}")
                damaged.append(number)
    return tally, sorted(set(range(plan.blocks)).difference(there) | set(damaged))


def _solve_here(store: Store, plan: Plan, missing: list[int], threads: int, advance: Advance) -> None:
    """Solves on this thread and its helpers in the core, and writes on another meanwhile."""
    last: Future[None] = Future()
    last.set_result(None)
    with ThreadPoolExecutor(1) as pool:
        for number in missing:
            part = PartWriter(store, plan, number)
            try:
                for tally, table in tables(plan.question, plan.block(number), threads, advance):
                    last.result()
                    last = pool.submit(part.write, tally, table)
                last.result()
                last = pool.submit(part.finish)
            except BaseException:
                wait([last])
                part.abandon()
                raise
        last.result()


def solve_block(path: str, number: int, fingerprint: str) -> Tally:
    """Solves a block of a survey and writes its part: what a Dask worker does, on one thread."""
    store, plan = _opened(path, fingerprint)
    part = PartWriter(store, plan, number)
    total = Tally()
    try:
        for tally, table in tables(plan.question, plan.block(number), 1, lambda _: None):
            part.write(tally, table)
            total = total.plus(tally)
        part.finish()
    except BaseException:
        part.abandon()
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


def _solve_there(
    scheduler: str, store: Store, plan: Plan, missing: list[int], advance: Advance, warn: Callable[[str], object]
) -> None:
    """Sends blocks to a Dask cluster, a few at a time for each of its threads."""
    try:
        from distributed import Client, as_completed
    except ModuleNotFoundError:
        raise MissingExtraError("a Dask cluster needs Dask: pip install 'freecell[cluster]'") from None
    try:
        client = Client(scheduler, set_as_default=False, timeout=10)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SurveyError(f"no Dask scheduler answers at {scheduler!r}: {reason}") from None
    path = store.address("").rstrip("/\\")

    with client:
        if not client.ncores():
            warn(f"the scheduler at {scheduler} has no workers yet: waiting for one")
            client.wait_for_workers(1)
        left, running, answers = iter(missing), set(), as_completed([])
        try:
            while True:
                room = _AHEAD * max(1, sum(client.ncores().values())) - len(running)
                for number in islice(left, max(0, room)):
                    future = client.submit(
                        solve_block, path, number, plan.fingerprint, pure=False, retries=_RETRIES
                    )
                    running.add(future)
                    answers.add(future)
                if not running:
                    break
                future = next(answers)
                running.remove(future)
                advance(Tally(*future.result()))
        except BaseException:
            client.cancel(list(running))
            raise
