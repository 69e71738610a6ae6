"""What the tests share: settings, and tests that need another program."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings

settings.register_profile("freecell", deadline=None)  # a slow machine is not a wrong result
settings.load_profile("freecell")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(program): the test runs a program that is not part of this project")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose program is missing; under CI, where all must be there, fails it."""
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            if not shutil.which(program):
                (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{program} is not installed")
