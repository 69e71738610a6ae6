"""A disk that fails on demand, and one that loses power: records all operations on the files of a folder.

Python opens, writes, syncs and renames files through a few functions. `Disk` wraps them for one folder.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest


class Step(NamedTuple):
    """An operation on the disk: create, write, truncate, sync, rename, unlink or mkdir, a path, and the data."""

    what: str
    path: str
    start: int = 0
    data: bytes = b""
    to: str = ""


class Disk:
    """Records the operations in a folder. Counts the places where something can fail, and fails at the chosen one."""

    def __init__(self, folder: Path, *, fail_at: int | None = None, code: int = errno.EIO, stays: bool = False) -> None:
        self._folder, self._fail_at, self._code, self._stays = str(folder), fail_at, code, stays
        self.places = 0
        self.failed: list[str] = []
        self.steps: list[Step] = []

    def has(self, path: Any) -> bool:
        return isinstance(path, str | os.PathLike) and os.path.abspath(path).startswith(self._folder)

    def place(self, what: str, path: Any = None) -> None:
        """A point where something may fail. The system names the path in errors of calls that are given one."""
        here, self.places = self.places, self.places + 1
        if self._fail_at is not None and (here == self._fail_at or (self._stays and here > self._fail_at)):
            self.failed.append(what)
            raise OSError(self._code, os.strerror(self._code), path)

    @contextmanager
    def mounted(self) -> Iterator[Disk]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(io, "open", self._open(io.open))
            patch.setattr(builtins, "open", io.open)
            patch.setattr(os, "open", self._named(os.open, "open"))
            patch.setattr(os, "mkdir", self._named(os.mkdir, "mkdir"))
            patch.setattr(os, "unlink", self._named(os.unlink, "unlink"))
            patch.setattr(os, "replace", self._rename(os.replace))
            patch.setattr(os, "fsync", self._sync(os.fsync))
            patch.setattr(fcntl, "flock", self._flock(fcntl.flock))
            yield self

    def _open(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opened(path: Any, mode: str = "r", buffering: int = -1, *more: Any, **settings: Any) -> Any:
            if not self.has(path) or not set(mode) & set("wxa+"):
                return real(path, mode, buffering, *more, **settings)
            self.place(f"open {Path(path).suffix}", path)
            new = not os.path.exists(path)
            raw = _File(path, mode.replace("b", ""), self, settings.get("opener"))
            if new:
                self.steps.append(Step("create", str(path)))
            if buffering == 0:
                return raw
            file = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            return file if "b" in mode else io.TextIOWrapper(file)

        return opened

    def _named(self, real: Callable[..., Any], what: str) -> Callable[..., Any]:
        def called(path: Any, *more: Any, **settings: Any) -> Any:
            if self.has(path):
                self.place(what, path)
            result = real(path, *more, **settings)
            if self.has(path) and what != "open":
                self.steps.append(Step(what, str(path)))
            return result

        return called

    def _rename(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def renamed(path: Any, to: Any) -> None:
            if self.has(path):
                self.place("rename", path)
            real(path, to)
            if self.has(path):
                self.steps.append(Step("rename", str(path), to=str(to)))

        return renamed

    def _sync(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def synced(number: int) -> None:
            path = os.readlink(f"/proc/self/fd/{number}")
            if self.has(path):
                self.place("sync of the folder" if os.path.isdir(path) else "sync")
            real(number)
            if self.has(path) or os.path.isdir(path):
                self.steps.append(Step("sync", path))

        return synced

    def _flock(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def locked(file: Any, how: int) -> None:
            if self.has(os.readlink(f"/proc/self/fd/{file if isinstance(file, int) else file.fileno()}")):
                self.place("lock")
            real(file, how)

        return locked


class _File(io.FileIO):
    """A file whose writes can fail half-way."""

    def __init__(self, path: Any, mode: str, disk: Disk, opener: Any) -> None:
        self._disk, self._path = disk, str(path)
        super().__init__(path, mode, opener=opener)

    def write(self, data: Any) -> int:
        data, start = bytes(data), self.tell()
        try:
            self._disk.place("write")
        except InterruptedError:
            raise  # nothing of it was written
        except OSError:
            self._written(start, data[: len(data) // 2])
            raise
        self._written(start, data)
        return len(data)

    def truncate(self, size: int | None = None) -> int:
        self._disk.place("truncate")
        size = super().truncate(size)
        self._disk.steps.append(Step("truncate", self._path, size))
        return size

    def _written(self, start: int, data: bytes) -> None:
        super().write(data)
        self._disk.steps.append(Step("write", self._path, start, data))


class _Inode:
    """A file's bytes: as written, and as certainly on the disk."""

    def __init__(self) -> None:
        self.written, self.certain = bytearray(), b""


def power_cut(steps: list[Step], folder: Path, chance: random.Random, *, names: float, data: float) -> None:
    """Recreate in a new folder what remains if the power fails after the last step.

    Synced names and bytes are kept. An unsynced change of a name is kept with the probability `names`. Unsynced bytes
    are kept with the probability `data`; otherwise they are zeros, noise or missing.
    """
    inodes: dict[str, _Inode] = {}  # by the name at that time
    pending: dict[str, list[Step]] = {}  # changes to names, by folder
    certain: list[Step] = []
    bound: dict[int, _Inode] = {}  # the name that a step created or renamed

    for at, step in enumerate(steps):
        if step.what == "create":
            bound[at] = inodes[step.path] = _Inode()
        elif step.what == "write":
            held = inodes[step.path].written
            held.extend(b"\0" * (step.start - len(held)))
            held[step.start : step.start + len(step.data)] = step.data
        elif step.what == "truncate":
            del inodes[step.path].written[step.start :]
        elif step.what == "rename":
            bound[at] = inodes[step.to] = inodes.pop(step.path)
        elif step.what == "sync" and step.path in inodes:
            inodes[step.path].certain = bytes(inodes[step.path].written)
        if step.what in ("create", "rename", "unlink", "mkdir"):
            pending.setdefault(os.path.dirname(step.path), []).append(step._replace(start=at))
        elif step.what == "sync" and step.path not in inodes:
            certain += pending.pop(step.path, [])
    certain += [step for changes in pending.values() for step in changes if chance.random() < names]

    there: dict[str, _Inode] = {}
    for step in sorted(certain, key=lambda step: step.start):
        if step.what in ("create", "rename"):
            there.pop(step.path, None)
            there[step.to or step.path] = bound[step.start]
        elif step.what == "unlink":
            there.pop(step.path, None)
        elif step.what == "mkdir":
            folder.mkdir(exist_ok=True)
    for path, inode in there.items():
        if folder.exists():
            (folder / os.path.basename(path)).write_bytes(_survived(inode, chance, data))


def _survived(inode: _Inode, chance: random.Random, data: float) -> bytes:
    if bytes(inode.written) == inode.certain or chance.random() < data:
        return bytes(inode.written)
    lost = len(inode.written)
    return chance.choice([inode.certain, bytes(lost), chance.randbytes(lost), bytes(inode.written[: lost // 2])])
