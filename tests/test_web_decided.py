"""What one of verdict, hint and solution has decided, the others say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Board, Game, deal, solve
from freecell.formats import json as board_json
from freecell.rules import AUTOPLAYS, DEFAULT, ROOMS, Room, Rules
from freecell.web.decided import MOST_DECIDED, Decided

from .serving import hard_deals, needs_core, posted, serving

pytestmark = needs_core

RULES = st.builds(Rules, st.integers(3, 6), st.sampled_from(ROOMS), st.sampled_from(AUTOPLAYS))


@pytest.fixture(scope="module")
def hard() -> dict[str, list[int]]:
    """Three each of the deals that are decided with two cells, but not by a short search."""
    found: dict[str, list[int]] = {"solved": [], "unsolvable": [], "undecided": []}
    for number in hard_deals():
        found[solve(number, cells=2, limit=300_000).verdict.value].append(number)
        if min(len(found["solved"]), len(found["unsolvable"])) >= 3:
            break
    return found


@pytest.fixture(scope="module")
def api() -> Iterator[httpx.Client]:
    """A server that has time enough to search as many positions as it may, however slow the machine is."""
    with serving(limits={"VERDICT_SECONDS": 60}) as (address, _), httpx.Client(base_url=address, timeout=90) as client:
        yield client


def shuffled(board: Board, cells: int, chance: random.Random) -> Board:
    """The same board with its columns and cells in another order."""
    columns, in_cells = list(board.columns), [*board.cells, *[None] * (cells - len(board.cells))]
    chance.shuffle(columns)
    chance.shuffle(in_cells)
    return Board(columns, in_cells, board.foundations)


@settings(max_examples=60)
@given(st.integers(1, 10**6), RULES, st.floats(0, 1), st.randoms(use_true_random=False))
def test_a_solution_is_known_for_boards_in_any_order(
    number: int, rules: Rules, played: float, chance: random.Random
) -> None:
    """It is renamed, and wins by the same rules."""
    solution = solve(number, **asdict(rules))
    game = solution.game()
    for _ in range(int(played * len(list(game.history())))):
        game.undo()
    decided = Decided()
    assert decided.find(game.board, rules) is None
    decided.keep(solve(game))
    for board in (game.board, *[shuffled(game.board, rules.cells, chance) for _ in range(3)]):
        known = decided.find(board, rules)
        assert known
        assert known.board == board
        assert known.verdict is solution.verdict
        if solution.moves:
            assert known.game().is_won
        assert decided.find(board, replace(rules, cells=rules.cells + 1)) is None
        other: Room = "theory" if rules.room == "windows" else "windows"
        assert decided.find(board, replace(rules, room=other)) is None


def test_the_shortest_solution_is_kept_and_what_is_undecided_is_not() -> None:
    decided = Decided()
    decided.keep(solve(140, cells=2, limit=1000))
    assert len(decided) == 0
    long, short = solve(617), solve(617, goal="short", width=100)
    for solution in (long, short, long):
        decided.keep(solution)
    known = decided.find(617, DEFAULT)
    assert known is not None
    assert known.turns == short.turns < long.turns
    assert decided.find(deal(617), DEFAULT) == known


def test_only_so_many_are_kept() -> None:
    decided = Decided()
    for number in range(1, MOST_DECIDED + 11):
        decided.keep(solve(number))
    assert len(decided) == MOST_DECIDED
    assert decided.find(1, DEFAULT) is None
    assert decided.find(MOST_DECIDED + 10, DEFAULT) is not None


def test_verdict_hint_and_solution_agree_where_a_short_search_is_not_enough(
    api: httpx.Client, hard: dict[str, list[int]]
) -> None:
    """In whichever order they are asked for, by number or as a board, and with less time for a short solution."""
    routes: list[tuple[str, dict[str, Any]]] = [
        ("verdict", {}),
        ("hint", {}),
        ("solve", {}),
        ("solve", {"goal": "short", "seconds": 0.01}),
        ("solve", {"goal": "short", "seconds": 0.01, "length": "singles"}),
    ]
    for verdict in ("solved", "unsolvable"):
        for turn, number in enumerate(hard[verdict][:2]):
            position = {"deal": number} if turn else {"board": board_json.to_dict(deal(number))}
            for route, more in routes[turn:] + routes[:turn]:
                found = posted(api, route, **position, cells=2, **more)
                assert found["verdict"] == verdict, (number, route)
                if route == "solve":
                    assert (found["moves"] != []) == (verdict == "solved")
                if route == "hint":
                    assert (found["move"] is not None) == (verdict == "solved")


def test_what_was_decided_is_known_at_once(api: httpx.Client, hard: dict[str, list[int]]) -> None:
    """Even a search that has no time for it says so."""
    number = hard["solved"][2]  # which no other test asks for
    proof: dict[str, Any] = {"cells": 2, "goal": "prove", "seconds": 0.001}
    assert posted(api, "solve", deal=number, **proof)["verdict"] == "undecided"
    assert posted(api, "verdict", deal=number, cells=2)["verdict"] == "solved"
    known = posted(api, "solve", deal=number, **proof)
    assert known["verdict"] == "solved"
    assert Game.from_notation(number, known["notation"], Rules(2)).is_won
    board = shuffled(deal(number), 2, random.Random(1))
    known = posted(api, "solve", board=board_json.to_dict(board), **proof)
    assert known["verdict"] == "solved"
    assert Game.from_notation(board, known["notation"], Rules(2)).is_won


def test_a_deal_that_took_long(api: httpx.Client) -> None:
    """It needs 800,000 positions: whoever is asked first finds them."""
    hint = posted(api, "hint", deal=31465)
    assert (hint["verdict"], hint["move"] is not None) == ("solved", True)
    assert posted(api, "verdict", deal=31465)["verdict"] == "solved"
    assert posted(api, "solve", deal=31465, goal="short", seconds=0.1)["verdict"] == "solved"
