"""The models. Events are never overwritten; other rows follow from them."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column

from companion.store.database.base import Base


def among(column: str, *values: str) -> CheckConstraint:
    """Return the constraint that a column holds one of these words."""
    return CheckConstraint(f"{column} IN ({', '.join(map(repr, values))})", name=column)


def _once(*columns: str, where: str) -> Index:
    """Return a partial unique index over these columns."""
    name = f"uq_event_{'_'.join(columns)}"
    return Index(name, *columns, unique=True, sqlite_where=text(where), postgresql_where=text(where))


class Day(Base):
    """A day on which the app ran, by the clock of then. Counting them tells a long time from a wrong clock."""

    __tablename__ = "day"

    on: Mapped[date] = mapped_column("date", primary_key=True)


class KeyMark(Base):
    """The mark of the secret key that this database was first started with: one row."""

    __tablename__ = "key_mark"
    __table_args__ = (CheckConstraint("id = 1", name="only"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    mark: Mapped[str] = mapped_column(String(8))


class Club(Base):
    """A club: people who play together."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(24), unique=True)
    name: Mapped[str] = mapped_column(String(60), default="")
    created_at: Mapped[datetime]
    code_generation: Mapped[int] = mapped_column(default=0)
    code_letters: Mapped[int] = mapped_column(default=6, server_default="6")
    recovery_generation: Mapped[int] = mapped_column(default=0)
    scorer_code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    viewer_code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    recovery_hash: Mapped[str] = mapped_column(String(64), unique=True)
    timezone: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """Where its evenings are played, as IANA names it; empty: nobody said."""

    currency: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """What it plays for: three letters of ISO 4217, or a word of its own; empty: nothing was said."""

    asks_stake: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether a stake is asked for when a play is started."""

    mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """Goes up with every change of its name, of what its nights and numbers are made of (finished plays, nights,
    people), and of what its devices may do."""

    names_mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """The place in the log of the last event that changed how somebody is called."""

    is_blocked: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the operator of the server has closed it to everybody."""

    removal_at: Mapped[datetime | None]
    """When it is removed because nobody writes in it; null: its members have not been warned."""

    kept_at: Mapped[datetime | None]
    """When a member last asked for it to be kept all the same."""

    most_plays: Mapped[int | None]
    """How many plays it may have; 0: any number; null: as many as the settings say. The others likewise."""

    most_rounds: Mapped[int | None]
    most_bytes: Mapped[int | None] = mapped_column(BigInteger)


class OperatorAct(Base):
    """Something that the operator of the server did."""

    __tablename__ = "operator_act"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    who: Mapped[str] = mapped_column(String(60))
    """The account at the computer."""

    what: Mapped[str] = mapped_column(String(20))
    """The command."""

    club_id: Mapped[int | None] = mapped_column(index=True)
    """The club concerned, which may be gone; null: none."""

    detail: Mapped[str] = mapped_column(String(200))


class Device(Base):
    """A phone or another browser, known by a token whose hash is stored."""

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class Membership(Base):
    """The role of a device in a club."""

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("club_id", "device_id"), among("role", "organiser", "scorer", "viewer"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    joined_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    label: Mapped[str] = mapped_column(String(40), default="")
    """What the device is called in this club; empty: as it called itself."""

    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """Whose phone it is in this club; null: nobody's that was said."""

    asked: Mapped[bool] = mapped_column(default=False)
    """Whether somebody has answered whose it is, if only that they look on."""

    is_program: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it is no phone but a program, which the organiser gave a token."""


class Player(Base):
    """Somebody who plays in a club."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "name_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime]
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """Who they are, where two names turned out to be one person; null: themselves."""

    is_hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether lists leave them out."""


class Night(Base):
    """An evening of a club. What is said of it are events; these columns are their result."""

    __tablename__ = "night"
    __table_args__ = (Index("ix_night_club_id_began_at", "club_id", "began_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(24), unique=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    began_at: Mapped[datetime]
    """Of its first start, or noon of its date where it was given another one; worked out, and what lists go by."""

    dated: Mapped[date | None]
    """The date that somebody gave it; null: that of its first start."""

    name: Mapped[str] = mapped_column(String(60), default="", server_default="")
    place: Mapped[str] = mapped_column(String(60), default="", server_default="")
    notes: Mapped[str] = mapped_column(String(2000), default="", server_default="")
    present: Mapped[list[Any]] = mapped_column(default=list)
    """Who was there without playing, by the numbers of their rows."""

    share_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    """Of the link by which others may look at it; null: there is none."""


class Event(Base):
    """An event of a club. Events are only added; other rows follow from them."""

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("club_id", "seq"),
        Index("ix_event_club_id_subject_subject_id_seq", "club_id", "subject", "subject_id", "seq"),
        _once("club_id", "client_id", where="subject <> 'play'"),
        _once("subject_id", "client_id", where="subject = 'play'"),
        among("subject", "play", "night", "money", "player", "house", "ruling"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(24), unique=True)
    """The event in addresses and in the API."""

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    seq: Mapped[int]
    """Its place in the log of the club, from 1."""

    subject: Mapped[str] = mapped_column(String(10))
    """What sort of thing it is about: a ``play``, a ``night``, the ``money`` of a night, a ``player``, ``house`` rules,
    a ``ruling``."""

    subject_id: Mapped[int | None]
    """The number of that row; of house rules and rulings, which have none, the place in the log of the event that began
    them. Null: it begins one, or it is about none, as money that goes into the kitty."""

    kind: Mapped[str] = mapped_column(String(10))
    data: Mapped[dict[str, Any]]
    """What the kind says: people stand in it by the number of their row."""

    undoes: Mapped[int | None]
    """The place in the log of the event that this one undoes."""

    at: Mapped[datetime]
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """Whose phone it was that wrote this, as was said then."""

    client_id: Mapped[str] = mapped_column(String(40))


class ApiCall(Base):
    """A request that a program sent, by its idempotency key."""

    __tablename__ = "api_call"
    __table_args__ = (UniqueConstraint("club_id", "client_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    client_id: Mapped[str] = mapped_column(String(40))
    digest: Mapped[str] = mapped_column(String(64))
    """Of what was sent."""

    status: Mapped[int | None]
    answer: Mapped[dict[str, Any] | None]
    """Null: it was never answered."""

    at: Mapped[datetime]


class Play(Base):
    """A play: one sitting of a game. Totals are caches for lists, computed from the edits."""

    __tablename__ = "play"
    __table_args__ = (
        UniqueConstraint("club_id", "client_id"),
        Index("ix_play_club_id_last_at", "club_id", "last_at"),
        Index("ix_play_club_id_played_at", "club_id", "played_at"),
        Index("ix_play_club_id_club_mark", "club_id", "club_mark"),
        Index("ix_play_night_id", "night_id"),
        Index("ix_play_open", "club_id", "last_at", sqlite_where=text("over = 0"), postgresql_where=text("NOT over")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(24), unique=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    game: Mapped[str] = mapped_column(String(60))
    title: Mapped[str] = mapped_column(String(60))
    """What the play is called: like its game, or as the table named it."""

    options: Mapped[dict[str, Any]]
    """All options, those at their default too."""

    sides: Mapped[list[Any]]
    """What the two sides are called, as the edits left it; null for one that is called by its players; empty: each for
    themselves."""

    dealer: Mapped[str] = mapped_column(String(40))
    """Who dealt first, as an edit names people."""

    rules_version: Mapped[int]
    """The version of the game's rules by which its options are written."""

    stake: Mapped[dict[str, Any] | None]
    """What it was started for; null: nothing."""

    started_at: Mapped[datetime]
    """When it was written down that it began."""

    client_id: Mapped[str] = mapped_column(String(40))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("play.id"))
    house_id: Mapped[int | None]
    """The place in the log of the house rules that it began under, as they were proposed; null: there were none."""

    revision: Mapped[int]

    mark: Mapped[int]
    """Goes on with everything that is written in the play, its draft and cards included: phones compare it."""

    sheet_mark: Mapped[int]
    """The mark of the last thing written that the sheet shows: a card of the coming round is not among them."""

    over: Mapped[bool] = mapped_column(default=False)
    rounds: Mapped[int] = mapped_column(default=0)
    last_at: Mapped[datetime]
    """Of the last change."""

    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))
    played_at: Mapped[datetime]
    """When it began at the table."""

    until: Mapped[datetime]
    """The last moment of playing that is known: when its last round was written, or its start where it was entered
    later."""

    is_later: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it was entered later, so that its rounds tell nothing about when they were played."""

    is_discarded: Mapped[bool] = mapped_column(default=False, server_default=false())
    is_left_out: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the table took it out of the statistics."""

    counts: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it is in the statistics."""

    turned_last: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether nobody who stood first before the last round is among the winners."""

    games: Mapped[int] = mapped_column(default=1, server_default="1")
    """How many games a win in it counts as: 2 or 3 after a heavy loss such as a skunk."""

    currency: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """What it is settled in; empty: its stake names none, or there is no stake."""

    kitty: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """What it brings the club's kitty."""

    club_mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """The club's mark when anything of it changed that nights and numbers are made of."""


class Part(Base):
    """A player in a play: seat, total and place, computed from the edits."""

    __tablename__ = "part"
    __table_args__ = (Index("ix_part_player_id", "player_id"),)

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    seat: Mapped[int]
    """Seat order, from 0."""

    side: Mapped[int | None]
    """0 or 1 where two sides play; null: each for themselves."""

    total: Mapped[int] = mapped_column(BigInteger)
    """The player's, or that of their side."""

    place: Mapped[int]
    """On the sheet as it stands, from 1; level ones share the better place."""

    won: Mapped[bool]
    dealt_first: Mapped[bool]
    rounds: Mapped[int]
    """In how many rounds they were not absent; what somebody else played on their seat is not among them."""

    high_round: Mapped[int | None] = mapped_column(BigInteger)
    """The highest change in one round, adjustments included and chips bought left out; null: there was none."""

    high_in: Mapped[int | None]
    """The round of it, from 1; the first of equals."""

    low_round: Mapped[int | None] = mapped_column(BigInteger)
    low_in: Mapped[int | None]
    bids: Mapped[int] = mapped_column(default=0, server_default="0")
    """How often they bid a number of tricks."""

    made: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many of these bids they took exactly."""

    penalties: Mapped[int] = mapped_column(default=0, server_default="0")
    penalty_points: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """Zero or below."""

    balance: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """What the play's stake gives them or takes from them, in the smallest unit of its currency."""


class EarlierPart(Base):
    """The part of a player who handed on a seat, computed like a part; total and place are the seat's.

    There is none of somebody who was in no round there.
    """

    __tablename__ = "earlier_part"
    __table_args__ = (Index("ix_earlier_part_player_id", "player_id"),)

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    before_slot: Mapped[int]
    """The slot from which on it was no longer theirs, by the last time that they handed it on."""

    won: Mapped[bool]
    """Whether the seat won and nobody who had it later was in any round."""

    rounds: Mapped[int]
    high_round: Mapped[int | None] = mapped_column(BigInteger)
    high_in: Mapped[int | None]
    low_round: Mapped[int | None] = mapped_column(BigInteger)
    low_in: Mapped[int | None]
    bids: Mapped[int]
    made: Mapped[int]
    penalties: Mapped[int]
    penalty_points: Mapped[int] = mapped_column(BigInteger)


class Draft(Base):
    """What is known of the coming round before it is saved, for all phones at the table to see.

    People stand in it by the number of their row, as in an edit.
    """

    __tablename__ = "draft"

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    slot: Mapped[int]
    data: Mapped[dict[str, Any]]
    locked: Mapped[bool]
    sealed: Mapped[dict[str, Any] | None]
    """Secret bids, by field and reference ``{value, device_id, tap}``; they stand in ``data``, too, once all are in."""

    cards: Mapped[dict[str, Any] | None]
    """Its cards as they fell so far, where the table enters them trick by trick; each with who entered it."""

    later: Mapped[list[Any] | None]
    """The cards of the rounds after it, the next one first: those before were undone after they fell."""

    cards_mark: Mapped[int]
    """The play's mark when the cards were last changed; 0: never."""

    cards_tap: Mapped[str | None] = mapped_column(String(40))
    """The tap that did it: sent twice, it counts once."""

    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime]


class Screen(Base):
    """A link by which everybody may watch a play, and those that go on from it, on a separate screen."""

    __tablename__ = "screen"
    __table_args__ = (Index("ix_screen_club_id", "club_id"), UniqueConstraint("play_id", "number"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"))
    number: Mapped[int]
    """Tells it from other links to the same play; its code is worked out from that."""

    letters: Mapped[int] = mapped_column(default=8, server_default="8")
    """How long its code is."""

    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime]
    taken_back_at: Mapped[datetime | None]
    """Null: it leads to the play."""


class Erasure(Base):
    """A record that something was erased: while it is open, triggers let the log be changed."""

    __tablename__ = "erasure"
    __table_args__ = (among("what", "club", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(index=True)
    """The club concerned, which may be gone."""

    what: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime]
    open: Mapped[bool]
    """While it is under way, inside its transaction."""
