"""The report of a survey as an HTML page: charts, record deals with links, the spec and the machine.

The page is self-contained, without scripts, fonts or external pictures. `charts` draws the charts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from freecell.survey import charts
from freecell.survey.presets import NAMED
from freecell.survey.query import Survey
from freecell.survey.spec import Numbers

PAGE = "http://127.0.0.1:8000"
"""The default page that deals link to: the local one of `freecell serve`."""

_A_DECADE = 8  # bins of a logarithmic axis
_MOST_BINS = 60
_MOST_ROWS = 10


def report(survey: Survey, page: str = PAGE) -> str:
    """The report as HTML. Deals link to `page`, where they can be played.

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     done = survey.run(folder, survey.Spec(range(1, 9)))
    ...     survey.report(survey.open(folder))[:15]
    '<!DOCTYPE html>'
    """
    counts = _counts(survey)
    title = f"FreeCell deals {_deals(survey.spec.deals)}"
    body = "\n".join(
        [
            f"<h1>{escape(title)}</h1>",
            *_lead(survey, counts),
            '<div class="grid">',
            _shares(counts),
            _facts(survey),
            *_charts(survey, {_cells(cells): sum(found.values()) for cells, found in counts.items()}),
            *_records(survey, page.rstrip("/")),
            "</div>",
        ]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: a survey</title>\n<style>{_style()}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _style() -> str:
    return Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def _counts(survey: Survey) -> dict[int, dict[str, int]]:
    """The number of deals with each verdict, for each number of cells."""
    return {
        cells: {"solved": solved, "unsolvable": unsolvable, "undecided": undecided}
        for cells, _, solved, unsolvable, undecided, _ in survey.rows("by-cells")[1]
    }


def _row(survey: Survey, sql: str) -> tuple[Any, ...]:
    """The result of a query with one row."""
    return next(survey.rows(sql)[1])


def _lead(survey: Survey, counts: dict[int, dict[str, int]]) -> Iterable[str]:
    """One sentence for each number of cells, for at most three of them."""
    if not survey.finished:
        yield f'<p class="lead">Not finished yet: {len(survey.parts):,} of {survey.blocks:,} blocks are done.</p>'
    shown = list(counts.items()) if len(counts) <= 3 else []
    for cells, found in shown:
        total = sum(found.values())
        text = f"With {cells} cell{'s' * (cells != 1)}, {found['solved']:,} of {total:,} deals can be won"
        text += f" and {found['unsolvable']:,} can’t" if found["unsolvable"] else ""
        text += f"; {found['undecided']:,} are undecided." if found["undecided"] else "; none are undecided."
        yield f'<p class="lead">{text}</p>'


def _section(title: str, what: str, body: str) -> str:
    return f'<section><h2>{escape(title)}</h2><p class="soft">{escape(what)}</p>{body}</section>'


def _key(names: Sequence[str], letter: str) -> str:
    marks = (f'<span class="key"><i class="{letter}{at}"></i>{escape(name)}</span>' for at, name in enumerate(names))
    return f'<p class="soft">{"".join(marks)}</p>'


def _shares(counts: dict[int, dict[str, int]]) -> str:
    rows = [(_cells(cells), found) for cells, found in counts.items()]
    key = _key(["solved", "unsolvable", "undecided"], "v")
    table = _table(
        ["cells", "solved", "unsolvable", "undecided", "won"],
        [
            (cells, *found.values(), f"{_percent(found['solved'], sum(found.values()))}%")
            for cells, found in counts.items()
        ],
    )
    what = "Share of the deals that can be won, by the number of cells"
    return _section("What can be won", what, charts.shares(rows, what) + key + table)


def _charts(survey: Survey, totals: dict[str, int]) -> Iterable[str]:
    there = survey.spec.columns
    if "turns" in there:
        yield _linear(survey, totals, "turns", "Length in turns", "Moves that don't go home")
    if "singles" in there:
        yield _linear(survey, totals, "singles", "Length in singles", "Moves of single cards, including moves home")
    if "positions" in there:
        yield _logarithmic(
            survey,
            totals,
            "positions",
            "Positions searched",
            "Positions searched to decide a deal",
            "positions",
            _amount,
        )
    if "microseconds" in there:
        yield _logarithmic(survey, totals, "microseconds", "Time", "Time to decide a deal, on one core", "time", _time)


def _linear(survey: Survey, totals: dict[str, int], column: str, title: str, what: str) -> str:
    """A histogram up to the 99.8th percentile; the rest is mentioned in the caption."""
    low, high, longest = _row(
        survey,
        f"select min({column}), quantile_cont({column}, 0.998)::int, max({column}) from deals",  # noqa: S608
    )
    if low is None:
        return _section(title, what, "<p>No deal was solved.</p>")
    width = next(
        width for width in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if (high - low) / width <= _MOST_BINS
    )
    sql = f"select cells, {column} // {width} as bin, count(*) from deals where {column} <= {high} group by 1, 2"  # noqa: S608
    if longest > high:
        what += f". The longest, up to {longest:,}, are not drawn"
    return _drawn(
        survey, totals, sql, title, what, column, lambda bin_: bin_ * width, lambda value: f"{value:g}", log=False
    )


def _logarithmic(
    survey: Survey, totals: dict[str, int], column: str, title: str, what: str, axis: str, label: Callable[[float], str]
) -> str:
    sql = f"select cells, floor({_A_DECADE} * log10(greatest({column}, 1)))::int, count(*) from deals group by 1, 2"  # noqa: S608
    return _drawn(survey, totals, sql, title, what, axis, lambda bin_: 10 ** (bin_ / _A_DECADE), label, log=True)


def _drawn(
    survey: Survey,
    totals: dict[str, int],
    sql: str,
    title: str,
    what: str,
    axis: str,
    start: Callable[[int], float],
    label: Callable[[float], str],
    *,
    log: bool,
) -> str:
    series: dict[str, dict[int, int]] = {_cells(cells): {} for cells in survey.spec.cells}
    for cells, bin_, count in survey.rows(sql)[1]:
        series[_cells(cells)][bin_] = count
    there = {name: counts for name, counts in series.items() if counts}
    key = _key(list(there), "s") if len(there) > 1 else ""
    return _section(title, f"{what}.", charts.histogram(there, totals, axis, start, label, log=log) + key)


def _records(survey: Survey, page: str) -> Iterable[str]:
    for name in ("longest", "shortest", "most-searched", "easiest", "hardest", "unsolvable"):
        needed = NAMED[name].needs
        if needed is not None and needed not in survey.spec.columns:
            continue
        names, found = survey.rows(name)
        rows = [row for row, _ in zip(found, range(_MOST_ROWS + 1), strict=False)]
        if name == "unsolvable" and not rows:
            continue
        title = name.replace("-", " ").capitalize()
        what = NAMED[name].what[0].upper() + NAMED[name].what[1:]
        if len(rows) > _MOST_ROWS:
            what += f"; the first {_MOST_ROWS} of them"
        yield _section(title, f"{what}.", _table(names, rows[:_MOST_ROWS], page))


def _table(names: Sequence[str], rows: Iterable[Sequence[Any]], page: str | None = None) -> str:
    head = "".join(f"<th>{escape({'microseconds': 'time'}.get(name, name))}</th>" for name in names)
    lines = []
    for row in rows:
        cells = "".join(f"<td>{_value(name, value, page)}</td>" for name, value in zip(names, row, strict=True))
        lines.append(f"<tr>{cells}</tr>")
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def _value(name: str, value: Any, page: str | None) -> str:
    if value is None:
        return "–"
    if name == "deal" and page is not None:
        deal = escape(str(value))
        return f'<a href="{escape(page)}/?deal={deal}">{deal}</a>'
    if name == "microseconds":
        return escape(_time(value))
    return f"{value:,}" if isinstance(value, int) else escape(str(value))


def _facts(survey: Survey) -> str:
    """The spec, the version and the machine."""
    spec, search, size = survey.spec, survey.spec.search, survey.size
    (rows,) = _row(survey, "select count(*) from deals")
    facts = {
        "Deals": f"{spec.deals} ({len(spec.deals):,} of them)",
        "Cells": ", ".join(map(str, spec.cells)),
        "Goal": {
            "fast": "fast: the first solution found",
            "short": f"short: few {search.metric}",
            "prove": "prove: the exact search alone",
            "shortest": f"shortest: the fewest {search.metric}",
        }[search.goal],
        "Limit": f"{search.max_positions:,} positions of the exact search"
        + (f", {search.seconds:g} seconds per deal" if search.seconds else "")
        + (f", beams of {search.beam_width:,} positions" if search.beam_width else ""),
        "Kept": f"{', '.join(spec.columns)}: {size / 1e6:,.1f} MB, {size / rows:.3g} bytes per deal",
        "Solved by": f"freecell {survey.version}",
        "Started on": survey.machine,
    }
    if "microseconds" in spec.columns:
        (total,) = _row(survey, "select sum(microseconds) from deals")
        facts["Search time"] = f"{_time(float(total))} in all, {_time(total / rows)} per deal, on one core"
    lines = "".join(f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in facts.items())
    return f'<section><h2>Survey settings</h2><table class="facts"><tbody>{lines}</tbody></table></section>'


def _deals(numbers: Numbers) -> str:
    """Deal numbers for a title."""
    if len(numbers.ranges) > 1 or len(numbers) == 1:
        return str(numbers)
    return f"{numbers.ranges[0][0]:,} to {numbers.ranges[0][-1]:,}"


def _cells(count: int) -> str:
    return f"{count} cell{'s' * (count != 1)}"


def _percent(part: int, whole: int) -> str:
    """A percentage that shows 100% only for all, and 0% only for none."""
    text = f"{100 * part / whole:.4f}"
    if text == "100.0000" and part < whole:
        return "> 99.9999"
    return text.rstrip("0").rstrip(".") if part else "0"


def _amount(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _time(microseconds: float) -> str:
    for size, unit in ((3.6e9, "h"), (6e7, "min"), (1e6, "s"), (1e3, "ms")):
        if microseconds >= size:
            return f"{microseconds / size:.3g} {unit}"
    return f"{microseconds:.3g} µs"
