"""Links by which people outside the club may look at a night. The token is the last part of a link."""

from secrets import token_hex

from sqlalchemy import Connection, select

from companion.store.access.codes import hash_of, night_token
from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.models import Club, Night
from companion.store.log.subjects import NIGHT
from companion.store.log.write import Decision, NewEvent
from companion.store.nights.night_state import (
    DETAILS_CHANGED,
    NightState,
    details_from,
    events_of_night,
    night_of,
    write_to_night,
)


def set_shared(member: Member, night: NightState, *, is_shared: bool, client_id: str) -> NightState:
    """Create a link to a night, unless it has one, or revoke the link; return the night.

    ``client_id``: the id of the request.
    """

    def decide(connection: Connection) -> Decision:
        before = details_from(events_of_night(night.id, member.club_id, connection)).shared
        data = {"shared": token_hex(4) if is_shared else ""}
        return None if bool(before) == is_shared else NewEvent(NIGHT, night.id, DETAILS_CHANGED, data)

    write_to_night(member, client_id, decide)
    return night_of(night.id)


def shared_night(token: str) -> NightState | None:
    """Return the night of a link; None: there is no such link, it was revoked, or the club is blocked."""
    open_to_all = Night.share_hash == hash_of(token), ~Club.is_blocked
    number = db.session.scalar(select(Night.id).join(Club, Club.id == Night.club_id).where(*open_to_all))
    return night_of(number) if number else None


def was_shared(token: str) -> bool:
    """Return whether a link led to a night once, even if it was revoked."""
    key = token.partition(".")[0]
    row = db.session.execute(select(Night.id, Night.club_id).where(Night.key == key)).first()
    made = {event.data.get("shared") for event in events_of_night(row.id, row.club_id)} - {None, ""} if row else set()
    return token in {night_token(key, str(shared)) for shared in made}


def token_of(night: NightState) -> str:
    """Return the token of the link to a night; empty: the night is not shared."""
    return night_token(night.key, night.details.shared) if night.details.shared else ""
