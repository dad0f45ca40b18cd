"""nights, what is said about a play, what statistics and money need, people in steps, programs

Revision ID: 0011
Revises: 0010
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import create_night_steps, create_player_steps
from companion.store.migrations.shared import (
    Tables,
    add_columns,
    add_reference,
    create_table,
    drop_columns,
    drop_reference,
    guard,
    is_sqlite,
    unguard,
    unguarded,
)

revision = "0011"
down_revision = "0010"

CHIPS = (
    "ace-deuce-jack", "brag", "farmer", "kabu", "open-face-chinese-poker", "put-and-take", "razz", "reversis",
    "speculation", "superfecta",
)  # fmt: skip
"""The games that count chips."""

OLD_KINDS = "kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo')"
NEW_KINDS = OLD_KINDS.replace("'redo'", "'redo', 'about', 'totals'")
APART = timedelta(hours=12)


def upgrade() -> None:
    _mend_days()
    _widen_club()
    _make_nights()
    _make_steps()
    _widen_play()
    add_columns("edit", "about json null")
    _let_kinds_be(OLD_KINDS, NEW_KINDS)
    with unguarded("edit"):
        _fill_nights(Tables("play", "edit", "night"))
    _bring_stakes_over(Tables("play", "club"))


def downgrade() -> None:
    _bring_stakes_back(Tables("play"))
    with unguarded("edit"):
        _forget(Tables("edit"))
    _let_kinds_be(NEW_KINDS, OLD_KINDS)
    op.drop_column("edit", "about")
    drop_columns("part", "high_round high_in low_round low_in bids made penalties penalty_points balance")
    for name in ("open", "night_id", "club_id_club_mark", "club_id_played_at"):
        op.drop_index(f"ix_play_{name}", "play")
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    drop_reference("play", "night_id", "night")
    drop_columns(
        "play", "played_at until is_later is_discarded is_left_out counts turned_last currency kitty club_mark"
    )
    for name in ("night_step", "player_step"):
        unguard(name)
        op.drop_table(name)
    op.drop_table("api_call")
    op.drop_table("night")
    op.drop_column("membership", "is_program")
    op.drop_column("player", "is_hidden")
    drop_reference("player", "merged_into_id", "player")
    drop_columns("club", "mark asks_stake currency timezone")


def _mend_days() -> None:
    """Give house rules their day back, where an earlier version left a mere year of it: that of their proposal."""
    if is_sqlite():
        with unguarded("house_version"):
            op.execute("UPDATE house_version SET holds_from = date(proposed_at) WHERE typeof(holds_from) = 'integer'")


def _let_kinds_be(before: str, after: str) -> None:
    """Another law for the kinds of edits, with the table left in place."""
    if not is_sqlite():
        op.drop_constraint(op.f("ck_edit_kind"), "edit", type_="check")
        op.create_check_constraint(op.f("ck_edit_kind"), "edit", after)
        return
    # As SQLite says to do it where no row has to be looked at: the law alone is written anew.
    number = op.get_bind().exec_driver_sql("PRAGMA schema_version").scalar_one()
    change = sa.text(
        "UPDATE sqlite_master SET sql = replace(sql, :before, :after) WHERE type = 'table' AND name = 'edit'"
    )
    op.execute("PRAGMA writable_schema = ON")
    op.get_bind().execute(change, {"before": before, "after": after})
    op.execute(f"PRAGMA schema_version = {number + 1}")
    op.execute("PRAGMA writable_schema = OFF")


def _widen_club() -> None:
    add_columns("club", "timezone 64 ='', currency 20 ='', asks_stake bool =false, mark int =0")
    add_columns("membership", "is_program bool =false")
    add_reference("player", "merged_into_id", "player")
    add_columns("player", "is_hidden bool =false")


def _make_nights() -> None:
    create_table(
        "night",
        "id int key, key 24 unique, club_id club, began_at time, dated date null, name 60 ='', place 60 ='',"
        "notes 2000 ='', present json, share_hash 64 null unique",
    )
    op.create_index("ix_night_club_id_began_at", "night", ["club_id", "began_at"])


def _make_steps() -> None:
    create_night_steps()
    create_player_steps()
    create_table(
        "api_call",
        "id int key, club_id club, client_id 40, digest 64, status int null, answer json null, at time",
        sa.UniqueConstraint("club_id", "client_id"),
    )
    for name in ("night_step", "player_step"):
        guard(name)


def _widen_play() -> None:
    add_reference("play", "night_id", "night")
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
    here, there = sa.text("over = 0"), sa.text("NOT over")
    op.create_index("ix_play_open", "play", ["club_id", "last_at"], sqlite_where=here, postgresql_where=there)
    add_columns(
        "part",
        "high_round large null, high_in int null, low_round large null, low_in int null, bids int =0, made int =0,"
        "penalties int =0, penalty_points large =0, balance large =0",
    )


# Nights of what was played before there were any.


def _fill_nights(tables: Tables) -> None:
    """Give every play its night: that of whatever was played up to twelve hours before it began, else its own."""
    played: list[tuple[datetime, int]] = []
    club = None
    for play in tables.rows("play", "club_id started_at id"):
        if play.club_id != club:
            club, played = play.club_id, []
        near = [one for one in played if abs(one[0] - play.started_at) <= APART]
        before = [one for one in near if one[0] <= play.started_at]
        night = max(before)[1] if before else min(near)[1] if near else None
        if night is None:
            own = {"key": secrets.token_urlsafe(9), "club_id": club, "began_at": play.started_at, "present": []}
            night = tables.add("night", **own)
        moments = [play.started_at, *_rounds_written(tables, play.id)]
        played += [(moment, night) for moment in moments]
        values = {"night_id": night, "played_at": play.started_at, "until": max(moments)}
        tables.update("play", {"id": play.id}, **values)
        about = {"night": night, **({"sides": play.sides} if play.sides else {})}
        tables.update("edit", {"play_id": play.id, "kind": "start"}, about=about)


def _rounds_written(tables: Tables, play: int) -> list[datetime]:
    """When each round that stands on the sheet was first written."""
    first: dict[int, datetime] = {}
    live: set[int] = set()
    for edit in tables.rows("edit", "revision", play_id=play):
        if edit.slot is not None:
            first.setdefault(edit.slot, edit.at)
            (live.add if edit.entry is not None else live.discard)(edit.slot)
    return [first[slot] for slot in live]


def _forget(tables: Tables) -> None:
    """Take out of the log what earlier versions cannot read: such an edit is then one that changed nothing."""
    for edit in tables.rows("edit"):
        values: dict[str, Any] = {}
        if edit.kind in ("about", "totals"):
            values = {"kind": "note", "note": {}} if edit.kind == "about" else {"kind": "end"}
        if edit.seats is not None:
            values["seats"] = [{key: seat[key] for key in ("player_id", "from_slot")} for seat in edit.seats]
        if values:
            tables.update("edit", {"id": edit.id}, **values)


# Stakes.


def _bring_stakes_over(tables: Tables) -> None:
    """Turn stakes per point into stakes of chips or of the difference; the last currency becomes the club's."""
    for play in _staked(tables):
        if play.stake["kind"] == "point":
            stake = {**play.stake, "kind": "chips" if play.game in CHIPS else "difference"}
            tables.update("play", {"id": play.id}, stake=stake)
        tables.update("club", {"id": play.club_id}, currency=play.stake["currency"], asks_stake=True)


def _staked(tables: Tables) -> list[Any]:
    """Return the plays with a stake, the one last written in last."""
    return [play for play in tables.rows("play", "last_at id") if play.stake]


def _bring_stakes_back(tables: Tables) -> None:
    for play in _staked(tables):
        kind = {"chips": "point", "difference": "point", "fixed": "fixed"}.get(play.stake["kind"])
        stake = {**play.stake, "kind": kind} if kind and play.stake.get("currency") else None
        tables.update("play", {"id": play.id}, stake=stake)
