"""Tables of earlier versions that more than one migration creates: one when it is applied, another when reverted."""

import sqlalchemy as sa

from companion.store.migrations.shared import check, columns, create_partial_index, create_table

AUTHOR = "at time, device_id device null, player_id player null, client_id 40"
"""The columns that record who wrote a row, and when."""


def create_edits(*more: sa.schema.SchemaItem) -> None:
    """Create the table of the edits of plays."""
    create_table(
        "edit",
        "id int key, play_id play, revision int, kind 10, slot int null, undoes int null, entry json null,"
        "seats json null, ended bool null, device_id device null, at time, client_id 40",
        sa.UniqueConstraint("play_id", "client_id"),
        sa.UniqueConstraint("play_id", "revision"),
        *more,
    )


def create_hands() -> None:
    """Create the table of cards, which later went into drafts and edits."""
    create_table("hand", "play_id play key, slot int key, data json, revision int, device_id device null, at time")


def create_house_versions(day: str, *more: sa.schema.SchemaItem) -> None:
    """Create the table of house rules. ``day``: the type of the day from which they apply."""
    create_table(
        "house_version",
        "id int key, key 24 unique, club_id club, game 60, number int, options json, amendments json, note 500,"
        f"holds_from {day}, source 100, proposed_at time, device_id device null, client_id 40",
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "game", "number"),
        *more,
    )


def create_house_steps(*more: sa.schema.SchemaItem) -> None:
    """Create the table of agreements to house rules and their withdrawals."""
    create_table(
        "house_step",
        "id int key, version_id house_version, kind 10, names json, reason 500, at time, device_id device null",
        sa.UniqueConstraint("version_id", "kind"),
        *more,
    )


def create_rulings(round_column: str, *more: sa.schema.SchemaItem) -> None:
    """Create the table of rulings. ``round_column``: the one that says which round they are about."""
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


def create_ruling_steps(law: sa.schema.SchemaItem) -> None:
    """Create the table of what became of rulings."""
    create_table(
        "ruling_step",
        "id int key, ruling_id ruling, kind 10, reason 500, version_id house_version null, at time,"
        "device_id device null",
        law,
    )


def guard_withdrawals() -> None:
    """Let a ruling be withdrawn only once."""
    create_partial_index("uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], "kind = 'withdrawn'")


def create_night_steps() -> None:
    """Create the table of what was written about nights and their money."""
    create_table(
        "night_step",
        "id int key, key 24 unique, club_id club, night_id night null index, kind 10, data json,"
        f"undoes night_step null, {AUTHOR}",
        check("night_step", "kind", "told", "paid", "carried", "kitty", "back"),
        sa.UniqueConstraint("club_id", "client_id"),
    )


def create_player_steps() -> None:
    """Create the table of changes of people."""
    create_table(
        "player_step",
        f"id int key, club_id club, person_id player index, kind 10, data json, {AUTHOR}",
        check("player_step", "kind", "named", "merged", "parted", "hidden", "shown"),
        sa.UniqueConstraint("club_id", "client_id"),
    )
