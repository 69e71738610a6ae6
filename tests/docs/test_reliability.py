"""Every promise in docs/reliability.md names existing tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "reliability.md").read_text().splitlines()
    if re.match(r"\| (?!---|promise )", line)
]


@pytest.mark.parametrize(("promise", "tests", "_figure"), ROWS)
def test_every_promise_has_tests(promise: str, tests: str, _figure: str) -> None:
    named = re.findall(r"`(tests/\w+/test_\w+\.py)::(test_\w+)`", tests)
    assert named, promise
    assert tests == " ".join(f"`{file}::{name}`" for file, name in named)
    for file, name in named:
        functions = [
            node.name for node in ast.parse((ROOT / file).read_text()).body if isinstance(node, ast.FunctionDef)
        ]
        assert name in functions, f"{file}::{name}"
