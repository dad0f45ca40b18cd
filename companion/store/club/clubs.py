"""Starting and renaming a club."""

from typing import Any

from sqlalchemy import Connection, insert

from companion.store.access.codes import random_key
from companion.store.access.invitations import free_codes, recovery_columns, run_with_free_codes
from companion.store.access.members import check_name
from companion.store.access.roles import Member, require_organiser
from companion.store.database.models import Club, Membership
from companion.store.database.runtime import runtime
from companion.store.database.writing import bump_club_mark, writing

CLUB_LETTERS = 60
"""The most letters in the name of a club."""


def start_club(device: int, name: str = "", timezone: str = "") -> str:
    """Start a club organised by this device; return its key. ``timezone``: its IANA name, if known.

    :raises ValueError: the name cannot be shown or is too long.
    """
    if name:
        check_name(name, CLUB_LETTERS)
    key = random_key()

    run_with_free_codes(lambda connection: insert_club(connection, key, device, name=name, timezone=timezone))
    runtime().paths.create_marker()
    return key


def insert_club(connection: Connection, key: str, device: int | None, **columns: Any) -> int:
    """Insert a club with unique codes; return its id. ``device``: its organiser, if any."""
    values = {"key": key, **columns, **free_codes(connection, key, 0), **recovery_columns(key, 0)}
    club = connection.execute(insert(Club).values(**values).returning(Club.id)).scalar_one()
    if device is not None:
        connection.execute(insert(Membership).values(club_id=club, device_id=device, role="organiser"))
    return club


def rename_club(member: Member, name: str) -> None:
    """Rename the club; an empty name removes its name.

    :raises PermissionError: the member is no organiser.
    :raises ValueError: the name cannot be shown or is too long.
    """
    require_organiser(member)
    if name:
        check_name(name, CLUB_LETTERS)
    with writing() as connection:
        bump_club_mark(connection, member.club_id, name=name)
