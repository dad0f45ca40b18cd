"""Names of the authors of events."""

from collections.abc import Collection
from typing import Protocol

from sqlalchemy import Connection

from companion.store.access.members import labelled_devices
from companion.store.database.base import db
from companion.store.database.models import Device
from companion.store.names.names import names_of


class Authored(Protocol):
    """Anything with the columns of an author: an event, or an edit of a play."""

    @property
    def device_id(self) -> int | None:
        """The phone that wrote it; None: unknown."""

    @property
    def player_id(self) -> int | None:
        """The owner of the phone at that time; None: nobody."""


class Authors:
    """Names of the authors of some events: people, or labels of phones without an owner."""

    def __init__(self, club: int, events: Collection[Authored], connection: Connection | None = None) -> None:
        """Read the names of the authors of these events. ``connection``: of a transaction."""
        phones = labelled_devices(club).where(Device.id.in_({event.device_id for event in events}))
        self._phones = {row[0]: row[1] for row in (connection or db.session).execute(phones)}
        self._people = names_of((event.player_id for event in events if event.player_id is not None), connection)

    def name_of(self, event: Authored) -> str:
        """Return the name of an event's author; “A phone” if neither person nor phone is known."""
        return self._people.get(event.player_id or 0) or self._phones.get(event.device_id or 0) or "A phone"
