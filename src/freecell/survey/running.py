"""Running a survey: the blocks that are not there yet, on the threads here. Those of a cluster are in `cluster`.

What is there is not done again. So a run that was killed goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from freecell import __version__
from freecell.engine import check_can_solve, thread_count
from freecell.errors import SurveyError
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, tables
from freecell.survey.plan import MANIFEST, Plan, read_plan
from freecell.survey.spec import Spec
from freecell.survey.store import LOCK, Store, open_store

_READERS = 16  # threads that look at parts: storage far away answers slowly


class Done(NamedTuple):
    """What a run came to: the plan, the verdicts of all of the survey, and how many deals were solved before."""

    plan: Plan
    tally: Tally
    before: int


def run(
    path: str | Path,
    spec: Spec,
    *,
    block_size: int | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    begin: Callable[[Plan, Tally], object] = lambda _plan, _tally: None,
    advance: Advance = lambda _: None,
    warn: Callable[[str], object] = lambda _: None,
) -> Done:
    """Solves what a spec says into a folder or to an address, or goes on with it, until all of it is done.

    block_size  how many deals become a file; if it isn't given, one that suits the spec
    threads     how many solve here; all cores if it isn't given
    scheduler   the address of a Dask scheduler, whose workers solve instead
    begin       is told the plan, and what is done already
    advance     is told of each few deals more
    warn        is told what had to be done again, and why
    """
    threads = thread_count(threads)
    check_can_solve()  # before anything is made
    store, new = open_store(path), Plan.of(spec, block_size)
    _check_fresh(store)
    store.create()
    with store.lock():
        store.tidy()
        plan = _planned(store, new, block_size)
        tally, missing = _state(store, plan, warn)
        begin(plan, tally)
        before = sum(tally)

        def count(more: Tally) -> None:
            nonlocal tally
            tally = tally.plus(more)
            advance(more)

        if missing and scheduler is not None:
            from freecell.survey.cluster import solve_there

            solve_there(scheduler, store, plan, missing, count, warn)
        elif missing:
            _solve_here(store, plan, missing, threads, count)
    return Done(plan, tally, before)


def _check_fresh(store: Store) -> None:
    """Refuses a folder of other things, in which a survey would get lost."""
    names = store.names()
    if MANIFEST not in names and (other := [name for name in names if name != LOCK and not name.endswith(".part")]):
        raise SurveyError(f"{store.path} has other files, such as {other[0]}, and no survey: give a new folder")


def _planned(store: Store, new: Plan, block_size: int | None) -> Plan:
    """The plan of the survey that is there, if it has the same spec; or the new one."""
    if MANIFEST not in store.names():
        with store.writing(MANIFEST) as file:
            file.write(new.to_json())
        return new
    plan = read_plan(store)
    if (difference := plan.spec.difference(new.spec)) is not None:
        raise SurveyError(f"{store.path} is another survey: {difference}; give another folder")
    if block_size not in (None, plan.block_size):
        raise SurveyError(f"{store.path} has blocks of {plan.block_size} deals, not {block_size}")
    if plan.version != __version__:
        raise SurveyError(
            f"{store.path} was begun by freecell {plan.version}, and this is {__version__}, which may solve otherwise: "
            "finish it with that version, or give another folder"
        )
    return plan


def _state(store: Store, plan: Plan, warn: Callable[[str], object]) -> tuple[Tally, list[int]]:
    """The verdicts of the blocks that are done, and the numbers of the others."""
    tally = Tally()
    names = set(store.names())
    there = [number for number in range(plan.blocks) if part_name(number) in names]
    damaged = []
    with ThreadPoolExecutor(_READERS) as pool:
        for number, checked in zip(
            there, pool.map(lambda number: checked_part(store, plan, number), there), strict=True
        ):
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
                for tally, table in tables(plan.spec, plan.block(number), threads, advance):
                    last.result()
                    last = pool.submit(part.write, tally, table)
                last.result()
                last = pool.submit(part.finish)
            except BaseException as error:
                wait([last])
                part.abandon(error)
                raise
        last.result()
