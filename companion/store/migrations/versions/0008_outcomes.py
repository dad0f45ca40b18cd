"""the outcome of a play as a fact, and by which rules each round was written down

Revision ID: 0008
Revises: 0007
"""

from typing import Any

import sqlalchemy as sa

from companion.store.migrations.shared import Tables, add_columns, drop_columns, unguarded

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    add_columns("edit", "rules_version int ='1', outcome json null")
    tables = Tables("play", "edit", "part")
    with unguarded("edit"):
        for play in tables.rows("play"):
            tables.update("edit", {"play_id": play.id}, rules_version=play.rules_version)
            if play.over:
                last = {"play_id": play.id, "revision": play.revision}
                tables.update("edit", last, outcome=_outcome(tables, play))


def downgrade() -> None:
    drop_columns("edit", "outcome rules_version")


def _outcome(tables: Tables, play: sa.Row[Any]) -> dict[str, object]:
    """Return how everybody stood when a play was over, as its rows have it."""
    parts = tables.rows("part", "seat", play_id=play.id)
    held = {f"@{part.player_id}" if part.side is None else f"@side-{part.side}": part for part in parts}
    return {
        "version": play.rules_version,
        "totals": {mark: part.total for mark, part in held.items()},
        "places": {mark: part.place for mark, part in held.items() if part.place},  # before the fifth: not known
        "winners": [mark for mark, part in held.items() if part.won],
    }
