"""The pages of nights: the list, each night, editing, moving plays, and sharing."""

from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Flask, Response, abort, get_flashed_messages, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.store.log.results import Stale, Written
from companion.store.nights import moving, night_lists, night_sharing, night_state
from companion.store.nights.night_lists import NightPage, NightSearch
from companion.store.nights.night_state import NightChange, NightState, night_written
from companion.store.nights.zones import name_of_zone
from companion.web.access.guard import PageReader, club_page, here, new_client_id, reader, writes
from companion.web.house.pages import evening_changes
from companion.web.nights.forms import AroundForm, MoveForm, NightForm, NightSearchForm
from companion.web.nights.pages import NightShown, chart_of, decided, margin_of, night_shown, night_svg
from companion.web.plays.at_table import Answer
from companion.web.plays.picture import can_draw, png
from companion.web.support.errors import give_back
from companion.web.support.form_base import SwitchForm, TapForm, each
from companion.web.support.links import outside
from companion.web.support.long_work import takes_long
from companion.web.support.page_cache import cached_page

nights = Blueprint("nights", __name__, url_prefix="/clubs/<club>/nights")

OWN = "own"
"""Instead of a night: one that the plays have for themselves."""

NEAR = 6
"""How many nights before and after one are offered to move plays to."""

MOST_CHIPS = 24


def register(app: Flask) -> None:
    """Make the functions of these pages known to the templates."""
    for function in (chart_of, decided, margin_of, evening_changes):
        app.add_template_global(function)


def _night(key: str) -> NightState:
    found = night_state.night_by_key(here().club_id, key)
    if found is None:
        abort(404)
    return found


# All nights.


@dataclass(frozen=True, slots=True)
class NightsRead:
    """What the list of nights shows."""

    member: PageReader
    page: NightPage
    years: tuple[int, ...]
    names: tuple[str, ...]
    zone: str
    asked: tuple[tuple[str, str], ...] = ()
    """What is looked for, by input."""


@nights.get("")
@club_page
def index() -> Answer:
    """List the nights of the club, the newest first, or those that match the filters."""
    form = NightSearchForm(request.args)
    club = here().club_id
    form.validate()
    people = form.people(club)
    page: NightPage | None = NightPage((), "", "")
    if not form.errors:
        year = form.year_number
        search = NightSearch(form.q.data, form.game.data, people)
        last_day = date(year, 12, 31) if year else None
        page = night_lists.night_page(
            club, search, up_to=last_day, before=form.before.data, after=form.after.data
        )  # fmt: skip
    if page is None:
        abort(404)
    asked = tuple((name, form[name].data) for name in ("q", "game", "player", "year") if form[name].data)
    names, zone = night_lists.names_in(club), name_of_zone(club)
    read = NightsRead(reader(), page, night_lists.years_of(club), names, zone, asked)
    if form.errors or get_flashed_messages():
        return _list_page(read, "", form), 422 if form.errors else 200
    return cached_page(_list_page, read)


def _list_page(read: NightsRead, _: str, form: NightSearchForm | None = None) -> str:
    asked = dict(read.asked)
    return render_template(
        "nights/nights.html",
        read=read,
        member=read.member,
        page=read.page,
        form=form or NightSearchForm(MultiDict(asked)),
        looked_for={name: text for name, text in asked.items() if name != "year"},
        this_year=asked.get("year", ""),
    )


# One night.


@dataclass(frozen=True, slots=True)
class NightAsRead:
    """What the page of a night is rendered from."""

    member: PageReader
    shown: NightShown
    neighbours: tuple[str, str]
    """The keys of the night before and the one after; empty: there is none."""

    done: NightChange | None = None
    """What to tell at the top."""

    def __hash__(self) -> int:
        return hash((self.member, self.shown))


@nights.get("/<key>")
@club_page
def one(key: str) -> Answer:
    """Show a night: its plays, who won most, rulings and notes."""
    night = _night(key)
    read = NightAsRead(reader(), night_shown(night), night_lists.neighbours(night), _done(night))
    if get_flashed_messages():
        return _one_page(read, new_client_id())
    return cached_page(_one_page, read)


def _one_page(read: NightAsRead, client_id: str) -> str:
    return render_template(
        "nights/night.html",
        read=read,
        member=read.member,
        shown=read.shown,
        night=read.shown.night,
        client_id=client_id,
    )


def _done(night: NightState) -> NightChange | None:
    """Return the change that the address names, if it is the last one."""
    wanted = request.args.get("done", "")
    changes = night_state.night_changes(night) if wanted else []
    return next((change for change in changes if change.key == wanted), None)


def _back_to(night: NightState, done: str = "") -> Answer:
    return redirect(url_for("nights.one", club=here().club_key, key=night.key, done=done or None), 303)


# What is told of it.


@nights.get("/<key>/edit")
@writes
def edit(key: str) -> Answer:
    """Show the form for what is said about a night, and its changes."""
    return _edit_page(_night(key))


def _edit_page(night: NightState, form: NightForm | None = None) -> str:
    said, there = night.details, night_state.present_names(night)
    if form is None:
        form = NightForm(
            blank=True, name=said.name, place=said.place, notes=said.notes, dated=night.date, present=there
        )
    played = set(night_state.players_of_night(night.id).values())
    known = [name for name in night_lists.names_in(here().club_id) if name not in played]
    form.present.choices = each(list(dict.fromkeys([*form.present.data, *known]))[:MOST_CHIPS])
    return render_template(
        "nights/edit.html",
        member=here(),
        night=night,
        form=form,
        changes=night_state.night_changes(night),
        client_id=new_client_id(),
    )


@nights.post("/<key>/edit")
@writes
def tell(key: str) -> Answer:
    """Change what is said about a night."""
    night, form = _night(key), NightForm()
    if not form.validate_on_submit():
        return _edit_page(night, form), 422
    give_back(lambda: _edit_page(night, form))
    dated = form.dated.data
    outcome = night_state.edit_night(
        here(),
        night,
        base=form.revision,
        name=form.name.data,
        place=form.place.data,
        notes=form.noted,
        dated=None if dated == night.date and night.details.dated is None else dated,
        present=form.there,
        client_id=form.client_id.data,
    )
    if isinstance(outcome, Stale):
        stands = night_state.night_of(night.id)
        for name in outcome.parts:
            form.refuse(name, _overtaken(stands, name))
        return _edit_page(stands, form), 409
    if not isinstance(outcome, Written):
        form.blame(outcome.problems)
        return _edit_page(night, form), 422
    return _back_to(night_written(outcome, night), outcome.key)


def _overtaken(night: NightState, name: str) -> str:
    """Return the present value of a field that somebody else has changed."""
    stands = {
        "dated": night_state.day_text(night.date),
        "present": ", ".join(night_state.present_names(night)),
    }.get(name) or getattr(night.details, name, "")
    return f"Somebody else changed this meanwhile, to “{stands or 'nothing'}”. Save once more to have it as you typed."


@nights.post("/<key>/steps/<step>/back")
@writes
def take_back(key: str, step: str) -> Answer:
    """Undo a change of a night, or redo it."""
    night, form = _night(key), TapForm()
    found = night_state.find_undoable(night, step)
    if found is None:
        abort(404)
    moving.undo_or_redo(here(), night, found, client_id=form.client_id.data)
    return _back_to(night, step)


# Plays moved, nights put together.


@nights.get("/<key>/move")
@writes
def move(key: str) -> Answer:
    """Ask which plays of a night to move where."""
    return _move_page(_night(key), MoveForm(blank=True, plays=request.args.getlist("play")))


@nights.post("/<key>/move")
@writes
def moved(key: str) -> Answer:
    """Move plays of a night."""
    night, form = _night(key), MoveForm()
    give_back(lambda: _move_page(night, form))
    to = night_state.night_by_key(here().club_id, form.to.data)
    if to is None and form.to.data != OWN:
        form.refuse("to", "Choose the night where they go.")
        return _move_page(night, form), 422
    outcome = moving.move(here(), night, form.plays.data, to, client_id=form.client_id.data)
    if not isinstance(outcome, Written):
        form.blame(outcome.problems)
        return _move_page(night, form), 422
    return _back_to(night_written(outcome, night), outcome.key)


@nights.get("/<key>/merge")
@writes
def merge(key: str) -> Answer:
    """Ask with which night to merge this one."""
    return _merge_page(_night(key), MoveForm(blank=True))


@nights.post("/<key>/merge")
@writes
def merged(key: str) -> Answer:
    """Merge a night with another."""
    night, form = _night(key), MoveForm()
    give_back(lambda: _merge_page(night, form))
    into = night_state.night_by_key(here().club_id, form.to.data)
    if into is None:
        form.refuse("to", "Choose the night that it belongs to.")
        return _merge_page(night, form), 422
    outcome = moving.merge(here(), night, into, client_id=form.client_id.data)
    if not isinstance(outcome, Written):
        form.blame(outcome.problems)
        return _merge_page(night, form), 422
    return _back_to(night_written(outcome, night), outcome.key)


def _move_page(night: NightState, form: MoveForm) -> str:
    return _choice_page("nights/move.html", night, form)


def _merge_page(night: NightState, form: MoveForm) -> str:
    return _choice_page("nights/merge.html", night, form)


def _choice_page(template: str, night: NightState, form: MoveForm) -> str:
    """Render the choice of another night, near this one or near a given day."""
    around = AroundForm(request.args)
    near = night_lists.nights_near(here().club_id, night.key, NEAR)
    if around.validate() and around.around.data:
        page = night_lists.night_page(here().club_id, up_to=around.around.data, limit=2 * NEAR)
        near = tuple(one for one in (page.nights if page else ()) if one.key != night.key)
    return render_template(
        template,
        member=here(),
        night=night,
        shown=night_shown(night),
        form=form,
        around=around,
        near=near,
        own=OWN,
        client_id=new_client_id(),
    )


# For others.


@nights.get("/<key>/share")
@club_page
def share(key: str) -> Answer:
    """Show the text for a group chat, and the link to this night alone."""
    night = _night(key)
    token = night_sharing.token_of(night)
    return render_template(
        "nights/share.html",
        member=here(),
        night=night,
        shown=night_shown(night),
        link=outside(url_for("shared_nights.look", token=token)) if token else "",
        client_id=new_client_id(),
    )


@nights.get("/<key>/picture.png")
@club_page
@takes_long
def picture(key: str) -> Answer:
    """Send the picture of a night."""
    shown = night_shown(_night(key))
    if not shown.plays or not can_draw():
        abort(404)
    answer = Response(png(night_svg(shown)), mimetype="image/png")
    answer.headers["Content-Disposition"] = f"inline; filename=night-{shown.night.date}.png"
    return answer


@nights.post("/<key>/share")
@writes
def shared(key: str) -> Answer:
    """Create the link to a night, or take it back."""
    night, form = _night(key), SwitchForm()
    if form.to.data == "off":
        night_sharing.stop_sharing(here(), night, client_id=form.client_id.data)
    else:
        night_sharing.share(here(), night, client_id=form.client_id.data)
    return redirect(url_for("nights.share", club=here().club_key, key=key), 303)
