"""An arrow that shows a move on a picture and hides nothing: it goes around the cards, over the cloth.

The moving cards and their destination are outlined. Between two columns, the arrow goes below the columns. To and from
cells and home, it goes along the side of a column and the lane above all columns.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from freecell.board import COLUMNS, Board
from freecell.drawing.deck import CARD_HEIGHT, CARD_RADIUS, CARD_WIDTH
from freecell.drawing.layout import COLUMN_TOP, MARGIN, PITCH, STEP, Layout, Point
from freecell.rules import COLUMN_NAMES, Move, Rules, cards_of

_COLOR, _EDGE = "#ffd23f", "#3a3000"
_LANE = MARGIN + CARD_HEIGHT + 7  # above the names of the columns
_GUTTER = (PITCH - CARD_WIDTH) / 2  # from the side of a column to the middle between it and the next
_BELOW = 18  # from the lowest card to the arrow, and from the arrow to the edge
_RADIUS = 14  # the radius of its corners
_HEAD = 15  # its length, and its width
_WITHIN = 12  # how far its tip is within the outline of the target
_INSET = 3.25  # of the outlines, whose lines are twice as wide, so that what they surround stays visible


class Box(NamedTuple):
    """The area of some cards at one place."""

    x: float
    y: float
    bottom: float

    @property
    def middle(self) -> float:
        return self.x + CARD_WIDTH / 2


def arrow(layout: Layout, board: Board, move: Move, rules: Rules) -> tuple[str, float]:
    """The arrow for a legal move, and the height that a picture needs for it."""
    cards = cards_of(board, move, rules)
    after = board.play(move, rules)
    source, target = (_box([layout.spots(there)[card] for card in cards]) for there in (board, after))
    route, lowest = route_of(layout, board, move, source, target), max(source.bottom, target.bottom)
    lowest = max(lowest, *(point.y for point in route))
    return _outline(source) + _outline(target, ' stroke-dasharray="14 7"') + _line(route), lowest + _BELOW


def _box(spots: list[Point]) -> Box:
    return Box(spots[0].x, spots[0].y, spots[-1].y + CARD_HEIGHT)


def route_of(layout: Layout, board: Board, move: Move, source: Box, target: Box) -> list[Point]:
    """The corners of the path from one to the other."""
    from_column, to_column = move.source in COLUMN_NAMES, move.target in COLUMN_NAMES
    if from_column and to_column:
        first, last = sorted(map(COLUMN_NAMES.index, (move.source, move.target)))
        bottoms = (_bottom(layout, board, number) for number in range(first, last + 1))
        below = max(source.bottom, target.bottom, *bottoms) + _BELOW
        return [
            Point(source.middle, source.bottom),
            Point(source.middle, below),
            Point(target.middle, below),
            Point(target.middle, target.bottom - _WITHIN),
        ]
    begin = _to_lane(source, target.middle) if from_column else [Point(source.middle, source.bottom)]
    end = _to_lane(target, source.middle, _WITHIN) if to_column else [Point(target.middle, target.bottom - _WITHIN)]
    return [*begin, Point(begin[-1].x, _LANE), Point(end[-1].x, _LANE), *reversed(end)]


def _to_lane(column: Box, other: float, within: float = 0) -> list[Point]:
    """From the side of a column's cards that is nearer to the other end, to the middle of the gutter."""
    left = other < column.middle
    edge, out = (column.x, -1) if left else (column.x + CARD_WIDTH, 1)
    y = column.y + STEP / 2
    return [Point(edge - out * within, y), Point(edge + out * _GUTTER, y)]


def _bottom(layout: Layout, board: Board, number: int) -> float:
    """The y coordinate at which a column ends."""
    height = len(board.columns[number % COLUMNS])
    return layout.in_column(number, max(0, height - 1), max(1, height)).y + CARD_HEIGHT if height else COLUMN_TOP


def _outline(box: Box, dashes: str = "") -> str:
    """A frame around some cards."""
    shape = (
        f'x="{box.x + _INSET:g}" y="{box.y + _INSET:g}" width="{CARD_WIDTH - 2 * _INSET:g}" '
        f'height="{box.bottom - box.y - 2 * _INSET:g}" rx="{CARD_RADIUS - _INSET / 2:g}" fill="none"'
    )
    return (
        f'<rect {shape} stroke="{_EDGE}" stroke-width="{2 * _INSET}"{dashes}/>'
        f'<rect {shape} stroke="{_COLOR}" stroke-width="4"{dashes}/>'
    )


def _line(route: list[Point]) -> str:
    """A thin line with round corners, and a head at its end."""
    before, tip = route[-2], route[-1]
    length = hypot(tip.x - before.x, tip.y - before.y)
    x, y = (tip.x - before.x) / length, (tip.y - before.y) / length  # its direction
    neck = Point(tip.x - x * _HEAD, tip.y - y * _HEAD)
    sides = ((neck.x + sign * y * _HEAD / 2, neck.y - sign * x * _HEAD / 2) for sign in (1, -1))
    head = f"M{_pair(tip)}" + "".join(f"L{_pair(Point(*side))}" for side in sides) + "z"
    line = f'd="{_rounded([*route[:-1], neck])}" fill="none" stroke-linecap="round"'
    return (
        f'<g stroke-linejoin="round"><path {line} stroke="{_EDGE}" stroke-width="7.5"/>'
        f'<path d="{head}" fill="{_EDGE}" stroke="{_EDGE}" stroke-width="4"/>'
        f'<path {line} stroke="{_COLOR}" stroke-width="4.5"/><path d="{head}" fill="{_COLOR}"/></g>'
    )


def _rounded(route: list[Point]) -> str:
    """A path with rounded corners, as far as there is room."""
    path = [f"M{_pair(route[0])}"]
    for before, corner, behind in zip(route, route[1:], route[2:], strict=False):
        parts = []
        for other in (before, behind):
            length = hypot(other.x - corner.x, other.y - corner.y) or 1.0
            part = min(_RADIUS, length / 2) / length
            parts.append(Point(corner.x + (other.x - corner.x) * part, corner.y + (other.y - corner.y) * part))
        path.append(f"L{_pair(parts[0])}Q{_pair(corner)} {_pair(parts[1])}")
    return "".join([*path, f"L{_pair(route[-1])}"])


def _pair(point: Point) -> str:
    return f"{point.x:.4g} {point.y:.4g}"
