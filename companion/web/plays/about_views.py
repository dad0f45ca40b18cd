"""The details of a play: discarding, remarks, time, totals only, and correcting the table."""

from typing import Any

from flask import Blueprint, abort, render_template

from companion.core.kinds import default_of
from companion.core.problems import Problem
from companion.core.seating import usual_sides
from companion.store.log.results import Refused
from companion.store.plays import commands as store
from companion.store.plays import seating
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.play_details import COUNTS, DISCARDED, remark_key
from companion.store.plays.play_state import PlayState
from companion.store.plays.results import PlayStale
from companion.store.plays.slots import round_numbers
from companion.web.access.guard import club_page, here, new_client_id, writes
from companion.web.forms import entry_form
from companion.web.plays.about_forms import AnewForm, RemarkForm, TotalsForm, WhenForm
from companion.web.plays.at_table import Answer, after_edit, back_to_sheet, play_of, why_refused
from companion.web.support.dates import NoMomentError, date_and_time, moment_typed
from companion.web.support.errors import give_back
from companion.web.support.form_base import SwitchForm

about_play = Blueprint("about_play", __name__, url_prefix="/clubs/<club>/plays/<key>")

MOVED = "The sheet has changed meanwhile, nothing was changed by you. Look at it, then send this once more."


@about_play.get("/about")
@club_page
def page(key: str) -> Answer:
    """Show the details of a play, with the ways to change them."""
    return _page(play_of(key))


def _page(state: PlayState, remark: RemarkForm | None = None, when: WhenForm | None = None) -> str:
    on, at = date_and_time(state.played_at, state.club_id)
    return render_template(
        "plays/about.html",
        member=here(),
        state=state,
        remark=remark or RemarkForm(blank=True, remark=state.details.remark),
        when=when or WhenForm(blank=True, on=on, at=at),
        client_id=new_client_id(),
    )


@about_play.post("/discard")
@writes
def discard(key: str) -> Answer:
    """Discard a play, or bring it back."""
    return _said(key, SwitchForm(), DISCARDED)


@about_play.post("/counts")
@writes
def counts(key: str) -> Answer:
    """Take a play out of the statistics, or put it back."""
    return _said(key, SwitchForm(), COUNTS)


def _said(key: str, form: SwitchForm, what: str) -> Answer:
    return after_edit(store.edit_details(here(), play_of(key), about={what: form.on}, **form.carried), key)


@about_play.post("/remark")
@writes
def remark(key: str) -> Answer:
    """Save a remark on a play or on one of its rounds."""
    state, form = play_of(key), RemarkForm()
    slot = form.round_slot
    if form.slot.data and slot not in round_numbers(state.slots):
        abort(404)
    if not form.validate_on_submit():
        return _page(state, remark=form), 422
    give_back(lambda: _page(state, remark=form))
    about = {remark_key(slot): form.remark.data or None}
    outcome = store.edit_details(here(), state, about=about, **form.carried)
    if isinstance(outcome, PlayStale):
        form.refuse("remark", MOVED)
        return _page(outcome.state, remark=form), 409
    return after_edit(outcome, key)


@about_play.post("/when")
@writes
def when(key: str) -> Answer:
    """Change when a play was played; it goes to the night of that time."""
    state, form = play_of(key), WhenForm()
    give_back(lambda: _page(state, when=form))
    try:
        moment = moment_typed(state.club_id, form.on.data, form.at.data)
    except NoMomentError as fault:
        form.refuse(fault.field, fault.sentence)
        return _page(state, when=form), 422
    outcome = change_details(
        here(), state, base=form.revision, details=DetailChanges(played_at=moment), client_id=form.client_id.data
    )
    if isinstance(outcome, PlayStale):
        form.refuse("on", MOVED)
        return _page(outcome.state, when=form), 409
    return after_edit(outcome, key)


# Totals from paper.


@about_play.get("/totals")
@writes
def totals(key: str) -> Answer:
    """Show the form for final totals, for a play without rounds."""
    state = play_of(key)
    return _totals_page(state, TotalsForm(blank=True)) if _takes_totals(state) else back_to_sheet(key)


def _takes_totals(state: PlayState) -> bool:
    """Return whether a play can take final totals: it has no rounds."""
    return not state.slots and not state.over and not state.details.discarded


def _totals_page(state: PlayState, form: TotalsForm) -> str:
    return render_template("plays/totals.html", member=here(), state=state, form=form, client_id=new_client_id())


@about_play.post("/totals")
@writes
def enter_totals(key: str) -> Answer:
    """End the play with these totals."""
    state, form = play_of(key), TotalsForm()
    given = form.totals(state.setup.names)
    if form.errors or form.total.errors:
        return _totals_page(state, form), 422
    give_back(lambda: _totals_page(state, form))
    outcome = store.enter_totals(
        here(), state, base=form.revision, totals=given, client_id=form.client_id.data
    )  # fmt: skip
    if isinstance(outcome, Refused | PlayStale) and _takes_totals(
        outcome.state if isinstance(outcome, PlayStale) else state
    ):
        form.refuse("total", MOVED if isinstance(outcome, PlayStale) else why_refused(outcome))
        return _totals_page(play_of(key), form), 409 if isinstance(outcome, PlayStale) else 422
    return after_edit(outcome, key)


# Seats, dealer, options.


@about_play.get("/anew")
@writes
def anew(key: str) -> Answer:
    """Show the form that corrects seats, first dealer and options."""
    state = play_of(key)
    return back_to_sheet(key) if state.over or state.details.discarded else _anew_page(state)


def _anew_page(
    state: PlayState,
    form: AnewForm | None = None,
    options: dict[str, Any] | None = None,
    problems: tuple[Problem, ...] = (),
) -> str:
    setup = state.setup
    if form is None:
        is_named = setup.sides and setup.sides != usual_sides(setup.players)
        sides = setup.sides if is_named else ()  # else they are called by whoever turns out to play
        form = AnewForm(blank=True, dealer=str(setup.players.index(setup.dealer)), side=sides)
    fields = state.game.options_for(setup.players)
    keys = {item.key for item in fields}
    form.blame(one for one in problems if one.field not in keys)
    values = {**{item.key: default_of(item) for item in fields}, **state.options, **(options or {})}
    return render_template(
        "plays/anew.html",
        member=here(),
        state=state,
        form=form,
        seats=form.again(setup.players),
        sections=entry_form(fields, data=values).sections(problems),
        has_sides=state.game.seats.may_be_sides,
        client_id=new_client_id(),
    )


@about_play.post("/anew")
@writes
def set_up_anew(key: str) -> Answer:
    """Correct them; all rounds are scored anew."""
    state, form = play_of(key), AnewForm()
    names = state.setup.players
    options = entry_form(state.game.options_for(names), formdata=form.sent).entry()
    give_back(lambda: _anew_page(state, form, options))
    outcome = seating.correct_seats(
        here(),
        state,
        base=form.revision,
        sitting=form.sitting(names),
        dealer=form.dealer_name(names) or state.setup.dealer,
        options=options,
        sides=form.sides,
        client_id=form.client_id.data,
    )
    if isinstance(outcome, Refused) and not state.over and not state.details.discarded:
        return _anew_page(state, form, options, outcome.problems), 422
    if isinstance(outcome, PlayStale) and not outcome.state.over and not outcome.state.details.discarded:
        return _anew_page(outcome.state, form, options, (Problem("", MOVED),)), 409
    return after_edit(outcome, key)
