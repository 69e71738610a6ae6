"""The walks in CONTRIBUTING: a command goes through these files, and does nothing twice."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import freecell
from freecell import Game, solve
from freecell.cli._numbers import read_range

from ..helpers.commands import called

ROOT = Path(__file__).parents[2]
PACKAGE = Path(freecell.__file__).parent


def calls_of(action: Callable[[], object]) -> Counter[str]:
    """The number of calls of each function in the package, by names such as "dealing.py deal"."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE) and frame.f_code.co_name != "<module>":
            calls[f"{path.relative_to(PACKAGE).as_posix()} {frame.f_code.co_qualname}"] += 1

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


def calls_of_command(*arguments: str) -> Counter[str]:
    called(*arguments)  # so that everything is already imported
    read_range.cache_clear()
    return calls_of(lambda: called(*arguments))


def walk(command: str) -> set[str]:
    """The files of the package that CONTRIBUTING lists for a command."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    part = text.partition(f"**`freecell {command}`**")[2].partition("\n**")[0]
    return set(re.findall(r"`([\w/]+\.py)`", part)) - {"__main__.py"}  # only a separate process goes through these


def once(calls: Counter[str], *functions: str) -> None:
    assert {function: calls[function] for function in functions} == dict.fromkeys(functions, 1)


def test_a_deal_is_read_validated_and_dealt_once() -> None:
    calls = calls_of_command("deal", "617")
    once(calls, "cli/_numbers.py read_range", "dealing.py valid_deal", "dealing.py _shuffled", "formats/rows.py write")
    assert walk("deal 617") <= {function.split()[0] for function in calls}


@pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")
def test_a_deal_is_solved_and_played_once() -> None:
    calls = calls_of_command("solve", "617")
    once(calls, "cli/_numbers.py read_range", "dealing.py valid_deal", "dealing.py _shuffled")
    once(calls, "packing.py pack_bytes", "engine.py solve", "solving.py Solution._game")
    moves = len(solve(617).moves)
    assert calls["rules.py play"] == calls["rules.py cards_of"] == calls["notation.py write"] == moves
    assert not calls["notation.py sentence"]  # which isn't shown
    assert walk("solve 617") <= {function.split()[0] for function in calls}


@pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")
def test_using_a_solution_plays_it_once() -> None:
    solution = solve(617, rules=freecell.WINDOWS)

    def use() -> None:
        assert solution.game().is_won
        assert len(solution.boards) == len(solution.moves) + 1
        solution.notation()
        solution.film()
        solution.game().svg()

    assert calls_of(use)["rules.py play"] == len(solution.moves)


def test_using_a_game_plays_nothing() -> None:
    game = Game.from_notation(617, "7a 7b 7c b7 1b 71", freecell.WINDOWS)

    def use() -> None:
        assert game.turns == 6
        assert len(game.boards) == len(game.moves) + 1
        game.notation()
        game.sentences()
        game.film()
        game.copy().undo()

    assert not calls_of(use)["rules.py play"]
