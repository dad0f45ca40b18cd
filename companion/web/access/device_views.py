"""The page of a club's devices, its name, its time zone and its recovery link."""

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store.access import devices as store_devices
from companion.store.access import invitations
from companion.store.access.roles import ROLES
from companion.store.club import clubs
from companion.store.club.zones import name_of_zone
from companion.store.nights import club_zone
from companion.web.access.forms import (
    REMOVE,
    ClubNameForm,
    DeviceNameForm,
    RoleForm,
    ZoneForm,
)
from companion.web.access.guard import current_club_id, current_member, for_organisers
from companion.web.support.form_base import PageForm
from companion.web.support.links import absolute_url
from companion.web.support.requests.not_found import or_404

devices = Blueprint("devices", __name__, url_prefix="/clubs/<club>")


@devices.get("/devices")
@for_organisers
def index() -> str:
    """Show the devices of the club, its name, its time zone and the recovery link."""
    return _devices_page()


def _devices_page(sent: PageForm | None = None, refused_rename: int = 0) -> str:
    """Render the page of devices, with the form that was refused, if any.

    ``refused_rename``: if the form has the name of a device, its membership id.
    """
    zone_name = name_of_zone(current_club_id())
    link = absolute_url(url_for("access.recover", token=invitations.recovery_token(current_member())))
    return render_template(
        "access/club_settings.html",
        devices=[
            (device, sent if device.membership_id == refused_rename else DeviceNameForm(blank=True, label=device.label))
            for device in store_devices.devices(current_member())
        ],
        link=link,
        form=ClubNameForm.sent_or_blank(sent, name=current_member().club_name),
        refused_rename=refused_rename,
        zone=ZoneForm.sent_or_blank(sent, zone=zone_name),
        has_zone=bool(zone_name),
    )


@devices.post("/name")
@for_organisers
def rename_club() -> Response:
    """Rename the club."""
    form = ClubNameForm()
    form.check(lambda: _devices_page(form))
    clubs.rename_club(current_member(), form.name.data)
    return redirect(url_for("devices.index"))


@devices.post("/zone")
@for_organisers
def set_zone() -> Response:
    """Set the time zone of the club."""
    form = ZoneForm()
    form.check(lambda: _devices_page(form))
    fault = club_zone.set_zone(current_member(), form.zone.data)
    if fault:
        raise form.refusal("zone", fault)
    flash(f"From now on, nights are dated in the time zone {name_of_zone(current_club_id()) or 'UTC'}.")
    return redirect(url_for("devices.index"))


@devices.post("/zone/first")
def offer_zone() -> Response:
    """Set the time zone that a phone's script has sent, unless the club has one."""
    club_zone.suggest_zone(current_member(), ZoneForm().zone.data)
    return redirect(url_for("club.page"), 303)


@devices.post("/devices/recovery")
@for_organisers
def renew_recovery() -> Response:
    """Renew the recovery link; the old one becomes invalid."""
    invitations.renew_recovery(current_member())
    flash("There is a new recovery link. The old one no longer works.")
    return redirect(url_for("devices.index"))


@devices.post("/devices/<int(max=2147483647):membership>")
@for_organisers
def change_device(membership: int) -> Response:
    """Change the role of a device, or remove it, unless the club would be left without an organiser."""
    form = RoleForm()
    if not form.validate_on_submit():
        abort(422, " ".join(form.role.errors))
    role = form.role.data
    before = _codes_and_link()
    try:
        if role == REMOVE:
            done = store_devices.revoke(current_member(), membership)
            message = (
                "That phone is removed from the club." if done else "A club needs an organiser, so this phone stays."
            )
        else:
            done = store_devices.set_role(current_member(), membership, ROLES[ROLES.index(role)])
            message = "Changed." if done else "A club needs an organiser, so this phone stays one."
    except LookupError:
        abort(404)
    flash(message)
    if done and membership == current_member().membership_id and role != "organiser":
        flash("The club has new codes and a new recovery link, which its organisers' phones show.")
        return redirect(url_for("access.home"))
    _flash_renewed(before)
    return redirect(url_for("devices.index"))


def _codes_and_link() -> dict[str, str]:
    """Return the club's codes for joining by role, and the token of its recovery link as ``recovery``."""
    return {**invitations.join_codes(current_member()), "recovery": invitations.recovery_token(current_member())}


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


@devices.post("/devices/<int(max=2147483647):membership>/name")
@for_organisers
def rename_phone(membership: int) -> Response:
    """Rename another phone of the club."""
    form = DeviceNameForm()
    form.check(lambda: _devices_page(form, membership))
    or_404(store_devices.rename_phone(current_member(), membership, form.label.data))
    flash(f"That phone is now called {form.label.data}.")
    return redirect(url_for("devices.index"))
