"""Storage for a survey: a local folder, or any storage that fsspec supports (s3://, gs://, memory://, ...).

A file is either complete or absent, and the existing files are the only record of the progress. A folder is locked
while a process writes to it. Object storage has no locks: two runs of one survey there do the same work and write
the same rows to the same places, which only wastes time. Some storage keeps the beginning of an interrupted upload;
such a file has no `seal`.
"""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from freecell.atomic import NO_LOCKS, is_stream, remove_leftovers, replacing, sync_folder, unnamed
from freecell.errors import MissingDependencyError, SurveyError

LOCK = ".lock"

_UPLOAD = "freecell-upload"  # the name of local files during an upload


class Reader(Protocol):
    """A file that several threads can read at any offset."""

    size: int

    def read(self, start: int, length: int) -> bytes: ...

    def close(self) -> None: ...


class Store(Protocol):
    """A storage for named files."""

    path: str

    def names(self) -> list[str]:
        """The names of all files, in order; none if the folder doesn't exist yet."""

    def create(self) -> None:
        """Create the folder if it doesn't exist."""

    def read(self, name: str) -> bytes: ...

    def reader(self, name: str) -> Reader: ...

    def size(self, name: str) -> int: ...

    def writing(self, name: str) -> Any:
        """A context manager for writing a new file, which appears completely at the end or not at all."""

    def tidy(self) -> None:
        """Remove unfinished files of dead processes, but no file that is still being written."""

    def lock(self) -> Any:
        """A context manager that locks the storage."""

    def address(self, name: str) -> str:
        """The file's full path for another process."""


def open_store(path: str | Path) -> Store:
    """The store for a path or an address."""
    text = os.fspath(path)
    scheme, colon, _ = text.partition("://")
    if not colon or scheme == "file":
        return Folder(text.removeprefix("file://"))
    return Remote(text)


class Folder:
    """A folder on a local or shared disk."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._folder = Path(path).absolute()

    def names(self) -> list[str]:
        try:
            return sorted(entry.name for entry in os.scandir(self._folder) if entry.is_file())
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            raise SurveyError(f"{self.path} is a file, but a survey is a folder") from None

    def create(self) -> None:
        above = [folder.parent for folder in (self._folder, *self._folder.parents) if not folder.exists()]
        self._folder.mkdir(parents=True, exist_ok=True)
        for folder in above or [self._folder.parent]:
            sync_folder(folder)

    def read(self, name: str) -> bytes:
        return self._checked(name).read_bytes()

    def reader(self, name: str) -> Reader:
        return _FileReader(self._checked(name))

    def size(self, name: str) -> int:
        return (self._folder / name).stat().st_size

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        with replacing(self._checked(name), sweep=False) as file:
            yield file

    def tidy(self) -> None:
        remove_leftovers(self._folder)

    @contextmanager
    def lock(self) -> Iterator[None]:
        try:
            import fcntl
        except ModuleNotFoundError:  # Windows has no such locks
            yield
            return
        # Not removed afterwards: a run waiting for a removed file would hold a lock that no other process sees.
        path = self._checked(LOCK)
        with open(path, "a+b", buffering=0, opener=_opened_unless_link) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                file.truncate(0)
                file.write(f"process {os.getpid()} on {os.uname().nodename}\n".encode())
            except BlockingIOError:
                file.seek(0)
                who = file.read(200).decode(errors="replace").strip() or "another run"
                raise BlockingIOError(errno.EWOULDBLOCK, f"{who} is writing to it", self.path) from None
            except OSError as error:
                if error.errno not in NO_LOCKS:
                    error.filename = error.filename or str(path)
                    raise
            yield

    def address(self, name: str) -> str:
        return str(self._folder / name)

    def _checked(self, name: str) -> Path:
        """The path of a regular file. Opening a FIFO or a device could block forever."""
        path = self._folder / name
        if is_stream(path):
            raise OSError(errno.EEXIST, "not a regular file", str(path))
        return path


def _opened_unless_link(path: str, flags: int) -> int:
    """Open a lock file, but reject a symbolic link, whose target must not be written to."""
    try:
        return os.open(path, flags | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if os.path.islink(path):
            raise OSError(error.errno, "expected a regular file, but it is a symbolic link", path) from None
        raise


class _FileReader:
    """A file in a folder. Reads come from the opened file, even if another one has replaced it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size
        self._lock = threading.Lock()

    def read(self, start: int, length: int) -> bytes:
        with self._lock:
            self._file.seek(start)
            return self._file.read(length)

    def close(self) -> None:
        self._file.close()


class Remote:
    """Storage supported by fsspec. A file is written locally first and then uploaded."""

    def __init__(self, path: str) -> None:
        try:
            from fsspec.core import url_to_fs
        except ModuleNotFoundError:
            raise MissingDependencyError(f"{path} needs fsspec: pip install 'freecell[survey]'") from None
        try:
            self.filesystem, self._folder = url_to_fs(path)
        except ImportError as error:  # the package for this storage: s3fs, gcsfs, ...
            raise MissingDependencyError(f"{path}: {error}") from None
        except ValueError as error:
            raise SurveyError(f"{path}: {error}") from None
        self.path = path

    def _at(self, name: str) -> str:
        return f"{self._folder.rstrip('/')}/{name}"

    def names(self) -> list[str]:
        with suppress(FileNotFoundError):
            self.filesystem.invalidate_cache()
            found = self.filesystem.ls(self._folder, detail=True)
            return sorted(entry["name"].rsplit("/", 1)[-1] for entry in found if entry["type"] == "file")
        return []

    def create(self) -> None:
        self.filesystem.makedirs(self._folder, exist_ok=True)

    def read(self, name: str) -> bytes:
        return bytes(self.filesystem.cat_file(self._at(name)))

    def reader(self, name: str) -> Reader:
        return _RemoteReader(self.filesystem, self._at(name))

    def size(self, name: str) -> int:
        return int(self.filesystem.size(self._at(name)))

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        with unnamed(Path(tempfile.gettempdir(), _UPLOAD)) as (file, path):
            yield file
            file.flush()
            try:
                self.filesystem.put_file(str(path), self._at(name))
            except OSError as error:
                error.filename = error.filename or f"{self.path}/{name}"
                raise

    def tidy(self) -> None:
        remove_leftovers(Path(tempfile.gettempdir()), _UPLOAD)

    @contextmanager
    def lock(self) -> Iterator[None]:
        yield

    def address(self, name: str) -> str:
        return str(self.filesystem.unstrip_protocol(self._at(name)))


class _RemoteReader:
    """A remote file. Only the requested bytes are downloaded."""

    def __init__(self, filesystem: Any, path: str) -> None:
        self._filesystem, self._path = filesystem, path
        self.size = int(filesystem.size(path))

    def read(self, start: int, length: int) -> bytes:
        return bytes(self._filesystem.cat_file(self._path, start=start, end=start + length))

    def close(self) -> None:
        pass
