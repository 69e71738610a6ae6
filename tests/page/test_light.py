"""The light uses the results of hints and solutions, in a real browser."""

from __future__ import annotations

import pytest

from ..helpers.serving import needs_core
from ..helpers.table import UNDECIDED, Table

pytestmark = needs_core


# As if its own search had been too short.
@pytest.mark.parametrize("button", ["#hint", "#solve"])
def test_the_light_uses_verdicts_of_hints_and_solutions(table: Table, button: str) -> None:
    table.open("/?deal=618")
    for deal, verdict in ((617, "solved"), (11982, "unsolvable")):
        table.run(UNDECIDED, deal)
        table.press("g", *str(deal), "Enter")
        assert table.verdict() == "undecided"
        assert table.find("#verdict").inner_text() == "Undecided"
        table.find(button).click()
        table.find(f'#light[data-verdict="{verdict}"]').wait_for()
        assert table.verdict() == verdict
        table.press("Escape")


def test_the_light_knows_a_deal_that_needs_a_long_search(table: Table) -> None:
    """The light, the hint and the solution agree on it."""
    table.open("/?deal=31465")
    assert table.verdict() == "solved"
    table.find("#hint").click()
    table.find('#message[data-kind="hint"]').wait_for()
    table.find("#solve").click()
    table.find("#player").wait_for()
