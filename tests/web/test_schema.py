"""The API's description: a client generated from it works, and random requests are answered as it says."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

import freecell
from freecell import Game, deal
from freecell.web.app import application

from ..helpers.programs import PATIENCE

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


# A client


@pytest.fixture(scope="module")
def client(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A Python client, generated from the description by an independent program."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_bytes(httpx.get(f"{address}/api/openapi.json").content)
    program = Path(sys.executable).with_name("openapi-python-client")
    where = ["--path", str(folder / "openapi.json"), "--output-path", str(folder / "freecell_client")]
    done = subprocess.run(
        [str(program), "generate", "--meta", "none", *where], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module("freecell_client")
    sys.path.remove(str(folder))


def called(client: ModuleType, address: str, route: str, **arguments: Any) -> Any:
    """The result of a function of the client."""
    function = importlib.import_module(f"{client.__name__}.api.{route}").sync
    return function(client=client.Client(base_url=address, raise_on_unexpected_status=True), **arguments)


def test_a_generated_client_plays_a_game(client: ModuleType, address: str) -> None:
    models = importlib.import_module(f"{client.__name__}.models")
    dealt = called(client, address, "deals.get_deal", number=617)
    assert dealt.deal == 617
    assert dealt.to_dict() == deal(617).to_dict()
    position = models.Position(board=models.PositionBoard.from_dict(dealt.to_dict()), moves="7a 7b")
    assert called(client, address, "solving.get_verdict", body=position).verdict == "solved"
    game = Game.from_notation(617, "7a 7b")
    hint = called(client, address, "solving.get_hint", body=position)
    game.play(hint.notation)
    text = models.SolveRequest(board=str(game.board), goal=models.SolveRequestGoal.SHORT, seconds=0.1)
    solution = called(client, address, "solving.solve_position", body=text)
    game.play(solution.notation)
    assert game.is_won
    report = called(
        client, address, "playing.check_solution", body=models.CheckRequest(deal=617, solution=game.notation())
    )
    assert report.wins
    assert report.turns == game.turns
    found = called(client, address, "deals.find_deals", body=models.FindRequest(cards=str(deal(617))))
    assert found.deals == [617]
    fault = called(client, address, "solving.get_verdict", body=models.Position(deal=0))
    assert fault.detail.startswith("deal 0 doesn't exist")


# Random requests


def strictly_described() -> dict[str, Any]:
    """The description, plus the fact that a position is either a deal or a board, which confuses client generators."""
    document = application().openapi()
    for name in ("Position", "SolveRequest", "CheckRequest", "PictureRequest"):
        document["components"]["schemas"][name]["oneOf"] = [{"required": ["deal"]}, {"required": ["board"]}]
    return document


# Searches are short, because this doesn't test how well they solve.
SHORTEN = """
import schemathesis

@schemathesis.hook
def map_body(context, body):
    seconds = body.get("seconds", 1) if isinstance(body, dict) else None
    if isinstance(seconds, int | float) and 0 < seconds <= 10 and "goal" in body:
        return {**body, "seconds": 0.02}
    return body
"""

CHECKS = (
    "allow_header_conformance",
    "content_type_conformance",
    "negative_data_rejection",
    "not_a_server_error",
    "response_headers_conformance",
    "response_schema_conformance",
    "status_code_conformance",
    "unsupported_method",
)
"""All checks except one: input that fits the description may be refused, because it can't describe valid boards."""


def test_every_request_is_answered_as_described(address: str, tmp_path: Path) -> None:
    """In a separate program: otherwise each test process would load the package, which takes seconds."""
    (tmp_path / "openapi.json").write_text(json.dumps(strictly_described()))
    (tmp_path / "shorten.py").write_text(SHORTEN)
    program = Path(sys.executable).with_name("schemathesis")
    what = ["openapi.json", "--url", address, "--phases", "examples,coverage,fuzzing", "--checks", ",".join(CHECKS)]
    how = ["--max-examples", "10", "--generation-deterministic", "--suppress-health-check", "all", "--no-color"]
    done = subprocess.run(
        [str(program), "run", *what, *how],
        env={**os.environ, "SCHEMATHESIS_HOOKS": "shorten", "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Selected: (\d+)/\1\n +Tested: \1\n", done.stdout), done.stdout


def test_the_examples_in_the_description_work(address: str) -> None:
    document = httpx.get(f"{address}/api/openapi.json").json()
    requests = 0
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
        if "post" in methods:
            content = methods["post"]["requestBody"]["content"]["application/json"]
            schema = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
            for example in schema["examples"]:
                answer = httpx.post(
                    address + path, content=json.dumps(example), headers={"content-type": "application/json"}
                )
                assert answer.status_code == 200, answer.text
                requests += 1
    assert requests == 7
