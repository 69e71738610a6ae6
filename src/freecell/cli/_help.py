"""The texts of help in the width that there is."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator


def wrapped(text: str, width: int) -> str:
    """A docstring in lines of this width. Commands stay in one line each, to be copied."""
    return "\n".join(line for part in _parts(text) for line in _lines(part, width))


def _parts(text: str) -> Iterator[str]:
    """What is wrapped as one: a paragraph, or an item of a list, each with the lines that go on with it."""
    part, *lines = text.strip("\n").split("\n")
    for line in lines:
        if part.strip() and line.strip() and _goes_on(part, line):
            part += f"\n{line}"
            continue
        yield part
        part = line
    yield part


def _goes_on(part: str, line: str) -> bool:
    """Whether a line goes on with what is before it: in an item it stands deeper, and over a list it is no heading."""
    return _depth(line) > _depth(part) if _depth(part) else not _depth(line) and not part.endswith(":")


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _lines(part: str, width: int) -> list[str]:
    if _depth(part) and part.lstrip().startswith("freecell "):
        return [part]
    named = re.match(r" +\S+(?:,? \S+)* {2,}", part)  # an item begins with its name
    first = named[0] if named else " " * _depth(part)
    words = " ".join(part[len(first) :].split())
    return textwrap.wrap(
        words, max(width, len(first) + 20), initial_indent=first, subsequent_indent=" " * len(first),
        break_long_words=False, break_on_hyphens=False,
    ) or [part.rstrip()]  # fmt: skip
