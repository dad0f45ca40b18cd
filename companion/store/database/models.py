"""The models. Events are never changed; the rows of plays, nights and people are computed from them."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column

from companion.store.database.base import Base, now


def value_constraint(column: str, *values: str) -> CheckConstraint:
    """Return the constraint that a column has one of these values."""
    return CheckConstraint(f"{column} IN ({', '.join(map(repr, values))})", name=column)


def _unique_event_index(*columns: str, where: str) -> Index:
    """Return a unique index on events over these columns, for rows that meet a condition."""
    name = f"uq_event_{'_'.join(columns)}"
    return Index(name, *columns, unique=True, sqlite_where=text(where), postgresql_where=text(where))


class IdColumn:
    """The column of tables whose rows have a number."""

    id: Mapped[int] = mapped_column(primary_key=True)


class ClubColumn:
    """The column of tables whose rows belong to a club."""

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))


class Club(IdColumn, Base):
    """A club: people who play together."""

    key: Mapped[str] = mapped_column(String(24), unique=True)
    name: Mapped[str] = mapped_column(String(60), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    code_generation: Mapped[int] = mapped_column(default=0)
    code_letters: Mapped[int] = mapped_column(default=6, server_default="6")
    recovery_generation: Mapped[int] = mapped_column(default=0)
    scorer_code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    viewer_code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    recovery_hash: Mapped[str] = mapped_column(String(64), unique=True)
    timezone: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The IANA name of its time zone; empty: not set."""

    currency: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """Three letters of ISO 4217, or the club's own word; empty: not set."""

    asks_stake: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether a new play asks for a stake."""

    mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """A counter of changes of its name, finished plays, nights, people, and rights of devices."""

    names_mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """The ``seq`` of the last event that changed a name."""

    is_blocked: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the operator of the server has blocked it."""

    removal_at: Mapped[datetime | None]
    """When it is removed as idle; null: not planned."""

    kept_at: Mapped[datetime | None] = mapped_column(default=now)
    """When a member last cancelled its removal; before that, when it was started. Null: not known."""

    most_plays: Mapped[int | None]
    """The limit of plays; 0: unlimited; null: the limit of the settings. The same holds for rounds and bytes."""

    most_rounds: Mapped[int | None]
    most_bytes: Mapped[int | None] = mapped_column(BigInteger)


class Device(IdColumn, Base):
    """A phone, another browser or a program, known by a token whose hash is stored."""

    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)


class Membership(IdColumn, ClubColumn, Base):
    """The role of a device in a club."""

    __table_args__ = (
        UniqueConstraint("club_id", "device_id"),
        value_constraint("role", "organiser", "scorer", "viewer"),
    )

    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    joined_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]
    label: Mapped[str] = mapped_column(String(40), default="")
    """The name of the device in this club; empty: the name that it gave itself."""

    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """The owner of the phone; null: not known."""

    asked: Mapped[bool] = mapped_column(default=False)
    """Whether somebody has answered whose phone it is; “nobody's” is an answer, too."""

    is_program: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the device is a program."""


class Player(IdColumn, ClubColumn, Base):
    """A person of a club."""

    __table_args__ = (UniqueConstraint("club_id", "name_key"),)

    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(default=now)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """The person that they were merged into; null: not merged."""

    is_hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether lists leave them out."""


class Night(IdColumn, ClubColumn, Base):
    """An evening of a club, computed from the events about it."""

    __table_args__ = (Index("ix_night_club_id_began_at", "club_id", "began_at"),)

    key: Mapped[str] = mapped_column(String(24), unique=True)
    began_at: Mapped[datetime]
    """When its first play began, or noon of ``dated`` if that play began on another date; lists are sorted by it."""

    dated: Mapped[date | None]
    """The date that somebody entered; null: that of its first play."""

    name: Mapped[str] = mapped_column(String(60), default="", server_default="")
    place: Mapped[str] = mapped_column(String(60), default="", server_default="")
    notes: Mapped[str] = mapped_column(String(2000), default="", server_default="")
    present: Mapped[list[Any]] = mapped_column(default=list)
    """The ids of people who were present without playing."""

    share_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The keyed hash of the link to it; null: there is none."""


class Event(IdColumn, ClubColumn, Base):
    """An event in the log of a club. Events are only added, never changed."""

    __table_args__ = (
        UniqueConstraint("club_id", "seq"),
        Index("ix_event_club_id_subject_subject_id_seq", "club_id", "subject", "subject_id", "seq"),
        _unique_event_index("club_id", "client_id", where="subject <> 'play'"),
        _unique_event_index("subject_id", "client_id", where="subject = 'play'"),
        value_constraint("subject", "play", "night", "money", "player", "house", "ruling"),
    )

    key: Mapped[str] = mapped_column(String(24), unique=True)
    """The key of the event in URLs and in the API."""

    seq: Mapped[int]
    """Its position in the log of the club, from 1."""

    subject: Mapped[str] = mapped_column(String(10))
    """What it is about: ``play``, ``night``, ``money`` of a night, ``player``, ``house`` rules or ``ruling``."""

    subject_id: Mapped[int | None]
    """The id of that row; for house rules and rulings, which have no rows, the ``seq`` of their first event. Null for
    such a first event, and for money of the kitty."""

    kind: Mapped[str] = mapped_column(String(10))
    data: Mapped[dict[str, Any]]
    """The data of its kind, with ids or references instead of names."""

    undoes: Mapped[int | None]
    """The ``seq`` of the event that this one undoes or redoes."""

    at: Mapped[datetime]
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """The owner of the phone at that time."""

    client_id: Mapped[str] = mapped_column(String(40))


class Play(IdColumn, ClubColumn, Base):
    """A play: one sitting of a game. Many columns are projections, computed from its edits."""

    __table_args__ = (
        UniqueConstraint("club_id", "client_id"),
        Index("ix_play_club_id_last_at", "club_id", "last_at"),
        Index("ix_play_club_id_played_at", "club_id", "played_at"),
        Index("ix_play_club_id_club_mark", "club_id", "club_mark"),
        Index("ix_play_night_id", "night_id"),
        Index("ix_play_open", "club_id", "last_at", sqlite_where=text("over = 0"), postgresql_where=text("NOT over")),
    )

    key: Mapped[str] = mapped_column(String(24), unique=True)
    game: Mapped[str] = mapped_column(String(60))
    title: Mapped[str] = mapped_column(String(60), default="")
    """The name of the play: its game's, or one that the table gave it."""

    options: Mapped[dict[str, Any]]
    """All options at the start, defaults included."""

    sides: Mapped[list[Any]] = mapped_column(default=list)
    """The names of the two sides, null for one named after its players; empty: there are no sides."""

    dealer: Mapped[str] = mapped_column(String(40))
    """The reference to the first dealer."""

    rules_version: Mapped[int]
    """The version of the game's rules at the start, for the options."""

    stake: Mapped[dict[str, Any] | None]
    """The stake at the start; null: none."""

    started_at: Mapped[datetime]
    """When it was started in the app."""

    client_id: Mapped[str] = mapped_column(String(40))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("play.id"))
    """The play that it followed by “Play again”; null: none."""

    house_id: Mapped[int | None]
    """The id of the house rules in force at the start: the ``seq`` of their proposal; null: there were none."""

    revision: Mapped[int] = mapped_column(default=0)

    mark: Mapped[int] = mapped_column(default=1)
    """A counter of all changes, draft and cards included, by which phones notice them."""

    sheet_mark: Mapped[int] = mapped_column(default=1)
    """The value of ``mark`` at the last change that the sheet shows; cards of the coming round are not on it."""

    over: Mapped[bool] = mapped_column(default=False)
    rounds: Mapped[int] = mapped_column(default=0)
    last_at: Mapped[datetime]
    """The time of the last edit."""

    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))
    played_at: Mapped[datetime]
    """When it began at the table."""

    until: Mapped[datetime]
    """When its last round was first saved, or when it was started; if it was entered later, when it began."""

    is_later: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it was entered later than played, so that the times of its rounds mean nothing."""

    is_discarded: Mapped[bool] = mapped_column(default=False, server_default=false())

    counts: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it counts for statistics."""

    turned_last: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the last round decided the play: nobody who was first before it won."""

    games: Mapped[int] = mapped_column(default=1, server_default="1")
    """How many games a win in it counts as: 2 or 3 after a heavy loss such as a skunk."""

    currency: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """The currency of its stake; empty: none."""

    kitty: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """What the club's kitty wins or loses by the stake."""

    club_mark: Mapped[int] = mapped_column(default=0, server_default="0")
    """The club's mark at the last change that nights or statistics show."""


class PartStatistics:
    """The columns of parts for statistics."""

    won: Mapped[bool]
    """Whether they won. An earlier part won if its seat did and nobody who had the seat later played a round."""

    rounds: Mapped[int]
    """How many rounds they played, without those that others played on their seat."""

    high_round: Mapped[int | None] = mapped_column(BigInteger)
    """The most points in one round, with adjustments and without purchases of chips; null: no round."""

    high_in: Mapped[int | None]
    """The number of that round; the first one of several."""

    low_round: Mapped[int | None] = mapped_column(BigInteger)
    """The fewest points in one round, likewise; ``low_in``: the number of that round."""

    low_in: Mapped[int | None]
    bids: Mapped[int]
    """How many numbers of tricks they bid."""

    made: Mapped[int]
    """How many of these bids they made exactly."""

    penalties: Mapped[int]
    penalty_points: Mapped[int] = mapped_column(BigInteger)
    """Zero or below."""


class Part(PartStatistics, Base):
    """A player in a play: seat, total and place, computed from the edits."""

    __table_args__ = (Index("ix_part_player_id", "player_id"),)

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    seat: Mapped[int]
    """Seat order, from 0."""

    side: Mapped[int | None]
    """0 or 1; null: the play has no sides."""

    total: Mapped[int] = mapped_column(BigInteger)
    """The total of the player or of their side."""

    place: Mapped[int]
    """The present place, from 1; tied players share the better one."""

    dealt_first: Mapped[bool]
    balance: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """What they win or lose by the stake, in the smallest unit of its currency."""


class EarlierPart(PartStatistics, Base):
    """The part of a player who handed on a seat after at least one round, computed from the edits."""

    __table_args__ = (Index("ix_earlier_part_player_id", "player_id"),)

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    before_slot: Mapped[int]
    """The first slot after they last handed on the seat."""


class Draft(Base):
    """What was entered of the coming round, shown on all phones, with references instead of names."""

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"), primary_key=True)
    slot: Mapped[int]
    data: Mapped[dict[str, Any]] = mapped_column(default=dict)
    locked: Mapped[bool] = mapped_column(default=False)
    sealed: Mapped[dict[str, Any] | None]
    """Secret bids by field and reference: ``{value, device_id, tap}``. Once all have bid, ``data`` has them too."""

    cards: Mapped[dict[str, Any] | None]
    """Its cards trick by trick, each with its author."""

    later: Mapped[list[Any] | None]
    """What was entered of later rounds, in order, kept because the rounds before them were undone: the cards of each,
    with ``data``, ``locked`` and ``sealed`` if there are any."""

    cards_mark: Mapped[int] = mapped_column(default=0)
    """The play's mark at the last change of the cards; 0: never changed."""

    cards_tap: Mapped[str | None] = mapped_column(String(40))
    """The client id of that change, so that a request which is sent again is noticed."""

    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime]


class Screen(IdColumn, ClubColumn, Base):
    """A link by which everybody may watch a play, and the plays that follow it, on a separate screen."""

    __table_args__ = (Index("ix_screen_club_id", "club_id"), UniqueConstraint("play_id", "number"))

    play_id: Mapped[int] = mapped_column(ForeignKey("play.id"))
    number: Mapped[int]
    """Distinguishes it from other links to the same play; its code is derived from it."""

    letters: Mapped[int] = mapped_column(default=8, server_default="8")
    """The length of its code."""

    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    taken_back_at: Mapped[datetime | None]
    """When it was revoked; null: it is valid."""
