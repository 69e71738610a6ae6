"""The examples, limits and configurations in docs/web.md, docs/server.md and docs/scale.md work."""

from __future__ import annotations

import json
import re
import resource
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import freecell
from freecell.web import limits, site

from ..helpers.hosting import running_caddy, running_nginx
from ..helpers.serving import (
    LONG_SEARCH,
    ONE,
    OTHER,
    all_read,
    client_at,
    connected,
    needs_addresses,
    requested,
    serving,
)

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "web.md").read_text()
SERVER = (DOCS / "server.md").read_text()
SCALE = re.findall(r"```nginx\n(.*?)```", (DOCS / "scale.md").read_text(), re.DOTALL)[0]
EXAMPLES = re.findall(r"```sh\n(curl .*?)\n```\n```json\n(.*?)```", PAGE, re.DOTALL)

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


@pytest.mark.needs("curl")
@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_examples(address: str, command: str, output: str) -> None:
    command = command.replace("http://127.0.0.1:8000", address)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(output)


def test_every_route_is_in_the_docs(address: str) -> None:
    document = httpx.get(f"{address}/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path.replace('{number}', '617')}`" in PAGE


def test_the_limits_are_in_the_docs() -> None:
    values = [
        f"{limits.LARGEST_HEAD // 1024} kB",
        f"{limits.LARGEST_BODY // 1024} kB",
        f"{limits.MOST_BOARD_TEXT:,} characters",
        f"{limits.MOST_MOVES:,} moves, {limits.MOST_MOVES_TEXT:,} characters",
        f"{limits.MOST_WAITING_EACH} per client, {limits.MOST_WAITING:,} in all",
        f"{limits.LONGEST_WAIT:g} s",
        f"{limits.IDLE_SECONDS:g} s",
    ]
    table = PAGE.partition("| resource | limit |\n| --- | --- |\n")[2].partition("\n\n")[0]
    assert [row.split(" | ")[1].removesuffix(" |") for row in table.splitlines()] == values


# The web servers in front


@contextmanager
def fronted(kind: str, address: str, folder: Path, **changes: str) -> Iterator[str]:
    """The address of a web server from the docs, in front of our server, with some settings changed."""
    (text,) = re.findall(rf"```{kind}\n(.*?)```", SERVER, re.DOTALL)
    text = text.replace("127.0.0.1:8000", urlsplit(address).netloc)
    for name, value in changes.items():
        text, count = re.subn(rf"\b{name} [^;\n{{]+", f"{name} {value}", text)
        assert count, name
    with (running_nginx if kind == "nginx" else running_caddy)(text, folder) as front:
        yield front


NGINX = pytest.param("nginx", marks=pytest.mark.needs("nginx"))
CADDY = pytest.param("caddy", marks=pytest.mark.needs("caddy"))
BOTH = pytest.mark.parametrize("kind", [NGINX, CADDY])


@BOTH
@needs_addresses
def test_a_proxy_names_the_client(kind: str, tmp_path: Path) -> None:
    with serving("--access-log", "--proxy", "X-Forwarded-For") as (address, process):
        with fronted(kind, address, tmp_path) as front:
            for source in (ONE, OTHER):
                with client_at(source, front) as client:
                    client.headers["x-forwarded-for"] = "192.0.2.7"  # which is ignored
                    assert client.get("/api/deals/617").status_code == 200
        process.terminate()
        assert process.stderr
        lines = process.stderr.read().splitlines()
    assert [line.split()[3] for line in lines if "/api/deals/617" in line] == [ONE, OTHER]


@BOTH
def test_everything_works_behind_a_proxy(kind: str, tmp_path: Path) -> None:
    """Everything works as without a proxy. If a client leaves before the response, its search of hours stops."""
    with ExitStack() as stack:
        address, _ = stack.enter_context(serving(limits={"MOST_SECONDS": 10_000.0, "LONGEST_WAIT": 10_000.0}))
        front = stack.enter_context(fronted(kind, address, tmp_path))
        client = stack.enter_context(httpx.Client(base_url=front, timeout=None))
        assert client.get("/api/deals/617").json() == httpx.get(f"{address}/api/deals/617", timeout=None).json()
        page = client.get("/")
        assert page.headers["content-security-policy"].startswith("default-src 'none'")
        assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
        assert client.post("/api/verdict", json={"deal": 617}).json()["verdict"] == "solved"
        assert client.post("/api/check", content=b" " * 70_000).status_code in (413, 502)  # the status of older Caddys
        for _ in range(3):
            with pytest.raises(httpx.TimeoutException):  # it leaves
                client.post("/api/solve", json=LONG_SEARCH | {"seconds": 10_000}, timeout=0.3)
        assert client.post("/api/solve", json=LONG_SEARCH | {"seconds": 0.01}).status_code == 200


HALF_A_HEAD = b"GET /api/deals/617 HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"


@BOTH
@pytest.mark.parametrize("half", [HALF_A_HEAD, HALF_A_BODY], ids=["head", "body"])
def test_half_sent_requests_are_closed_and_block_nobody(kind: str, half: bytes, address: str, tmp_path: Path) -> None:
    """More connections than one server has files. None of them reaches it, and each is closed after a timeout."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    times = ("client_header_timeout", "client_body_timeout") if kind == "nginx" else ("read_header", "read_body")
    try:
        with fronted(kind, address, tmp_path, **dict.fromkeys(times, "1s")) as front, ExitStack() as stack:
            socks = [stack.enter_context(connected(front)) for _ in range(20 if half == HALF_A_BODY else 1200)]
            for sock in socks:
                sock.sendall(half)
            assert httpx.get(f"{front}/api/deals/617", timeout=None).status_code == 200
            for sock in socks:
                assert b"detail" not in all_read(sock)  # no response of ours, and the connection is closed
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.needs("nginx")
@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="the system does not tell whether the other side closed")
def test_nginx_closes_a_connection_that_never_reads(address: str, tmp_path: Path) -> None:
    with fronted("nginx", address, tmp_path, send_timeout="1s") as front, connected(front) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        largest = max(site.page(), key=lambda path: len(site.page()[path]))
        sock.sendall(f"GET /{largest} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 400)
        while sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1:  # established
            time.sleep(0.05)


@pytest.mark.needs("nginx")
@needs_addresses
def test_nginx_limits_a_flood_from_one_address(address: str, tmp_path: Path) -> None:
    """After 40 requests at once, further ones get status 503, and others are served as before."""
    slow = {"limit_req_zone": "$binary_remote_addr zone=freecell_requests:1m rate=1r/m"}
    with fronted("nginx", address, tmp_path, **slow) as front, client_at(ONE, front) as one:
        statuses = [one.get("/api/deals/617").status_code for _ in range(60)]
        assert statuses[:41] == [200] * 41
        assert 503 in statuses[41:]
        assert one.get("/").status_code == 200  # the page doesn't count
        with client_at(OTHER, front) as other:
            assert other.get("/api/deals/617").status_code == 200


@pytest.mark.needs("nginx")
@needs_addresses
def test_nginx_limits_connections_from_one_address(tmp_path: Path) -> None:
    limits = {"MOST_SECONDS": 10_000.0, "LONGEST_WAIT": 10_000.0}
    with serving(limits=limits) as (address, _), fronted("nginx", address, tmp_path) as front, ExitStack() as stack:
        for _ in range(32):
            sock = stack.enter_context(connected(front, ONE))
            sock.sendall(requested("solve", **LONG_SEARCH | {"seconds": 10_000}))
        with client_at(ONE, front) as one, client_at(OTHER, front) as other:
            while one.get("/").status_code == 200:
                pass  # until nginx has read all 32
            assert one.get("/").status_code == 503
            assert other.get("/").status_code == 200


@pytest.mark.needs("nginx")
def test_killing_one_of_two_processes_behind_nginx(address: str, tmp_path: Path) -> None:
    with serving("--access-log") as (other, killed):
        both = SCALE.replace("127.0.0.1:8001", urlsplit(other).netloc).replace(
            "127.0.0.1:8000", urlsplit(address).netloc
        )
        (text,) = re.findall(r"```nginx\n(.*?)```", SERVER, re.DOTALL)
        text = re.sub(r"\nupstream.*?\n}\n", "\n" + both, text, flags=re.DOTALL)
        with running_nginx(text, tmp_path) as front, httpx.Client(base_url=front, timeout=None) as client:
            numbers = [*range(1, 9), 11982]
            verdicts = [client.post("/api/verdict", json={"deal": number}).json() for number in numbers]
            assert [found["verdict"] for found in verdicts] == ["solved"] * 8 + ["unsolvable"]
            killed.kill()
            again = [client.post("/api/verdict", json={"deal": number}).json() for number in numbers]
            assert again == verdicts
        assert killed.stderr
        assert 0 < killed.stderr.read().count("POST /api/verdict 200") < len(numbers)  # the other one handled the rest
