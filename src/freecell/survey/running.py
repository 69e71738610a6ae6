"""Running a survey: the blocks that are not there yet, on the threads here. Those of a cluster are in `cluster`.

What is there and whole is not done again. So a run that was killed goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from freecell import __version__
from freecell.engine import check_can_solve, thread_count
from freecell.errors import SurveyError, quoted
from freecell.survey.manifest import MANIFEST, NoPlanError, NoSurveyError, find_plan, is_begun, write_plan
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, tables
from freecell.survey.plan import Plan
from freecell.survey.spec import Spec
from freecell.survey.store import LOCK, Store, open_store

_READERS = 16  # threads that look at parts: storage far away answers slowly

Begin = Callable[[Plan, Tally], object]
"""A function that is told the plan, and what is done already."""

Check = Callable[[int, int], object]
"""A function that is told how many parts were looked at, and of how many."""

Warn = Callable[[str], object]
"""A function that is told what was wrong, in a line."""


class Done(NamedTuple):
    """What a run came to: the plan, the verdicts of all of the survey, and how many deals were solved before."""

    plan: Plan
    tally: Tally
    before: int


class Verified(NamedTuple):
    """What was found of a survey: its plan, how many parts are there, and what was wrong with which files."""

    plan: Plan
    parts: int
    damaged: dict[str, str]


def run(
    path: str | Path,
    spec: Spec,
    *,
    block_size: int | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    quick: bool = False,
    check: Check = lambda _done, _of: None,
    begin: Begin = lambda _plan, _tally: None,
    advance: Advance = lambda _: None,
    warn: Warn = lambda _: None,
) -> Done:
    """Solves what a spec says into a folder or to an address, or goes on with it, until all of it is done.

    block_size  how many deals become a file; if it isn't given, one that suits the spec
    threads     how many solve here; all cores if it isn't given
    scheduler   the address of a Dask scheduler, whose workers solve instead
    quick       of the parts that are there, only the ends are read; otherwise all of them, and what is damaged is
                made again
    check       is told how many of the parts that are there were read, and of how many
    begin       is told the plan, and what is done already
    advance     is told of each few deals more
    warn        is told what had to be done again, and why

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     survey.run(folder, survey.Spec(range(11_980, 11_985))).tally
    Tally(solved=4, unsolvable=1, undecided=0)
    """
    if not isinstance(spec, Spec):
        raise SurveyError(f"expected a Spec, got {quoted(spec)}; use Spec(range(1, 1001))")
    threads = thread_count(threads)
    check_can_solve()  # before anything is made
    store, new = open_store(path), Plan.of(spec, block_size)
    _check_fresh(store)
    if (done := _done(store, new, block_size, check, whole=not quick)) is not None:
        begin(done.plan, done.tally)
        return done
    store.create()
    with store.lock():
        store.tidy()
        plan = _planned(store, new, block_size, warn)
        there = _parts_there(store, plan)
        tally, damaged = _state(store, plan, there, check, whole=not quick)
        for number, reason in damaged.items():
            warn(f"{part_name(number)} is damaged and will be made again: {reason}")
        missing = sorted(set(range(plan.blocks)).difference(there).union(damaged))
        begin(plan, tally)
        before = sum(tally)

        def count(more: Tally) -> None:
            nonlocal tally
            tally = tally + more
            advance(more)

        _solve(store, plan, missing, threads, scheduler, count, warn)
    return Done(plan, tally, before)


def verify(
    path: str | Path,
    *,
    threads: int | None = None,
    scheduler: str | None = None,
    check: Check = lambda _done, _of: None,
    begin: Begin = lambda _plan, _tally: None,
    advance: Advance = lambda _: None,
    warn: Warn = lambda _: None,
) -> Verified:
    """Reads all that is there of a survey, and makes again what is damaged: parts, and the manifest. No other block.

    A survey that is whole is not written to. What the arguments mean is the same as for `run`; `warn` is told of each
    file that is damaged, before any is made again.

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     done = survey.run(folder, survey.Spec(range(1, 9)))
    ...     survey.verify(folder).damaged
    {}
    """
    threads = thread_count(threads)
    store = open_store(path)
    plan, problem = find_plan(store)
    there = _parts_there(store, plan)
    _, damaged = _state(store, plan, there, check, whole=True)
    found = {} if problem is None else {MANIFEST: problem}
    found |= {part_name(number): reason for number, reason in damaged.items()}
    if problem is not None:
        warn(problem)
    for number, reason in damaged.items():
        warn(f"{part_name(number)} is damaged: {reason}")
    if damaged:
        _check_version(store, plan)
        check_can_solve()
    if found:
        with store.lock():
            store.tidy()
            if problem is not None:
                write_plan(store, plan)
            # Somebody may have made some again before this was locked.
            tally, damaged = _state(store, plan, list(damaged), check, whole=True)
            begin(plan, tally)
            _solve(store, plan, sorted(damaged), threads, scheduler, advance, warn)
    return Verified(plan, len(there), found)


def _check_fresh(store: Store) -> None:
    """Refuses a folder of other things, in which a survey would get lost."""
    names = store.names()
    other = [name for name in names if name not in (LOCK, MANIFEST) and not name.endswith(".part")]
    if MANIFEST not in names and other:
        try:
            find_plan(store)  # in the parts, if they are that
        except NoSurveyError:
            raise SurveyError(
                f"{store.path} has other files, such as {other[0]}, and no survey: give a new folder"
            ) from None


def _done(store: Store, new: Plan, block_size: int | None, check: Check, *, whole: bool) -> Done | None:
    """What a survey came to that is done. It needs no lock to say so: the disk may be one that can't be written to."""
    try:
        plan, problem = find_plan(store)
    except (NoSurveyError, NoPlanError):
        return None
    _check_same(store, plan, new, block_size)
    if problem is not None or len(there := _parts_there(store, plan)) < plan.blocks:
        return None
    tally, damaged = _state(store, plan, there, check, whole=whole)
    if damaged:
        return None
    store.tidy()
    return Done(plan, tally, sum(tally))


def _planned(store: Store, new: Plan, block_size: int | None, warn: Warn) -> Plan:
    """The plan of the survey that is there, if it has the same spec; or the new one."""
    try:
        plan, problem = find_plan(store)
    except NoSurveyError:
        write_plan(store, new)
        return new
    except NoPlanError:
        if not is_begun(store, new):
            raise
        warn(f"{MANIFEST} was not written whole, and nothing else was; it is written again")
        write_plan(store, new)
        return new
    _check_same(store, plan, new, block_size)
    if problem is not None:
        warn(problem)
        write_plan(store, plan)
    return plan


def _check_same(store: Store, plan: Plan, new: Plan, block_size: int | None) -> None:
    """Refuses to go on with another survey than the one that is there."""
    if (difference := plan.spec.difference(new.spec)) is not None:
        raise SurveyError(f"{store.path} is another survey: {difference}; give another folder")
    if block_size not in (None, plan.block_size):
        raise SurveyError(f"{store.path} has blocks of {plan.block_size} deals, not {block_size}")
    _check_version(store, plan)


def _check_version(store: Store, plan: Plan) -> None:
    if plan.version != __version__:
        raise SurveyError(
            f"{store.path} was begun by freecell {plan.version}, and this is {__version__}, which may solve otherwise: "
            "finish it with that version, or give another folder"
        )


def _parts_there(store: Store, plan: Plan) -> list[int]:
    """The numbers of the parts that are there, whole or not."""
    names = set(store.names())
    return [number for number in range(plan.blocks) if part_name(number) in names]


def _state(store: Store, plan: Plan, there: list[int], check: Check, *, whole: bool) -> tuple[Tally, dict[int, str]]:
    """The verdicts of the parts that are well, and what is wrong with the others."""
    tally, damaged = Tally(), {}

    def checked(number: int) -> Tally | str:
        return checked_part(store, plan, number, whole=whole)

    with ThreadPoolExecutor(_READERS) as pool:
        try:
            for done, (number, found) in enumerate(zip(there, pool.map(checked, there), strict=True), 1):
                if isinstance(found, Tally):
                    tally = tally + found
                else:
                    damaged[number] = found
                check(done, len(there))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return tally, damaged


def _solve(
    store: Store,
    plan: Plan,
    missing: list[int],
    threads: int,
    scheduler: str | None,
    advance: Advance,
    warn: Warn,
) -> None:
    if missing and scheduler is not None:
        from freecell.survey.cluster import solve_there

        solve_there(scheduler, store, plan, missing, advance, warn)
    elif missing:
        _solve_here(store, plan, missing, threads, advance)


def _solve_here(store: Store, plan: Plan, missing: Iterable[int], threads: int, advance: Advance) -> None:
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
