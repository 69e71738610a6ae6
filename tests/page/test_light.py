"""The light knows what hints and solutions have found out, in a real browser."""

from __future__ import annotations

import pytest

from ..helpers.serving import needs_core
from ..helpers.table import UNDECIDED, Table

pytestmark = needs_core


# As if its own search had not been long enough.
@pytest.mark.parametrize("button", ["#hint", "#solve"])
def test_the_light_takes_over_what_a_hint_or_a_solution_finds(table: Table, button: str) -> None:
    table.open("/?deal=618")
    for deal, verdict in ((617, "solved"), (11982, "unsolvable")):
        table.run(UNDECIDED, deal)
        table.press("g", *str(deal), "Enter")
        assert table.verdict() == "undecided"
        assert table.find("#verdict").inner_text() == "Not known"
        table.find(button).click()
        table.find(f'#light[data-verdict="{verdict}"]').wait_for()
        assert table.verdict() == verdict
        table.press("Escape")


def test_the_light_knows_a_deal_that_needs_a_long_search(table: Table) -> None:
    """All three know the same of it: the light, the hint and the solution."""
    table.open("/?deal=31465")
    assert table.verdict() == "solved"
    table.find("#hint").click()
    table.find('#message[data-kind="hint"]').wait_for()
    table.find("#solve").click()
    table.find("#player").wait_for()
