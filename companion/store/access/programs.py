"""Programs with access to a club, each by a token that may read or also score."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from sqlalchemy import Row, bindparam, case, insert, select, update

from companion.store.access import codes
from companion.store.access.members import DEVICE_LABEL, MEMBERS, check_name, member_of
from companion.store.access.roles import Member, Role, require_organiser
from companion.store.database.base import db, now
from companion.store.database.models import Club, Device, Membership
from companion.store.database.plain_connection import plain_connection
from companion.store.database.writing import lock_row, writing

May = Literal["read", "score"]
"""The rights of a program: read everything of its club, or also write plays, nights and payments."""

MAY: Final[tuple[May, ...]] = ("read", "score")
USUAL_NAME: Final = "A program"
_ROLES: Final[dict[May, Role]] = {"read": "viewer", "score": "scorer"}


def make_program(club: int, name: str, may: May) -> str:
    """Add a program to a club; return its token, of which only a hash is stored.

    :raises ValueError: the name cannot be shown or is too long.
    """
    check_name(name)
    token = codes.random_token()
    program = insert(Device).values(token_hash=codes.program_hash(token), label=name)
    with writing() as connection:
        lock_row(connection, Club, club)
        device = connection.execute(program.returning(Device.id)).scalar_one()
        values = {"club_id": club, "device_id": device, "role": _ROLES[may], "is_program": True, "asked": True}
        connection.execute(insert(Membership).values(**values))
    return token


_PROGRAM = MEMBERS.where(Membership.is_program, Device.token_hash == bindparam("token"))


def program(token: str) -> Member | None:
    """Return the membership of the program with this token; None: there is no such program."""
    row = plain_connection().execute(_PROGRAM, {"token": codes.program_hash(token)}).first()
    return None if row is None else member_of(row)


def programs(member: Member) -> Sequence[Row[Any]]:
    """Return the programs of a club, the oldest first.

    Each has ``membership_id``, ``name``, ``may``, ``made_at``, ``seen_at`` (when its token was last used, to the hour;
    when it was made if never) and ``was_used``.
    """
    may = case({role: may for may, role in _ROLES.items()}, value=Membership.role)
    return db.session.execute(
        select(
            Membership.id.label("membership_id"), DEVICE_LABEL.label("name"), may.label("may"),
            Membership.joined_at.label("made_at"), Device.seen_at,
            (Device.seen_at > Membership.joined_at).label("was_used"),
        )
        .join(Device, Device.id == Membership.device_id)
        .where(Membership.club_id == member.club_id, Membership.is_program, Membership.revoked_at.is_(None))
        .order_by(Membership.id)
    ).all()  # fmt: skip


def revoke_program(member: Member, membership: int) -> bool:
    """Revoke the access of a program; return False if the club has no such program.

    The codes of the club are not renewed, because a program never sees them.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    mine = (Membership.id == membership, Membership.club_id == member.club_id, Membership.is_program)
    with writing() as connection:
        change = update(Membership).where(*mine, Membership.revoked_at.is_(None)).values(revoked_at=now())
        return bool(connection.execute(change).rowcount)
