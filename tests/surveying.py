"""What the tests of surveys share."""

from __future__ import annotations

from typing import Any

from freecell import Search
from freecell.survey import Numbers, Spec
from freecell.survey.spec import COLUMNS


def spec(deals: range, *, cells: tuple[int, ...] = (4,), columns: tuple[str, ...] = COLUMNS, **search: Any) -> Spec:
    """What is to be found out about a range of deals."""
    return Spec(Numbers([deals]), Search(**search), cells, columns)
