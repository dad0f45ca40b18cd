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
    JSON,
    add_reference,
    drop_reference,
    guard,
    is_sqlite,
    reference,
    table,
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
FALSE, ZERO = sa.false(), sa.text("0")

PLAY = table(
    "play",
    numbers="id club_id night_id",
    texts="game currency",
    moments="started_at played_at until last_at",
    values="stake sides",
)
EDIT = table("edit", numbers="id play_id revision slot", texts="kind", moments="at", values="entry seats about note")
NIGHT = table("night", numbers="id club_id", texts="key", moments="began_at", values="present")
CLUB = table("club", numbers="id", texts="currency", flags="asks_stake")


def upgrade() -> None:
    _mend_days()
    _widen_club()
    _make_nights()
    _make_steps()
    _widen_play()
    op.add_column("edit", sa.Column("about", JSON, nullable=True))
    _let_kinds_be(OLD_KINDS, NEW_KINDS)
    with unguarded("edit"):
        _fill_nights(op.get_bind())
    _bring_stakes_over(op.get_bind())


def downgrade() -> None:
    _bring_stakes_back(op.get_bind())
    with unguarded("edit"):
        _forget(op.get_bind())
    _let_kinds_be(NEW_KINDS, OLD_KINDS)
    op.drop_column("edit", "about")
    for name in (*PART_NUMBERS, *PART_COUNTS):
        op.drop_column("part", name)
    for name in ("open", "night_id", "club_id_club_mark", "club_id_played_at"):
        op.drop_index(f"ix_play_{name}", "play")
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    drop_reference("play", "night_id", "night")
    for column in PLAY_COLUMNS:
        op.drop_column("play", column)
    for name in ("night_step", "player_step"):
        unguard(name)
        op.drop_table(name)
    op.drop_table("api_call")
    op.drop_table("night")
    op.drop_column("membership", "is_program")
    op.drop_column("player", "is_hidden")
    drop_reference("player", "merged_into_id", "player")
    for column in ("mark", "asks_stake", "currency", "timezone"):
        op.drop_column("club", column)


PART_NUMBERS = ("high_round", "high_in", "low_round", "low_in")
PART_COUNTS = ("bids", "made", "penalties", "penalty_points", "balance")
LARGE = ("high_round", "low_round", "penalty_points", "balance")
PLAY_COLUMNS = (
    "played_at", "until", "is_later", "is_discarded", "is_left_out", "counts", "turned_last", "currency",
    "kitty", "club_mark",
)  # fmt: skip


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
    op.add_column("club", sa.Column("timezone", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("club", sa.Column("currency", sa.String(length=20), nullable=False, server_default=""))
    op.add_column("club", sa.Column("asks_stake", sa.Boolean(), nullable=False, server_default=FALSE))
    op.add_column("club", sa.Column("mark", sa.Integer(), nullable=False, server_default=ZERO))
    op.add_column("membership", sa.Column("is_program", sa.Boolean(), nullable=False, server_default=FALSE))
    add_reference("player", "merged_into_id", "player")
    op.add_column("player", sa.Column("is_hidden", sa.Boolean(), nullable=False, server_default=FALSE))


def _make_nights() -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        reference("club"),
        sa.Column("began_at", sa.DateTime(), nullable=False),
        sa.Column("dated", sa.Date(), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("place", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("notes", sa.String(length=2000), nullable=False, server_default=""),
        sa.Column("present", JSON, nullable=False),
        sa.Column("share_hash", sa.String(length=64), nullable=True, unique=True),
    )
    op.create_index("ix_night_club_id_began_at", "night", ["club_id", "began_at"])


def _make_steps() -> None:
    create_night_steps()
    create_player_steps()
    op.create_table(
        "api_call",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("club"),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("answer", JSON, nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("club_id", "client_id"),
    )
    for name in ("night_step", "player_step"):
        guard(name)


def _widen_play() -> None:
    add_reference("play", "night_id", "night")
    begun = sa.DateTime()
    for name in ("played_at", "until"):
        op.add_column("play", sa.Column(name, begun, nullable=False, server_default="2000-01-01 00:00:00"))
    for name in ("is_later", "is_discarded", "is_left_out", "counts", "turned_last"):
        op.add_column("play", sa.Column(name, sa.Boolean(), nullable=False, server_default=FALSE))
    op.add_column("play", sa.Column("currency", sa.String(length=20), nullable=False, server_default=""))
    op.add_column("play", sa.Column("kitty", sa.BigInteger(), nullable=False, server_default=ZERO))
    op.add_column("play", sa.Column("club_mark", sa.Integer(), nullable=False, server_default=ZERO))
    op.drop_index("ix_play_club_id_started_at", "play")
    op.create_index("ix_play_club_id_played_at", "play", ["club_id", "played_at"])
    op.create_index("ix_play_club_id_club_mark", "play", ["club_id", "club_mark"])
    op.create_index("ix_play_night_id", "play", ["night_id"])
    here, there = sa.text("over = 0"), sa.text("NOT over")
    op.create_index("ix_play_open", "play", ["club_id", "last_at"], sqlite_where=here, postgresql_where=there)
    for name in (*PART_NUMBERS, *PART_COUNTS):
        kind = sa.BigInteger() if name in LARGE else sa.Integer()
        more: dict[str, Any] = {} if name in PART_NUMBERS else {"server_default": ZERO}
        op.add_column("part", sa.Column(name, kind, nullable=name in PART_NUMBERS, **more))


# Nights of what was played before there were any.


def _fill_nights(bind: sa.Connection) -> None:
    """Give every play its night: that of whatever was played up to twelve hours before it began, else its own."""
    plays = bind.execute(sa.select(PLAY).order_by(PLAY.c.club_id, PLAY.c.started_at, PLAY.c.id)).all()
    played: list[tuple[datetime, int]] = []
    club = None
    for play in plays:
        if play.club_id != club:
            club, played = play.club_id, []
        near = [one for one in played if abs(one[0] - play.started_at) <= APART]
        before = [one for one in near if one[0] <= play.started_at]
        night = max(before)[1] if before else min(near)[1] if near else None
        if night is None:
            values = {"key": secrets.token_urlsafe(9), "club_id": club, "began_at": play.started_at, "present": []}
            night = bind.execute(sa.insert(NIGHT).values(**values).returning(NIGHT.c.id)).scalar_one()
        moments = [play.started_at, *_rounds_written(bind, play.id)]
        played += [(moment, night) for moment in moments]
        values = {"night_id": night, "played_at": play.started_at, "until": max(moments)}
        bind.execute(sa.update(PLAY).where(PLAY.c.id == play.id).values(**values))
        first = (EDIT.c.play_id == play.id, EDIT.c.kind == "start")
        about = {"night": night, **({"sides": play.sides} if play.sides else {})}
        bind.execute(sa.update(EDIT).where(*first).values(about=about))


def _rounds_written(bind: sa.Connection, play: int) -> list[datetime]:
    """When each round that stands on the sheet was first written."""
    edits = sa.select(EDIT.c.slot, EDIT.c.at, EDIT.c.entry).where(EDIT.c.play_id == play, EDIT.c.slot.is_not(None))
    first: dict[int, datetime] = {}
    live: set[int] = set()
    for slot, at, entry in bind.execute(edits.order_by(EDIT.c.revision)):
        first.setdefault(slot, at)
        (live.add if entry is not None else live.discard)(slot)
    return [first[slot] for slot in live]


def _forget(bind: sa.Connection) -> None:
    """Take out of the log what earlier versions cannot read: such an edit is then one that changed nothing."""
    for edit in bind.execute(
        sa.select(EDIT).where(sa.or_(EDIT.c.kind.in_(("about", "totals")), EDIT.c.seats.is_not(None)))
    ).all():
        values: dict[str, Any] = {}
        if edit.kind in ("about", "totals"):
            values = {"kind": "note", "note": {}} if edit.kind == "about" else {"kind": "end"}
        if edit.seats is not None:
            values["seats"] = [{key: seat[key] for key in ("player_id", "from_slot")} for seat in edit.seats]
        if values:
            bind.execute(sa.update(EDIT).where(EDIT.c.id == edit.id).values(**values))


# Stakes.


def _bring_stakes_over(bind: sa.Connection) -> None:
    """Turn stakes per point into stakes of chips or of the difference; the last currency becomes the club's."""
    for play in _staked(bind):
        if play.stake["kind"] == "point":
            stake = {**play.stake, "kind": "chips" if play.game in CHIPS else "difference"}
            bind.execute(sa.update(PLAY).where(PLAY.c.id == play.id).values(stake=stake))
        currency = play.stake["currency"]
        bind.execute(sa.update(CLUB).where(CLUB.c.id == play.club_id).values(currency=currency, asks_stake=True))


def _staked(bind: sa.Connection) -> list[Any]:
    """Return the plays with a stake, the one last written in last."""
    plays = bind.execute(sa.select(PLAY).order_by(PLAY.c.last_at, PLAY.c.id)).all()
    return [play for play in plays if play.stake]


def _bring_stakes_back(bind: sa.Connection) -> None:
    for play in _staked(bind):
        kind = {"chips": "point", "difference": "point", "fixed": "fixed"}.get(play.stake["kind"])
        stake = {**play.stake, "kind": kind} if kind and play.stake.get("currency") else None
        bind.execute(sa.update(PLAY).where(PLAY.c.id == play.id).values(stake=stake or sa.null()))
