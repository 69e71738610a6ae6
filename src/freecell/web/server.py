"""The process that serves the page and its API."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FrameType

import uvicorn

from freecell.web import logs
from freecell.web.app import application
from freecell.web.clients import Naming
from freecell.web.connections import Connection, Connections
from freecell.web.limits import IDLE_SECONDS
from freecell.web.workers import Workers

_BACKLOG = 512  # connections that wait to be taken on
_UNREAD = 64 * 1024  # bytes that the system keeps of answers that are not read, for each connection
_SWITCH_SECONDS = 0.001  # after which a thread lets another one run Python, and above all the one that answers


@dataclass(frozen=True)
class Options:
    """How to serve.

    proxy       the header in which a web server in front says who asks; none if there is no such server
    access_log  whether to write a line for each request
    log_level   from which level on to write anything
    """

    proxy: str | None = None
    access_log: bool = False
    log_level: str = "warning"


class _Server(uvicorn.Server):
    """Stops the searches as soon as a signal stops it, and says when it is ready. Closes connections that are late."""

    def __init__(
        self, config: uvicorn.Config, workers: Workers, connections: Connections, ready: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self._workers, self._connections, self._ready = workers, connections, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # each is a tenth of a second
            self._connections.close_late(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        closing = asyncio.create_task(self._close_stuck())
        await super().shutdown(sockets)
        closing.cancel()

    async def _close_stuck(self) -> None:
        """Now and then, as some become so only when their searches have ended."""
        while True:
            await asyncio.sleep(0.1)
            self._connections.close_stuck()

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
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
        sock.bind(address)
        sock.listen(_BACKLOG)  # so that another one at the same port is refused now, not later
    except OSError:
        sock.close()
        raise
    return sock


def address_of(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(sock: socket.socket, options: Options, ready: Callable[[], object] = lambda: None) -> None:
    """Serves until it is stopped by a signal. `ready` is called when the first request can be answered."""
    logs.configure(options.log_level, access_log=options.access_log)
    sys.setswitchinterval(_SWITCH_SECONDS)
    workers, naming = Workers(), Naming(options.proxy)
    # A proxy has all connections, and only it knows whose they are.
    connections = Connections(None) if naming.is_by_proxy else Connections()
    config = uvicorn.Config(
        application(workers, naming, access_log=options.access_log),
        http=partial(Connection, connections),  # type: ignore[arg-type]  # which makes one
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        backlog=_BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=2,
    )
    _Server(config, workers, connections, ready).run([sock])
