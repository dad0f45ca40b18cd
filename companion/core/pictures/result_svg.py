"""The pictures of a play and of a night for sharing: SVG of fixed size, from which the web makes PNG."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.core.pictures.charts import plain_text, shorten, text_width

WIDTH, HEIGHT = 1200, 630
MOST_ROWS = 12
"""If there are more rows, the last one says how many are left out."""

MOST_GAMES, MOST_ON_A_STEP = 6, 4

FONT = "'Source Sans 3'"  # without the inner quotes the renderer draws nothing, and reports nothing
FACE = "'Bitter'"
"""The font of headings and numbers."""

NARROW, WIDE = 0.85, 0.95
"""The width of the letters of both, relative to the default font of a phone."""

TOP, BOTTOM = 208, 584
SUITS = '♠<tspan fill="#b01f24"> ♥ ♦ </tspan>♣'
LEFT, MIDDLE, RIGHT = 70, 620, 1130

INK, FAINT, PAPER = "#1c1a17", "#655f54", "#fffdf8"
GREEN, SOFT = "#0d5a43", "#dcebe2"
COLOURS = ("#0067a8", "#b84300", "#00714f", "#a03078", "#806000", "#5a48b5", "#45413a", "#c2185b")

CHART_HEIGHT = 196
"""The height of the lines of a chart that fills the room beside the rows."""

STYLE = """
.chart text { font-size: 14px; fill: #1c1a17; }
.chart .value { font-weight: 700; }
.chart .initial { font-size: 9px; font-weight: 700; fill: #fffdf8; }
.chart .tick { fill: #655f54; }
.chart path { fill: none; stroke: #d8cfbd; stroke-width: 1; }
.chart .on-wide { display: none; }
.chart .zero { stroke: #8a8170; }
.chart .line path { stroke-width: 2.5; stroke-linejoin: round; }
.chart .line .lead { stroke-width: 1; stroke-dasharray: none; }
.d1 path { stroke-dasharray: 7 3 } .d2 path { stroke-dasharray: 2 3 } .d3 path { stroke-dasharray: 9 3 2 3 }
.d4 path { stroke-dasharray: 12 4 } .d5 path { stroke-dasharray: 4 4 } .d6 path { stroke-dasharray: 9 3 2 3 2 3 }
.d7 path { stroke-dasharray: 14 3 4 3 }
""" + "".join(
    f".line.s{number} path {{ stroke: {one} }} .line.s{number} circle {{ fill: {one}; stroke: {one} }} "
    f".line.s{number}.ring circle {{ fill: {PAPER} }} .line.s{number}.ring .initial {{ fill: {one} }} "
    f".glyph.s{number} {{ color: {one} }}\n"
    for number, one in enumerate(COLOURS)
)
"""The light colours of the style sheet as plain rules, because the renderer knows no CSS variables."""

_TINT = re.compile(r'class="glyph s(\d)"')

STEPS = ((1.0, GREEN), (0.7, "#3d7b69"), (0.48, "#5e9080"))
"""The heights, relative to the first, and the colours of the steps of a podium: first, second and third place."""

NAME_HEIGHT, TALLEST_STEP = 48, 280


class PictureRow(NamedTuple):
    """A player's row in the picture of a play."""

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


class PodiumStep(NamedTuple):
    """A step of the podium: all players with the same number of wins."""

    place: str
    names: Sequence[str]
    initials: Sequence[str]
    value: str
    """The number of wins, in words."""

    colours: Sequence[int]
    """The number of the colour around each initial."""


class PictureGame(NamedTuple):
    """A game in the picture of a night."""

    glyph: str
    title: str
    result: str


def play_svg(
    title: str, date_line: str, headline: str, rows: Sequence[PictureRow], *, chart: str = "", glyph: str = ""
) -> str:
    """Return the picture of a play.

    ``date_line``: date and place; ``headline``: who won; ``chart``: an SVG from ``charts``, or nothing; ``glyph``: the
    drawing of the game, or nothing.
    """
    end = MIDDLE - 44 if chart else RIGHT
    shown = (
        rows
        if len(rows) <= MOST_ROWS
        else [*rows[: MOST_ROWS - 1], PictureRow("", f"and {len(rows) - MOST_ROWS + 1} more", "")]
    )
    step = min(66.0, (BOTTOM - TOP) / max(len(shown), 1))
    parts = _head(title, date_line, headline, glyph)
    for number, row in enumerate(shown):
        parts += _row(row, TOP + (number + 0.5) * step, end, step)
    if chart:
        parts.append(_place_drawing(chart, MIDDLE, TOP, RIGHT - MIDDLE, BOTTOM - TOP))
    return _picture(parts)


def night_svg(
    title: str, date_line: str, headline: str, podium: Sequence[PodiumStep], games: Sequence[PictureGame]
) -> str:
    """Return the picture of a night: who won most on a podium of up to three steps, and how each game ended.

    ``date_line``: date and place; ``headline``: how one play was decided.
    """
    left = MIDDLE if podium else LEFT
    many = len(games) - MOST_GAMES + 1
    shown = games if len(games) <= MOST_GAMES else [*games[: MOST_GAMES - 1], PictureGame("", f"and {many} more", "")]
    step = min(112.0, (BOTTOM - TOP) / max(len(shown), 1))
    parts = _head(title, date_line, headline)
    parts += _podium(podium, LEFT, left - 40)
    for number, game in enumerate(shown):
        parts += _game(game, left, TOP + number * step, min(84.0, step * 0.84))
    return _picture(parts)


def _picture(parts: Iterable[str]) -> str:
    """Return a whole picture from its parts, with its style."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}" '
        f'fill="{INK}">{"".join(parts)}</svg>'
    )


def _head(title: str, date_line: str, headline: str, glyph: str = "") -> list[str]:
    """Draw the green table, the paper on it, and the headings."""
    begins = LEFT + 104 if glyph else LEFT
    return [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GREEN}"/>'
        f'<rect x="30" y="30" width="{WIDTH - 60}" height="{HEIGHT - 60}" rx="28" fill="{PAPER}"/>',
        *_tile(glyph, LEFT, 60, 84),
        _heading(title, begins, 104, RIGHT - begins - 180, 48),
        f'<text x="{RIGHT}" y="100" font-size="38" text-anchor="end" xml:space="preserve">{SUITS}</text>',
        _text(date_line, begins, 140, RIGHT - begins, 26, f'fill="{FAINT}"'),
        _heading(headline, LEFT, 186, RIGHT - LEFT, 32, f'fill="{GREEN}"'),
    ]


def _tile(glyph: str, x: float, y: float, size: float) -> list[str]:
    """Draw the glyph of a game on a square in its tint; nothing without a glyph."""
    tint = _TINT.search(glyph)
    if tint is None:
        return []
    inner = size * 0.16
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" rx="{size * 0.2:.1f}" '
        f'fill="{COLOURS[int(tint[1])]}" fill-opacity="0.13"/>',
        _place_drawing(glyph, x + inner, y + inner, size - 2 * inner, size - 2 * inner),
    ]


def _row(row: PictureRow, middle: float, end: int, step: float) -> list[str]:
    """Draw a row: place or initial, text, and the value at its end.

    ``middle``: where its middle is in the height of the picture; ``end``: its right end; ``step``: its height.
    """
    size = min(34.0, step * 0.66)
    base = middle + size * 0.33
    begins = LEFT + 10 + (size * 2 if row.mark else 0) + (size * 1.4 if row.initial else 0)
    room = end - 10 - begins - size * (0.2 + 0.68 * len(row.value))
    weight, band = "", ""
    if row.is_first:
        weight = 'font-weight="700"'
        band = (
            f'<rect x="{LEFT - 8}" y="{middle - step * 0.46:.1f}" width="{end - LEFT + 16}" '
            f'height="{step * 0.92:.1f}" rx="14" fill="{SOFT}"/>'
        )
    return [
        band,
        _text(row.mark, LEFT + 10, base, size * 2, size * 0.8, f'fill="{FAINT}"'),
        *_initial(row.initial, row.colour, begins - size * 0.9, middle, size),
        _text(row.text, begins, base, room, size, weight),
        _heading(row.value, end - 10, base, end - LEFT, size, 'text-anchor="end"'),
    ]


def _podium(steps: Sequence[PodiumStep], left: float, right: float) -> list[str]:
    """Draw the steps of the podium and the players on them. Of three steps the first is in the middle."""
    order = (1, 0, 2) if len(steps) == len(STEPS) else range(len(steps))
    room = [BOTTOM - TOP - NAME_HEIGHT * min(len(one.names), MOST_ON_A_STEP) for one in steps]
    tallest = min([TALLEST_STEP, *(space / part for space, (part, _) in zip(room, STEPS, strict=False))])
    width = (right - left) / max(len(steps), 2)
    begins = (left + right - width * len(steps)) / 2
    parts = []
    for place, number in enumerate(order):
        height, fill = tallest * STEPS[number][0], STEPS[number][1]
        x, top = begins + place * width + 4, BOTTOM - height
        parts.append(
            f'<rect x="{x:.1f}" y="{top:.1f}" width="{width - 8:.1f}" height="{height:.1f}" rx="12" fill="{fill}"/>'
        )
        parts += _step_contents(steps[number], x, top, width - 8)
    return parts


def _step_contents(step: PodiumStep, x: float, top: float, width: float) -> list[str]:
    """Draw the texts of a step, and the players who stand on it. ``x``, ``top``: its upper left corner."""
    middle, size, letters = x + width / 2, 34, f'text-anchor="middle" fill="{PAPER}"'
    parts = [
        _heading(step.place, middle, top + 46, width, 40, letters),
        _text(step.value, middle, top + 76, width, 24, letters),
    ]
    many = len(step.names)
    shown = many if many <= MOST_ON_A_STEP else MOST_ON_A_STEP - 1
    y = top - 28.0
    if shown < many:
        parts.append(_text(f"and {many - shown} more", middle, y + 8, width, 24, 'text-anchor="middle"'))
        y -= NAME_HEIGHT
    for name, initial, colour in reversed(list(zip(step.names, step.initials, step.colours, strict=True))[:shown]):
        letter = max(18.0, min(28.0, (width - 50) / max(text_width(name), 1) / NARROW))
        text = shorten(name, (width - 50) / letter / NARROW)
        begins = middle - (46 + text_width(text) * letter * NARROW) / 2
        parts += _initial(initial, colour, begins + size / 2, y, size)
        parts.append(_text(text, begins + 44, y + 10, width, letter, 'font-weight="700"'))
        y -= NAME_HEIGHT
    return parts


def _game(game: PictureGame, x: float, y: float, size: float) -> list[str]:
    """Draw a game of the night: its glyph, its title and its result."""
    begins = x + size + 18 if game.glyph else x
    return [
        *_tile(game.glyph, x, y, size),
        _text(game.title, begins, y + size * 0.43, RIGHT - begins, size * 0.46, 'font-weight="700"'),
        _text(game.result, begins, y + size * 0.92, RIGHT - begins, size * 0.4, f'fill="{FAINT}"'),
    ]


def _initial(initial: str, colour: int, x: float, y: float, size: float) -> list[str]:
    """Draw the initial in its circle. ``colour``: its number; after the last colour the colours repeat, as rings."""
    if not initial:
        return []
    shade, is_ring = COLOURS[colour % len(COLOURS)], colour // len(COLOURS) % 2
    inside, letters = (PAPER, shade) if is_ring else (shade, PAPER)
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.5:.1f}" fill="{inside}" stroke="{shade}" stroke-width="2"/>',
        f'<text x="{x:.1f}" y="{y + size * 0.18:.1f}" font-size="{size * 0.5:.1f}" font-weight="700" '
        f'text-anchor="middle" fill="{letters}">{plain_text(initial)}</text>',
    ]


def _heading(text: str, x: float, y: float, room: float, size: float, more: str = "") -> str:
    """Draw a heading or a number, shortened to fit the room. ``more``: further attributes of the element."""
    return _text(
        text, x, y, room, size, f'font-family="{FACE}" font-weight="700" word-spacing="{size * 0.07:.1f}" {more}', WIDE
    )


def _text(text: str, x: float, y: float, room: float, size: float, more: str = "", wide: float = NARROW) -> str:
    """Draw a text, shortened to fit the room.

    ``more``: further attributes of the element; ``wide``: the width of its letters, as for ``NARROW``.
    """
    if not text:
        return ""
    message = plain_text(shorten(text, room / size / wide))
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" {more}>{message}</text>'


def _place_drawing(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """Place a chart or the drawing of a game inside the picture."""
    return drawing.replace(
        "<svg ",
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" preserveAspectRatio="xMidYMin meet" ',
        1,
    )
