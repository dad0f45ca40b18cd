"""Plays at chosen times, and what is said of them."""

from datetime import UTC, datetime
from typing import Any

from companion.store.plays import starting
from companion.store.plays.play_state import PlayState
from tests.store.tables import THREE, Club, Table, client_id, rows

EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def night(table: Table) -> int:
    [(number,)] = rows("select night_id from play where id = :id", id=table.id)
    assert number == table.state.details.night
    return int(number)


def from_paper(club: Club, at: datetime, **more: Any) -> Table:
    table = Table.__new__(Table)
    made = starting.start_play(
        club.scorer, slug="raise-the-stakes", players=THREE, dealer=None, options={}, client_id=client_id(),
        played_at=at, **more,
    )  # fmt: skip
    assert isinstance(made, PlayState), made
    table.member, table.key, table.id = club.scorer, made.key, made.id
    return table
