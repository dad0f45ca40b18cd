"""Clubs without accounts: starting and joining one, and its devices."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store.access import devices as store_devices
from companion.store.access import idle
from companion.store.access import members as store
from companion.store.access.roles import ROLES, Member
from companion.store.database.poll_cache import mark_text
from companion.store.nights import club_zone
from companion.store.nights.zones import canonical_zone_name, name_of_zone, places, year_bounds, zone_of
from companion.store.people import find_or_add
from companion.store.plays import commands as played
from companion.store.plays import play_lists
from companion.store.plays.play_lists import PlaySearch
from companion.web.access.forms import (
    OUT,
    ClubNameForm,
    DeviceNameForm,
    JoinForm,
    LeaveForm,
    RecoverForm,
    RoleForm,
    WhoseForm,
)
from companion.web.access.guard import club_page, device_token, here, organises, this_device, writes
from companion.web.access.new_clubs import check_may_start, may_start
from companion.web.club.more import more_page
from companion.web.club.views import club_page_of
from companion.web.nights.forms import PlaySearchForm, ZoneForm
from companion.web.support.errors import give_back
from companion.web.support.form_base import each_game
from companion.web.support.links import outside, qr_picture
from companion.web.support.polling import asking_again, still_stands
from companion.web.support.rate_limits import rate_limits

access = Blueprint("access", __name__)

PAGE = 30
"""The number of plays on a page of a list."""

MOST_STARTED = 5
"""So many new plays are told by name."""


@access.get("/")
def home() -> str:
    """Show the clubs of this phone, and the ways to start and to join one."""
    return _home()


@access.get("/welcome/<invitation>")
def welcome(invitation: str) -> str:
    """Show the same to somebody whom the operator has invited to start a club."""
    check_may_start(invitation)
    return _home(invitation)


def _home(invitation: str = "") -> str:
    token = device_token()
    clubs = store.clubs_of(token) if token else []
    return render_template(
        "club/home.html", clubs=clubs, invitation=invitation, starts=may_start(invitation), joining=JoinForm(blank=True)
    )


@access.post("/clubs")
def start_club() -> Response:
    """Start a club with one tap, and its first game with the same; this phone organises it."""
    check_may_start(request.form.get("invitation", ""))
    rate_limits().before_club()
    key = store.start_club(this_device(), timezone=canonical_zone_name(ZoneForm().zone.data) or "")
    rate_limits().new_club()
    return redirect(url_for("start.new" if "game" in request.form else "access.club", club=key))


@access.route("/join", methods=["GET", "POST"])
def join() -> Response | tuple[str, int] | str:
    """Join a club by its code."""
    form = JoinForm(code=request.args.get("code", ""))
    if not form.is_submitted():
        to = _invitation(form.code.data) if form.code.data else None
        return render_template("access/join.html", form=form, to=to)
    give_back(lambda: render_template("access/join.html", form=form))
    if form.validate_on_submit():
        to = _invitation(form.code.data)
        if to is not None and store.join(this_device(), form.code.data):
            joined = store.member(device_token(), to.club_key)
            asks = joined is not None and not store_devices.phone_of(joined).asked and _has_answers(joined)
            return redirect(url_for("access.whose" if asks else "access.club", club=to.club_key))
        form.refuse(
            "code", "No club has this code. The organiser's phone shows its letters and digits, and can make new ones."
        )
    return render_template("access/join.html", form=form), 422


def _invitation(code: str) -> store.Invitation | None:
    """Look a code up; a wrong one counts against the limit on guessing."""
    rate_limits().before_code()
    found = store.invitation(code)
    if found is None:
        rate_limits().wrong_code()
    return found


def _has_answers(member: Member) -> bool:
    """Return whether a phone can say whose it is; a viewer's can only if the club has names."""
    return member.can_write or bool(play_lists.recent_players(member.club_id))


@access.get("/j/<code>")
def join_link(code: str) -> Response:
    """Show the page that joins a club, with the code of a QR link filled in."""
    return redirect(url_for("access.join", code=code[:20]))


@access.route("/recover/<token>", methods=["GET", "POST"])
def recover(token: str) -> Response | tuple[str, int] | str:
    """Make this phone an organiser by the recovery link."""
    form = RecoverForm()
    if not form.validate_on_submit():
        return render_template("access/recover.html", form=form)
    rate_limits().before_code()
    key = store.recover(this_device(), token) if store.is_recovery(token) else None
    if key is None:
        rate_limits().wrong_code()
        form.refuse("token", "This link is not valid any more. An organiser's phone can make a new one.")
        return render_template("access/recover.html", form=form), 422
    return redirect(url_for("access.club", club=key))


@access.get("/clubs/<club>")
@club_page
def club() -> Response | str:
    """Show the club: what is on the table, tonight, the last nights."""
    return club_page_of()


@access.get("/clubs/<club>/state")
@club_page
def poll() -> Response:
    """Answer whether the club's page has changed since a phone loaded it."""
    mark, key = play_lists.club_mark(here().club_id), here().club_key
    stands = still_stands(key, mark, mark.club)
    if stands is not None:
        return stands
    more = mark.going_on - request.args.get("since", 0, type=int)
    started = play_lists.latest_titles(here().club_id, min(more, MOST_STARTED))
    changes = [f"{title} was started" for title in started] or ["Something else was written down"]
    return asking_again(jsonify(mark=mark_text(mark), changes=changes), key)


@access.get("/clubs/<club>/whose")
@club_page
def whose() -> str:
    """Ask whose phone this is: a person of the club, somebody new, or nobody's."""
    return _whose_page(WhoseForm())


def _whose_page(form: WhoseForm) -> str:
    people = play_lists.recent_players(here().club_id)
    return render_template(
        "access/whose.html", member=here(), people=people, phone=store_devices.phone_of(here()), form=form
    )


@access.post("/clubs/<club>/whose")
@club_page
def belongs() -> Response | tuple[str, int]:
    """Record whose phone this is."""
    form = WhoseForm()
    if form.nobody.data:
        store_devices.belongs_to(here(), None)
        flash("This phone is nobody’s in the club’s log.")
        return redirect(url_for("access.club", club=here().club_key))
    give_back(lambda: _whose_page(form))
    found = find_or_add.find_or_add(here(), form.who.data or form.other.data)
    if isinstance(found, str):
        form.refuse("other", found)
        return _whose_page(form), 422
    store_devices.belongs_to(here(), found.id)
    flash(f"This is {found.name}’s phone.")
    return redirect(url_for("access.club", club=here().club_key))


@access.get("/clubs/<club>/plays")
@club_page
def all_plays() -> tuple[str, int]:
    """List the plays of the club, or those that match the filters, newest first and in pages."""
    form, club = PlaySearchForm(request.args), here().club_id
    form.validate()
    people, year = form.people(club), form.year_number
    begin, end = year_bounds(year, zone_of(club)) if year else (None, None)
    search = PlaySearch(form.game.data, people, begin, end)
    return _plays_page(
        partial(play_lists.recent_plays, search=search), "access.all_plays", form
    ), 422 if form.errors else 200


@access.get("/clubs/<club>/discarded")
@club_page
def discarded_plays() -> str:
    """List the discarded plays; each can be brought back from its sheet."""
    return _plays_page(play_lists.discarded_plays, "access.discarded_plays")


def _plays_page(
    listed: Callable[..., list[play_lists.ListedPlay]], endpoint: str, form: PlaySearchForm | None = None
) -> str:
    page, club = max(1, request.args.get("page", 1, type=int)), here().club_id
    offset = (min(page, 10_000) - 1) * PAGE
    plays = [] if form and form.errors else listed(club, PAGE + 1, offset=offset)
    if form:
        form.game.choices = each_game({one.slug for one in play_lists.games_played(club)}, any_game="Any")
    return render_template(
        "plays/plays.html",
        member=here(),
        plays=plays[:PAGE],
        page=page,
        more=len(plays) > PAGE,
        endpoint=endpoint,
        form=form,
        asked={name: form[name].data for name in ("game", "player", "year") if form[name].data} if form else {},
    )


@access.post("/clubs/<club>/name")
@organises
def rename() -> Response | tuple[str, int]:
    """Rename the club."""
    form = ClubNameForm()
    if not form.validate_on_submit():
        return _devices_page(form), 422
    give_back(lambda: _devices_page(form))
    store.rename_club(here(), form.name.data)
    return redirect(url_for("access.devices", club=here().club_key))


@access.post("/clubs/<club>/zone")
@organises
def set_zone() -> Response | tuple[str, int]:
    """Set the time zone of the club."""
    form = ZoneForm()
    give_back(lambda: _devices_page(zone=form))
    fault = club_zone.set_zone(here(), form.zone.data)
    if fault:
        form.refuse("zone", fault)
        return _devices_page(zone=form), 422
    flash(f"Nights have the dates of {name_of_zone(here().club_id) or 'UTC'} from now on.")
    return redirect(url_for("access.devices", club=here().club_key))


@access.post("/clubs/<club>/zone/first")
@writes
def offer_zone() -> Response:
    """Take the time zone that a phone's script sends, if none is set."""
    club_zone.suggest_zone(here(), ZoneForm().zone.data)
    return redirect(url_for("access.club", club=here().club_key), 303)


@access.post("/clubs/<club>/keep")
@writes
def keep() -> Response:
    """Call off the removal of a club in which nobody has written for long."""
    idle.keep(here().club_id)
    flash("The club stays.")
    return redirect(url_for("access.club", club=here().club_key), 303)


@access.get("/clubs/<club>/invite")
@organises
def invite() -> str:
    """Show codes, links and QR codes for scorers and viewers; ``play``: the table that they come from."""
    role = "viewer" if request.args.get("role") == "viewer" else "scorer"
    code = store.join_codes(here())[role]
    link = outside(url_for("access.join_link", code=code))
    play = played.load(here().club_id, request.args.get("play", ""))
    return render_template("access/invite.html", member=here(), role=role, code=code, link=link, play=play)


@access.get("/clubs/<club>/invite/<role>.svg")
@organises
def invite_picture(role: str) -> Response:
    """Send the QR code of an invitation."""
    code = store.join_codes(here()).get(role)
    if code is None:
        abort(404)
    return qr_picture(outside(url_for("access.join_link", code=code)))


@access.post("/clubs/<club>/invite/renew")
@organises
def renew() -> Response:
    """Renew the codes; the old ones stop working, and devices that joined stay."""
    store.renew_codes(here())
    flash("There are new codes. The old ones no longer work; phones that have joined stay in.")
    return redirect(url_for("access.invite", club=here().club_key))


@access.get("/clubs/<club>/devices")
@organises
def devices() -> str:
    """Show the devices of the club, its name, and the recovery link."""
    return _devices_page()


def _devices_page(
    form: ClubNameForm | None = None,
    renamed: int = 0,
    naming: DeviceNameForm | None = None,
    zone: ZoneForm | None = None,
) -> str:
    """Render the page of devices. ``form``: the club's name; ``renamed``: the phone that ``naming`` is about."""
    own = name_of_zone(here().club_id)
    link = outside(url_for("access.recover", token=store.recovery_token(here())))
    return render_template(
        "access/devices.html",
        member=here(),
        devices=[
            (one, naming if one.membership_id == renamed else DeviceNameForm(blank=True, label=one.label))
            for one in store_devices.devices(here())
        ],
        link=link,
        form=form or ClubNameForm(blank=True, name=here().club_name),
        renamed=renamed,
        zone=zone or ZoneForm(blank=True, zone=own),
        zones=places(),
        has_zone=bool(own),
    )


@access.post("/clubs/<club>/devices/recovery")
@organises
def renew_recovery() -> Response:
    """Renew the recovery link; the old one stops working."""
    store.renew_recovery(here())
    flash("There is a new recovery link. The old one no longer works.")
    return redirect(url_for("access.devices", club=here().club_key))


@access.post("/clubs/<club>/devices/<int(max=2147483647):membership>")
@organises
def change_device(membership: int) -> Response:
    """Change the role of a device, or remove it."""
    form = RoleForm()
    if not form.validate_on_submit():
        abort(422, " ".join(form.role.errors))
    wish = form.role.data
    before = _let_in_by()
    if wish == OUT:
        done = store_devices.revoke(here(), membership)
        told = "That device is out of the club." if done else "A club needs an organiser: this device stays."
    else:
        done = store_devices.set_role(here(), membership, ROLES[ROLES.index(wish)])
        told = "Changed." if done else "A club needs an organiser: this device stays one."
    if done is None:
        abort(404)
    flash(told)
    if done and membership == here().membership_id and wish != "organiser":
        flash("The club has new codes and a new recovery link, which its organisers' phones show.")
        return redirect(url_for("access.home"))
    _tell_what_is_new(before)
    return redirect(url_for("access.devices", club=here().club_key))


def _let_in_by() -> dict[str, str]:
    """Return the club's codes and recovery link."""
    return {**store.join_codes(here()), "recovery": store.recovery_token(here())}


def _tell_what_is_new(before: dict[str, str]) -> None:
    """Flash which codes and links have been renewed."""
    present = _let_in_by()
    if present["scorer"] != before["scorer"]:
        flash(
            f"The old codes no longer work, so that nobody comes back with them. The new ones: {present['scorer']} "
            f"to score, and {present['viewer']} to watch."
        )
    if present["recovery"] != before["recovery"]:
        flash("There is a new recovery link, too. The old one no longer works: keep the new one somewhere safe.")


@access.route("/clubs/<club>/leave", methods=["GET", "POST"])
@club_page
def leave() -> Response | tuple[str, int] | str:
    """Leave the club with this phone, as on a phone that several people share."""
    form = LeaveForm()
    if form.validate_on_submit() and store_devices.leave(here(), alone=form.alone.data):
        flash(f"This phone has left {here().club_name or 'the club'}.")
        return redirect(url_for("access.home"))
    alone = store_devices.is_last_organiser(here())
    link = outside(url_for("access.recover", token=store.recovery_token(here()))) if alone else ""
    page = render_template("access/leave.html", member=here(), alone=alone, link=link)
    return (page, 409) if form.is_submitted() else page


@access.post("/clubs/<club>/device-name")
@club_page
def name_device() -> Response | tuple[str, int]:
    """Rename this phone in the list of devices."""
    form = DeviceNameForm()
    if not form.validate_on_submit():
        return more_page(form), 422
    give_back(lambda: more_page(form))
    store_devices.rename_phone(here(), here().membership_id, form.label.data)
    flash(f"This phone is now called {form.label.data}.")
    return redirect(url_for("more.index", club=here().club_key))


@access.post("/clubs/<club>/devices/<int(max=2147483647):membership>/name")
@organises
def name_other(membership: int) -> Response | tuple[str, int]:
    """Rename a phone of the club."""
    form = DeviceNameForm()
    if not form.validate_on_submit():
        return _devices_page(None, membership, form), 422
    give_back(lambda: _devices_page(None, membership, form))
    if not store_devices.rename_phone(here(), membership, form.label.data):
        abort(404)
    flash(f"That phone is now called {form.label.data}.")
    return redirect(url_for("access.devices", club=here().club_key))


# Programs.
