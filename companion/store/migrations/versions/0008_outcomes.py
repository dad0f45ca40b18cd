"""the outcome of a play as a fact, and by which rules each round was written down

Revision ID: 0008
Revises: 0007
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import JSON, table, unguarded

revision = "0008"
down_revision = "0007"

PLAY = table("play", numbers="id rules_version revision", flags="over")
EDIT = table("edit", numbers="play_id revision rules_version", values="outcome")
PART = table("part", numbers="play_id player_id seat side place", large="total", flags="won")


def upgrade() -> None:
    op.add_column("edit", sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("edit", sa.Column("outcome", JSON, nullable=True))
    bind = op.get_bind()
    begun = sa.select(PLAY.c.rules_version).where(PLAY.c.id == EDIT.c.play_id).scalar_subquery()
    with unguarded("edit"):
        bind.execute(sa.update(EDIT).where(EDIT.c.rules_version != begun).values(rules_version=begun))
        for play in bind.execute(sa.select(PLAY).where(PLAY.c.over)).all():
            last = (EDIT.c.play_id == play.id, EDIT.c.revision == play.revision)
            bind.execute(sa.update(EDIT).where(*last).values(outcome=_outcome(bind, play)))


def downgrade() -> None:
    op.drop_column("edit", "outcome")
    op.drop_column("edit", "rules_version")


def _outcome(bind: sa.Connection, play: sa.Row[Any]) -> dict[str, object]:
    """Return how everybody stood when a play was over, as its rows have it."""
    parts = bind.execute(sa.select(PART).where(PART.c.play_id == play.id).order_by(PART.c.seat)).all()
    held = {f"@{part.player_id}" if part.side is None else f"@side-{part.side}": part for part in parts}
    return {
        "version": play.rules_version,
        "totals": {mark: part.total for mark, part in held.items()},
        "places": {mark: part.place for mark, part in held.items() if part.place},  # before the fifth: not known
        "winners": [mark for mark, part in held.items() if part.won],
    }
