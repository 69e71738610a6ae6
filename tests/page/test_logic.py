"""The page's logic, tested by Node without a browser: `node --test tests/page/*.test.mjs`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ..helpers.programs import PATIENCE, found

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.needs("node")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.mjs"))
def test_logic(file: Path) -> None:
    command = [found("node"), "--test", "--test-reporter=spec", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr
