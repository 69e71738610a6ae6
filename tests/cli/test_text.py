"""Commands read each other's output, and boards, games and numbers in every common form."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

import freecell
from freecell import Board, Game, Rules, deal

from ..helpers.commands import SCRIPT, called, outcome
from ..helpers.facts import GAME_1, GAME_617
from ..helpers.programs import PATIENCE
from ..helpers.serving import needs_core

pty = pytest.importorskip("pty", reason="this needs Unix")

THREE = "\n\n".join(f"Deal {number}\n{deal(number)}" for number in (1, 2, 3))


def pipe(*commands: str, code: int = 0) -> str:
    """The output of a pipeline of commands."""
    printed = ""
    for command in commands:
        returned, printed, said = outcome(*shlex.split(command), input=printed)
        assert said == ""
    assert returned == code
    return printed


FORMS = ["-f rows", "-f columns", "-f table", "--json"]


@pytest.mark.parametrize("form", FORMS)
def test_several_deals_are_found(form: str) -> None:
    assert pipe(f"deal 1..3 {form}", "find") == "1\n2\n3\n"
    found = [json.loads(line) for line in pipe(f"deal 1..2 {form}", "find --json").splitlines()]
    assert found == [
        {"file": "-", "entry": place, "deals": [place], "renamed": [], "board": deal(place).to_dict()}
        for place in (1, 2)
    ]


@needs_core
@pytest.mark.parametrize("form", FORMS)
def test_several_deals_are_solved_and_keep_their_numbers(form: str) -> None:
    lines = pipe(f"deal 1..3 {form}", "solve -").splitlines()
    assert [line.split(": ")[0] for line in lines] == ["board 1, deal 1", "board 2, deal 2", "board 3, deal 3"]
    found = [json.loads(line) for line in pipe(f"deal 1..3 {form}", "solve - --json").splitlines()]
    assert [(one["deal"], one["file"], one["entry"]) for one in found] == [(1, "-", 1), (2, "-", 2), (3, "-", 3)]
    assert pipe(f"deal 1..3 {form}", "winnable -") == "".join(f"board {n}, deal {n}: yes\n" for n in (1, 2, 3))
    assert pipe(f"deal 1..3 {form}", "hint - --json").count('"deal": ') == 3
    assert pipe(f"deal 1..3 {form}", "show - --json", "find") == "1\n2\n3\n"
    assert pipe(f"deal 1..3 {form}", "show -", "find") == "1\n2\n3\n"


@needs_core
def test_a_solution_in_a_file_is_checked_and_filmed(tmp_path: Path) -> None:
    """With the moves played before it, and under its rules."""
    path = tmp_path / "solution.json"
    path.write_text(called("solve", "617", "--moves", "7a", "--for", "windows", "--json"))
    assert called("check", str(path)).splitlines()[2].endswith("room windows, auto-play safe")
    called("film", str(path), "-o", str(tmp_path / "film.svg"))
    assert f": {json.loads(path.read_text())['turns']} turns" in (tmp_path / "film.svg").read_text()


@needs_core
def test_solutions_in_json_are_checked() -> None:
    assert pipe("solve 617 --json", "check").startswith("deal 617: wins\n")
    assert pipe("solve 617 --json", "check 617").startswith("deal 617: wins\n")
    assert pipe("solve 617 --json --autoplay safe", "check").splitlines()[2].endswith("auto-play safe")
    assert (
        pipe("solve 11982 --cells 5 --json", "check").splitlines()[2].startswith("read as standard notation, 5 cells")
    )
    assert pipe("solve 617 --moves '7a 7b' --json", "check").startswith("this board: wins\n")
    assert pipe("solve 617 --moves '7a 7b' --json", "check 617").startswith("deal 617: wins\n")
    assert pipe("solve 1..3 617 --json", "check").startswith("4 solutions: 4 win, 0 do not\n")
    assert pipe("solve 1..3 617 --json", "check 617").startswith("deal 617: wins\n")
    assert pipe("solve 1..3 617 --json", "check -").startswith("4 solutions: 4 win, 0 do not\n")
    assert pipe("show 617 --moves 7a --json", "solve - --json", "check").startswith("this board: wins\n")
    assert pipe("solve 11981..11983 --json", "check", code=3).startswith("line 2: no moves found for deal 11982\n")


@needs_core
def test_a_random_deal_keeps_its_number() -> None:
    for options in ("--json", "", "-f columns", "-f table"):
        assert pipe(f"random {options}", "solve -").startswith("# deal ")
    assert pipe("random 617..617 --json", "solve - --json", "solve -").startswith("# deal 617: solved\n")
    assert pipe("find 7D AD 5C 3S 5S 8C 2D AH", "solve -").startswith("# deal 617: solved\n")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe")).save(path)
    return path


def test_saved_games_are_boards(saved: Path) -> None:
    game = Game.load(saved)
    assert Board.parse(called("show", str(saved))) == game.board
    game.play("83")
    assert Board.parse(called("show", str(saved), "--moves", "83")) == game.board
    assert called("draw", str(saved)).startswith("<svg ")
    assert "<title>Deal 617</title>" in called("draw", str(saved))
    assert called("find", str(saved)) == "617\n"
    checked = subprocess.run([SCRIPT, "check", str(saved)], capture_output=True, text=True)
    assert checked.returncode == 3
    assert checked.stdout.startswith(
        "deal 617: does not win\nall its moves are legal, but only 1 of 52 cards are home\n"
    )
    assert "auto-play safe" in checked.stdout


@needs_core
def test_saved_games_are_solved_from_their_current_position(saved: Path) -> None:
    game = Game.load(saved)
    line = called("hint", str(saved)).split(":")[0]
    game.play(line)
    assert called("winnable", str(saved)) == "yes\n"
    found = json.loads(called("solve", str(saved), "--json"))
    assert (found["deal"], found["played"]) == (617, "7a 7b 7c b7 1b 71 7h")
    assert found["rules"]["autoplay"] == "safe"
    again = Game.load(saved)
    again.play(found["notation"])
    assert again.is_won
    again.save(saved)
    assert called("check", str(saved)).startswith("deal 617: wins\n")
    lines = called("solve", str(saved)).splitlines()
    assert (lines[0], lines[3][:9]) == (f"# deal 617 after {again.steps} steps: solved", "# 0 cards")
    more = Game(11982, Rules(5))
    more.save(saved)
    assert json.loads(called("solve", str(saved), "--json"))["rules"]["cells"] == 5
    text = f"{saved.read_text()}{GAME_617}\n"
    assert called("solve", "-", input=text).startswith("board 1, deal 11982: solved, ")


def test_boards_in_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{GAME_617}\n\n{GAME_1}\n")
    assert called("show", "two.txt", "-f", "rows", cwd=tmp_path) == (
        f"# board 1 of two.txt\n{GAME_617}\n\n# board 2 of two.txt\n{GAME_1}\n"
    )
    lines = [json.loads(line) for line in called("show", "two.txt", "--json", cwd=tmp_path).splitlines()]
    assert [(one["deal"], one["file"], one["entry"]) for one in lines] == [(None, "two.txt", 1), (None, "two.txt", 2)]
    assert "'two.txt' contains several boards, but this command takes only one" in called(
        "play", "two.txt", code=2, cwd=tmp_path
    )
    (tmp_path / "bad.txt").write_text(f"{GAME_617}\n\nDeal 1\n{GAME_1.replace('JD', 'JX')}\n")
    done = subprocess.run([SCRIPT, "show", "bad.txt"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "freecell: board 2 of 'bad.txt': column 1, card 1: 'JX' is not a card: "
        "give a rank of A23456789TJQK (or 10) and a suit of CDHS, as in TD\n"
    )


@needs_core
def test_boards_in_files_are_solved(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{GAME_617}\n\n{GAME_1}\n")
    (tmp_path / "one.txt").write_text(GAME_1)
    lines = called("solve", "two.txt", "one.txt", "617", cwd=tmp_path).splitlines()
    assert [line.split(":")[0] for line in lines] == ["board 1 of two.txt", "board 2 of two.txt", "one.txt", "deal 617"]
    found = [json.loads(line) for line in called("solve", "two.txt", "one.txt", "--json", cwd=tmp_path).splitlines()]
    assert [(one["file"], one["entry"]) for one in found] == [("two.txt", 1), ("two.txt", 2), ("one.txt", 1)]
    assert called("check", "-", input="\n".join(map(json.dumps, found))).startswith("3 solutions: 3 win")


ENCODED = {
    "utf-8 with a mark": GAME_617.encode("utf-8-sig"),
    "utf-16": b"\xff\xfe" + GAME_617.replace("\n", "\r\n").encode("utf-16-le"),
    "utf-16, the other way": b"\xfe\xff" + GAME_617.encode("utf-16-be"),
    "windows": GAME_617.replace("\n", "\r\n").encode(),
    "old macintosh": GAME_617.replace("\n", "\r").encode(),
    "emoji": GAME_617.translate(str.maketrans("CDHS", "♣♦♥♠")).replace("♦", "♦\ufe0f").encode(),
    "white": GAME_617.translate(str.maketrans("CDHS", "♧♢♡♤")).encode(),
}


@pytest.mark.parametrize("name", ENCODED)
def test_every_command_reads_every_encoding(tmp_path: Path, name: str) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(ENCODED[name])
    assert called("find", str(path)) == "617\n"
    assert called("show", str(path)) == called("show", "617")
    assert called("draw", str(path)) == Board.parse(GAME_617).svg()
    if freecell.core_available:
        assert called("winnable", str(path)) == "yes\n"
    for command in (["find"], ["show", "-"], ["draw", "-"]):
        assert called(*command, input=ENCODED[name])


def test_solutions_and_games_in_other_encodings(tmp_path: Path) -> None:
    moves, game = tmp_path / "moves.txt", tmp_path / "game.json"
    moves.write_bytes("7a 7b\r\n7c".encode("utf-16"))
    assert (
        "only 0 of 52"
        in subprocess.run([SCRIPT, "check", "617", "--moves", moves], capture_output=True, text=True).stdout
    )
    many = subprocess.run([SCRIPT, "check", "-"], input="617 7a\r\n".encode("utf-16"), capture_output=True)
    assert many.stdout.startswith(b"deal 617: does not win\nall its moves are legal")
    Game.from_notation(617, "7a 7b").save(game)
    game.write_bytes(game.read_text().encode("utf-16"))
    assert Game.load(game).notation() == "7a 7b"
    assert called("show", str(game)) == called("show", "617", "--moves", "7a 7b")


def test_common_ways_to_write_moves() -> None:
    expected = called("show", "617", "--moves", "7a 7b 7c")
    for moves in ("7A 7B 7C", "7a,7b,7c", "7a, 7b; 7c", "7a7b7c", "7r7r7r", "7A,7B,7C", "7a\r\n7b\n7c"):
        assert called("show", "617", "--moves", moves) == expected
    assert called("draw", "617", "--arrow", "7A") == called("draw", "617", "--arrow", "7a")


def test_a_number_alone_deals() -> None:
    assert called("617") == called("deal", "617")
    assert called("1..3") == called("deal", "1..3")
    assert called("617", "--json") == called("deal", "617", "--json")
    assert called("-1", "-f", "table") == called("deal", "-1", "-f", "table")
    assert called("1,000") == called("1_000") == called("deal", "1000")
    assert called("deal", "1,000..1,002") == called("deal", "1000..1002")
    assert "deal 0 doesn't exist" in called("0", code=2)
    assert "'1,00' is not a deal number" in called("1,00", code=2)


def test_names_of_files_in_any_case_and_standard_output(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    Game.from_notation(617, "7a").save(game)
    for command in (
        ["draw", "617", "-o", "A.SVG"],
        ["draw", "617", "-o", "A.Png"],
        ["film", str(game), "-o", "A.GIF"],
        ["film", str(game), "-o", "B.Svg"],
        ["deal", "1..3", "-o", "A.NPY"],
        ["deal", "1..3", "-o", "A.Parquet"],
        ["deal", "1..3", "-o", "A.TXT"],
    ):
        called(*command, cwd=tmp_path)
    beginnings = {path.name: path.read_bytes()[:4] for path in tmp_path.iterdir() if path != game}
    assert beginnings == {
        "A.SVG": b"<svg", "A.Png": b"\x89PNG", "A.GIF": b"GIF8", "B.Svg": b"<svg", "A.NPY": b"\x93NUM",
        "A.Parquet": b"PAR1", "A.TXT": b"Deal",
    }  # fmt: skip
    assert called("draw", "617", "-o", "-") == called("draw", "617")
    assert called("deal", "1..3", "-o", "-") == called("deal", "1..3")
    assert called("film", str(game), "-o", "-") == Game.load(game).film().svg()


def test_a_number_in_a_picture() -> None:
    assert called("draw", "617", "--number") == deal(617).svg(deal=617)
    assert "--number needs a deal number, but this board has none" in called(
        "draw", "-", "--number", code=2, input=GAME_617
    )
    assert called("draw", "-", "--number", input=f"Deal 617\n{GAME_617}") == deal(617).svg(deal=617)


def say_on_terminal(*arguments: str, typed: bytes) -> str:
    """Standard error of a command while a person types its input."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [SCRIPT, *arguments], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(theirs)
        assert process.stderr is not None
        said = process.stderr.readline()
        os.write(ours, typed + b"\x04\x04")
        process.wait(timeout=PATIENCE)
    os.close(ours)
    return said


def test_commands_waiting_for_input_say_so() -> None:
    row = GAME_617.splitlines()[0].encode() + b"\n"
    assert say_on_terminal("find", typed=row) == (
        "freecell: waiting for a board, or the first cards of one, on standard input (Ctrl-D ends it)\n"
    )
    assert say_on_terminal("check", "617", typed=b"7a\n") == (
        "freecell: waiting for a solution on standard input (Ctrl-D ends it)\n"
    )
    assert say_on_terminal("show", "-", typed=GAME_617.encode() + b"\n") == (
        "freecell: waiting for a board on standard input (Ctrl-D ends it)\n"
    )
