"""The rules and deals of the page, in a real browser, match those of Python."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import freecell
from freecell import DECK, Board, Game, Move, Rules, deal, formats, notation
from freecell.board import CELLS
from freecell.errors import MoveError
from freecell.rules import AUTOPLAYS, COLUMN_NAMES, HOME, ROOMS, auto_play, cards_of, room, run_length

from ..helpers.facts import BORDERS
from ..helpers.programs import patient

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.needs("chromium")

STATIC = Path(freecell.__file__).parent / "web" / "static"
PLACES = COLUMN_NAMES + CELLS[:4] + HOME

# Answers a list of questions, each with a board and moves, with the page's rules.
# Both are passed as JSON, because Playwright's own conversion takes ten times as long.
ANSWERS = """async (questions) => {
  const rules = await import("/rules.js");
  const counts = Array.from({ length: 13 }, (_, index) => index + 1);
  const pairs = [...rules.PLACES].flatMap((source) => [...rules.PLACES].map((target) => [source, target]));
  const all = pairs.flatMap(([source, target]) => counts.map((count) => ({ source, target, count })));
  const answer = ({ board: object, moves, kind }) => {
    const board = rules.fromObject(object);
    const legal = all.filter((move) => !rules.whyNot(board, move, kind));
    return {
      object: rules.toObject(board),
      legal,
      words: legal.map((move) => rules.writeWord(move, board, kind)),
      sentences: legal.map((move) => rules.sentence(move, board)),
      reasons: moves.map((move) => rules.whyNot(board, move, kind)),
      after: moves.map((move) =>
        rules.whyNot(board, move, kind) ? null : rules.toObject(rules.play(board, move))
      ),
      autoplay: ["none", "safe", "max"].map((mode) =>
        rules.autoPlay(board, mode).map((move) => move.source + move.target)
      ),
      room: [rules.room(board, false, kind), rules.room(board, true, kind)],
      runs: board.columns.map(rules.runLength),
      read: moves.map((move) => rules.readWord(move.source + move.target, board, kind).count),
      won: rules.isWon(board),
    };
  };
  return JSON.stringify(JSON.parse(questions).map(answer));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """An empty page that has the page's modules beside it."""
    page = patient(browser.new_page())
    page.route("http://freecell.test/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route("http://freecell.test/*.js", lambda route: route.fulfill(path=STATIC / route.request.url.split("/")[-1]))
    page.goto("http://freecell.test/")
    yield page
    page.close()


def any_board(chance: random.Random) -> Board:
    """Any position with four cells, reachable or not: with many cards at home, in cells, in columns of any height."""
    homes = [chance.randint(0, chance.choice((3, 13))) for _ in range(4)]
    left = [card for card in DECK if card.rank > homes[card.suit]]
    chance.shuffle(left)
    cells = [left.pop() if left and chance.random() < 0.5 else None for _ in range(4)]
    columns: list[list[str]] = [[] for _ in range(8)]
    for card in left:
        columns[chance.randrange(chance.choice((4, 8)))].append(str(card))
    return Board(columns, cells, homes)


def played_game(chance: random.Random) -> Game:
    """A game that prefers moves to columns, so that there are runs to move."""
    game = Game(chance.randint(1, 2**33 - 1))
    for _ in range(chance.randint(0, 80)):
        legal = list(game.legal_moves())
        liked = [move for move in legal if move.target in COLUMN_NAMES + HOME and chance.random() < 0.8]
        if not legal:
            break
        game.play(chance.choice(liked or legal))
    return game


def expected(board: Board, moves: list[Move], rules: Rules) -> dict[str, Any]:
    """The legal moves and errors of the Python rules for a board."""
    legal = sorted(
        board.legal_moves(rules), key=lambda move: (*map(PLACES.index, (move.source, move.target)), move.count)
    )
    reasons: list[str | None] = []
    for move in moves:
        try:
            cards_of(board, move, rules)
            reasons.append(None)
        except MoveError as error:
            reasons.append(str(error).replace(" are at T", " are at 10"))  # as on the cards there
    pairs = list(zip(moves, reasons, strict=True))
    return {
        "object": page_object(board),
        "legal": [asdict(move) for move in legal],
        "words": [notation.write(move, board, rules) for move in legal],
        "sentences": [notation.sentence(move, board) for move in legal],
        "reasons": reasons,
        "after": [None if reason else page_object(board.play(move)) for move, reason in pairs],
        "autoplay": [[str(move) for move in auto_play(board, mode)] for mode in AUTOPLAYS],
        "room": [room(board, rules), room(board, rules, to_empty=True)],
        "runs": [run_length(column) for column in board.columns],
        "read": [notation.read(move.source + move.target, board, rules).count for move in moves],
        "won": board.is_won,
    }


def page_object(board: Board) -> dict[str, Any]:
    """The board in the page's form: always with four cells."""
    value = board.to_dict()
    del value["deal"]
    return {**value, "cells": value["cells"] + [None] * (4 - len(value["cells"]))}


def test_the_rules_match_python(page: Page) -> None:
    chance = random.Random(617)
    boards = [any_board(chance) for _ in range(300)] + [played_game(chance).board for _ in range(300)]
    boards.append(Board([""] * 8, foundations=[13] * 4))
    moves = [
        [Move(chance.choice(PLACES[:-1]), chance.choice(PLACES), chance.choice((1, 1, 1, 2, 3, 5))) for _ in range(12)]
        for _ in boards
    ]
    kinds = [chance.choice(ROOMS) for _ in boards]
    questions = [
        {"board": page_object(board), "moves": [asdict(move) for move in tries], "kind": kind}
        for board, tries, kind in zip(boards, moves, kinds, strict=True)
    ]
    answers = json.loads(page.evaluate(ANSWERS, json.dumps(questions)))
    for board, tries, kind, answer in zip(boards, moves, kinds, answers, strict=True):
        assert answer == expected(board, tries, Rules(room=kind)), (board, kind)


def test_the_deals_match_python(page: Page) -> None:
    chance = random.Random(617)
    ranges = ((1, 2**31 - 1), (2**31, 2**32 - 1), (2**32, 2**33 - 1))
    numbers = [-1, -2, *range(1, 1001), *BORDERS, *(chance.randint(*ends) for ends in ranges for _ in range(1000))]
    dealt = json.loads(
        page.evaluate(
            """async (numbers) => {
          const { deal } = await import("/deals.js");
          const { toObject } = await import("/rules.js");
          return JSON.stringify(numbers.map((number) => toObject(deal(number))));
        }""",
            numbers,
        )
    )
    for number, board in zip(numbers, dealt, strict=True):
        assert board == page_object(deal(number)), number


def test_numbers_without_a_deal(page: Page) -> None:
    wrong = page.evaluate(
        """async () => {
          const { isDeal } = await import("/shuffle.js");
          return [0, -3, 2 ** 33, 1.5, NaN, Infinity].filter(isDeal);
        }"""
    )
    assert wrong == []


def test_random_deals_can_be_won_and_neighbours_wrap_around(page: Page) -> None:
    found = page.evaluate(
        """async () => {
          const { neighbour, randomSolvable } = await import("/deals.js");
          const { LAST } = await import("/shuffle.js");
          Math.random = () => 11981 / 1_000_000; // first a deal that can't be won, then another
          const first = Math.random;
          let calls = 0;
          Math.random = () => (calls++ ? 616 / 1_000_000 : first());
          const steps = [[-2, 1], [-1, 1], [1, 1], [LAST, 1], [1, -1], [-1, -1], [-2, -1]];
          return [randomSolvable(), ...steps.map(([number, step]) => neighbour(number, step))];
        }"""
    )
    assert found == [617, -1, 1, 2, -2, -1, -2, 2**33 - 1]


def test_boards_are_read_as_in_python(page: Page) -> None:
    chance = random.Random(617)
    boards = [board for board in (any_board(chance) for _ in range(300)) if any(board.columns)]
    boards += [deal(number) for number in range(1, 51)]
    names = ("rows", "columns", "json")
    texts = [formats.write(board, name) for board in boards for name in names]
    read = page.evaluate(
        """async (texts) => {
          const { readBoard } = await import("/reading.js");
          const { fromObject, toObject } = await import("/rules.js");
          return JSON.stringify(JSON.parse(texts).map((text) => toObject(fromObject(readBoard(text)))));
        }""",
        json.dumps(texts),
    )
    expected = [page_object(board) for board in boards for _ in names]
    assert json.loads(read) == expected


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cells": ["7D"]}, "7D appears twice"),
        ({"columns": [[]] * 8}, "AC is missing"),
        ({"columns": [["XX"]]}, "XX is not a card"),
        ({"columns": []}, "a board has 8 columns"),
        ({"foundations": {"C": 14}}, "each foundation must be 0 to 13"),
        ({"cells": [None, None, None, None, "7D"]}, "this page has four free cells, but the board uses more"),
    ],
)
def test_an_invalid_board_is_refused(page: Page, change: dict[str, Any], reason: str) -> None:
    message = page.evaluate(
        """async (object) => {
          const { fromObject } = await import("/rules.js");
          try { fromObject(object); } catch (error) { return error.message; }
        }""",
        {**page_object(deal(617)), **change},
    )
    assert message == reason


def test_turns_are_counted_as_in_python(page: Page) -> None:
    chance = random.Random(617)
    games = [played_game(chance) for _ in range(80)]
    found = page.evaluate(
        """async (games) => {
          const { countTurns, splitIntoTurns } = await import("/rules.js");
          return games.map((moves) => [countTurns(moves), splitIntoTurns(moves)]);
        }""",
        [[asdict(move) for move in game.moves] for game in games],
    )
    for game, (turns, split) in zip(games, found, strict=True):
        assert turns == game.turns
        assert [Move(**move) for turn in split for move in turn] == game.moves
        assert all([move["target"] == HOME for move in turn[1:]] == [True] * (len(turn) - 1) for turn in split)
        assert len(split) - turns in (0, 1)  # one more if the first moves are home moves
