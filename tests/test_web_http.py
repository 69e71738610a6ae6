"""What holds for every request: paths, headers, files."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import freecell

from .serving import line


@pytest.fixture(scope="module")
def api(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client


def test_paths_that_lead_nowhere(api: httpx.Client) -> None:
    assert line(api.get("/api/nothing"), 404) == "there is nothing at '/api/nothing'"
    for path in ("/api", "/api/", "/docs", "/redoc", "/static", "/static/", "/static/nothing.js", "/favicon.php"):
        line(api.get(path), 404)
    response = api.get("/api/verdict")
    assert line(response, 405) == "'/api/verdict' does not take GET"
    assert response.headers["allow"] == "POST"
    assert api.delete("/api/deals/617").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2Fetc%2Fpasswd",
        "/static/..\\app.py",
        "/static/index.html%00",
        "//etc/passwd",
        "/../../../../etc/passwd",
        "/api/deals/../../../etc/passwd",
        "http://elsewhere/etc/passwd",
    ],
)
def test_no_path_leads_to_a_file_but_the_page_s(api: httpx.Client, path: str) -> None:
    """Sent as it is: a client would tidy it up."""
    with socket.create_connection((api.base_url.host, api.base_url.port or 80)) as sock:
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        response = b"".join(iter(lambda: sock.recv(65536), b""))
    assert response.split()[1] in (b"400", b"404", b"422"), response


def test_every_answer_has_the_headers_that_keep_the_page_safe(api: httpx.Client) -> None:
    responses = [
        api.get("/"),
        api.get("/api/deals/617"),
        api.get("/api/deals/0"),
        api.get("/nothing"),
        api.delete("/"),
        api.get("/cards.svg"),
        api.post("/api/check", content=b" " * 100_000),
    ]
    assert [response.status_code for response in responses] == [200, 200, 422, 404, 405, 200, 413]
    for response in responses:
        policy = dict(part.split(" ", 1) for part in response.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert "server" not in response.headers


def test_head_is_get_without_the_body(api: httpx.Client) -> None:
    for path in ("/", "/api/deals/617", "/cards.svg", "/nothing"):
        head, get = api.head(path), api.get(path)
        assert head.content == b""
        assert head.status_code == get.status_code
        assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize(
    "path", ["/", "/static/index.html", "/cards.svg", "/cards.svg?deck=four", "/api/docs", "/api/openapi.json"]
)
def test_files_are_packed_and_sent_only_if_they_are_news(api: httpx.Client, path: str) -> None:
    plain = api.get(path, headers={"accept-encoding": "identity"})
    with api.stream("GET", path, headers={"accept-encoding": "gzip"}) as response:
        packed = b"".join(response.iter_raw())
        assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain.content
    assert len(packed) < len(plain.content)
    again = api.get(path, headers={"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == plain.headers["etag"]
    assert api.get(path, headers={"if-none-match": '"another"'}).status_code == 200


def test_the_cards_of_both_decks(api: httpx.Client) -> None:
    sheets = [api.get("/cards.svg", params={"deck": deck}).text for deck in ("two", "four")]
    assert sheets[0] != sheets[1]
    assert sheets[0] == api.get("/cards.svg").text
    assert all('id="7D"' in sheet for sheet in sheets)
    assert line(api.get("/cards.svg?deck=three"), 422) == "deck='three': 'two' or 'four' is right"
    assert "is too long: deck=two and deck=four are right" in line(api.get("/cards.svg?" + "a&" * 101), 422)


def test_some_files_are_served_at_the_root_as_well(api: httpx.Client) -> None:
    for name, path in (("index.html", "/"), ("sw.js", "/sw.js"), ("manifest.webmanifest", "/manifest.webmanifest")):
        at_root, below = api.get(path), api.get(f"/static/{name}")
        assert at_root.status_code == below.status_code == 200
        assert at_root.content == below.content


def test_each_module_of_the_page_is_loaded_early_and_kept_for_when_there_is_no_server(api: httpx.Client) -> None:
    folder = Path(freecell.__file__).parent / "web" / "static"
    modules = {path.stem for path in folder.glob("*.js")} - {"sw"}
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/([\w-]+)\.js"', api.get("/").text))
    assert preloaded == modules - {"main"}
    kept = re.search(r"MODULES = \[(.*?)\]", api.get("/sw.js").text, re.DOTALL)
    assert kept
    assert set(re.findall(r"[\w-]+", kept[1])) == modules


def test_the_description_as_a_page_loads_nothing_from_elsewhere(api: httpx.Client) -> None:
    page = api.get("/api/docs").text
    document = api.get("/api/openapi.json").json()
    assert all(path in page for path in document["paths"])
    assert "http" not in page
    assert "<script" not in page
    assert "style=" not in page
    assert api.get("/api/docs.css").headers["content-type"].startswith("text/css")
