"""The pages with details of a play: discarding, remarks, time, final totals, and corrected seats."""

from functools import partial
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.core.entry.kinds import with_defaults
from companion.core.entry.problems import Problem
from companion.core.game.seating import usual_sides
from companion.store.log.write_results import Refused
from companion.store.plays import change_seats
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_details import COUNTS, DISCARDED, remark_key
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member, for_writers
from companion.web.forms.entry import EntryForm, read_entry
from companion.web.plays.bids.pages import may_be_secret
from companion.web.plays.details.forms import CorrectSetupForm, RemarkForm, TotalsForm, WhenForm
from companion.web.plays.pages import (
    CONFLICT_TEXT,
    play_of,
    redirect_to_sheet,
    response_after_edit,
    response_to_form,
)
from companion.web.support.dates import date_and_time, parse_moment
from companion.web.support.faults import faults_in_field_order
from companion.web.support.form_base import FormRefusedError, PageForm, SwitchForm, show_again
from companion.web.support.parsing import parse_whole
from companion.web.support.requests.not_found import or_404

about_play = Blueprint("about_play", __name__, url_prefix="/clubs/<club>/plays/<key>")


@about_play.get("/more")
def more(key: str) -> ResponseReturnValue:
    """Show the rarer actions of a play, and links to its other pages."""
    state = play_of(key)
    return render_template("plays/details/more.html", state=state, may_be_secret=may_be_secret(state.game.slug))


@about_play.get("/about")
def page(key: str) -> ResponseReturnValue:
    """Show the details of a play, with the forms to change them."""
    return _details_page(play_of(key))


def _details_page(state: PlayState, sent: PageForm | None = None) -> str:
    """Render the details of a play. ``sent``: the form that was refused."""
    on, at = date_and_time(state.played_at, state.club_id)
    return render_template(
        "plays/details/about.html",
        state=state,
        remark=RemarkForm.sent_or_blank(sent, remark=state.details.remark),
        when=WhenForm.sent_or_blank(sent, on=on, at=at),
    )


@about_play.post("/discard")
def discard(key: str) -> ResponseReturnValue:
    """Discard a play, or restore it."""
    return _save_switch(key, DISCARDED)


@about_play.post("/counts")
def set_counts(key: str) -> ResponseReturnValue:
    """Exclude a play from the statistics, or include it again."""
    return _save_switch(key, COUNTS)


def _save_switch(key: str, what: str) -> ResponseReturnValue:
    """Save a detail of a play that is yes or no, as the submitted form says. ``what``: the key of the detail."""
    form = SwitchForm()
    outcome = store.edit_details(current_member(), play_of(key), about={what: form.is_on}, **form.rescore_args)
    return response_after_edit(outcome, key)


@about_play.post("/remark")
def save_remark(key: str) -> ResponseReturnValue:
    """Save a remark on a play or on one of its rounds."""
    state, form = play_of(key), RemarkForm()
    slot = parse_whole(form.slot.data, most=99_999, least=1)
    or_404(not form.slot.data or slot in round_numbers(state.slots))
    form.check(lambda: _details_page(state, form))
    about = {remark_key(slot): form.remark.data or None}
    outcome = store.edit_details(current_member(), state, about=about, **form.rescore_args)
    return response_to_form(outcome, key, form, "remark", partial(_details_page, sent=form))


@about_play.post("/when")
def set_time(key: str) -> ResponseReturnValue:
    """Change when a play was played; it moves to the night of that time."""
    state, form = play_of(key), WhenForm()
    form.check(lambda: _details_page(state, form))
    moment = form.accept(parse_moment(state.club_id, form.on.data, form.at.data))
    is_same = (form.on.data, form.at.data) == date_and_time(state.played_at, state.club_id)  # shown without seconds
    details = DetailChanges() if is_same else DetailChanges(played_at=moment)
    outcome = change_details(current_member(), state, details=details, **form.edit_args)
    return response_to_form(outcome, key, form, "on", partial(_details_page, sent=form))


# Totals from paper.


@about_play.route("/totals", methods=["GET", "POST"])
@for_writers
def totals(key: str) -> ResponseReturnValue:
    """Show the form for final totals, if the play has no rounds, or end the play with them."""
    state, form = play_of(key), TotalsForm()
    if not form.is_submitted():
        return _totals_page(state, form) if _can_take_totals(state) else redirect_to_sheet(key)
    show_again(lambda: _totals_page(state, form))
    given = form.totals(state.setup.names)
    if form.errors:
        raise FormRefusedError
    outcome = store.enter_totals(current_member(), state, totals=given, **form.edit_args)
    return response_to_form(outcome, key, form, "total", partial(_totals_page, form=form), fits=_can_take_totals)


def _can_take_totals(state: PlayState) -> bool:
    """Return whether a play can take final totals: it is open and has no rounds."""
    return state.goes_on and not state.slots


def _totals_page(state: PlayState, form: TotalsForm) -> str:
    """Render the form for final totals."""
    return render_template("plays/details/totals.html", state=state, form=form)


# Seats, dealer, options.


@about_play.route("/setup", methods=["GET", "POST"])
@for_writers
def correct_setup(key: str) -> ResponseReturnValue:
    """Show the form that corrects seats, first dealer and options, or correct them; all rounds are scored again."""
    state = play_of(key)
    names, sides = state.setup.players, state.setup.sides
    given_sides = sides if sides and sides != usual_sides(names) else ()  # other sides are named after their players
    form = CorrectSetupForm(dealer=str(names.index(state.setup.dealer)), side=given_sides)
    if not form.is_submitted():
        return _setup_page(state, form) if state.goes_on else redirect_to_sheet(key)
    options = read_entry(state.game.options_for(names), form.sent)
    show_again(lambda: _setup_page(state, form, options))
    outcome = change_seats.correct_seats(
        current_member(),
        state,
        corrections=form.corrected_seats(names),
        dealer=form.dealer_name(names) or state.setup.dealer,
        options=options,
        sides=form.sides,
        **form.edit_args,
    )
    if isinstance(outcome, Refused) and state.goes_on:
        return _setup_page(state, form, options, outcome.problems), 422
    if isinstance(outcome, PlayStale) and outcome.state.goes_on:
        return _setup_page(outcome.state, form, options, (Problem("", CONFLICT_TEXT),)), 409
    return response_after_edit(outcome, key)


def _setup_page(
    state: PlayState,
    form: CorrectSetupForm,
    options: dict[str, Any] | None = None,
    problems: tuple[Problem, ...] = (),
) -> str:
    """Render the form that corrects seats, first dealer and options.

    ``options``: those that were chosen; ``problems``: why they were refused.
    """
    fields = state.game.options_for(state.setup.players)
    keys = {item.key for item in fields}
    form.show_problems(problem for problem in problems if problem.field not in keys)
    values = with_defaults(fields, {**state.options, **(options or {})})
    return render_template(
        "plays/details/correct_setup.html",
        state=state,
        form=form,
        seats=form.seat_rows(state.setup.players),
        sections=EntryForm(fields, data=values).sections(problems),
        option_faults=faults_in_field_order(fields, (problem for problem in problems if problem.field in keys)),
        has_sides=state.game.seats.can_be_in_sides,
    )
