"""Text as it comes: bytes in the encodings that people's programs write, lines with any of the usual ends.

UTF-8 is read, with or without a byte order mark, and UTF-16 with one, as PowerShell 5.1 writes it. A line ends with
\\n, \\r\\n or \\r. Nothing else ends one: what Python's `splitlines` takes for an end besides, such as \\x0b or \\x85,
is white space within a line.
"""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Iterator
from io import IncrementalNewlineDecoder

from freecell.errors import FormatError

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

LONGEST_LINE = 2**20
"""The characters that a line may have: the longest that mean something have some thousands."""

MOST = 2**22
"""The bytes of a file that is read as a whole."""

_MARKS = {BOM_UTF8: "utf-8", BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}
_AT_ONCE = 2**16  # bytes

# The suits' signs without their filling, what says how a sign is to look and can't be seen, and blanks of other kinds.
_PLAIN = {
    **dict(zip(map(ord, "♧♢♡♤"), "♣♦♥♠", strict=True)),
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u2060\ufeff")),
    **dict.fromkeys(map(ord, "\xa0\u2007\u202f"), " "),
}


def plain(text: str) -> str:
    """The same text with one sign for each suit, and without what can't be seen."""
    return text if text.isascii() else text.translate(_PLAIN)


def lines(text: str) -> list[str]:
    """The lines of a text."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def decoded(data: bytes) -> str:
    """The text of bytes."""
    mark, encoding = _encoding(data[:3])
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        raise FormatError("it is not text in UTF-8 or UTF-16") from None
    _check(text)
    return text


def read_file(path: Path) -> str:
    """The text of a file that has no more than a few thousand lines."""
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise FormatError(f"it has over {MOST} bytes")
    return decoded(data)


def lines_of(file: BinaryIO, *, strict: bool = True) -> Iterator[str]:
    """The lines of a file, without their ends, one at a time: no more than a line of it is in memory.

    What is not text raises an error, or becomes signs that mean nothing if this is not `strict`.
    """
    head = file.read(3)
    mark, encoding = _encoding(head)
    decoder = IncrementalNewlineDecoder(
        getincrementaldecoder(encoding)("strict" if strict else "replace"), translate=True
    )
    rest = ""
    try:
        data = head[len(mark) :]
        while data or head:
            head = b""
            *whole, rest = (rest + decoder.decode(data)).split("\n")
            for line in (*whole, rest):
                _check(line, strict=strict)
            yield from whole
            data = _more(file)
        rest += decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise FormatError("it is not text in UTF-8 or UTF-16") from None
    if rest:
        yield from rest.removesuffix("\n").split("\n")


def _more(file: BinaryIO) -> bytes:
    """What there is to read, without waiting for more than that: a person at a terminal writes a line at a time."""
    data: bytes = getattr(file, "read1", file.read)(_AT_ONCE)
    return data


def _encoding(head: bytes) -> tuple[bytes, str]:
    """The byte order mark that a text begins with, and its encoding."""
    return next(((mark, encoding) for mark, encoding in _MARKS.items() if head.startswith(mark)), (b"", "utf-8"))


def _check(text: str, *, strict: bool = True) -> None:
    if strict and "\0" in text:
        raise FormatError("it is not text: it has NUL bytes")
    if len(text) > LONGEST_LINE and max(map(len, lines(text))) > LONGEST_LINE:
        raise FormatError(f"it has a line of over {LONGEST_LINE} characters")
