"""The seal of a part: checksums that verify every byte that is read.

    rows | seal: a checksum for each 64 KiB of the rows, one for the end, one for the seal itself | end

The end is Parquet's footer. Parquet readers start there and follow its offsets, so they ignore the seal before it. A
part without a seal wasn't written completely.

The end is read and verified first. Then rows are verified block by block as they are read: data that isn't used costs
nothing, and the bytes that are used are the ones that were verified.
"""

from __future__ import annotations

import errno
import io
import shlex
import threading
from collections.abc import Callable
from hashlib import sha256
from typing import Any, BinaryIO

from freecell.errors import SurveyError
from freecell.survey.store import Reader

BLOCK = 2**16
"""Bytes per checksum. The number is small, because a column of verdicts has only a hundred bytes."""

_MAGIC = b"FCSEAL01"
_DIGEST = 32  # bytes
_TRAILER = len(_MAGIC) + 8 + _DIGEST  # magic, the size of the rows, and the checksum of the seal up to here
_PARQUET = b"PAR1"
_AT_ONCE = 64 * BLOCK
_TAIL = 2**16  # bytes that are read in one go at the end


Tell = Callable[[SurveyError], object]
"""A function that is called with an error before it is raised."""


class DamageError(SurveyError):
    """A part is damaged."""

    def __init__(self, path: str, name: str, reason: str) -> None:
        super().__init__(path, name, reason)
        self.path, self.name, self.reason = path, name, reason

    def __str__(self) -> str:
        command = f"freecell survey verify {shlex.quote(self.path)}"
        return f"{self.path.rstrip('/')}/{self.name} is damaged: {self.reason}; {command} repairs it"


class SealingFile(io.RawIOBase):
    """A file for writing a part. It computes checksums from the data before they go to the disk."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._checksums: list[bytes] = []
        self._held = bytearray()  # written data without a checksum yet
        self._holds = False

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._file.tell()

    def write(self, data: Any) -> int:
        self._held += data
        if not self._holds:
            self._cut(len(self._held) // BLOCK * BLOCK)
        return self._file.write(data)

    def drop(self) -> None:
        """Call this when the part is abandoned: PyArrow still writes a footer when it is garbage-collected."""
        self._file = io.BytesIO()

    def hold(self) -> None:
        """Call this before the footer is written: then the size of the rows is known."""
        self._holds = True

    def seal(self) -> None:
        """Insert the seal before the footer, after everything is written."""
        size = self._file.tell()
        end = self._held[-8 - int.from_bytes(self._held[-8:-4], "little") :]
        rows = size - len(end)
        self._cut(len(self._held) - len(end))
        told = b"".join(self._checksums) + sha256(end).digest() + _MAGIC + rows.to_bytes(8, "little")
        self._file.seek(rows)
        self._file.write(told + sha256(told).digest() + end)

    def _cut(self, length: int) -> None:
        """Compute the checksums of the pending data up to a length."""
        with memoryview(self._held) as held:
            for start in range(0, length, BLOCK):
                self._checksums.append(sha256(held[start : min(start + BLOCK, length)]).digest())
        del self._held[:length]


class SealedFile(io.RawIOBase):
    """A part as a readable file. It returns only verified data, and raises a DamageError otherwise.

    `tell` is called with an error before it is raised, because libraries may replace it with another error.
    """

    def __init__(self, source: Reader, path: str, name: str, tell: Tell = lambda _: None) -> None:
        self._source, self._path, self._name, self._tell = source, path, name, tell
        self.size = source.size
        # DuckDB's threads may share a file, and each one seeks before it reads. Keyed by thread id, because
        # thread-local data of a thread that Python didn't start is lost between calls.
        self._places: dict[int, int] = {}
        self._last = 0, b""  # the last block with its offset, because small columns share a block
        self._rows, self._tail = self._verified_tail()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._places.get(threading.get_ident(), 0)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.tell(), io.SEEK_END: self.size}[whence]
        self._places[threading.get_ident()] = at
        return at

    def read(self, length: int | None = -1) -> bytes:
        start = self.tell()
        stop = self.size if length is None or length < 0 else min(self.size, start + length)
        data = self._between(start, stop)
        self.seek(start + len(data))
        return data

    def readall(self) -> bytes:
        return self.read()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._source.close()
        super().close()

    @property
    def end(self) -> bytes:
        """The bytes after the rows, which contain Parquet's metadata."""
        return self._tail

    @property
    def seal(self) -> bytes:
        """The checksum of the checksums, which identifies the file."""
        return sha256(self._tail).digest()

    def verify(self) -> None:
        """Read and verify the whole part."""
        for start in range(0, self._rows, _AT_ONCE):
            self._blocks(start, min(start + _AT_ONCE, self._rows))

    def _between(self, start: int, stop: int) -> bytes:
        """The bytes between two offsets."""
        if start >= stop:
            return b""
        if start >= self._rows:
            return self._tail[start - self._rows : stop - self._rows]
        if stop > self._rows:
            return self._between(start, self._rows) + self._tail[: stop - self._rows]
        begin, data = self._last
        if not begin <= start < stop <= begin + len(data):
            begin, last = start // BLOCK * BLOCK, (stop - 1) // BLOCK * BLOCK
            data = self._blocks(begin, min(last + BLOCK, self._rows))
            self._last = last, data[last - begin :]
        return data[start - begin : stop - begin]

    def _blocks(self, begin: int, end: int) -> bytes:
        """Whole blocks of rows, verified."""
        data = self._fetched(begin, end)
        view = memoryview(data)
        for at in range(begin, end, BLOCK):
            place = at // BLOCK * _DIGEST
            block = view[at - begin : at - begin + BLOCK]
            if sha256(block).digest() != self._tail[place : place + _DIGEST]:
                raise self.damage(f"bytes {at} to {at + len(block) - 1} differ from what was written")
        return data

    def _verified_tail(self) -> tuple[int, bytes]:
        """The size of the rows, and the bytes after them."""
        size = self.size
        if size == 0:
            raise self.damage("it is empty")
        tail = self._fetched(max(0, size - _TAIL), size)
        end = size - 8 - int.from_bytes(tail[-8:-4], "little")  # where Parquet's footer begins
        if tail[-4:] != _PARQUET or end < _TRAILER:
            raise self.damage("the file is truncated, or its end was changed")
        if size - len(tail) > end - _TRAILER:
            tail = self._fetched(end - _TRAILER, size)
        trailer = tail[end - _TRAILER - size : end - size]
        rows = int.from_bytes(trailer[len(_MAGIC) : len(_MAGIC) + 8], "little")
        if not trailer.startswith(_MAGIC) or rows + -(-rows // BLOCK) * _DIGEST + _DIGEST + _TRAILER != end:
            raise self.damage("the file has no seal, or its end was changed")
        if size - len(tail) > rows:
            tail = self._fetched(rows, size)
        tail = tail[rows - size :]
        told, footer = tail[: end - rows], tail[end - rows :]
        of_footer = told[-_TRAILER - _DIGEST : -_TRAILER]
        if sha256(told[:-_DIGEST]).digest() != told[-_DIGEST:] or sha256(footer).digest() != of_footer:
            raise self.damage("the end of the file was changed")
        return rows, tail

    def _fetched(self, begin: int, end: int) -> bytes:
        try:
            data = self._source.read(begin, end - begin)
        except OSError as error:
            if error.errno == errno.EIO:
                raise self.damage(f"it can't be read: {error.strerror}") from None
            failure = unreadable(self._path, self._name, error)
            self._tell(failure)
            raise failure from None
        if len(data) != end - begin:
            raise self.damage("it is truncated")
        return data

    def damage(self, reason: str) -> DamageError:
        """The error to raise for damage with this reason."""
        damage = DamageError(self._path, self._name, reason)
        self._tell(damage)
        return damage


def unreadable(path: str, name: str, error: OSError) -> SurveyError:
    """The error for a file that can't be read, which isn't necessarily damaged."""
    return SurveyError(f"can't read {path.rstrip('/')}/{name}: {error.strerror or error}")
