"""Tables that two migrations create: one in its upgrade, and the one that drops the table in its downgrade.

``more``: further columns and constraints, which one of the two has.
"""

import sqlalchemy as sa

from companion.store.migrations.shared import columns, create_partial_unique_index, create_table, value_constraint

AUTHOR = "at time, device_id device null, player_id player null, client_id 40"
"""Declares the columns for the author of a row and the time; see ``shared.columns``."""


def create_edit_table(*more: sa.schema.SchemaItem) -> None:
    """Create the table ``edit``: the log of plays."""
    create_table(
        "edit",
        "id int key, play_id play, revision int, kind 10, slot int null, undoes int null, entry json null,"
        "seats json null, ended bool null, device_id device null, at time, client_id 40",
        sa.UniqueConstraint("play_id", "client_id"),
        sa.UniqueConstraint("play_id", "revision"),
        *more,
    )


def create_hand_table() -> None:
    """Create the table ``hand``: the cards of each round, which migration 0009 moves into drafts and edits."""
    create_table("hand", "play_id play key, slot int key, data json, revision int, device_id device null, at time")


def create_house_version_table(date_type: str, *more: sa.schema.SchemaItem) -> None:
    """Create the table ``house_version``: versions of house rules. ``date_type``: the type of ``holds_from``."""
    create_table(
        "house_version",
        "id int key, key 24 unique, club_id club, game 60, number int, options json, amendments json, note 500,"
        f"holds_from {date_type}, source 100, proposed_at time, device_id device null, client_id 40",
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "game", "number"),
        *more,
    )


def create_house_step_table(*more: sa.schema.SchemaItem) -> None:
    """Create the table ``house_step``: agreements to house rules, and their withdrawals."""
    create_table(
        "house_step",
        "id int key, version_id house_version, kind 10, names json, reason 500, at time, device_id device null",
        sa.UniqueConstraint("version_id", "kind"),
        *more,
    )


def create_ruling_table(round_column: str, *more: sa.schema.SchemaItem) -> None:
    """Create the table ``ruling``. ``round_column``: the name of the column for the round that a ruling is about."""
    create_table(
        "ruling",
        "id int key, key 24 unique, club_id club, game 60, situation 60, number int, question 300, decision 1000,"
        "basis 10, told json, rules json, agreed_by json, facts json null, play_id play null, at time,"
        "device_id device null, client_id 40",
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "number"),
        *columns(f"{round_column} int null"),
        *more,
    )


def create_ruling_step_table(constraint: sa.schema.SchemaItem) -> None:
    """Create the table ``ruling_step``: withdrawals of rulings, and their promotions to house rules."""
    create_table(
        "ruling_step",
        "id int key, ruling_id ruling, kind 10, reason 500, version_id house_version null, at time,"
        "device_id device null",
        constraint,
    )


def create_withdrawal_index() -> None:
    """Create the unique index that allows one withdrawal of each ruling."""
    create_partial_unique_index("uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], "kind = 'withdrawn'")


def create_night_step_table() -> None:
    """Create the table ``night_step``: the log of nights and their money."""
    create_table(
        "night_step",
        "id int key, key 24 unique, club_id club, night_id night null index, kind 10, data json,"
        f"undoes night_step null, {AUTHOR}",
        value_constraint("night_step", "kind", "told", "paid", "carried", "kitty", "back"),
        sa.UniqueConstraint("club_id", "client_id"),
    )


def create_player_step_table() -> None:
    """Create the table ``player_step``: the log of people."""
    create_table(
        "player_step",
        f"id int key, club_id club, person_id player index, kind 10, data json, {AUTHOR}",
        value_constraint("player_step", "kind", "named", "merged", "parted", "hidden", "shown"),
        sa.UniqueConstraint("club_id", "client_id"),
    )
