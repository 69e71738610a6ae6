"""The process that serves the page and its API."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from freecell.engine import core_available
from freecell.solving import solve
from freecell.web.app import application
from freecell.web.workers import Workers


class _Server(uvicorn.Server):
    """Stops the searches as soon as a signal stops it, and says when it is ready."""

    def __init__(self, config: uvicorn.Config, workers: Workers, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._workers, self._ready = workers, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._workers.close()
        super().handle_exit(sig, frame)


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; port 0 is any that is free."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    sock = socket.socket(family)
    try:
        if os.name == "posix":  # so that a server can be started again at once
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(2048)  # so that another one at the same port is refused now, not later
    except OSError:
        sock.close()
        raise
    return sock


def address_of(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(sock: socket.socket, ready: Callable[[], object] = lambda: None) -> None:
    """Serves until it is stopped by a signal. `ready` is called when the first request can be answered."""
    workers = Workers()
    if core_available:
        solve(1)  # loads NumPy now, and not when the first person waits for a verdict
    config = uvicorn.Config(
        application(workers),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=2,
    )
    _Server(config, workers, ready).run([sock])
