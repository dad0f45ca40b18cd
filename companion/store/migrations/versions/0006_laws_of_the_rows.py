"""what a row may say, days as days, a ruling's round by its slot, and a log that is only added to

Revision ID: 0006
Revises: 0005
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import guard_withdrawals
from companion.store.migrations.shared import Tables, check, create_table, guard, is_sqlite, unguard

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
GUARDED = ("edit", "house_version", "house_step", "ruling", "ruling_step")


def upgrade() -> None:
    create_table(
        "erasure",
        "id int key, club_id int index, what 10, at time, open bool",
        check("erasure", "what", "club", "name"),
    )
    for name, (column, law) in CHECKS.items():
        with op.batch_alter_table(name) as batch:
            batch.create_check_constraint(op.f(f"ck_{name}_{column}"), law)
    _let_days_be_days()
    op.add_column("ruling", sa.Column("slot", sa.Integer(), nullable=True))
    _turn_rounds("round_number", "slot", lambda numbers: {number: slot for slot, number in numbers.items()})
    op.drop_column("ruling", "round_number")
    op.execute("UPDATE ruling_step SET kind = 'promoted' WHERE kind LIKE 'promoted%'")
    with op.batch_alter_table("ruling_step") as batch:
        batch.drop_constraint(op.f("uq_ruling_step_ruling_id_kind"), type_="unique")
        batch.create_check_constraint(op.f("ck_ruling_step_kind"), "kind IN ('withdrawn', 'promoted')")
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    guard_withdrawals()
    op.create_index("ix_ruling_play_id", "ruling", ["play_id"])
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    for name in GUARDED:
        guard(name)


def _let_days_be_days() -> None:
    """Turn the day of house rules into a day. SQLite keeps the text that it is: cast to a day it would be a number."""
    if not is_sqlite():
        op.alter_column("house_version", "holds_from", type_=sa.Date(), postgresql_using="holds_from::date")
        return

    def as_day(_inspector: object, _table: object, column: dict[str, Any]) -> None:
        if column["name"] == "holds_from":
            column["type"] = sa.Date()

    told = {"listeners": [("column_reflect", as_day)]}
    with op.batch_alter_table("house_version", recreate="always", reflect_kwargs=told):
        pass


def downgrade() -> None:
    for name in GUARDED:
        unguard(name)
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
    _turn_rounds("slot", "round_number", dict)
    op.drop_column("ruling", "slot")
    with op.batch_alter_table("house_version") as batch:
        batch.alter_column("holds_from", type_=sa.String(length=10), postgresql_using="holds_from::text")
    for name, (column, _) in CHECKS.items():
        with op.batch_alter_table(name) as batch:
            batch.drop_constraint(op.f(f"ck_{name}_{column}"), type_="check")
    op.drop_table("erasure")


def _turn_rounds(of: str, to: str, turned: Callable[[Mapping[int, int]], Mapping[int, int]]) -> None:
    """Name the rounds of rulings another way. ``turned``: of the numbers by slot, what is looked up."""
    tables = Tables("ruling", "edit")
    for ruling in tables.rows("ruling"):
        was = getattr(ruling, of)
        if was is not None:
            tables.update("ruling", {"id": ruling.id}, **{to: turned(_numbers(tables, ruling.play_id)).get(was)})


def _numbers(tables: Tables, play: int) -> dict[int, int]:
    """Slot to number, of the rounds on the sheet and the coming one."""
    stands: dict[int, bool] = {}
    for edit in tables.rows("edit", "revision", play_id=play):
        if edit.slot is not None:
            stands[edit.slot] = edit.entry is not None
    live = sorted(slot for slot, there in stands.items() if there)
    return {slot: number for number, slot in enumerate([*live, max(stands, default=0) + 1], start=1)}


def _number_promotions() -> None:
    """Of several proposals of one ruling, the second and later ones with a number, as they once were."""
    tables = Tables("ruling_step")
    seen = Counter[int]()
    for step in tables.rows("ruling_step", kind="promoted"):
        seen[step.ruling_id] += 1
        if seen[step.ruling_id] > 1:
            tables.update("ruling_step", {"id": step.id}, kind=f"promoted{seen[step.ruling_id]}")
