"""Who wrote something down, in words."""

from collections.abc import Collection
from typing import Protocol

from sqlalchemy import Connection, select

from companion.store.access.members import CALLED
from companion.store.database.base import db
from companion.store.database.models import Device, Membership
from companion.store.people.names import names_of


class WrittenDown(Protocol):
    """What knows by whom it was written: an event, or an edit of a play."""

    @property
    def device_id(self) -> int | None:
        """The phone; None: nobody's that is known."""

    @property
    def player_id(self) -> int | None:
        """Whose phone it was; None: nobody's that was said."""


class Writers:
    """Who wrote these: people, and phones that are nobody's."""

    def __init__(self, club: int, written: Collection[WrittenDown], by: Connection | None = None) -> None:
        """``by``: as in ``events_of``."""
        phones = (
            select(Device.id, CALLED)
            .join(Membership, (Membership.device_id == Device.id) & (Membership.club_id == club), isouter=True)
            .where(Device.id.in_({one.device_id for one in written}))
        )
        self._phones = {row[0]: row[1] for row in (by or db.session).execute(phones)}
        self._people = names_of((one.player_id for one in written if one.player_id is not None), by)

    def of(self, one: WrittenDown) -> str:
        """Who wrote this."""
        return self._people.get(one.player_id or 0) or self._phones.get(one.device_id or 0) or "A phone"
