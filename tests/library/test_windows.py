"""Solutions under the rules of Windows and with auto-play."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import freecell
from freecell import Board, Game, Move, Rules, Search, Verdict, hint, solve, solve_many
from freecell.engine import Goal
from freecell.errors import MoveError
from freecell.rules import AUTOPLAYS, ROOMS, WINDOWS, AutoPlay, Room, auto_play, room

from ..helpers.facts import THE_EIGHT
from ..helpers.playing import mid_games
from ..helpers.solved import checked

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def board_with(free: int, empty: int, cells: int = 4) -> Board:
    """A board with this many free cells and empty columns."""
    taken = cells - free
    filled = 8 - empty
    cards = freecell.DECK
    return Board([cards[taken + at :: filled] for at in range(filled)] + [[]] * empty, cards[:taken])


def test_the_table_of_room_in_the_docs() -> None:
    """The table shows how many cards Windows moved to a column with cards, and to an empty one."""
    rows = re.findall(
        r"^\| (\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", RULES_PAGE.read_text(), re.MULTILINE
    )
    assert [int(row[0]) for row in rows] == list(range(5))
    for free, to_empty, *to_filled in (map(int, row) for row in rows):
        assert room(board_with(free, 1), WINDOWS, to_empty=True) == to_empty
        for empty, cards in enumerate(to_filled):
            assert room(board_with(free, empty), WINDOWS) == cards


@pytest.mark.parametrize("cells", range(8))
def test_windows_never_allows_more_than_theory(cells: int) -> None:
    """So its moves are legal wherever runs move as far as theory allows, as from Vista on."""
    for free, empty in product(range(cells + 1), range(1, 7)):
        board = board_with(free, empty, cells)
        for to_empty in (False, True):
            windows, theory = (room(board, Rules(cells, kind), to_empty=to_empty) for kind in ("windows", "theory"))
            assert windows <= theory
            assert windows == theory or empty > 1  # with one empty column there is no difference


def test_the_first_deals_can_be_played_in_windows() -> None:
    """The moves can be played as they are written: two places, or one card to an empty column. Windows asks whether to
    move one card there, or as many as possible."""
    fast = Search(rules=WINDOWS)
    short = replace(fast, goal="short", beam_width=20)  # earlier solutions of 269 moved other numbers of cards
    for search, numbers in ((fast, range(1, 201)), (short, range(250, 280))):
        for solution in solve_many(numbers, search):
            assert checked(solution).verdict is Verdict.SOLVED
            words = solution.notation()
            assert re.fullmatch(r"([1-8a-d][1-8a-dh](v1)?( |$))+", words)
            assert Game.from_notation(solution.board, words, WINDOWS).is_won


def test_one_card_or_all_that_can_go_to_an_empty_column() -> None:
    board = Board(["KS QH JS TH 9S", "", "JH TS", "", "", "", "", ""], ["KH", "QS"], [13, 13, 9, 8])
    many = {windows: Rules(4, windows, "none") for windows in ROOMS}
    counts = {
        name: [move.count for move in board.legal_moves(rules) if (move.source, move.target) == ("1", "2")]
        for name, rules in many.items()
    }
    assert counts == {"theory": [1, 2, 3, 4, 5], "windows": [1, 3]}
    assert "12v2" in board.legal_moves(many["theory"])
    with pytest.raises(MoveError, match=r"^Windows moves 1 card or all 3 to an empty column, not 2$"):
        board.play("12v2", many["windows"])
    assert board.play("12", many["windows"]).columns[1] == board.columns[0][2:]


def test_short_solutions_for_windows_are_hardly_longer() -> None:
    search = Search(goal="short", beam_width=200)
    theory, windows = (
        [checked(solution).turns or 0 for solution in solve_many(range(1, 41), asked)]
        for asked in (search, replace(search, rules=WINDOWS))
    )
    assert sum(theory) <= sum(windows) <= 1.03 * sum(theory)


@pytest.mark.parametrize(
    ("goal", "kind", "mode"),
    [asked for asked in product(get_args(Goal), ROOMS, AUTOPLAYS) if (asked[0], asked[2]) != ("shortest", "max")],
)
def test_every_goal_under_all_rules(goal: Goal, kind: Room, mode: AutoPlay) -> None:
    search = Search(
        goal=goal,
        rules=Rules(room=kind, autoplay=mode),
        beam_width=64 if goal == "short" else None,
        max_positions=100_000,
    )
    if goal == "shortest":
        search = replace(search, memory=2**22)  # some of them are then proven
    for solution in solve_many(range(101, 113 if goal != "shortest" else 104), search):
        game = checked(solution).game()
        if solution.verdict is Verdict.SOLVED:
            for dialect in ("standard", "extended"):
                text = solution.notation(dialect=dialect)
                again = Game.from_notation(solution.board, text, search.rules, dialect)
                assert (again.moves, again.is_won) == (game.moves, True)


def test_a_verdict_does_not_depend_on_room() -> None:
    for cells in (0, 1, 2, 3):
        for mode in ("none", "safe"):
            by_room = (
                [one.verdict for one in solve_many(range(1, 21), rules=Rules(cells, kind, mode), max_positions=20_000)]
                for kind in ROOMS
            )
            theory, windows = by_room
            assert theory == windows
    for number in THE_EIGHT:
        for mode in AUTOPLAYS:
            assert solve(number, rules=Rules(room="windows", autoplay=mode)).verdict is Verdict.UNSOLVABLE


@given(mid_games(), st.sampled_from(ROOMS), st.sampled_from(AUTOPLAYS))
def test_any_position_under_all_rules(position: tuple[Board, int], kind: Room, mode: AutoPlay) -> None:
    board, cells = position
    goals: tuple[Goal, ...] = ("fast", "prove", "short")
    verdicts = {
        checked(solve(board, goal=goal, rules=Rules(cells, kind, mode), max_positions=30_000, beam_width=16)).verdict
        for goal in goals
    }
    assert len(verdicts - {Verdict.UNDECIDED}) <= 1


@given(mid_games(), st.sampled_from(ROOMS))
@settings(max_examples=50)
def test_no_card_goes_home_before_the_first_move(position: tuple[Board, int], kind: Room) -> None:
    """A position can be won with "max" if it is won, or can be won after one of its moves and the automatic ones."""
    board, cells = position
    game = Game(board, Rules(cells, kind, "max"))
    before = solve(game, max_positions=20_000).verdict
    after = []
    for move in game.legal_moves():
        game.play(move)
        after.append(solve(game, max_positions=20_000).verdict)
        game.undo()
    if Verdict.SOLVED in after or board.is_won:
        assert before is not Verdict.UNSOLVABLE
    elif Verdict.UNDECIDED not in after:
        assert before is not Verdict.SOLVED


def test_a_card_that_fits_at_the_start_may_be_covered_by_the_first_move() -> None:
    """Here 3D would go home after any other move, which would lose the game."""
    board = Game.from_notation(98714, "7h 5h 1a 1b 18 38 1c 1d 1h 7h 13 43 d4 38 b1 3b").board
    assert auto_play(board, "max") == [Move("3", "h")]
    for goal in ("fast", "prove"):
        solution = checked(solve(board, goal=goal, rules=Rules(autoplay="max"), max_positions=1_000_000))
        assert solution.moves[0] == Move("c", "3")
        assert checked(solve(board.play("3h"), goal=goal, rules=Rules(autoplay="max"))).verdict is Verdict.UNSOLVABLE


def test_hints_lead_to_a_win_under_all_rules() -> None:
    for kind, mode in product(ROOMS, AUTOPLAYS):
        game = Game(617, Rules(4, kind, mode))
        while not game.is_won:
            found = hint(game)
            assert found.move in game.legal_moves()
            assert found.solution.rules == game.rules
            words = found.solution.notation().split()
            assert words[0] == found.notation
            game.play(" ".join(words[:4]))  # to save time, only every fourth position gets a hint


def test_a_film_shows_the_requested_game() -> None:
    from freecell.drawing.film import film

    for kind, mode in product(ROOMS, AUTOPLAYS):
        solution = solve(1, rules=Rules(room=kind, autoplay=mode))
        shown = Rules(4, kind, "safe" if mode == "none" else mode)
        assert solution.film().svg() == film(solution.game().under(shown)).svg()
