"""Charts as SVG: lines of totals, columns of wins. They are safe to embed: names are escaped, nothing is inline.

Colours, dashes and letter sizes come from the style sheet (``.chart``). A drawing is 320 wide, like a narrow phone.
Attributes that vary come last in their tags: so charts are compressed better.
Each line has its name at its end, so that nothing depends on colour alone. The page shows the numbers in a table beside
it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import accumulate, pairwise
from math import ceil, floor, log10

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
COLOURS = 8
MOST_COLUMNS = 24
"""More columns are too narrow on a phone."""

_MIDDLE = 'dominant-baseline="central"'
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_THIN, _WIDE = frozenset("iljtfrI.,:;'’|!()[] "), frozenset("mwMW@%—…&")


def plain_text(text: str) -> str:
    """Escape a text for an SVG, and replace what XML does not allow."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def text_width(text: str) -> float:
    """Estimate the width of a text, in units of its letter size."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """Estimate the width of a letter, in units of its size."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.2
    if letter in _THIN:
        return 0.36
    return 1 if letter in _WIDE else 0.74 if letter.isupper() else 0.64


def shorten(text: str, room: float) -> str:
    """Shorten a text to the width ``room``, in units of its letter size; a shortened text ends with ``…``."""
    if text_width(text) <= room:
        return text
    left = room - text_width("…")
    kept = sum(width <= left for width in accumulate(map(_letter_width, text)))
    while kept and unicodedata.category(text[kept - 1]) in ("Cf", "Zs"):  # no half of a joined letter
        kept -= 1
    return text[:kept] + "…"


def short_number(value: int) -> str:
    """Return the short form of a number on an axis, from 10,000 on: ``500``, ``20k``, ``1.5m``."""
    for size, sign in ((1_000_000, "m"), (1_000, "k")):
        if abs(value) >= size * (10 if sign == "k" else 1):
            tenths, rest = divmod(abs(value) * 10 // size, 10)
            return f"{'−' if value < 0 else ''}{tenths}{f'.{rest}' if rest else ''}{sign}"
    return figure(value)


def ticks(low: int, high: int, about: int = 5) -> list[int]:
    """Return round numbers for an axis that covers the values and 0. ``about``: how many steps it should have."""
    low, high = min(low, 0), max(high, 0, low + 1)
    size = 10 ** floor(log10((high - low) / about)) if high - low >= about else 1
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size * about >= high - low)
    return list(range(floor(low / step) * step, ceil(high / step) * step + 1, step))


def spread_labels(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return the heights of labels, moved so that any two are at least ``gap`` apart.

    They stay between ``top`` and ``bottom`` if there is room.
    """
    placed, lowest, highest = list(wanted), top - gap, bottom + gap
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    for index in order:
        lowest = placed[index] = max(wanted[index], lowest + gap)
    for index in reversed(order):
        highest = placed[index] = min(placed[index], highest - gap)
    return placed


def line_chart(
    label: str,
    series: Mapping[str, Sequence[int]],
    *,
    along: str = "rounds",
    below: Sequence[str] = (),
    least: int = 160,
) -> str:
    """Draw a line for each name, with the name and its last value at the end.

    ``label``: a description for screen readers; ``series``: values of equal number, at least two each; ``along``: the
    word for the horizontal axis; ``below``: a label for each step, instead of that word and numbers from 0; ``least``:
    the least height of the lines. Places are whole numbers, to keep pages small.
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

    drawn = [*_grid(marks, y, left, right), *_names_along(below or [*map(str, range(steps + 1))], x, height)]
    if not below:
        drawn.append(f'<text class="tick" x="{right + 12}" y="{height - 6}">{plain_text(along)}</text>')
    letters = initials(list(series))
    ends = spread_labels([y(line[-1]) for line in series.values()], GAP, TOP, bottom - 6)
    for number, (name, line, end, initial) in enumerate(zip(series, series.values(), ends, letters, strict=True)):
        points = [(x(step), y(value)) for step, value in enumerate(line)]
        path = "".join(f"l{to[0] - start[0]} {to[1] - start[1]}" for start, to in pairwise(points))
        total = figure(line[-1])
        shown = _label(name, total, WIDTH - right - INITIAL - 14)
        drawn.append(
            f'<g class="{_style(number)}"><path d="M{x(0)} {y(line[0])}{path}"/>'
            f'<path class="lead" d="M{x(steps)} {y(line[-1])}L{right + 9} {end:.0f}"/>'
            f'<circle r="9.5" cx="{right + 17}" cy="{end:.0f}"/>'
            f'<text class="initial" {_MIDDLE} text-anchor="middle" x="{right + 17}" y="{end:.0f}">'
            f"{plain_text(initial)}</text>"
            f'<text {_MIDDLE} x="{right + 12 + INITIAL}" y="{end:.0f}">{shown}</text>'
            f'<text class="value" {_MIDDLE} text-anchor="end" x="{WIDTH}" y="{end:.0f}">{total}</text></g>'
        )
    return _drawing(label, height, drawn)


def _label(name: str, total: str, room: float) -> str:
    """Return the SVG text of a name beside its total; a long name is cut once for phones and once for wide screens."""
    on_phone, wide = (shorten(name, room / size - text_width(total) - 0.4) for size in (LETTER, SMALL_LETTER))
    if on_phone == name:
        return plain_text(name)
    return (
        f'<title>{plain_text(name)}</title><tspan class="on-phone">{plain_text(on_phone)}</tspan>'
        f'<tspan class="on-wide">{plain_text(wide)}</tspan>'
    )


def column_chart(label: str, rows: Sequence[tuple[str, int, int]]) -> str:
    """Draw a column for each name: a filled part of an outlined whole.

    ``label``: a description for screen readers; ``rows``: name, part and whole of each column, 24 at most.
    """
    marks = ticks(0, max(whole for _, _, whole in rows))
    left, height = _axis_width(marks), 170
    bottom = height - BOTTOM
    step = (WIDTH - left) / len(rows)
    width = min(step * 0.7, 36)
    every = max(1, ceil((max(text_width(name) for name, _, _ in rows) * LETTER + 6) / step))

    def y(value: int) -> float:
        return round(TOP + (marks[-1] - value) / marks[-1] * (bottom - TOP), 1)

    drawn = _grid(marks, y, left, WIDTH)
    for number, (name, part, whole) in enumerate(rows):
        middle = left + (number + 0.5) * step
        box = f'x="{middle - width / 2:.1f}" width="{width:.1f}"'
        drawn.append(f'<rect class="whole" {box} y="{y(whole)}" height="{bottom - y(whole):.1f}"/>')
        drawn.append(f'<rect class="part" {box} y="{y(part)}" height="{bottom - y(part):.1f}"/>')
        if number % every == 0:
            drawn.append(_tick(name, middle, height))
    return _drawing(label, height, drawn)


def _style(number: int) -> str:
    """Return the CSS classes of a line, for colour and dashes.

    After the last colour the colours repeat with other dashes.
    """
    return f"line {colour_class(number)} d{(number + number // COLOURS) % COLOURS}"


def colour_class(number: int) -> str:
    """Return the CSS class of a colour; after the last one the colours repeat, as rings."""
    return f"s{number % COLOURS}{' ring' if number // COLOURS % 2 else ''}"


def _axis_width(marks: Sequence[int]) -> int:
    """Return the width of the numbers beside an axis."""
    return ceil(max(text_width(short_number(mark)) for mark in marks) * LETTER + 8)


def _grid(marks: Sequence[int], y: Callable[[int], float], left: int, right: int) -> list[str]:
    """Draw a horizontal line and its number for each mark of the axis. ``y``: returns the height of a number."""
    return [
        f'<path class="{"grid" if mark else "zero"}" d="M{left} {y(mark)}H{right}"/>'
        f'<text class="tick" {_MIDDLE} text-anchor="end" x="{left - 6}" y="{y(mark)}">{short_number(mark)}</text>'
        for mark in marks
    ]


def _names_along(names: Sequence[str], x: Callable[[int], float], height: int) -> list[str]:
    """Draw the labels of at most five steps, with the last one among them and enough room between them.

    ``x``: returns where a step is; ``height``: that of the drawing.
    """
    steps = len(names) - 1
    widest = max(map(text_width, names)) * LETTER
    least = (widest + 8 + max(0, widest / 2 - x(0))) * steps / (x(steps) - x(0))
    size = max(1, ceil(steps / 4), ceil(least))
    shown = [step for step in range(0, steps, size) if steps - step >= max(size * 0.7, least)]
    return [_tick(names[step], max(x(step), widest / 2), height) for step in (*shown, steps)]


def _tick(label: str, x: float, height: int) -> str:
    """Draw a label below the horizontal axis, centred at ``x``."""
    return f'<text class="tick" text-anchor="middle" y="{height - 6}" x="{x:.0f}">{plain_text(label)}</text>'


def _drawing(label: str, height: int, drawn: Sequence[str]) -> str:
    """Return the SVG element of a chart, with a description for screen readers."""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{plain_text(label)}">'
        f"{''.join(drawn)}</svg>"
    )
