"""Surveys: compared with `solve_many`, two threads compared with one, memory, how soon a finished survey is recognized,
and the cost of verifying all data that is read.

python benchmarks/survey.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

import duckdb
from measure import Compared, Result, duration, maximum, megabytes, minimum, report, seconds, table

from freecell import solve_many, survey
from freecell.engine import thread_count
from freecell.survey import Numbers, Spec

DEALS = range(1, 2**17 + 1)
SCRIPT = Path(sys.executable).with_name("freecell")


def throughput(folder: Path) -> list[Result]:
    """All columns written to disk, compared with discarding the solutions of `solve_many`, on the same threads."""
    fresh = count()

    def survey_on(threads: int) -> None:
        survey.run(folder / f"deals-{next(fresh)}", Spec(Numbers([DEALS])), threads=threads)

    def solve_on(threads: int) -> None:
        for _ in solve_many(DEALS, threads=threads):
            pass

    cores = thread_count()
    ours, bare, one = seconds(lambda: survey_on(cores), lambda: solve_on(cores), lambda: survey_on(1), rounds=3)
    fast, plain, slow = (f"{len(DEALS) / time:,.0f}" for time in (ours, bare, one))
    fast += " deals per second"
    return [
        minimum(
            f"{fast} on {cores} threads, compared with {plain} for `solve_many`", bare / ours, 0.85, "{:.2f}".format
        ),
        minimum(f"{fast} on {cores} threads, compared with {slow} on one", one / ours, 0.9 * cores, "{:.2f}".format),
    ]


def million(folder: Path) -> list[Result]:
    """The first million as a command: memory, size, and the same command again."""
    command = [str(SCRIPT), "survey", "run", "1..1000000", "--output", str(folder / "million")]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    assert status == 0
    size = survey.open(folder / "million").size / 1e6
    (again,) = seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), rounds=5)
    what = f"the first million ({took:.0f} s, {size:.1f} bytes per deal)"
    return [
        maximum(f"{what}, peak memory", usage.ru_maxrss / 1024, 600, megabytes),
        maximum("the same command when the survey is complete", again, 1, duration),
    ]


QUESTIONS = {
    "the verdicts": "select verdict, count(*) from deals group by 1",
    "the lengths": "select avg(turns), max(singles) from deals",
    "the solutions": "select max(length(notation)) from deals",
}


def reading(folder: Path) -> list[Result]:
    """The first million: complete verification, and queries, compared with DuckDB reading the files directly."""
    path = folder / "million"
    there = survey.open(path)
    (took,) = seconds(lambda: survey.verify(path), rounds=5)
    results: list[Result] = [
        minimum(f"--verify of {there.size / 1e6:.0f} MB", there.size / 1e6 / took, 200, "{:,.0f} MB per second".format)
    ]
    for what, sql in QUESTIONS.items():

        def bare(sql: str = sql) -> object:
            with duckdb.connect() as connection:
                connection.execute(f"create view deals as from read_parquet('{path}/part-*.parquet')")
                return connection.execute(sql).fetchall()

        def ours(sql: str = sql) -> object:
            return list(there.rows(sql)[1])

        assert sorted(ours()) == sorted(bare())  # type: ignore[call-overload]
        mine, theirs = seconds(ours, bare, rounds=9)
        results.append(
            Compared(
                f"a question about {what}, verified",
                "DuckDB alone",
                duration(mine),
                duration(theirs),
                theirs / mine,
                0.4,
            )
        )
    return results


def sizes(folder: Path) -> None:
    """Print the bytes per deal for each choice of columns."""
    kept = {
        "verdict": "verdict",
        "verdict, lengths": "turns steps cards singles",
        "verdict, lengths, positions, time": "positions microseconds",
        "verdict, lengths, positions, time, solution": "notation",
    }
    names: tuple[str, ...] = ()
    rows = []
    for what, more in kept.items():
        names += tuple(more.split())
        path = folder / what
        survey.run(path, Spec(Numbers([DEALS]), columns=names), block_size=len(DEALS))
        rows.append((what, f"{survey.open(path).size / len(DEALS):.2f}"))
    print("## The size of a survey")
    table(("columns", "bytes per deal"), rows)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        sizes(Path(name))
        print()
        report("Surveys", [*throughput(Path(name)), *million(Path(name)), *reading(Path(name))])
