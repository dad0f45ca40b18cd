"""Blank score sheets to print, by the book or by the club's house rules."""

from collections.abc import Mapping
from typing import Any, ClassVar

from flask import Blueprint, Response, render_template, request
from wtforms import BooleanField

from companion.core.entry.fields import Field
from companion.core.entry.kinds import default_of, value_text
from companion.core.game.game import Game
from companion.core.game.seating import usual_sides
from companion.core.game.table import Setup
from companion.core.house.house_rules import HouseRules
from companion.core.play.setups import read_setup
from companion.core.words import capitalized
from companion.exports.blank_sheet import MOST_ROUNDS, blank_sheet
from companion.games import SLUGS
from companion.store.house import house_rules
from companion.web.access.guard import current_club_id
from companion.web.house.pages import house_card
from companion.web.rules.views import cacheable_page, quick_facts
from companion.web.support.form_base import PageForm, StringField, WholeField
from companion.web.support.parsing import split_names
from companion.web.support.requests.not_found import game_or_404

blank_sheets = Blueprint("blank_sheets", __name__)

SHOWN_FACTS = ("Deal", "Scores", "Ends")
"""The labels of the quick reference that are printed on the sheet."""

USUAL_PLAYERS = 4


class BlankSheetForm(PageForm):
    """The form for a blank sheet: players and number of rounds."""

    field_names: ClassVar[Mapping[str, str]] = {"options": "players", "sides": "players"}

    players = WholeField("Players", most=99, otherwise="Give the number of players in digits.")
    rounds = WholeField(
        "Rounds", most=MOST_ROUNDS, otherwise=f"Give the number of rounds in digits, {MOST_ROUNDS} at most."
    )
    names = StringField("Names, clockwise, if you like")
    two_sides = BooleanField("Four players as two sides")

    @property
    def typed_names(self) -> list[str]:
        """The names that were typed."""
        return split_names(self.names.data)

    def seats(self, game: Game[Any]) -> list[str]:
        """Return a name for each seat; players without a name are numbered."""
        wished = self.players.data or len(self.typed_names) or game.seats.nearest_allowed(USUAL_PLAYERS)
        return [*self.typed_names, *(f"Player {seat}" for seat in range(len(self.typed_names) + 1, wished + 1))]


@blank_sheets.get("/rules/<slug>/sheet")
def book_sheet(slug: str) -> Response:
    """Show a blank sheet of a game, by the book."""
    return cacheable_page(*_sheet_page(slug, None))


@blank_sheets.get("/clubs/<club>/house/<slug>/sheet")
def club_sheet(slug: str) -> tuple[str, int]:
    """Show a blank sheet of a game, by the club's house rules."""
    return _sheet_page(slug, house_rules.house_rules_in_force(current_club_id(), slug) if slug in SLUGS else None)


def _sheet_page(slug: str, rules: HouseRules | None) -> tuple[str, int]:
    """Return the page with a blank sheet, and its status. ``rules``: the house rules; None for the book."""
    game = game_or_404(slug)
    form = BlankSheetForm(request.args)
    form.validate()
    setup = _chosen_setup(game, rules, form) or _usual_setup(game, rules)
    page = render_template(
        "rules/blank_sheet.html",
        game=game,
        form=form,
        rules=rules,
        card=house_card(game, rules),
        sheet=blank_sheet(game, setup, form.rounds.data),
        setup=setup,
        named=set(form.typed_names),
        options=[
            (item, *_option_text(item, rules)) for item in game.options_for(setup.players) if not item.asking.aside
        ],
        facts=[(label, capitalized(text)) for label, text in quick_facts(game) if label in SHOWN_FACTS],
        refused=bool(form.errors),
    )
    return page, 422 if form.errors else 200


def _usual_setup(game: Game[Any], rules: HouseRules | None) -> Setup:
    """Return the setup for the usual number of players, or for the fewest if the options do not allow that."""
    forms = (BlankSheetForm(blank=True), BlankSheetForm(blank=True, players=str(game.seats.fewest)))
    return next(found for found in (_chosen_setup(game, rules, form) for form in forms) if found is not None)


def _chosen_setup(game: Game[Any], rules: HouseRules | None, form: BlankSheetForm) -> Setup | None:
    """Return the setup of the sheet; None if it is invalid, with the errors in the form."""
    if form.errors:
        return None
    seats = form.seats(game)
    in_sides = game.seats.is_optionally_in_sides and form.two_sides.data and len(seats) == 4
    sides = list(usual_sides(seats)) if in_sides else None
    setup, problems = read_setup(
        game, {"players": seats, "sides": sides, "options": dict(rules.options) if rules else {}}
    )
    form.show_problems(problems)
    return setup


def _option_text(item: Field, rules: HouseRules | None) -> tuple[str, bool]:
    """Return an option's value in words, and whether it differs from the book."""
    book = default_of(item)
    value = rules.options.get(item.key, book) if rules else book
    return ("" if value == "" else value_text(item, value)), value != book
