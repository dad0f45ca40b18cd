"""Charts as SVG: lines of totals, columns of wins. The page shows their numbers in a table beside them."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil

from flask import get_template_attribute
from markupsafe import Markup

from companion.core.pictures.charts import short_number, shorten, spread_labels, text_width, ticks
from companion.core.pictures.initials import initials
from companion.core.words import figure

WIDTH = 320
LETTER, SMALL_LETTER = 14, 9
"""The size of the letters on a phone, and on a wide screen, which has room for more of a long name."""

GAP = 16
"""The vertical distance between labels."""

INITIAL = 17
"""The width of an initial before a name."""

TOP, BOTTOM = 10, 24
MOST_COLUMNS = 24
"""More columns are too narrow on a phone."""


def line_chart(
    label: str,
    series: Mapping[str, Sequence[int]],
    *,
    along: str = "rounds",
    below: Sequence[str] = (),
    least: int = 160,
) -> Markup:
    """Draw a line for each name, with the name and its last value at the end.

    ``label``: a description for screen readers; ``series``: for each line equally many values, at least two;
    ``along``: the word for the horizontal axis; ``below``: a label for each step, instead of that word and numbers from
    0; ``least``: the least height of the lines. Places are whole numbers, to keep pages small.
    """
    values = [value for line in series.values() for value in line]
    marks = ticks(min(values), max(values))
    steps = len(next(iter(series.values()))) - 1
    left = _axis_width(marks)
    widest = max(text_width(name) + text_width(figure(line[-1])) for name, line in series.items())
    least_room = 0 if below else text_width(along) * LETTER - 4
    right = int(WIDTH - INITIAL - max(least_room, min(164, widest * LETTER + 26)))
    height = TOP + BOTTOM + max(least, GAP * len(series) + 4)
    bottom = height - BOTTOM

    def x(step: int) -> int:
        return round(left + step / (steps or 1) * (right - left))

    def y(value: int) -> int:
        return round(TOP + (marks[-1] - value) / (marks[-1] - marks[0]) * (bottom - TOP))

    ends = spread_labels([y(line[-1]) for line in series.values()], GAP, TOP, bottom - 6)
    lines = []
    for name, end, initial in zip(series, ends, initials(list(series)), strict=True):
        points = [(x(step), y(value)) for step, value in enumerate(series[name])]
        path = "".join(f"l{to[0] - start[0]} {to[1] - start[1]}" for start, to in pairwise(points))
        total = figure(series[name][-1])
        room = WIDTH - right - INITIAL - 14
        on_phone, on_wide = (shorten(name, room / size - text_width(total) - 0.4) for size in (LETTER, SMALL_LETTER))
        lines.append({
            "path": f"M{points[0][0]} {points[0][1]}{path}", "y": points[-1][1], "end": round(end), "initial": initial,
            "name": name, "on_phone": on_phone, "on_wide": on_wide, "total": total,
        })  # fmt: skip
    named = _names_along(below or [*map(str, range(steps + 1))], x)
    heights = [(mark, y(mark)) for mark in marks]
    return _draw("line_chart", label, height, heights, left, right, named, "" if below else along, lines)


def column_chart(label: str, rows: Sequence[tuple[str, int, int]]) -> Markup:
    """Draw a column for each name: a filled part of an outlined whole.

    ``label``: a description for screen readers; ``rows``: name, part and whole of each column, 24 at most.
    """
    marks = ticks(0, max(whole for _, _, whole in rows))
    left, height = _axis_width(marks), 170
    step = (WIDTH - left) / len(rows)
    every = max(1, ceil((max(text_width(name) for name, _, _ in rows) * LETTER + 6) / step))

    def y(value: int) -> float:
        return round(TOP + (marks[-1] - value) / marks[-1] * (height - BOTTOM - TOP), 1)

    columns = [
        {
            "name": "" if number % every else name,
            "middle": left + (number + 0.5) * step,
            "part": y(part),
            "whole": y(whole),
        }
        for number, (name, part, whole) in enumerate(rows)
    ]
    heights = [(mark, y(mark)) for mark in marks]
    return _draw("column_chart", label, height, heights, left, columns, min(step * 0.7, 36))


def _draw(macro: str, *values: object) -> Markup:
    """Return the chart that a macro of the template draws with these values."""
    return Markup(get_template_attribute("pictures/charts.svg", macro)(*values))  # noqa: S704 - a template escapes all


def _axis_width(marks: Sequence[int]) -> int:
    """Return the width of the numbers beside an axis."""
    return ceil(max(text_width(short_number(mark)) for mark in marks) * LETTER + 8)


def _names_along(names: Sequence[str], x: Callable[[int], float]) -> list[tuple[str, float]]:
    """Return the labels of at most five steps, with their places and enough room between; the last step is among them.

    ``x``: returns where a step is.
    """
    steps = len(names) - 1
    widest = max(map(text_width, names)) * LETTER
    least = (widest + 8 + max(0, widest / 2 - x(0))) * steps / (x(steps) - x(0))
    size = max(1, ceil(steps / 4), ceil(least))
    shown = [step for step in range(0, steps, size) if steps - step >= max(size * 0.7, least)]
    return [(names[step], max(x(step), widest / 2)) for step in (*shown, steps)]
