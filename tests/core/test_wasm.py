"""The WebAssembly core gives the same answers as the Python core, move by move."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import freecell
from freecell import Board, Game, Search, deal, difficulty, find, formats, solve
from freecell.engine import GOALS, core_available
from freecell.game import LENGTHS
from freecell.rules import AUTOPLAYS, ROOMS, Rules

pytestmark = [
    pytest.mark.needs("node"),
    pytest.mark.skipif(not core_available, reason="the compiled core was not built"),
]
STATIC = Path(freecell.__file__).with_name("web") / "static"


def ask(*questions: list[Any]) -> list[Any]:
    """The answers of the WebAssembly core. A question is [function, argument, ...]."""
    files = Path(__file__).with_name("wasm.mjs"), STATIC
    text = "\n".join(json.dumps(question) for question in questions)
    done = subprocess.run(["node", *files], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def on_page(board: Board, cells: int = 4) -> dict[str, Any]:
    """A board in the page's format."""
    slots: list[int | None] = [*board.cells, *[None] * (cells - len(board.cells))]
    return {"columns": board.columns, "cells": slots, "foundations": board.foundations}


def positions(count: int) -> Iterator[tuple[Board, Search]]:
    """Positions from random games under any rules, with searches of all kinds."""
    choose = random.Random(617)
    for _ in range(count):
        cells = choose.randint(0, 7)
        game = Game(choose.randint(1, 2**33 - 1), Rules(cells))
        for _ in range(choose.choice([0, 5, 20, 60])):
            if moves := game.legal_moves():
                game.play(choose.choice(list(moves)))
        goal = choose.choices(GOALS, [4, 4, 4, 1])[0]  # the last one takes ten times as long
        yield (
            game.board,
            Search(
                goal=goal,
                rules=Rules(
                    cells, choose.choice(ROOMS), choose.choice(AUTOPLAYS[:2] if goal == "shortest" else AUTOPLAYS)
                ),
                max_positions=choose.choice([300, 3000, 20_000]),
                beam_width=choose.choice([1, 30, 200]),
                metric=choose.choice(["turns", "singles"] if goal.startswith("short") else ["turns"]),
                memory=2**22 if goal == "shortest" else 2**31,
            ),
        )


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


def test_both_cores_find_the_same_moves() -> None:
    hard = Search(rules=Rules(2), max_positions=500_000, beam_width=1, memory=2**31)  # one of many short tries wins it
    asked = [*positions(300), (deal(24263), hard)]
    names = "goal", "max_positions", "beam_width", "metric", "memory"
    answers = ask(
        *(
            [
                "solve",
                on_page(board, search.rules.cells),
                {camel(name): getattr(search, name) for name in names}
                | {"room": search.rules.room, "autoplay": search.rules.autoplay},
            ]
            for board, search in asked
        )
    )
    verdicts = set()
    for (board, search), answer in zip(asked, answers, strict=True):
        solution = solve(board, search)
        verdicts.add((search.goal, solution.verdict))
        assert answer == {
            "verdict": solution.verdict,
            "limit": solution.limit,
            "positions": solution.positions,
            **{camel(name): getattr(solution, name) or 0 for name in LENGTHS},
            "lowerBound": solution.lower_bound,
            "moves": [move.to_dict() for move in solution.moves],
        }, (board, search)
    assert len(verdicts) == 12  # every goal with every verdict


def test_both_cores_give_the_same_difficulty() -> None:
    asked = [*((deal(number), 4) for number in (1, 617, 11982)), (Game.from_notation(617, "7a 7b").board, 7)]
    assert ask(*(["difficulty", on_page(*one)] for one in asked)) == [
        difficulty(board, rules=Rules(cells)).score for board, cells in asked
    ]


def test_both_cores_deal_the_same_boards() -> None:
    numbers = [1, 617, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
    for number, answer in zip(numbers, ask(*(["deal", number] for number in numbers)), strict=True):
        assert answer == json.loads(json.dumps(on_page(deal(number)))), number


def test_both_cores_find_the_same_numbers() -> None:
    dealt = [card for row in deal(5_000_000_000).rows for card in row]
    some: list[int | None] = [*dealt[:6], *[None] * 46]
    late: list[int | None] = [*[None] * 12, *dealt[12:]]
    found = ask(["find", dealt], ["find", some], ["scan", late, 4_999_990_000, 20_000], ["find", late])
    assert found == [[5_000_000_000], find([*dealt[:6], *["??"] * 46]), [5_000_000_000], []]


def test_invalid_questions_are_rejected() -> None:
    lines: dict[str, list[Any]] = {
        "deal 0 doesn't exist: choose 1 to 8589934591": ["deal", 0],
        "deal 8589934592 doesn't exist: choose 1 to 8589934591": ["deal", 2**33],
        "this can't be solved": ["solve", {"columns": [[1, 2]] * 8, "cells": [], "foundations": [0] * 4}, {}],
    }
    for line, answer in zip(lines, ask(*lines.values()), strict=True):
        assert line in answer["error"]


def texts() -> Iterator[str]:
    """Whole and partial boards as people paste them, with extra text around and in them."""
    choose = random.Random(11982)
    exchanged = str.maketrans("CDHS", "DSCH")
    for number in (617, -2, 2**33 - 1):
        game = Game(number)
        for _ in range(choose.randint(3, 30)):
            if moves := game.legal_moves():
                game.play(choose.choice(list(moves)))
        for board in (deal(number), game.board):
            for name in formats.NAMES:
                text = formats.write(board, name)
                yield text
                yield text.replace("\n", "\r\n")
                if name in ("rows", "columns"):
                    yield f"Deal {number}\n\n{text}\n"
                    yield text.replace("T", "10").lower() if "Found" not in text else text
                    yield text.replace("C", "♣").replace("D", "♦") if "Found" not in text else text
        rows = formats.write(deal(number), "rows")
        yield rows.translate(exchanged)
        yield rows.replace("\n", " ")
        yield rows.replace("\n", "").replace(" ", "")
        yield "\n".join(rows.splitlines()[:2])
        yield "\n".join(formats.write(deal(number), "columns").splitlines()[:3])
        yield " ".join(rows.split()[:2] + ["??"] * 3 + rows.split()[5:14])
        yield " ".join(rows.split()[:7])
    yield from ("", "nonsense", "7D AD", "7D 7D 5C 3S 5S 8C", "?? ?? 5C 3S 5S 8C 2D AH TD", "7D AD 5X 3S 5S 8C")
    yield formats.write(deal(617), "rows").replace("7D", "AD", 1)
    yield formats.write(deal(617), "json").replace("7D", "7X", 1)
    yield "7D AD 5C\n3S 5S 8C"


def test_the_page_and_the_api_read_pasted_boards_alike(address: str) -> None:
    asked = list(texts())
    wrong = 0
    with httpx.Client(timeout=None) as client:
        responses = [client.post(f"{address}/api/find", json={"cards": text}) for text in asked]
    answers = ask(*(["pasted", text] for text in asked))
    for text, response, answer in zip(asked, responses, answers, strict=True):
        if response.status_code == 422:
            wrong += 1
            assert "error" in answer, text
            assert len(answer["error"]) < 200
            continue
        found = response.json()
        for one in (answer, found):
            one["board"] = one["board"] and Board.parse(json.dumps(one["board"]))
        # The page stops at the first renaming of suits that fits, which changes the fewest names.
        renamed = [deal["deal"] for deal in found["renamed"] if deal["text"].endswith(f" with {answer['names']}")]
        assert (answer["deals"], answer["board"]) == (found["deals"] or renamed, found["board"]), text
        assert (answer["names"] is not None) == bool(found["renamed"]), text
    assert wrong == 9
