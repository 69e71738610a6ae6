"""Files that are either complete or absent, even after a kill, a full disk or a power cut."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where an open file can't be removed
    fcntl = None  # type: ignore[assignment]

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Error numbers of disks without locks."""

_NO_SYNC = (
    errno.EACCES,
    errno.EBADF,
    errno.EINVAL,
    errno.ENOSYS,
    errno.EOPNOTSUPP,
)  # not every system can sync a folder
_SHOWN = 60  # characters of the name that the .part file keeps, because some disks don't allow longer names
_LONG_AGO = 7 * 24 * 3600  # seconds after which a file counts as abandoned on disks without locks

_REFUSED = {
    stat.S_ISDIR: os.strerror(errno.EISDIR),
    stat.S_ISBLK: "it is a block device",
    stat.S_ISSOCK: "it is a socket",
}

_being_written: set[Path] = set()  # by this process: a network disk would grant it a lock that it already holds


@contextmanager
def replacing(path: Path, *, sweep: bool = True) -> Iterator[BinaryIO]:
    """Open a new file for writing. It gets its name only after it is completely written.

    Until then it is called .NAME.RANDOM.part, so that two writers don't collide, even on different machines that share
    a disk. If anything fails, an existing file of that name is left unchanged. `sweep` removes leftovers of killed
    attempts. Symbolic links are followed. The new file keeps the permissions of the old one, and its owner and group if
    the system permits it; a read-only file is not replaced. A FIFO or a character device such as /dev/null is written
    to directly.
    """
    before = _status(path)
    if is_stream(path):
        try:
            with open(path, "wb", opener=_opened_stream) as stream:
                yield stream
        except OSError as error:
            error.filename = error.filename or str(path)
            raise
        return
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    if before is not None and not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if sweep:
        remove_leftovers(path.parent, path.name)
    with unnamed(path, 0o666 if before is None else 0o600) as (file, part):
        yield file
        file.flush()
        if before is not None:
            _keep_permissions(file, before)
        os.fsync(file.fileno())
        if fcntl is None:
            file.close()  # Windows does not rename an open file
        os.replace(part, path)  # while it is still locked, so that no other process treats it as a leftover
        sync_folder(path.parent)


@contextmanager
def unnamed(path: Path, mode: int = 0o666) -> Iterator[tuple[BinaryIO, Path]]:
    """A file next to a path, .NAME.RANDOM.part, and the path of that file. Unless renamed, it is removed at the end.

    Until then it is locked, which tells `remove_leftovers` that it is still being written. The umask applies to `mode`.
    """
    part = _part(path)
    try:
        while True:
            _being_written.add(part)
            with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
                if _claimed(file):
                    yield file, part
                    break
            part.unlink(missing_ok=True)  # another process removed it as a leftover before it was locked
            _being_written.discard(part)
            part = _part(path)
    except BaseException as error:
        if isinstance(error, OSError) and error.filename in (None, str(part)):
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        _being_written.discard(part)


def remove_leftovers(folder: Path, name: str = "") -> None:
    """Remove .part files that killed programs left, for one name or all, except those still being written."""
    shown = re.escape(name[:_SHOWN]) or ".+"
    pattern = re.compile(rf"\.{shown}\.[0-9a-f]{{8}}\.part", re.DOTALL)  # as in `_part`
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if pattern.fullmatch(entry.name):
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        _remove_if_left(Path(folder, entry.name))


def is_stream(path: Path) -> bool:
    """Whether a path can't be replaced because it is a FIFO, a device, or an open file without a name (/dev/fd)."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return not stat.S_ISDIR(status.st_mode)
    try:
        return path.is_symlink() and not os.path.samestat(status, os.stat(os.path.realpath(path)))
    except FileNotFoundError:
        return True


def sync_folder(folder: Path) -> None:
    """Sync a folder to the disk if the system can: otherwise a rename might not survive a power cut."""
    if os.name == "nt":
        return
    try:
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            error.filename = str(folder)
            raise


def _status(path: Path) -> os.stat_result | None:
    """The status of a file to write, or of a link's target; None if it doesn't exist yet."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    for is_kind, reason in _REFUSED.items():
        if is_kind(status.st_mode):
            raise OSError(errno.EISDIR if is_kind is stat.S_ISDIR else errno.EINVAL, reason, str(path))
    return status


def _opened_stream(path: str, flags: int) -> int:
    """Open an existing file, and never create one."""
    return os.open(path, flags & ~os.O_CREAT | getattr(os, "O_NOCTTY", 0))


def _keep_permissions(file: BinaryIO, before: os.stat_result) -> None:
    """Give a new file the owner, group and mode of the one that it replaces, as far as the system permits."""
    if not hasattr(os, "fchown"):  # Windows
        return
    for owner in (before.st_uid, -1):  # users may give files to their other groups, but not to other users
        try:
            os.fchown(file.fileno(), owner, before.st_gid)
            break
        except OSError:
            continue
    os.fchmod(file.fileno(), before.st_mode & 0o777)


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name[:_SHOWN]}.{os.urandom(4).hex()}.part")


def _claimed(file: BinaryIO) -> bool:
    """Lock a new file. Return False if it was removed before it was locked."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    return os.fstat(file.fileno()).st_nlink > 0


def _remove_if_left(part: Path) -> None:
    if part in _being_written:
        return
    if fcntl is None:
        part.unlink(missing_ok=True)
        return
    with part.open("r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        except OSError:
            if time.time() - os.fstat(file.fileno()).st_mtime < _LONG_AGO:
                return
        part.unlink(missing_ok=True)
