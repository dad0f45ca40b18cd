"""Outcomes of plays and rules versions in the log of plays

Revision ID: 0008
Revises: 0007
"""

from typing import Any

import sqlalchemy as sa

from companion.store.migrations.shared import ReflectedTables, add_columns, drop_columns, temporarily_mutable

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    add_columns("edit", "rules_version int ='1', outcome json null")
    tables = ReflectedTables("play", "edit", "part")
    with temporarily_mutable("edit"):
        for play in tables.rows("play"):
            tables.update("edit", {"play_id": play.id}, rules_version=play.rules_version)
            if play.over:
                last = {"play_id": play.id, "revision": play.revision}
                tables.update("edit", last, outcome=_outcome(tables, play))


def downgrade() -> None:
    drop_columns("edit", "outcome rules_version")


def _outcome(tables: ReflectedTables, play: sa.Row[Any]) -> dict[str, object]:
    """Return the outcome of a finished play, from the results in ``part``."""
    parts = tables.rows("part", "seat", play_id=play.id)
    parts_by_holder = {f"@{part.player_id}" if part.side is None else f"@side-{part.side}": part for part in parts}
    return {
        "version": play.rules_version,
        "totals": {holder: part.total for holder, part in parts_by_holder.items()},
        "places": {holder: part.place for holder, part in parts_by_holder.items() if part.place},  # 0, by 0005: unknown
        "winners": [holder for holder, part in parts_by_holder.items() if part.won],
    }
