"""The npm package in its users' tools: TypeScript, bundlers, Deno, and pages without any of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..helpers.browsers import opened
from ..helpers.programs import found, patient
from .conftest import ROOT, blocks, installed, node, npm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

pytestmark = pytest.mark.needs("npm")
HERE = Path(__file__).parent

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:"
"""The policy of a careful site: only its own scripts, and WebAssembly."""

PAGE = '<!doctype html><title>A game</title><link rel="icon" href="data:,"><script type="module" src="{}"></script>'
APP = """
import { find, deal, hint, solve, verdict } from "freecell";
const given = new AbortController();
const long = solve(1, { goal: "shortest", signal: given.signal }).catch(({ name }) => name);
setTimeout(() => given.abort(), 50);
globalThis.answer = Promise.all([
  verdict(11982), hint(617).then(({ notation }) => notation), find(deal(617)), long,
  Promise.all(Array.from({ length: 20 }, (_, index) => verdict(index + 1))).then((all) => new Set(all).size),
]);
"""
ANSWER: list[Any] = ["unsolvable", "2a", [617], "AbortError", 1]

ESBUILD = "esbuild@0.28.2"

# A bundler from the registry, its command for app.js, and the path of its output.
BUNDLERS = {
    "esbuild": ([ESBUILD], "esbuild app.js --bundle --format=esm --outfile=out/app.js", "out"),
    "vite": (["vite@8.3.8"], "vite build --base=./", "dist"),
    "webpack": (["webpack@5.112.2", "webpack-cli@7.3.1"], "webpack ./app.js --mode=production", "dist"),
}

weekly = pytest.mark.skipif("FREECELL_EVERY_TOOL" not in os.environ, reason="this tool is tested weekly")


class _Handler(SimpleHTTPRequestHandler):
    policy = POLICY

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class _FreeHandler(_Handler):
    policy = ""


@contextmanager
def served(folder: Path, handler: type[_Handler] = _Handler) -> Iterator[str]:
    """The address of a site with the files of a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answered(browser: Browser, address: str) -> tuple[Any, list[str]]:
    """The results of a page's app, and the browser's error messages."""
    page = patient(browser.new_page())
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    answer = page.evaluate("() => globalThis.answer")
    page.close()
    return answer, complaints


def test_a_strict_typescript_program_type_checks(packed: Path, tmp_path: Path) -> None:
    installed(packed, tmp_path, "typescript@7.0.2")
    shutil.copy(HERE / "consumer.ts", tmp_path)
    strict = ["strict", "exactOptionalPropertyTypes", "noUncheckedIndexedAccess", "noPropertyAccessFromIndexSignature"]
    for module, resolution in (("nodenext", "nodenext"), ("esnext", "bundler")):
        options = {"module": module, "moduleResolution": resolution, "target": "es2022", "lib": ["es2022", "dom"]}
        config = {**options, **dict.fromkeys(strict, True), "skipLibCheck": False, "noEmit": True, "types": []}
        (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": config, "files": ["consumer.ts"]}))
        npm(tmp_path, "exec", "--", "tsc")


def test_a_page_without_a_build_step(project: Path, tmp_path: Path, browser: Browser) -> None:
    """The strictest policy, and no requests to other sites."""
    shutil.copytree(project / "node_modules" / "freecell", tmp_path / "freecell")
    (tmp_path / "app.js").write_text(APP.replace('"freecell"', '"./freecell/index.js"'))
    (tmp_path / "index.html").write_text(PAGE.format("app.js"))
    with served(tmp_path) as address:
        assert answered(browser, address) == (ANSWER, [])


def test_the_example_page(project: Path, tmp_path: Path, browser: Browser) -> None:
    shutil.copytree(project / "node_modules" / "freecell", tmp_path / "freecell")
    shutil.copy(ROOT / "packages/npm/examples/page.html", tmp_path / "index.html")
    with served(tmp_path, _FreeHandler) as address:
        page = patient(browser.new_page())
        page.goto(address)
        page.get_by_text("solved", exact=True).wait_for()
        page.get_by_role("button", name="Hint").click()
        page.get_by_text("Cells: KS -- -- --").wait_for()
        page.get_by_role("textbox").fill("11982")
        page.get_by_role("button", name="Deal").click()
        page.get_by_text("unsolvable", exact=True).wait_for()
        page.get_by_role("textbox").fill("0")
        page.get_by_role("button", name="Deal").click()
        page.get_by_text("deal '0' doesn't exist: choose 1 to").wait_for()
        page.close()


@pytest.mark.parametrize("text", ["packages/npm/README.md", "docs/embed-board.md"])
def test_the_page_with_hints_and_solutions(text: str, project: Path, tmp_path: Path, browser: Browser) -> None:
    """The game goes on after a film of its solution, with its history."""
    (example,) = [block for block in blocks(ROOT / text, "html") if "solve(" in block]
    shutil.copytree(project / "node_modules" / "freecell", tmp_path / "freecell")
    (tmp_path / "index.html").write_text(f'<!doctype html><link rel="icon" href="data:,">{example}')
    with served(tmp_path, _FreeHandler) as address:
        page = patient(browser.new_page())
        page.goto(address)
        element = page.locator("freecell-board")
        for turns in ("1 turn", "2 turns"):
            page.get_by_role("button", name="Hint").click()
            element.get_by_text(turns, exact=True).wait_for()
        played = element.evaluate("(element) => element.played")
        page.get_by_role("button", name="Show a solution").click()
        element.get_by_text("the start").wait_for()
        element.get_by_role("slider").press("End")
        assert not any(element.evaluate("(element) => element.board.columns.flat()"))
        page.get_by_role("button", name="Back to the game").click()
        element.get_by_role("button", name="Undo").click()
        element.get_by_text("1 turn", exact=True).wait_for()
        assert played.startswith(element.evaluate("(element) => element.played"))
        page.close()


def test_a_page_that_loads_it_from_another_site(project: Path, tmp_path: Path, browser: Browser) -> None:
    with served(project / "node_modules" / "freecell") as other, served(tmp_path, _FreeHandler) as address:
        (tmp_path / "app.js").write_text(APP.replace('"freecell"', f'"{other}/index.js"'))
        (tmp_path / "index.html").write_text(PAGE.format("app.js"))
        assert answered(browser, address) == (ANSWER, [])


@weekly
@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_other_browsers(name: str, project: Path, tmp_path: Path, playwright: Playwright) -> None:
    """From its own site under the strictest policy, and from another site."""
    shutil.copytree(project / "node_modules" / "freecell", tmp_path / "freecell")
    with served(tmp_path) as address, served(tmp_path, _FreeHandler) as other, opened(name, playwright) as window:
        for at, place in ((address, "./freecell/index.js"), (other, f"{address}/freecell/index.js")):
            (tmp_path / "app.js").write_text(APP.replace('"freecell"', f'"{place}"'))
            (tmp_path / "index.html").write_text(PAGE.format("app.js"))
            window.open(at)
            assert window.wait("globalThis.answer") == ANSWER


@pytest.mark.parametrize("name", [name if name == "esbuild" else pytest.param(name, marks=weekly) for name in BUNDLERS])
def test_a_bundler_needs_no_settings(name: str, packed: Path, tmp_path: Path, browser: Browser) -> None:
    packages, command, out = BUNDLERS[name]
    installed(packed, tmp_path, *packages)
    (tmp_path / "app.js").write_text(APP)
    (tmp_path / "index.html").write_text(PAGE.format("app.js"))
    npm(tmp_path, "exec", "--", *command.split())
    if name != "vite":  # it writes its own page
        script = next((tmp_path / out).glob("*.js"))
        script = tmp_path / out / "main.js" if (tmp_path / out / "main.js").exists() else script
        (tmp_path / out / "index.html").write_text(PAGE.format(script.name))
    # esbuild doesn't copy the worker's file, so the worker is created from its text, which the policy must allow.
    with served(tmp_path / out, _FreeHandler if name == "esbuild" else _Handler) as address:
        answer, complaints = answered(browser, address)
    assert answer == ANSWER
    assert [text for text in complaints if "404" not in text or name != "esbuild"] == []


@weekly
def test_deno(packed: Path, tmp_path: Path) -> None:
    installed(packed, tmp_path, "deno@2.9.6")
    (tmp_path / "app.mjs").write_text(f"{APP}\nconsole.log(JSON.stringify(await globalThis.answer));\n")
    assert json.loads(npm(tmp_path, "exec", "--", "deno", "run", "app.mjs")) == ANSWER


def test_a_program_that_only_deals_is_small_and_any_can_be_one_file(packed: Path, tmp_path: Path) -> None:
    """Bundlers leave out the core if nothing is searched."""
    project = tmp_path / "project"
    project.mkdir()
    installed(packed, project, ESBUILD)

    def bundled(program: str, *options: str) -> Path:
        """The program in one file, where no package is found."""
        (project / "app.js").write_text(program)
        file = tmp_path / "app.mjs"
        npm(project, "exec", "--", "esbuild", "app.js", "--bundle", "--format=esm", f"--outfile={file}", *options)
        return file

    small = bundled('import { deal, play } from "freecell"; console.log(play(deal(617), "7a").cells);', "--minify")
    assert small.stat().st_size < 15_000
    assert node(small) == "[ 'JH', null, null, null ]\n"
    whole = bundled(f"{APP}\nconsole.log(JSON.stringify(await globalThis.answer));\n", "--platform=node")
    done = subprocess.run([found("node"), whole], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (json.loads(done.stdout), done.stderr) == (ANSWER, "")
