"""The core's threads under ThreadSanitizer: there are no data races."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import freecell

from ..helpers.packing import packed_deals
from ..helpers.programs import found

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

SOLVED, UNDECIDED = "02"


@pytest.mark.needs("c++")
def test_there_are_no_data_races(tmp_path: Path) -> None:
    program, source = str(tmp_path / "threads"), Path(__file__).with_name("threads.cpp")
    core = source.parents[2] / "core"
    flags = ["-std=c++20", "-Og", "-g1", "-fsanitize=thread", "-pthread", f"-I{core}"]
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # no other sanitizers
    subprocess.run([found("c++"), *flags, "-o", program, str(source)], check=True, env=plain)
    boards = packed_deals(1, 17).tobytes()
    done = subprocess.run([program], input=boards, capture_output=True, env=plain)
    if b"unexpected memory mapping" in done.stderr:  # older sanitizers and much address randomization
        done = subprocess.run(["setarch", "-R", program], input=boards, capture_output=True, env=plain)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    fast, proven, short = done.stdout.decode().split()
    assert fast == short == 16 * SOLVED
    assert set(proven) <= {SOLVED, UNDECIDED}
