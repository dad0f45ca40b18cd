"""The pages of nights: the list, one night, its details, moving plays, and sharing."""

from collections.abc import Sequence
from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.core.house.rulings import tidy_lines
from companion.store.club.zones import name_of_zone
from companion.store.log.write_results import Stale, Written
from companion.store.nights import move_plays, night_lists, night_sharing, night_state
from companion.store.nights.night_lists import NightPage, NightSearch
from companion.store.nights.night_state import NightDetails, NightState, night_of_result
from companion.store.plays.play_lists import club_mark
from companion.web.access.guard import PageReader, current_club_id, current_member, for_writers, page_reader
from companion.web.nights.chat_text import chat_text
from companion.web.nights.forms import AroundForm, MoveForm, NightForm, NightSearchForm
from companion.web.nights.pages import night_or_404, shown_night
from companion.web.nights.picture import picture_of_night
from companion.web.support.form_base import MOST_OFFERED, IdempotentForm, SwitchForm, choices_of, names_in
from companion.web.support.links import absolute_url
from companion.web.support.page_cache import cached_page
from companion.web.support.rendering.png import send_picture
from companion.web.support.requests.long_work import long_work
from companion.web.support.requests.not_found import or_404

FILTERS = ("q", "game", "player", "year")
"""The names of the filters of the list."""

nights = Blueprint("nights", __name__, url_prefix="/clubs/<club>/nights")

OWN_NIGHT = "own"
"""The value of ``to`` that moves plays to a new night of their own."""

NIGHTS_TO_OFFER = 6
"""How many nights before and after one are offered for moving plays."""


# All nights.


@nights.get("")
def index() -> ResponseReturnValue:
    """List the nights of the club, or those that match the filters, the newest first."""
    form, club = NightSearchForm(request.args), current_club_id()
    mark = club_mark(club)  # read first: later changes then have a newer mark
    form.validate()
    form.people(club)  # refuses an unknown name
    inputs = tuple((name, form[name].data) for name in (*FILTERS, "before", "after") if form[name].data)
    if form.errors:
        return _list_page(page_reader(), club, inputs, form), 422
    return cached_page(_list_page, mark, club, inputs)


def _list_page(
    reader: PageReader, club: int, inputs: Sequence[tuple[str, str]], refused: NightSearchForm | None = None
) -> str:
    """Render the list of nights.

    ``inputs``: name and value of each filter in use, and of the night before or after which the page begins;
    ``refused``: the filters with errors.
    """
    values = dict(inputs)
    form, page = refused or NightSearchForm(MultiDict(values)), NightPage((), "", "")
    if refused is None:
        search = NightSearch(form.q.data, form.game.data, form.people(club))
        up_to = date(form.year_number, 12, 31) if form.year_number else None
        page = or_404(night_lists.night_page(club, search, up_to=up_to, before=form.before.data, after=form.after.data))
    return render_template(
        "nights/nights.html",
        member=reader,
        page=page,
        form=form,
        years=night_lists.years_of(club),
        names=night_lists.unhidden_names(club),
        zone=name_of_zone(club),
        looked_for={name: values[name] for name in FILTERS if name in values and name != "year"},
        this_year=values.get("year", ""),
    )


# One night.


@nights.get("/<key>")
def page(key: str) -> ResponseReturnValue:
    """Show a night: its plays, who won most, rulings and notes."""
    club = current_club_id()
    mark = or_404(night_lists.night_mark(club, key))  # read first: later changes then have a newer mark
    return cached_page(_night_page, mark, club, key, request.args.get("done", ""))


def _night_page(reader: PageReader, club: int, key: str, done: str) -> str:
    """Render the page of a night. ``done``: the key of the change to announce at the top; empty if there is none."""
    night = or_404(night_state.night_by_key(club, key))
    changes = night_state.night_changes(night) if done else []
    return render_template(
        "nights/night.html",
        member=reader,
        shown=shown_night(night),
        night=night,
        neighbours=night_lists.nights_before_and_after(night),
        done=next((change for change in changes if change.key == done), None),
    )


def _redirect_to_night(night: NightState, done: str = "") -> ResponseReturnValue:
    """Redirect to a night. ``done``: the key of the change to announce there."""
    return redirect(url_for("nights.page", key=night.key, done=done or None), 303)


def _redirect_after_change(done: Written, night: NightState) -> ResponseReturnValue:
    """Redirect to the night to which a change has led, and announce the change there."""
    return _redirect_to_night(night_of_result(done, night), done.key)


# Its details.


@nights.route("/<key>/edit", methods=["GET", "POST"])
@for_writers
def edit(key: str) -> ResponseReturnValue:
    """Show the form for the details of a night, and its changes, or save the details."""
    night = night_or_404(key)
    known, played = night.details, night_state.players_of_night(night.id).values()
    known_names = night_state.present_names(night, played)
    form = NightForm(name=known.name, place=known.place, notes=known.notes, dated=night.date, present=known_names)
    form.check(lambda: _edit_page(night, form))
    dated = None if form.dated.data == night.date and night.details.dated is None else form.dated.data
    details = NightDetails(form.name.data, form.place.data, tidy_lines(form.notes.data), dated)
    outcome = night_state.edit_night(
        current_member(), night, details=details, present=names_in(form.present, form.others), **form.edit_args
    )
    if isinstance(outcome, Stale):
        present = night_state.night_of(night.id)
        for name in outcome.parts:
            form.refuse(name, _conflict_error(present, name))
        return _edit_page(present, form), 409
    return _redirect_after_change(form.accept(outcome), night)


def _edit_page(night: NightState, form: NightForm) -> str:
    """Render the form for the details of a night."""
    played = set(night_state.players_of_night(night.id).values())
    known = [name for name in night_lists.unhidden_names(current_club_id()) if name not in played]
    form.present.choices = choices_of(list(dict.fromkeys([*form.present.data, *known]))[:MOST_OFFERED])
    return render_template("nights/edit.html", night=night, form=form, changes=night_state.night_changes(night))


def _conflict_error(night: NightState, name: str) -> str:
    """Return the error beside a field that somebody else has changed meanwhile. ``night``: as it is now."""
    text = {
        "dated": night_state.day_text(night.date),
        "present": ", ".join(night_state.present_names(night)),
    }.get(name) or getattr(night.details, name, "")
    return f"Somebody else changed this meanwhile, to “{text or 'nothing'}”. Save again to use yours instead."


@nights.post("/<key>/steps/<step>/back")
def undo_or_redo(key: str, step: str) -> ResponseReturnValue:
    """Undo a change of a night, or redo it."""
    night, form = night_or_404(key), IdempotentForm()
    change = or_404(night_state.find_undoable(night, step))
    move_plays.undo_or_redo(current_member(), night, change, client_id=form.client_id.data)
    return _redirect_to_night(night, step)


# Moving plays, merging nights.


@nights.route("/<key>/<any(move, merge):what>", methods=["GET", "POST"])
@for_writers
def move_or_merge(key: str, what: str) -> ResponseReturnValue:
    """Show the form that moves plays of a night or merges the night with another, or do so."""
    night, form = night_or_404(key), MoveForm(plays=request.args.getlist("play"))
    form.check(lambda: _move_or_merge_page(what, night, form))
    target = night_state.night_by_key(current_club_id(), form.to.data)
    client_id = form.client_id.data
    if what == "merge" and target is not None:
        outcome = move_plays.merge(current_member(), night, target, client_id=client_id)
    elif what == "merge":
        raise form.refusal("to", "Choose the night that it belongs to.")
    elif target is None and form.to.data != OWN_NIGHT:
        raise form.refusal("to", "Choose the night to move these games to.")
    else:
        outcome = move_plays.move(current_member(), night, form.plays.data, target, client_id=client_id)
    return _redirect_after_change(form.accept(outcome), night)


def _move_or_merge_page(what: str, night: NightState, form: MoveForm) -> str:
    """Render a form that chooses another night, near this one or near a given day. ``what``: ``move`` or ``merge``."""
    around = AroundForm(request.args)
    near = night_lists.nights_near(current_club_id(), night.key, NIGHTS_TO_OFFER)
    if around.validate() and around.around.data:
        page = night_lists.night_page(current_club_id(), up_to=around.around.data, limit=2 * NIGHTS_TO_OFFER)
        near = tuple(other for other in (page.nights if page else ()) if other.key != night.key)
    return render_template(
        f"nights/{what}.html", night=night, shown=shown_night(night), form=form, around=around, near=near, own=OWN_NIGHT
    )


# Sharing.


@nights.route("/<key>/share", methods=["GET", "POST"])
def share(key: str) -> ResponseReturnValue:
    """Show the text for a group chat and the public link to this night, or create or revoke the link."""
    night, form = night_or_404(key), SwitchForm()
    if form.is_submitted():
        is_shared = form.to.data != "off"
        night_sharing.set_shared(current_member(), night, is_shared=is_shared, client_id=form.client_id.data)
        return redirect(url_for("nights.share", key=key), 303)
    token = night_sharing.token_of(night)
    link = absolute_url(url_for("shared_nights.page", token=token)) if token else ""
    shown = shown_night(night)
    return render_template("nights/share.html", night=night, shown=shown, chat_text=chat_text(shown), link=link)


@nights.get("/<key>/export")
def export(key: str) -> ResponseReturnValue:
    """Show what can be exported of a night: its table, and each of its finished games."""
    night = night_or_404(key)
    over = [play.state for play in shown_night(night).plays if play.state.over]
    return render_template("nights/export.html", night=night, over=over)


@nights.get("/<key>/picture.png")
@long_work()
def night_picture(key: str) -> ResponseReturnValue:
    """Send the picture of a night."""
    shown = shown_night(night_or_404(key))
    or_404(shown.plays)
    return send_picture(picture_of_night(shown), f"night-{shown.night.date}.png")
