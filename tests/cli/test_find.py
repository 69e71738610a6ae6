"""`freecell find`, through the command's real entry point."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from freecell import Board, deal, formats

from ..helpers.commands import SCRIPT, called, outcome, says
from ..helpers.facts import GAME_617

pty = pytest.importorskip("pty", reason="this needs Unix")

ROW = GAME_617.splitlines()[0].split()


def not_found(*arguments: str) -> str:
    """The output if no deal matches."""
    return says(3, "find", *arguments)


def test_cards_as_arguments() -> None:
    assert called("find", *ROW) == "617\n"
    assert called("find", " ".join(ROW)) == "617\n"
    assert called("find", GAME_617) == "617\n"
    assert called("find", *GAME_617.replace("T", "10").split()) == "617\n"
    assert called("find", *ROW[:5], "??", *ROW[6:], *GAME_617.split()[8:10]) == "617\n"
    assert called("find", "JD", "2D", "9H", "JC", "5D", "7H") == "1\n6456950755\n6697993680\n"


@pytest.mark.parametrize("form", [["-f", "rows"], ["-f", "columns"], ["-f", "table"], ["--json"]])
def test_a_board_in_a_file_or_on_standard_input(tmp_path: Path, form: list[str]) -> None:
    text = called("deal", "-1", *form)
    path = tmp_path / "board"
    path.write_text("\ufeff" + text)
    assert called("find", str(path)) == "-1\n"
    assert called("find", input=text) == "-1\n"
    assert called("find", "-", input=text) == "-1\n"


def test_renamed_suits_are_reported() -> None:
    renamed = GAME_617.translate(str.maketrans("CS", "SC"))
    assert called("find", renamed) == "deal 617 with clubs and spades exchanged\n"
    suits = {"C": "S", "D": "D", "H": "H", "S": "C"}
    text = "deal 617 with clubs and spades exchanged"
    assert json.loads(called("find", renamed, "--json")) == {
        "deals": [],
        "renamed": [{"deal": 617, "suits": suits, "text": text}],
        "board": Board.parse(renamed).to_dict(),
    }


def test_a_board_without_a_number_is_code_3() -> None:
    assert not_found(*ROW[:7], "KS") == "no numbered deal has these cards, even with renamed suits\n"
    assert json.loads(not_found(*ROW[:7], "KS", "--json")) == {"deals": [], "renamed": [], "board": None}
    assert not_found(*ROW[:6], "KH") == (
        "no numbered deal has these cards, with these suits; renamed suits were not tried: "
        "only 7 cards are known; with suits renamed, at least 8 are needed to rule out a chance match\n"
    )


def test_several_files(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(GAME_617)
    (tmp_path / "two").write_text(f"{deal(5)}\n\n{deal(6)}")
    assert called("find", "one", "-", "two", input=str(deal(9)), cwd=tmp_path) == "617\n9\n5\n6\n"
    found = [json.loads(line) for line in called("find", "two", "one", "--json", cwd=tmp_path).splitlines()]
    assert [(one["file"], one["entry"], one["deals"]) for one in found] == [
        ("two", 1, [5]), ("two", 2, [6]), ("one", 1, [617])
    ]  # fmt: skip
    (tmp_path / "bad").write_text("hello\nworld\n")
    assert outcome("find", "one", "bad", cwd=tmp_path)[::2] == (
        2,
        "freecell: 'bad': row 1, 'hello', has 1 card: a row has 8\n",
    )


def test_json() -> None:
    assert json.loads(called("find", *ROW, "--json")) == {"deals": [617], "renamed": [], "board": None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ROW[:5], "5 known cards fit about 27 deals: give 6 or more"),
        (["7D"], "file not found: '7D'; to search by cards, give 6 or more"),
        (["/"], "can't read '/': Is a directory"),
        ([*ROW, "7D"], "7D appears twice: row 1, column 1, and row 2, column 1"),
        ([*ROW, "1X"], "'1X' is not a card"),
        (["-"], "no cards found in standard input"),
        (["Freecells: 7D\n" + GAME_617[3:]], "only a freshly dealt board has a number"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], message: str) -> None:
    assert message in called("find", *arguments, code=2)


def test_input_that_is_not_text_is_one_line_too(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_bytes(bytes(range(256)))
    called("find", str(path), code=2)


def test_a_closed_standard_input() -> None:
    done = subprocess.run(f"'{SCRIPT}' find <&-", shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "freecell: can't read standard input: it is closed\n")


SCAN = "freecell: the first two cards are unknown, so every deal is scanned, which takes about "


def test_a_scan_estimates_its_time_and_ctrl_c_stops_it() -> None:
    columns = "\n".join(["??"] * 4 + formats.write(deal(617), "columns").splitlines()[4:])
    with subprocess.Popen([SCRIPT, "find", columns], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(SCAN)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == ""
    assert process.returncode == 130


def test_a_scan_shows_a_bar_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen([SCRIPT, "find", "?? " + GAME_617[3:]], stderr=theirs, env=settings) as process:
        os.close(theirs)
        written = b""
        while b"/8589934591" not in written:
            written += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
    os.close(ours)
    assert written.decode().startswith(SCAN)
    assert "Scanning every deal" in written.decode()
    assert process.returncode == 130


def test_other_numberings(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(called("deal", "40000", "--numbering", "pysol"))
    assert not_found(str(path)) == "no numbered deal has these cards, even with renamed suits\n"
    assert called("find", str(path), "--numbering", "pysol") == "40000\n"
    assert not_found(str(path), "--numbering", "xfreecell") == "xfreecell has no number for these cards\n"
    rank = called("find", str(path), "--numbering", "rank")
    assert called("deal", rank.strip(), "--numbering", "rank") == path.read_text()
    code, printed, said = outcome("find", str(path), "--numbering", "all", "--json")
    numbers = {"microsoft": [], "pysol": [40000], "xfreecell": [], "rank": [int(rank)]}
    board = deal(40_000, numbering="pysol").to_dict()
    assert (code, json.loads(printed)) == (0, {"file": str(path), "entry": 1, "numbers": numbers, "board": board})
    assert said.startswith("freecell: PySolFC's numbers from 32000 on can't be found: they seed a Mersenne Twister")


def test_all_numberings_of_several_boards() -> None:
    codes = called("deal", "617", "-1", "--format", "code")
    ranks = [deal(number).rank for number in (617, -1)]
    assert outcome("find", "--numbering", "all", input=codes)[:2] == (
        0,
        f"microsoft 617, pysolfc 617, pysol 617, rank {ranks[0]}\nmicrosoft -1, rank {ranks[1]}\n",
    )


def test_wrong_numberings_are_refused() -> None:
    for arguments, error in (
        (["--numbering", "kpat"], "--numbering must be microsoft, pysolfc, pysol, xfreecell, rank or all (got 'kpat')"),
        (["--numbering", "pysol"], "to find a number in the pysol numbering, the first 16 cards must be known"),
        (["--numbering", "rank"], "to find a number in the rank numbering, the first 52 cards must be known"),
        (["--numbering", "pysol", "--explain"], "--explain and --numbering can't be used together"),
    ):
        assert error in outcome("find", *ROW, *arguments)[2]
