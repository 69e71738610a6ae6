"""Dealing: one board is compared with pysol_cards, many with a plain C++ loop, the command with the start of Python.

python benchmarks/deal.py
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from measure import Compared, Measured, Result, duration, maximum, megabytes, minimum, report, seconds
from pysol_cards.deal_game import Game
from pysol_cards.random import RandomBase

import freecell

MANY = 1_000_000


def one_board() -> Compared:
    """The rows of 300 deals, as lists of cards."""

    def ours() -> None:
        for number in range(1, 301):
            freecell.deal(number).rows  # noqa: B018

    def theirs() -> None:
        for number in range(1, 301):
            game = Game("freecell", number, RandomBase.DEALS_MS)
            game.deal()
            game.freecell()
            columns = game.board.columns.cols
            [[column[row] for column in columns if row < len(column)] for row in range(7)]

    mine, other = (time / 300 for time in seconds(ours, theirs, rounds=31))
    what = "dealing one board, plain Python"
    return Compared(what, "pysol_cards", duration(mine), duration(other), other / mine, least=5)


def many_boards(folder: Path) -> list[Result]:
    """A million deals into allocated memory, by the core and by the loop in scalar_deals.cpp."""
    library = folder / "scalar_deals.so"
    source = Path(__file__).with_name("scalar_deals.cpp")
    flags = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-shared"]  # the same options as in CMakeLists.txt
    subprocess.run([os.environ.get("CXX", "c++"), *flags, "-o", str(library), str(source)], check=True)
    scalar = ctypes.CDLL(str(library)).scalar_deals
    out = np.zeros((MANY, 52), np.uint8)
    address = ctypes.c_void_p(out.ctypes.data)
    scalar(ctypes.c_uint64(1), ctypes.c_uint64(MANY), address)
    assert (out == freecell.deals(1, MANY + 1)).all()

    from freecell import _core

    one, two, plain = seconds(
        lambda: _core.deal_block(1, out, 1),
        lambda: _core.deal_block(1, out, 2),
        lambda: scalar(ctypes.c_uint64(1), ctypes.c_uint64(MANY), address),
        rounds=15,
    )
    times = duration(one / MANY), duration(plain / MANY)
    return [
        Compared(
            "dealing one board in a batch of a million, one thread", "plain C++ loop", *times, plain / one, least=1.5
        ),
        minimum("speed of dealing a million boards on two threads, compared with one", one / two, 1.8, "{:.2f}".format),
    ]


def commands() -> list[Compared]:
    """`freecell deal 617` and `freecell --version` from the shell, in processor time."""
    script = Path(sys.executable).with_name("freecell")

    def run(*arguments: str | Path) -> None:
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)

    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    jobs = (
        lambda: run(script, "deal", "617"),
        lambda: run(script, "--version"),
        lambda: run(sys.executable, "-c", "pass"),
    )
    deal, version, start = seconds(*jobs, rounds=60, clock=used)
    times = duration(deal), duration(version), duration(start)
    return [
        Compared(
            "`freecell deal 617`, processor time", "`python -c pass`", times[0], times[2], start / deal, least=1 / 2.3
        ),
        Compared(
            "`freecell --version`, processor time", "`freecell deal 617`", times[1], times[0], deal / version, least=1
        ),
    ]


def memory(folder: Path) -> Measured:
    """The peak memory of writing ten million deals to Parquet."""
    script = Path(sys.executable).with_name("freecell")
    process = subprocess.Popen([script, "deal", "1..10000000", "--output", folder / "deals.parquet"])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    peak = usage.ru_maxrss / 1024
    size = (folder / "deals.parquet").stat().st_size / 1e7
    what = f"peak memory of ten million deals to Parquet ({size:.0f} bytes per deal)"
    return maximum(what, peak, 500, megabytes)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        report("Dealing", [one_board(), *many_boards(Path(name)), *commands(), memory(Path(name))])
