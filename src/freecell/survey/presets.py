"""The named questions. `query` runs them."""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """A named question in words and in SQL, and the column that it requires.

    Columns in {} are left out of the result if the survey doesn't have them.
    """

    what: str
    sql: str
    needs: str | None = None


NAMED = {
    "unsolvable": Named(
        "the deals that can't be won",
        "select deal, cells, {positions} from deals where verdict = 'unsolvable' order by cells, deal",
    ),
    "undecided": Named(
        "the deals whose search hit a limit",
        "select deal, cells, {positions} from deals where verdict = 'undecided' order by cells, deal",
    ),
    "longest": Named(
        "the solutions with the most turns",
        "select deal, cells, {turns, steps, cards_moved, singles} from deals where turns is not null "
        "order by turns desc, cells, deal limit 20",
        "turns",
    ),
    "shortest": Named(
        "the solutions with the fewest turns",
        "select deal, cells, {turns, steps, cards_moved, singles} from deals where turns is not null "
        "order by turns, cells, deal limit 20",
        "turns",
    ),
    "histogram": Named(
        "the number of solutions for each number of turns",
        "select cells, turns, count(*) as deals, round(100 * count(*) / sum(count(*)) over (partition by cells), 3) "
        "as percent from deals where turns is not null group by cells, turns order by cells, turns",
        "turns",
    ),
    "easiest": Named(
        "the deals with the lowest difficulty",
        "select deal, cells, verdict, difficulty, {turns} from deals order by difficulty, cells, deal limit 20",
        "difficulty",
    ),
    "hardest": Named(
        "the deals with the highest difficulty",
        "select deal, cells, verdict, difficulty, {turns} from deals order by difficulty desc, cells, deal limit 20",
        "difficulty",
    ),
    "most-searched": Named(
        "the deals that took the most positions",
        "select deal, cells, verdict, positions, {turns, microseconds} from deals "
        "order by positions desc, cells, deal limit 20",
        "positions",
    ),
    "by-cells": Named(
        "the number of winnable deals for each number of cells",
        "select cells, count(*) as deals, count(*) filter (verdict = 'solved') as solved, "
        "count(*) filter (verdict = 'unsolvable') as unsolvable, count(*) filter (verdict = 'undecided') as undecided, "
        "round(100 * count(*) filter (verdict = 'solved') / count(*), 4) as percent "
        "from deals group by cells order by cells",
    ),
}
