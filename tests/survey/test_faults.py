"""Surveys on a disk that fails at any call or loses power at any moment: no row is lost, and none is wrong."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import BinaryIO

import pytest

import freecell
from freecell import survey
from freecell.atomic import remove_leftovers, replacing, unnamed
from freecell.errors import SurveyError

from ..helpers.faulty_disk import Disk, Step, power_cut
from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.surveying import rows_of

DEALS = range(1, 13)
BLOCK = 4


def run_survey(path: Path | str) -> survey.Done:
    return survey.run(path, spec(DEALS), block_size=BLOCK, threads=1)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("undisturbed") / "s"
    run_survey(path)
    return path


right_rows = cache(rows_of)


def assert_whole(path: Path, undisturbed: Path) -> None:
    assert rows_of(path) == right_rows(undisturbed)
    assert survey.verify(path).damaged == {}
    assert sorted(os.listdir(path)) == sorted(os.listdir(undisturbed))


@pytest.mark.parametrize(("code", "stays"), [(errno.EIO, False), (errno.EINTR, False), (errno.ENOSPC, True)])
def test_a_failing_system_call_loses_nothing(undisturbed: Path, tmp_path: Path, code: int, stays: bool) -> None:
    """It fails once, or from then on. Afterwards, the same command produces the same rows."""
    failed: set[str] = set()
    for place in count():
        folder = tmp_path / f"{place}"
        folder.mkdir()
        disk = Disk(folder, fail_at=place, code=code, stays=stays)
        with disk.mounted(), suppress(OSError, SurveyError):
            run_survey(folder / "s")
        if not disk.failed:
            break
        failed.update(disk.failed)
        run_survey(folder / "s")
        assert_whole(folder / "s", undisturbed)
    assert place >= 40
    assert failed >= {"mkdir", "open .part", "lock", "write", "sync", "rename", "sync of the folder"}


def test_a_read_only_disk_is_reported(undisturbed: Path, tmp_path: Path) -> None:
    """A complete survey reports that it is complete; an incomplete one reports why it can't continue."""
    path = tmp_path / "s"
    shutil.copytree(undisturbed, path)
    left = path / ".part-000000.parquet.0badcafe.part"
    left.write_bytes(b"half of")
    with Disk(tmp_path, fail_at=0, code=errno.EROFS, stays=True).mounted():
        done = run_survey(path)
        assert (done.before, sum(done.tally)) == (12, 12)
        assert left.exists()
        (path / "part-000001.parquet").rename(tmp_path / "elsewhere")
        with pytest.raises(OSError, match=os.strerror(errno.EROFS)):
            run_survey(path)


def test_an_abandoned_part_raises_nothing_when_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyArrow writes the footer of a file when it is garbage-collected, at any time. That must not fail."""
    with Disk(tmp_path, fail_at=20).mounted() as disk, suppress(OSError):
        run_survey(tmp_path / "s")
    assert disk.failed
    said: list[object] = []
    monkeypatch.setattr("traceback.format_exception", lambda *error: said.extend(error))
    gc.collect()
    assert said == []


def recorded(folder: Path) -> list[Step]:
    folder.mkdir()
    with Disk(folder).mounted() as disk:
        run_survey(folder / "s")
    return disk.steps


@pytest.mark.parametrize(
    ("names", "data"), [(1, 0), (0, 0), (0.5, 0.5)], ids=["names without data", "nothing unsynced", "some of it"]
)
def test_a_power_cut_at_any_moment_loses_nothing(undisturbed: Path, tmp_path: Path, names: float, data: float) -> None:
    """Completed work survives, and the same command produces the same rows."""
    steps = recorded(tmp_path / "whole")
    chance = random.Random(617)
    done = 0
    for moment in range(len(steps) + 1):
        if moment and steps[moment - 1][:2] == ("sync", str(tmp_path / "whole" / "s")):  # the folder; parts overlap
            done = sum(step.what == "rename" and "part-" in step.to for step in steps[:moment])
        path = tmp_path / f"{moment}" / "s"
        path.parent.mkdir()
        power_cut(steps[:moment], path, chance, names=names, data=data)
        assert run_survey(path).before >= BLOCK * done
        assert_whole(path, undisturbed)
    assert done == 3


@pytest.mark.parametrize("kept", [0, 0.5, 1], ids=["nothing", "half of it", "all of it"])
def test_an_interrupted_upload_loses_nothing(undisturbed: Path, monkeypatch: pytest.MonkeyPatch, kept: float) -> None:
    """At each file in turn. Some storage keeps the partial upload under the final name."""
    from fsspec.implementations.memory import MemoryFileSystem

    put = MemoryFileSystem.put_file
    for place in range(4):
        path, calls = f"memory://broken-{kept}/{place}", count()

        def put_file(self: MemoryFileSystem, here: str, there: str) -> None:
            if next(calls) == place:  # noqa: B023
                data = Path(here).read_bytes()
                if kept:
                    self.pipe_file(there, data[: int(len(data) * kept)])
                raise TimeoutError(errno.ETIMEDOUT, "no answer")
            put(self, here, there)

        monkeypatch.setattr(MemoryFileSystem, "put_file", put_file)
        with pytest.raises(OSError, match="no answer") as caught:
            run_survey(path)
        assert str(caught.value.filename).startswith(f"{path}/")
        run_survey(path)
        assert rows_of(path) == right_rows(undisturbed)
        assert survey.verify(path).damaged == {}


def test_the_upload_folder_is_cleaned_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leftovers of killed processes are removed, but not files that a live process is writing."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, other = tmp_path / ".freecell-upload.0badcafe.part", tmp_path / ".somebody.else.part"
    left.write_bytes(b"half of")
    other.write_bytes(b"not ours")
    with unnamed(tmp_path / "freecell-upload") as (_, living):
        run_survey("memory://tidied/s")
        assert sorted(tmp_path.iterdir()) == sorted([living, other])
    assert list(tmp_path.iterdir()) == [other]


def test_only_our_own_leftovers_are_removed(tmp_path: Path) -> None:
    kept = [".d.txt-precious.part", ".d.txt.part", ".d.txt.backup.part", ".d.txt.0BADCAFE.part", "d.txt.0badcafe.part"]
    kept += [".d.txt.0badcafe.partly", ".other.txt.0badcafe.part"]
    for name in (*kept, ".d.txt.0badcafe.part"):
        (tmp_path / name).write_bytes(b"dear")
    with replacing(tmp_path / "d.txt"):
        pass
    assert sorted(os.listdir(tmp_path)) == sorted([*kept, "d.txt"])
    remove_leftovers(tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted([*kept[:-1], "d.txt"])


HOLDS = """
import sys, time
from pathlib import Path
from freecell.atomic import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half of")
    file.flush()
    print("holds", flush=True)
    time.sleep(600)
"""


def test_files_being_written_are_never_removed(tmp_path: Path) -> None:
    """Neither by other writers of the same file nor by a survey in the same folder, unless the writer was killed."""
    path, target = tmp_path / "s", tmp_path / "s" / "part-000002.parquet"
    run_survey(path)
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(target)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"holds\n"
        (part,) = path.glob(".*.part")
        run_survey(path)
        remove_leftovers(path)
        with replacing(tmp_path / "s" / "part-000002.parquet") as file:
            file.write(b"other")
            assert len(list(path.glob(".*.part"))) == 2
        assert list(path.glob(".*.part")) == [part]
        assert part.read_bytes() == b"half of"
    finally:
        process.kill()
        process.communicate()
    assert part.exists()
    run_survey(path)
    assert not part.exists()
    assert survey.verify(path).damaged == {}


def test_locks_granted_twice_to_one_process_are_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some network disks do. Threads of one process still don't remove each other's files."""
    monkeypatch.setattr(fcntl, "flock", lambda _file, _how: None)
    with replacing(tmp_path / "file") as file:
        remove_leftovers(tmp_path)
        file.write(b"all of it")
    assert (tmp_path / "file").read_bytes() == b"all of it"


def test_a_file_deleted_before_it_is_locked_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, removed = fcntl.flock, list[str]()

    def late(file: BinaryIO, how: int) -> None:
        if not removed:
            removed.append(file.name)
            os.unlink(file.name)
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    assert removed
    assert (tmp_path / "file").read_bytes() == b"all of it"


def test_disks_without_locks_work(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on some shared disks. Apparent leftovers are removed only after a week, because they may still be in use."""

    def flock(_file: object, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    path = tmp_path / "s"
    run_survey(path)
    assert_whole(path, undisturbed)
    young, old = path / ".part-000000.parquet.00000000.part", path / ".part-000000.parquet.11111111.part"
    for part, age in ((young, 6), (old, 8)):
        part.write_bytes(b"half of")
        os.utime(part, (time.time() - age * 24 * 3600,) * 2)
    run_survey(path)
    assert young.exists()
    assert not old.exists()


@pytest.mark.parametrize("code", [errno.EINVAL, errno.EOPNOTSUPP])
def test_disks_that_cannot_sync_folders_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    sync = os.fsync

    def fsync(number: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{number}"):
            raise OSError(code, os.strerror(code))
        sync(number)

    monkeypatch.setattr(os, "fsync", fsync)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    assert (tmp_path / "file").read_bytes() == b"all of it"
