"""How values read on a page: template filters."""

from datetime import datetime

from flask import Flask

from companion.cards.notation import pretty
from companion.core.currency import Currency, amount_text
from companion.core.words import begun, counted, figure, listed, signed, wins
from companion.store.night_log import day_told

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def register(app: Flask) -> None:
    """Make the filters known to the templates."""
    own = (ordinal, day, clock, day_told, took)
    for function in (amount, begun, signed, number, listed, counted, pretty, wins, *own):
        app.add_template_filter(function)


def number(value: int) -> str:
    """A total as written on a sheet: thousands apart, a real minus."""
    return figure(value)


def amount(units: int, currency: Currency, with_sign: bool = False) -> str:
    """Money as people write it: ``€2.50``; ``with_sign``: gains with +."""
    return amount_text(units, currency, signed=with_sign)


def ordinal(place: int) -> str:
    """A place: ``1st``, ``12th``."""
    return _ORDINALS.get(place, f"{place}th")


def day(moment: datetime) -> str:
    """A date: ``Sat 21 November``."""
    return f"{moment:%a} {moment.day} {moment:%B}"


def took(minutes: int) -> str:
    """How long something took: ``45 min``, ``1 h 20 min``."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours and rest else f"{hours} h" if hours else f"{rest} min"


def clock(moment: datetime) -> str:
    """Date and time, as a machine reads it; the page's script shows the reader's own time."""
    return moment.isoformat(timespec="seconds")
