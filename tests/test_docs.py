"""What the README, the docs and the docstrings show is what happens."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import freecell

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(freecell.__path__, "freecell.")
    if not module.name.endswith(("__main__", "_core"))
]


def skip_without_core(page: Path) -> None:
    """Skips a page that solves where there is no core to solve with."""
    if not freecell.core_available and re.search(r"solve\(|freecell (solve|hint|winnable|film)", page.read_text()):
        pytest.skip("the compiled core was not built")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_prompts(page: Path) -> None:
    skip_without_core(page)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_terminal_prompts(page: Path) -> None:
    """Runs each `$ command` of the blocks that are marked as a console, and compares what it prints."""
    skip_without_core(page)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                ["bash", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PATH": path},
            )
            assert done.stdout == expected, command


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_between_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert target.startswith("https://") or (page.parent / target).exists(), target
