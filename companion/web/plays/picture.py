"""The picture of a finished play, for sharing."""

from flask import get_template_attribute

from companion.core.game.ranking import places_by_name
from companion.core.pictures.initials import initials
from companion.core.statistics.play_summary import margin_text, totals_by_round
from companion.core.words import figure, wins
from companion.store.plays.play_state import PlayState
from companion.web.support.rendering.charts import line_chart
from companion.web.support.rendering.filters import ordinal
from companion.web.support.static.drawings import drawing

CHART_HEIGHT = 196
"""The height of the space for the chart beside the rows."""


def picture_of_play(state: PlayState, date_line: str) -> str:
    """Return the picture of a finished play as SVG. ``date_line``: the line with its date."""
    places = places_by_name(state.standings)
    names = state.setup.names
    letters = dict(zip(names, initials(names), strict=True))
    rows = [
        {
            "place": ordinal(places[name]),
            "name": name,
            "total": figure(state.totals[name]),
            "is_winner": name in state.winners,
            "initial": letters[name],
            "colour": names.index(name),
        }
        for name in places
    ]
    totals = {} if state.rescoring_notice or len(state.sheet.rounds) < 2 else totals_by_round(state.sheet)
    chart = line_chart("", totals, least=CHART_HEIGHT) if totals else ""
    margin = margin_text(state.standings, state.winners, state.game.better_for(state.setup), state.game.totals.unit)
    headline = ", ".join(filter(None, (wins(state.winners, sides=bool(state.setup.sides)), margin)))
    draw = get_template_attribute("pictures/play.svg", "picture_of_play")
    return str(draw(state.title, date_line, headline, rows, chart, glyph=drawing(state.game.slug)))
