"""Difficulty scores, and the deal of the day."""

from __future__ import annotations

import json
import subprocess
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

import freecell
from freecell import Difficulty, Game, Rules, Verdict, daily, deal, difficulty, solve
from freecell.choosing import WEEK, candidates, random_deal, random_deals
from freecell.engine import difficulty as graded
from freecell.errors import BoardError, FreecellError
from freecell.grading import difficulties
from freecell.packing import pack
from freecell.verdicts import GRADES

from ..helpers.commands import SCRIPT, called

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

# Deals above 200 million by the fewest cells with which they can be won, as proven by `solve`.
BY_CELLS = {
    0: [220000211, 221000379, 221000387],
    1: [220000003, 220000007, 220000008],
    2: [220000001, 220000002, 220000004],
    3: [220000005, 220000010, 220000013],
    4: [222000030, 222000730, 222000816],
}
UNSOLVABLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
EXTRA_HARD = (454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856)
"""Lists by a player: http://www.austega.com/diversions/FreeCell/freecell.htm"""
EASIEST = (224533, 239313, 28527, 70129, 78493, 211226, 264554, 290724, 364837, 380360, 697484, 963732)
"""The deals of the first million with the shortest solutions: https://github.com/macroxue/freecell"""


def scores(numbers: list[int] | tuple[int, ...]) -> list[int]:
    return [one.score for one in difficulties(numbers)]


SOME = {
    1: Difficulty(81, Verdict.SOLVED, 11445, 247),
    2: Difficulty(41, Verdict.SOLVED, 5407, 1003),
    3: Difficulty(5, Verdict.SOLVED, 2728, 1837),
    617: Difficulty(98, Verdict.SOLVED, 3296, 0),
    11982: Difficulty(100, Verdict.UNSOLVABLE, 4261, 0),
}


def test_scores_are_the_same_on_every_machine() -> None:
    assert list(difficulties(SOME)) == list(SOME.values())
    assert [difficulty(617, rules=Rules(cells)).score for cells in range(8)] == [100, 100, 100, 100, 98, 96, 74, 40]


def test_deals_that_need_fewer_cells_are_easier() -> None:
    for cells, numbers in BY_CELLS.items():
        assert {solve(number, rules=Rules(cells)).verdict for number in numbers} == {Verdict.SOLVED}
        if cells:
            verdicts = {solve(number, rules=Rules(cells - 1), max_positions=300_000).verdict for number in numbers}
            assert verdicts == {Verdict.UNSOLVABLE}
    means = [mean(scores(numbers)) for numbers in BY_CELLS.values()]
    assert means == sorted(means)


def test_the_unsolvable_come_last() -> None:
    for one in difficulties((*UNSOLVABLE, -1, -2)):
        assert (one.score, one.grade, one.verdict, one.wins) == (100, "impossible", Verdict.UNSOLVABLE, 0)
    assert difficulty(124309).verdict is Verdict.UNDECIDED  # another search wins it
    assert difficulty(124309).score == 99
    assert difficulty(124309).grade == "fiendish"


def test_players_agree() -> None:
    assert min(scores(EXTRA_HARD)) > max(scores(EASIEST))


def test_another_seed_gives_nearly_the_same() -> None:
    boards = pack(map(deal, range(200_000_001, 200_000_009)))
    found = np.array([[row[1] for row in graded(boards, 4, 2, seed)] for seed in range(3)])
    apart = np.ptp(found, axis=0)
    assert 0 < np.mean(apart) < 3
    assert np.max(apart) <= 5


def test_any_position_can_be_graded() -> None:
    game = Game(164)
    assert game.board.difficulty() == difficulty(164) == difficulty(game)
    game.play(solve(164).notation())
    won = difficulty(game)
    assert (won.score, won.grade, won.wins) == (0, "easy", won.games)
    assert difficulty(-1, rules=Rules(0)) == Difficulty(100, Verdict.UNSOLVABLE, 5000, 0)  # no move is possible
    seven = Game(deal(617), Rules(7))
    seven.play("1a 1b 1c 1d 1e")
    assert difficulty(seven).score < difficulty(617).score
    with pytest.raises(BoardError):
        difficulty(seven.board)


def test_grades_are_twenty_points_each() -> None:
    found = [Difficulty(score, Verdict.SOLVED, 1, 0).grade for score in range(100)]
    assert found == [grade for grade in GRADES for _ in range(20)]
    assert str(Difficulty(73, Verdict.SOLVED, 100, 5)) == "73, hard"


def test_days_have_separate_numbers() -> None:
    """Any five thousand days in a row divide the first million among them, so no deal can repeat."""
    first = date(2000, 1, 1)
    numbers = [number for day in range(5000) for number in candidates(first + timedelta(day))]
    assert sorted(numbers) == list(range(1, 1_000_001))
    for day in range(0, 36_525, 97):
        one = first + timedelta(day)
        assert candidates(one) == candidates(one + timedelta(5000))
    assert candidates(date(1970, 1, 1))[:3] == [1, 618034, 236067]
    assert candidates(date(1969, 12, 31))[0] == 1 + 618033 * 999_800 % 1_000_000


def test_daily() -> None:
    week = [date(2027, 4, 12) + timedelta(day) for day in range(7)]  # dates with few candidates to check
    numbers = [daily(day) for day in week]
    for day, number, found in zip(week, numbers, difficulties(numbers), strict=True):
        assert (found.grade, found.verdict) == (WEEK[day.weekday()], Verdict.SOLVED)
        before = candidates(day)[: candidates(day).index(number)]
        assert all(one.grade != found.grade for one in difficulties(before))
    assert numbers == [72001, 296634, 903234, 745900, 498401, 723034, 711601]
    assert daily("2026-11-16") == daily(datetime(2026, 11, 16, 23, 59)) == 901801
    days = [date.today()]
    today = daily()
    days.append(date.today())  # it may be a different day by now
    assert any(today in candidates(day) for day in days)
    assert ": deal " in called("daily", "today")
    with pytest.raises(FreecellError, match=r"expected a date such as 2026-11-16, got '16\.11\.2026'"):
        daily("16.11.2026")


def test_random_deals() -> None:
    hard = list(islice(random_deals(range(1, 1000), seed=5, difficulty="hard"), 2))
    assert [difficulty(number).grade for number in hard] == ["hard"] * 2
    assert hard[0] == random_deal(range(1, 1000), seed=5, difficulty="hard")
    for grade in (None, "tricky"):
        one, four = (list(islice(random_deals(seed=5, difficulty=grade, threads=threads), 4)) for threads in (1, 4))
        assert one == four
    assert sorted(random_deals(range(11_980, 11_985), can_be_won=False)) == [11980, 11981, 11982, 11983, 11984]
    assert 11982 not in list(random_deals(range(11_980, 11_985)))
    assert list(random_deals([124309], difficulty="fiendish", can_be_won=False)) == [124309]
    assert list(random_deals([124309], difficulty="fiendish")) == [124309]  # according to a longer search
    with pytest.raises(FreecellError, match=r"no such deal found in range\(11982, 11983\)"):
        random_deal(range(11_982, 11_983))
    with pytest.raises(FreecellError, match=r"difficulty must be one of 'easy', .*, got 'Hard'"):
        random_deals(difficulty="Hard")  # type: ignore[arg-type]
    with pytest.raises(FreecellError, match="a list of deal numbers, got 'hard'; use difficulty='hard'"):
        random_deal("hard")  # type: ignore[arg-type]
    for wrong in (5, {1, 2}, {1: 2}, None):
        with pytest.raises(FreecellError, match="numbers must be a range or a list of deal numbers, got "):
            random_deal(wrong)  # type: ignore[arg-type]


def test_commands(tmp_path: Path) -> None:
    lines = called("difficulty", "2..3", "11982").splitlines()
    assert [line.split(" (")[0] for line in lines][2] == "deal 11982: 100, impossible"
    for line, number in zip(lines, (2, 3, 11982), strict=True):
        one = SOME[number]
        assert line == f"deal {number}: {one.score}, {one.grade} ({one.wins} of {one.games} games won)"
    (tmp_path / "board.txt").write_text(str(deal(617)))
    said = json.loads(called("difficulty", str(tmp_path / "board.txt"), "--cells", "7", "--json"))
    expected = difficulty(617, rules=Rules(7))
    assert {
        "deal": None,
        "file": str(tmp_path / "board.txt"),
        "entry": 1,
        "difficulty": expected.score,
        "grade": expected.grade,
        "verdict": "solved",
        "games": expected.games,
        "wins": expected.wins,
    }.items() <= said.items()
    today = json.loads(called("daily", "2026-11-16", "--json"))
    assert today == {"date": "2026-11-16", "deal": 901801, "difficulty": 9, "grade": "easy"}
    assert called("daily", "2026-11-16") == f"2026-11-16: deal {today['deal']}, easy\n"
    once = called("random", "--difficulty", "easy", "--seed", "1", "-n", "2", "--json")
    assert once == called("random", "--difficulty", "easy", "--seed", "1", "--count", "2", "--json")
    assert [difficulty(json.loads(line)["deal"]).grade for line in once.splitlines()] == ["easy"] * 2
    assert "124309..124309 has only 0 such deals, fewer than --count 1" in called(
        "random", "124309..124309", "--difficulty", "easy", code=2
    )
    assert called("random", "124309..124309", "--difficulty", "fiendish").startswith("Deal 124309\n")
    assert "11982..11982 has only 0 such deals" in called("random", "11982..11982", code=2)


def test_random_deals_are_printed_as_they_are_found() -> None:
    """So that nothing that stops a search of an hour loses any of them."""
    command = [SCRIPT, "random", "--difficulty", "hard", "-n", "100000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = json.loads(process.stdout.readline())
        process.kill()
        rest, _ = process.communicate()
    assert difficulty(first["deal"]).grade == "hard"
    assert all(json.loads(line)["columns"] for line in rest.splitlines())
    assert called("random", "11982..11982", "--any").startswith("Deal 11982\n")
