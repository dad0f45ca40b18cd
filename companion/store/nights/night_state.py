"""The state of a night: its name, place, notes, date, people who were present, and its link; and editing it.

Each event patches the details. The columns of the night are the result of all events that are not undone.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace
from sqlalchemy import Connection, func, select, update

from companion.core.entry.names import name_fault
from companion.core.entry.problems import Problem, refuse
from companion.core.words import listed, quoted, spelled
from companion.store.access.codes import hash_of, night_token
from companion.store.access.roles import Member
from companion.store.club.zones import day_of, zone_of
from companion.store.database.base import db, now
from companion.store.database.models import EarlierPart, Event, Night, Part, Play
from companion.store.database.writing import writing
from companion.store.log.authors import Authors
from companion.store.log.events import LoggedEvent, effective_events, event_of, events_of, subject_is, undone_seqs
from companion.store.log.subjects import NIGHT
from companion.store.log.write import Decide, Decision, NewEvent, WriteResult, write
from companion.store.log.write_results import Refused, Stale, Written
from companion.store.names.names import Person, names_of
from companion.store.people.find_or_add import find_or_add_in
from companion.store.plays.find_night import update_began_at
from companion.store.plays.play_lists import recent_players
from companion.store.plays.play_state import PlayState

NAME_LETTERS: Final = 60
PLACE_LETTERS: Final = 60
NOTES_LETTERS: Final = 2000
"""The most characters of name, place and notes."""

MOST_PRESENT: Final = 30
FIRST_YEAR: Final = 1900

DETAILS_CHANGED: Final = "told"
"""The kind of events that change details."""

MOVED_HERE: Final = "came"
"""The key of an event's data for plays that were moved into the night: the night that each came from, by its id."""

LABELS: Final[Mapping[str, str]] = {
    MOVED_HERE: "plays",
    "name": "name",
    "place": "place",
    "dated": "date",
    "present": "who was there",
    "notes": "notes",
    "shared": "link to share",
}
"""The label of a change, by the key of the event's data."""


class NightDetails(Struct, frozen=True):
    """The details of a night that people enter."""

    name: str = ""
    place: str = ""
    notes: str = ""
    dated: date | None = None
    """The date that somebody entered; None: that on which its first play began."""

    present: tuple[int, ...] = ()
    """The ids of people who were present without playing."""

    shared: str = ""
    """The random part of its link; empty: there is no link."""

    def with_patch(self, patch: Mapping[str, Any]) -> "NightDetails":
        """Return these details after the patch of an event; its other keys, such as ``MOVED_HERE``, are ignored."""
        values = {**to_builtins(self), **patch}
        return convert({key: value for key, value in values.items() if value is not None}, NightDetails)

    def differing(self, other: "NightDetails") -> list[str]:
        """Return the names of the fields that differ from other details."""
        return [key for key in self.__struct_fields__ if getattr(self, key) != getattr(other, key)]

    def patch_to(self, other: "NightDetails") -> dict[str, Any]:
        """Return the patch that leads from these details to others."""
        values = to_builtins(other)
        return {key: values[key] for key in self.differing(other)}


@dataclass(frozen=True, slots=True)
class NightState:
    """A night with its details, computed from its events."""

    id: int
    key: str
    club_id: int
    began_at: datetime
    date: date
    """As it was entered, or else that on which it began."""

    details: NightDetails
    revision: int
    """The number of events about it."""


class NightChange(NamedTuple):
    """An entry in the list of a night's changes."""

    key: str
    """The key of its event."""

    label: str
    """What was changed: ``name and place``."""

    who: str
    """The name of its author."""

    at: datetime
    stands: bool
    """Whether it is in force: not undone."""

    @property
    def is_undoable(self) -> bool:
        """Whether pages offer to undo and redo it: sharing has a page of its own."""
        return self.label != LABELS["shared"]


def events_of_night(night: int, club: int, connection: Connection | None = None) -> list[LoggedEvent]:
    """Return the events about a night in order, undone ones included. ``connection``: of a transaction."""
    return events_of(club, subject_is(NIGHT, night), connection=connection)


def details_from(events: Iterable[LoggedEvent]) -> NightDetails:
    """Compute the details of a night from its events."""
    details = NightDetails()
    for event in effective_events(events):
        details = details.with_patch(event.data)
    return details


# Reading.


def night_by_key(club_id: int, key: str) -> NightState | None:
    """Return the night with this key; None: the club has none."""
    number = db.session.scalar(select(Night.id).where(Night.key == key, Night.club_id == club_id))
    return None if number is None else night_of(number)


def night_of_play(state: PlayState) -> NightState | None:
    """Return the night of a play; None: it has none."""
    return night_of(state.details.night) if state.details.night else None


def night_of(number: int, connection: Connection | None = None) -> NightState:
    """Return the night with this id. ``connection``: of a transaction."""
    ask = select(Night.key, Night.club_id, Night.began_at).where(Night.id == number)
    row = (connection or db.session).execute(ask).one()
    events = events_of_night(number, row.club_id, connection)
    details = details_from(events)
    day = details.dated or day_of(row.began_at, zone_of(row.club_id, connection))
    return NightState(number, row.key, row.club_id, row.began_at, day, details, len(events))


def night_of_result(result: Written, night: NightState) -> NightState:
    """Return the night that a command's event is about, or else ``night``; either one as it is now."""
    event = result.event
    return night_of(event.subject_id if event and event.subject == NIGHT and event.subject_id else night.id)


def night_changes(night: NightState) -> list[NightChange]:
    """Return the list of a night's changes, the latest first, undone ones included."""
    events = events_of_night(night.id, night.club_id)
    gone, authors = undone_seqs(events), Authors(night.club_id, events)
    return [
        NightChange(event.key, label_of_change(event.data), authors.name_of(event), event.at, event.seq not in gone)
        for event in reversed(events)
        if event.kind == DETAILS_CHANGED
    ]


def label_of_change(data: Mapping[str, Any]) -> str:
    """Describe what an event changed: ``name and place``."""
    return listed(label for key, label in LABELS.items() if key in data) or "nothing"


def present_names(night: NightState, played: Collection[str] = ()) -> list[str]:
    """Return the names of people who were present without playing. ``played``: names of players, to leave out.

    Names are compared, and not ids, since a player may have been merged into somebody else.
    """
    names = names_of(night.details.present)
    present = dict.fromkeys(names[number] for number in night.details.present if number in names)
    return [name for name in present if name not in played]


def players_of_night(night: int, connection: Connection | None = None) -> dict[int, str]:
    """Return the names of all who played on a night by id, those who handed on a seat too.

    ``connection``: of a transaction.
    """
    mine = (Play.night_id == night, ~Play.is_discarded)
    seats = (select(row.player_id).join(Play, Play.id == row.play_id).where(*mine) for row in (Part, EarlierPart))
    return names_of([number for found in seats for number in (connection or db.session).scalars(found)], connection)


# Writing.


def write_to_night(
    member: Member, client_id: str, decide: Decide, also: Callable[[Connection, LoggedEvent], object] | None = None
) -> WriteResult:
    """Write an event about a night, and update the row of the night. ``client_id``: the id of the request.

    ``also``: what else is written with the event, in the same transaction.
    """

    def project(connection: Connection, _: int, event: LoggedEvent) -> None:
        if also is not None:
            also(connection, event)
        project_night(connection, event.subject_id or 0)

    return write(member, client_id, decide, project)


def edit_night(
    member: Member, night: NightState, *, base: int, details: NightDetails, present: Sequence[str], client_id: str
) -> WriteResult:
    """Change the name, place, date or notes of a night, or who was there without playing.

    ``base``: how many events the night had when the form was shown; only fields that differ from their values at that
    time are saved. ``present``: names of people, instead of the ids in ``details``; ``client_id``: the id of the
    request; one that is sent again writes nothing.
    """
    details = replace(details, name=" ".join(details.name.split()), place=" ".join(details.place.split()))
    people = tuple(spelled(present, recent_players(member.club_id)))
    return write_to_night(member, client_id, partial(_details_event, member, night, base, details, people))


def _details_event(
    member: Member, night: NightState, base: int, details: NightDetails, people: Sequence[str], connection: Connection
) -> Decision:
    """Return the event that changes details of a night, or why it is refused; None: nothing changes.

    Only fields that the form changed are written. The result is ``Stale`` if somebody else has changed one of them to
    another value since. ``base``: how many events the night had when the form was shown; ``people``: those present
    without playing. New names among these are added to the club in the same transaction.
    """
    present = [find_or_add_in(connection, member, one) for one in people[:MOST_PRESENT]]
    events = events_of_night(night.id, member.club_id, connection)
    shown, current = details_from(events[: max(base, 0)]), details_from(events)
    problems = [
        *_text_faults("name", "The name", details.name, NAME_LETTERS),
        *_text_faults("place", "The place", details.place, PLACE_LETTERS),
        *_text_faults("notes", "The text of the notes", details.notes, NOTES_LETTERS),
        *_present_faults(people, tuple(players_of_night(night.id, connection).values())),
        *([] if details.dated == current.dated else _date_faults(connection, night, details.dated)),
    ]
    if problems:
        return Refused(tuple(problems))
    ids = dict.fromkeys(one.id for one in present if isinstance(one, Person))
    wanted = replace(details, present=tuple(ids), shared=shown.shared)
    patch, still = shown.patch_to(wanted), current.differing(wanted)
    clashing = tuple(key for key in patch if key in shown.differing(current) and key in still)
    if clashing:
        return Stale(clashing)
    fresh = {key: value for key, value in patch.items() if key in still}
    return NewEvent(NIGHT, night.id, DETAILS_CHANGED, fresh) if fresh else None


def _text_faults(field: str, label: str, text: str, longest: int) -> list[Problem]:
    """Return the problem of a detail's text, if any. ``label``: what the message begins with."""
    fault = name_fault(text.replace("\n", " "), longest) if text else ""
    return [Problem(field, f"{label} {fault}.")] if fault else []


def _present_faults(people: Sequence[str], seated: Sequence[str]) -> list[Problem]:
    """Return the problems with the names of people who were present. ``seated``: the names of those who played."""
    if len(people) > MOST_PRESENT:
        return [Problem("present", f"At most {MOST_PRESENT} names; there are {len(people):,}.")]
    faults = [(name, name_fault(name)) for name in people]
    problems = [Problem("present", f"The name “{quoted(name)}” {fault}.", name) for name, fault in faults if fault]
    players = [name for name in spelled(people, seated) if name in seated]
    played = f"{listed(players)} played on this night; name only people who did not play."
    return [*problems, *refuse("present", played, when=players)]


def _date_faults(connection: Connection, night: NightState, day: date | None) -> list[Problem]:
    """Return what is wrong with a night's date, at most one problem.

    It is too early, outside the days of its plays, or in the future. ``day``: None if the night gets no date.
    """
    if day is None:
        return []
    if day.year < FIRST_YEAR:
        return [Problem("dated", f"Give a date from the year {FIRST_YEAR} on.")]
    zone = zone_of(night.club_id, connection)
    spans = select(func.min(Play.played_at), func.max(Play.until)).where(Play.night_id == night.id, ~Play.is_discarded)
    first, last = (moment and day_of(moment, zone) for moment in connection.execute(spans).one())
    if first is not None and day < first:
        return [Problem("dated", f"Its first game began on {day_text(first)}: a night cannot be before its games.")]
    if last is not None and day > last:
        return [Problem("dated", f"Its last game was over on {day_text(last)}: a night cannot begin after its games.")]
    return [Problem("dated", "That day is in the future.")] if day > day_of(now(), zone) else []


def day_text(day: date) -> str:
    """Format a date with its year: ``Thu 12 November 2026``."""
    return f"{day:%a} {day.day} {day:%B} {day.year:04}"


def project_night(connection: Connection, night: int) -> bool:
    """Write the row of a night, computed from its events and plays; return whether any column was wrong."""
    row = connection.execute(select(Night).where(Night.id == night)).one()
    details = details_from(events_of_night(night, row.club_id, connection))
    shared = hash_of(night_token(row.key, details.shared)) if details.shared else None
    values = {
        "name": details.name, "place": details.place, "notes": details.notes, "dated": details.dated,
        "present": list(details.present), "share_hash": shared,
    }  # fmt: skip
    is_wrong = any(getattr(row, name) != value for name, value in values.items())
    if is_wrong:
        connection.execute(update(Night).where(Night.id == night).values(**values))
    update_began_at(connection, [night])
    return is_wrong or connection.scalar(select(Night.began_at).where(Night.id == night)) != row.began_at


def rebuild_nights() -> int:
    """Rebuild the rows of all nights; return how many were wrong."""
    with writing() as connection:
        return sum(project_night(connection, number) for number in connection.scalars(select(Night.id)).all())


def find_undoable(night: NightState, key: str) -> LoggedEvent | None:
    """Return the event of a night with this key if people can undo and redo it; else None."""
    event = event_of(night.club_id, subject_is(NIGHT, night.id), Event.key == key, Event.kind == DETAILS_CHANGED)
    return None if event is None or "shared" in event.data else event
