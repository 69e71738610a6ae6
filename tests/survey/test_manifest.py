"""survey.json without parts to rebuild it from, or with parts that lack the plan."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import freecell
from freecell import survey
from freecell.errors import FreecellError
from freecell.survey import Numbers, Spec
from freecell.survey.parts import carried_plan
from freecell.survey.plan import Plan
from freecell.survey.store import open_store

from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


def with_checksum(told: dict[str, Any]) -> bytes:
    rest = {name: value for name, value in told.items() if name != "checksum"}
    return json.dumps({**rest, "checksum": hashlib.sha256(json.dumps(rest).encode()).hexdigest()}).encode()


@pytest.mark.parametrize("length", [0, 1, 100])
def test_a_truncated_manifest_is_rewritten(tmp_path: Path, length: int) -> None:
    """As an interrupted upload leaves it."""
    survey.run(tmp_path, spec(range(1, 3)))
    (tmp_path / "part-000000.parquet").unlink()
    text = (tmp_path / "survey.json").read_bytes()
    (tmp_path / "survey.json").write_bytes(text[:length])
    said: list[str] = []
    survey.run(tmp_path, spec(range(1, 3)), warn=said.append)
    assert said == ["survey.json was incomplete and is written again; there were no other files"]
    assert (tmp_path / "survey.json").read_bytes() == text


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=5), some, max_size=3),
    max_leaves=5,
)


@given(JUNK, st.data())
def test_a_manifest_with_wrong_types_is_rejected(wrong: Any, data: st.DataObject) -> None:
    told: dict[str, Any] = Plan.of(spec(range(1, 9))).to_dict()
    place = told if data.draw(st.booleans()) else told["spec"]
    place[data.draw(st.sampled_from(sorted(place)))] = wrong
    try:
        text = with_checksum(told) + b"\n"
    except ValueError:
        return
    with suppress(FreecellError):
        Plan.from_json(text)  # no other exception


def test_a_long_plan_is_stored_in_some_parts_only(tmp_path: Path) -> None:
    numbers = Numbers(range(deal, deal + 1) for deal in range(1, 2604, 2))
    path = tmp_path / "s"
    survey.run(path, Spec(numbers, columns=("verdict",)), block_size=260)
    plans = [carried_plan(open_store(path), f"part-00000{number}.parquet") for number in range(6)]
    assert [plan is not None for plan in plans] == [True, True, True, False, True, False]
    right = (path / "survey.json").read_bytes()
    for lost in ("survey.json", "part-000000.parquet", "part-000001.parquet"):
        (path / lost).unlink()
    assert survey.open(path).arrow().num_rows == len(numbers) - 2 * 260
    assert survey.verify(path).damaged.keys() == {"survey.json"}
    assert (path / "survey.json").read_bytes() == right
