"""Check constraints, the type DATE for house rules, slots of rulings, and append-only tables

Revision ID: 0006
Revises: 0005
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import (
    ReflectedTables,
    create_partial_unique_index,
    create_table,
    is_sqlite,
    make_append_only,
    value_constraint,
)

revision = "0006"
down_revision = "0005"

CHECKS = {
    "membership": ("role", "role IN ('organiser', 'scorer', 'viewer')"),
    "edit": (
        "kind",
        "kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo')",
    ),
    "house_step": ("kind", "kind IN ('agreed', 'withdrawn')"),
    "ruling": ("basis", "basis IN ('', 'book', 'house', 'open')"),
}
APPEND_ONLY = ("edit", "house_version", "house_step", "ruling", "ruling_step")


def upgrade() -> None:
    create_table(
        "erasure",
        "id int key, club_id int index, what 10, at time, open bool",
        value_constraint("erasure", "what", "club", "name"),
    )
    for name, (column, condition) in CHECKS.items():
        with op.batch_alter_table(name) as batch:
            batch.create_check_constraint(op.f(f"ck_{name}_{column}"), condition)
    _change_holds_from_to_date()
    op.add_column("ruling", sa.Column("slot", sa.Integer(), nullable=True))
    _backfill_slots()
    op.drop_column("ruling", "round_number")
    op.execute("UPDATE ruling_step SET kind = 'promoted' WHERE kind LIKE 'promoted%'")
    with op.batch_alter_table("ruling_step") as batch:
        batch.drop_constraint(op.f("uq_ruling_step_ruling_id_kind"), type_="unique")
        batch.create_check_constraint(op.f("ck_ruling_step_kind"), "kind IN ('withdrawn', 'promoted')")
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    create_partial_unique_index("uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], "kind = 'withdrawn'")
    op.create_index("ix_ruling_play_id", "ruling", ["play_id"])
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    for name in APPEND_ONLY:
        make_append_only(name)


def _change_holds_from_to_date() -> None:
    """Change the type of ``house_version.holds_from`` from text to DATE.

    On SQLite, the table is recreated from a reflection that has the new type already: for a change of type, Alembic's
    batch mode would copy ``CAST(holds_from AS DATE)``, which SQLite evaluates to the year, a number.
    """
    if not is_sqlite():
        op.alter_column("house_version", "holds_from", type_=sa.Date(), postgresql_using="holds_from::date")
        return

    def reflect_as_date(_inspector: object, _table: object, column: dict[str, Any]) -> None:
        if column["name"] == "holds_from":
            column["type"] = sa.Date()

    reflect_kwargs = {"listeners": [("column_reflect", reflect_as_date)]}
    with op.batch_alter_table("house_version", recreate="always", reflect_kwargs=reflect_kwargs):
        pass


def _backfill_slots() -> None:
    """Set the slot of each ruling about a round by the number of the round; NULL if it is not on the sheet."""
    tables = ReflectedTables("ruling", "edit")
    for ruling in tables.rows("ruling"):
        if ruling.round_number is not None:
            slots = _slots_by_round_number(tables, ruling.play_id)
            tables.update("ruling", {"id": ruling.id}, slot=slots.get(ruling.round_number))


def _slots_by_round_number(tables: ReflectedTables, play: int) -> dict[int, int]:
    """Return the slots of the rounds on the sheet and of the coming round, by number."""
    is_live: dict[int, bool] = {}
    for edit in tables.rows("edit", "revision", play_id=play):
        if edit.slot is not None:
            is_live[edit.slot] = edit.entry is not None
    live = sorted(slot for slot, on_sheet in is_live.items() if on_sheet)
    return dict(enumerate([*live, max(is_live, default=0) + 1], start=1))
