"""Facts about deals from other sources, and boards for hypothesis to draw."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from freecell import DECK, Board, Card

GAME_1 = """\
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H"""

GAME_617 = """\
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H"""

# The deals of the first million that can't be won with four cells.
THE_EIGHT = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]

# The numbers where the rule for draws changes, and the ends.
BORDERS = [1, 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 2, 2**33 - 1]

# The three ranges, with equal probability.
numbers = st.one_of(
    st.integers(1, 2**31 - 1),
    st.integers(2**31, 2**32 - 1),
    st.integers(2**32, 2**33 - 1),
    st.sampled_from(BORDERS),
)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Any board: foundations, up to seven cells, columns of any height, reachable or not."""
    foundations = draw(st.lists(st.integers(0, 13), min_size=4, max_size=4))
    rest: list[Card] = [card for card in DECK if card.rank > foundations[card.suit]]
    rest = draw(st.permutations(rest))
    cells: list[Card | None] = [None] * 7
    for place in draw(st.sets(st.integers(0, 6), max_size=min(7, len(rest)))):
        cells[place] = rest.pop()
    cuts = sorted(draw(st.lists(st.integers(0, len(rest)), min_size=7, max_size=7)))
    bounds = [0, *cuts, len(rest)]
    columns = [rest[start:stop] for start, stop in pairwise(bounds)]
    return Board(columns, cells, foundations)
