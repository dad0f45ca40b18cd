"""Tables that two migrations create: one in its upgrade, and the one that drops the table in its downgrade.

The constants are declarations for ``shared.create_table``; some migrations add columns or constraints.
"""

from companion.store.migrations.shared import create_partial_unique_index, create_table, value_constraint

AUTHOR = "at time, device_id device null, player_id player null, client_id 40"
"""The columns for the author of a row and the time."""

EDIT = (
    "id int key, play_id play, revision int, kind 10, slot int null, undoes int null, entry json null,"
    "seats json null, ended bool null, device_id device null, at time, client_id 40;"
    "play_id client_id; play_id revision"
)
"""The table ``edit``: the log of plays."""

HAND = "play_id play key, slot int key, data json, revision int, device_id device null, at time"
"""The table ``hand``: the cards of each round, which migration 0009 moves into drafts and edits."""

HOUSE_VERSION = (
    "id int key, key 24 unique, club_id club, game 60, number int, options json, amendments json, note 500,"
    "holds_from {date_type}, source 100, proposed_at time, device_id device null, client_id 40;"
    "club_id client_id; club_id game number"
)
"""The table ``house_version``: versions of house rules; ``date_type`` is to be filled in."""

HOUSE_STEP = (
    "id int key, version_id house_version, kind 10, names json, reason 500, at time, device_id device null;"
    "version_id kind"
)
"""The table ``house_step``: agreements to house rules, and their withdrawals."""

RULING = (
    "id int key, key 24 unique, club_id club, game 60, situation 60, number int, question 300, decision 1000,"
    "basis 10, told json, rules json, agreed_by json, facts json null, play_id play null, at time,"
    "device_id device null, client_id 40; club_id client_id; club_id number"
)
"""The table ``ruling``, without the column for its round."""

RULING_STEP = (
    "id int key, ruling_id ruling, kind 10, reason 500, version_id house_version null, at time, device_id device null"
)
"""The table ``ruling_step``: withdrawals of rulings, and their promotions to house rules."""


def create_withdrawal_index() -> None:
    """Create the unique index that allows at most one withdrawal of each ruling."""
    create_partial_unique_index("uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], "kind = 'withdrawn'")


def create_night_step_table() -> None:
    """Create the table ``night_step``: the log of nights and their money."""
    create_table(
        "night_step",
        "id int key, key 24 unique, club_id club, night_id night null index, kind 10, data json,"
        f"undoes night_step null, {AUTHOR}; club_id client_id",
        value_constraint("night_step", "kind", "told", "paid", "carried", "kitty", "back"),
    )


def create_player_step_table() -> None:
    """Create the table ``player_step``: the log of people."""
    create_table(
        "player_step",
        f"id int key, club_id club, person_id player index, kind 10, data json, {AUTHOR}; club_id client_id",
        value_constraint("player_step", "kind", "named", "merged", "parted", "hidden", "shown"),
    )
