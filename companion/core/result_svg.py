"""The picture of a result for sharing: an SVG of fixed size, from which the web makes a PNG."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.charts import fitted, plain_text

WIDTH, HEIGHT = 1200, 630
MOST_ROWS = 12
"""If there are more rows, the last one says how many are left out."""

FONT = "'Source Sans 3'"  # without the inner quotes the renderer draws nothing, and reports nothing
NARROW = 0.85
"""The width of the font's letters, relative to the default font of a phone."""

TOP, BOTTOM = 200, 592
SUITS = '♠<tspan fill="#b01f24"> ♥ ♦ </tspan>♣'
LEFT, MIDDLE, RIGHT = 70, 620, 1130

PAPER = "#fffdf8"
COLOURS = ("#0067a8", "#b84300", "#00714f", "#a03078", "#806000", "#5a48b5", "#45413a", "#c2185b")

STYLE = """
.chart text { font-size: 14px; fill: #1c1a17; }
.chart .value { font-weight: 700; }
.chart .initial { font-size: 9px; font-weight: 700; fill: #fffdf8; }
.chart .tick { fill: #655f54; }
.chart path { fill: none; stroke: #d8cfbd; stroke-width: 1; }
.chart .zero { stroke: #8a8170; }
.chart .line path { stroke-width: 2.5; stroke-linejoin: round; }
.chart .line .lead { stroke-width: 1; stroke-dasharray: none; }
.d1 path { stroke-dasharray: 7 3 } .d2 path { stroke-dasharray: 2 3 } .d3 path { stroke-dasharray: 9 3 2 3 }
.d4 path { stroke-dasharray: 12 4 } .d5 path { stroke-dasharray: 4 4 } .d6 path { stroke-dasharray: 9 3 2 3 2 3 }
.d7 path { stroke-dasharray: 14 3 4 3 }
""" + "".join(
    f".s{number} path {{ stroke: {one} }} .s{number} circle {{ fill: {one}; stroke: {one} }} "
    f".s{number}.ring circle {{ fill: {PAPER} }} .s{number}.ring .initial {{ fill: {one} }}\n"
    for number, one in enumerate(COLOURS)
)
"""The light colours of the style sheet as plain rules, because the renderer knows no CSS variables."""


class PictureRow(NamedTuple):
    """A row of the picture."""

    mark: str
    """What stands before the text: a place such as ``1st``, or nothing."""

    text: str
    value: str
    """What stands at the end of the row: a total."""

    is_first: bool = False
    initial: str = ""
    """The initial of the player; empty if there is none."""

    colour: int = 0
    """The number of the colour around the initial."""


def result_svg(title: str, beneath: str, said: str, rows: Sequence[PictureRow], chart: str = "") -> str:
    """Return the picture of a play or of a night.

    ``beneath``: date and place; ``said``: who won; ``chart``: an SVG from ``charts``, or nothing.
    """
    end = MIDDLE - 50 if chart else 900
    shown = rows if len(rows) <= MOST_ROWS else [*rows[: MOST_ROWS - 1], _more(len(rows) - MOST_ROWS + 1)]
    step = min(56.0, (BOTTOM - TOP) / max(len(shown), 1))
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#0d5a43"/>'
        f'<rect x="30" y="30" width="{WIDTH - 60}" height="{HEIGHT - 60}" rx="28" fill="#fffdf8"/>',
        _text(title, LEFT, 102, RIGHT - LEFT - 180, 50, 'font-weight="700"'),
        f'<text x="{RIGHT}" y="100" font-size="38" text-anchor="end" xml:space="preserve">{SUITS}</text>',
        _text(beneath, LEFT, 142, RIGHT - LEFT, 27, 'fill="#655f54"'),
        _text(said, LEFT, 184, RIGHT - LEFT, 32, 'font-weight="700" fill="#0d5a43"'),
    ]
    for number, row in enumerate(shown):
        parts += _row(row, TOP + (number + 0.5) * step, end, min(34.0, step * 0.72))
    if chart:
        parts.append(_placed(chart, MIDDLE, TOP + 4, RIGHT - MIDDLE, BOTTOM - TOP - 8))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}" '
        f'fill="#1c1a17">{"".join(parts)}</svg>'
    )


def _more(number: int) -> PictureRow:
    return PictureRow("", f"and {number} more", "")


def _row(row: PictureRow, middle: float, end: int, size: float) -> list[str]:
    base = middle + size * 0.33
    weight = 'font-weight="700"' if row.is_first else ""
    begins = LEFT + (size * 2 if row.mark else 0) + (size * 1.4 if row.initial else 0)
    room = end - begins - size * (0.2 + 0.62 * len(row.value))
    return [
        _text(row.mark, LEFT, base, size * 2, size * 0.8, 'fill="#655f54"'),
        *_initial(row, begins - size * 0.9, middle, size),
        _text(row.text, begins, base, room, size, weight),
        _text(row.value, end, base, end - LEFT, size, f'text-anchor="end" {weight}'),
    ]


def _initial(row: PictureRow, x: float, y: float, size: float) -> list[str]:
    """Draw the initial in its circle. After the last colour the colours repeat, as rings."""
    if not row.initial:
        return []
    shade, is_ring = COLOURS[row.colour % len(COLOURS)], row.colour // len(COLOURS) % 2
    inside, letters = (PAPER, shade) if is_ring else (shade, PAPER)
    told = plain_text(row.initial)
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.5:.1f}" fill="{inside}" stroke="{shade}" stroke-width="2"/>',
        f'<text x="{x:.1f}" y="{y + size * 0.18:.1f}" font-size="{size * 0.5:.1f}" font-weight="700" '
        f'text-anchor="middle" fill="{letters}">{told}</text>',
    ]


def _text(text: str, x: float, y: float, room: float, size: float, more: str = "") -> str:
    """Draw a text, shortened to fit the room."""
    if not text:
        return ""
    told = plain_text(fitted(text, room / size / NARROW))
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" {more}>{told}</text>'


def _placed(chart: str, x: int, y: int, width: int, height: int) -> str:
    """Place a chart inside the picture."""
    return chart.replace(
        "<svg ",
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="xMidYMin meet" ',
        1,
    )
