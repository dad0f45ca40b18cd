"""Starting and joining a club, its page and lists, and its devices."""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from flask import Blueprint, abort, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.store.access import devices as store_devices
from companion.store.access import idle
from companion.store.access import members as store
from companion.store.access.roles import ROLES, Member
from companion.store.database.poll_cache import mark_text
from companion.store.nights import club_zone
from companion.store.nights.zones import canonical_zone_name, day_of, name_of_zone, places, year_bounds, zone_of
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
from companion.web.access.guard import device_token, here, organises, this_device, writes
from companion.web.access.new_clubs import check_may_start, may_start
from companion.web.club.more import more_page
from companion.web.club.views import club_page
from companion.web.nights.forms import PlaySearchForm, ZoneForm
from companion.web.support.form_base import game_choices, show_again
from companion.web.support.links import outside, qr_picture
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.polling import not_modified, with_poll_interval
from companion.web.support.requests.rate_limits import rate_limits

access = Blueprint("access", __name__)

PAGE = 24
"""How many plays one page of a list has."""

MOST_STARTED = 5
"""How many new plays the answer to a poll names at most."""


@access.get("/")
def home() -> str:
    """Show the clubs of this phone, and the ways to start and to join one."""
    return _home()


@access.get("/welcome/<invitation>")
def welcome(invitation: str) -> str:
    """Show the start page to somebody whom the operator has invited to start a club."""
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
    """Start a club with this phone as its organiser; with ``game`` in the form, continue to the first play."""
    check_may_start(request.form.get("invitation", ""))
    rate_limits().before_club()
    key = store.start_club(this_device(), timezone=canonical_zone_name(ZoneForm().zone.data) or "")
    rate_limits().new_club()
    return redirect(url_for("start.new" if "game" in request.form else "access.club", club=key))


@access.route("/join", methods=["GET", "POST"])
def join() -> ResponseReturnValue:
    """Show the form for a club's code, or join the club."""
    form = JoinForm(code=request.args.get("code", ""))
    if not form.is_submitted():
        to = _invitation(form.code.data) if form.code.data else None
        return render_template("access/join.html", form=form, to=to)
    show_again(lambda: render_template("access/join.html", form=form))
    form.check()
    to = _invitation(form.code.data)
    if to is None or not store.join(this_device(), form.code.data):
        raise form.refused(
            "code", "No club has this code. An organiser's phone shows the right code, and can make a new one."
        )
    joined = store.member(device_token(), to.club_key)
    asks = joined is not None and not store_devices.phone_of(joined).asked and _has_answers(joined)
    return redirect(url_for("access.whose" if asks else "access.club", club=to.club_key))


def _invitation(code: str) -> store.Invitation | None:
    """Return the club that a code leads to; count a wrong code against the rate limit."""
    rate_limits().before_code()
    found = store.invitation(code)
    if found is None:
        rate_limits().wrong_code()
    return found


def _has_answers(member: Member) -> bool:
    """Return whether asking whose phone this is makes sense: viewers can only choose from known people."""
    return member.can_write or bool(play_lists.recent_players(member.club_id))


@access.get("/j/<code>")
def join_link(code: str) -> Response:
    """Redirect the short link of a QR code to the page that joins a club, with the code filled in."""
    return redirect(url_for("access.join", code=code[:20]))


@access.route("/recover/<token>", methods=["GET", "POST"])
def recover(token: str) -> ResponseReturnValue:
    """Make this phone an organiser of the club of a recovery link."""
    form = RecoverForm()
    if not form.validate_on_submit():
        return render_template("access/recover.html", form=form)
    rate_limits().before_code()
    key = store.recover(this_device(), token) if store.is_recovery(token) else None
    if key is None:
        rate_limits().wrong_code()
        form.refuse("token", "This link is no longer valid. An organiser's phone can make a new one.")
        return render_template("access/recover.html", form=form), 422
    return redirect(url_for("access.club", club=key))


@access.get("/clubs/<club>")
def club() -> ResponseReturnValue:
    """Show the page of a club: plays in progress, tonight, the last nights."""
    return club_page()


@access.get("/clubs/<club>/state")
def poll() -> Response:
    """Answer a poll: whether the club's page has changed since the phone loaded it."""
    mark, key = play_lists.club_mark(here().club_id), here().club_key
    stands = not_modified(key, mark, mark.club)
    if stands is not None:
        return stands
    more = mark.going_on - request.args.get("since", mark.going_on, type=int)
    started = play_lists.latest_titles(here().club_id, min(more, MOST_STARTED))
    changes = [f"{title} was started" for title in started] or ["Something else was written down"]
    return with_poll_interval(jsonify(mark=mark_text(mark), changes=changes), key)


@access.get("/clubs/<club>/whose")
def whose() -> str:
    """Ask whose phone this is."""
    return _whose_page(WhoseForm())


def _whose_page(form: WhoseForm) -> str:
    people = play_lists.recent_players(here().club_id)
    return render_template("access/whose.html", people=people, phone=store_devices.phone_of(here()), form=form)


@access.post("/clubs/<club>/whose")
def belongs() -> Response:
    """Save whose phone this is."""
    form = WhoseForm()
    if form.nobody.data:
        store_devices.belongs_to(here(), None)
        flash("The log names this phone as nobody’s.")
        return redirect(url_for("access.club"))
    show_again(lambda: _whose_page(form))
    found = find_or_add.find_or_add(here(), form.who.data or form.other.data)
    if isinstance(found, str):
        raise form.refused("other", found)
    store_devices.belongs_to(here(), found.id)
    flash(f"This is {found.name}’s phone.")
    return redirect(url_for("access.club"))


@access.get("/clubs/<club>/plays")
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
def discarded_plays() -> str:
    """List the discarded plays; each can be restored on its sheet."""
    return _plays_page(play_lists.discarded_plays, "access.discarded_plays")


def _plays_page(
    listed: Callable[..., list[play_lists.ListedPlay]], endpoint: str, form: PlaySearchForm | None = None
) -> str:
    """Render one page of a list of plays. ``listed``: the query; ``endpoint``: of the list, to link its other pages."""
    page, club = max(1, request.args.get("page", 1, type=int)), here().club_id
    offset = (min(page, 10_000) - 1) * PAGE
    plays, zone = [] if form and form.errors else listed(club, PAGE + 1, offset=offset), zone_of(club)
    if form:
        form.game.choices = game_choices({one.slug for one in play_lists.games_played(club)}, any_game="Any")
    return render_template(
        "plays/plays.html",
        days=[(day, list(some)) for day, some in groupby(plays[:PAGE], lambda play: day_of(play.started_at, zone))],
        page=page,
        more=len(plays) > PAGE,
        endpoint=endpoint,
        form=form,
        asked={name: form[name].data for name in ("game", "player", "year") if form[name].data} if form else {},
    )


@access.post("/clubs/<club>/name")
@organises
def rename() -> Response:
    """Rename the club."""
    form = ClubNameForm()
    show_again(lambda: _devices_page(form))
    form.check()
    store.rename_club(here(), form.name.data)
    return redirect(url_for("access.devices"))


@access.post("/clubs/<club>/zone")
@organises
def set_zone() -> Response:
    """Set the time zone of the club."""
    form = ZoneForm()
    show_again(lambda: _devices_page(zone=form))
    fault = club_zone.set_zone(here(), form.zone.data)
    if fault:
        raise form.refused("zone", fault)
    flash(f"Nights have the dates of {name_of_zone(here().club_id) or 'UTC'} from now on.")
    return redirect(url_for("access.devices"))


@access.post("/clubs/<club>/zone/first")
@writes
def offer_zone() -> Response:
    """Set the time zone that a phone's script has sent, unless the club has one."""
    club_zone.suggest_zone(here(), ZoneForm().zone.data)
    return redirect(url_for("access.club"), 303)


@access.post("/clubs/<club>/keep")
@writes
def keep() -> Response:
    """Cancel the removal of an unused club."""
    idle.keep(here().club_id)
    flash("The club stays.")
    return redirect(url_for("access.club"), 303)


@access.get("/clubs/<club>/invite")
@organises
def invite() -> str:
    """Show codes, links and QR codes for scorers and viewers. ``play``: the play to return to."""
    role = "viewer" if request.args.get("role") == "viewer" else "scorer"
    code = store.join_codes(here())[role]
    link = outside(url_for("access.join_link", code=code))
    play = played.load(here().club_id, request.args.get("play", ""))
    return render_template("access/invite.html", role=role, code=code, link=link, play=play)


@access.get("/clubs/<club>/invite/<role>.svg")
@organises
def invite_picture(role: str) -> Response:
    """Send the QR code of an invitation."""
    code = or_404(store.join_codes(here()).get(role))
    return qr_picture(outside(url_for("access.join_link", code=code)))


@access.post("/clubs/<club>/invite/renew")
@organises
def renew() -> Response:
    """Renew the codes for joining. The old ones become invalid; devices that have joined stay."""
    store.renew_codes(here())
    flash("There are new codes. The old ones no longer work; phones that have joined stay in.")
    return redirect(url_for("access.invite"))


@access.get("/clubs/<club>/devices")
@organises
def devices() -> str:
    """Show the devices of the club, its name, its time zone and the recovery link."""
    return _devices_page()


def _devices_page(
    form: ClubNameForm | None = None,
    renamed: int = 0,
    naming: DeviceNameForm | None = None,
    zone: ZoneForm | None = None,
) -> str:
    """Render the page of devices.

    ``form``: for the club's name; ``naming``: for the name of the device ``renamed``, a membership id.
    """
    own = name_of_zone(here().club_id)
    link = outside(url_for("access.recover", token=store.recovery_token(here())))
    return render_template(
        "access/devices.html",
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
    """Renew the recovery link; the old one becomes invalid."""
    store.renew_recovery(here())
    flash("There is a new recovery link. The old one no longer works.")
    return redirect(url_for("access.devices"))


@access.post("/clubs/<club>/devices/<int(max=2147483647):membership>")
@organises
def change_device(membership: int) -> Response:
    """Change the role of a device, or remove it."""
    form = RoleForm()
    if not form.validate_on_submit():
        abort(422, " ".join(form.role.errors))
    wish = form.role.data
    before = _codes_and_link()
    if wish == OUT:
        done = store_devices.revoke(here(), membership)
        message = "That phone is removed from the club." if done else "A club needs an organiser, so this phone stays."
    else:
        done = store_devices.set_role(here(), membership, ROLES[ROLES.index(wish)])
        message = "Changed." if done else "A club needs an organiser, so this phone stays one."
    if done is None:
        abort(404)
    flash(message)
    if done and membership == here().membership_id and wish != "organiser":
        flash("The club has new codes and a new recovery link, which its organisers' phones show.")
        return redirect(url_for("access.home"))
    _flash_renewed(before)
    return redirect(url_for("access.devices"))


def _codes_and_link() -> dict[str, str]:
    """Return the club's codes for joining, and the token of its recovery link."""
    return {**store.join_codes(here()), "recovery": store.recovery_token(here())}


def _flash_renewed(before: dict[str, str]) -> None:
    """Flash which codes and links were renewed. ``before``: those before the change."""
    present = _codes_and_link()
    if present["scorer"] != before["scorer"]:
        flash(
            f"The old codes no longer work, so nobody can come back with them. The new ones: {present['scorer']} "
            f"to score, and {present['viewer']} to watch."
        )
    if present["recovery"] != before["recovery"]:
        flash("There is a new recovery link, too. The old one no longer works: keep the new one somewhere safe.")


@access.route("/clubs/<club>/leave", methods=["GET", "POST"])
def leave() -> ResponseReturnValue:
    """Ask whether this phone should leave the club, or leave it."""
    form = LeaveForm()
    if form.validate_on_submit() and store_devices.leave(here(), alone=form.alone.data):
        flash(f"This phone has left {here().club_name or 'the club'}.")
        return redirect(url_for("access.home"))
    alone = store_devices.is_last_organiser(here())
    link = outside(url_for("access.recover", token=store.recovery_token(here()))) if alone else ""
    page = render_template("access/leave.html", alone=alone, link=link)
    return (page, 409) if form.is_submitted() else page


@access.post("/clubs/<club>/device-name")
def name_device() -> Response:
    """Rename this phone."""
    form = DeviceNameForm()
    show_again(lambda: more_page(form))
    form.check()
    store_devices.rename_phone(here(), here().membership_id, form.label.data)
    flash(f"This phone is now called {form.label.data}.")
    return redirect(url_for("more.index"))


@access.post("/clubs/<club>/devices/<int(max=2147483647):membership>/name")
@organises
def name_other(membership: int) -> Response:
    """Rename another phone of the club."""
    form = DeviceNameForm()
    show_again(lambda: _devices_page(None, membership, form))
    form.check()
    if not store_devices.rename_phone(here(), membership, form.label.data):
        abort(404)
    flash(f"That phone is now called {form.label.data}.")
    return redirect(url_for("access.devices"))
