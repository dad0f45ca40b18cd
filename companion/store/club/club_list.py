"""The list of clubs for the operator's commands."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from companion.store.database.base import db
from companion.store.database.models import Club, Play
from companion.store.names.names import names_in_seat_order


class ClubInfo(NamedTuple):
    """What the operator sees of a club; its last play helps to recognise a club without a name."""

    id: int
    name: str
    created_at: datetime
    plays: int
    last_title: str
    """The title of the last play; empty: there is none."""

    last_at: datetime | None
    """When the last play was last changed; None: there is none."""

    last_players: list[str]
    is_blocked: bool
    removal_at: datetime | None
    """When the club is removed as idle; None: not planned."""


def clubs() -> list[ClubInfo]:
    """Return all clubs, the oldest first."""
    return [_club_info(club) for club in db.session.scalars(select(Club).order_by(Club.id))]


def club_by_key(key: str) -> ClubInfo:
    """Return the club with this key, which must exist, for the operator."""
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
