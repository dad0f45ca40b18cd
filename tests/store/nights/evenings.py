"""Plays and nights at chosen times."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from companion.store.access.roles import Member
from companion.store.database.base import clock_at, db
from companion.store.log.write_results import Written
from companion.store.nights import move_plays, night_state
from companion.store.nights.night_state import NightState
from companion.store.plays import starting
from companion.store.plays.play_state import PlayState
from tests.store.tables import THREE, Club, Table, client_id, done, rows, tricks

EIGHT = datetime(2026, 11, 12, 20, 0, tzinfo=UTC)
"""A Thursday."""


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def started(club: Club, at: datetime, players: Sequence[str] = THREE, **more: Any) -> Table:
    with clock_at(at):
        return Table(club.scorer, players=players, **more)


def ended(club: Club, at: datetime, won_by: int = 0, **more: Any) -> Table:
    """Return a play of one round that the table ended half an hour later."""
    table = started(club, at, **more)
    with clock_at(at + hours(0.5)):
        table.write(tricks(*(5 if seat == won_by else 0 for seat in range(3)), names=more.get("players", THREE)))
        done(table.end())
    return table


def night_of(table: Table) -> NightState:
    night = table.state.details.night
    assert night is not None
    assert rows("select night_id from play where id = :id", id=table.id) == [(night,)]
    found = night_state.night_of(night)
    assert found == night_state.night_of_play(table.state) == night_state.night_by_key(table.member.club_id, found.key)
    return found


def tell(member: Member, night: NightState, base: int | None = None, **said: Any) -> Any:
    details = replace(
        night.details, **{key: said.pop(key) for key in ("name", "place", "notes", "dated") if key in said}
    )
    wish: dict[str, Any] = {"present": night_state.present_names(night), "client_id": client_id(), **said}
    return night_state.edit_night(member, night, base=night.revision if base is None else base, details=details, **wish)


def told(outcome: Any) -> NightState:
    assert isinstance(outcome, Written), outcome
    db.session.rollback()
    event = outcome.event
    assert event is not None
    return night_state.night_of(event.subject_id or 0)


def undo_change(club: Club, night: NightState, key: str) -> NightState:
    event = night_state.find_undoable(night, key)
    assert event is not None
    move_plays.undo_or_redo(club.scorer, night, event, client_id=client_id())
    db.session.rollback()
    return night_state.night_of(night.id)


def from_paper(club: Club, at: datetime, **more: Any) -> Table:
    table = Table.__new__(Table)
    made = starting.start_play(
        club.scorer, slug="raise-the-stakes", players=THREE, dealer=None, options={}, client_id=client_id(),
        played_at=at, **more,
    )  # fmt: skip
    assert isinstance(made, PlayState), made
    table.member, table.key, table.id = club.scorer, made.key, made.id
    return table
