"""What people try without reading the docs works, or the error says what to write instead."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import freecell
from freecell import (
    Board,
    BoardError,
    CardError,
    FormatError,
    FreecellError,
    Game,
    Move,
    MoveError,
    NotationError,
    NumberTypeError,
    Report,
    Rules,
    RulesError,
    Search,
    Solution,
    Suit,
    SurveyError,
    UnsolvedError,
    boards,
    check,
    core_available,
    deal,
    deal_freecell,
    deals,
    formats,
    solve,
    solve_many,
    survey,
)

needs_core = pytest.mark.skipif(not core_available, reason="the compiled core was not built")


def test_suits_have_letters_symbols_and_names() -> None:
    assert list(map(Suit.parse, "CdHs")) == list(map(Suit.parse, "♣♦♥♠")) == list(Suit)
    assert Suit.parse("hearts") is Suit("H") is Suit.HEARTS  # type: ignore[arg-type]
    assert Suit.parse(deal(617).columns[0][0].suit.letter) is Suit.DIAMONDS


def test_legal_moves_have_indexes() -> None:
    moves = Game(617).legal_moves()
    listed = tuple(moves)
    assert (moves[0], moves[-1], moves[1:3]) == (listed[0], listed[-1], listed[1:3])
    assert tuple(reversed(moves)) == listed[::-1]
    assert random.choice(moves) in moves
    with pytest.raises(IndexError):
        moves[len(listed)]


def test_many_deals_are_a_range_or_two_numbers() -> None:
    assert list(boards(range(617, 620))) == list(boards(617, 620)) == [deal(617), deal(618), deal(619)]
    assert deals(range(617, 620)).tolist() == deals(617, 620).tolist()


@pytest.mark.parametrize(
    ("kind", "message", "tried"),
    [
        (BoardError, "columns must be a list, got 617; deal(617) is the board of", lambda: Board(617)),  # type: ignore[arg-type]
        (BoardError, "column 1 must be a list of cards", lambda: Board([5] * 8)),  # type: ignore[list-item]
        (BoardError, "foundations must be a list, got 0", lambda: Board(deal(1).columns, [], 0)),  # type: ignore[arg-type]
        (CardError, "8 is not a suit", lambda: Suit(8)),
        (CardError, "'X' is not a suit: give a letter of CDHS", lambda: Suit.parse("X")),
        (NumberTypeError, "or a Board, got '617'; use int(...) or Board.parse(...)", lambda: Game("617")),  # type: ignore[arg-type]
        (NumberTypeError, "5 is not a range of deals: give a stop as well, or a range", lambda: boards(5)),
        (BoardError, "expected 8 columns, got 7; these look like rows, which", lambda: Board(deal_freecell(617))),
        (RulesError, "expected Rules, got 'windows'; use freecell.WINDOWS", lambda: Game(617, "windows")),  # type: ignore[arg-type]
        (NotationError, "expected a string of moves such as '26 7a 3h', got 5", lambda: Game(617).play(5)),  # type: ignore[arg-type]
        (NotationError, "[] is not a move: give two places", lambda: deal(617).play([])),  # type: ignore[arg-type]
        (FreecellError, "title must be a string, got 617", lambda: deal(617).svg(title=617)),  # type: ignore[arg-type]
        (SurveyError, "columns must be a list such as", lambda: survey.Spec([1], columns="turns")),
        (FreecellError, "goal must be one of 'fast', 'short', 'prove', 'shortest', got None", lambda: Search(None)),  # type: ignore[arg-type]
        (FormatError, "unknown format 'fc': the formats are rows, columns", lambda: formats.write(deal(1), "fc")),
        (FormatError, "no board found in 'garbage': it has no cards; a board is", lambda: Board.parse("garbage")),
        (FormatError, "no board found in '7D 8H': it has 2 cards; a board is", lambda: Board.parse("7D 8H")),
        (FormatError, "no board found in '617': use deal(617) for", lambda: Board.parse("617")),
        (MoveError, "home is h; give a string, such as '7'", lambda: Move(7, "a")),  # type: ignore[arg-type]
        (MoveError, "needs a source and a target; use Move('7', 'a') or Move.parse('7a')", lambda: Move("7a")),
        (FreecellError, "memory must be a whole number of bytes, got '1GB'", lambda: Search(memory="1GB")),  # type: ignore[arg-type]
        (FormatError, 'is not a solution: it has no "rules"', lambda: Solution.from_dict({})),
        (FormatError, 'is not a report: it has no "rules"', lambda: Report.from_dict({})),
        (FreecellError, "deck must be 'two' or 'four', got 'six'", lambda: deal(1).svg(deck="six")),  # type: ignore[arg-type]
    ],
)
def test_an_error_says_what_to_write(kind: type[FreecellError], message: str, tried: Callable[[], object]) -> None:
    with pytest.raises(kind) as caught:
        tried()
    assert message in str(caught.value)


@needs_core
def test_whatever_has_moves_can_be_checked() -> None:
    solution = solve(617, rules=Rules(autoplay="safe"))
    for moves in (solution, solution.game(), solution.moves, solution.notation(), iter(solution.plays[0].moves)):
        assert check(617, moves).game.moves[0] == solution.moves[0]
    report = check(617, solution)
    assert (report.wins, report.game, report.game.rules) == (True, solution.game(), solution.rules)
    assert check(617, solution.moves).wins
    assert not check(618, solution)
    assert not check(617, Game.from_notation(617, "7a 7b"))


@needs_core
def test_a_solution_of_a_game_is_checked_from_its_start() -> None:
    game = Game.from_notation(617, "7a 7b", Rules(cells=5))
    solution = solve(game)
    assert solution.played == "7a 7b"
    report = check(617, solution)
    assert (report.wins, report.game) == (True, solution.game())
    assert check(solution.board, solution.game())


@needs_core
def test_input_without_moves_is_refused() -> None:
    with pytest.raises(UnsolvedError, match="deal 11982 is unsolvable: there are no moves"):
        check(11982, solve(11982))
    with pytest.raises(NotationError, match="expected a solution such as '26 7a 3h', got 5"):
        check(617, 5)  # type: ignore[arg-type]


def test_a_board_is_stuck_if_nothing_moves() -> None:
    """Every free cell and column is taken, and no card fits on another."""
    below = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
    tops, cells = ["2C", "2D", "2H", "2S", "4C", "4D", "4H", "4S"], ["6C", "6D", "6H", "6S"]
    rest = [card for card in below if card not in (*tops, *cells)]
    board = Board([[*rest[column::8], top] for column, top in enumerate(tops)], cells)
    assert board.is_stuck
    assert Game(board).is_stuck
    assert not Game(board, Rules(cells=5)).is_stuck
    assert not board.is_won
    five = Board(
        [[*rest[column::8], *([top] if top != "4S" else [])] for column, top in enumerate(tops)], [*cells, "4S"]
    )
    assert five.is_stuck == Game(five, Rules(cells=5)).is_stuck
    assert not deal(617).is_stuck
    assert not Board([[]] * 8, foundations=[13] * 4).is_stuck


@needs_core
def test_a_table_of_solutions_has_plain_columns() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(solve_many(range(11_980, 11_985)))
    assert [*table] == [
        *("deal", "verdict", "limit", "positions", "seconds"),
        *("cards_moved", "singles", "steps", "turns", "lower_bound"),
    ]
    assert table.deal[table.verdict == "unsolvable"].tolist() == [11982]
    assert table.turns.sum() == sum(filter(None, (solution.turns for solution in solve_many(range(11_980, 11_985)))))


def test_a_mistyped_name_gets_a_suggestion() -> None:
    with pytest.raises(AttributeError, match=r"module 'freecell' has no attribute 'sovle'\. Did you mean 'solve'\?"):
        freecell.sovle  # noqa: B018


@needs_core
def test_wrong_arguments_of_searches() -> None:
    with pytest.raises(FreecellError, match=r"expected a Search, got Rules\(.*; use rules=\.\.\."):
        solve(617, Rules(3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'timeout'; expected goal, rules, max_positions, seconds, "):
        solve(617, timeout=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"'cells'; use rules=Rules\(cells=...\)"):
        solve(617, cells=3)  # type: ignore[call-arg]
    with pytest.raises(NumberTypeError, match="expected several deal numbers or boards, got 617; use solve for one"):
        solve_many(617)  # type: ignore[arg-type]
    with pytest.raises(FreecellError, match="goal must be one of 'fast', 'short', 'prove', 'shortest', got 'best'"):
        Search("best")  # type: ignore[arg-type]
    with pytest.raises(SurveyError, match=r"expected a Spec, got range\(1, 3\); use Spec"):
        survey.run("somewhere", range(1, 3))  # type: ignore[arg-type]
