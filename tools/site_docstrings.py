"""The project's docstrings as the docs site's generator reads them; griffe calls it.

Our docstrings are plain text that `help()` shows well. Two of their elements are converted for the generator:

    examples   lines with >>> become a block of code
    columns    names with their meanings, one per line, become the section on parameters or attributes, or a list
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Class, Extension, Function, GriffeLoader, Object

_ROW = re.compile(r" *(?P<names>[\w.-]+(?:, [\w.-]+)*) {2,}(?P<words>\S.*)")


class Docstrings(Extension):
    """Rewrite the docstring of everything that is loaded."""

    def on_object(self, *, obj: Object, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        if obj.docstring is not None:
            parts = obj.docstring.value.split("\n\n")
            obj.docstring.value = "\n\n".join(example(part) if ">>> " in part else columns(part, obj) for part in parts)


def example(part: str) -> str:
    """Lines with >>> as a block of code below the preceding text."""
    lines = part.splitlines()
    start = next(number for number, line in enumerate(lines) if line.lstrip().startswith(">>> "))
    return "\n".join([*lines[:start], "", "```pycon", *(line.strip() for line in lines[start:]), "```"])


def columns(part: str, obj: Object) -> str:
    """Names and their meanings as a section or a list, if the lines have that form."""
    rows = read_columns(part)
    if section := section_of(obj, [name for names, _ in rows for name in names]):
        return "\n".join([f"{section}:", *(f"    {name}: {words}" for names, words in rows for name in names)])
    return "\n".join(f"- {', '.join(f'`{name}`' for name in names)}: {words}" for names, words in rows) or part


def read_columns(part: str) -> list[tuple[list[str], str]]:
    """The names and the meaning in each row, which may continue on the next lines; empty if these aren't columns."""
    rows: list[tuple[list[str], list[str]]] = []
    left = width = 0  # where names and meanings begin
    for line in part.splitlines():
        match = _ROW.fullmatch(line)
        if match and (not rows or match.start("names") == left):
            left, width = match.start("names"), match.start("words")
            rows.append((match["names"].split(", "), [match["words"]]))
        elif rows and line.startswith(" " * width):
            rows[-1][1].append(line.strip())
        else:
            return []
    return [(names, " ".join(words)) for names, words in rows]


def section_of(obj: Object, names: list[str]) -> str | None:
    """The section for the names: parameters, unless they are options that the signature doesn't list."""
    if isinstance(obj, Function) and names and all(name in obj.parameters for name in names):
        return "Args"
    return "Attributes" if isinstance(obj, Class) and names else None
