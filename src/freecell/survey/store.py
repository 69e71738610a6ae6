"""Where a survey is kept: a folder here, or any storage that fsspec knows (s3://, gs://, memory://, ...).

A file is there whole or not at all, and which files are there is all that is known of how far a survey is. A folder is
locked while somebody writes to it. Object storage has no locks; two runs on one survey there do the same work twice
and put the same rows in the same places, so that nothing is lost but time.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from freecell.atomic import replacing
from freecell.errors import MissingDependencyError, SurveyError

LOCK = ".lock"


class Store(Protocol):
    """A place for files with names."""

    path: str

    def names(self) -> list[str]:
        """The names of all files, in order; none if the place is not there yet."""

    def create(self) -> None:
        """Makes the place, if it is not there."""

    def read(self, name: str) -> bytes: ...

    def open(self, name: str) -> BinaryIO: ...

    def size(self, name: str) -> int: ...

    def writing(self, name: str) -> Any:
        """A context with a new file to write, which is there whole at its end, or not at all."""

    def tidy(self) -> None:
        """Removes what was left behind by those who could not finish."""

    def lock(self) -> Any:
        """A context in which nobody else holds this lock."""

    def address(self, name: str) -> str:
        """The file's name as DuckDB wants it."""


def open_store(path: str | Path) -> Store:
    """The place that a path or an address names."""
    text = os.fspath(path)
    scheme, colon, _ = text.partition("://")
    if not colon or scheme == "file":
        return Folder(text.removeprefix("file://"))
    return Remote(text)


class Folder:
    """A folder, here or on a disk that machines share."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._folder = Path(path).absolute()

    def names(self) -> list[str]:
        try:
            return sorted(entry.name for entry in os.scandir(self._folder) if entry.is_file())
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            raise SurveyError(f"{self.path} is a file: a survey is a folder of them") from None

    def create(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()

    def open(self, name: str) -> BinaryIO:
        return (self._folder / name).open("rb")

    def size(self, name: str) -> int:
        return (self._folder / name).stat().st_size

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        with replacing(self._folder / name) as file:
            yield file

    def tidy(self) -> None:
        for name in self.names():
            if name.startswith(".") and name.endswith(".part"):
                (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        try:
            import fcntl
        except ModuleNotFoundError:  # Windows has no such locks
            yield
            return
        # Not removed afterwards: who waits for a removed file would hold a lock that nobody else sees.
        with (self._folder / LOCK).open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                who = file.read(200).strip() or "another run"
                raise BlockingIOError(errno.EWOULDBLOCK, f"{who} is at work on it", self.path) from None
            file.truncate(0)
            file.write(f"process {os.getpid()} on {os.uname().nodename}\n")
            file.flush()
            yield

    def address(self, name: str) -> str:
        return str(self._folder / name)


class Remote:
    """Storage that fsspec knows. A file is made here first, and then put there whole."""

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

    def open(self, name: str) -> BinaryIO:
        file: BinaryIO = self.filesystem.open(self._at(name), "rb")
        return file

    def size(self, name: str) -> int:
        return int(self.filesystem.size(self._at(name)))

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        try:
            with tempfile.NamedTemporaryFile(prefix="freecell-", suffix=".part") as file:
                yield file  # type: ignore[misc]
                file.flush()
                self.filesystem.put_file(file.name, self._at(name))
        except OSError as error:
            error.filename = error.filename or f"{self.path}/{name}"
            raise

    def tidy(self) -> None:
        pass

    @contextmanager
    def lock(self) -> Iterator[None]:
        yield

    def address(self, name: str) -> str:
        return str(self.filesystem.unstrip_protocol(self._at(name)))
