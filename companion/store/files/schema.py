"""The schema of a club's file, declared as types: objects of its lists, and the data of each kind of event."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, field
from msgspec.structs import astuple

from companion.core.entry.names import NAME_LENGTH
from companion.exports.open_upload import UnreadableFileError
from companion.store.house.house_rules import AGREED, PROPOSED, RECORDED, WITHDRAWN
from companion.store.log.events import BACK
from companion.store.log.subjects import HOUSE, MONEY, NIGHT, PERSON, PLAY, RULING
from companion.store.money.money_log import CARRIED, IN_KITTY, PAID
from companion.store.nights.night_state import DETAILS_CHANGED, NAME_LETTERS, NOTES_LETTERS, PLACE_LETTERS
from companion.store.people.edit_people import HIDDEN, MERGED, NAMED, PARTED, SHOWN
from companion.store.plays.edits.commands import MOST_TOTAL
from companion.store.plays.edits.edit_log import KINDS_OF_EDITS
from companion.store.plays.objections import MOST_OBJECTION_LETTERS
from companion.store.plays.play_state import MOST_EDITS

# Numbers and texts within limits, from short to long: ``Word``, ``Line``, ``Words``, ``Text``.
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Slot = Annotated[int, Meta(ge=0, le=MOST_EDITS)]
Total = Annotated[int, Meta(ge=-MOST_TOTAL, le=MOST_TOTAL)]
Amount = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Stakes = Annotated[int, Meta(ge=-(10**6), le=10**6)]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,16}\Z")]
ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Word = Annotated[str, Meta(max_length=20)]
Line = Annotated[str, Meta(max_length=100)]
Words = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=20_000)]
EARLIEST_YEAR, LATEST_YEAR = 1900, 2200
Moment = Annotated[datetime, Meta(tz=True)]
Object = dict[str, Any]
PersonOrKitty = Number | Literal["kitty"]
"""A person, or the kitty."""


class Shape(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An object in the file. Fields with their default value are left out."""


# Objects of the lists. Their fields are columns of rows, with positions in the file instead of ids.


class ClubLine(Shape):
    """The club."""

    name: Annotated[str, Meta(max_length=60)]
    created_at: Moment
    timezone: Annotated[str, Meta(max_length=64)]
    currency: Word
    asks_stake: bool


class PhoneLine(Shape):
    """A phone that wrote something."""

    label: Annotated[str, Meta(max_length=40)]


class PersonLine(Shape):
    """A person of the club."""

    name: Name
    created_at: Moment
    is_hidden: bool = field(name="hidden")
    merged_into_id: Number | None = field(name="merged_into", default=None)


class NightLine(Shape):
    """A night."""

    key: Key
    began_at: Moment


class PlayLine(Shape):
    """A play, as it was started."""

    key: Key
    game: Line
    rules_version: Number
    options: Object
    sides: list[Line | None]
    dealer: Name
    started_at: Moment
    client_id: ClientId
    stake: Object | None = None
    parent_id: Number | None = field(name="parent", default=None)
    house_id: Number | None = field(name="house", default=None)


class EventLine(Shape):
    """An event of the log."""

    seq: Number
    subject: str
    kind: str
    data: Object
    at: Moment
    client_id: ClientId
    key: Key | None = None
    subject_id: Number | None = field(name="about", default=None)
    undoes: Number | None = None
    device_id: Number | None = field(name="phone", default=None)
    player_id: Number | None = field(name="person", default=None)


class DraftLine(Shape):
    """The draft of a play."""

    play_id: Number = field(name="play")
    slot: Slot
    data: Object
    locked: bool
    at: Moment
    cards: Object | None = None
    later: list[Object] | None = None
    device_id: Number | None = field(name="phone", default=None)


# The data of events.


class NoData(Shape):
    """An event without data."""


class StintData(Shape):
    """A player who handed on a seat."""

    person_id: Number
    before_slot: Slot


class SeatData(Shape):
    """A seat."""

    player_id: int
    from_slot: Slot
    person_id: Number | None = None
    earlier: list[StintData] = []


class OutcomeData(Shape):
    """The outcome of a play."""

    version: Number
    totals: dict[str, Total]
    places: dict[str, Total]
    winners: list[str]
    weights: dict[str, Annotated[int, Meta(ge=2, le=3)]] = {}


class StakeData(Shape):
    """A stake."""

    kind: Line
    amount: Stakes | None = None
    amounts: list[Stakes] | None = None
    currency: Word = ""


class PlayDetailsData(Shape):
    """Details of a play, without remarks and objections."""

    night: Number | None = None
    played_at: Moment | None = None
    counts: bool | None = None
    discarded: bool | None = None
    stake: Object | None = None
    dealer: str | None = None
    options: Object | None = None
    sides: list[Line | None] | None = None
    secret: bool | None = None


class WordsData(Shape):
    """People's own words in the details of a play."""

    remarks: dict[str, Text | None]
    """Remarks on the play and on its rounds."""

    objections: dict[str, Annotated[str, Meta(min_length=1, max_length=MOST_OBJECTION_LETTERS)] | None]
    """Objections to rounds; null for one that is settled."""


class CardData(Struct):
    """The author of a card. The game checks the rest."""

    device_id: Number | None = None
    player_id: Number | None = None


class CardsData(Struct):
    """The cards of a round. The game checks the rest."""

    tricks: list[list[CardData]] = []


class EditData(Shape):
    """An edit of a play."""

    rules_version: Number
    slot: Slot | None = None
    entry: Object | None = None
    cards: CardsData | None = None
    note: Object | None = None
    ended: bool | None = None
    seats: list[SeatData] | None = None
    about: Object | None = None
    outcome: OutcomeData | None = None


class NightDetailsData(Shape):
    """Details of a night."""

    name: Annotated[str, Meta(max_length=NAME_LETTERS)] = ""
    place: Annotated[str, Meta(max_length=PLACE_LETTERS)] = ""
    notes: Annotated[str, Meta(max_length=NOTES_LETTERS)] = ""
    dated: date | None = None
    present: list[Number] | None = None
    came: dict[str, Number] = {}
    shared: Literal[""] = ""


class PaidData(Shape):
    """A payment, also one with the kitty."""

    payer: PersonOrKitty = field(name="from")
    payee: PersonOrKitty = field(name="to")
    amount: Amount
    at: Moment | None = None
    reason: Words = ""
    currency: Word = ""


class OpenAmountData(Shape):
    """An amount that somebody owes or is owed."""

    who: PersonOrKitty
    currency: Word
    amount: Amount


class CarriedData(Shape):
    """Amounts carried over to another night."""

    open: list[OpenAmountData]
    to: Number | None = None


class NamedData(Shape):
    """A new name of a person."""

    before: Name = field(name="from")
    to: Name


class MergedData(Shape):
    """A merge of a person into another."""

    into: Number
    also: list[Number] | None = None


class PartedData(Shape):
    """The undo of a merge."""

    before: Number = field(name="from")
    also: list[Number] | None = None


class AmendmentData(Shape):
    """A house rule in words."""

    rule: Annotated[str, Meta(max_length=120)]
    text: Annotated[str, Meta(max_length=1000)]


class ProposedData(Shape):
    """A proposal of house rules."""

    game: Line
    number: Number
    options: Object
    rules_version: Number
    amendments: list[AmendmentData]
    note: Words
    holds_from: date
    source: Line
    ruling: Number | None = None


class HouseStatusData(Shape):
    """An agreement to house rules, or their withdrawal."""

    names: list[Words]
    reason: Words


class RecordedData(Shape):
    """A ruling."""

    game: Line
    number: Number
    situation: Line
    question: Words
    told: list[tuple[str, str]]
    decision: Annotated[str, Meta(max_length=1000)]
    rules: list[Annotated[str, Meta(max_length=120)]]
    basis: Literal["", "book", "house", "open"]
    agreed_by: list[Words]
    play_id: Number | None
    slot: Slot | None
    facts: Object | None = None
    """The facts as JSON, in rulings of earlier versions."""


class WithdrawnData(Shape):
    """The withdrawal of a ruling."""

    reason: Words


DATA_TYPES: Final[Mapping[tuple[str, str], type[Shape]]] = {
    **{(PLAY, kind): EditData for kind in KINDS_OF_EDITS},
    (NIGHT, DETAILS_CHANGED): NightDetailsData, (NIGHT, BACK): NoData,
    (MONEY, PAID): PaidData, (MONEY, IN_KITTY): PaidData, (MONEY, CARRIED): CarriedData, (MONEY, BACK): NoData,
    (PERSON, NAMED): NamedData, (PERSON, MERGED): MergedData, (PERSON, PARTED): PartedData,
    (PERSON, HIDDEN): NoData, (PERSON, SHOWN): NoData,
    (HOUSE, PROPOSED): ProposedData, (HOUSE, AGREED): HouseStatusData, (HOUSE, WITHDRAWN): HouseStatusData,
    (RULING, RECORDED): RecordedData, (RULING, WITHDRAWN): WithdrawnData,
}  # fmt: skip
"""The type of an event's data, by subject and kind."""

S = TypeVar("S", bound=Struct)
_FIELD = re.compile(r"field `([^`]+)`|`\$\.?([^`]*)`\Z")


def parse_as(value: object, shape: type[S], where: str) -> S:
    """Convert an object of the file to a type. ``where``: the place in the file, for the error message.

    :raises UnreadableFileError: it does not have the type.
    """
    try:
        found = convert(value, shape)
    except ValidationError as fault:
        names = [one or other for one, other in _FIELD.findall(str(fault))]
        message = f"“{'.'.join(reversed(names))}” has the wrong form" if any(names) else "it cannot be read"
        raise damage_error(where, message) from None
    moments = [one for one in astuple(found) if isinstance(one, datetime)]
    if any(not EARLIEST_YEAR <= one.year <= LATEST_YEAR for one in moments):
        raise damage_error(where, "nobody played at that time")
    return found


def damage_error(where: str, message: str) -> UnreadableFileError:
    """Return the error that a place in a file is damaged."""
    return UnreadableFileError(f"The file is damaged: {where}: {message}.")
