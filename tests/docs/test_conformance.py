"""The conformance kit in the docs is up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import freecell
from freecell import deal
from freecell.judging.kit import BOARD_SIZE, board_bytes

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not freecell.core_available, reason="a million boards take plain Python a minute")
def test_the_kit_is_current() -> None:
    for name, text in runpy.run_path(str(ROOT / "tools" / "make_conformance.py"))["contents"]().items():
        assert (ROOT / "docs" / name).read_text() == text, "run python tools/make_conformance.py"


@pytest.mark.parametrize("numbers", [range(1, 40), range(2**31 - 20, 2**31 + 20), range(-1, -3, -1)])
def test_the_bytes_of_boards_are_their_rows(numbers: range) -> None:
    boards = board_bytes(numbers)
    assert boards == "".join(f"{deal(number)}\n" for number in numbers).encode()
    assert len(boards) == BOARD_SIZE * len(numbers)
