"""nights, what is said about a play, what statistics and money need, people in steps, programs

Revision ID: 0011
Revises: 0010
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True)
CHIPS = (
    "ace-deuce-jack", "brag", "farmer", "kabu", "open-face-chinese-poker", "put-and-take", "razz", "reversis",
    "speculation", "superfecta",
)  # fmt: skip
"""The games that count chips."""

OLD_KINDS = "kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo')"
NEW_KINDS = OLD_KINDS.replace("'redo'", "'redo', 'about', 'totals'")
APART = timedelta(hours=12)
LAW = "what was written down is never changed"
CLUB_OF_EDIT = "(SELECT club_id FROM play WHERE play.id = OLD.play_id)"
FALSE, ZERO = sa.false(), sa.text("0")

PLAY = sa.table(
    "play", *(sa.column(name, sa.Integer) for name in ("id", "club_id", "night_id")), sa.column("game", sa.String),
    *(sa.column(name, sa.DateTime) for name in ("started_at", "played_at", "until", "last_at")),
    sa.column("stake", JSON), sa.column("sides", JSON), sa.column("currency", sa.String),
)  # fmt: skip
EDIT = sa.table(
    "edit", *(sa.column(name, sa.Integer) for name in ("id", "play_id", "revision", "slot")),
    sa.column("kind", sa.String), sa.column("at", sa.DateTime),
    *(sa.column(name, JSON) for name in ("entry", "seats", "about", "note")),
)  # fmt: skip
NIGHT = sa.table(
    "night", *(sa.column(name, sa.Integer) for name in ("id", "club_id")), sa.column("key", sa.String),
    sa.column("began_at", sa.DateTime), sa.column("present", JSON),
)  # fmt: skip
CLUB = sa.table(
    "club", sa.column("id", sa.Integer), sa.column("currency", sa.String), sa.column("asks_stake", sa.Boolean)
)


def upgrade() -> None:
    _mend_days()
    _widen_club()
    _make_nights()
    _make_steps()
    _widen_play()
    op.add_column("edit", sa.Column("about", JSON, nullable=True))
    _let_kinds_be(OLD_KINDS, NEW_KINDS)
    with _unguarded():
        _fill_nights(op.get_bind())
    _bring_stakes_over(op.get_bind())


def downgrade() -> None:
    _bring_stakes_back(op.get_bind())
    with _unguarded():
        _forget(op.get_bind())
    _let_kinds_be(NEW_KINDS, OLD_KINDS)
    op.drop_column("edit", "about")
    for name in (*PART_NUMBERS, *PART_COUNTS):
        op.drop_column("part", name)
    for name in ("open", "night_id", "club_id_club_mark", "club_id_played_at"):
        op.drop_index(f"ix_play_{name}", "play")
    op.create_index("ix_play_club_id_started_at", "play", ["club_id", "started_at"])
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("fk_play_night_id_night"), "play", type_="foreignkey")
    for column in PLAY_COLUMNS:
        op.drop_column("play", column)
    for table in ("night_step", "player_step"):
        _unguard(table)
    op.drop_table("api_call")
    op.drop_table("night_step")
    op.drop_table("player_step")
    op.drop_table("night")
    op.drop_column("membership", "is_program")
    op.drop_column("player", "is_hidden")
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("fk_player_merged_into_id_player"), "player", type_="foreignkey")
    op.drop_column("player", "merged_into_id")
    for column in ("mark", "asks_stake", "currency", "timezone"):
        op.drop_column("club", column)


PART_NUMBERS = ("high_round", "high_in", "low_round", "low_in")
PART_COUNTS = ("bids", "made", "penalties", "penalty_points", "balance")
LARGE = ("high_round", "low_round", "penalty_points", "balance")
PLAY_COLUMNS = (
    "night_id", "played_at", "until", "is_later", "is_discarded", "is_left_out", "counts", "turned_last", "currency",
    "kitty", "club_mark",
)  # fmt: skip


def _mend_days() -> None:
    """Give house rules their day back, where an earlier version left a mere year of it: that of their proposal."""
    if op.get_bind().dialect.name != "sqlite":
        return
    _unguard("house_version")
    op.execute("UPDATE house_version SET holds_from = date(proposed_at) WHERE typeof(holds_from) = 'integer'")
    _guard_sqlite("house_version", "OLD.club_id")


def _let_kinds_be(before: str, after: str) -> None:
    """Another law for the kinds of edits, with the table left in place."""
    if op.get_bind().dialect.name != "sqlite":
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
    _add_key("player", "merged_into_id", "player")
    op.add_column("player", sa.Column("is_hidden", sa.Boolean(), nullable=False, server_default=FALSE))


def _make_nights() -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(), nullable=False),
        sa.Column("dated", sa.Date(), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("place", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("notes", sa.String(length=2000), nullable=False, server_default=""),
        sa.Column("present", JSON, nullable=False),
        sa.Column("share_hash", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_night_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("key", name=op.f("uq_night_key")),
        sa.UniqueConstraint("share_hash", name=op.f("uq_night_share_hash")),
    )
    op.create_index("ix_night_club_id_began_at", "night", ["club_id", "began_at"])


def _make_steps() -> None:
    op.create_table(
        "night_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        *_writer(),
        sa.CheckConstraint("kind IN ('told', 'paid', 'carried', 'kitty', 'back')", name=op.f("ck_night_step_kind")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_night_step_club_id_club")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_night_step_night_id_night")),
        sa.ForeignKeyConstraint(["undoes"], ["night_step.id"], name=op.f("fk_night_step_undoes_night_step")),
        *_writer_keys("night_step"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night_step")),
        sa.UniqueConstraint("key", name=op.f("uq_night_step_key")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_night_step_club_id_client_id")),
    )
    op.create_index("ix_night_step_night_id", "night_step", ["night_id"])
    op.create_table(
        "player_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        *_writer(),
        sa.CheckConstraint(
            "kind IN ('named', 'merged', 'parted', 'hidden', 'shown')", name=op.f("ck_player_step_kind")
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_step_club_id_club")),
        sa.ForeignKeyConstraint(["person_id"], ["player.id"], name=op.f("fk_player_step_person_id_player")),
        *_writer_keys("player_step"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_step")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_player_step_club_id_client_id")),
    )
    op.create_index("ix_player_step_person_id", "player_step", ["person_id"])
    op.create_table(
        "api_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("answer", JSON, nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_api_call_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_call")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_api_call_club_id_client_id")),
    )
    for table in ("night_step", "player_step"):
        _guard(table, "OLD.club_id")


def _writer() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
    )


def _writer_keys(table: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    return (
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f(f"fk_{table}_device_id_device")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f(f"fk_{table}_player_id_player")),
    )


def _widen_play() -> None:
    _add_key("play", "night_id", "night")
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


def _add_key(table: str, column: str, other: str) -> None:
    """Add a column that points at another table in place, without building the table anew."""
    name = op.f(f"fk_{table}_{column}_{other}")
    if op.get_bind().dialect.name == "sqlite":
        key = sa.ForeignKey(f"{other}.id", name=name)
        op.add_column(table, sa.Column(column, sa.Integer(), key, nullable=True), inline_references=True)
        return
    op.add_column(table, sa.Column(column, sa.Integer(), nullable=True))
    op.create_foreign_key(name, table, other, [column], ["id"])


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


# The law of what is only added to.


@contextmanager
def _unguarded() -> Iterator[None]:
    """Let the log be changed for as long as this lasts."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER edit_no_{verb}")
        yield
        _guard_sqlite("edit", CLUB_OF_EDIT)
        return
    op.execute("ALTER TABLE edit DISABLE TRIGGER edit_is_kept")
    yield
    op.execute("ALTER TABLE edit ENABLE TRIGGER edit_is_kept")


def _erasing(club: str) -> str:
    return f"EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = {club})"


def _guard_sqlite(table: str, club: str) -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} WHEN NOT {_erasing(club)}"
            f" BEGIN SELECT RAISE(ABORT, '{LAW}'); END"
        )


def _guard(table: str, club: str) -> None:
    """Let nobody change or take away a row of a table, but while an erasure in its club is under way."""
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite(table, club)
        return
    op.execute(
        f"CREATE FUNCTION {table}_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NOT {_erasing(club)} THEN RAISE EXCEPTION '{LAW}'; END IF;"
        " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_is_kept BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {table}_is_kept()"
    )


def _unguard(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {table}_no_{verb}")
        return
    op.execute(f"DROP TRIGGER {table}_is_kept ON {table}")
    op.execute(f"DROP FUNCTION {table}_is_kept()")
