"""The task in five languages: the function deals the boards, and the links work."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from freecell import deal
from freecell.dealing import deal_freecell

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "task").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_task(page: Path) -> None:
    text = page.read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    there: dict[str, Any] = {}
    exec(code, there)
    for number in (1, 617, 11982, 2**31 - 1):
        assert there["deal"](number) == deal_freecell(number)
    boards = re.findall(r"(\d+):\n\n```text\n(.*?)\n```", text, re.DOTALL)
    assert boards == [(str(number), str(deal(number))) for number in (1, 617)]
    digests = json.loads((DOCS / "conformance.json").read_text())
    assert json.dumps(digests).count(re.findall(r"[0-9a-f]{64}", text)[0]) == 1
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_program_that_reads_numbers(page: Path) -> None:
    function, lines = re.findall(r"```py(?:thon)?\n(.*?)```", page.read_text(), re.DOTALL)
    printed = subprocess.check_output([sys.executable, "-c", function + lines], input="1\n617\n", text=True)
    assert printed == f"{deal(1)}\n{deal(617)}\n"


def test_all_languages_have_the_same_parts() -> None:
    assert [page.stem for page in PAGES] == ["de", "en", "es", "it", "uk"]
    parts = [re.sub(r"[^#`\n-]+", "", page.read_text()) for page in PAGES]
    assert {part.count("## ") for part in parts} == {parts[0].count("## ")}
    assert len({page.read_text().count("](") for page in PAGES}) == 1
