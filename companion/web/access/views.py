"""Starting, joining and leaving a club, inviting others, and whose phone this is."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.store.access import devices as store_devices
from companion.store.access import invitations, joining
from companion.store.access import members as store
from companion.store.club import clubs
from companion.store.club.zones import canonical_zone_name
from companion.store.people import find_or_add
from companion.store.plays import play_lists
from companion.store.plays.play_state import load_play
from companion.web.access.forms import (
    JoinForm,
    LeaveForm,
    WhoseForm,
    ZoneForm,
)
from companion.web.access.guard import (
    current_club_id,
    current_member,
    device_token,
    for_organisers,
    for_viewers,
    this_device,
)
from companion.web.access.new_clubs import can_start_club, check_can_start_club
from companion.web.support.form_base import PageForm
from companion.web.support.links import absolute_url
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.rate_limits import NEW_CLUBS, rate_limits

access = Blueprint("access", __name__)


@access.get("/")
@access.get("/welcome/<invitation>")
def home(invitation: str = "") -> str:
    """Show the clubs of this phone, and the ways to start and to join one.

    ``invitation``: the one in the operator's link; abort with 403 if nobody can start a club with it.
    """
    if invitation:
        check_can_start_club(invitation)
    token = device_token()
    return render_template(
        "access/home.html",
        clubs=store.clubs_of(token) if token else [],
        invitation=invitation,
        can_start=can_start_club(invitation),
        joining=JoinForm(blank=True),
    )


@access.post("/clubs")
def start_club() -> Response:
    """Start a club with this phone as its organiser; with ``game`` in the form, continue to the first play."""
    check_can_start_club(request.form.get("invitation", ""))
    rate_limits().check(NEW_CLUBS)
    key = clubs.start_club(this_device(), timezone=canonical_zone_name(ZoneForm().zone.data) or "")
    rate_limits().count(NEW_CLUBS)
    return redirect(url_for("start.new_play" if "game" in request.form else "club.page", club=key))


@access.route("/join", methods=["GET", "POST"])
def join() -> ResponseReturnValue:
    """Show the form for a club's code, or join the club."""
    form = JoinForm(code=request.args.get("code", ""))
    if not form.is_submitted():
        invitation = _invitation(form.code.data) if form.code.data else None
        return render_template("access/join.html", form=form, to=invitation)
    form.check(lambda: render_template("access/join.html", form=form))
    invitation = _invitation(form.code.data)
    if invitation is None or not joining.join_club(this_device(), form.code.data):
        raise form.refusal("code", "No club has this code. Compare its letters and digits with an organiser's phone.")
    joined = or_404(store.member(device_token(), invitation.club_key))
    # Viewers can only choose from known people.
    asks = not joined.asked and (joined.can_write or bool(play_lists.recent_players(joined.club_id)))
    return redirect(url_for("access.device_owner" if asks else "club.page", club=invitation.club_key))


def _invitation(code: str) -> joining.Invitation | None:
    """Return the invitation with this code, or None for a wrong code, which counts against the rate limit."""
    rate_limits().check_code_limit()
    found = joining.find_invitation(code)
    if found is None:
        rate_limits().count_wrong_code()
    return found


@access.get("/j/<code>")
def join_link(code: str) -> Response:
    """Redirect the short link of a QR code to the page that joins a club, with the code filled in."""
    return redirect(url_for("access.join", code=code[:20]))


@access.route("/recover/<token>", methods=["GET", "POST"])
def recover(token: str) -> ResponseReturnValue:
    """Show the form of a recovery link, or make this phone an organiser of its club."""
    form = PageForm()
    form.check(lambda: render_template("access/recover.html", form=form))
    rate_limits().check_code_limit()
    key = joining.recover_club(this_device(), token) if joining.is_recovery_token(token) else None
    if key is None:
        rate_limits().count_wrong_code()
        raise form.refusal("token", "This link is no longer valid. An organiser's phone can make a new one.")
    return redirect(url_for("club.page", club=key))


@access.route("/clubs/<club>/whose", methods=["GET", "POST"])
@for_viewers
def device_owner() -> ResponseReturnValue:
    """Ask whose phone this is, or save it."""
    form = WhoseForm()
    form.check(lambda: _whose_page(form))
    if form.nobody.data:
        store_devices.set_owner(current_member(), None)
        flash("The log names nobody as the owner of this phone.")
        return redirect(url_for("club.page"))
    found = form.accept(find_or_add.find_or_add(current_member(), form.who.data or form.other.data), "other")
    store_devices.set_owner(current_member(), found.id)
    flash(f"This is {found.name}'s phone.")
    return redirect(url_for("club.page"))


def _whose_page(form: WhoseForm) -> str:
    """Render the form that asks whose phone this is."""
    people = play_lists.recent_players(current_club_id())
    return render_template(
        "access/whose.html", people=people, phone=store_devices.phone_of(current_member()), form=form
    )


@access.get("/clubs/<club>/invite")
@for_organisers
def invite() -> str:
    """Show the code, link and QR code for scorers, or with ``role`` in the query for viewers.

    ``play`` in the query: the key of the play to return to.
    """
    role = "viewer" if request.args.get("role") == "viewer" else "scorer"
    code = invitations.join_codes(current_member())[role]
    link = absolute_url(url_for("access.join_link", code=code))
    play = load_play(current_club_id(), request.args.get("play", ""))
    return render_template("access/invite.html", role=role, code=code, link=link, play=play)


@access.post("/clubs/<club>/invite/renew")
@for_organisers
def renew_codes() -> Response:
    """Renew the codes for joining. The old ones become invalid; devices that have joined stay."""
    invitations.renew_codes(current_member())
    flash("There are new codes. The old ones no longer work; phones that have joined stay in.")
    return redirect(url_for("access.invite"))


@access.route("/clubs/<club>/leave", methods=["GET", "POST"])
@for_viewers
def leave() -> ResponseReturnValue:
    """Ask whether this phone should leave the club, or leave it.

    The last organiser has to tick ``alone``; otherwise the page is shown again with 409.
    """
    form = LeaveForm()
    if form.validate_on_submit() and store_devices.leave(current_member(), alone=form.alone.data):
        flash(f"This phone has left {current_member().club_name or 'the club'}.")
        return redirect(url_for("access.home"))
    alone = store_devices.is_last_organiser(current_member())
    link = absolute_url(url_for("access.recover", token=invitations.recovery_token(current_member()))) if alone else ""
    page = render_template("access/leave.html", alone=alone, link=link)
    return (page, 409) if form.is_submitted() else page
