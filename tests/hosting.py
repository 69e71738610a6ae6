"""A host for files, as anybody's: it knows nothing of this project, and has the page somewhere below its root."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PLACE = "/some/where/"


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        if not path.startswith(PLACE):
            return "/nothing"
        return super().translate_path("/" + path.removeprefix(PLACE))

    def log_message(self, *_: Any) -> None:
        pass

    def log_request(self, code: Any = "-", _: Any = "-") -> None:
        self.server.asked.append((int(code), self.path))  # type: ignore[attr-defined]


class Host:
    """Serves a folder while it is entered, at the same address each time; `asked` are the statuses and paths."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.asked: list[tuple[int, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}{PLACE}"

    def __enter__(self) -> Host:
        handler = partial(_Handler, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server.asked = self.asked  # type: ignore[attr-defined]
        self._port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.01])
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
