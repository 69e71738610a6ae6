"""Requests that nobody makes in good faith, for the tests and for whoever has hours: bodies that are to be as costly as
they can, and bytes that are hardly HTTP. All of it stays on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st

from freecell.cards import DECK
from freecell.web.app import application
from freecell.web.limits import MOST_BOARD_TEXT, MOST_MOVES, MOST_MOVES_TEXT
from freecell.web.routes import ROUTES
from freecell.web.workers import Workers

from .serving import connected

SLACK = 2.0
"""By how much a cost may be passed: a core may be slower than one of 2 GHz, or shared."""

COSTS = {route.path: route.cost for route in ROUTES}

# One long column beside seven empty ones, and moves that go round: all are legal, and none goes home.
ONE_COLUMN = {"columns": [[str(card) for card in DECK], *[[]] * 7]}
ROUND = ("12 " + "23 34 45 56 67 78 82 " * MOST_MOVES)[: 3 * MOST_MOVES]

# Bodies that cost much

PIECES = [
    *(":", "\n", "\x85", "\u2028", " ", "\t", "AC", "KS", "??", "-", "--", "#", "1", "9", "a ", "h", "H-a C-a D-a S-a"),
    *("fc:", "Freecells:", "Foundations:", "move ", "move AC from column 1 to cell a\n", "7a ", "7a a7 ", "=", "v"),
    *("1 2 3 4 5 6 7 8\n", "a b c d ♣ ♦ ♥ ♠\n", "{", "[", '{"columns":', "null,", '"', "\\", "e", ".", "10C", "♠"),
    " ".join(map(str, DECK)) + "\n",
    ": " + " ".join(map(str, DECK)) + "\n" + ":\n" * 7,
]


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts up to a length: a few pieces, each many times."""
    some = st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, most)), max_size=6)

    def written(pieces: list[tuple[str, int]]) -> str:
        return "".join((piece * (1 + most // len(piece)))[: max(len(piece), count)] for piece, count in pieces)[:most]

    return st.builds(written, some)


@st.composite
def cards(draw: st.DrawFn) -> str:
    """Cards in dealt order, some of them not known."""
    deck = draw(st.permutations(DECK))
    first = draw(st.integers(0, 52))
    known = draw(st.sets(st.integers(0, 51), max_size=20))
    return " ".join(str(card) if place < first or place in known else "??" for place, card in enumerate(deck))


def bodies(path: str) -> st.SearchStrategy[dict[str, Any]]:
    """Bodies for a route. Searches are short in them, as their time is bounded whatever the board."""
    if path == "/api/find":
        return st.fixed_dictionaries({"cards": cards() | texts(MOST_BOARD_TEXT)})
    board = texts(MOST_BOARD_TEXT) | st.just(ONE_COLUMN) | st.dictionaries(texts(8), st.lists(texts(8), max_size=2000))
    start = st.fixed_dictionaries({"deal": st.integers(1, 10**6)}) | st.fixed_dictionaries({"board": board})
    moves = texts(MOST_MOVES_TEXT) | st.integers(0, MOST_MOVES).map(lambda count: ROUND[: 3 * count])
    more: dict[str, st.SearchStrategy[Any]] = {
        "moves": moves,
        "cells": st.integers(4, 7),
        "autoplay": st.sampled_from(["none", "safe", "max"]),
    }
    if path == "/api/check":
        more["solution"] = texts(60_000) | moves
    if path == "/api/solve":
        more |= {"goal": st.sampled_from(["fast", "short"]), "seconds": st.just(0.01)}
    if path == "/api/picture":
        more["deck"] = st.sampled_from(["two", "four"])
    extra = st.dictionaries(texts(20), texts(20), max_size=1)
    return st.builds(
        lambda *parts: {**parts[0], **parts[1], **parts[2]}, start, st.fixed_dictionaries({}, optional=more), extra
    )


class Answer(NamedTuple):
    status: int
    content: bytes
    seconds: float  # of CPU time


class Application:
    """The whole application in this process, so that its CPU time can be told to the microsecond."""

    def __init__(self) -> None:
        # The main thread may have the event loop of a browser's driver.
        self._runner, self._thread = asyncio.Runner(), ThreadPoolExecutor(1)
        self._app = application(Workers())

    def __enter__(self) -> Application:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def post(self, path: str, body: bytes) -> Answer:
        begun = time.process_time()
        status, content = self._thread.submit(self._runner.run, self._post(path, body)).result()
        return Answer(status, content, time.process_time() - begun)

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        sent: list[Any] = []
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            return next(messages, None) or await asyncio.get_running_loop().create_future()  # who asks stays

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
        await self._app({**scope, "headers": headers, "client": ("127.0.0.1", 1)}, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def check_cost(app: Application, path: str, body: Any) -> float:
    """The CPU time that a body takes; it is an error if that is more than its route says, each time it is tried."""
    content = json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass")
    cost, best = COSTS[path], float("inf")
    for _ in range(3):
        answer = app.post(path, content)
        assert answer.status in (200, 413, 422), (answer.status, body)
        assert len(answer.content) <= cost.sent, (len(answer.content), body)
        best = min(best, answer.seconds)
        if best <= cost.seconds:
            return best
    assert best <= SLACK * cost.seconds, (best, body)
    return best


def search_for_costs(path: str, examples: int) -> None:
    """Looks for bodies that cost more than their route says, each time among those like the worst so far."""
    with Application() as app:

        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.target],
            suppress_health_check=list(HealthCheck),
        )
        @given(bodies(path))
        def search(body: dict[str, Any]) -> None:
            target(check_cost(app, path, body))

        search()


# Bytes that are hardly HTTP

LENGTHS = [b"0", b"1", b"-1", b"+5", b" 7 ", b"0x10", b"5, 5", b"65536", b"99999999999999999999", b"1e3", b"", b"\xff"]
ENCODINGS = [b"chunked", b"CHUNKED", b"chunked, chunked", b"gzip, chunked", b"identity", b"chunked;q=1", b"\x0bchunked"]
SIZES = [
    b"0",
    b"1",
    b"5",
    b"-1",
    b"FFFFFFFF",
    b"ffffffffffffffffffff",
    b"g",
    b"5;a=b",
    b"5 ",
    b" 5",
    b"",
    b"0x5",
    b"5\n",
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1e308,
    10**30,
    "",
    "7a",
    "\u0000",
    "♠",
    "x" * 3000,
    [],
    [[]],
    {},
    {"columns": []},
    [1, "a"],
]
LINES = [
    b"X: y",
    b"Host: x",
    b"Host: a\r\nHost: b",
    b": x",
    b"X",
    b"X : y",
    b" X: y",
    b"X:\x00",
    b"Expect: 100-continue",
]
ENDS = [b"\r\n", b"\n", b"\r", b"\r\n ", b"\n\n", b""]
BODIES: dict[str, dict[str, Any]] = {
    "find": {"cards": "7D AD 5C 3S 5S 8C 2D AH"},
    "verdict": {"deal": 617, "moves": "7a 7b", "autoplay": "safe", "cells": 4},
    "hint": {"deal": 617},
    "solve": {"deal": 617, "goal": "short", "seconds": 0.001, "length": "turns"},
    "check": {"deal": 617, "solution": "7a 7b 7c"},
    "picture": {"deal": 617, "deck": "four", "felt": "dark"},
}


def hostile_request(chance: random.Random) -> bytes:
    """The bytes of a request, or of several, in which a few things are wrong."""
    return b"".join(_one_request(chance) for _ in range(chance.choice([1, 1, 1, 2, 12])))


def _one_request(chance: random.Random) -> bytes:
    route = chance.choice(list(BODIES))
    body = dict(BODIES[route])
    while chance.random() < 0.3:
        body[chance.choice([*body, "more"])] = chance.choice(VALUES)
    content = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
    if chance.random() < 0.2:
        content = _mutated(content, chance)
    method = chance.choice([b"POST"] * 20 + [b"GET", b"HEAD", b"PUT", b"OPTIONS", b"CONNECT", b"X", b"post"])
    path = chance.choice(
        [b"/api/%s" % route.encode()] * 20 + [b"/", b"*", b"/api/deals/617", b"http://x/y", b"/%00", b"x"]
    )
    version = chance.choice([b"HTTP/1.1"] * 40 + [b"HTTP/1.0", b"HTTP/2.0", b"HTTP/1.1 ", b""])
    lines = [b"%s %s %s" % (method, path, version), b"Host: x", b"Content-Type: application/json"]
    if chance.random() < 0.5:
        lines.append(b"Connection: close")
    while chance.random() < 0.2:
        lines.insert(chance.randint(0, len(lines)), chance.choice(LINES))
    end = chance.choice([b"\r\n"] * 50 + ENDS)
    if chance.random() < 0.3:
        lines.append(b"Transfer-Encoding: " + chance.choice([b"chunked"] * 20 + ENCODINGS))
        content = _chunked(content, chance)
    if chance.random() < (0.1 if b"Transfer-Encoding" in lines[-1] else 0.95):
        lines.append(b"Content-Length: " + chance.choice([b"%d" % len(content)] * 40 + LENGTHS))
    if chance.random() < 0.05:
        lines.append(b"Connection: Upgrade\r\nUpgrade: " + chance.choice([b"websocket", b"h2c", b"x"]))
    if chance.random() < 0.02:
        lines += [b"X: y"] * chance.choice([50, 200])
    if chance.random() < 0.02:
        lines.append(b"X: " + b"y" * chance.choice([10_000, 100_000]))
    request = end.join(lines) + end + end + content
    return _mutated(request, chance) if chance.random() < 0.2 else request


def _chunked(content: bytes, chance: random.Random) -> bytes:
    step = chance.choice([1, 7, 100, 1000])
    parts = [content[begin : begin + step] for begin in range(0, len(content), step)][:400]
    good = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    if chance.random() < 0.3:
        good += chance.choice(SIZES) + chance.choice(ENDS) + b"x" * chance.randint(0, 9) + chance.choice(ENDS)
    return good + chance.choice([b"0\r\n\r\n"] * 4 + [b"0\r\nX: y\r\n\r\n", b"", b"0\r\n"])


def _mutated(data: bytes, chance: random.Random) -> bytes:
    """The same with some bytes changed, left out, repeated or put in."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5])):
        begin = chance.randrange(len(changed) + 1)
        end = min(len(changed), begin + chance.choice([0, 1, 2, 10, 1000]))
        piece = changed[begin:end]
        changed[begin:end] = chance.choice([b"", piece * 2, piece[::-1], chance.randbytes(len(piece) + 1)])
    return bytes(changed)


def send(address: str, data: bytes, chance: random.Random) -> bytes:
    """All that is answered to it. It comes at once or in two parts, and the answer is waited for or not."""
    with connected(address) as sock, contextlib.suppress(OSError):
        cut = chance.choice([len(data), len(data), chance.randint(0, len(data))])
        sock.sendall(data[:cut])
        if chance.random() < 0.1:
            time.sleep(0.01)
        sock.sendall(data[cut:])
        if chance.random() < 0.1:
            return b""
        if chance.random() < 0.1:
            sock.shutdown(socket.SHUT_WR)
        parts = []
        while part := sock.recv(65536):
            parts.append(part)
        return b"".join(parts)
    return b""


RIGHT_STATUSES = {100, 200, 304, 400, 404, 405, 408, 413, 414, 422, 431, 503}


AT_ONCE = 16  # requests: many of them end only when the server has waited long enough


def send_hostile(address: str, count: int, seed: int, note: Callable[[int], object] = lambda _: None) -> None:
    """Makes so many requests, some at a time; none of them may be answered wrongly, or not end."""

    def make(number: int) -> None:
        chance = random.Random(f"{seed} {number}")
        data = hostile_request(chance)
        for status in map(int, re.findall(rb"HTTP/1\.1 (\d{3}) [A-Z]", send(address, data, chance))):
            note(status)
            assert status in RIGHT_STATUSES, (seed, number, status, data)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        for _ in threads.map(make, range(count)):
            pass


GET = b"GET /api/deals/617 HTTP/1.1\r\nHost: x\r\n"


def status(answer: bytes) -> int:
    return int(answer.split()[1]) if answer else 0
