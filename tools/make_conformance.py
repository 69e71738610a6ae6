"""Writes docs/conformance.json and its table in docs/conformance.md:  python tools/make_conformance.py"""

from __future__ import annotations

import json
import re
from pathlib import Path

from freecell.judging.kit import BOARD_SIZE, PARTS

DOCS = Path(__file__).parents[1] / "docs"


def contents() -> dict[str, str]:
    """The files of the kit, by name."""
    parts = [part.to_dict() for part in PARTS]
    kit = {"board_size": BOARD_SIZE, "digest": "sha256", "parts": parts}
    rows = ["| name | numbers | deals | SHA-256 |", "| --- | --- | --- | --- |"]
    for part, found in zip(PARTS, parts, strict=True):
        rows.append(f"| {part.name} | `{_command(part.numbers)}` | {part.what} | `{found['sha256']}` |")
    page = (DOCS / "conformance.md").read_text()
    table = re.compile(r"^\| name \|.*?(?=\n\n)", re.MULTILINE | re.DOTALL)
    return {"conformance.json": json.dumps(kit, indent=2) + "\n", "conformance.md": table.sub("\n".join(rows), page)}


def _command(numbers: range) -> str:
    """The shell command that prints the numbers."""
    step = f" {numbers.step}" if numbers.step != 1 else ""
    return f"seq {numbers[0]}{step} {numbers[-1]}"


if __name__ == "__main__":
    for name, text in contents().items():
        (DOCS / name).write_text(text)
