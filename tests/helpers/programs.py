"""Programs that tests run: their paths, how to compile the core's sources, and how to start a browser."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

T = TypeVar("T")

PATIENCE = 300
"""Seconds after which a test stops waiting: far more than anything takes on a busy machine."""

WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Werror"]
"""The compiler options for the core's sources."""

# The sandbox doesn't work as root. The other options stop background requests.
_QUIET = ("sandbox", "first-run"), ("gpu", "quic", "background-networking", "component-update", "sync")
CHROMIUM_ARGUMENTS = [f"--no-{name}" for name in _QUIET[0]] + [f"--disable-{name}" for name in _QUIET[1]]


def found(program: str) -> str:
    """The path of a program. If it is missing, the test is skipped; in CI, where all must be installed, it fails."""
    path = shutil.which(program)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{program} is not installed")
    return path


def launched(chromium: BrowserType, *arguments: str) -> Browser:
    path = shutil.which("chromium-headless-shell") or found("chromium")
    return chromium.launch(executable_path=path, args=[*CHROMIUM_ARGUMENTS, *arguments], timeout=1000 * PATIENCE)


def patient(page: Page) -> Page:
    """A page whose timeouts tolerate a busy machine."""
    page.set_default_timeout(1000 * PATIENCE)
    return page


def awaited(coroutine: Coroutine[object, object, T]) -> T:
    """The result of a coroutine in the event loop of another thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
