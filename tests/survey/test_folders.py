"""The folder of a survey: damaged, from another survey or version, or with other files."""

from __future__ import annotations

import hashlib
import json
import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from freecell import survey
from freecell.errors import SurveyError
from freecell.survey.plan import Plan
from freecell.survey.seal import SealingFile

from ..helpers.surveying import rows_of, spec


@pytest.fixture
def survey_of_12(tmp_path: Path) -> Path:
    survey.run(tmp_path / "s", spec(range(1, 13)), block_size=4)
    return tmp_path / "s"


def again(path: Path, **settings: Any) -> list[str]:
    """The messages when the same survey runs again."""
    said: list[str] = []
    survey.run(path, spec(range(1, 13), **settings), warn=said.append)
    return said


def test_a_damaged_part_is_recomputed(survey_of_12: Path) -> None:
    expected = rows_of(survey_of_12)
    part, other = survey_of_12 / "part-000001.parquet", survey_of_12 / "part-000002.parquet"
    whole = part.read_bytes()
    for damaged, reason in (
        (whole[:-1], "the file is truncated, or its end was changed"),
        (whole[: len(whole) // 2], "the file is truncated, or its end was changed"),
        (b"PAR1", "the file is truncated, or its end was changed"),
        (b"", "it is empty"),
        (other.read_bytes(), "it is another part of this survey"),
    ):
        part.write_bytes(damaged)
        (said,) = again(survey_of_12)
        assert said.startswith(f"part-000001.parquet is damaged and will be recomputed: {reason}")
        assert rows_of(survey_of_12) == expected
        assert again(survey_of_12) == []
    table = pq.read_table(part)
    pq.write_table(table, part)
    (said,) = again(survey_of_12)
    assert said.endswith("the file has no seal, or its end was changed")
    with part.open("wb") as file:
        sealing = SealingFile(file)
        sealing.hold()
        pq.write_table(table.slice(1), sealing)
        sealing.seal()
    (said,) = again(survey_of_12)
    assert said.endswith("it has 3 rows, not 4")
    assert rows_of(survey_of_12) == expected


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"goal": "prove"}, "has a different survey: goal fast, not prove; give another folder"),
        ({"cells": (3, 4)}, "has a different survey: cells 4, not 3, 4; give another folder"),
        ({"seconds": 1.5}, "has a different survey: seconds not given, not 1.5; give another folder"),
    ],
)
def test_a_folder_with_another_survey_is_rejected(survey_of_12: Path, settings: dict[str, Any], message: str) -> None:
    before = rows_of(survey_of_12)
    with pytest.raises(SurveyError, match=message):
        again(survey_of_12, **settings)
    with pytest.raises(SurveyError, match=r"has a different survey: deals 1\.\.12, not 1\.\.13"):
        survey.run(survey_of_12, spec(range(1, 14)))
    with pytest.raises(SurveyError, match="has blocks of 4 deals, not 5"):
        survey.run(survey_of_12, spec(range(1, 13)), block_size=5)
    assert rows_of(survey_of_12) == before


def manifest_of(told: object) -> bytes:
    """A manifest with this content and a valid checksum."""
    assert isinstance(told, dict)
    rest = {name: value for name, value in told.items() if name != "checksum"}
    checksum = hashlib.sha256(json.dumps(rest).encode()).hexdigest()
    return (json.dumps({**rest, "checksum": checksum}) + "\n").encode()


def test_a_survey_by_another_version_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        old = replace(Plan.of(spec(range(1, 13)), 4), version="0.0.1")
        patch.setattr(Plan, "of", lambda *_: old)
        patch.setattr("freecell.survey.running.__version__", "0.0.1")
        survey.run(tmp_path / "s", spec(range(1, 13)))
    with pytest.raises(
        SurveyError, match=r"was started by freecell 0\.0\.1, but this is .*: finish the survey with that version"
    ):
        again(tmp_path / "s")
    assert survey.open(tmp_path / "s").arrow().num_rows == 12  # it remains readable
    assert survey.verify(tmp_path / "s").damaged == {}


def test_a_manifest_of_another_kind_is_rejected(survey_of_12: Path) -> None:
    manifest = survey_of_12 / "survey.json"
    text = manifest.read_bytes()
    right = json.loads(text)
    assert manifest_of(right) == text
    for told, message in (
        ({**right, "format_version": 2}, "it has format version 2, but this freecell reads only 1"),
        ({**right, "spec": {}}, "{} is not the spec of a survey"),
        ({**right, "block_size": 0}, "block_size must be 1 to 4194304, got 0"),
        ({**right, "block_size": "x"}, "block_size must be the number of deals per block, got 'x'"),
        ({**right, "block_size": math.inf}, "block_size must be the number of deals per block, got inf"),
        ({"format": "game"}, 'it has no "format": "freecell survey"'),
    ):
        manifest.write_bytes(manifest_of(told))
        for use in (again, survey.open, survey.verify):
            with pytest.raises(SurveyError, match=message) as caught:
                use(survey_of_12)
            assert str(caught.value).startswith(f"{survey_of_12}: survey.json can't be used: ")
        assert manifest.read_bytes() == manifest_of(told)


def test_a_folder_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(SurveyError, match=r"contains files but no survey, such as letters\.txt: give a new folder"):
        again(tmp_path)
    with pytest.raises(SurveyError, match="is a file, but a survey is a folder"):
        again(tmp_path / "letters.txt")
    with pytest.raises(survey.NoSurveyError, match=r"no survey found in .*: it has no survey\.json"):
        survey.open(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_a_symbolic_link_as_a_lock_is_not_followed(tmp_path: Path) -> None:
    """Neither to a file, which would be truncated, nor to a missing file, which would be created."""
    precious, lock = tmp_path / "precious.txt", tmp_path / "s" / ".lock"
    precious.write_text("dear")
    lock.parent.mkdir()
    for target in (precious, tmp_path / "nothing"):
        lock.unlink(missing_ok=True)
        lock.symlink_to(target)
        with pytest.raises(OSError, match="expected a regular file, but it is a symbolic link") as caught:
            again(tmp_path / "s")
        assert caught.value.filename == str(lock)
    assert precious.read_text() == "dear"
    assert sorted(tmp_path.iterdir()) == [precious, tmp_path / "s"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this needs Unix")
@pytest.mark.parametrize("name", ["part-000000.parquet", "survey.json", ".lock"])
def test_a_fifo_is_rejected_without_waiting_for_it(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises((OSError, SurveyError), match="not a regular file"):
        survey.run(tmp_path, spec(range(1, 5)))
    assert (tmp_path / name).is_fifo()
