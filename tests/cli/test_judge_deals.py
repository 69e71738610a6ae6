"""`freecell judge deals` names each mistake that a real program makes. Misbehaving programs do no harm."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from freecell import DECK
from freecell.judging.mistakes import MISTAKES

from ..helpers.commands import SCRIPT, called, outcome, says
from ..helpers.facts import GAME_1, GAME_617

ROOT = Path(__file__).parents[2]
RIGHT = shlex.join([sys.executable, str(ROOT / "examples" / "deal" / "deal.py")])
MISDEALER = ROOT / "tests" / "helpers" / "misdealer.py"
PAST = ["--deals", "2147483646..2147483650", "4294967294..4294967300", "4295037296..4295037300"]

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this needs Linux")


def misdealer(*mistakes: str) -> str:
    return shlex.join([sys.executable, str(MISDEALER), *mistakes])


def judged(code: int, command: str, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(says(code, "judge", "deals", command, *options, "--json"))
    return found


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def test_a_correct_program() -> None:
    assert called("judge", "deals", RIGHT) == "All 147 boards are correct.\n"
    assert called("judge", "deals", RIGHT, "--deals", "1..1500", *PAST[1:]) == "All 1517 boards are correct.\n"
    assert judged(0, RIGHT, "--deals", "617")["passes"] is True


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_each_mistake_is_named(mistake: Any) -> None:
    if mistake.name == "glibc" and not sys.platform.startswith("linux"):
        pytest.skip("this needs the C library of Linux")
    found = judged(3, misdealer(mistake.name), *(PAST if mistake.part == "range" else ()))
    assert [one["name"] for one in found["mistakes"]] == [mistake.name]
    assert found["deck"] is None
    assert found["first_wrong"]["expected"] != found["first_wrong"]["got"]


@pytest.mark.parametrize(
    ("orders", "text"),
    [
        (["suits-SHDC"], "its suits are in the order S H D C"),
        (["suits-CDSH"], "its suits are in the order C D S H"),
        (["suit-major"], "it is sorted by suit first, not by rank first"),
        (["ranks-down"], "its ranks are in the order from king down to ace"),
        (["ace-high"], "its ranks are in the order from two up to ace"),
        (["ranks-down", "suits-SHDC"], "the deck is in reverse order, from KS to AC"),
        (["suit-major", "suits-DCHS"], "by rank first, and its suits are in the order D C H S"),
        (["strange-deck"], "it begins with AC AD AH JC 2C"),
    ],
)
def test_the_order_of_the_deck_is_inferred(orders: list[str], text: str) -> None:
    found = judged(3, misdealer(*orders))
    assert found["mistakes"] == []
    assert text in found["deck"]


@pytest.mark.parametrize(
    "mistakes",
    [
        ["gap-closed", "suit-major"],
        ["gap-closed", "columns-first"],
        ["16-bit-draws", "from-the-end"],
        ["one-less", "right-to-left", "suits-SHDC"],
        ["signed", "always-52", "one-more"],
        ["214013, 2531012"],
        ["214013, 2531012", "suit-major"],
    ],
)
def test_several_mistakes_are_told_apart(mistakes: list[str]) -> None:
    found = judged(3, misdealer(*mistakes))
    named = {one["name"] for one in found["mistakes"]}
    assert named == {name for name in mistakes if not name.startswith("suit")}
    assert (found["deck"] is None) == (named == set(mistakes))


def test_the_report_of_a_wrong_program() -> None:
    text = says(3, "judge", "deals", misdealer("gap-closed"), "--deals", "617", "1")
    lines = text.splitlines()
    assert lines[0] == "0 of 2 boards are correct."
    assert [line[2:25].strip() for line in lines[5:12]] == GAME_617.splitlines()
    assert "The first wrong card is in row 1, column 3: 5D instead of 5C.\n" in text
    assert "- the dealt card is removed, and the cards behind it move up.\n  Instead: put the last card" in text
    assert text.endswith("freecell deal 617 --explain shows each step, to compare with yours.\n")


def test_boards_that_are_correct_up_to_some_deal() -> None:
    found = judged(3, misdealer("16-bits"), "--deals", "65530..65540")
    assert (found["right"], found["first_wrong"]["deal"]) == (6, 65536)


def test_one_wrong_board_is_enough_for_a_usual_deck_only() -> None:
    assert judged(3, misdealer("suit-major"), "--deals", "617")["deck"]
    assert judged(3, misdealer("strange-deck"), "--deals", "617")["mistakes"] is None


@pytest.mark.parametrize("form", ["rows", "columns", "table", "json"])
def test_boards_in_any_of_our_formats(form: str, tmp_path: Path) -> None:
    program = tmp_path / "deal.py"
    program.write_text(
        "import sys\nfrom freecell import deal, formats\n"
        f"for line in sys.stdin: print('Game', line, end=''); print(formats.write(deal(int(line)), {form!r}))\n"
    )
    lines = called("judge", "deals", f"{sys.executable} {program}", "--deals", "1..5").splitlines()
    assert lines[0] == "All 5 boards are correct."
    tens = "It writes 10♠ where the task writes TS: digests need exactly the text of the task."
    assert lines[1:] == ([tens] if form == "table" else [])


OTHER_FORMS = {
    "a prompt": "print('Which game?', end=' '); print(*board, sep='\\n')",
    "tens": "print(*board, sep='\\n')".replace("board", "[row.replace('T', '10') for row in board]"),
    "signs": "print(*[row.translate(str.maketrans('CDHS', '♣♦♥♠')) for row in board], sep='\\n')",
    "lists": "print([row.split() for row in board])",
    "small letters": "print('\\n\\n'.join(board).lower())",
    "one line": "print(*board)",
    "no blanks": "print(*[row.replace(' ', '') for row in board], sep='\\n')",
    "Windows": "sys.stdout.write('\\r\\n'.join(board) + '\\r\\n')",
    "suit first": "print(*[' '.join(card[::-1] for card in row.split()) for row in board], sep='\\n')",
    "playing cards": "print(*[''.join(CARDS[card] for card in row.split()) for row in board], sep='\\n')",
}


@pytest.mark.parametrize("form", OTHER_FORMS)
def test_boards_in_other_common_layouts(form: str, tmp_path: Path) -> None:
    ranks = (*range(1, 12), 13, 14)
    cards = {str(card): chr(0x1F0A0 + 16 * "SHDC".index(card.suit.letter) + ranks[int(card) // 4]) for card in DECK}
    program = tmp_path / "deal.py"
    program.write_text(
        f"import sys\nfrom freecell import deal\nsys.stdout.reconfigure(encoding='utf-8')\nCARDS = {cards}\n"
        f"for line in sys.stdin:\n    board = str(deal(int(line))).splitlines()\n    {OTHER_FORMS[form]}\n"
    )
    found = judged(0, f"{sys.executable} {program}", "--deals", "1..5")
    assert found["passes"], found
    written = {
        "tens": "10S where the task writes TS",
        "signs": "J♦ where the task writes JD",
        "small letters": "jd where the task writes JD",
    }
    notes = [note for note in found["notes"] if note.startswith("it writes ")]
    expected = [f"it writes {written[form]}: digests need exactly the text of the task"] if form in written else []
    assert notes == expected


def test_a_program_that_takes_the_number_as_an_argument() -> None:
    command = f"sh -c 'echo {{}} | {RIGHT}'"
    assert called("judge", "deals", command, "--deals", "1..3") == "All 3 boards are correct.\n"
    one = python("import sys; from freecell import deal; print(deal(int(sys.argv[1])))")
    found = judged(3, one)
    assert found["boards"] == 0
    assert "IndexError" in found["notes"][0]
    assert "write {} in the command" in found["notes"][1]
    assert judged(0, f"{one} {{}}", "--deals", "1..3")["passes"]


def test_a_program_that_reads_one_number() -> None:
    one = python("from freecell import deal; print(deal(int(input('Number? '))))")
    found = judged(3, one)
    assert (found["boards"], found["right"]) == (1, 1)
    assert "it printed only one board: it must read numbers until its input ends (or use --each)" in found["notes"]
    assert judged(0, one, "--each", "--deals", "1..3")["right"] == 3


def test_a_program_that_fails_at_the_end_of_its_input_is_correct() -> None:
    found = judged(0, python("from freecell import deal\nwhile True: print(deal(int(input())))"), "--deals", "1..5")
    assert found["right"] == 5
    assert "EOFError" in found["notes"][0]


def test_boards_that_are_not_full_decks() -> None:
    short = python("import sys; from freecell import deal\nfor line in sys.stdin: print(str(deal(int(line)))[:-3])")
    assert judged(3, short)["problem"] == "its boards have 51 cards, but a deck has 52"
    same = python("import sys; from freecell import deal\nfor line in sys.stdin: print(deal(617))")
    assert "it prints the same board for every number, which is deal 617" in judged(3, same)["notes"]
    other = python("import sys; from freecell import deal\nfor line in sys.stdin: print(deal(3 * int(line)))")
    assert "for deal 1 it printed a board, which is deal 3" in judged(3, other)["notes"]


def test_a_mistyped_constant_has_short_advice() -> None:
    text = says(3, "judge", "deals", misdealer("214013, 2531012"), "--deals", "1..3")
    assert "- the increment is 2531012, not 2531011.\n  Instead: write 2531011.\n" in text
    assert "Likely mistake, which explains all your program's boards:\n" in text


def test_a_power_written_as_in_mathematics() -> None:
    """In Python and C, ^ is XOR, and % comes before it."""
    code = """
import sys
for line in sys.stdin:
    state, deck = int(line), [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    while deck:
        state = (214013 * state + 2531011) % 2^31
        place = state // 65536 % len(deck)
        print(deck[place], end=" ")
        deck[place] = deck[-1]
        deck.pop()
    print()
"""
    notes = judged(3, python(code))["notes"]
    assert any(note.startswith("every draw is the same: ^ isn't a power") for note in notes), notes


def test_cards_that_appear_twice() -> None:
    code = "import sys; from freecell import deal\nfor line in sys.stdin: print(str(deal(int(line))).replace({}))"
    one = judged(3, python(code.format("'KC', 'KD'")))["notes"]
    assert "in deal 1 KD appears twice, and KC is missing" in one
    two = judged(3, python(code.format("'KC', 'KD').replace('2C', '2H'")))["notes"]
    assert "in deal 1 KD 2H appear twice, and 2C KC are missing" in two


def test_output_that_is_not_text() -> None:
    code = "import sys; from freecell import deal\n"
    code += "for line in sys.stdin: print(str(deal(int(line))).replace('6S', chr(1) + chr(5)))"
    found = judged(3, python(code))
    assert any("seems to read outside its deck: is an index negative?" in note for note in found["notes"])


def test_a_program_whose_draws_become_negative() -> None:
    """As in C, Java and JavaScript, where -3 % 52 is -3."""
    code = """
import sys
for line in sys.stdin:
    state, deck = int(line), [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    cards = []
    while deck:
        state = (214013 * state + 2531011 + 2**31) % 2**32 - 2**31
        draw = state >> 16
        place = draw % len(deck) if draw >= 0 else -(-draw % len(deck))
        cards.append(deck[max(place, 0)])
        deck[max(place, 0)] = deck[-1]
        deck.pop()
    print(*cards)
"""
    assert "each board goes wrong at the first state past 2**31" in judged(3, python(code))["notes"][0]


@pytest.mark.parametrize(
    ("command", "code", "text"),
    [
        ("no-such-program", 2, "can't run 'no-such-program': No such file or directory"),
        ("", 2, "the command is empty: expected one such as 'python3 deal.py'"),
        ("python 'deal.py", 2, "can't read the command"),
        ("/", 2, "can't run '/': Permission denied"),
        ("true", 3, "It printed nothing: a board is seven rows of cards, such as JD 2D 9H JC 5D 7H 7C 5H.\n"),
        ("echo 6 of Clubs", 3, "It printed no board, but '6 of Clubs': a board is seven rows of cards, such as JD "),
        ("sh -c 'kill -9 $$'", 3, "It was killed by SIGKILL.\n"),
        ("sh -c 'kill -11 $$'", 3, "\nYour program seems to read outside its deck: is an index negative?\n"),
        ("yes", 3, "It printed over 1,048,576 characters without a card.\n"),
        ("sh -c 'head -c 3000000 /dev/zero; sleep 1000'", 3, "It printed over 1,048,576 characters without a card.\n"),
        ("yes JD KD 2S", 3, "It prints more boards than it was asked for.\n"),
        ("sleep 1000", 4, "It didn't finish within 0.2 seconds.\n"),
        ("sleep {}000", 4, "For deal 1 it didn't finish within 0.2 seconds.\n"),
    ],
)
def test_programs_that_misbehave(command: str, code: int, text: str) -> None:
    seconds = ["--seconds", "0.2"] if command.startswith("sleep") else []
    returned, printed, said = outcome("judge", "deals", command, *seconds)
    assert returned == code
    assert text in (said if code == 2 else printed)


def test_a_program_that_never_ends_after_its_boards() -> None:
    """Only its output counts."""
    command = shlex.join(["sh", "-c", f"echo '{GAME_1}'; exec sleep 1000"])  # which starts at once
    found = judged(0, command, "--deals", "1", "--seconds", "3")
    assert found["passes"]
    assert found["timed_out"]


@needs_proc
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_program_and_its_children(number: int, code: int, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = f"sh -c 'sleep 1000 & echo $$ $! > {pids}; wait'"
    with subprocess.Popen(
        [SCRIPT, "judge", "deals", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while not (pids.exists() and pids.read_text().endswith("\n")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        assert process.communicate() == (b"", b"")
    assert process.returncode == code
    for pid in pids.read_text().split():
        for _ in range(6000):  # until it has ended
            if not is_running(pid):
                break
            time.sleep(0.01)
        assert not is_running(pid)


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@needs_proc
def test_a_flood_does_not_fill_the_memory() -> None:
    """Endlessly many boards, more than requested."""
    words = ["judge", "deals", shlex.join(["sh", "-c", f"yes '{GAME_617}'"]), "--deals", "1..20000"]
    code = f"from freecell.cli import main; main({words}); print(open('/proc/self/status').read())"
    printed = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert "1 of 20000 boards are correct." in printed
    assert int(printed.partition("VmHWM:")[2].split()[0]) < 200_000  # kilobytes
