"""Surveys on a real Dask cluster that loses a worker, all workers, or its scheduler."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import distributed
import pytest

import freecell
from freecell import survey
from freecell.errors import MissingDependencyError, SurveyError
from freecell.survey import cluster

from ..helpers.commands import run
from ..helpers.programs import PATIENCE
from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.surveying import begun, parts, rows_of, wait_until

DEALS = range(1, 2001)
Worker = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same deals, solved on this machine."""
    path = tmp_path_factory.mktemp("first") / "s"
    survey.run(path, spec(DEALS))
    return path


@contextmanager
def dask(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes], Worker]]:
    """A scheduler: its address, its process, and a function that starts a worker with one thread."""
    found, running = folder / "scheduler.json", []

    def start(
        *arguments: object, python: Sequence[str] = (sys.executable,), env: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        texts = [*python, "-m", "dask", *map(str, arguments)]
        running.append(subprocess.Popen(texts, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env))
        return running[-1]

    def worker(*options: object, **settings: Any) -> subprocess.Popen[bytes]:
        own = ["--nthreads", 1, "--no-nanny", "--no-dashboard", "--local-directory", folder / f"w{len(running)}"]
        return start("worker", address, *own, *options, **settings)

    try:
        options = ["--host", "127.0.0.1", "--port", 0, "--no-dashboard", "--scheduler-file", found]
        scheduler = start("scheduler", *options)
        wait_until(lambda: found.exists() and found.stat().st_size > 0, scheduler)
        address = json.loads(found.read_text())["address"]
        yield address, scheduler, worker
    finally:
        for process in running:
            process.kill()
            process.wait()


def test_losing_workers_loses_no_blocks(first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When one of two is killed, the other takes over. When both are, the survey waits and reports it."""
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    path, said = tmp_path / "s", list[str]()
    with dask(tmp_path) as (address, _, start):
        workers = [start(), start()]
        survey_thread = threading.Thread(
            target=survey.run,
            args=(path, spec(DEALS)),
            kwargs={"block_size": 25, "scheduler": address, "warn": said.append},
        )
        survey_thread.start()
        wait_until(lambda: parts(path) > 3)
        workers[0].kill()
        before = parts(path)
        wait_until(lambda: parts(path) > before + 3)
        said.clear()  # messages from before there were workers
        workers[1].kill()
        wait_until(lambda: bool(said))
        assert parts(path) < 80
        start()
        survey_thread.join(timeout=PATIENCE)
        assert not survey_thread.is_alive()
        assert rows_of(path) == rows_of(first)
        assert re.fullmatch(
            rf"the scheduler at {address} has had no workers for \d+ seconds: start some to continue, or "
            "press Ctrl-C and resume later with the same command",
            said[0],
        )
        # A cluster also repairs damaged parts.
        part = path / "part-000003.parquet"
        part.write_bytes(part.read_bytes()[:-1])
        assert survey.verify(path, scheduler=address).damaged.keys() == {part.name}
        assert rows_of(path) == rows_of(first)


def check_that_unable_workers_are_rejected(address: str, start: Worker, folder: Path) -> None:
    """One worker lacks freecell, in a Python that sees all other installed packages; another lacks the core.

    Each causes a one-line error.
    """
    packages = folder / "packages"
    packages.mkdir()
    for entry in Path(distributed.__file__).parent.parent.iterdir():
        if not entry.name.startswith("freecell"):
            (packages / entry.name).symlink_to(entry)
    (folder / "without.py").write_text("import sys; sys.modules['freecell._core'] = None\n")
    worker = start(python=[sys.executable, "-S"], env={**os.environ, "PYTHONPATH": str(packages)})
    wait_until((folder / "w1").exists, worker)
    assert worker.poll() is None
    with pytest.raises(SurveyError, match=r"^the worker at tcp://.* doesn't have freecell: install freecell .* there$"):
        survey.run(folder / "none", spec(range(1, 9)), block_size=4, scheduler=address)
    worker.kill()
    worker.wait()
    worker = start("--preload", folder / "without.py")
    with pytest.raises(MissingDependencyError, match=r"^a worker can't solve: solving needs the compiled core: .*$"):
        survey.run(folder / "none", spec(range(1, 9)), block_size=4, scheduler=address)
    worker.kill()
    worker.wait()


def test_ctrl_c_and_a_lost_scheduler_cause_one_line_errors(tmp_path: Path) -> None:
    """So do workers that can't solve."""
    path = tmp_path / "s"
    question = ["1..200000", "--block", "200", "--output", str(path)]
    with dask(tmp_path) as (address, scheduler, start):
        check_that_unable_workers_are_rejected(address, start, tmp_path)
        start()
        with begun(*question, "--scheduler", address) as process:
            wait_until(lambda: parts(path) > 1, process)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=PATIENCE)[0] == b""
        assert process.returncode == 130
        before = parts(path)
        with begun(*question, "--scheduler", address) as process:
            wait_until(lambda: parts(path) > before + 1, process)
            scheduler.kill()
            out, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (1, b"")
        assert said.decode() == (
            f"freecell: can't write {path}: the scheduler at {address} was lost; "
            "start it again, and resume with the same command\n"
        )
    assert survey.verify(path).damaged == {}
    line = run("survey", "run", "1..9", "-o", f"{tmp_path}/t", "--scheduler", "tcp:/", code=2)
    assert "no Dask scheduler answers at 'tcp:/'" in line
