"""Jinja filters for formatting."""

from collections.abc import Sequence
from datetime import datetime

from companion.core.game.table import Line
from companion.core.play.adjustments import ADJUSTMENT

MANY_LINES = 6
"""From this number of score lines on, those of the same rule are grouped."""

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
"""The endings of ordinals by their last digit, where they differ."""


def by_rule(lines: Sequence[Line]) -> list[list[Line]]:
    """Return score lines in groups: one by one, or by rule if there are many; corrections are never grouped."""
    many = len(lines) >= MANY_LINES
    groups: dict[object, list[Line]] = {}
    for place, line in enumerate(lines):
        groups.setdefault(line.rule if many and line.rule != ADJUSTMENT else place, []).append(line)
    return list(groups.values())


def ordinal(place: int) -> str:
    """Format an ordinal: ``1st``, ``12th``, ``22nd``."""
    return f"{place}{'th' if place // 10 % 10 == 1 else _ENDINGS.get(place % 10, 'th')}"


def day(moment: datetime) -> str:
    """Format a date: ``Sat 21 November``."""
    return f"{moment:%a} {moment.day} {moment:%B}"


def duration(minutes: int) -> str:
    """Format a duration: ``45 min``, ``1 h 20 min``."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours and rest else f"{hours} h" if hours else f"{rest} min"


def iso_time(moment: datetime) -> str:
    """Format a moment for the ``datetime`` attribute of a ``<time>`` element; the script shows it in local time."""
    return moment.isoformat(timespec="seconds")
