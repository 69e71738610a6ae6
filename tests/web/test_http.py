"""Behaviour common to all requests: paths, headers, files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import httpx
import pytest

from freecell.web import site

from ..helpers.serving import answered, line, serving, status

PAGE = site.page()
POST = b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
FOLDER = "/" + next(path.partition("/")[0] for path in PAGE if "/" in path)


@pytest.fixture(scope="module")
def api(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=None) as client:
        yield client


def test_unknown_paths(api: httpx.Client) -> None:
    assert line(api.get("/api/nothing"), 404) == "there is nothing at '/api/nothing'"
    for path in ("/api", "/api/", "/docs", "/redoc", "/assets", "/static/", f"{FOLDER}/nothing.js", "/favicon.php"):
        line(api.get(path), 404)
    response = api.get("/api/verdict")
    assert line(response, 405) == "'/api/verdict' does not accept GET"
    assert response.headers["allow"] == "POST"
    assert api.delete("/api/deals/617").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        f"{FOLDER}/../app.py",
        f"{FOLDER}/%2e%2e/app.py",
        f"{FOLDER}/..%2fapp.py",
        f"{FOLDER}//etc/passwd",
        f"{FOLDER}/%2Fetc%2Fpasswd",
        f"{FOLDER}/..\\app.py",
        "/index.html%00",
        "//etc/passwd",
        "/../../../../etc/passwd",
        "/api/deals/../../../etc/passwd",
        "http://elsewhere/etc/passwd",
    ],
)
def test_no_path_reaches_other_files(api: httpx.Client, path: str) -> None:
    """The path is sent unchanged, because an HTTP client would normalize it."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert status(answered(str(api.base_url), request.encode())) in (400, 404, 422)


def test_every_response_has_the_security_headers(api: httpx.Client) -> None:
    responses = [
        api.get("/"),
        api.get("/api/deals/617"),
        api.get("/api/deals/0"),
        api.get("/nothing"),
        api.delete("/"),
        api.get(f"{FOLDER}/worker.js"),
        api.post("/api/check", content=b" " * 100_000),
    ]
    assert [response.status_code for response in responses] == [200, 200, 422, 404, 405, 200, 413]
    for response in responses:
        policy = dict(part.split(" ", 1) for part in response.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["style-src"] == "'self'"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["cache-control"]
        assert "server" not in response.headers


def test_head_is_get_without_the_body(api: httpx.Client) -> None:
    for path in ("/", f"{FOLDER}/style.css", "/nothing"):
        head, get = api.head(path), api.get(path)
        assert head.content == b""
        assert head.status_code == get.status_code
        assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("path", ["/", "/sw.js", f"{FOLDER}/style.css", f"{FOLDER}/main.js", "/api/docs"])
def test_files_are_compressed_and_sent_only_if_changed(api: httpx.Client, path: str) -> None:
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


def test_the_server_and_the_site_have_the_same_files(api: httpx.Client) -> None:
    for path, content in PAGE.items():
        response = api.get(f"/{path}")
        assert response.content == content
        assert response.headers["cache-control"] == (
            "public, max-age=31536000, immutable" if "/" in path else "no-cache"
        )
    assert api.get("/").content == PAGE["index.html"]
    assert api.get(f"{FOLDER}/freecell.wasm.gz").headers["content-type"] == "application/gzip"


def test_the_api_page_loads_nothing_from_other_hosts(api: httpx.Client) -> None:
    page = api.get("/api/docs").text
    document = api.get("/api/openapi.json").json()
    assert all(path in page for path in document["paths"])
    assert "http" not in page
    assert "<script" not in page
    assert "style=" not in page
    assert api.get("/api/docs.css").headers["content-type"].startswith("text/css")


# Malformed HTTP


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
        + b"\x00" * 500
        + b"\n\n",  # the first bytes of a TLS connection
        b"hello\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000,
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
    ],
    ids=lambda data: repr(data[:60]),
)
def test_malformed_http_is_refused(api: httpx.Client, data: bytes) -> None:
    assert status(answered(str(api.base_url), data)) in (0, 400)  # 0 if it was closed before everything was sent


def test_an_unknown_expectation_is_refused(api: httpx.Client) -> None:
    assert api.get("/api/health", headers={"Expect": "banana"}).status_code == 417
    assert api.get("/api/health", headers={"Expect": "100-Continue"}).status_code == 200


def test_a_trailer_is_not_a_header() -> None:
    """Otherwise a client could choose the name that a proxy gives it."""
    body = b'{"deal": 617, "solution": "7a"}'
    chunked = b"Transfer-Encoding: chunked\r\nConnection: close\r\nX-Real-IP: 192.0.2.1\r\n\r\n"
    request = POST + chunked + b"%x\r\n%s\r\n0\r\nX-Real-IP: 192.0.2.2\r\n\r\n" % (len(body), body)
    with serving("--proxy", "X-Real-IP", "--access-log") as (address, process):
        assert status(answered(address, request)) == 200
        process.terminate()
        assert process.stderr
        assert process.stderr.read().split()[3] == "192.0.2.1"


def test_only_allowed_hosts_are_served() -> None:
    with serving("--allowed-host", "freecell.example.org", "--allowed-host", "*.test") as (address, _):
        for host, right in (("freecell.example.org", 200), ("a.test:8000", 200), ("evil.example", 400), ("", 400)):
            response = httpx.get(f"{address}/api/health", headers={"host": host}, timeout=None)
            assert response.status_code == right
