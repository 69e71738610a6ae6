"""The server process: uvicorn with its public options."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from freecell.web.app import application
from freecell.web.limits import IDLE_SECONDS, LARGEST_HEAD, STOP_SECONDS
from freecell.web.middleware import ACCESS
from freecell.web.queues import Queues

_BACKLOG = 512  # connections waiting to be accepted


@dataclass(frozen=True)
class Options:
    """The options of the server process.

    proxy       the header in which a trusted proxy passes the client address; None without a proxy
    hosts       the accepted host names, "*" for any
    access_log  whether to log one line per request
    log_level   the lowest level that is logged
    """

    proxy: str | None = None
    hosts: Sequence[str] = ("*",)
    access_log: bool = False
    log_level: str = "warning"


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens on this address; port 0 means any free port."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    sock = socket.socket(family, kind, protocol)  # without the protocol, asyncio doesn't set TCP_NODELAY
    try:
        if os.name == "posix":  # so that a server can restart at once
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(_BACKLOG)  # so that a port in use is detected now, not later
    except OSError:
        sock.close()
        raise
    return sock


def address_of(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(sock: socket.socket, options: Options, ready: Callable[[], object] = lambda: None) -> None:
    """Serve until a signal stops it. `ready` is called when the server accepts requests."""
    _configure_logs(options)
    queues = Queues.of()

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        for number in (signal.SIGINT, signal.SIGTERM):
            _call_first(queues.close, number)
        ready()
        yield

    app = application(
        queues, proxy=options.proxy, hosts=options.hosts, access_log=options.access_log, lifespan=lifespan
    )
    config = uvicorn.Config(
        app,
        http="h11",  # limits the request head, separates trailers from headers, and rejects malformed HTTP
        h11_max_incomplete_event_size=LARGEST_HEAD,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    uvicorn.Server(config).run([sock])


def _call_first(function: Callable[[], object], number: signal.Signals) -> None:
    """Call this function on a signal, and then the existing handler, which is the server's."""
    handler: Any = signal.getsignal(number)

    def handle(*arguments: Any) -> None:
        function()
        handler(*arguments)

    signal.signal(number, handle)


def _configure_logs(options: Options) -> None:
    """Configure logging to standard error. uvicorn logs invalid requests, which must not fill a disk."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    level = logging.getLevelNamesMapping()[options.log_level.upper()]
    for name in ("freecell.web", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    if level > logging.INFO:
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    ACCESS.setLevel(logging.INFO if options.access_log else logging.CRITICAL)
