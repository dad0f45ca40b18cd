"""Devices and their memberships in clubs."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from companion.core.entry.names import NAME_LENGTH, name_fault
from companion.store.access import codes as secret_codes
from companion.store.access.roles import Member
from companion.store.database.base import db, now
from companion.store.database.models import Club, Device, Membership, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import Quota, runtime
from companion.store.database.trouble import DatabaseBusyError
from companion.store.database.writing import writing

SEEN_EVERY = 3600
"""Seconds between two updates of when a device was last seen."""

SEEN_AGAIN = 60
"""Seconds until the next try if that update failed."""

AT_ONCE = 0.1
"""Seconds for which a request that only reads may wait for that update."""

DEVICE_LABEL = func.coalesce(func.nullif(Membership.label, ""), Device.label)
"""SQL expression: the name of a device in a club, or else the name that the device gave itself."""


def labelled_devices(club: int) -> Select[int, str]:
    """Return the query for ``id`` and ``label`` of all devices, in the names that they have in a club."""
    member = (Membership.device_id == Device.id) & (Membership.club_id == club)
    return select(Device.id, DEVICE_LABEL.label("label")).join(Membership, member, isouter=True)


def author_columns(member: Member) -> dict[str, int | None]:
    """Return the columns that record the author of a row: the phone and its owner."""
    return {"device_id": member.device_id, "player_id": member.player_id}


MEMBERS = (
    select(
        Membership.device_id, Club.id, Club.key, Club.name, Membership.role, Membership.id, Membership.player_id,
        Club.mark, Club.is_blocked, Club.removal_at, Membership.asked,
        Club.most_plays, Club.most_rounds, Club.most_bytes,
    )
    .join(Club, Club.id == Membership.club_id)
    .join(Device, Device.id == Membership.device_id)
    .where(Membership.revoked_at.is_(None))
)  # fmt: skip
"""Query for memberships; ``member_of`` reads its rows."""

_MEMBER = MEMBERS.where(~Membership.is_program, Device.token_hash == bindparam("token"), Club.key == bindparam("club"))


def member_of(row: Sequence[Any]) -> Member:
    """Return the membership in a row of ``MEMBERS``."""
    *columns, plays, rounds, size = row
    limits = zip((plays, rounds, size), runtime().quota, strict=True)
    quota = Quota(*(usual if own is None else own for own, usual in limits))
    return Member(*(*columns, quota))


def member(token: str, club_key: str) -> Member | None:
    """Return the membership of the device with this token in a club; None: it is not a member.

    If an earlier version hashed the token with the secret key, its hash is replaced.
    """
    row = plain_connection().execute(_MEMBER, {"token": secret_codes.token_hash(token), "club": club_key}).first()
    if row is None:
        row = plain_connection().execute(_MEMBER, {"token": secret_codes.hash_of(token), "club": club_key}).first()
        if row is None:
            return None
        _update_token_hash(row[0], token)
    return member_of(row)


def _update_token_hash(device: int, token: str) -> None:
    """Replace the hash of a device's token that depended on the app's secret by today's hash."""
    # A full disk must not lock the phone out, and a busy one must not keep it waiting.
    with suppress(DatabaseBusyError, DBAPIError), writing(patience=AT_ONCE) as connection:
        values = {"token_hash": secret_codes.token_hash(token)}
        connection.execute(update(Device).where(Device.id == device).values(**values))


def _has_token(token: str) -> ColumnElement[bool]:
    """Return the condition that a device has this token, under either hash."""
    return Device.token_hash.in_((secret_codes.token_hash(token), secret_codes.hash_of(token)))


def clubs_of(token: str) -> Sequence[Row[str, str, str]]:
    """Return ``key``, ``name`` and ``role`` of each club of a device, the one with the latest play first."""
    last = select(func.max(Play.last_at)).where(Play.club_id == Club.id).scalar_subquery()
    return db.session.execute(
        select(Club.key, Club.name, Membership.role)
        .join(Membership, Membership.club_id == Club.id)
        .join(Device, Device.id == Membership.device_id)
        .where(_has_token(token), Membership.revoked_at.is_(None), ~Membership.is_program)
        .order_by(func.coalesce(last, Club.created_at).desc())
    ).all()


def add_device(label: str) -> tuple[int, str]:
    """Add a device; return its id and its token."""
    token = secret_codes.random_token()
    device = insert(Device).values(token_hash=secret_codes.token_hash(token), label=label[:40])
    with writing() as connection:
        number = connection.execute(device.returning(Device.id)).scalar_one()
    return number, token


def device_id(token: str) -> int | None:
    """Return the id of the device with this token; None: there is no such device."""
    return db.session.scalar(select(Device.id).where(_has_token(token)))


def record_seen(device: int) -> bool:
    """Record that a device was seen, at most once an hour; return False if it was recorded lately.

    A device that was seen is not cleared as unused. After True, read its membership again, because the clean-up
    may have removed it just before. If the database is busy, the next try is a minute later.
    """
    moment, lately = time.monotonic(), runtime().seen
    if moment - lately.get(device, -SEEN_EVERY) < SEEN_EVERY:
        return False
    lately[device] = moment
    try:
        with writing(patience=AT_ONCE) as connection:
            connection.execute(update(Device).where(Device.id == device).values(seen_at=now()))
    except (DatabaseBusyError, DBAPIError):
        lately[device] = moment - SEEN_EVERY + SEEN_AGAIN
    return True


def check_name(name: str, most: int = NAME_LENGTH) -> None:
    """Check the name of a club, a device or a program.

    :raises ValueError: it cannot be shown or is too long; the message is for the user.
    """
    fault = name_fault(name, most)
    if fault:
        raise ValueError(f"The name {fault}.")
