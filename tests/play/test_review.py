"""The review of a game, the attempts at it, and the statistics."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import freecell
from freecell import Board, Game, GameError, Rules, solve
from freecell.play import keeping, words
from freecell.play.light import Light
from freecell.play.record import Attempt, attempts_from, figures_of, records_of
from freecell.play.review import Review, sensible_boards
from freecell.play.timeline import timeline_of

from ..helpers.programs import PATIENCE, found

needs_core = pytest.mark.skipif(not freecell.core_available, reason="the compiled core was not built")
PAGE = Path(__file__).parents[2] / "src/freecell/web/static"

# The page's own review of a game, in its words of notation.
PAGE_REVIEW = """
const [page, kernel, deal, cells, words, most] = JSON.parse(process.argv[1]);
const { Game } = await import(`${page}/game.js`);
const { Review } = await import(`${page}/review.js`);
const { Verdicts } = await import(`${page}/verdicts.js`);
const { core } = await import(kernel);
const game = new Game({ deal, cells });
if (game.follow(words)) throw new Error(game.follow(words));
const rules = { room: "theory", autoplay: "safe" };
const review = new Review(game, rules, new Verdicts(async (board, search) => core.judge(board, search), most));
await review.run(() => {});
const { lost, losingTurn, narrowest, choices } = review;
const counts = choices.map((one) => one && [one.kept, one.lost, one.undecided, one.verdict]);
console.log(JSON.stringify([lost, losingTurn, narrowest, counts]));
"""


def review_of(game: Game) -> Review:
    light = Light(game.rules)
    review = Review(timeline_of(game), game.rules, light)
    for _ in review.run(lambda: False):
        pass
    assert review.is_done
    return review


@needs_core
@pytest.mark.needs("node")
@pytest.mark.parametrize(
    ("number", "cells", "moves"),
    [(617, 4, "4a 46 3b 1c 2d"), (617, 4, "4a 46 2b 27 72 3c"), (11982, 4, "1a"), (1, 4, None), (164, 2, "1a 2b")],
)
def test_it_agrees_with_the_page(number: int, cells: int, moves: str | None) -> None:
    game = Game(number, Rules(cells=cells, autoplay="safe"))
    game.play(solve(number, rules=game.rules).notation() if moves is None else moves)
    ours = review_of(game)
    counts = [one and [one.kept, one.lost, one.undecided, str(one.verdict)] for one in ours.choices]
    core = Path(__file__).parents[1] / "page" / "core.mjs"
    asked = [PAGE.as_uri(), core.as_uri(), number, cells, game.notation().split(), 2_000_000]
    command = [found("node"), "--input-type=module", "-e", PAGE_REVIEW, json.dumps(asked)]
    page = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert page.returncode == 0, page.stderr
    assert json.loads(page.stdout) == [ours.lost, ours.losing_turn, ours.narrowest, counts]


@needs_core
def test_it_can_be_stopped_and_resumes() -> None:
    game = Game.from_notation(617, "4a 46 3b", Rules(autoplay="safe"))
    light = Light(game.rules)
    review = Review(timeline_of(game), game.rules, light)
    for _ in review.run(lambda: review.progress[0] == 1):
        pass
    assert (review.progress, review.is_done) == ((1, 3), False)
    assert words.review_state(review, is_running=False) == "Stopped: 1 of 3"
    first = review.choices[0]
    for _ in review.run(lambda: False):
        pass
    assert review.choices[0] is first
    assert review.choices == review_of(game).choices
    assert review.is_of(timeline_of(game), light)
    game.undo()
    assert review.is_of(timeline_of(game), light)
    game.play("1c")
    assert not review.is_of(timeline_of(game), light)


def test_sensible_moves_lead_to_different_positions() -> None:
    board = Board(["KS QH JS", "KH QS", "", "", "", "", "", ""], foundations=[13, 13, 11, 10])
    rules = Rules()
    found = sensible_boards(board, rules)
    legal = [Game(board, rules) for _ in board.legal_moves(rules)]
    for game, move in zip(legal, board.legal_moves(rules), strict=True):
        game.play(move)
    assert found.keys() == {game.board.key for game in legal} - {board.key}
    assert len(found) < len(legal)


def test_figures() -> None:
    attempts = [
        Attempt(1, 90_000, won=True, turns=50),
        Attempt(2, 60_000, won=True, turns=40, helped=True),
        Attempt(3, 80_000, won=True, turns=60, lit=True),
        Attempt(4),
        Attempt(5, 95_000, won=True, turns=45, undone=1),
        Attempt(6),
    ]
    found = figures_of(attempts)
    assert found == (6, 4, 1, 1, 1, 2, 80_000, 45)
    assert figures_of([]) == (0, 0, 0, 0, 0, 0, None, None)
    assert records_of(attempts[4], attempts) == ["turns"]
    assert records_of(attempts[2], attempts) == ["milliseconds"]
    assert records_of(attempts[1], attempts) == records_of(attempts[0], attempts[:1]) == []


def test_the_clock_counts_little_of_a_sleep_and_nothing_after_a_win() -> None:
    attempt = Attempt(1)
    for milliseconds in (1000, 3_600_000, -5):
        attempt.tick(milliseconds)
    attempt.won = True
    attempt.tick(1000)
    assert attempt.milliseconds == 3000
    assert [words.clock_text(time) for time in (0, 65_999, 3_600_000)] == ["0:00", "1:05", "1:00:00"]


def test_what_begins_an_attempt(tmp_path: Path) -> None:
    near = Board(["KS", "", "", "", "", "", "", ""], foundations=[13, 13, 13, 12])
    kept = keeping.begin(near, Rules(), tmp_path / "game.json")
    kept.count_help(hints=1)  # before the first move
    for word in ("1a", "a1", "1h"):
        kept.game.play(word)
        kept.count_move(7, lit=word == "a1")
        kept.count_win()
    assert kept.attempts == [Attempt(7, won=True, turns=2, helped=True, lit=True, hints=1)]
    kept.game.undo()
    kept.count_undo()
    kept.count_help(hints=1)
    kept.game.play("1h")  # after a win, nothing counts
    kept.count_move(8, lit=False)
    kept.count_win()
    assert (len(kept.attempts), kept.attempts[0].undone, kept.attempts[0].hints) == (1, 0, 1)
    for _ in range(3):
        kept.game.undo()
    kept.game.play("1h")  # but from the start it is another attempt
    kept.count_move(9, lit=False)
    kept.count_win()
    assert kept.attempts[1] == Attempt(9, won=True)
    kept.try_again(0)
    kept.game.play("1h")  # and after a review one with help
    kept.count_move(10, lit=False)
    kept.count_win()
    assert kept.attempts[2] == Attempt(10, won=True, helped=True)
    kept.save()
    again = keeping.load(tmp_path / "game.json")
    assert again is not None
    assert again.attempts == kept.attempts
    assert Game.load(tmp_path / "game.json") == kept.game


def test_unreadable_attempts(tmp_path: Path) -> None:
    parts = ({"x": 1}, {"begun": "1"}, {"begun": True}, {"won": 1}, {"turns": -2}, {"begun": 1e99})
    for value in (5, [5], [{}], *([{"begun": 1, **part}] for part in parts)):
        with pytest.raises(GameError, match="attempt"):
            attempts_from(value)
    kept = keeping.begin(617, path=tmp_path / "game.json")
    kept.game.play("7a")
    kept.count_move(1, lit=True)
    kept.save()
    saved = json.loads((tmp_path / "game.json").read_text())
    (tmp_path / "game.json").write_text(json.dumps({**saved, "attempts": [{"begun": "\x1b[2J"}]}))
    with pytest.raises(GameError, match=r"game.json is not a saved game: an attempt can't have begun '\\x1b\[2J'"):
        keeping.load(tmp_path / "game.json")


def test_the_games_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path)
    assert keeping.kept_games() == []
    for begun, number, rules in ((30, 617, keeping.USUAL), (20, 5, keeping.USUAL), (10, 617, Rules(2))):
        kept = keeping.begin(number, rules)
        kept.game.play("1a")
        kept.count_move(begun, lit=True)
        kept.save()
    (tmp_path / "617-2.json").write_bytes(
        (tmp_path / "617.json").read_bytes()
    )  # the same as after a game in two terminals
    (tmp_path / "no.json").write_text("{")
    (tmp_path / "other.json").write_text('{"attempts": 5}')
    (tmp_path / "folder.json").mkdir()
    Game(1).save(tmp_path / "1.json")
    games = keeping.kept_games()
    assert [game.name for game in games] == ["Deal 617, 2 cells", "Deal 5", "Deal 617"]
    assert words.statistics(games)[:2] == [("Games played", "3"), ("Won", "0")]
    assert words.game_line(games[1])[2] == "Deal 5, not won"
    assert keeping.load(games[1].path) is not None
