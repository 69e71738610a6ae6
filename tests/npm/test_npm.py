"""The npm package gives the same answers as this one."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import freecell
from freecell import Board, Game, Rules, Verdict, check, deal, difficulty, find, hint, random_deal, solve
from freecell.budgets import VERDICT_POSITIONS
from freecell.dealing import LAST
from freecell.engine import GOALS, core_available
from freecell.rules import AUTOPLAYS, ROOMS

from ..helpers.serving import client_at, serving
from .conftest import ROOT, blocks, node

if TYPE_CHECKING:
    import httpx

pytestmark = [
    pytest.mark.needs("npm"),
    pytest.mark.skipif(not core_available, reason="the compiled core was not built"),
]
HERE = Path(__file__).parent
COUNT = int(os.environ.get("FREECELL_NPM_QUESTIONS", "120"))
"""The number of positions to compare. A few thousand take minutes."""

SOLUTION = (
    *("deal", "verdict", "limit", "notation", "moves", "cards_moved", "singles", "steps", "turns"),
    *("lower_bound", "is_shortest", "positions"),
)


def ask(project: Path, questions: list[list[Any]]) -> list[Any]:
    """The answers of the npm package. A question is [function, argument, ...]."""
    shutil.copy(HERE / "ask.mjs", project)
    text = "\n".join(json.dumps(question) for question in questions)
    answers = [json.loads(line) for line in node(project / "ask.mjs", input=text).splitlines()]
    assert len(answers) == len(questions)
    return answers


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


def in_camel(value: dict[str, Any], *names: str) -> dict[str, Any]:
    return {camel(name): value[name] for name in names}


def full(board: Board, cells: int) -> dict[str, Any]:
    """The board as in JavaScript, with all its cells."""
    value = board.to_dict()
    return {**value, "cells": value["cells"] + [None] * (cells - len(value["cells"]))}


def positions(count: int) -> Iterator[tuple[Game, Rules, dict[str, Any]]]:
    """Positions from random games under any rules, with searches of all kinds."""
    choose = random.Random(1978)
    for _ in range(count):
        goal = choose.choices(GOALS, [4, 4, 4, 1])[0]  # the last one takes ten times as long
        rules = Rules(
            choose.randint(0, 7),
            choose.choice(ROOMS),
            choose.choice(AUTOPLAYS[:2] if goal == "shortest" else AUTOPLAYS),
        )
        game = Game(choose.randint(1, LAST), rules)
        for _ in range(choose.choice([0, 5, 20, 60])):
            if moves := game.legal_moves():
                game.play(choose.choice(list(moves)))
        search = {
            "goal": goal,
            "max_positions": choose.choice([300, 3000, 20_000]),
            "beam_width": choose.choice([1, 30, 200]),
            "metric": choose.choice(["turns", "singles"] if goal.startswith("short") else ["turns"]),
            "memory": 2**22 if goal == "shortest" else 2**28,
        }
        yield game, rules, search


def test_the_contents_of_the_package(packed: Path) -> None:
    assert packed.name == f"freecell-{freecell.__version__}.tgz"
    assert packed.stat().st_size < 120_000
    with tarfile.open(packed) as file:
        texts = {
            name.removeprefix("package/"): file.extractfile(name).read().decode()  # type: ignore[union-attr]
            for name in file.getnames()
        }
    assert {"LICENSE", "README.md", "index.js", "index.d.ts", "freecell-worker.js"} < texts.keys()
    element = texts.pop("freecell-board.js")
    modules = "".join(text for name, text in texts.items() if name.endswith(".js"))
    assert "document.getElementById" not in modules
    assert not re.search(r"\beval\(|new Function\(", modules)
    # A text that only the page has would be missing in the package.
    said = set(re.findall(r"\bt\.(\w+)", modules))
    assert said
    assert said <= set(re.findall(r"^  (\w+):", texts["en-rules.js"] + texts["words.js"], re.MULTILINE))
    assert set(re.findall(r"\bt\.(\w+)", element)) <= set(re.findall(r"^  (\w+)[:,]", element, re.MULTILINE))


def test_its_own_tests_pass(project: Path) -> None:
    for file in HERE.glob("*.test.mjs"):
        shutil.copy(file, project)
        node("--test", "--test-reporter=spec", project / file.name)


def test_the_first_thousand_deals_have_the_same_solutions(project: Path) -> None:
    answers = ask(project, [["solve", number] for number in range(1, 1001)])
    for number, answer in enumerate(answers, 1):
        assert answer == in_camel(solve(number).to_dict(), *SOLUTION), number


def test_both_packages_solve_alike(project: Path) -> None:
    asked = list(positions(COUNT))
    answers = ask(
        project,
        [
            [name, game.board.to_dict(), {"rules": rules.to_dict(), **{camel(key): search[key] for key in search}}]
            for game, rules, search in asked
            for name in ("solve", "verdict")
        ],
    )
    verdicts = set()
    for (game, rules, search), answer, verdict in zip(asked, answers[::2], answers[1::2], strict=True):
        solution = solve(game.board, rules=rules, **search)
        verdicts.add((search["goal"], verdict))
        assert answer == in_camel(solution.to_dict(), *SOLUTION), (game, search)
        assert verdict == solution.verdict
    assert {goal for goal, _ in verdicts} == set(GOALS)
    assert {verdict for _, verdict in verdicts} == set(Verdict)


def test_python_npm_and_the_api_answer_alike(project: Path) -> None:
    """The same deals and verdicts: FREECELL_NPM_QUESTIONS=5000 asks ten thousand questions."""
    pytest.importorskip("fastapi", reason="FastAPI is not installed: freecell[web]")
    choose = random.Random(2026)
    games = [Game(choose.randint(1, LAST)) for _ in range(COUNT)]
    for game in games[::2]:
        for _ in range(choose.choice([5, 20, 60])):
            if moves := game.legal_moves():
                game.play(choose.choice(list(moves)))
    numbers = [game.deal for game in games]
    asked: list[list[Any]] = [["deal", number] for number in numbers]
    asked += [["verdict", game.board.to_dict(), {"maxPositions": VERDICT_POSITIONS}] for game in games]
    in_python: list[Any] = [full(game.boards[0], 4) for game in games]
    in_python += [solve(game.board, max_positions=VERDICT_POSITIONS).verdict for game in games]
    assert ask(project, asked) == in_python
    with serving() as (address, _), client_at("127.0.0.9", address) as api:
        for number, dealt in zip(numbers, in_python, strict=False):
            assert {**answered(api, "GET", f"/api/deals/{number}"), "cells": [None] * 4} == dealt
        for game, verdict in zip(games, in_python[COUNT:], strict=True):
            assert answered(api, "POST", "/api/verdict", board=game.board.to_dict())["verdict"] == verdict


def answered(api: httpx.Client, method: str, path: str, **body: Any) -> Any:
    """The answer, also if the server first asks to come back later."""
    while (response := api.request(method, path, json=body or None)).status_code in (429, 503):
        time.sleep(float(response.headers.get("Retry-After", 1)))
    assert response.status_code == 200, response.text
    return response.json()


def test_both_packages_play_alike(project: Path) -> None:
    choose = random.Random(1978)
    questions: list[list[Any]] = []
    expected: list[Any] = []
    for game, rules, _ in positions(COUNT):
        start, told = game.boards[0].to_dict(), {"rules": rules.to_dict()}
        solution = " ".join(game.notation().split() + choose.choice([[], ["1h"], ["ab"], ["12", "21"]]))
        report = check(game.boards[0], solution, rules=rules).to_dict()
        guessed = check(game.boards[0], solution, cells=rules.cells).to_dict()
        legal = [move.to_dict() for move in game.legal_moves()]
        questions += [
            ["play", start, game.notation(), told],
            ["check", start, solution, told],
            ["check", start, solution, {"rules": {"cells": rules.cells}}],
            ["legalMoves", game.board.to_dict(), told],
            ["hint", game.board.to_dict(), {**told, "beamWidth": 20, "maxPositions": 2000}],
        ]
        board = {**full(game.board, rules.cells), "deal": None}
        names = ("deal", "rules", "dialect", "wins", "reason", "wrong", "notation", *SOLUTION[5:9])
        hinted = hint(game.board, goal="short", rules=rules, beam_width=20, max_positions=2000).to_dict()
        expected += [board, in_camel(report, *names), in_camel(guessed, *names), legal, hinted]
    for question, answer, right in zip(questions, ask(project, questions), expected, strict=True):
        found: Any = answer
        if question[0] == "check":
            found, right = comparable(found), comparable(right)
        assert found == right, question


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """A report without reasons that name a number of cells or a form of notation, because their wording differs."""
    text = json.dumps(report).replace(" are at T", " are at 10")
    value: dict[str, Any] = json.loads(
        re.sub(r"there (?:is|are) (?:no|only) [^:]*?cell[^:\"]*(?:: no cell (\w))?", "no cell", text)
    )
    return value


def test_both_packages_deal_and_find_alike(project: Path) -> None:
    choose = random.Random(1978)
    numbers = [-1, -2, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LAST, *(choose.randint(1, LAST) for _ in range(12))]
    dealt = [deal(number) for number in numbers]
    assert ask(project, [["deal", number] for number in numbers]) == [full(board, 4) for board in dealt]
    rows = [[list(map(str, row)) for row in board.rows] for board in dealt]
    columns = [[list(map(str, column)) for column in board.columns] for board in dealt]
    some: list[list[Any]] = [[card for row in cards for card in row][:9] for cards in rows]
    for cards in some:
        cards[choose.randint(2, 8)] = choose.choice([None, "??"])
    for way in (list(map(str, dealt)), [board.to_dict() for board in dealt], rows, columns, some):
        answers = ask(project, [["find", cards] for cards in way])
        assert answers == [
            find(board.rows if way is not some else cards) for board, cards in zip(dealt, some, strict=True)
        ]
    assert [number in found for number, found in zip(numbers, answers, strict=True)] == [True] * len(numbers)


def test_both_packages_rate_boards_alike(project: Path) -> None:
    asked = [(number, cells) for number in (1, 617, 11982) for cells in (3, 4, 5)]
    answers = ask(project, [["difficulty", number, {"rules": {"cells": cells}}] for number, cells in asked])
    for (number, cells), answer in zip(asked, answers, strict=True):
        found = difficulty(number, rules=Rules(cells))
        assert answer == {"score": found.score, "grade": found.grade, "verdict": found.verdict}


def test_both_packages_choose_the_same_random_deals(project: Path) -> None:
    """Seeds of one and two words, ranges of up to 33 bits, and a range with two deals that can't be won."""
    asked: list[dict[str, Any]] = [
        {"difficulty": "easy", "seed": 7},
        {"difficulty": "fiendish", "seed": 2**53 - 1},
        *({"seed": seed} for seed in (0, 1, 2**32 - 1, 2**32, 2**40 + 3)),
        {"seed": 5, "first": 1, "last": LAST},
        {"seed": 5, "first": 2**31, "last": 2**32, "canBeWon": False},
        *({"seed": seed, "first": 11_981, "last": 11_982} for seed in range(4)),
        {"seed": 1, "first": 11_982, "last": 11_982, "canBeWon": False},
    ]
    expected = [
        random_deal(
            range(one.get("first", 1), one.get("last", 1_000_000) + 1),
            difficulty=one.get("difficulty"),
            seed=one["seed"],
            can_be_won=one.get("canBeWon", True),
        )
        for one in asked
    ]
    assert ask(project, [["randomDeal", options] for options in asked]) == expected
    wrong = [{"first": 11_982, "last": 11_982}, {"difficulty": "impossible"}, {"first": 5, "last": 4}, {"canBeWon": 1}]
    assert [answer["error"] for answer in ask(project, [["randomDeal", options] for options in wrong])] == [
        "there is no such deal among 11982 to 11982",
        "difficulty must be one of 'easy', 'moderate', 'tricky', 'hard', 'fiendish', got 'impossible'",
        "last must be at least 5, got 4",
        "canBeWon must be one of true, false, got 1",
    ]


def test_texts_of_boards_are_read_alike(project: Path) -> None:
    boards = [deal(617), Game.from_notation(617, "7a 7b").board]
    texts = [
        (board, freecell.formats.write(board, name))
        for board in boards
        for name in freecell.formats.NAMES
        if name != "pddl"
    ]
    for (board, text), answer in zip(texts, ask(project, [["parse", text] for _, text in texts]), strict=True):
        assert {**answer, "deal": None} == {**full(board, 4), "deal": None}, text


def test_the_example_for_node(project: Path) -> None:
    shutil.copy(ROOT / "packages/npm/examples/solve.mjs", project)
    won, lost = node(project / "solve.mjs", "617", "11982").splitlines()
    assert won == f"deal 617: {solve(617, rules=Rules(autoplay='safe')).notation()}"
    assert lost == "deal 11982: unsolvable"


@pytest.mark.parametrize("page", ["packages/npm/README.md", "docs/javascript.md"])
def test_examples_in_the_docs_print_what_they_show(project: Path, page: str) -> None:
    """Each console.log prints what the comment beside it says."""
    for number, block in enumerate(blocks(ROOT / page, "js")):
        file = project / f"{Path(page).stem}-{number}.mjs"
        file.write_text(block)
        expected = re.findall(r"// > (.*)$", block, re.MULTILINE)
        assert node(file).splitlines() == expected, block
