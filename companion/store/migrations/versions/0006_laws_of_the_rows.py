"""Check constraints, the type DATE for house rules, slots of rulings, and append-only tables

Revision ID: 0006
Revises: 0005
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import create_withdrawal_index
from companion.store.migrations.shared import (
    ReflectedTables,
    create_table,
    is_sqlite,
    make_append_only,
    make_mutable,
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
    _backfill_rounds("round_number", "slot", lambda numbers: {number: slot for slot, number in numbers.items()})
    op.drop_column("ruling", "round_number")
    with op.batch_alter_table("ruling_step") as batch:
        batch.drop_constraint(op.f("uq_ruling_step_ruling_id_kind"), type_="unique")
    op.execute("UPDATE ruling_step SET kind = 'promoted' WHERE kind LIKE 'promoted%'")
    with op.batch_alter_table("ruling_step") as batch:
        batch.create_check_constraint(op.f("ck_ruling_step_kind"), "kind IN ('withdrawn', 'promoted')")
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    create_withdrawal_index()
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


def downgrade() -> None:
    for name in APPEND_ONLY:
        make_mutable(name)
    op.drop_index("ix_play_club_id_started_at", "play")
    op.drop_index("ix_ruling_play_id", "ruling")
    op.drop_index("uq_ruling_step_withdrawn", "ruling_step")
    op.drop_index("ix_ruling_step_ruling_id", "ruling_step")
    with op.batch_alter_table("ruling_step") as batch:
        batch.drop_constraint(op.f("ck_ruling_step_kind"), type_="check")
    _number_promotions()
    with op.batch_alter_table("ruling_step") as batch:
        batch.create_unique_constraint(op.f("uq_ruling_step_ruling_id_kind"), ["ruling_id", "kind"])
    op.add_column("ruling", sa.Column("round_number", sa.Integer(), nullable=True))
    _backfill_rounds("slot", "round_number", dict)
    op.drop_column("ruling", "slot")
    with op.batch_alter_table("house_version") as batch:
        batch.alter_column("holds_from", type_=sa.String(length=10), postgresql_using="holds_from::text")
    for name, (column, _) in CHECKS.items():
        with op.batch_alter_table(name) as batch:
            batch.drop_constraint(op.f(f"ck_{name}_{column}"), type_="check")
    op.drop_table("erasure")


def _backfill_rounds(source: str, target: str, mapping: Callable[[Mapping[int, int]], Mapping[int, int]]) -> None:
    """Set the column ``target`` of rulings from the column ``source``, one a slot and the other a round number.

    NULL if the round is not on the sheet. ``mapping``: returns the values of ``target`` by those of ``source``, given
    the round numbers of a play by slot.
    """
    tables = ReflectedTables("ruling", "edit")
    for ruling in tables.rows("ruling"):
        value = getattr(ruling, source)
        if value is not None:
            found = mapping(_round_numbers(tables, ruling.play_id))
            tables.update("ruling", {"id": ruling.id}, **{target: found.get(value)})


def _round_numbers(tables: ReflectedTables, play: int) -> dict[int, int]:
    """Return the numbers of the rounds on the sheet and of the coming round, by slot."""
    is_live: dict[int, bool] = {}
    for edit in tables.rows("edit", "revision", play_id=play):
        if edit.slot is not None:
            is_live[edit.slot] = edit.entry is not None
    live = sorted(slot for slot, on_sheet in is_live.items() if on_sheet)
    return {slot: number for number, slot in enumerate([*live, max(is_live, default=0) + 1], start=1)}


def _number_promotions() -> None:
    """Rename the second promotion of a ruling to ``promoted2``, and so on, for the unique constraint."""
    tables = ReflectedTables("ruling_step")
    count = Counter[int]()
    for step in tables.rows("ruling_step", kind="promoted"):
        count[step.ruling_id] += 1
        if count[step.ruling_id] > 1:
            tables.update("ruling_step", {"id": step.id}, kind=f"promoted{count[step.ruling_id]}")
