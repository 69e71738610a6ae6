"""A real server for tests of the page and its API, and requests to it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

import freecell
from freecell import Game, deal
from freecell.formats import json as board_json

from .test_cli import SCRIPT

WON = {"columns": [[]] * 8, "foundations": dict.fromkeys("CDHS", 13)}
BOARD_617 = board_json.to_dict(deal(617))
MID_GAME = Game.from_notation(617, "7a 7b").board

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


def posted(api: httpx.Client, path: str, **body: Any) -> Any:
    """The response to a request, if all is well."""
    response = api.post(f"/api/{path}", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def refused(api: httpx.Client, path: str, **body: Any) -> str:
    """The one line that says what is wrong."""
    return line(api.post(f"/api/{path}", json=body), 422)


def line(response: httpx.Response, status: int) -> str:
    """The one line of a response with this status."""
    assert response.status_code == status, response.text
    assert response.json().keys() == {"detail"}
    detail: str = response.json()["detail"]
    assert len(detail.splitlines()) == 1
    return detail
