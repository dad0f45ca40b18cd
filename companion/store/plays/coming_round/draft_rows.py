"""The row of a play's draft, with the values, secret bids and cards of the coming round: reading, locking, writing."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.store.access.roles import Member
from companion.store.database.base import now
from companion.store.database.models import Draft, Event, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.database.writing import lock_row, writing
from companion.store.log.events import SLOT, edit_of
from companion.store.plays.play_state import MOST_ENTRY, STATE_KEY, PlayState

# Built once, because building them takes as long as running them.
_COLUMNS = (
    Play.revision, Play.sheet_mark, Draft.slot, Draft.data, Draft.locked, Draft.sealed, Draft.cards,
    Draft.later, Draft.cards_mark, Draft.cards_tap,
)  # fmt: skip
_BY_ID = select(*_COLUMNS).join(Draft, isouter=True).where(Play.id == bindparam("play"))
_BY_KEY = (
    select(*STATE_KEY, *_COLUMNS)
    .join(Draft, isouter=True)
    .where(Play.key == bindparam("key"), Play.club_id == bindparam("club"))
)


def draft_row(play: int, connection: Connection | None = None) -> Any:
    """Return ``revision`` and ``sheet_mark`` of a play with the columns of its draft.

    ``slot`` is None without a draft, and may be that of another round.
    """
    return (connection or plain_connection()).execute(_BY_ID, {"play": play}).one()


def draft_row_by_key(club: int, key: str) -> Any:
    """Return the columns of ``STATE_KEY``, then those of ``draft_row``; None: the club has no such play."""
    return plain_connection().execute(_BY_KEY, {"key": key, "club": club}).first()


class LockedDraft(NamedTuple):
    """The draft of the coming round, with its row locked until the transaction ends; empty if nothing was entered."""

    connection: Connection
    row: Any
    """The ``draft_row``, which may be that of another round."""

    data: dict[str, Any]
    """The values entered so far, with references instead of names."""

    locked: bool
    """Whether the fields of phase 1 are locked, so that phase 2 is entered."""

    sealed: dict[str, Any]
    """Secret bids, as in ``Draft.sealed``."""


@contextmanager
def locked_draft(member: Member, state: PlayState, slot: int, values: object = None) -> Iterator[LockedDraft | None]:
    """Open a transaction for writing, and lock the draft of the coming round.

    Yield None if that round was saved meanwhile, the play is another club's, or ``values``, which a phone entered, are
    far too long.
    """
    is_here = state.club_id == member.club_id and state.next_slot == slot
    if not is_here or len(json.dumps(values)) > MOST_ENTRY:
        yield None
        return
    with writing() as connection:
        lock_row(connection, Play, state.id)
        saved = select(Event.id).where(edit_of(state.id), slot == SLOT).limit(1)
        if connection.scalar(saved) is not None:
            yield None
            return
        row = draft_row(state.id, connection)
        entered = (row.data, row.locked, row.sealed or {}) if row.slot == slot else ({}, False, {})
        yield LockedDraft(connection, row, *entered)


def write_draft(
    connection: Connection, member: Member, play: int, slot: int, stored_slot: int | None, values: Mapping[str, Any]
) -> None:
    """Write columns of the draft of a round, with the author and the time.

    ``stored_slot``: that of the stored draft, if any; the draft of another round is replaced.
    """
    written = {"device_id": member.device_id, "at": now(), **values}
    if stored_slot == slot:
        connection.execute(update(Draft).where(Draft.play_id == play).values(**written))
        return
    if stored_slot is not None:
        connection.execute(delete(Draft).where(Draft.play_id == play))
    connection.execute(insert(Draft).values(play_id=play, slot=slot, **written))
