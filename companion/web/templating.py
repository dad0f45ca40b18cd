"""Everything that templates can use beside the variables of their views: filters, functions and constants."""

from collections.abc import Callable
from typing import Any

from flask import Flask

from companion.core.money.currency import amount_text, currency_of
from companion.core.pictures.charts import colour_class, printable, short_number, shorten, text_width
from companion.core.play.rules_upgrades import unknown_text
from companion.core.statistics.numbers import is_level, place_count, shares_seat
from companion.core.tricks.course_texts import tally_text
from companion.core.words import capitalized, counted, figure, listed, signed, wins
from companion.dates import day_with_year
from companion.store.nights.night_state import day_text
from companion.store.plays.buying import can_buy
from companion.web.files.views import link_to_bgstats
from companion.web.house.pages import changes_of_play
from companion.web.nights.pages import chart_of, decision_sentences, margin_of_play
from companion.web.people.statistics import average, cells, decimal, percent, share, short_day
from companion.web.plays.sheet import chances_text
from companion.web.plays.tricks.followed_round import has_bidding, has_cards, is_entered_by_tricks
from companion.web.plays.tricks.pages import trump_of_trick
from companion.web.rules.club_search import document_url, paragraph_url, question_url
from companion.web.rules.views import anchor_of, rule_url
from companion.web.rulings.views import paragraph_of, situation_titles
from companion.web.start.play_again import next_dealer
from companion.web.support.links import qr_code
from companion.web.support.navigation import TABS, current_tab
from companion.web.support.page_cache import cached_part
from companion.web.support.rendering.filters import by_rule, day, duration, iso_time, ordinal
from companion.web.support.rendering.glyphs import glyph, icon
from companion.web.support.rendering.initials import initial, initials_for_script, seat_colour
from companion.web.support.rendering.png import can_draw_pictures
from companion.web.support.static.page_files import folded, load, page_files

FILTERS: tuple[Callable[..., Any], ...] = (
    anchor_of, average, by_rule, capitalized, cells, colour_class, counted, day, day_text, day_with_year, decimal,
    duration, glyph, initial, initials_for_script, iso_time, listed, ordinal, percent, place_count, printable,
    qr_code, seat_colour, share, short_day, short_number, shorten, signed, tally_text, text_width,
    unknown_text, wins,
)  # fmt: skip
"""Filters that are called in templates as in Python."""

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    cached_part, can_buy, can_draw_pictures, chances_text, changes_of_play, chart_of, currency_of, current_tab,
    decision_sentences, document_url, folded, has_bidding, has_cards, icon, is_entered_by_tricks, is_level,
    link_to_bgstats, load, margin_of_play, next_dealer, page_files, paragraph_of, paragraph_url, question_url, rule_url,
    shares_seat, situation_titles, trump_of_trick,
)  # fmt: skip
"""Functions that are called in templates as in Python."""


def register(app: Flask) -> None:
    """Make filters, functions and constants known to the templates, and set how they write JSON."""
    app.jinja_env.filters.update({filter_.__name__: filter_ for filter_ in FILTERS}, amount=amount_text, number=figure)
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": True}
    app.jinja_env.globals.update({function.__name__: function for function in FUNCTIONS}, club_tabs=TABS)
