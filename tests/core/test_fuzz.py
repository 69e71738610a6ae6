"""Each fuzzer runs for a few seconds and finds nothing. If it did, it would report the input."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import freecell

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from hypothesis import strategies as st

from ..helpers import fuzzing

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("name", "tries"), [("boards", 50), ("readers", 200), ("survey", 15), ("requests", 100)])
def test_each_fuzzer_finds_nothing(name: str, tries: int) -> None:
    fuzzing.fuzz(name, 617, tries)


def test_every_fuzzer_has_a_test() -> None:
    (mark,) = (mark for mark in test_each_fuzzer_finds_nothing.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert [name for name, _ in mark.args[1]] == list(fuzzing.FUZZERS)


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "tools")
    return importlib.import_module("fuzz")


def test_findings_are_reported_with_the_smallest_input(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def smaller_than_617(number: int) -> None:
        assert number < 617

    monkeypatch.setitem(fuzzing.FUZZERS, "numbers", (st.integers(0, 10**6), smaller_than_617))
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--seed", "5", "--seconds", "60", "numbers"])
    monkeypatch.setattr(fuzzing, "timed", False)  # restored afterwards
    assert fuzz.main() == 1
    told = capsys.readouterr().out
    assert "numbers: python tools/fuzz.py --seed 5 numbers" in told
    assert "\nthe input is 617\n" in told


def test_the_command_line_tool(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "fuzz.py"), "--seconds", "0", "boards"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("boards: nothing wrong in 100 tries from seed ")


def test_an_unknown_fuzzer_is_rejected(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "borads"])
    with pytest.raises(SystemExit, match="2"):
        fuzz.main()
    assert "unknown fuzzer 'borads'" in capsys.readouterr().err
