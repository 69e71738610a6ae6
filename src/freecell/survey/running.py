"""Runs a survey: solves the missing blocks on local threads. `cluster` does the same on a cluster.

Intact parts aren't computed again, so a run that was killed resumes where it stopped.
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
from freecell.survey.parts import Advance, PartWriter, Tally, checked_part, part_name, solved_rows
from freecell.survey.plan import Plan
from freecell.survey.spec import Spec
from freecell.survey.store import LOCK, Store, open_store

_READERS = 16  # threads that check parts, because remote storage responds slowly

Begin = Callable[[Plan, Tally], object]
"""A function that is called with the plan and the tally so far."""

Check = Callable[[int, int], object]
"""A function that is called with the number of checked parts and the number of all parts."""

Warn = Callable[[str], object]
"""A function that is called with one-line warnings."""


def _ignore(*_: object) -> None:
    """The default callback, which does nothing."""


class Done(NamedTuple):
    """The result of a run: the plan, the tally of the whole survey, and how many deals earlier runs solved."""

    plan: Plan
    tally: Tally
    before: int

    def __str__(self) -> str:
        return f"{sum(self.tally)} deals: {self.tally}"


class Verified(NamedTuple):
    """The result of verifying a survey: its plan, the number of parts, and the damaged files with their problems."""

    plan: Plan
    parts: int
    damaged: dict[str, str]

    def __str__(self) -> str:
        damaged = ", ".join(f"{name}: {problem}" for name, problem in self.damaged.items())
        return f"{self.parts} files, {damaged or 'none of them damaged'}"


def run(
    path: str | Path,
    spec: Spec,
    *,
    block_size: int | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    quick: bool = False,
    check: Check | None = None,
    begin: Begin | None = None,
    advance: Advance | None = None,
    warn: Warn | None = None,
) -> Done:
    """Run a survey into a folder or to an address, or resume it, until it is finished.

    block_size  the number of deals per file (default: one that suits the spec)
    threads     the number of threads (default: all cores)
    scheduler   the address of a Dask scheduler whose workers solve instead
    quick       check only the ends of existing parts; otherwise verify them completely and recompute damaged ones
    check       called with the number of checked parts and the number of all existing parts
    begin       called with the plan and the tally so far
    advance     called with the number of newly finished deals
    warn        called with a one-line message for each file that is recomputed

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     survey.run(folder, survey.Spec(range(11_980, 11_985))).tally
    Tally(solved=4, unsolvable=1, undecided=0)
    """
    if not isinstance(spec, Spec):
        raise SurveyError(f"expected a Spec, got {quoted(spec)}; use Spec(range(1, 1001))")
    check, begin, advance, warn = check or _ignore, begin or _ignore, advance or _ignore, warn or _ignore
    threads = thread_count(threads)
    check_can_solve()  # before creating anything
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
            warn(f"{part_name(number)} is damaged and will be recomputed: {reason}")
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
    check: Check | None = None,
    begin: Begin | None = None,
    advance: Advance | None = None,
    warn: Warn | None = None,
) -> Verified:
    """Verify all files of a survey, and recompute damaged parts and a damaged manifest, but no missing blocks.

    An intact survey is not written to. The arguments are the same as for `run`; `warn` is called for each damaged file
    before any is recomputed.

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     done = survey.run(folder, survey.Spec(range(1, 9)))
    ...     survey.verify(folder).damaged
    {}
    """
    check, begin, advance, warn = check or _ignore, begin or _ignore, advance or _ignore, warn or _ignore
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
            # Another process may have recomputed some before we got the lock.
            tally, damaged = _state(store, plan, list(damaged), check, whole=True)
            begin(plan, tally)
            _solve(store, plan, sorted(damaged), threads, scheduler, advance, warn)
    return Verified(plan, len(there), found)


def _check_fresh(store: Store) -> None:
    """Reject a folder that has other files but no survey."""
    names = store.names()
    other = [name for name in names if name not in (LOCK, MANIFEST) and not name.endswith(".part")]
    if MANIFEST not in names and other:
        try:
            find_plan(store)  # the parts may be of a survey
        except NoSurveyError:
            raise SurveyError(
                f"{store.path} contains files but no survey, such as {other[0]}: give a new folder"
            ) from None


def _done(store: Store, new: Plan, block_size: int | None, check: Check, *, whole: bool) -> Done | None:
    """The result if the survey is finished. This needs no lock, so the disk may be read-only."""
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
    """The plan of the existing survey if it has the same spec, or else the new plan."""
    try:
        plan, problem = find_plan(store)
    except NoSurveyError:
        write_plan(store, new)
        return new
    except NoPlanError:
        if not is_begun(store, new):
            raise
        warn(f"{MANIFEST} was incomplete and is written again; there were no other files")
        write_plan(store, new)
        return new
    _check_same(store, plan, new, block_size)
    if problem is not None:
        warn(problem)
        write_plan(store, plan)
    return plan


def _check_same(store: Store, plan: Plan, new: Plan, block_size: int | None) -> None:
    """Raise an error unless the existing survey is the same as the requested one."""
    if (difference := plan.spec.difference(new.spec)) is not None:
        raise SurveyError(f"{store.path} has a different survey: {difference}; give another folder")
    if block_size not in (None, plan.block_size):
        raise SurveyError(f"the survey in {store.path} has blocks of {plan.block_size} deals, not {block_size}")
    _check_version(store, plan)


def _check_version(store: Store, plan: Plan) -> None:
    if plan.version != __version__:
        raise SurveyError(
            f"{store.path} was started by freecell {plan.version}, but this is {__version__}, which may find other "
            "solutions: finish the survey with that version, or give another folder"
        )


def _parts_there(store: Store, plan: Plan) -> list[int]:
    """The numbers of the existing parts, intact or not."""
    names = set(store.names())
    return [number for number in range(plan.blocks) if part_name(number) in names]


def _state(store: Store, plan: Plan, there: list[int], check: Check, *, whole: bool) -> tuple[Tally, dict[int, str]]:
    """The tallies of the intact parts, and the problems with the others."""
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
    """Solve on this thread and the threads of the core, while another thread writes."""
    last: Future[None] = Future()
    last.set_result(None)
    with ThreadPoolExecutor(1) as pool:
        for number in missing:
            part = PartWriter(store, plan, number)
            try:
                for rows in solved_rows(plan.spec, plan.block(number), threads, advance):
                    _finished(last)
                    last = pool.submit(part.write, rows)
                _finished(last)
                last = pool.submit(part.finish)
            except BaseException as error:
                wait([last])
                part.abandon(error)
                raise
        _finished(last)


def _finished(written: Future[None]) -> None:
    """Wait for the writer. A signal that comes just before a wait is noticed only when the wait ends."""
    while not wait([written], 0.5).done:
        pass
    written.result()
