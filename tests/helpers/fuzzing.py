"""Fuzzers: random inputs. Tests try a few of them, and tools/fuzz.py as many as its time allows.

A fuzzer is a strategy that draws inputs, and a function that takes one and raises if something is wrong.
"""

from __future__ import annotations

import atexit
import errno
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import hypothesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freecell import Board, Game, Rules, Search, Verdict, check, formats, solve, solve_many, survey
from freecell.cli._numbers import read_range
from freecell.cli.survey.run import _cells as read_cells
from freecell.errors import FreecellError, SurveyError
from freecell.finding.known import known_cards
from freecell.survey.manifest import MANIFEST, NoPlanError
from freecell.survey.parts import carried_plan, part_name
from freecell.survey.plan import Plan
from freecell.survey.store import open_store

from .facts import GAME_617
from .faulty_disk import Disk, power_cut
from .playing import SOLUTION_617, mid_games
from .serving import serving
from .solved import checked
from .surveying import rows_of, spec

# Boards, and the paths between them

_LIMIT = 20_000  # positions


def check_board(position: tuple[Board, int]) -> None:
    """All goals agree, a lost board has no winnable successor, and a solution wins from its start under its rules."""
    board, cells = position
    rules, fast = Rules(cells), Search(rules=Rules(cells), max_positions=_LIMIT)
    searches = [fast, replace(fast, goal="prove"), replace(fast, goal="short", beam_width=16)]
    solutions = [checked(solve(board, search)) for search in searches]
    verdicts = {solution.verdict for solution in solutions} - {Verdict.UNDECIDED}
    assert len(verdicts) <= 1, verdicts
    if Verdict.SOLVED in verdicts:
        for solution in solutions:
            if solution.moves:
                assert solve(board.play(solution.moves[0], rules), fast).verdict is not Verdict.UNSOLVABLE
    if Verdict.UNSOLVABLE in verdicts:
        after = solve_many((board.play(move, rules) for move in board.legal_moves(rules)), fast)
        assert all(one.verdict is not Verdict.SOLVED for one in after)
        assert not _won_by_fc_solve(board, cells)


def _won_by_fc_solve(board: Board, cells: int) -> bool:
    """Whether fc-solve finds a solution. Only a yes is reliable: it calls some winnable boards unwinnable."""
    if not shutil.which("fc-solve"):
        return False
    command = ["fc-solve", "--freecells-num", str(cells), "--max-iters", str(_LIMIT)]
    environment = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    text = formats.write(board, "columns")
    return "is solveable" in subprocess.run(command, input=text, capture_output=True, text=True, env=environment).stdout


# Readers


class Reader(NamedTuple):
    """A function that reads text, a correct input, and the allowed microseconds per character."""

    read: Callable[[str], object]
    right: str
    cost: float


def _read_part(text: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, part_name(0)).write_bytes(text.encode("latin-1", "replace"))
        return carried_plan(open_store(folder), part_name(0))


def _load_game(text: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game").write_bytes(text.encode(errors="surrogatepass"))
        return Game.load(Path(folder, "game"))


@cache
def _readers() -> dict[str, Reader]:
    board = Game.from_notation(617, SOLUTION_617[:60]).board
    with tempfile.TemporaryDirectory() as folder:
        survey.run(folder, spec(range(1, 3)))
        part = Path(folder, part_name(0)).read_bytes().decode("latin-1")
        manifest = Path(folder, MANIFEST).read_text()
    game = json.dumps(check(617, SOLUTION_617).game.to_dict())
    return {
        **{f"a board as {name}": Reader(Board.parse, formats.write(board, name), 50) for name in formats.NAMES},
        "cards to find": Reader(known_cards, GAME_617, 50),
        "moves": Reader(lambda text: Game(617).play(text), SOLUTION_617, 300),
        "extended moves": Reader(lambda text: Game(617).play(text, "extended"), SOLUTION_617, 300),
        "a solution": Reader(lambda text: check(617, text), SOLUTION_617, 3000),
        "a saved game": Reader(_load_game, game, 300),
        "a range": Reader(read_range, "1..1000", 50),
        "numbers of cells": Reader(read_cells, "0..4,7", 50),
        "a manifest": Reader(lambda text: Plan.from_json(text.encode(errors="surrogatepass")), manifest, 50),
        "a part": Reader(_read_part, part, 50),
    }


_PIECES = [
    *":;#-=,. \n\r\t\0\x85\u2028\ufeff{[\"\\'(/0179aahv",
    *("AC", "KS", "??", "10C", "♠", "fc:", "Foundations: H-0 C-A", "1..", "2**33", "1e400", "NaN", "-0", "null,"),
    *('{"columns":', "[[", '"\\ud800"', "1" * 5000, "7a ", "a7 ", "12 21 ", "26v1 ", "move ", "1 2 3 4 5 6 7 8\n"),
    "move AC from column 1 to cell a\n",
    "\ud800",
]


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a reader, and a correct text with pieces inserted, left out and repeated, or only pieces."""
    name = draw(st.sampled_from(sorted(_readers())))
    text = draw(st.sampled_from(["", _readers()[name].right]))
    for _ in range(draw(st.integers(0, 4))):
        words = re.findall(r"\w+|\W", text)
        start = draw(st.integers(0, len(words)))
        stop = start + draw(st.sampled_from([0, 1, 2, 9, len(words)]))
        piece = draw(st.sampled_from([*_PIECES, "".join(words[start:stop])]) | st.text(max_size=5))
        times = min(draw(st.sampled_from([0, 1, 1, 2, 3000])), 30_000 // max(1, len(piece)))
        text = "".join([*words[:start], piece * times, *words[stop:]])
    return name, text


timed = False  # whether to check the time of readers: the tool has time to measure it reliably, a test does not


def check_reader(given_text: tuple[str, str]) -> None:
    """Only our own errors are raised, each in one line, and in linear time."""
    name, text = given_text
    reader = _readers()[name]
    for _ in range(3):
        begun, said = time.process_time(), ""
        try:
            reader.read(text)
        except (FreecellError, ArgumentTypeError) as error:
            said = str(error)
        assert "\n" not in said
        assert len(said) < 600
        took = 1e6 * (time.process_time() - begun)
        if not timed or took <= 50_000 + reader.cost * len(text):
            return
    raise AssertionError(f"it took {took:.0f} microseconds to read {len(text)} letters")


# Surveys

_DEALS, _BLOCK = range(1, 13), 4


class Fault(NamedTuple):
    """The faults of a disk: an error at one point, once or from then on; a power cut after a number of steps; the
    probabilities that unsynced names and bytes survive it; and the number of bits that are flipped after that."""

    place: int | None
    code: int
    stays: bool
    after: float
    names: float
    data: float
    flips: int
    seed: int


_CODES = (errno.ENOSPC, errno.EIO, errno.EINTR, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.ESTALE)
_CHANCES = st.sampled_from([0.0, 0.5, 1.0])
faults = st.builds(
    Fault,
    st.none() | st.integers(0, 80),
    st.sampled_from(_CODES),
    st.booleans(),
    st.just(1.0) | st.floats(0, 1),
    _CHANCES,
    _CHANCES,
    st.integers(0, 3),
    st.integers(0, 2**32),
).filter(lambda fault: not (fault.stays and fault.code == errno.EINTR))  # Python retries these until they work


def _run(path: Path) -> None:
    survey.run(path, spec(_DEALS), block_size=_BLOCK, threads=1)


@cache
def _right_rows() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        _run(Path(folder, "s"))
        return rows_of(Path(folder, "s"))


def check_survey(fault: Fault) -> None:
    """Whatever happens to the disk, no row is wrong, and the same command completes all rows."""
    chance, right = random.Random(fault.seed), _right_rows()
    with tempfile.TemporaryDirectory() as above:
        folder, path = Path(above, "before"), Path(above, "after")
        folder.mkdir()
        disk = Disk(folder, fail_at=fault.place, code=fault.code, stays=fault.stays)
        with disk.mounted(), suppress(OSError, SurveyError):
            _run(folder / "s")
        power_cut(disk.steps[: round(fault.after * len(disk.steps))], path, chance, names=fault.names, data=fault.data)
        files = sorted(path.iterdir()) if path.exists() else []
        for _ in range(fault.flips if files else 0):
            _flip(chance.choice(files), chance)
        with suppress(SurveyError):
            assert all(row in right for row in rows_of(path))
        try:
            _run(path)
        except NoPlanError:  # the manifest is damaged, and no part with a copy is left
            shutil.rmtree(path)
            _run(path)
        assert rows_of(path) == right
        assert survey.verify(path).damaged == {}
        assert not list(path.glob(".*.part"))


def _flip(file: Path, chance: random.Random) -> None:
    data = bytearray(file.read_bytes())
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(data)


# Requests


@cache
def _server() -> httpx.Client:
    """A server that runs until the end of the process, with short searches."""
    running = ExitStack()
    atexit.register(running.close)
    address, _ = running.enter_context(serving(limits={"VERDICT_POSITIONS": 1000, "MOST_SECONDS": 0.05}))
    return running.enter_context(httpx.Client(base_url=address, timeout=None))


_BODIES: dict[str, dict[str, Any]] = {
    "find": {"cards": GAME_617},
    "verdict": {"deal": 617, "moves": "7a 7b", "rules": {"autoplay": "safe", "cells": 4}},
    "difficulty": {"deal": 617, "rules": {"cells": 5}},
    "hint": {"board": GAME_617, "rules": {"room": "windows"}},
    "solve": {"deal": 617, "goal": "short", "seconds": 0.001, "metric": "turns"},
    "check": {"deal": 617, "solution": SOLUTION_617},
    "picture": {"deal": 617, "deck": "four", "felt": "dark"},
}
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts().map(lambda drawn: drawn[1]) | st.just("9" * 5000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["columns", "cells", "x"]), inner),
    max_leaves=10,
)


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, bytes]:
    """A route and a body with some wrong values, or a truncated body."""
    route = draw(st.sampled_from(list(_BODIES)))
    names = st.sampled_from([*_BODIES[route], "board", "more"])
    body = json.dumps({**_BODIES[route], **draw(st.dictionaries(names, _VALUES, max_size=2))}).encode()
    return route, body[: draw(st.integers(0, len(body)) | st.just(len(body)))]


def check_request(request: tuple[str, bytes]) -> None:
    """It is answered or refused, but never with status 500."""
    route, body = request
    response = _server().post(f"/api/{route}", content=body, headers={"content-type": "application/json"})
    assert response.status_code in (200, 413, 422), response.text
    if response.status_code != 200:
        assert len(response.json()["detail"].splitlines()) <= 1


FUZZERS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    "boards": (mid_games(), check_board),
    "readers": (texts(), check_reader),
    "survey": (faults, check_survey),
    "requests": (requests(), check_request),
}


def fuzz(name: str, seed: int, tries: int) -> None:
    """Try this many inputs. The error for a failing one contains its smallest variant."""
    inputs, function = FUZZERS[name]
    some = settings(max_examples=tries, database=None, deadline=None, suppress_health_check=list(HealthCheck))

    def tried(what: Any) -> None:
        try:
            function(what)
        except Exception as error:
            error.add_note(f"the input is {what!r}")
            raise

    hypothesis.seed(seed)(some(given(what=inputs)(tried)))()
