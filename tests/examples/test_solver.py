"""The solvers of the tutorial: each solves what it claims to, and the judge checks its moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from freecell import deal
from freecell.judging.solvers import judge_solver

FOLDER = Path(__file__).parents[2] / "examples" / "solver"
SMALL = [(3, 3, 0, 1), (3, 3, 0, 4), (3, 3, 1, 1), (3, 3, 2, 2), (4, 3, 2, 3), (4, 4, 1, 1)]


@pytest.fixture
def chapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a chapter by its name."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(FOLDER))
    yield import_module
    for name in set(sys.modules) - before:
        if str(FOLDER) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def won_by(rules: ModuleType, position: Any, line: list[str]) -> bool:
    """Whether moves win under the rules of chapter 2."""
    for word in line:
        position = dict(rules.moves(position))[word]
    return bool(rules.is_won(position))


@pytest.mark.parametrize("deck", SMALL)
def test_searches_of_small_decks_agree(chapter: Any, deck: tuple[int, ...]) -> None:
    """A* finds solutions as short as breadth first, and the others find some solution, unless none exists."""
    rules, small = chapter("rules"), chapter("small")
    start = small.deal(*deck)
    layers = list(small.layers(start))
    shortest = next((depth for depth, layer in enumerate(layers) if any(map(rules.is_won, layer))), None)
    for name in ("seen", "astar", "safe"):
        line = chapter(name).solve(start)
        assert (line is None) == (shortest is None), name
        assert line is None or won_by(rules, start, line)
        assert name != "astar" or line is None or len(line) == shortest


def test_equal_values_are_never_decided_by_comparing_positions(chapter: Any) -> None:
    """A cell is a card or None, which can't be compared."""
    start = chapter("small").deal(3, 3, 1, 1)
    line = chapter("astar").solve(start, lambda position: -sum(map(len, position.columns)), weight=0)
    assert won_by(chapter("rules"), start, line)


def test_some_small_decks_can_be_won_and_some_cannot(chapter: Any) -> None:
    small, rules = chapter("small"), chapter("rules")
    won = [
        any(rules.is_won(position) for layer in small.layers(small.deal(3, 3, 0, seed)) for position in layer)
        for seed in range(12)
    ]
    assert {True, False} == set(won)


def test_depth_first_wins_near_the_end(chapter: Any) -> None:
    rules = chapter("rules")
    kings = tuple((52 + suit,) for suit in range(4))
    start = rules.Position(kings, (None,) * 4, (12, 12, 12, 12))
    assert won_by(rules, start, chapter("depth_first").solve(start))


@pytest.mark.parametrize(
    ("name", "deals"), [("evaluation", [1]), ("safe", [1, 617]), ("packed", [1, 2]), ("beam", [1, 2])]
)
def test_a_solver_wins_deals(name: str, deals: list[int]) -> None:
    command = [sys.executable, str(FOLDER / f"{name}.py")]
    attempts = list(judge_solver(command, deals, seconds=600, threads=1))
    assert [attempt.outcome for attempt in attempts] == ["solved"] * len(deals)


def test_beams_are_shorter() -> None:
    singles = {}
    for name in ("safe", "beam"):
        (attempt,) = judge_solver([sys.executable, str(FOLDER / f"{name}.py")], [1], seconds=600)
        assert attempt.lengths is not None
        singles[name] = attempt.lengths["singles"]
    assert 87 <= singles["beam"] < singles["safe"]  # 87 is proven


def test_the_numbers_of_the_tutorial(chapter: Any) -> None:
    small = chapter("small")
    assert sum(map(len, small.layers(small.deal(5, 4, 1, 1)))) == 29_200


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (str(deal(1)), "expected 8 columns, one per line (got 7): freecell deal 1 --format columns\n"),
        ("deal 1\n", "expected cards such as 7D and TS, one column per line\n"),
    ],
)
def test_a_board_in_another_format_is_refused(board: str, text: str) -> None:
    ended = subprocess.run(
        [sys.executable, FOLDER / "beam.py"], input=board, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", text)
