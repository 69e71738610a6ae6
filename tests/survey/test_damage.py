"""Damaged surveys: whichever bit is flipped, no wrong row is ever returned, and damaged parts are recomputed."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import freecell
from freecell import survey
from freecell.errors import SurveyError
from freecell.survey.parts import Tally, checked_part
from freecell.survey.plan import ManifestError, Plan
from freecell.survey.seal import BLOCK, DamageError
from freecell.survey.store import _FileReader, open_store

from ..helpers.commands import SCRIPT, called, outcome
from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.surveying import rows_of

DEALS = range(11_001, 13_001)
FLIPS = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey of two parts, the first with several checksum blocks. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "s"
    survey.run(path, spec(DEALS), block_size=1980)
    assert (path / "part-000000.parquet").stat().st_size > 3 * BLOCK
    return path


@pytest.fixture
def damaged(whole: Path, tmp_path: Path) -> Path:
    """A copy of the survey to damage."""
    shutil.copytree(whole, tmp_path / "s")
    return tmp_path / "s"


def flip(path: Path, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def places(size: int, chance: random.Random) -> Iterator[int]:
    """Bits of a part: anywhere, at its start, and in its footer."""
    for _ in range(FLIPS // 3):
        yield chance.randrange(8 * size)
        yield 8 * size - 1 - chance.randrange(8 * 4000)
        yield from random.Random(chance.random()).choices(
            [chance.randrange(8 * 64), 8 * size - 1 - chance.randrange(64)]
        )


def test_a_flipped_bit_is_detected_wherever_it_is(damaged: Path) -> None:
    store, plan = open_store(damaged), survey.open(damaged).plan
    part = damaged / "part-000000.parquet"
    data = part.read_bytes()
    counts = list(survey.open(damaged).rows("by-cells")[1])
    found = silent = 0
    for number, bit in enumerate(places(len(data), random.Random(617))):
        flip(part, bit)
        reason = checked_part(store, plan, 0, whole=True)
        found += isinstance(reason, str)
        with pytest.raises(DamageError, match=r"part-000000\.parquet is damaged: .*; freecell survey verify "):
            survey.open(damaged).arrow()
        if number % 60 == 0:
            with pytest.raises(DamageError, match=r"part-000000\.parquet is damaged: "):
                list(survey.open(damaged).rows("select * from deals")[1])
            with suppress(DamageError):
                silent += list(survey.open(damaged).rows("by-cells")[1]) != counts
        part.write_bytes(data)
    assert (found, silent) == (FLIPS, 0)
    assert isinstance(checked_part(store, plan, 0, whole=True), Tally)


@given(st.data())
def test_any_damage_to_a_part_is_detected(whole: Path, data: st.DataObject) -> None:
    part = whole / "part-000001.parquet"
    right = part.read_bytes()
    start = data.draw(st.integers(0, len(right)))
    stop = data.draw(st.integers(start, min(len(right), start + 300)))
    put = data.draw(st.binary(max_size=300))
    wrong = right[:start] + put + right[stop:]
    try:
        part.write_bytes(wrong)
        reason = checked_part(open_store(whole), survey.open(whole).plan, 1, whole=True)
        assert isinstance(reason, str) == (wrong != right)
    finally:
        part.write_bytes(right)


def test_a_flipped_bit_in_the_manifest_is_detected(whole: Path) -> None:
    text = (whole / "survey.json").read_bytes()
    assert Plan.from_json(text).to_json() == text
    for bit in range(8 * len(text)):
        data = bytearray(text)
        data[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ManifestError):
            Plan.from_json(bytes(data))


def test_unused_columns_are_not_read(damaged: Path) -> None:
    """A flipped bit in the notation doesn't affect queries about verdicts."""
    flip(damaged / "part-000000.parquet", 8 * (BLOCK + 100))
    (row,) = survey.open(damaged).rows("by-cells")[1]
    assert row[:3] == (4, 2000, 1999)
    with pytest.raises(DamageError, match="bytes 65536 to 131071 differ from what was written"):
        list(survey.open(damaged).rows("select max(notation) from deals")[1])


def test_a_part_from_elsewhere_is_not_accepted(damaged: Path) -> None:
    survey.run(damaged.parent / "other", spec(DEALS, max_positions=70_000), block_size=1980)
    part, other = damaged / "part-000001.parquet", damaged / "part-000000.parquet"
    for wrong, reason in (
        (other, "it has 1980 rows, not 20"),
        (damaged.parent / "other" / part.name, "it belongs to another survey"),
    ):
        shutil.copyfile(wrong, part)
        with pytest.raises(DamageError, match=rf"part-000001\.parquet is damaged: {reason}"):
            survey.open(damaged).arrow()
        with pytest.raises(DamageError, match=rf"part-000001\.parquet is damaged: {reason}"):
            survey.open(damaged).rows("by-cells")
        assert survey.verify(damaged).damaged == {part.name: reason}


def test_a_part_replaced_while_it_is_read_is_detected(damaged: Path) -> None:
    """A dataset continues with the file it has opened, or reports that the file has changed."""
    dataset = survey.open(damaged).dataset()
    assert dataset.count_rows() == len(DEALS)
    (damaged / "part-000001.parquet").unlink()
    survey.run(damaged, spec(DEALS))
    with pytest.raises(
        SurveyError, match=r"part-000001\.parquet was replaced while it was being read: run the query again"
    ):
        dataset.to_table()
    assert survey.open(damaged).arrow().num_rows == len(DEALS)


@pytest.mark.parametrize("code", [errno.EIO, errno.ESTALE])
def test_an_unreadable_part_is_recomputed_only_if_it_is_lost(
    damaged: Path, whole: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """A part that the disk has lost is recomputed; a part that is only inaccessible is not."""
    part, read, before = damaged / "part-000001.parquet", _FileReader.read, state(damaged)

    def fails(reader: _FileReader, start: int, length: int) -> bytes:
        if reader._file.name == str(part):
            raise OSError(code, os.strerror(code))
        return read(reader, start, length)

    with monkeypatch.context() as patch:
        patch.setattr(_FileReader, "read", fails)
        if code == errno.EIO:
            assert survey.verify(damaged).damaged == {part.name: "it can't be read: Input/output error"}
        else:
            with pytest.raises(SurveyError, match=r"^can't read .*/part-000001\.parquet: Stale file handle$"):
                survey.verify(damaged)
    assert (state(damaged)[part.name] == before[part.name]) == (code != errno.EIO)
    assert rows_of(damaged) == rows_of(whole)


def state(path: Path) -> dict[str, tuple[int, int]]:
    return {entry.name: (entry.inode(), entry.stat().st_mtime_ns) for entry in os.scandir(path)}


def test_verify_recomputes_only_damaged_parts(damaged: Path, whole: Path) -> None:
    before = state(damaged)
    assert called("survey", "verify", str(damaged)).splitlines()[1] == "nothing is damaged"
    assert state(damaged) == before
    part = damaged / "part-000001.parquet"
    flip(part, 8 * 1000)
    code, printed, said = outcome("survey", "verify", str(damaged))
    assert code == 3
    assert said.startswith(f"freecell: {damaged}: part-000001.parquet is damaged: bytes 0 to ")
    assert printed.splitlines()[1] == "1 damaged and repaired: part-000001.parquet"
    assert {name for name, seen in state(damaged).items() if seen != before.get(name)} <= {part.name, ".lock"}
    assert rows_of(damaged) == rows_of(whole)
    (damaged / "part-000000.parquet").unlink()  # missing is not damaged
    assert survey.verify(damaged)[1:] == (1, {})
    flip(part, 8 * 1000)
    told = json.loads(outcome("survey", "verify", str(damaged), "--json")[1])
    assert (told["files"], told["missing"], told["damaged"]) == (1, 1, ["part-000001.parquet"])
    assert not (damaged / "part-000000.parquet").exists()
    survey.run(damaged, spec(DEALS), block_size=1980)
    assert rows_of(damaged) == rows_of(whole)


def test_verify_with_another_version_only_reports_damage(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flip(damaged / "part-000001.parquet", 80)
    monkeypatch.setattr("freecell.survey.running.__version__", "9.9")
    said: list[str] = []
    with pytest.raises(
        SurveyError, match=r"was started by freecell .*, but this is 9\.9, which may find other solutions"
    ):
        survey.verify(damaged, warn=said.append)
    (line,) = said
    assert line.startswith("part-000001.parquet is damaged: bytes 0 to ")


def test_quick_reads_only_the_ends(damaged: Path) -> None:
    said: list[str] = []
    flip(damaged / "part-000001.parquet", 8 * 1000)
    survey.run(damaged, spec(DEALS), quick=True, warn=said.append)
    assert said == []
    flip(damaged / "part-000001.parquet", 8 * ((damaged / "part-000001.parquet").stat().st_size - 100))
    survey.run(damaged, spec(DEALS), quick=True, warn=said.append)
    assert said == ["part-000001.parquet is damaged and will be recomputed: the end of the file was changed"]
    assert survey.verify(damaged).damaged == {}


MANIFESTS: list[tuple[bytes | None, str]] = [
    (None, "survey.json is missing"),
    (b"", "survey.json is damaged: it is empty"),
    (b"{", "survey.json is damaged: it is not JSON"),
    (b"\xff\xfe\x00", "survey.json is damaged: it is not JSON"),
    (b"9" * 5000, "survey.json is damaged: it is not JSON"),
    (b"[" * 100_000, "survey.json is damaged: it is not JSON"),
    (b"[]", "survey.json is damaged: it has no checksum"),
    (b"null", "survey.json is damaged: it has no checksum"),
    (b'{"format": "freecell survey", "format_version": 1}', "survey.json is damaged: it has no checksum"),
    (b'{"block_size": 0, "checksum": "x"}', "survey.json is damaged: its checksum doesn't match"),
    (b'{"block_size": "x", "checksum": 5}', "survey.json is damaged: its checksum doesn't match"),
    (b'{"block_size": 1e400, "checksum": null}', "survey.json is damaged: its checksum doesn't match"),
    (b'{"\\ud800": 1, "checksum": []}', "survey.json is damaged: its checksum doesn't match"),
]


@pytest.mark.parametrize(("text", "problem"), MANIFESTS)
def test_a_lost_or_damaged_manifest_is_rebuilt_from_the_parts(
    damaged: Path, whole: Path, text: bytes | None, problem: str
) -> None:
    manifest = damaged / "survey.json"
    right = manifest.read_bytes()
    told = f"{problem}; using the copy in part-000000.parquet"

    def damage() -> None:
        manifest.unlink()
        if text is not None:
            manifest.write_bytes(text)

    damage()
    there = survey.open(damaged)
    assert there.problem == told
    assert there.arrow().equals(survey.open(whole).arrow())
    said: list[str] = []
    survey.run(damaged, spec(DEALS), warn=said.append)
    assert (said, manifest.read_bytes()) == ([told], right)
    damage()
    assert survey.verify(damaged).damaged == {"survey.json": told}
    assert manifest.read_bytes() == right
    assert survey.open(damaged).problem is None
    damage()
    with pytest.raises(SurveyError, match=r"has a different survey: goal fast, not prove"):
        survey.run(damaged, spec(DEALS, goal="prove"))


def test_an_unreadable_manifest_is_reported(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = damaged / "survey.json"
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.name == "survey.json":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refused)
        assert survey.open(damaged).problem == (
            "survey.json can't be read: Permission denied; using the copy in part-000000.parquet"
        )
    manifest.unlink()
    manifest.mkdir()
    line = f"freecell: {damaged}: survey.json can't be read: Is a directory; using the copy in part-000000.parquet; "
    code, printed, said = outcome("survey", "ask", str(damaged), "unsolvable", "--csv")
    assert (code, printed.splitlines()[1][:7]) == (0, "11982,4")
    assert said == f"{line}freecell survey verify {damaged} repairs it\n"
    for command in (["verify", str(damaged)], ["run", "11001..13000", "-o", str(damaged)]):
        done = subprocess.run([SCRIPT, "survey", *command], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == f"freecell: can't write {damaged / 'survey.json'}: Is a directory"
        assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("text", [text for text, _ in MANIFESTS if text and text != b"{"])
def test_a_damaged_manifest_without_parts_causes_a_one_line_error(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "survey.json").write_bytes(text)
    for use in (survey.open, survey.verify, lambda path: survey.run(path, spec(DEALS))):
        with pytest.raises(
            SurveyError, match="no part has a copy of it: run the survey again in a new folder"
        ) as caught:
            use(tmp_path)
        assert "\n" not in str(caught.value)
    assert (tmp_path / "survey.json").read_bytes() == text
