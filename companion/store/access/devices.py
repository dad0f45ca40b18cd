"""The devices of a club: roles, labels and owners."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Row, func, select, update

from companion.store.access.invitations import renew, run_with_free_codes
from companion.store.access.members import DEVICE_LABEL, check_name
from companion.store.access.roles import ROLES, Member, Role, require_organiser
from companion.store.database.base import db, now
from companion.store.database.models import Club, Device, Membership, Player
from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import runtime
from companion.store.database.writing import bump_club_mark, lock_row, writing
from companion.store.names.names import CURRENT_NAME


def devices(member: Member) -> Sequence[Row[Any]]:
    """Return the devices of the club, the oldest member first.

    Each has ``membership_id``, ``label``, ``owner`` (empty: not known), ``role``, ``joined_at`` and ``seen_at``.
    Programs are left out.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    phones = _PHONES.add_columns(Membership.role, Membership.joined_at, Device.seen_at)
    return db.session.execute(phones.where(*_is_phone_of(member.club_id)).order_by(Membership.id)).all()


_OWNER = func.coalesce(CURRENT_NAME, "")
_PHONES = (
    select(Membership.id.label("membership_id"), DEVICE_LABEL.label("label"), _OWNER.label("owner"))
    .join(Device, Device.id == Membership.device_id)
    .join(Player, Player.id == Membership.player_id, isouter=True)
)


def revoke(member: Member, membership: int) -> bool:
    """Remove a device from the club; return False if it is the last organiser, who stays.

    The codes are renewed, and after an organiser the recovery link too, so that the device cannot join again by itself.

    :raises PermissionError: the member is no organiser.
    :raises LookupError: the club has no such device.
    """
    require_organiser(member)
    return _change_membership(member.club_id, membership, None)


def set_role(member: Member, membership: int, role: Role) -> bool:
    """Change the role of a device; return False if it is the last organiser, who stays one.

    If the device loses rights, codes are renewed as in ``revoke``.

    :raises PermissionError: the member is no organiser.
    :raises LookupError: the club has no such device.
    """
    require_organiser(member)
    return _change_membership(member.club_id, membership, role)


def _change_membership(
    club: int, membership: int, role: Role | None, *, leaves: bool = False, may_be_last: bool = False
) -> bool:
    """Change the role of a device, or remove it if ``role`` is None; return whether that was done.

    The last organiser stays one, unless ``may_be_last``. If the device loses rights, the codes are renewed, and after
    an organiser the recovery link too, unless it ``leaves`` of its own accord. Polls then check all memberships again.

    :raises LookupError: the club has no such device.
    """

    def change(connection: Connection) -> bool:
        """Change the row of the membership; return whether it was changed."""
        lock_row(connection, Club, club)
        role_before = select(Membership.role).where(Membership.id == membership, *_is_phone_of(club))
        before = cast(Role | None, connection.scalar(role_before))
        if before is None:
            raise LookupError(f"the club has no device {membership}")
        loses = before == "organiser" and role != "organiser"
        if loses and not may_be_last and _count_organisers(connection, club) < 2:
            return False
        values = {"revoked_at": now()} if role is None else {"role": role}
        connection.execute(update(Membership).where(Membership.id == membership).values(**values))
        bump_club_mark(connection, club)
        if not leaves and (role is None or ROLES.index(role) < ROLES.index(before)):
            renew(connection, club, codes=True, recovery=before == "organiser")
        return True

    done = run_with_free_codes(change)
    runtime().polls.forget_pollers()
    return done


def leave(member: Member, *, alone: bool = False) -> bool:
    """Leave the club; return False if the device is the last organiser, who may only leave with ``alone``.

    If the device is no member any more, return True.
    """
    with suppress(LookupError):  # it has left already
        return _change_membership(member.club_id, member.membership_id, None, leaves=True, may_be_last=alone)
    return True


def is_last_organiser(member: Member) -> bool:
    """Return whether the club would be without an organiser if this device left."""
    return member.is_organiser and _count_organisers(plain_connection(), member.club_id) < 2


def _count_organisers(connection: Connection, club: int) -> int:
    """Return how many organisers' phones a club has."""
    return connection.scalar(select(func.count()).where(*_is_phone_of(club), Membership.role == "organiser")) or 0


def _is_phone_of(club: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for current phones of a club. Programs are listed separately (see ``programs``)."""
    return Membership.club_id == club, Membership.revoked_at.is_(None), ~Membership.is_program


def phone_of(member: Member) -> Row[Any]:
    """Return ``label`` and ``owner`` of the phone that sent the request."""
    return db.session.execute(_PHONES.where(Membership.id == member.membership_id)).one()


def rename_phone(member: Member, membership: int, label: str) -> bool:
    """Rename a phone of the club; return False if it is not in the club.

    :raises PermissionError: it is somebody else's phone, and the member is no organiser.
    :raises ValueError: the name cannot be shown or is too long.
    """
    if membership != member.membership_id:
        require_organiser(member)
    check_name(label)
    mine = (Membership.id == membership, *_is_phone_of(member.club_id))
    with writing() as connection:
        return bool(connection.execute(update(Membership).where(*mine).values(label=label)).rowcount)


def set_owner(member: Member, player: int | None) -> None:
    """Record which person of the club owns the phone that sent the request; None, or an unknown id: nobody."""
    with writing() as connection:
        known = select(Player.id).where(Player.id == player, Player.club_id == member.club_id)
        values = {"player_id": connection.scalar(known), "asked": True}
        connection.execute(update(Membership).where(Membership.id == member.membership_id).values(**values))
