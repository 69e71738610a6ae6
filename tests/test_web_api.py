"""The API: every route with good and bad input, on a real server."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import freecell
from freecell import Board, Game, Move, Rules, deal, find, formats
from freecell.checking import check
from freecell.formats import json as board_json
from freecell.rules import AUTOPLAYS, AutoPlay
from freecell.web.looks import A_LOOK

from .serving import needs_core, serving

WON = {"columns": [[]] * 8, "foundations": dict.fromkeys("CDHS", 13)}
BOARD_617 = board_json.to_dict(deal(617))
MID_GAME = Game.from_notation(617, "7a 7b").board


@pytest.fixture(scope="module")
def api() -> Iterator[httpx.Client]:
    with serving() as (address, _), httpx.Client(base_url=address, timeout=30) as client:
        yield client


def told(api: httpx.Client, path: str, **asked: Any) -> Any:
    """What is told, if all is well."""
    answer = api.post(f"/api/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def refused(api: httpx.Client, path: str, **asked: Any) -> str:
    """The one line that says what is wrong."""
    return line(api.post(f"/api/{path}", json=asked), 422)


def line(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.json().keys() == {"detail"}
    detail: str = answer.json()["detail"]
    assert len(detail.splitlines()) == 1
    return detail


# Deals


@pytest.mark.parametrize("number", [1, 617, 32000, 2**31, 2**33 - 1, -1, -2])
def test_a_deal_by_its_number(api: httpx.Client, number: int) -> None:
    found = api.get(f"/api/deals/{number}").json()
    assert found["deal"] == number
    assert board_json.from_dict(found["board"]) == deal(number)


@pytest.mark.parametrize("number", ["0", "-3", str(2**33), "9" * 30, "abc", "6.5", "٦١٧", "617%20", "+617", "%00"])
def test_what_is_no_deal_number(api: httpx.Client, number: str) -> None:
    assert "deal" in line(api.get(f"/api/deals/{number}"), 422)


def test_what_is_wrong_is_told_in_the_words_of_the_library(api: httpx.Client) -> None:
    with pytest.raises(ValueError, match="there is no deal 0") as error:
        deal(0)
    assert line(api.get("/api/deals/0"), 422) == str(error.value)
    assert refused(api, "verdict", deal=0) == str(error.value)


@needs_core
def test_a_random_deal_is_one_of_a_million_that_can_be_won(api: httpx.Client) -> None:
    numbers = set()
    for _ in range(20):
        found = api.get("/api/random").json()
        assert board_json.from_dict(found["board"]) == deal(found["deal"])
        numbers.add(found["deal"])
    assert len(numbers) > 1
    assert min(numbers) >= 1
    assert max(numbers) <= 1_000_000


@pytest.mark.parametrize("form", formats.NAMES)
def test_the_number_of_a_board(api: httpx.Client, form: str) -> None:
    assert told(api, "find", cards=formats.write(deal(617), form)) == {
        "deals": [617],
        "board": BOARD_617,
        "names": None,
    }


def test_the_numbers_of_the_first_cards(api: httpx.Client) -> None:
    cards = "JD 2D 9H JC 5D 7H"
    assert told(api, "find", cards=cards) == {"deals": find(cards), "board": None, "names": None}


def test_a_deal_with_its_suits_renamed(api: httpx.Client) -> None:
    cards = "7D AD 5S 3C 5C 8S 2D AH"
    assert told(api, "find", cards=cards) == {"deals": [617], "board": None, "names": "clubs and spades exchanged"}


def test_cards_that_no_deal_has(api: httpx.Client) -> None:
    unheard_of = Board([column[::-1] for column in deal(617).columns])
    nothing: dict[str, Any] = {"deals": [], "board": None, "names": None}
    assert told(api, "find", cards=str(unheard_of)) == nothing | {"board": board_json.to_dict(unheard_of)}
    assert told(api, "find", cards="AC AD AH AS 2C 2D 2H") == nothing


def test_a_board_in_mid_game_has_no_number(api: httpx.Client) -> None:
    found = told(api, "find", cards=formats.write(MID_GAME, "columns"))
    assert found == {"deals": [], "board": board_json.to_dict(MID_GAME), "names": None}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7D AD 5C 3S 5S", "5 cards are known"),
        ("?? AD 5C 3S 5S 8C 2D AH", "the first two cards are not known"),
        ("7D AD 5C 3S 5S 8C 2D 7D", "7D is there twice"),
        ("hello", "'hello' is not a card"),
        ("", "there are no cards"),
        (617, '"cards" is 617: a text is right'),
    ],
)
def test_what_no_deal_is_found_by(api: httpx.Client, cards: object, why: str) -> None:
    assert refused(api, "find", cards=cards).startswith(why)


# Positions


@needs_core
def test_whether_a_deal_can_be_won(api: httpx.Client) -> None:
    assert told(api, "verdict", deal=617)["verdict"] == "winnable"
    assert told(api, "verdict", deal=11982) | {"positions": 0} == {"verdict": "lost", "limit": None, "positions": 0}
    assert told(api, "verdict", deal=11982, cells=5)["verdict"] == "winnable"
    assert told(api, "verdict", deal=-1)["verdict"] == "lost"
    assert told(api, "verdict", board=WON)["verdict"] == "winnable"


@needs_core
def test_what_two_seconds_do_not_tell(api: httpx.Client) -> None:
    assert told(api, "verdict", deal=140, cells=2) | {"positions": 0} in (
        {"verdict": "unknown", "limit": "seconds", "positions": 0},
        {"verdict": "unknown", "limit": "positions", "positions": 0},  # on a fast machine
    )


@needs_core
def test_a_position_is_a_deal_with_moves_or_a_board_in_any_form(api: httpx.Client) -> None:
    moves = {"deal": 617, "moves": "7a 7b"}
    same: list[dict[str, Any]] = [
        moves,
        {"board": BOARD_617, "moves": "7a 7b"},
        {"board": board_json.to_dict(MID_GAME)},
    ]
    same += [{"board": formats.write(MID_GAME, form)} for form in formats.NAMES]
    hints = [told(api, "hint", **position) for position in same]
    assert hints == hints[:1] * len(same)


@needs_core
def test_moves_are_played_with_the_auto_play_that_is_said(api: httpx.Client) -> None:
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe"))
    assert game.board != Game.from_notation(617, "7a 7b 7c b7 1b 71").board
    position = {"deal": 617, "moves": "7a 7b 7c b7 1b 71", "autoplay": "safe"}
    assert told(api, "hint", **position) == told(api, "hint", board=board_json.to_dict(game.board))


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({}, 'one of "deal" and "board" is right'),
        ({"deal": 617, "board": BOARD_617}, 'one of "deal" and "board" is right'),
        ({"deal": None}, "None is not a deal number"),
        ({"deal": "617"}, "'617' is not a deal number"),
        ({"deal": True}, "True is not a deal number"),
        ({"deal": 617.0}, "617.0 is not a deal number"),
        ({"deal": 10**40}, "there is no deal 1000"),
        ({"board": 617}, "617 is not a board"),
        ({"board": "KC"}, "there is no board in 'KC'"),
        (
            {"board": {"columns": [["KC"], [], [], [], [], [], [], []]}},
            "AC, AD, AH, AS, 2C, 2D and 45 more are missing",
        ),
        ({"board": BOARD_617 | {"cells": ["7D"]}}, "7D is there twice"),
        ({"board": BOARD_617 | {"columns": [[617]]}}, "column 1, card 1: 617 is not a card"),
        ({"board": BOARD_617 | {"extra": 1}}, "'extra' is not a part of a board"),
        ({"deal": 617, "moves": "7a 7h"}, "move 2, 7h: 2C can't go home"),
        ({"deal": 617, "moves": "7a xy"}, "'xy' is not a move"),
        ({"deal": 617, "moves": ["7a"]}, "\"moves\" is ['7a']: a text is right"),
        ({"deal": 617, "moves": None}, '"moves" is None: a text is right'),
        ({"deal": 617, "moves": "7a a7 " * 1001}, "'7a a7 7a"),
        ({"deal": 617, "cells": 8}, "cells=8: 0 to 7 is right"),
        ({"deal": 617, "cells": "4"}, "cells='4': 0 to 7 is right"),
        ({"deal": 617, "autoplay": "all"}, "autoplay='all': 'none', 'safe' or 'max' is right"),
        ({"deal": 617, "moves": "7a 7b 7c", "cells": 2}, "move 3, 7c: there are only 2 cells"),
        ({"board": board_json.to_dict(MID_GAME), "cells": 1}, "cell b has 2C, but there is only 1 cell"),
        ({"deal": 617, "lenght": "turns"}, "'lenght' is not asked for here"),
    ],
)
@pytest.mark.parametrize("route", ["verdict", "moves", "hint", "solve", "check", "picture"])
def test_what_is_no_position(api: httpx.Client, route: str, position: dict[str, Any], why: str) -> None:
    if not freecell.core_available and route in ("verdict", "moves", "hint", "solve"):
        pytest.skip("the compiled core was not built")
    asked = position | ({"solution": "7a"} if route == "check" else {})
    assert refused(api, route, **asked).startswith(why)


@pytest.mark.skipif(freecell.core_available, reason="the compiled core was built")
def test_without_the_core_nothing_is_solved_and_all_else_works(api: httpx.Client) -> None:
    for route in ("verdict", "moves", "hint", "solve"):
        assert "needs the compiled core" in line(api.post(f"/api/{route}", json={"deal": 617}), 501)
    assert "needs the compiled core" in line(api.get("/api/random"), 501)


# Solving


@needs_core
@pytest.mark.parametrize("autoplay", AUTOPLAYS)
@pytest.mark.parametrize(("number", "cells"), [(617, 4), (2, 3)])
def test_every_move_is_judged(api: httpx.Client, autoplay: AutoPlay, number: int, cells: int) -> None:
    """Each legal move has the verdict of the board that it leads to."""
    rules = Rules(cells, autoplay=autoplay)
    words = freecell.solve(number, cells=cells).notation(rules).split()
    verdicts = set()
    for played in (2, len(words) // 2):
        moves = " ".join(words[:played])
        game = Game.from_notation(number, moves, rules)
        found = told(api, "moves", deal=number, moves=moves, autoplay=autoplay, cells=cells)["moves"]
        assert [Move(move["from"], move["to"], move["cards"]) for move in found] == list(game.legal_moves())
        for move in found:
            game.play(Move(move["from"], move["to"], move["cards"]))
            verdict = freecell.solve(game.board, cells=cells, limit=A_LOOK).verdict.value
            assert {"winnable": "solved", "lost": "unsolvable", "unknown": "undecided"}[move["verdict"]] == verdict
            verdicts.add(verdict)
            game.undo()
    assert len(verdicts) > 1


@needs_core
def test_no_move_is_left_where_a_game_is_won(api: httpx.Client) -> None:
    assert told(api, "moves", board=WON) == {"moves": []}


@needs_core
def test_a_hint_keeps_the_game_winnable(api: httpx.Client) -> None:
    game = Game(617)
    for _ in range(5):
        hint = told(api, "hint", board=board_json.to_dict(game.board))
        move = hint["move"]
        assert hint["verdict"] == "winnable"
        assert move["sentence"].startswith("move ")
        before = game.board
        game.play(move["word"])
        assert game.board == before.play(Move(move["from"], move["to"], move["cards"]))
        assert told(api, "verdict", board=board_json.to_dict(game.board))["verdict"] == "winnable"


@needs_core
def test_no_hint_where_a_game_is_won_or_lost(api: httpx.Client) -> None:
    assert told(api, "hint", board=WON) == {"verdict": "winnable", "move": None}
    assert told(api, "hint", deal=11982) == {"verdict": "lost", "move": None}


@needs_core
@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"goal": "fast", "seconds": 10},
        {"goal": "short", "seconds": 0.1},
        {"goal": "short", "seconds": 0.1, "length": "singles"},
        {"goal": "prove"},
    ],
)
def test_a_solution_wins(api: httpx.Client, wanted: dict[str, Any]) -> None:
    for position in ({"deal": 617}, {"board": str(MID_GAME)}):
        found = told(api, "solve", **position, **wanted)
        assert (found["verdict"], found["limit"]) == ("solved", None)
        start = 617 if "deal" in position else MID_GAME
        game = Game(start)
        for move in found["moves"]:
            game.play(Move(move["from"], move["to"], move["cards"]))
        assert game.is_won
        assert Game.from_notation(start, found["notation"]).moves == game.moves
        assert [found[length] for length in ("cards", "singles", "steps", "turns")] == [
            game.cards, game.singles, game.steps, game.turns
        ]  # fmt: skip
        assert found["positions"] > 0
        assert found["seconds"] >= 0


@needs_core
def test_a_short_solution_is_shorter(api: httpx.Client) -> None:
    found = told(api, "solve", deal=617, goal="short", seconds=0.5)
    assert found["turns"] < told(api, "solve", deal=617)["turns"]


@needs_core
def test_what_can_not_be_solved(api: httpx.Client) -> None:
    for goal in ("fast", "short", "prove"):
        found = told(api, "solve", deal=11982, goal=goal)
        assert (found["verdict"], found["moves"], found["notation"]) == ("unsolvable", [], "")
    found = told(api, "solve", deal=140, cells=2, seconds=0.1, goal="prove")
    assert (found["verdict"], found["limit"], found["moves"]) == ("undecided", "seconds", [])


@needs_core
@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"goal": "fastest"}, "goal='fastest': 'fast' or 'short' or 'prove' is right"),
        ({"goal": None}, "goal=None: "),
        ({"length": "cards"}, "length='cards': 'turns' or 'singles' is right"),
        ({"seconds": 10.5}, "seconds=10.5: a number above 0, up to 10, is right"),
        ({"seconds": 0}, "seconds=0: "),
        ({"seconds": -1}, "seconds=-1: "),
        ({"seconds": "1"}, "seconds='1': "),
        ({"seconds": True}, "seconds=True: "),
        ({"seconds": None}, "seconds=None: "),
        ({"limit": 10**9}, "'limit' is not asked for here"),
        ({"width": 10**9}, "'width' is not asked for here"),
    ],
)
def test_what_is_not_to_be_wanted_of_a_solution(api: httpx.Client, wanted: dict[str, Any], why: str) -> None:
    assert refused(api, "solve", deal=617, **wanted).startswith(why)


@needs_core
@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(api: httpx.Client, seconds: str) -> None:
    body = f'{{"deal": 617, "goal": "short", "seconds": {seconds}}}'
    assert line(api.post("/api/solve", content=body, headers={"content-type": "application/json"}), 422)


# Playing


def test_whether_a_solution_wins(api: httpx.Client) -> None:
    solution = "4a 46 2b 27 72 42 4c 4d 47 74 1c 71 74 83 83 d8 16 21 2d c2 82 87 27 28 52 54 57 5c 35 3c 38 6a 13 12"
    report = told(api, "check", deal=617, solution=solution)
    assert report == check(617, solution).to_dict()
    assert report["wins"]
    assert not told(api, "check", deal=618, solution=solution)["wins"]
    rest = told(api, "check", deal=617, moves="4a 46", autoplay="max", solution=solution.removeprefix("4a 46 "))
    assert rest["wins"]


def test_what_is_wrong_with_a_solution(api: httpx.Client) -> None:
    report = told(api, "check", deal=617, solution="7a 7h")
    assert report["wrong"] == {"number": 2, "word": "7h", "reason": "2C can't go home: no clubs are there yet"}
    assert refused(api, "check", deal=617, solution="hello").startswith("'hello' is not a move")
    assert refused(api, "check", deal=617, solution=7) == '"solution" is 7: a text is right'
    assert refused(api, "check", deal=617) == '"solution" is missing'
    assert refused(api, "check", deal=617, solution="7a a7 " * 1001).endswith(
        "has 2002 moves: 2000 at the most are right"
    )


def test_a_picture_of_a_position(api: httpx.Client) -> None:
    for wanted in ({}, {"deck": "four", "felt": "dark"}):
        answer = api.post("/api/picture", json={"deal": 617, "moves": "7a 7b", "cells": 5, **wanted})
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text == MID_GAME.svg(cells=5, **wanted)  # type: ignore[arg-type]
    assert refused(api, "picture", deal=617, deck="three").startswith("deck='three': ")
    assert refused(api, "picture", deal=617, felt=["dark"]).startswith("felt=['dark']: ")


# What holds for every request


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "the body is not JSON: "),
        (b"{", "the body is not JSON: "),
        (b"\xff\xfe", "the body is not JSON: "),
        (b"[" * 60_000, "the body is not JSON: "),
        (b'{"deal": ' + b"9" * 5000 + b"}", "the body is not JSON: "),
        (b'{"deal": "\\ud800"}', "the body is not JSON: "),
        (b"null", "the body is None: a JSON object is right"),
        (b"[]", "the body is []: a JSON object is right"),
        (b'"617"', "the body is '617': a JSON object is right"),
    ],
)
def test_what_is_no_body(api: httpx.Client, body: bytes, why: str) -> None:
    answer = api.post("/api/picture", content=body, headers={"content-type": "application/json"})
    assert line(answer, 422).startswith(why)


def test_what_is_quoted_is_not_sent_back_whole(api: httpx.Client) -> None:
    assert len(refused(api, "find", cards="x" * 60_000)) < 600
    assert len(refused(api, "picture", board={"columns": [["x" * 60_000]]})) < 600
    assert len(refused(api, "picture", deal=10**4000)) < 600


def test_a_body_says_that_it_is_json(api: httpx.Client) -> None:
    for headers in ({}, {"content-type": "text/plain"}):
        answer = api.post("/api/verdict", content=b'{"deal": 617}', headers=headers)
        assert "application/json" in line(answer, 422)


def test_a_body_has_64_kilobytes_at_the_most(api: httpx.Client) -> None:
    headers = {"content-type": "application/json"}

    def parts(size: int) -> Iterator[bytes]:
        """A body that does not say how long it is."""
        body = json.dumps({"deal": 617, "solution": " " * size}).encode()
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    for size, status in ((65_000, 200), (66_000, 413), (1_000_000, 413)):
        whole = b"".join(parts(size))
        assert api.post("/api/check", content=whole, headers=headers).status_code == status
        assert api.post("/api/check", content=parts(size), headers=headers).status_code == status
    assert line(api.post("/api/check", content=whole, headers=headers), 413).startswith("the body is too large")


def test_paths_that_lead_nowhere(api: httpx.Client) -> None:
    assert line(api.get("/api/nothing"), 404) == "there is nothing at '/api/nothing'"
    for path in ("/api", "/api/", "/docs", "/redoc", "/static", "/static/", "/static/nothing.js", "/favicon.php"):
        line(api.get(path), 404)
    answer = api.get("/api/verdict")
    assert line(answer, 405) == "'/api/verdict' does not take GET"
    assert answer.headers["allow"] == "POST"
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
        answer = b"".join(iter(lambda: sock.recv(65536), b""))
    assert answer.split()[1] in (b"400", b"404", b"422"), answer


def test_every_answer_has_the_headers_that_keep_the_page_safe(api: httpx.Client) -> None:
    answers = [
        api.get("/"),
        api.get("/api/deals/617"),
        api.get("/api/deals/0"),
        api.get("/nothing"),
        api.delete("/"),
        api.get("/cards.svg"),
        api.post("/api/check", content=b" " * 100_000),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 404, 405, 200, 413]
    for answer in answers:
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


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
    with api.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
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


def test_a_service_worker_is_served_at_the_root_if_there_is_one(api: httpx.Client) -> None:
    for name in ("sw.js", "manifest.webmanifest"):
        at_root, below = api.get(f"/{name}"), api.get(f"/static/{name}")
        assert at_root.status_code == below.status_code
        if below.status_code == 200:
            assert at_root.content == below.content


def test_the_description_as_a_page_loads_nothing_from_elsewhere(api: httpx.Client) -> None:
    page = api.get("/api/docs").text
    document = api.get("/api/openapi.json").json()
    assert all(path in page for path in document["paths"])
    assert "http" not in page
    assert "<script" not in page
    assert "style=" not in page
    assert api.get("/api/docs.css").headers["content-type"].startswith("text/css")
