"""Clubs for the operator's commands: the list of them, recovery links, and the secret key that they belong to."""

from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.store.access import invitations
from companion.store.access.codes import recovery_token
from companion.store.database.base import db
from companion.store.database.models import Club, Play
from companion.store.database.service_models import KeyMark
from companion.store.database.writing import writing
from companion.store.people.names import names_in_seat_order


class ClubInfo(NamedTuple):
    """A club for the operator, with its last play to recognise it without a name."""

    id: int
    name: str
    created_at: datetime
    plays: int
    last_title: str
    """The title of the last play; empty: there is none."""

    last_at: datetime | None
    last_players: list[str]
    is_blocked: bool
    removal_at: datetime | None
    """When the club is removed as idle; None: not planned."""


def clubs() -> list[ClubInfo]:
    """Return all clubs, the oldest first."""
    return [_club_info(club) for club in db.session.scalars(select(Club).order_by(Club.id))]


def club_by_key(key: str) -> ClubInfo:
    """Return the club with this key, for the operator."""
    return _club_info(db.session.scalars(select(Club).where(Club.key == key)).one())


def _club_info(club: Club) -> ClubInfo:
    """Return what the operator sees of a club from its row."""
    mine = Play.club_id == club.id
    last = db.session.scalar(select(Play).where(mine).order_by(Play.last_at.desc()).limit(1))
    plays = db.session.scalar(select(func.count()).where(mine)) or 0
    played: tuple[str, datetime | None, list[str]] = ("", None, [])
    if last is not None:
        played = (last.title, last.last_at, names_in_seat_order(last.id))
    return ClubInfo(club.id, club.name, club.created_at, plays, *played, club.is_blocked, club.removal_at)


def number_of_clubs() -> int:
    """Return how many clubs there are."""
    return db.session.scalar(select(func.count()).select_from(Club)) or 0


def clubs_of_another_key() -> list[int]:
    """Return the ids of the clubs whose codes were derived from another secret."""
    columns = (Club.id, Club.key, Club.code_generation, Club.code_letters, Club.scorer_code_hash)
    rows = db.session.execute(select(*columns))
    return [
        number
        for number, key, generation, length, code_hash in rows
        if invitations.code_columns(key, generation, length)["scorer_code_hash"] != code_hash
    ]


def stored_key_mark(own: str) -> str:
    """Return the mark of the secret key that the database stores; if there is none, store ``own``, this key's mark."""
    ask = select(KeyMark.mark)
    found = db.session.scalar(ask)
    if found is None:
        with suppress(IntegrityError), writing() as connection:  # another process may be quicker
            connection.execute(insert(KeyMark).values(id=1, mark=own))
        found = db.session.scalar(ask)
    return found or own


def set_key_mark(own: str) -> None:
    """Store the mark of the secret key in the database, in place of another one. ``own``: this key's mark."""
    if stored_key_mark(own) != own:
        with writing() as connection:
            connection.execute(update(KeyMark).values(mark=own))


def renew_codes_of_another_key() -> int:
    """Renew codes and recovery links that another secret key made; return the number of clubs.

    Devices that have joined stay members.
    """
    strange = clubs_of_another_key()
    for club in strange:
        invitations.run_with_free_codes(partial(invitations.renew, club=club, codes=True, recovery=True))
    return len(strange)


def new_recovery_link(club: int) -> str:
    """Renew the recovery link of a club and return its token; the old one stops working."""
    with writing() as connection:
        invitations.renew(connection, club, recovery=True)
        key, generation = connection.execute(select(Club.key, Club.recovery_generation).where(Club.id == club)).one()
    return recovery_token(key, generation)
