"""Handles standard streams that are closed, interactive, or in an encoding without suit symbols."""

from __future__ import annotations

import codecs
import io
import os
import sys

from freecell.errors import FreecellError, printable

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

_LETTERS = dict(zip("♣♦♥♠", "CDHS", strict=True))
_HANDLER = "freecell.letters"


class _Terminal(io.TextIOWrapper):
    """A terminal for output. It escapes control characters, which names and texts from outside may contain."""

    def write(self, text: str) -> int:
        return super().write(printable(text, keep="\n\t"))

    def write_styled(self, text: str) -> int:
        return super().write(text)


def prepare() -> None:
    """Make sure that the streams can encode everything we write, and that terminals show it as text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if (
            stream is None
        ):  # its descriptor is free; a file opened later must not get it, or the stream's output would go there
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, it stays open until the end
    codecs.register_error(_HANDLER, _in_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)
    sys.stdout, sys.stderr = map(_guarded, (sys.stdout, sys.stderr))


def _guarded(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, _Terminal) or not stream.isatty():
        return stream
    stream.flush()
    return _Terminal(stream.buffer, stream.encoding, stream.errors, line_buffering=stream.line_buffering)


def write_styled(text: str, stream: TextIO) -> None:
    """Write our own text unescaped, including its colours."""
    (stream.write_styled if isinstance(stream, _Terminal) else stream.write)(text)


def complain(message: object) -> None:
    """Write a message to standard error on one line, whatever it quotes."""
    print(f"freecell: {printable(str(message))}", file=sys.stderr, flush=True)


def standard_input(what: str) -> BinaryIO:
    """Standard input in binary mode. On a terminal, say what input the program is waiting for."""
    if sys.stdin is None:
        raise FreecellError("can't read standard input: it is closed")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        complain(f"waiting for {what} on standard input ({end} ends it)")
    return sys.stdin.buffer


def as_text(argument: str) -> str:
    """An argument as the user typed it, even if the locale can't decode it. Don't use it for file names."""
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def width(stream_number: int = 1) -> int:
    """The width for output: COLUMNS, the width of the terminal, or 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said[:9]) > 0:
        return int(said[:9])
    try:
        return os.get_terminal_size(stream_number).columns or 80
    except OSError:
        return 80


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the encoding lacks: suits by letters, others by their code."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_LETTERS.get(sign) or ascii(sign)[1:-1] for sign in signs), error.end
