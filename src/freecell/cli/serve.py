"""Serve the page and its API, on this machine or for others.

examples:
  freecell serve
  freecell serve --open
  freecell serve --port 0
  freecell serve --host 0.0.0.0 --port 80
  freecell serve --proxy X-Forwarded-For --access-log --allowed-host freecell.example.org

Ctrl-C stops the server. A public server needs a web server in front: docs/server.md has configurations for nginx and
Caddy.
"""

from __future__ import annotations

import argparse
import re
import socket

from freecell.cli._numbers import whole
from freecell.cli._streams import complain
from freecell.errors import FreecellError, MissingDependencyError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=whole(0, 65535), default=8000, help="the port, or 0 for any free port (default: 8000)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.add_argument(
        "--proxy",
        metavar="HEADER",
        help="the header in which a trusted proxy passes the client address, such as X-Forwarded-For; only the proxy "
        "must be able to connect",
    )
    parser.add_argument(
        "--allowed-host",
        metavar="HOST",
        action="append",
        help="reject requests for any host but this one, such as freecell.example.org or *.example.org (repeatable)",
    )
    parser.add_argument("--access-log", action="store_true", help="write one line per request")
    parser.add_argument(
        "--log-level",
        default="warning",
        choices=("debug", "info", "warning", "error", "critical"),
        help="the log level (default: warning)",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.proxy is not None and not re.fullmatch(r"[\w-]{1,100}", arguments.proxy, re.ASCII):
        raise FreecellError(f"--proxy must be a header such as X-Forwarded-For (got {quoted(arguments.proxy)})")
    for host in arguments.allowed_host or []:
        if not re.fullmatch(r"\*|(\*\.)?[\w.-]{1,253}", host, re.ASCII):
            right = "a host such as freecell.example.org or *.example.org"
            raise FreecellError(f"--allowed-host must be {right} (got {quoted(host)})")
    try:
        from freecell.web import server
    except ModuleNotFoundError as error:
        raise MissingDependencyError(f"serving needs {error.name}: pip install 'freecell[web]'") from None
    try:
        sock = server.listener(arguments.host, arguments.port)
    except socket.gaierror as error:
        raise FreecellError(f"can't find --host {quoted(arguments.host)}: {error.strerror}") from None
    except UnicodeError:  # Python raises it for names that DNS can't represent
        raise FreecellError(f"--host {quoted(arguments.host)} is not a host name") from None
    except OSError as error:
        where = f"{arguments.host}, port {arguments.port}"
        complain(f"can't listen on {where}: {error.strerror}; --port 0 uses any free port")
        return 1
    address = server.address_of(sock)

    def ready() -> None:
        print(f"FreeCell is at {address} (Ctrl-C stops)", flush=True)
        if arguments.open:
            import threading
            import webbrowser

            # In a thread, because a browser in the terminal blocks until it is closed.
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    hosts = arguments.allowed_host or ["*"]
    options = server.Options(arguments.proxy, hosts, arguments.access_log, arguments.log_level)
    server.serve(sock, options, ready)
    return 0
