"""Hosts that know nothing about this project: one for static files, with the page below its root; nginx; and Caddy."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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

    def do_GET(self) -> None:
        del self.headers["If-Modified-Since"]  # it has a resolution of seconds, and tests are faster
        super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass

    def log_request(self, code: Any = "-", _: Any = "-") -> None:
        self.server.asked.append((int(code), self.path))  # type: ignore[attr-defined]


class Host:
    """Serves a folder in a `with` block, at the same address each time. `asked` lists statuses and paths."""

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


@contextmanager
def running_nginx(site: str, folder: Path) -> Iterator[str]:
    """The address of nginx with a site from the docs, on a free port."""
    port = _free_port()
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    file = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # otherwise it may not read the folders of tests
    file.write_text(
        f"{user} daemon off; pid {folder / 'pid'}; error_log {folder / 'log'};\n"
        "worker_rlimit_nofile 8192; events { worker_connections 4096; }\n"
        f"http {{ include /etc/nginx/mime.types; access_log off; {paths} {site} }}"
    )
    with _running(["nginx", "-e", str(folder / "log"), "-c", str(file)], port) as address:
        yield address


@contextmanager
def running_caddy(site: str, folder: Path) -> Iterator[str]:
    """The address of Caddy with a site from the docs, on a free port and without HTTPS."""
    port, file = _free_port(), folder / "Caddyfile"
    file.write_text(
        site.replace("{", "{\n    admin off\n    auto_https off", 1).replace(
            "freecell.example.org", f"http://127.0.0.1:{port}"
        )
    )
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    with (folder / "log").open("w") as log, _running(command, port, stderr=log, env={"HOME": str(folder)}) as address:
        yield address


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def _running(command: list[str], port: int, **options: Any) -> Iterator[str]:
    """Wait until a web server listens, and return its address."""
    with subprocess.Popen(command, **options) as process:
        try:
            while True:
                assert process.poll() is None, f"{command[0]} has ended"
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
