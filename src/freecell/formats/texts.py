"""Text input: bytes in common encodings, and lines with any of the usual endings.

Text may be UTF-8, with or without a byte order mark, or UTF-16 with one, as PowerShell 5.1 writes it. A line ends with
\\n, \\r\\n or \\r. Other characters that end a line in Python's `splitlines`, such as \\x0b or
\\x85, are white space within a line.
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
"""The maximum number of characters in a line. The longest lines that make sense have a few thousand."""

MOST = 2**22
"""The maximum size in bytes of a file that is read as a whole."""

_MARKS = {BOM_UTF8: "utf-8", BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}
_AT_ONCE = 2**16  # bytes

# Unfilled suit symbols, variation selectors (which are invisible), and other kinds of spaces.
_PLAIN = {
    **dict(zip(map(ord, "♧♢♡♤"), "♣♦♥♠", strict=True)),
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u2060\ufeff")),
    **dict.fromkeys(map(ord, "\xa0\u2007\u202f"), " "),
}


def plain(text: str) -> str:
    """The text with one symbol for each suit, and without invisible characters."""
    return text if text.isascii() else text.translate(_PLAIN)


def lines(text: str) -> list[str]:
    """Split text into lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def decoded(data: bytes) -> str:
    """Decode bytes in UTF-8, or in UTF-16 with a byte order mark."""
    mark, encoding = _encoding(data[:3])
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        raise FormatError("it is not text in UTF-8 or UTF-16") from None
    _check(text)
    return text


def read_file(path: Path) -> str:
    """Read a whole file, which may have a few thousand lines at most."""
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise FormatError(f"it has over {MOST} bytes")
    return decoded(data)


def lines_of(file: BinaryIO, *, strict: bool = True) -> Iterator[str]:
    """Yield the lines of a file without their endings. Only one line is in memory at a time.

    Input that isn't text raises an error, or with strict=False, placeholder characters replace it.
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
    """Read what is available without waiting for more: at a terminal, a person types one line at a time."""
    data: bytes = getattr(file, "read1", file.read)(_AT_ONCE)
    return data


def _encoding(head: bytes) -> tuple[bytes, str]:
    """The byte order mark at the start, and the encoding that it stands for."""
    return next(((mark, encoding) for mark, encoding in _MARKS.items() if head.startswith(mark)), (b"", "utf-8"))


def _check(text: str, *, strict: bool = True) -> None:
    if strict and "\0" in text:
        raise FormatError("it is not text: it has NUL bytes")
    if len(text) > LONGEST_LINE and max(map(len, lines(text))) > LONGEST_LINE:
        raise FormatError(f"it has a line of over {LONGEST_LINE} characters")
