"""A dataset: surveys and facts as one table, with its data card."""

from __future__ import annotations

import errno
import hashlib
import json
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from freecell import Game, Search, check, difficulty, facts, survey
from freecell.engine import core_available
from freecell.errors import SurveyError
from freecell.survey.spec import Spec

from ..helpers.commands import called, outcome
from ..helpers.faulty_disk import Disk

if not core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)
dataset = pytest.importorskip("freecell.survey.dataset", reason="PyArrow is not installed: freecell[survey]")
parquet = pytest.importorskip("pyarrow.parquet")

LOST = range(146_691, 146_694)  # the one in the middle can't be won, and the package has no facts about it
BORDER = range(31_999, 32_003)
ONE = range(32_001, 32_002)
ROOT = Path(__file__).parents[2]


def run(_name: str, path: str, spec: Spec) -> None:
    survey.run(path, spec)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with deals at the border of the facts."""
    folder = tmp_path_factory.mktemp("border")
    dataset.make(folder, BORDER, run)
    return folder


def rows_of(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(folder / dataset.TABLE).to_pylist()
    return rows


def test_each_deal_has_a_row_with_what_is_known_about_it(made: Path) -> None:
    rows = rows_of(made)
    assert [row["deal"] for row in rows] == [*BORDER]
    for row in rows:
        assert list(row) == list(dataset.COLUMNS)
        graded = difficulty(row["deal"])
        assert (row["difficulty"], row["grade"], row["verdict"]) == (graded.score, graded.grade, graded.verdict)
        assert check(row["deal"], row["solution"]).wins
        game = Game.from_notation(row["deal"], row["solution"])
        assert (game.turns, game.singles) == (row["turns"], row["singles"])
        assert row["min_cells_lower_bound"] <= row["min_cells"] <= 4
    for row in rows[:2]:
        known = facts(row["deal"]).to_dict()
        assert {name: row[name] for name in known.keys() & row.keys() - {"turns", "singles"}} == {
            name: known[name] for name in known.keys() & row.keys() - {"turns", "singles"}
        }
        assert row["turns"] >= known["turns_lower_bound"]


def test_the_cells_agree_with_a_search(made: Path) -> None:
    for row in rows_of(made)[2:]:
        for cells in range(5):
            verdict = survey_verdict(row["deal"], cells)
            assert (verdict == "solved") == (cells >= row["min_cells"])
            assert (verdict == "unsolvable") == (cells < row["min_cells_lower_bound"])


def survey_verdict(deal: int, cells: int) -> str:
    from freecell import Rules, solve

    most = Search().max_positions if cells == 4 else dataset.POSITIONS_WITH_FEWER
    return solve(deal, Search(max_positions=most, rules=Rules(cells))).verdict


def test_a_deal_that_cannot_be_won(tmp_path: Path) -> None:
    result = dataset.make(tmp_path, LOST, run, beam_width=64)
    before, lost, after = rows_of(tmp_path)
    assert result.verdicts == {"solved": 2, "unsolvable": 1, "undecided": 0}
    assert (before["verdict"], after["verdict"]) == ("solved", "solved")
    assert list(lost.values()) == [146_692, "unsolvable", 5, 5, 100, "impossible", None, None, None]


def test_the_card_names_the_columns_the_checksum_and_the_licence(made: Path) -> None:
    digest = hashlib.sha256((made / dataset.TABLE).read_bytes()).hexdigest()
    card, package = (made / dataset.CARD).read_text(), json.loads((made / dataset.PACKAGE).read_text())
    assert card.startswith("---\nlicense: cc0-1.0\n")
    assert f"`{digest}`" in card
    assert f"freecell {survey.open(made / 'surveys' / 'short').version}, in 0.0" in card
    (resource,) = package["resources"]
    assert (resource["hash"], resource["bytes"]) == (f"sha256:{digest}", (made / dataset.TABLE).stat().st_size)
    assert [field["name"] for field in resource["schema"]["fields"]] == list(dataset.COLUMNS)
    assert all(f"| `{name}` |" in card for name in dataset.COLUMNS)


def test_it_opens_in_duckdb_pandas_and_polars(made: Path) -> None:
    path = str(made / dataset.TABLE)
    expected = [row["turns"] for row in rows_of(made)]
    duckdb = pytest.importorskip("duckdb")
    assert [turns for (turns,) in duckdb.sql(f"select turns from '{path}' order by deal").fetchall()] == expected
    pandas = pytest.importorskip("pandas")
    assert pandas.read_parquet(path)["turns"].tolist() == expected
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(path)["turns"].to_list() == expected


def test_an_interrupted_run_resumes_to_the_same_table(made: Path, tmp_path: Path) -> None:
    ran: list[str] = []

    def interrupted(name: str, path: str, spec: Spec) -> None:
        if name == "fewer":
            raise KeyboardInterrupt
        ran.append(name)
        survey.run(path, spec)

    with pytest.raises(KeyboardInterrupt):
        dataset.make(tmp_path, BORDER, interrupted)
    assert ran == ["short", "verdicts"]
    assert not (tmp_path / dataset.TABLE).exists()
    result = dataset.make(tmp_path, BORDER, run)
    assert (tmp_path / dataset.TABLE).read_bytes() == (made / dataset.TABLE).read_bytes()
    assert result.core_hours == pytest.approx(cost_of(tmp_path))


def cost_of(folder: Path) -> float:
    return sum(survey.open(each).cpu_seconds for each in sorted((folder / "surveys").iterdir())) / 3600


def test_the_cost_is_that_of_all_runs(made: Path, tmp_path: Path) -> None:
    """A second run computes nothing, and reports the same cost."""
    (tmp_path / "surveys").mkdir()
    for each in (made / "surveys").iterdir():
        (tmp_path / "surveys" / each.name).symlink_to(each)
    result = dataset.make(tmp_path, BORDER, run)
    assert result.core_hours == pytest.approx(cost_of(made))
    assert survey.open(made / "surveys" / "difficulty").cpu_seconds > 0.01  # it plays a hundred games for each deal


def test_surveys_made_by_the_other_command_are_joined(made: Path, tmp_path: Path) -> None:
    surveys = {
        "difficulty": ("32001..32002", "--columns", "difficulty"),
        "short": ("31999..32002", "--goal", "short"),
        "fewer": ("32001..32002", "--columns", "positions", "--cells", "0..3", "--max-positions", "100000"),
    }
    for name, settings in surveys.items():
        called("survey", "run", *settings, "--output", str(tmp_path / "surveys" / name))
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "surveys").rglob("*.parquet")}
    called("survey", "dataset", str(tmp_path), "31999..32002")
    assert (tmp_path / dataset.TABLE).read_bytes() == (made / dataset.TABLE).read_bytes()
    assert before.items() <= {path: path.stat().st_mtime_ns for path in before}.items()


def test_a_full_disk_names_the_file_and_loses_nothing(tmp_path: Path) -> None:
    """At every place where the disk can fail, from there on."""
    with Disk(tmp_path / "whole").mounted() as disk:
        dataset.make(tmp_path / "whole", ONE, run)
    expected = (tmp_path / "whole" / dataset.TABLE).read_bytes()
    for place in range(disk.places):
        folder = tmp_path / str(place)
        full = Disk(folder, fail_at=place, code=errno.ENOSPC, stays=True)
        try:
            with full.mounted():
                dataset.make(folder, ONE, run)
            problem = None
        except OSError as error:
            problem = error.errno, str(error.filename).startswith(str(folder))
        last = full.failed == ["unlink"]  # of the last .part file, after it got its name
        assert problem == (None if last else (errno.ENOSPC, True)), full.failed
        table = folder / dataset.TABLE
        assert not table.exists() or table.read_bytes() == expected
        dataset.make(folder, ONE, run)
        assert table.read_bytes() == expected
        assert not [path.name for path in folder.rglob("*.part")]


KILLED = """
import os, signal, sys
from pathlib import Path
from freecell import survey
from freecell.survey import dataset
from tests.helpers.faulty_disk import Disk

class Killer(Disk):
    def place(self, what, path=None):
        if self.places == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        super().place(what, path)

with Killer(Path(sys.argv[1])).mounted() as disk:
    dataset.make(Path(sys.argv[1]), range(32_001, 32_002), lambda _name, path, spec: survey.run(path, spec))
print(disk.places)
"""


def killed(folder: Path, place: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(folder), str(place)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_killed_run_resumes_to_the_same_table(tmp_path: Path) -> None:
    """At a few of about 150 places where it writes."""
    places = int(killed(tmp_path / "whole", -1).stdout)
    expected = (tmp_path / "whole" / dataset.TABLE).read_bytes()
    for place in range(random.randrange(40), places, 40):
        folder = tmp_path / str(place)
        assert killed(folder, place).returncode == -signal.SIGKILL
        result = dataset.make(folder, ONE, run)
        assert (folder / dataset.TABLE).read_bytes() == expected
        assert result.core_hours == pytest.approx(cost_of(folder))
        assert not [path.name for path in folder.rglob("*.part")]


def test_a_solution_that_does_not_win_is_an_error(made: Path) -> None:
    rows = survey.open(made / "surveys" / "short").arrow()
    wrong = rows.set_column(rows.schema.get_field_index("turns"), "turns", [[1] * len(rows)])
    with pytest.raises(SurveyError, match="the solution of deal 31999 doesn't win, or its lengths are wrong"):
        dataset._replay(wrong)


def test_the_command(tmp_path: Path) -> None:
    made = json.loads(called("survey", "dataset", str(tmp_path / "one"), "617", "--json"))
    assert (made["deals"], made["verdicts"]) == (1, {"solved": 1, "unsolvable": 0, "undecided": 0})
    again = called("survey", "dataset", str(tmp_path / "one"), "617")
    assert again.startswith(f"{tmp_path / 'one' / 'deals.parquet'}: 1 deal: 1 solved, 0 unsolvable, 0 undecided\n")
    assert made["sha256"] in again
    for wrong in ("-1", "1..5000000000"):
        code, _, said = outcome("survey", "dataset", str(tmp_path / "two"), wrong)
        assert (code, "RANGE must contain deals from 1 to 2**32-1" in said) == (2, True)
    code, _, said = outcome("survey", "dataset", str(tmp_path / "one"), "618")
    assert (code, "has a different survey: deals 617, not 618; give another folder" in said) == (2, True)
