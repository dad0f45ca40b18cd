"""A night shared by a link with those who are not in the club: made, followed, and taken back."""

from secrets import token_hex

from sqlalchemy import select

from companion.store.access import Member, needs_writer
from companion.store.base import db
from companion.store.models import Club, Night
from companion.store.night_links import hash_of_link, is_link, link_token
from companion.store.night_log import TOLD, NightState, add_step, night_of, repeated, said_by, steps_of
from companion.store.writing import hold, writing


def share(member: Member, night: NightState, *, client_id: str) -> NightState:
    """Make a link by which others may look at a night; where it has one, that stays."""
    return _share(member, night, token_hex(4), client_id)


def stop_sharing(member: Member, night: NightState, *, client_id: str) -> NightState:
    """Take the link to a night back: nobody sees anything by it from here on."""
    return _share(member, night, "", client_id)


def _share(member: Member, night: NightState, shared: str, client_id: str) -> NightState:
    needs_writer(member)
    with writing() as connection:
        hold(connection, Club, member.club_id)
        stands = said_by(steps_of(night.id, connection)).shared
        if repeated(connection, member.club_id, client_id) is None and bool(stands) != bool(shared):
            add_step(connection, member, night.id, TOLD, {"shared": shared}, client_id)
    return night_of(night.id)


def shared_night(token: str) -> NightState | None:
    """The night that a link leads to; None: there is no such link, or not any more."""
    number = db.session.scalar(select(Night.id).where(Night.share_hash == hash_of_link(token))) if is_link(token) else 0
    return night_of(number) if number else None


def was_shared(token: str) -> bool:
    """Whether a link led to a night once, and was taken back."""
    key = token.partition(".")[0]
    number = db.session.scalar(select(Night.id).where(Night.key == key)) if is_link(token) else None
    if number is None:
        return False
    made = {step.data["shared"] for step in steps_of(number) if step.data.get("shared")}
    return token in {link_token(key, shared) for shared in made}


def token_to(night: NightState) -> str:
    """The secret of the link to a night; empty: it is not shared."""
    return link_token(night.key, night.said.shared) if night.said.shared else ""
