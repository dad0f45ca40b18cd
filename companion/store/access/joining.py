"""Joining a club by a code, and recovering it by its recovery link."""

from typing import NamedTuple, cast

from sqlalchemy import ColumnElement, insert, select, update

from companion.store.access import codes
from companion.store.access.roles import ROLES, Role
from companion.store.database.base import db
from companion.store.database.models import Club, Membership
from companion.store.database.writing import lock_row, writing


class Invitation(NamedTuple):
    """The club and the role that a code grants."""

    club_id: int
    club_key: str
    club_name: str
    role: Role
    still_valid: ColumnElement[bool]
    """The condition under which the club still has the code."""


def find_invitation(code: str) -> Invitation | None:
    """Return the club and the role that a code grants, without joining; None: no club has the code."""
    tidy = codes.normalize_code(code)
    if not codes.FEWEST_LETTERS <= len(tidy) <= codes.MOST_LETTERS:
        return None
    code_hash = codes.hash_of(tidy)
    for role, column in (("scorer", Club.scorer_code_hash), ("viewer", Club.viewer_code_hash)):
        row = db.session.execute(select(Club.id, Club.key, Club.name).where(column == code_hash)).first()
        if row is not None:
            return Invitation(*row, cast(Role, role), still_valid=column == code_hash)
    return None


def is_recovery_token(token: str) -> bool:
    """Return whether some club has this recovery token."""
    return db.session.scalar(select(Club.id).where(Club.recovery_hash == codes.hash_of(token))) is not None


def join_club(device: int, code: str) -> str | None:
    """Join the club with this code; return its key, or None if no club has the code.

    A device that has more rights already keeps them.
    """
    to = find_invitation(code)
    return to.club_key if to and _add_member(to.club_id, device, to.role, to.still_valid) else None


def recover_club(device: int, token: str) -> str | None:
    """Make the device an organiser of the club with this recovery token; return its key, or None if no club has it."""
    still_valid = Club.recovery_hash == codes.hash_of(token)
    club = db.session.execute(select(Club.id, Club.key).where(still_valid)).first()
    return club.key if club is not None and _add_member(club.id, device, "organiser", still_valid) else None


def _add_member(club: int, device: int, role: Role, still_valid: ColumnElement[bool]) -> bool:
    """Add a device to a club; return False if the code was renewed in the meantime.

    The role of a member is raised, but never lowered; one that was removed joins again with the role of the code.

    ``still_valid``: the SQL condition that the club still has the code.
    """
    with writing() as connection:
        lock_row(connection, Club, club)
        if connection.scalar(select(Club.id).where(Club.id == club, still_valid)) is None:
            return False
        mine = (Membership.club_id == club, Membership.device_id == device)
        columns = (Membership.id, Membership.role, Membership.revoked_at)
        before = connection.execute(select(*columns).where(*mine)).first()
        if before is None:
            connection.execute(insert(Membership).values(club_id=club, device_id=device, role=role))
        elif before.revoked_at is not None or ROLES.index(role) > ROLES.index(cast(Role, before.role)):
            connection.execute(update(Membership).where(Membership.id == before.id).values(role=role, revoked_at=None))
    return True
