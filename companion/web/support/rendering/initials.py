"""Initials of players in the colours of their seats."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from flask import g
from markupsafe import Markup

from companion.core.game.table import Setup
from companion.core.pictures.charts import colour_class
from companion.core.pictures.initials import initials


def set_table(setup: Setup) -> None:
    """Set the players whose initials the page of this request shows from here on."""
    g.setup = setup


def initial(name: str, setup: Setup | None = None) -> Markup:
    """Return the initial of a player, or those of a side; empty for others. ``setup``: by default this request's."""
    return _initials_html(_initials_at_table(setup).get(name, ()))


def initials_for_script(names: Sequence[str]) -> str:
    """Return initials and colour classes as JSON for the script: ``[["An", "s0"], …]``."""
    seats = _initials_at_table()
    return json.dumps([next(iter(seats.get(name, ())), ("", "")) for name in names], ensure_ascii=False)


def seat_colour(names: Sequence[str]) -> str:
    """Return the colour class of the player or side in ``names``; empty if there are several."""
    return _initials_at_table()[names[0]][0][1] if len(names) == 1 else ""


StyledInitial = tuple[str, str]
"""An initial, and the colour classes of its seat."""


def _initials_at_table(setup: Setup | None = None) -> Mapping[str, tuple[StyledInitial, ...]]:
    """Return the initials of each player and side at a table; empty if none is known.

    ``setup``: by default the one that ``set_table`` was given in this request.
    """
    known = setup or g.get("setup")
    return _initials_by_name(known.players, known.sides) if known else {}


@lru_cache(512)
def _initials_by_name(players: tuple[str, ...], sides: tuple[str, ...]) -> Mapping[str, tuple[StyledInitial, ...]]:
    """Return the initials of each player and side, cached."""
    each = [(text, colour_class(number % 2 if sides else number)) for number, text in enumerate(initials(players))]
    found = {name: tuple(each[number::2]) for number, name in enumerate(sides)}
    return found | {name: (initial,) for name, initial in zip(players, each, strict=True)}


@lru_cache(512)
def _initials_html(styled: tuple[StyledInitial, ...]) -> Markup:
    """Return initials as HTML."""
    return Markup("").join(
        Markup('<i class="in {}" data-i="{}" aria-hidden="true"></i>').format(colour, text) for text, colour in styled
    )
