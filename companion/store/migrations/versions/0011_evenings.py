"""Nights, details of plays, columns for statistics and stakes, the log of people, and API programs

Revision ID: 0011
Revises: 0010
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import create_night_step_table, create_player_step_table
from companion.store.migrations.shared import (
    ReflectedTables,
    add_columns,
    add_foreign_key_column,
    create_table,
    drop_columns,
    drop_foreign_key_column,
    is_sqlite,
    make_append_only,
    make_mutable,
    temporarily_mutable,
)

revision = "0011"
down_revision = "0010"

CHIPS = (
    "ace-deuce-jack", "brag", "farmer", "kabu", "open-face-chinese-poker", "put-and-take", "razz", "reversis",
    "speculation", "superfecta",
)  # fmt: skip
"""Slugs of the games that count chips."""

OLD_KINDS = "kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo')"
NEW_KINDS = OLD_KINDS.replace("'redo'", "'redo', 'about', 'totals'")
LONGEST_BREAK = timedelta(hours=12)
"""The longest time between two rounds of one night."""


def upgrade() -> None:
    _restore_truncated_dates()
    _change_clubs_and_people()
    _create_night()
    _create_logs()
    _change_plays()
    add_columns("edit", "about json null")
    _replace_kind_constraint(OLD_KINDS, NEW_KINDS)
    with temporarily_mutable("edit"):
        _backfill_nights(ReflectedTables("play", "edit", "night"))
    _convert_stakes(ReflectedTables("play", "club"))


def downgrade() -> None:
    _revert_stakes(ReflectedTables("play"))
    with temporarily_mutable("edit"):
        _remove_new_kinds(ReflectedTables("edit"))
    _replace_kind_constraint(NEW_KINDS, OLD_KINDS)
    op.drop_column("edit", "about")
    drop_columns("part", "high_round high_in low_round low_in bids made penalties penalty_points balance")
    for name in ("open", "night_id", "club_id_club_mark", "club_id_played_at"):
        op.drop_index(f"ix_play_{name}", "play")
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    drop_foreign_key_column("play", "night_id", "night")
    drop_columns(
        "play", "played_at until is_later is_discarded is_left_out counts turned_last currency kitty club_mark"
    )
    for name in ("night_step", "player_step"):
        make_mutable(name)
        op.drop_table(name)
    op.drop_table("api_call")
    op.drop_table("night")
    op.drop_column("membership", "is_program")
    op.drop_column("player", "is_hidden")
    drop_foreign_key_column("player", "merged_into_id", "player")
    drop_columns("club", "mark asks_stake currency timezone")


def _restore_truncated_dates() -> None:
    """Set ``holds_from`` to the date of the proposal where an early version of migration 0006 left only the year."""
    if is_sqlite():
        with temporarily_mutable("house_version"):
            op.execute("UPDATE house_version SET holds_from = date(proposed_at) WHERE typeof(holds_from) = 'integer'")


def _replace_kind_constraint(before: str, after: str) -> None:
    """Replace the check constraint on ``edit.kind`` without recreating the table. The arguments: SQL conditions."""
    if not is_sqlite():
        op.drop_constraint(op.f("ck_edit_kind"), "edit", type_="check")
        op.create_check_constraint(op.f("ck_edit_kind"), "edit", after)
        return
    # SQLite cannot alter a constraint. If existing rows stay valid, its documentation recommends to edit the schema.
    schema_version = op.get_bind().exec_driver_sql("PRAGMA schema_version").scalar_one()
    change = sa.text(
        "UPDATE sqlite_master SET sql = replace(sql, :before, :after) WHERE type = 'table' AND name = 'edit'"
    )
    op.execute("PRAGMA writable_schema = ON")
    op.get_bind().execute(change, {"before": before, "after": after})
    op.execute(f"PRAGMA schema_version = {schema_version + 1}")
    op.execute("PRAGMA writable_schema = OFF")


def _change_clubs_and_people() -> None:
    """Add columns to ``club``, ``membership`` and ``player``."""
    add_columns("club", "timezone 64 ='', currency 20 ='', asks_stake bool =false, mark int =0")
    add_columns("membership", "is_program bool =false")
    add_foreign_key_column("player", "merged_into_id", "player")
    add_columns("player", "is_hidden bool =false")


def _create_night() -> None:
    """Create the table ``night``."""
    create_table(
        "night",
        "id int key, key 24 unique, club_id club, began_at time, dated date null, name 60 ='', place 60 ='',"
        "notes 2000 ='', present json, share_hash 64 null unique",
    )
    op.create_index("ix_night_club_id_began_at", "night", ["club_id", "began_at"])


def _create_logs() -> None:
    """Create the append-only tables ``night_step`` and ``player_step``, and the table ``api_call``."""
    create_night_step_table()
    create_player_step_table()
    create_table(
        "api_call",
        "id int key, club_id club, client_id 40, digest 64, status int null, answer json null, at time;"
        "club_id client_id",
    )
    for name in ("night_step", "player_step"):
        make_append_only(name)


def _change_plays() -> None:
    """Add columns and indexes to ``play``, and statistics to ``part``."""
    add_foreign_key_column("play", "night_id", "night")
    for name in ("played_at", "until"):
        op.add_column("play", sa.Column(name, sa.DateTime(), nullable=False, server_default="2000-01-01 00:00:00"))
    add_columns(
        "play",
        "is_later bool =false, is_discarded bool =false, is_left_out bool =false, counts bool =false,"
        "turned_last bool =false, currency 20 ='', kitty large =0, club_mark int =0",
    )
    op.drop_index("ix_play_club_id_started_at", "play")
    op.create_index("ix_play_club_id_played_at", "play", ["club_id", "played_at"])
    op.create_index("ix_play_club_id_club_mark", "play", ["club_id", "club_mark"])
    op.create_index("ix_play_night_id", "play", ["night_id"])
    is_open = sa.text("over = 0" if is_sqlite() else "NOT over")
    op.create_index("ix_play_open", "play", ["club_id", "last_at"], sqlite_where=is_open, postgresql_where=is_open)
    add_columns(
        "part",
        "high_round large null, high_in int null, low_round large null, low_in int null, bids int =0, made int =0,"
        "penalties int =0, penalty_points large =0, balance large =0",
    )


# Nights of existing plays.


def _backfill_nights(tables: ReflectedTables) -> None:
    """Set the night of each play: that of the last round before its start, else of the next one, else a new one.

    Rounds count until ``LONGEST_BREAK`` before or after its start.
    """
    played: list[tuple[datetime, int]] = []
    club = None
    for play in tables.rows("play", "club_id started_at id"):
        if play.club_id != club:
            club, played = play.club_id, []
        near = [one for one in played if abs(one[0] - play.started_at) <= LONGEST_BREAK]
        before = [one for one in near if one[0] <= play.started_at]
        night = max(before)[1] if before else min(near)[1] if near else None
        if night is None:
            own = {"key": secrets.token_urlsafe(9), "club_id": club, "began_at": play.started_at, "present": []}
            night = tables.insert_one("night", **own)
        moments = [play.started_at, *_times_of_rounds(tables, play.id)]
        played += [(moment, night) for moment in moments]
        values = {"night_id": night, "played_at": play.started_at, "until": max(moments)}
        tables.update("play", {"id": play.id}, **values)
        about = {"night": night, **({"sides": play.sides} if play.sides else {})}
        tables.update("edit", {"play_id": play.id, "kind": "start"}, about=about)


def _times_of_rounds(tables: ReflectedTables, play: int) -> list[datetime]:
    """Return when each round on the sheet was first entered, in any order."""
    first: dict[int, datetime] = {}
    live: set[int] = set()
    for edit in tables.rows("edit", "revision", play_id=play):
        if edit.slot is not None:
            first.setdefault(edit.slot, edit.at)
            (live.add if edit.entry is not None else live.discard)(edit.slot)
    return [first[slot] for slot in live]


def _remove_new_kinds(tables: ReflectedTables) -> None:
    """Replace kinds of edits that earlier versions do not know by edits without effect, and drop new keys of seats."""
    for edit in tables.rows("edit"):
        values: dict[str, Any] = {}
        if edit.kind in ("about", "totals"):
            values = {"kind": "note", "note": {}} if edit.kind == "about" else {"kind": "end"}
        if edit.seats is not None:
            values["seats"] = [{key: seat[key] for key in ("player_id", "from_slot")} for seat in edit.seats]
        if values:
            tables.update("edit", {"id": edit.id}, **values)


# Stakes.


def _convert_stakes(tables: ReflectedTables) -> None:
    """Replace the kind ``point`` of stakes by ``chips`` or ``difference``; copy the last currency to the club."""
    for play in _plays_with_stakes(tables):
        if play.stake["kind"] == "point":
            stake = {**play.stake, "kind": "chips" if play.game in CHIPS else "difference"}
            tables.update("play", {"id": play.id}, stake=stake)
        tables.update("club", {"id": play.club_id}, currency=play.stake["currency"], asks_stake=True)


def _plays_with_stakes(tables: ReflectedTables) -> list[Any]:
    """Return the plays with a stake, the one that was changed last at the end."""
    return [play for play in tables.rows("play", "last_at id") if play.stake]


def _revert_stakes(tables: ReflectedTables) -> None:
    """Restore the kind ``point``; drop stakes that earlier versions do not know."""
    for play in _plays_with_stakes(tables):
        kind = {"chips": "point", "difference": "point", "fixed": "fixed"}.get(play.stake["kind"])
        stake = {**play.stake, "kind": kind} if kind and play.stake.get("currency") else None
        tables.update("play", {"id": play.id}, stake=stake)
