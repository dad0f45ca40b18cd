"""The types of requests to the club's API: fields, bounds, and the message for an invalid value."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.core.entry.kinds import Schema, any_of
from companion.core.statistics.numbers_json import FILTERS, MOST_PLAYERS
from companion.core.words import quoted
from companion.store.plays.api_lists import USUAL_LIMIT, PageCursor, parse_cursor
from companion.web.access.guard import new_client_id
from companion.web.api.bodies import Slug, doc
from companion.web.api.schemas import ABSENT, NULL, TEXT, ref

MOST_LISTED: Final = 100
"""The largest page of a list."""

LONGEST_ID: Final = 40
MOST_REVISION: Final = 999_999_999
EARLIEST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
LATEST_MOMENT = datetime(3000, 1, 1, tzinfo=UTC)


# Values: each has a message for invalid ones, or a function that reads it; the core reads the others.


def with_message(sentence: str, **bounds: Any) -> Meta:
    """Annotate a type with bounds and the message for an invalid value; ``{value}`` and ``{length}`` are filled in."""
    return Meta(extra={"fault": sentence}, **bounds)


def with_reader(read: Callable[[object], Any], schema: Schema) -> Meta:
    """Annotate a type with the function that reads its values and raises a ``ValueError`` with a message."""
    return Meta(extra={"read": read}, extra_json_schema=schema)


def with_schema(*schemas: Schema) -> Meta:
    """Annotate a type with schemas for the document, of which one must fit; the core reads its values."""
    return Meta(extra_json_schema=any_of(schemas))


def read_moment(value: object) -> datetime:
    """Return a moment in UTC.

    :raises ValueError: the text is no moment with an offset, or out of bounds.
    """
    text = f"“{quoted(value)}”" if isinstance(value, str) else quoted(value)
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        offset = moment.utcoffset() if moment else None
    except ValueError:
        moment = None
    if moment is None:
        raise ValueError(f"{text} is not a time. Write it as 2026-11-21T20:15:00+01:00.")
    if offset is None:
        raise ValueError(f"{text} has no time zone: end it with an offset, such as +01:00.")
    naive = moment.replace(tzinfo=UTC)
    if not EARLIEST_MOMENT <= naive < LATEST_MOMENT:
        raise ValueError(f"Give a time from {EARLIEST_MOMENT.year} to {LATEST_MOMENT.year - 1}.")
    return naive - offset


def read_cursor(value: object) -> PageCursor:
    """Return the position in a list at which a page begins.

    :raises ValueError: the text is no cursor.
    """
    cursor = parse_cursor(str(value))
    if cursor is None:
        raise ValueError(f"“{quoted(value)}” is not a cursor; use the “next” of the page before.")
    return cursor


NOT_A_TEXT: Final = "{value} is not a text."
Text = Annotated[str, with_message(NOT_A_TEXT)]
Flag = Annotated[bool, with_message("{value} is neither true nor false.")]
Object = Annotated[dict[str, Any], with_message("{value} is not an object with fields.")]
Id = Annotated[
    str,
    with_message(
        f"An id has 1 to {LONGEST_ID} letters; this one has {{length:,}}.", min_length=1, max_length=LONGEST_ID
    ),
    doc("An id that you choose, a new one for each write; unique in the club."),
]
Revision = Annotated[
    int,
    with_message("{value} is not a revision; a play has its own as “revision”.", ge=0, le=MOST_REVISION),
    doc("The revision of the play that you saw."),
]
RoundNumber = Annotated[int, with_message("{value} is not the number of a round.", ge=1, le=MOST_REVISION)]
Limit = Annotated[
    int, with_message(f"{{value}} is not a limit, which is a number from 1 to {MOST_LISTED}.", ge=1, le=MOST_LISTED)
]
PlayerCount = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
Cursor = Annotated[Any, with_reader(read_cursor, TEXT)]
MOMENT: Final[Schema] = {**TEXT, "format": "date-time"}
Moment = Annotated[Any, with_reader(read_moment, any_of((MOMENT, NULL)))]
Stake = Annotated[Any, with_schema(ref("Stake"), NULL)]
Names = Annotated[Any, with_schema({"type": "array", "items": TEXT})]


class RequestData(Struct, forbid_unknown_fields=True):
    """Base of what a request sends in its body or query. Null means not given, except if the default is UNSET."""

    repeated: ClassVar[tuple[str, ...]] = ()
    """Keys that may occur more than once in a query."""


# Bodies.


class Carry(RequestData):
    """What is open is carried over to the next night."""

    client_id: Id


class Step(RequestData):
    """A change of a play that needs no other fields."""

    base: Revision
    client_id: Id


class PlayStart(RequestData):
    """A play to be started."""

    game: Annotated[Slug, with_message(NOT_A_TEXT)]
    players: Annotated[Names, doc("Seat order, clockwise. A name that is new in the club is added to its people.")]
    client_id: Id
    dealer: Annotated[Any, with_schema(TEXT, ABSENT), doc("The first dealer; by default the first player.")] = None
    options: Annotated[
        Any, with_schema({"type": "object"}, ABSENT),
        doc("Options that are left out are those of the club's house rules, or else of the book."),
    ] = None  # fmt: skip
    sides: Annotated[Any, with_schema({"type": "array", "items": TEXT}, ABSENT), doc("In partnership games.")] = None
    stake: Stake = None
    played_at: Annotated[Moment, doc("When it began, if it is entered later.")] = None


class RoundEntry(Step):
    """A round to be written down or corrected."""

    entry: Annotated[Object, doc("The round, as in the scoring request of its game.")]


class Takeover(Step):
    """Somebody who takes over a seat, with its points."""

    player: Annotated[Text, doc("Who sits there.")]
    name: Annotated[Text, doc("Who takes over; a new name is added to the club's people.")]
    round: Annotated[RoundNumber | None, doc("The first round that they play; by default the coming one.")] = None


class PlayChange(Step):
    """Details of a play to change; fields that are not given stay as they are."""

    counts: Annotated[Flag | None, doc("Whether it counts in statistics.")] = None
    stake: Annotated[Stake, doc("Its stake; null: none.")] = UNSET
    night: Annotated[Text | UnsetType | None, doc("The key of its night; null: the one near its time.")] = UNSET
    played_at: Annotated[
        Moment,
        doc(
            "When it began at the table; null: when it was written down. The play moves to the night of that time, "
            "unless a night is given."
        ),
    ] = UNSET


class PaymentEntry(RequestData, rename={"payer": "from", "payee": "to"}):
    """A payment to be written down."""

    payer: Annotated[Text, doc("Who pays: a name, or `kitty`.")]
    payee: Annotated[Text, doc("Who gets it: a name, or `kitty`.")]
    amount: Annotated[
        Any, with_schema({"type": "integer", "minimum": 1}), doc("In the smallest unit of the club's currency.")
    ]
    client_id: Id
    at: Annotated[Moment, doc("When it was paid; by default now.")] = None


# Queries.


class Page(RequestData):
    """Which page of a list is wanted."""

    limit: Annotated[Limit, doc("Number of items.")] = USUAL_LIMIT
    cursor: Annotated[Cursor, doc("The `next` of the page before.")] = UNSET


class TakeBack(RequestData):
    """A payment that is taken back."""

    client_id: Annotated[Id, doc("An optional id of this write.")] = field(default_factory=new_client_id)


class GameFilter(RequestData, rename={"since": "from", "until": "to", "company": "with"}):
    """Which plays of a game are wanted; the core reads these fields."""

    repeated = FILTERS
    since: Annotated[date | UnsetType, doc("Plays of this day or later, in the zone of the club.")] = UNSET
    until: Annotated[date | UnsetType, doc("Plays of this day or earlier.")] = UNSET
    company: Annotated[list[str] | UnsetType, doc("Plays in which all of these took part.")] = UNSET
    players: Annotated[PlayerCount | UnsetType, doc("Plays with this number of players.")] = UNSET


class PersonFilter(GameFilter):
    """Which plays of somebody are wanted."""

    game: Annotated[Slug | UnsetType, doc("Plays of this game.")] = UNSET
