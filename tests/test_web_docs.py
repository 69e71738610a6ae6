"""What docs/web.md says about the server is so: the examples, and the web server in front."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import freecell
from freecell.engine import thread_count

from .hosting import running_nginx
from .serving import ONE, OTHER, client_at, needs_addresses, serving

PAGE = (Path(__file__).parent.parent / "docs" / "web.md").read_text()
SCALE = re.findall(r"```nginx\n(.*?)```", (Path(__file__).parent.parent / "docs" / "scale.md").read_text(), re.DOTALL)[
    0
]
EXAMPLES = re.findall(r"```sh\n(curl .*?)\n```\n```json\n(.*?)```", PAGE, re.DOTALL)

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


@pytest.mark.needs("curl")
@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_examples(address: str, command: str, output: str) -> None:
    command = command.replace("http://127.0.0.1:8000", address)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    response, example = json.loads(done.stdout), json.loads(output)
    assert response.keys() == example.keys()
    for name in ("positions", "move"):  # which change as the searches get better
        assert type(response.pop(name, None)) is type(example.pop(name, None))
    assert response == example


def test_every_route_is_in_the_docs(address: str) -> None:
    document = httpx.get(f"{address}/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path.replace('{number}', '617')}`" in PAGE


@contextmanager
def nginx(address: str, folder: Path, more: str = "") -> Iterator[str]:
    """The web server of the docs, at a port that is free, before a server of ours, or before two."""
    block = re.search(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
    assert block
    site = re.sub(r"\nupstream.*?\n}\n", "\n" + SCALE, block[1], flags=re.DOTALL) if more else block[1]
    with running_nginx(
        site.replace("127.0.0.1:8001", more[7:]).replace("127.0.0.1:8000", address[7:]), folder
    ) as front:
        yield front


@pytest.mark.needs("nginx")
@needs_addresses
def test_nginx_says_who_asks(tmp_path: Path) -> None:
    with serving("--access-log", "--proxy", "X-Forwarded-For") as (address, process):
        with nginx(address, tmp_path) as front:
            for source in (ONE, OTHER):
                with client_at(source, front) as client:
                    client.headers["x-forwarded-for"] = "192.0.2.7"  # which nobody believes
                    assert client.get("/api/deals/617").status_code == 200
        process.terminate()
        assert process.stderr
        lines = process.stderr.read().splitlines()
    asked = [line.split()[3] for line in lines if "/api/deals/617" in line]
    assert asked == [ONE, OTHER]


@pytest.mark.needs("nginx")
def test_behind_nginx(address: str, tmp_path: Path) -> None:
    with nginx(address, tmp_path) as front, httpx.Client(base_url=front, timeout=30) as client:
        assert client.get("/api/deals/617").json() == httpx.get(f"{address}/api/deals/617").json()
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["content-security-policy"].startswith("default-src 'none'")
        assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
        assert client.post("/api/verdict", json={"deal": 617}).json()["verdict"] == "solved"
        assert client.post("/api/check", content=b" " * 70_000).status_code == 413
        long = {"deal": 617, "goal": "short", "seconds": 10}
        for _ in range(thread_count()):  # each leaves before it is told anything, and so is in nobody's way
            with pytest.raises(httpx.ReadTimeout):
                client.post("/api/solve", json=long, timeout=0.3)
        assert client.post("/api/solve", json={**long, "seconds": 0.01}).status_code == 200


@pytest.mark.needs("nginx")
def test_two_processes_behind_nginx_of_which_one_is_killed(address: str, tmp_path: Path) -> None:
    with serving("--access-log") as (other, killed):
        with nginx(address, tmp_path, other) as front, httpx.Client(base_url=front, timeout=30) as client:
            numbers = [*range(1, 9), 11982]
            verdicts = [client.post("/api/verdict", json={"deal": number}).json() for number in numbers]
            assert [found["verdict"] for found in verdicts] == ["solved"] * 8 + ["unsolvable"]
            killed.kill()
            again = [client.post("/api/verdict", json={"deal": number}).json() for number in numbers]
            assert again == verdicts
        assert killed.stderr
        assert 0 < killed.stderr.read().count("POST /api/verdict 200") < len(numbers)  # the other one had the rest
