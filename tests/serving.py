"""A real server for tests of the page and its API."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import freecell

from .test_cli import SCRIPT

needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server at a free port: its address without the last slash, and its process."""
    command = [SCRIPT, "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            found = re.fullmatch(r"FreeCell is at (http://\S+)/ \(Ctrl-C stops\)\n", said)
            assert found, said
            yield found[1], process
        finally:
            process.kill()
