"""Pictures of plays and nights, drawn from a few values."""

from collections.abc import Sequence
from typing import Any

from flask import get_template_attribute

from companion.web.nights.picture import PodiumStep

WIDTH, HEIGHT = 1200, 630
FONT, FACE = "'Source Sans 3'", "'Bitter'"
GLYPH = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="glyph s3" viewBox="0 0 24 24" fill="none" stroke="#333">'
    '<path d="M4 4h16v16H4z"/></svg>'
)


def row(place: str, name: str, total: str, is_winner: bool = False, initial: str = "P", colour: int = 0) -> Any:
    """Return a player's row in the picture of a play."""
    values = {"place": place, "name": name, "total": total, "is_winner": is_winner}
    return {**values, "initial": initial, "colour": colour}


def step(place: str, *names: str) -> PodiumStep:
    """Return a step of the podium, on which players with these names stand."""
    return PodiumStep(place, [(name, name[0], number) for number, name in enumerate(names)], "a win")


def play_svg(title: str, date_line: str, headline: str, rows: Sequence[Any], **more: str) -> str:
    """Return the picture of a play as SVG."""
    draw = get_template_attribute("pictures/play.svg", "picture_of_play")
    return str(draw(title, date_line, headline, rows, **more))


def night_svg(title: str, date_line: str, headline: str, podium: Sequence[PodiumStep], games: Sequence[Any]) -> str:
    """Return the picture of a night as SVG."""
    draw = get_template_attribute("pictures/night.svg", "picture_of_night")
    return str(draw(title, date_line, headline, podium, games))
