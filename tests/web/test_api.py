"""The API: every route with good input, on a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

import freecell
from freecell import Board, Game, Move, Rules, deal, difficulty, facts, find, find_renamed, formats, hint
from freecell.budgets import (
    FEW_POSITIONS,
    MOST_POSITIONS,
    SERVER_MEMORY,
    VERDICT_POSITIONS,
    VERDICT_SECONDS,
)
from freecell.checking import check
from freecell.engine import Search
from freecell.formats import json as board_json
from freecell.rules import WINDOWS
from freecell.solving import Solution, solve
from freecell.web import api as api_module
from freecell.web import responses
from freecell.web.app import application

from ..helpers.commands import outcome
from ..helpers.programs import awaited
from ..helpers.serving import BOARD_617, MID_GAME, WON, line, needs_core, posted, refused, serving


@pytest.fixture(scope="module")
def api() -> Iterator[httpx.Client]:
    """A server whose searches have enough time, however busy the machine is."""
    limits = dict.fromkeys(("MOST_SECONDS", "VERDICT_SECONDS", "LONGEST_WAIT"), AMPLE)
    with serving(limits=limits) as (address, _), httpx.Client(base_url=address, timeout=None) as client:
        yield client


AMPLE = 10_000.0  # seconds

# Deals


@pytest.mark.parametrize("number", [1, 617, 32000, 2**31, 2**33 - 1, -1, -2])
def test_a_deal_by_its_number(api: httpx.Client, number: int) -> None:
    found = api.get(f"/api/deals/{number}").json()
    assert found["deal"] == number
    assert found == deal(number).to_dict()


@pytest.mark.parametrize("number", [1, 617, 11982, 32000])
def test_the_facts_of_a_deal(api: httpx.Client, number: int) -> None:
    response = api.get(f"/api/facts/{number}")
    assert (response.status_code, response.json()) == (200, facts(number).to_dict())
    assert "max-age" in response.headers["cache-control"]


def test_the_example_of_facts_is_true() -> None:
    assert responses.Facts.model_config["json_schema_extra"] == {"examples": [facts(1).to_dict()]}


def test_deals_without_facts(api: httpx.Client) -> None:
    assert line(api.get("/api/facts/32001"), 422) == "no facts for deal 32001: facts cover deals 1 to 32000"
    assert line(api.get("/api/facts/0"), 422).startswith("deal 0 doesn't exist")


@needs_core
def test_a_random_deal_is_winnable_and_from_the_first_million(api: httpx.Client) -> None:
    numbers = set()
    for _ in range(20):
        found = api.get("/api/random").json()
        assert found == deal(found["deal"]).to_dict()
        numbers.add(found["deal"])
    assert len(numbers) > 1
    assert min(numbers) >= 1
    assert max(numbers) <= 1_000_000


@pytest.mark.parametrize("form", formats.NAMES)
def test_the_number_of_a_board(api: httpx.Client, form: str) -> None:
    assert posted(api, "find", cards=formats.write(deal(617), form)) == {
        "deals": [617],
        "renamed": [],
        "board": BOARD_617,
    }


def test_the_numbers_of_the_first_cards(api: httpx.Client) -> None:
    cards = "JD 2D 9H JC 5D 7H"
    assert posted(api, "find", cards=cards) == {"deals": find(cards), "renamed": [], "board": None}


def test_a_deal_with_its_suits_renamed(api: httpx.Client) -> None:
    cards = "7D AD 5S 3C 5C 8S 2D AH"
    renamed = {
        "deal": 617,
        "suits": {"C": "S", "D": "D", "H": "H", "S": "C"},
        "text": "deal 617 with clubs and spades exchanged",
    }
    assert posted(api, "find", cards=cards) == {"deals": [], "renamed": [renamed], "board": None}


def test_cards_that_no_deal_has(api: httpx.Client) -> None:
    unheard_of = Board([column[::-1] for column in deal(617).columns])
    nothing: dict[str, Any] = {"deals": [], "renamed": [], "board": None}
    assert posted(api, "find", cards=str(unheard_of)) == nothing | {"board": unheard_of.to_dict()}
    assert posted(api, "find", cards="AC AD AH AS 2C 2D 2H") == nothing


def test_a_board_in_mid_game_has_no_number(api: httpx.Client) -> None:
    found = posted(api, "find", cards=formats.write(MID_GAME, "columns"))
    assert found == {"deals": [], "renamed": [], "board": MID_GAME.to_dict()}


# One schema


AFTER = "7a 7b"


def without_times(value: dict[str, Any]) -> dict[str, Any]:
    """An object without the values that differ between searches: the time, and the server's limits."""
    return {name: part for name, part in value.items() if name not in ("seconds", "search")}


@needs_core
@pytest.mark.parametrize("moves", ["", AFTER], ids=["a deal", "after moves"])
def test_the_library_the_commands_and_the_api_have_the_same_objects(api: httpx.Client, moves: str) -> None:
    game = Game.from_notation(617, moves)
    position = {"deal": 617, "moves": moves}
    objects: dict[tuple[str, ...], tuple[dict[str, Any], dict[str, Any] | None]] = {
        ("show",): (game.board.to_dict(), None if moves else api.get("/api/deals/617").json()),
        ("hint",): (hint(game).to_dict(), posted(api, "hint", **position)),
        ("solve",): (solve(game).to_dict(), posted(api, "solve", **position)),
        ("difficulty",): ({"deal": 617} | difficulty(game).to_dict(), posted(api, "difficulty", **position)),
        ("winnable",): (
            {name: solve(game).to_dict()[name] for name in ("deal", "verdict", "limit", "positions")},
            posted(api, "verdict", **position),
        ),
    }
    for (command,), (ours, answered) in objects.items():
        printed = json.loads(outcome(command, "617", *(["--moves", moves] if moves else []), "--json")[1])
        assert without_times(printed) == without_times(ours), command
        assert answered is None or without_times(answered) == without_times(ours), command
        assert answered is None or answered.keys() == ours.keys(), command


@needs_core
def test_deals_facts_checks_and_cards_are_the_same_objects_too(api: httpx.Client) -> None:
    row = "7D AD 5S 3C 5C 8S 2D AH"
    found = {"deals": [], "renamed": [one.to_dict() for one in find_renamed(row)], "board": None}
    objects = {
        ("deal", "617"): (deal(617).to_dict(), api.get("/api/deals/617").json()),
        ("facts", "617"): (facts(617).to_dict(), api.get("/api/facts/617").json()),
        ("check", "617", "--moves", "7a 7h"): (
            check(617, "7a 7h").to_dict(),
            posted(api, "check", deal=617, solution="7a 7h"),
        ),
        ("find", *row.split()): (found, posted(api, "find", cards=row)),
    }
    for command, (ours, answered) in objects.items():
        assert json.loads(outcome(*command, "--json")[1]) == ours == answered, command
    whole = json.loads(outcome("find", "--json", input=str(deal(617)))[1])
    assert whole == {"file": "-", "entry": 1} | posted(api, "find", cards=str(deal(617)))
    assert api.get("/api/random").json().keys() == deal(1).to_dict().keys()


@needs_core
def test_several_boards_have_the_same_keys_as_one() -> None:
    for command in ("deal", "show", "facts", "winnable", "difficulty", "hint", "solve"):
        (one,), several = (
            [json.loads(line) for line in outcome(command, boards, "--json")[1].splitlines()]
            for boards in ("1", "1..2")
        )
        assert [each.keys() for each in several] == [one.keys()] * 2, command
        assert without_times(several[0]) == without_times(one), command
    lines = outcome("check", "1", "2", "--moves", "7a", "--json")[1] + outcome("check", "--json", input="1 7a\n2 9a")[1]
    assert {(*json.loads(line),) for line in lines.splitlines()} >= {(*check(1, "7a").to_dict(),)}
    assert all(json.loads(line).keys() - {"line"} == check(1, "7a").to_dict().keys() for line in lines.splitlines())


# Positions


@needs_core
def test_whether_a_deal_can_be_won(api: httpx.Client) -> None:
    assert posted(api, "verdict", deal=617)["verdict"] == "solved"
    assert posted(api, "verdict", deal=11982) | {"positions": 0} == {
        "deal": 11982,
        "verdict": "unsolvable",
        "limit": None,
        "positions": 0,
    }
    assert posted(api, "verdict", deal=11982, rules={"cells": 5})["verdict"] == "solved"
    assert posted(api, "verdict", deal=-1)["verdict"] == "unsolvable"
    assert posted(api, "verdict", board=WON)["verdict"] == "solved"


def in_process(path: str, **body: Any) -> Any:
    """The response of the application in this process, where a test can replace parts of it."""

    async def post() -> Any:
        transport = httpx.ASGITransport(application())
        async with httpx.AsyncClient(transport=transport, base_url="http://x", timeout=None) as client:
            return (await client.post(f"/api/{path}", json=body)).json()

    return awaited(post())


UNDECIDED: dict[str, Any] = {"deal": 982, "rules": {"cells": 2}}
"""Positions that no search decides in time."""


@needs_core
@pytest.mark.parametrize(
    ("name", "value", "limit"), [("VERDICT_POSITIONS", 40_000, "positions"), ("VERDICT_SECONDS", 0.01, "seconds")]
)
def test_undecided_positions(monkeypatch: pytest.MonkeyPatch, name: str, value: float, limit: str) -> None:
    monkeypatch.setattr(api_module, name, value)
    found = in_process("verdict", **UNDECIDED)
    assert (found["verdict"], found["limit"]) == ("undecided", limit)


@needs_core
@pytest.mark.parametrize(
    ("path", "more", "positions", "seconds"),
    [
        ("verdict", {}, VERDICT_POSITIONS, VERDICT_SECONDS),
        ("hint", {}, VERDICT_POSITIONS, VERDICT_SECONDS),
        ("solve", {}, VERDICT_POSITIONS, VERDICT_SECONDS),
        ("solve", {"seconds": 10}, MOST_POSITIONS, 10),
        ("solve", {"goal": "short", "seconds": 10}, MOST_POSITIONS, 10),
        ("solve", {"goal": "prove", "seconds": 10}, MOST_POSITIONS, 10),
    ],
)
def test_every_search_has_limits(
    monkeypatch: pytest.MonkeyPatch, path: str, more: dict[str, Any], positions: int, seconds: float
) -> None:
    """The longest search of each request, which ends early here: verdict, hint and solution have the same limit."""
    searches: list[Search] = []

    def noted(start: int, search: Search, **options: Any) -> Solution:
        searches.append(search)
        return solve(start, replace(search, max_positions=100), **options)

    monkeypatch.setattr(api_module, "solve", noted)
    assert in_process(path, **UNDECIDED, **more)["verdict"] == "undecided"
    short = [(search.max_positions, search.seconds) for search in searches if search.max_positions <= FEW_POSITIONS]
    assert short[-1:] == [(FEW_POSITIONS, None)] or more.get("goal") == "prove"
    assert (searches[-1].max_positions, searches[-1].seconds) == (positions, seconds)


@needs_core
@pytest.mark.parametrize("goal", ["short", "shortest"])
def test_all_searches_of_a_request_share_its_time_and_memory(monkeypatch: pytest.MonkeyPatch, goal: str) -> None:
    """First any solution is searched for, then a shorter one in the remaining time."""
    found: list[Solution] = []

    def noted(start: int, search: Search, **options: Any) -> Solution:
        found.append(solve(start, replace(search, beam_width=16) if search.goal == "short" else search, **options))
        return found[-1]

    monkeypatch.setattr(api_module, "solve", noted)
    assert in_process("solve", deal=3, goal=goal, seconds=10)["verdict"] == "solved"
    first, last = found[0], found[-1]
    assert (first.search.goal, last.search.goal) == ("fast", goal)
    assert last.search.seconds is not None
    assert last.search.seconds <= 10 - first.seconds
    assert last.search.memory == SERVER_MEMORY


@needs_core
@pytest.mark.parametrize(("number", "verdict"), [(749, "solved"), (891, "unsolvable")])
def test_verdict_hint_and_solution_agree_where_a_short_search_is_not_enough(
    monkeypatch: pytest.MonkeyPatch, number: int, verdict: str
) -> None:
    monkeypatch.setattr(api_module, "VERDICT_SECONDS", 1000.0)
    assert freecell.winnable(number, rules=Rules(2), max_positions=FEW_POSITIONS) is None
    for path, more in (("verdict", {}), ("hint", {}), ("solve", {}), ("solve", {"goal": "short", "seconds": 0.01})):
        assert in_process(path, deal=number, rules={"cells": 2}, **more)["verdict"] == verdict


@needs_core
def test_how_hard_a_position_is(api: httpx.Client) -> None:
    assert posted(api, "difficulty", deal=1) == {
        "deal": 1,
        "difficulty": 81,
        "grade": "fiendish",
        "verdict": "solved",
        "games": 11445,
        "wins": 247,
    }
    assert posted(api, "difficulty", deal=11982)["grade"] == "impossible"
    assert posted(api, "difficulty", deal=617, moves="7a 7b", rules={"cells": 7})["difficulty"] < 98


@needs_core
def test_a_position_is_a_deal_with_moves_or_a_board_in_any_form(api: httpx.Client) -> None:
    moves = {"deal": 617, "moves": "7a 7b"}
    same: list[dict[str, Any]] = [
        moves,
        {"board": BOARD_617, "moves": "7a 7b"},
        {"board": MID_GAME.to_dict()},
    ]
    same += [{"board": formats.write(MID_GAME, form)} for form in formats.NAMES]
    hints = [posted(api, "hint", **position) for position in same]
    assert [hint.pop("deal") for hint in hints] == [617, 617, *[None] * 5]
    assert hints == hints[:1] * len(same)


@needs_core
def test_moves_are_played_with_the_given_auto_play(api: httpx.Client) -> None:
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe"))
    assert game.board != Game.from_notation(617, "7a 7b 7c b7 1b 71").board
    position = {"deal": 617, "moves": "7a 7b 7c b7 1b 71", "rules": {"autoplay": "safe"}}
    later = posted(api, "hint", board=game.board.to_dict(), rules={"autoplay": "safe"})
    assert posted(api, "hint", **position) == later | {"deal": 617}


@pytest.mark.skipif(freecell.core_available, reason="the compiled core was built")
def test_without_the_core_everything_but_solving_works(api: httpx.Client) -> None:
    for route in ("verdict", "hint", "solve"):
        assert "needs the compiled core" in line(api.post(f"/api/{route}", json={"deal": 617}), 501)
    assert "needs the compiled core" in line(api.get("/api/random"), 501)


# Solving


@needs_core
def test_after_a_hint_the_game_can_still_be_won(api: httpx.Client) -> None:
    game = Game(617)
    for _ in range(5):
        hint = posted(api, "hint", board=board_json.to_dict(game.board))
        move = hint["move"]
        assert hint["verdict"] == "solved"
        assert hint["sentence"].startswith("move ")
        before = game.board
        game.play(hint["notation"])
        assert game.board == before.play(Move.from_dict(move))
        assert posted(api, "verdict", board=board_json.to_dict(game.board))["verdict"] == "solved"


@needs_core
def test_no_hint_where_a_game_is_won_or_lost(api: httpx.Client) -> None:
    for position, verdict in (({"board": WON}, "solved"), ({"deal": 11982}, "unsolvable")):
        hint = posted(api, "hint", **position)
        assert [hint[name] for name in ("verdict", "move", "notation", "sentence")] == [verdict, None, None, None]


@needs_core
@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"goal": "fast", "seconds": AMPLE},
        {"goal": "short", "seconds": 0.02},
        {"goal": "short", "seconds": 0.02, "metric": "singles"},
        {"goal": "prove", "seconds": AMPLE},
    ],
)
def test_a_solution_wins(api: httpx.Client, wanted: dict[str, Any]) -> None:
    for position in ({"deal": 617}, {"board": str(MID_GAME)}):
        found = posted(api, "solve", **position, **wanted)
        assert (found["verdict"], found["limit"]) == ("solved", None)
        start = 617 if "deal" in position else MID_GAME
        game = Game(start)
        for move in found["moves"]:
            game.play(Move.from_dict(move))
        assert game.is_won
        assert Game.from_notation(start, found["notation"]).moves == game.moves
        assert [found[length] for length in ("cards_moved", "singles", "steps", "turns")] == [
            game.cards_moved, game.singles, game.steps, game.turns
        ]  # fmt: skip
        assert found["positions"] > 0
        assert found["seconds"] >= 0


@needs_core
@pytest.mark.parametrize(("goal", "seconds"), [("fast", AMPLE), ("short", 0.02), ("prove", AMPLE)])
def test_a_solution_for_windows(api: httpx.Client, goal: str, seconds: float) -> None:
    """Each move is legal under the rules of Windows, and auto-play makes the others."""
    for number in (1, 131, 617):
        found = posted(api, "solve", deal=number, rules=WINDOWS.to_dict(), goal=goal, seconds=seconds)
        game = Game.from_notation(number, found["notation"], WINDOWS)
        assert game.is_won
        assert [Move.from_dict(move) for move in found["moves"]] == game.moves


@needs_core
def test_a_hint_for_windows_is_legal_there(api: httpx.Client) -> None:
    """If the first move of a solution is illegal in Windows, the hint is a different one."""
    rules = Rules(room="windows")
    refused = 0
    for play in freecell.solve(1).plays:
        board = play.before
        if play.move in board.legal_moves(rules):
            continue
        refused += 1
        hint = posted(api, "hint", board=board.to_dict(), rules={"room": "windows"})
        assert Move.from_dict(hint["move"]) in board.legal_moves(rules)
    assert refused


@needs_core
def test_a_deal_that_auto_play_max_loses(api: httpx.Client) -> None:
    for mode, verdict in (("none", "solved"), ("safe", "solved"), ("max", "unsolvable")):
        assert posted(api, "verdict", deal=98714, rules={"autoplay": mode})["verdict"] == verdict
    assert posted(api, "hint", deal=98714, rules={"autoplay": "max"})["verdict"] == "unsolvable"
    assert posted(api, "solve", deal=98714, rules={"autoplay": "max"})["verdict"] == "unsolvable"


@needs_core
def test_a_short_solution_is_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_module, "SERVER_BEAM", 64)
    assert in_process("solve", deal=617, goal="short", seconds=10)["turns"] < in_process("solve", deal=617)["turns"]


@needs_core
def test_a_shortest_solution_has_its_proof(api: httpx.Client) -> None:
    found = posted(api, "solve", deal=3, goal="shortest", seconds=AMPLE)
    assert (found["turns"], found["lower_bound"], found["is_shortest"]) == (18, 18, True)
    found = posted(api, "solve", deal=5, goal="shortest", seconds=0.01)
    assert (found["verdict"], found["is_shortest"]) == ("solved", False)
    found = posted(api, "solve", deal=3)
    assert (found["lower_bound"], found["is_shortest"]) == (None, False)


@needs_core
def test_unsolvable_boards(api: httpx.Client) -> None:
    for goal in ("fast", "short", "prove"):
        found = posted(api, "solve", deal=11982, goal=goal, seconds=AMPLE)
        assert (found["verdict"], found["moves"], found["notation"]) == ("unsolvable", [], None)
    found = posted(api, "solve", deal=982, rules={"cells": 2}, seconds=0.1, goal="prove")
    assert (found["verdict"], found["limit"], found["moves"]) == ("undecided", "seconds", [])


# Playing


def test_whether_a_solution_wins(api: httpx.Client) -> None:
    solution = "4a 46 2b 27 72 42 4c 4d 47 74 1c 71 74 83 83 d8 16 21 2d c2 82 87 27 28 52 54 57 5c 35 3c 38 6a 13 12"
    report = posted(api, "check", deal=617, solution=solution)
    assert report == check(617, solution).to_dict()
    assert report["wins"]
    assert not posted(api, "check", deal=618, solution=solution)["wins"]
    rest = posted(
        api, "check", deal=617, moves="4a 46", rules={"autoplay": "max"}, solution=solution.removeprefix("4a 46 ")
    )
    assert rest["wins"]


def test_errors_in_a_solution(api: httpx.Client) -> None:
    report = posted(api, "check", deal=617, solution="7a 7h")
    assert report["wrong"] == {"number": 2, "word": "7h", "reason": "2C can't go home: no clubs are home yet"}
    assert refused(api, "check", deal=617, solution="hello").startswith("'hello' is not a move")
    assert refused(api, "check", deal=617, solution=7) == "solution: Input should be a valid string, got 7"
    assert refused(api, "check", deal=617) == "solution: Field required"
    assert refused(api, "check", deal=617, solution="7a a7 " * 1001).endswith(
        "has more than 2000 moves, which is the limit here"
    )


def test_a_picture_of_a_position(api: httpx.Client) -> None:
    for wanted in ({}, {"deck": "four", "felt": "dark"}):
        response = api.post("/api/picture", json={"deal": 617, "moves": "7a 7b", "rules": {"cells": 5}, **wanted})
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.text == MID_GAME.svg(rules=Rules(5), title="Deal 617", **wanted)  # type: ignore[arg-type]
    assert refused(api, "picture", deal=617, deck="three") == "deck: Input should be 'two' or 'four', got 'three'"
