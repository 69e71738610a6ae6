"""The compiled core on its own. These tests also run on a core built with sanitizers."""

from __future__ import annotations

import random

import numpy as np
import pytest

import freecell
from freecell.dealing import dealt

from ..helpers.facts import BORDERS

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from freecell import _core


@pytest.mark.parametrize("vector", [True, False])
@pytest.mark.parametrize("count", [1, 63, 64, 65, 5000])
def test_blocks_of_any_size_are_dealt(count: int, vector: bool) -> None:
    for first in (1, 2**31 - 30, 2**32 - 100, 2**33 - count):
        out = np.empty((count, 52), np.uint8)
        _core.deal_block(first, out, 2, vector)
        for row in {0, count // 2, count - 1}:
            assert out[row].tolist() == dealt(first + row)


def test_vector_and_plain_code_agree() -> None:
    chosen = random.Random(617)
    for first in [*BORDERS[:-1], *(chosen.randrange(1, 2**33 - 3000) for _ in range(30))]:
        count = min(3000, 2**33 - first)
        vector, plain = np.empty((count, 52), np.uint8), np.empty((count, 52), np.uint8)
        _core.deal_block(first, vector, 1, True)
        _core.deal_block(first, plain, 1, False)
        assert (vector == plain).all()


def test_there_may_be_more_threads_than_deals() -> None:
    out = np.empty((3, 52), np.uint8)
    _core.deal_block(1, out, 16)
    assert out.tolist() == [dealt(1), dealt(2), dealt(3)]


def test_the_package_reports_that_the_core_is_available() -> None:
    assert freecell.core_available is True
