"""Each header of the core compiles on its own without warnings, and the explained faults match the current code."""

from __future__ import annotations

import importlib
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from ..helpers.programs import WARNINGS, found

CORE = Path(__file__).parents[2] / "core"
PYTHON = {"arguments.hpp", "interpreter.hpp"}  # these need nanobind and are compiled with bindings.cpp
HEADERS = [path for path in sorted(CORE.rglob("*.hpp")) if path.name not in PYTHON]

if not HEADERS:
    pytest.skip("the sources of the core are not here", allow_module_level=True)


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: str(path.relative_to(CORE)))
def test_each_header_compiles_on_its_own(header: Path) -> None:
    compiler = found(os.environ.get("CXX", "c++"))
    command = [compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{header}"\n', capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_explained_faults_are_still_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change to the core, an explanation in tools/mutants.toml may be about a line that is gone."""
    pytest.importorskip("resource", reason="this needs Unix")
    monkeypatch.syspath_prepend(CORE.parent / "tools")
    mutate = importlib.import_module("mutate")
    made = {(mutant.file, mutant.code, mutant.after) for mutant in mutate.all_mutants()}
    for known in tomllib.loads(mutate.KNOWN.read_text())["mutant"]:
        assert (known["file"], known["code"], known["after"]) in made
