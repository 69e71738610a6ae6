"""The commands show and check."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from freecell import Board, Game, Rules, deal, formats

from ..helpers.commands import SCRIPT, called, outcome, run_on_terminal
from ..helpers.playing import SOLUTION_617, fc_solve

LENGTHS = "111 cards moved, 121 singles, 103 steps, 51 turns\n"


def fails(*arguments: str, stdin: str | None = None) -> str:
    """The output for a solution that does not win."""
    code, printed, said = outcome(*arguments, input=stdin or "")
    assert (code, said) == (3, "")
    return printed


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "solution.txt"
    path.write_text(SOLUTION_617)
    return str(path)


def test_show_prints_a_position() -> None:
    assert called("show", "617") == called("deal", "617", "-f", "table")
    after = Game.from_notation(617, "7a 7b").board
    for option in (["-f", "rows"], ["-f", "columns"], ["-f", "table"], ["--json"]):
        assert Board.parse(called("show", "617", "--moves", "7a 7b", *option)) == after
    assert json.loads(called("show", "617", "--moves", "7a", "--json"))["deal"] is None
    safe = called("show", "617", "--moves", "7a 7b 7c b7 1b 71", "--autoplay", "safe", "-f", "rows")
    assert safe.startswith("Foundations: H-0 C-0 D-0 S-A\nFreecells: JH JD 4D\n")
    assert "\033[31mJH\033[0m" not in called("show", "617", "--moves", "7a")
    assert "\033[31m7D\033[0m \033[31mAD\033[0m 5C" in run_on_terminal("show", "617", "--moves", "7a", "-f", "rows")


def test_boards_come_from_files_or_pipes(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(formats.write(deal(617), "columns"))
    assert called("show", str(path)) == called("show", "617")
    assert called("show", "-", input=str(deal(617))) == called("show", "617")
    assert json.loads(called("show", str(path), "--json"))["columns"][0][0] == "7D"


def test_a_solution_that_wins(solution: str) -> None:
    read = "read as standard notation, 4 cells, room windows, auto-play none\n"
    assert called("check", "617", "--moves", solution) == f"deal 617: wins\n{LENGTHS}{read}"
    assert called("check", "617", "--moves", "-", input=SOLUTION_617) == called("check", "617", input=SOLUTION_617)
    extended = called("check", "617", "--moves", solution, "--dialect", "extended")
    assert extended == f"deal 617: wins\n{LENGTHS}read as extended notation, 4 cells, room theory, auto-play none\n"


def test_a_solution_without_its_automatic_moves_wins() -> None:
    short = Game.from_notation(617, SOLUTION_617, dialect="extended").notation(Rules(autoplay="safe"))
    printed = called("check", "617", input=short)
    assert printed == (
        "deal 617: wins\n110 cards moved, 120 singles, 102 steps, 50 turns\n"
        "read as standard notation, 4 cells, room theory, auto-play safe\n"
    )


def test_a_solution_of_a_board_in_a_file(tmp_path: Path, solution: str) -> None:
    path = tmp_path / "board.json"
    path.write_text(formats.write(deal(617), "json"))  # the file has the number
    assert called("check", str(path), "--moves", solution).startswith("deal 617: wins\n")
    path.write_text(formats.write(deal(617), "columns"))
    assert called("check", str(path), "--moves", solution).startswith("this board: wins\n")


def test_the_first_wrong_move(solution: str) -> None:
    printed = fails("check", "617", "--moves", "-", stdin="7a 7b 7b 7c")
    assert printed.startswith(
        "deal 617: does not win\nmove 3, 7b: cell b already holds 2C\n2 cards moved, 2 singles, 2 steps"
    )
    assert printed.endswith("\n\n" + called("show", "617", "--moves", "7a 7b"))
    assert "only 0 of 52 cards are home\n" in fails("check", "617", "--moves", "-", stdin="7a 7b")
    assert fails("check", "618", "--moves", solution).startswith("deal 618: does not win\nmove ")


def test_moves_are_given_in_the_same_way_everywhere(tmp_path: Path, solution: str) -> None:
    """In every command: as notation, in a file, or on standard input."""
    (tmp_path / "7a 7b").write_text("1a")  # a file has this name, too, but notation takes precedence
    (tmp_path / "few.txt").write_text("7a 7b")
    for line in ("show 617", "hint 617", "winnable 617", "solve 617", "difficulty 617", "draw 617", "film 617 -o -"):
        command = [*line.split(), "--moves"]
        as_notation = called(*command, "7a 7b", cwd=tmp_path)
        assert called(*command, "few.txt", cwd=tmp_path) == as_notation
        assert called(*command, "-", input="7a 7b") == as_notation
    assert called("check", "617", "--moves", " ".join(SOLUTION_617.split())) == called(
        "check", "617", "--moves", solution
    )
    assert "'few.txt' contains moves but no deal. Did you mean --moves few.txt?" in called(
        "check", "617", "few.txt", code=2, cwd=tmp_path
    )
    assert "; for moves alone, use freecell check 617 --moves -" in called("check", code=2, input="7a 7b")


def test_several_boards_share_their_moves(tmp_path: Path) -> None:
    assert called("show", "617", "617", "--moves", "7a", "-f", "columns").count("Freecells: JH") == 2
    lines = f"618: 7a\n617: {' '.join(SOLUTION_617.split())}\n"
    (tmp_path / "both.txt").write_text(lines)
    for options, text in ((["--moves", "both.txt"], ""), (["--moves", "-"], lines), ([], lines)):
        code, printed, _ = outcome("check", "617..618", *options, input=text, cwd=tmp_path)
        assert (code, printed.splitlines()[:2]) == (
            3,
            ["deal 618: all its moves are legal, but only 0 of 52 cards are home", "2 solutions: 1 wins, 1 does not"],
        )


def test_check_for_programs(solution: str) -> None:
    won = json.loads(called("check", "617", "--moves", solution, "--json"))
    assert won["wins"]
    assert (won["cards_moved"], won["singles"], won["steps"], won["turns"]) == (111, 121, 103, 51)
    assert (won["deal"], won["reason"], won["wrong"]) == (617, None, None)
    lost = json.loads(fails("check", "617", "--moves", "-", "--json", stdin="7a 7a"))
    assert not lost["wins"]
    assert lost["wrong"] == {"number": 2, "word": "7a", "reason": "cell a already holds JH"}
    assert (lost["notation"], lost["board"]) == ("7a", None)
    assert (lost["dialect"], lost["rules"]) == ("standard", Rules().to_dict())


@pytest.mark.needs("fc-solve")
def test_output_of_fc_solve_is_checked(tmp_path: Path) -> None:
    for form in ("-m -snx", "-p -t -sam", "-p -t -sam -m", "-sam", "-p -t -sam -snx", "-i -p -t -sam -snx"):
        path = tmp_path / "solution.txt"
        path.write_text(fc_solve(617, "-l", "lg", *form.split()))
        assert LENGTHS in called("check", "617", "--moves", str(path))
    # The last one is a listing, whose boards can be read, too: the start and one after each step.
    game = Game.from_notation(617, SOLUTION_617, dialect="extended")
    shown = called("show", str(path), "--json").splitlines()
    assert [Board.parse(line) for line in shown] == list(game.boards)


def test_many_solutions(tmp_path: Path) -> None:
    line = " ".join(SOLUTION_617.split())
    path = tmp_path / "many.txt"
    path.write_text(f"617 {line}\n\n# a remark\n617: {line}\n" + f"617, {line}\n" * 200)
    assert called("check", str(path)) == (
        "202 solutions: 202 win, 0 do not\non average 111.0 cards moved, 121.0 singles, 103.0 steps, 51.0 turns\n"
    )
    path.write_text(f"617 {line}\n617 7a 7a\n618: 7a\nhello\n0 7a\n617 7x\n")
    assert fails("check", str(path)) == (
        "line 2, deal 617: move 2, 7a: cell a already holds JH\n"
        "line 3, deal 618: all its moves are legal, but only 0 of 52 cards are home\n"
        "line 4: expected a deal number and a solution, such as '617 26 7a 3h', got 'hello'\n"
        "line 5, deal 0: deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2\n"
        "line 6, deal 617: '7x' is not a move: give two places such as 26, 7a or 3h (columns 1 to 8, cells a to g, "
        "home h), or 52v4 for four cards to an empty column\n"
        "6 solutions: 1 wins, 5 do not\non average 111.0 cards moved, 121.0 singles, 103.0 steps, 51.0 turns\n"
    )
    results = [json.loads(line) for line in fails("check", "-", "--json", stdin=path.read_text()).splitlines()]
    assert [(result["line"], result["wins"]) for result in results] == [
        (1, True), (2, False), (3, False), (4, False), (5, False), (6, False)
    ]  # fmt: skip


def test_a_file_that_is_not_text_has_no_solutions(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(b"\xff\xfe\x00\n\n")
    assert "it is not text in UTF-8 or UTF-16" in called("check", str(path), code=2)


def test_ctrl_c_stops_a_long_check_at_once(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("617 7a 7a\n" + f"617 {' '.join(SOLUTION_617.split())}\n" * 100_000)
    command = [SCRIPT, "check", str(path)]
    environment = {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"line 1")
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_many_solutions_show_a_bar_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"617 {','.join(SOLUTION_617.split())}\n" * 20_000)  # the core can't read this, so it is slow
    run_on_terminal("check", str(path), until=["Checking", "/20000"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show"], "missing BOARD."),
        (["show", "0"], "deal 0 doesn't exist"),
        (["show", "1-3"], "can't read '1-3': No such file or directory; did you mean 1..3?"),
        (
            ["check", "617", "7a", "7b"],
            "can't read '7a': No such file or directory; quote all moves together: --moves",
        ),
        (["hint", "617", "7a 7b"], 'did you mean --moves "7a 7b"?'),
        (["draw", "617", "x.png"], "did you mean --output x.png?"),
        (
            ["show", "nothing.txt"],
            "can't read 'nothing.txt': No such file or directory; expected a deal number such as 617",
        ),
        (["show", "617", "--moves", "7a 7a"], "move 2, 7a: cell a already holds JH"),
        (["show", "617", "--moves", "618:4r46"], "no solution found for deal 617, only for 618"),
        (["show", "617", "--moves", "7x"], "'7x' is not a move"),
        (["show", "617", "--moves", "7e"], "move 1, 7e: there are only 4 cells: no cell e"),
        (["show", "617", "--cells", "8"], "--cells must be a whole number from 0 to 7 (got 8)"),
        (["check"], "no solution found in standard input: expected lines such as '617 26 7a 3h'"),
        (["check", "-", "--moves", "-"], "the board and the moves can't both come from standard input"),
        (
            ["check", "617", "--moves", "nothing.txt"],
            "can't read 'nothing.txt': No such file or directory; expected a file, or -",
        ),
        (["check", "617", "--moves", "/"], "can't read '/': Is a directory"),
        (["check", "617", "--moves", "nothing"], "'nothing' is not a move"),
        (["check", "617", "--autoplay", "all"], "--autoplay must be none, safe or max (got 'all')"),
        (["check", "nothing.txt"], "can't read 'nothing.txt': No such file"),
        (["check", "/dev/null"], "no solution found in '/dev/null': expected lines such as '617 26 7a 3h'"),
        (["check", "/dev/null", "--json"], "no solution found in '/dev/null'"),
        (["check", "617", "--moves", __file__], "is not a move"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], message: str) -> None:
    assert message in called(*arguments, code=2)


def test_input_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "solution.txt"
    path.write_bytes(b"\xe4")
    assert "it is not text in UTF-8 or UTF-16" in called("check", "617", "--moves", str(path), code=2)
