"""Shared by the tests: settings, tests that need another program, the core's kernels, a browser, a server,
and the page in them."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

# NumPy brings a BLAS that nothing here uses. Its threads would spin for a while in each program that tests start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from freecell.engine import thread_count

from .helpers.programs import WARNINGS, found, launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from .helpers.table import Table

settings.register_profile("freecell", deadline=None)  # a slow machine is not a wrong result
settings.load_profile("freecell")


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background jobs ignore Ctrl-C, and so would the programs that tests stop by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # and what nohup runs ignores this
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    config.addinivalue_line("markers", "needs(program): the test runs a program that is not part of this project")


def pytest_xdist_auto_num_workers() -> int:
    return thread_count() + 1  # tests wait, too, for a server, a browser, a program that ends


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.needs("chromium"))
    # What takes longest begins first, or all others would wait for it at the end.
    items.sort(key=lambda item: item.path.name != "test_site_browsers.py")


def pytest_collection_finish() -> None:
    gc.freeze()  # all that was imported stays, and is not looked through for garbage again and again


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            found(program)


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """tests/core/core.cpp as a library, without threads and exceptions: as a page would have the core.

    Whoever needs it first makes it, for all that test at the same time.
    """
    core = Path(__file__).parents[1] / "core"
    if not core.is_dir():
        pytest.skip("the sources of the core are not there")
    compiler = found(os.environ.get("CXX", "c++"))
    # With all optimization, it would take longer to compile by more than it runs faster.
    flags = ["-std=c++20", "-O1", *WARNINGS, "-fPIC", "-shared", f"-I{core}"]
    as_in_a_page = ["-DFREECELL_THREADS=0", "-fno-exceptions", "-fno-rtti"]
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # no sanitizers in the compiler
    source = Path(__file__).with_name("core") / "core.cpp"
    fcntl = pytest.importorskip("fcntl", reason="this needs Unix")
    folder = tmp_path_factory.getbasetemp()
    library = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "core.so"
    with library.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not library.exists():
            made = library.with_suffix(".new")
            subprocess.run([compiler, *flags, *as_in_a_page, "-o", str(made), str(source)], check=True, env=plain)
            made.rename(library)
    return ctypes.CDLL(str(library))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium. It has the event loop of the main thread from now on: others run `awaited`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, for tests that look at what a person would see: `browser.new_page()`.

    Without the window around a page if it can be had so, which takes half of the time: the same engine. The whole
    browser is in the tests of the site.
    """
    browser = launched(playwright.chromium)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a server of the page and its API is."""
    from .helpers.serving import serving

    with serving() as (address, _):
        yield address


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """The page in the browser; whatever went wrong in it is found at the end."""
    from .helpers.table import Table

    table = Table(browser, address)
    yield table
    table.close()
