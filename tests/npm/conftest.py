"""The npm package as its users get it: packed and installed into a new project."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ..helpers.programs import found

ROOT = Path(__file__).parents[2]


def npm(folder: Path, *arguments: str) -> str:
    """The output of npm in a folder."""
    command = [found("npm"), "--no-audit", "--no-fund", "--no-update-notifier", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def node(*arguments: str | Path, **options: Any) -> str:
    """The output of a program in node."""
    command = [found("node"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that npm would publish."""
    tool = ROOT / "tools" / "build_npm.py"
    if not tool.exists():
        pytest.skip("the sources of the package are not there")
    version = node("--version").strip()
    if [*map(int, version[1:].split("."))] < [20, 16]:
        pytest.skip(f"the package needs Node 20.16 or newer, this is {version}")
    folder = tmp_path_factory.mktemp("package")
    runpy.run_path(str(tool))["write"](folder / "freecell")
    (name,) = (
        about["filename"]
        for about in json.loads(npm(folder / "freecell", "pack", "--json", "--pack-destination", os.fspath(folder)))
    )
    return folder / str(name)


@pytest.fixture(scope="session")
def project(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project with only this package."""
    return installed(packed, tmp_path_factory.mktemp("project"))


def installed(packed: Path, folder: Path, *others: str) -> Path:
    """A folder with a project that has this package and others from the registry."""
    (folder / "package.json").write_text('{ "type": "module", "private": true }')
    npm(folder, "install", os.fspath(packed), *others, *([] if others else ["--offline"]))
    return folder


def blocks(page: Path, language: str) -> list[str]:
    """The examples in a language on a page of the docs."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)
