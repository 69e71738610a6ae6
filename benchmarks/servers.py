"""Compares web servers that run the application while they are attacked. Ours also runs behind nginx.

python benchmarks/servers.py                              all of them (ten minutes)
python benchmarks/servers.py "freecell serve" granian     some of them

Each serves the same application with the tightest limits that it offers, and may open 1,024 files; nginx has the
configuration of docs/server.md, and 4,096 connections. The attackers share one address. A person at another deals, each
time on a new connection, and gives up after five seconds. It needs `wrk` and `nginx`, and httptools, hypercorn and
granian besides freecell[web]. Everything stays on this machine.
"""

from __future__ import annotations

import contextlib
import http.client
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from measure import duration, table
from web import DEALS, VERDICTS, rate

from freecell.web import site

SERVERS = {
    "freecell serve": "-m freecell serve --port {port}",
    "behind nginx": "-m freecell serve --port {port} --proxy X-Forwarded-For",
    "uvicorn, httptools": "-m uvicorn app:app --http httptools --ws none --log-level critical --port {port}",
    "hypercorn": "-m hypercorn app:app --worker-class uvloop --config hypercorn.toml --bind 127.0.0.1:{port}",
    "granian": "-m granian app:app --interface asginl --http 1 --no-ws --no-log --backpressure 500 --port {port} "
    "--http1-buffer-size 16384 --http1-header-read-timeout 10000",
}
FILES_BESIDE = {
    "app.py": "from freecell.web.app import application\n\napp = application()\n",
    "hypercorn.toml": "h11_max_incomplete_size = 16384\nkeep_alive_timeout = 5\nread_timeout = 10\n",
}
NGINX = """
daemon off; pid {folder}/pid; error_log /dev/null; worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; {site} }}
"""

ATTACKERS, PERSON = "127.0.0.1", "127.0.0.2"
FILES = 1024
PATIENCE = 5.0  # seconds that the person waits for a deal
SPAN = 8.0  # seconds of an ongoing attack
MOST_BYTES = 256 * 2**20  # bytes that such an attack sends
LONGEST = 30.0  # seconds until a connection counts as never closed
ROUNDS = 5
TCP_ESTABLISHED = 1  # its number on Linux

HEAD = b"GET /api/deals/617 HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


class Server(NamedTuple):
    port: int
    processes: list[int]

    def connect(self, address: str = ATTACKERS) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))

    def deal(self) -> float:
        """How long the person waits for a deal on a new connection; infinite if it doesn't arrive in time."""
        begun = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, (PERSON, 0))
        try:
            connection.request("GET", "/api/deals/617")
            if connection.getresponse().read().startswith(b'{"deal":617'):
                return time.perf_counter() - begun
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        return float("inf")

    def memory(self) -> float:
        """Megabytes of the processes and their children."""
        children = " ".join(Path(f"/proc/{each}/task/{each}/children").read_text() for each in self.processes).split()
        texts = [Path(f"/proc/{each}/status").read_text() for each in (*self.processes, *children)]
        return sum(int(text.partition("VmRSS:")[2].split()[0]) for text in texts) / 1024


@contextlib.contextmanager
def started(name: str, *, limited: bool = True) -> Iterator[Server]:
    """A server; behind nginx with its limits per address, or without."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for file, content in FILES_BESIDE.items():
            Path(folder, file).write_text(content)
        port = free_port()
        server = Server(port, [run(stack, [sys.executable, *SERVERS[name].format(port=port).split()], folder, FILES)])
        if name == "behind nginx":
            front = free_port()
            page = (Path(__file__).parents[1] / "docs" / "server.md").read_text()
            text = page.partition("```nginx\n")[2].partition("```")[0].replace(":8000", f":{port}")
            text = text.replace("listen 80;", f"listen 127.0.0.1:{front};")
            text = text if limited else re.sub(r"limit_(req|conn) .*;", "", text)
            Path(folder, "nginx.conf").write_text(NGINX.format(folder=folder, site=text))
            server = Server(
                front, [*server.processes, run(stack, ["nginx", "-c", f"{folder}/nginx.conf"], folder, 8192)]
            )
        while server.deal() > PATIENCE:
            time.sleep(0.1)
        yield server


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def run(stack: contextlib.ExitStack, command: list[str], folder: str, files: int) -> int:
    """Run a program until the exit stack closes, and return its process id."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, cwd=folder, stdout=quiet, stderr=quiet,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, max(files, FILES))),
    )  # fmt: skip

    def end() -> None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(end)
    return process.pid


# Attacks


class Effect(NamedTuple):
    """The effect of an attack: the longest wait of a person who deals meanwhile, and the memory it takes."""

    wait: float
    memory: float

    def __str__(self) -> str:
        waited = duration(self.wait) if self.wait <= PATIENCE else f"over {PATIENCE:.0f} s"
        return f"{waited}, {self.memory:.0f} MB"


def effect(server: Server, attack: Callable[[Server], object]) -> Effect:
    before, over = server.memory(), threading.Event()
    waits, memories = [server.deal()], [before]

    def watch() -> None:
        while not over.wait(0.05):
            waits.append(server.deal())
            memories.append(server.memory())

    person = threading.Thread(target=watch)
    person.start()
    attack(server)
    over.set()
    person.join()
    return Effect(max(waits), max(memories) - before)


def sent(server: Server, begin: bytes, more: bytes) -> None:
    """Sends the same data repeatedly, as long as the server accepts it, on a new connection when it closes one."""
    end, left = time.monotonic() + SPAN, MOST_BYTES
    while time.monotonic() < end and left > 0:
        with contextlib.suppress(OSError), server.connect() as sock:
            sock.settimeout(1)
            sock.sendall(begin)
            while time.monotonic() < end and left > 0:
                sock.sendall(more)
                left -= len(more)


def half_sent(server: Server) -> None:
    """1,200 connections, each with half of a request."""
    with contextlib.ExitStack() as stack:
        for _ in range(1200):
            with contextlib.suppress(OSError):
                sock = stack.enter_context(server.connect())
                sock.sendall(HEAD)
        time.sleep(SPAN)


def pipelined(server: Server) -> None:
    """20,000 requests at once on one connection. No response is read."""
    with contextlib.suppress(OSError), server.connect() as sock:
        sock.settimeout(SPAN)
        sock.sendall((HEAD + b"\r\n") * 20_000)
        time.sleep(SPAN)


def closed(server: Server, begin: bytes, more: bytes) -> str:
    """How soon the server closes a connection that sends this data, and then more each second, but never reads."""
    with server.connect() as sock:
        begun = time.monotonic()
        sock.settimeout(1)
        for data in (begin, *[more] * int(LONGEST)):
            with contextlib.suppress(OSError):  # it accepts no more, or is closed
                sock.sendall(data)
            for _ in range(10):
                # Even if there is data to read, the system knows whether the other side has closed.
                if sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != TCP_ESTABLISHED:
                    return f"closed after {time.monotonic() - begun:.0f} s"
                time.sleep(0.1)
    return f"open after {LONGEST:.0f} s"


LARGEST = max(site.page().items(), key=lambda item: len(item[1]))[0]
UNREAD = f"GET /{LARGEST} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 400
CLOSING = {
    "a connection that sends nothing": (b"", b""),
    "one header line per second": (HEAD, b"X: y\r\n"),
    "one byte of a body per second": (POST + b"Content-Length: 1000\r\n\r\n", b" "),
    "responses that are never read": (UNREAD, b""),
}
EFFECTS: dict[str, Callable[[Server], object]] = {
    "endless headers": lambda server: sent(server, HEAD, b"X-Some: thing\r\n" * 4096),
    "an endless URL": lambda server: sent(server, b"GET /", b"x" * 65536),
    "endless chunks of one byte": lambda server: sent(server, CHUNKED, b"1\r\n \r\n" * 8192),
    "an endless chunk extension": lambda server: sent(server, CHUNKED + b"1;", b"x" * 65536),
    "20,000 requests pipelined": pipelined,
    "1,200 half-sent requests": half_sent,
}


def column(name: str) -> dict[str, str]:
    """All figures of a server."""
    with started(name, limited=False) as server:
        address = f"http://127.0.0.1:{server.port}"
        figures = {
            what: f"{max(rate(address, script)[0] for _ in range(ROUNDS)):,.0f}"
            for what, script in (("deals per second", DEALS), ("verdicts per second", VERDICTS))
        }
    for what, attack in EFFECTS.items():
        with started(name) as server:
            figures[what] = str(effect(server, attack))
    with started(name) as server, ThreadPoolExecutor(len(CLOSING)) as threads:
        figures |= zip(CLOSING, threads.map(lambda data: closed(server, *data), CLOSING.values()), strict=True)
    return figures


if __name__ == "__main__":
    names = sys.argv[1:] or list(SERVERS)
    columns = [column(name) for name in names]
    print("## Servers")
    table(["", *names], [(what, *[figures[what] for figures in columns]) for what in columns[0]])
