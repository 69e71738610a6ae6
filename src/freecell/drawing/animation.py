"""A film as one SVG document that plays in any browser, even when it is shown as an image.

SMIL controls the timing: each placement of a card is an element that is shown for some time and begins with a slide.
The elements are in order of time, so later ones lie above. The script only adds controls for pausing and seeking.
Without scripts, as in an image, the film still plays.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

from freecell.drawing.deck import FELT_COLORS, symbols
from freecell.drawing.film import CAPTION_HEIGHT, FONT_SIZE, Film, Placement
from freecell.drawing.layout import MARGIN
from freecell.drawing.picture import card_use, opening, table

_FONT = "system-ui,-apple-system,Segoe UI,Roboto,sans-serif"
_BUTTON = 44
_CLOCK = "clock"


def svg(film: Film) -> str:
    """The film as an SVG document."""
    layout, prefix = film.layout, f"{film.deck}-"
    words = "A film of a FreeCell game, move by move, with a button to pause it and a bar to go to any moment."
    cards = dict.fromkeys(one.card for one in film.placements)
    return (
        opening(layout.width, film.height, film.width, film.title, words)
        # With reduced motion, cards jump.
        + "<style>@media(prefers-reduced-motion:reduce){[role=img]{transform:none!important}}"
        + "[role]:focus-visible{outline:3px solid #ffd23f}[role=button],[role=slider]{cursor:pointer}</style>"
        + symbols(cards, film.deck, prefix)
        + table(layout, film.height, film.felt)
        + "".join(_placement(film, one, prefix) for one in film.placements)
        + _captions(film)
        + _controls(film)
        + "</svg>\n"
    )


def _placement(film: Film, one: Placement, prefix: str) -> str:
    """A card, from the start of its slide until it moves elsewhere."""
    by_x, by_y = one.origin.x - one.spot.x, one.origin.y - one.spot.y
    slide = (
        f'<animateTransform attributeName="transform" type="translate" {_begin(film, one.begin)} '
        f'dur="{_length(one.begin, one.arrive)}" values="{by_x:g} {by_y:.4g};0 0" calcMode="spline" keyTimes="0;1" '
        'keySplines=".4 0 .4 1"/>'
    )
    hidden, shown = _shown(film, one.begin, one.end)
    return card_use(one.card, one.spot, prefix, hidden, shown + (slide if one.begin else ""))


def _captions(film: Film) -> str:
    """The captions, each shown at its time."""
    y = film.height - MARGIN - 8
    ends = [*(caption.begin for caption in film.captions[1:]), inf]
    lines = []
    for caption, end in zip(film.captions, ends, strict=True):
        hidden, shown = _shown(film, caption.begin, end)
        number = f'<tspan fill-opacity=".75">{caption.number}</tspan>' if caption.number else ""
        words = f'<tspan dx="14" font-weight="700">{caption.word}</tspan><tspan dx="14">{caption.words}</tspan>'
        lines.append(f'<text x="{MARGIN if number else MARGIN - 14}" y="{y:g}"{hidden}>{number}{words}{shown}</text>')
    return (
        f'<g fill="{FELT_COLORS[film.felt].words}" font-family="{_FONT}" font-size="{FONT_SIZE}">{"".join(lines)}</g>'
    )


def _controls(film: Film) -> str:
    """A progress bar, and two elements for the script: a wider bar for touch, and a button."""
    colors = FELT_COLORS[film.felt]
    width, top = film.layout.width - 2 * MARGIN, film.height - CAPTION_HEIGHT
    left = film.layout.width - MARGIN - _BUTTON
    bar = f'x="{MARGIN}" y="{top - 4:g}" height="6" rx="3"'
    clock = f'id="{_CLOCK}" begin="0s;{_CLOCK}.end"' if film.loop else 'begin="0s"'
    moments = " ".join(map(_seconds, (caption.begin for caption in film.captions)))
    return (
        f'<rect {bar} width="{width:g}" fill="{colors.lines}"/><rect {bar} width="0" fill="{colors.words}">'
        f'<animate attributeName="width" {clock} dur="{_length(0, film.duration)}" from="0" to="{width:g}" '
        'fill="freeze"/></rect>'
        f'<g display="none" data-length="{_seconds(film.duration)}" data-loop="{film.loop}" data-moments="{moments}">'
        f'<rect role="slider" tabindex="0" aria-label="Move" aria-valuemin="0" '
        f'aria-valuemax="{len(film.captions) - 1}" aria-valuenow="0" '
        f'x="{MARGIN}" y="{top - 13:g}" width="{width:g}" height="24" rx="8" fill-opacity="0"/>'
        f'<g role="button" tabindex="0" aria-label="Pause" transform="translate({left:g} {top + 10:g})">'
        f'<rect width="{_BUTTON}" height="{_BUTTON}" rx="{_BUTTON // 2}" fill="{colors.lines}"/>'
        f'<path d="" fill="{colors.words}"/></g></g>'
        f"<script><![CDATA[{Path(__file__).with_name('player.js').read_text()}]]></script>"
    )


def _shown(film: Film, begin: float, end: float) -> tuple[str, str]:
    """The attributes that hide an element, and show it for some time.

    Elements of the first board are not hidden, so it shows even without animation.
    """
    if begin == 0:
        return "", "" if end == inf else f'<set attributeName="display" to="none" {_time(film, end, inf)}/>'
    return ' display="none"', f'<set attributeName="display" to="inline" {_time(film, begin, end)}/>'


def _time(film: Film, begin: float, end: float) -> str:
    if end == inf and not film.loop:
        return _begin(film, begin)
    return f'{_begin(film, begin)} dur="{_length(begin, min(end, film.duration))}"'


def _begin(film: Film, moment: float) -> str:
    return f'begin="{f"{_CLOCK}.begin+" if film.loop else ""}{_seconds(moment)}s"'


def _length(begin: float, end: float) -> str:
    """A time rounded to thousandths like all times, so that each element ends exactly when the next begins."""
    return f"{_seconds((round(end * 1000) - round(begin * 1000)) / 1000)}s"


def _seconds(moment: float) -> str:
    return f"{moment:.3f}".rstrip("0").rstrip(".")
