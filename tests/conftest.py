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

# NumPy loads a BLAS that nothing here uses. Its threads would spin for a while in each program that tests start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from freecell.engine import thread_count

from .helpers.programs import WARNINGS, found, launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from .helpers.table import Table

settings.register_profile("freecell", deadline=None)  # slowness is not a failure
settings.load_profile("freecell")


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background jobs ignore Ctrl-C, and so would the programs that tests stop with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # programs under nohup ignore this
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    config.addinivalue_line("markers", "needs(program): the test runs a program that is not part of this project")


def pytest_xdist_auto_num_workers() -> int:
    return thread_count() + 1  # tests also wait for a server, a browser or the end of a program


@pytest.hookimpl(tryfirst=True)  # before tests are selected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.needs("chromium"))
    # The slowest tests start first, so that the run doesn't wait for them at the end.
    items.sort(key=lambda item: item.path.name != "test_site_browsers.py")


def pytest_collection_finish() -> None:
    gc.freeze()  # imported modules stay, so they needn't be scanned for garbage again and again


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            found(program)


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """tests/core/core.cpp as a library, without threads and exceptions, like the page's core.

    The first worker that needs it compiles it for all of them.
    """
    core = Path(__file__).parents[1] / "core"
    if not core.is_dir():
        pytest.skip("the sources of the core are not there")
    compiler = found(os.environ.get("CXX", "c++"))
    # Full optimization would cost more time in compiling than it saves in running.
    flags = ["-std=c++20", "-O1", *WARNINGS, "-fPIC", "-shared", f"-I{core}"]
    as_in_a_page = ["-DFREECELL_THREADS=0", "-fno-exceptions", "-fno-rtti"]
    plain = {
        name: value for name, value in os.environ.items() if name != "LD_PRELOAD"
    }  # the compiler has no sanitizers
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
    """The driver of Chromium. It occupies the event loop of the main thread: other coroutines need `awaited`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, for tests that look at what a person would see: `browser.new_page()`.

    Uses the headless shell if installed, which has the same engine and takes half of the time. The tests of the site
    use the full browser.
    """
    browser = launched(playwright.chromium)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server with the page and its API."""
    from .helpers.serving import serving

    with serving() as (address, _):
        yield address


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """The page in the browser. Errors on it fail the test at the end."""
    from .helpers.table import Table

    table = Table(browser, address)
    yield table
    table.close()
