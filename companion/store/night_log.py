"""What is told of a night: its name, place, notes and date, who was there, its link. Told in steps, as in a log.

What stands is all steps on top of one another that were not taken back; the columns of the night are how they left it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from companion.core.entry import name_fault
from companion.core.problems import Problem
from companion.core.words import listed, shown, spelled
from companion.store import codes
from companion.store.access import CALLED, Member, needs_writer, written_by
from companion.store.base import db, now
from companion.store.models import Club, Device, EarlierPart, Membership, Night, NightStep, Part, Play
from companion.store.newcomers import Person, person_in
from companion.store.night_links import link_hash
from companion.store.nights import night_row, refresh
from companion.store.people import names_of
from companion.store.play_lists import recent_players
from companion.store.projection import touch
from companion.store.writing import hold, writing
from companion.store.zones import day_of, zone_of

NAME_LETTERS: Final = 60
PLACE_LETTERS: Final = 60
NOTES_LETTERS: Final = 2000
"""Of name, place and notes, the most."""

MOST_PRESENT: Final = 30
FIRST_YEAR: Final = 1900

TOLD: Final = "told"
BACK: Final = "back"
CAME: Final = "came"
"""Under this a step says which plays came into the night: where each was before, by its number."""

LABELS: Final[Mapping[str, str]] = {
    CAME: "plays",
    "name": "name",
    "place": "place",
    "dated": "date",
    "present": "who was there",
    "notes": "notes",
    "shared": "link to share",
}
"""What a change of each is called."""


@dataclass(frozen=True, slots=True)
class NightSaid:
    """What is said of a night."""

    name: str = ""
    place: str = ""
    notes: str = ""
    dated: date | None = None
    """The date that somebody gave it."""

    present: tuple[int, ...] = ()
    """Who was there without playing, by the numbers of their rows."""

    shared: str = ""
    """What the secret of its link is made of; empty: there is no link."""

    def with_patch(self, patch: Mapping[str, Any]) -> "NightSaid":
        """The same with more said, as a step keeps it."""
        return replace(self, **{key: _from_log(key, value) for key, value in patch.items() if key in _SAID})

    def differing(self, other: "NightSaid") -> list[str]:
        """What another says otherwise."""
        return [key for key in _SAID if getattr(self, key) != getattr(other, key)]

    def patch_to(self, other: "NightSaid") -> dict[str, Any]:
        """What a step has to say, so that the other stands."""
        return {key: _to_log(getattr(other, key)) for key in self.differing(other)}


_SAID = tuple(field.name for field in fields(NightSaid))


def _from_log(key: str, value: Any) -> Any:
    if key == "dated":
        return date.fromisoformat(value) if value else None
    return tuple(value or ()) if key == "present" else value or ""


def _to_log(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class NightState:
    """A night as it stands."""

    id: int
    key: str
    club_id: int
    began_at: datetime
    date: date
    said: NightSaid
    revision: int
    """How many steps it has."""


@dataclass(frozen=True, slots=True)
class NightChange:
    """One step of a night: who told what, when."""

    key: str
    label: str
    who: str
    at: datetime
    stands: bool
    """Whether it was not taken back."""


class NightTold(NamedTuple):
    """It is written down, or was already."""

    night: NightState
    step: str
    """The key of the step; empty: there was nothing to write."""


class NightOvertaken(NamedTuple):
    """Somebody else told the same otherwise meanwhile; nothing was written."""

    night: NightState
    labels: tuple[str, ...]


class NightStepRow(NamedTuple):
    """A step as its row has it."""

    id: int
    key: str
    kind: str
    data: Mapping[str, Any]
    undoes: int | None
    at: datetime
    device_id: int | None
    player_id: int | None
    night_id: int


_STEPS = select(
    NightStep.id, NightStep.key, NightStep.kind, NightStep.data, NightStep.undoes, NightStep.at, NightStep.device_id,
    NightStep.player_id, NightStep.night_id,
).order_by(NightStep.id)  # fmt: skip


def steps_of(night: int, by: Connection | None = None) -> list[NightStepRow]:
    """What was told of a night and taken back, the first step first; money is none of it."""
    source = by or db.session
    rows = [NightStepRow(*row) for row in source.execute(_STEPS.where(NightStep.night_id == night))]
    told = {row.id for row in rows if row.kind == TOLD}
    for row in rows:  # what takes back, and what takes that back
        if row.kind == BACK and row.undoes in told:
            told.add(row.id)
    return [row for row in rows if row.id in told]


def step_of_tap(club: int, client_id: str) -> NightStepRow | None:
    """The step of any night that a tap has written already, whatever it said."""
    row = db.session.execute(_STEPS.where(NightStep.club_id == club, NightStep.client_id == client_id)).first()
    return NightStepRow(*row) if row else None


def step_by_tap(club: int, client_id: str) -> NightStepRow:
    """The same of a tap that has written one.

    :raises LookupError: it has not.
    """
    step = step_of_tap(club, client_id)
    if step is None:
        raise LookupError(f"no step was written by {client_id}")
    return step


def standing_of(steps: Sequence[NightStepRow]) -> set[int]:
    """The steps that were not taken back."""
    gone: set[int] = set()
    for step in reversed(steps):
        if step.kind == BACK and step.id not in gone and step.undoes is not None:
            gone.add(step.undoes)
    return {step.id for step in steps} - gone


def said_by(steps: Sequence[NightStepRow]) -> NightSaid:
    """What these steps together say of a night."""
    standing, said = standing_of(steps), NightSaid()
    for step in steps:
        if step.kind == TOLD and step.id in standing:
            said = said.with_patch(step.data)
    return said


# Reading.


def night_by_key(club_id: int, key: str) -> NightState | None:
    """A night of the club as it stands; None: it has no such night."""
    row = night_row(club_id, key)
    return None if row is None else night_of(row.id)


def night_of(number: int) -> NightState:
    """A night as it stands, by its row."""
    row = db.session.execute(select(Night.key, Night.club_id, Night.began_at).where(Night.id == number)).one()
    steps = steps_of(number)
    said = said_by(steps)
    day = said.dated or day_of(row.began_at, zone_of(row.club_id))
    return NightState(number, row.key, row.club_id, row.began_at, day, said, len(steps))


def night_changes(night: NightState) -> list[NightChange]:
    """Who told what of a night, the latest first; what was taken back stands there as such."""
    steps = steps_of(night.id)
    standing, people = standing_of(steps), names_of(step.player_id for step in steps if step.player_id)
    phones = (
        select(Device.id, CALLED)
        .join(Membership, (Membership.device_id == Device.id) & (Membership.club_id == night.club_id), isouter=True)
        .where(Device.id.in_({step.device_id for step in steps}))
    )
    called = {row[0]: row[1] for row in db.session.execute(phones)}
    return [
        NightChange(
            step.key,
            label_of_step(step.data),
            people.get(step.player_id or 0) or called.get(step.device_id or 0) or "A phone",
            step.at,
            step.id in standing,
        )
        for step in reversed(steps)
        if step.kind == TOLD
    ]


def label_of_step(data: Mapping[str, Any]) -> str:
    """What a step is about, in words: ``name and place``."""
    return listed(label for key, label in LABELS.items() if key in data) or "nothing"


def was_there(night: NightState, played: Iterable[int] = ()) -> list[str]:
    """Who was there without playing, by name. ``played``: who is known to have played after all."""
    left = [number for number in night.said.present if number not in set(played)]
    names = names_of(left)
    return [names[number] for number in left if number in names]


def players_of_night(night: int) -> dict[int, str]:
    """Who has or had a seat in a play of a night, by the numbers of their rows."""
    mine = (Play.night_id == night, ~Play.is_discarded)
    seats = (select(row.player_id).join(Play, Play.id == row.play_id).where(*mine) for row in (Part, EarlierPart))
    return names_of(number for found in seats for number in db.session.scalars(found))


# Telling.


def tell_night(
    member: Member,
    night: NightState,
    *,
    base: int,
    name: str,
    place: str,
    notes: str,
    dated: date | None,
    present: Sequence[str],
    client_id: str,
) -> NightTold | NightOvertaken | list[Problem]:
    """Say what a night is called, where and when it was, what is noted of it, and who was there without playing.

    ``base``: how many steps the night had as it was shown to whoever says so; only what differs from that is said.
    ``dated``: None where its date is that of its first start.
    """
    needs_writer(member)
    name, place = " ".join(name.split()), " ".join(place.split())
    people = spelled(present, recent_players(member.club_id))
    problems = [
        *_text_faults("name", "The name", name, NAME_LETTERS),
        *_text_faults("place", "The place", place, PLACE_LETTERS),
        *_text_faults("notes", "What is noted", notes, NOTES_LETTERS),
        *_present_faults(night, people),
        *_date_faults(night, dated),
    ]
    if problems:
        return problems
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)
            again = repeated(connection, member.club_id, client_id)
            if again is None:
                found = [person_in(connection, member, one) for one in people]
                there = tuple(dict.fromkeys(one.id for one in found if isinstance(one, Person)))
                steps = steps_of(night.id, connection)
                then, stands = said_by(steps[: max(base, 0)]), said_by(steps)
                wanted = replace(then, name=name, place=place, notes=notes, dated=dated, present=there)
                patch = then.patch_to(wanted)
                clashing = [key for key in patch if key in then.differing(stands) and key in stands.differing(wanted)]
                if clashing:
                    raise _ClashError(*clashing)
                patch = {key: value for key, value in patch.items() if key in stands.differing(wanted)}
                again = add_step(connection, member, night.id, TOLD, patch, client_id) if patch else ""
    except _ClashError as clash:
        return NightOvertaken(night_of(night.id), tuple(LABELS[key] for key in clash.args))
    return NightTold(night_of(night.id), again)


class _ClashError(Exception):
    """Somebody else has said otherwise meanwhile: nothing is kept, nobody new either."""


def _text_faults(field: str, called: str, text: str, longest: int) -> list[Problem]:
    fault = name_fault(text.replace("\n", " "), longest) if text else ""
    return [Problem(field, f"{called} {fault}.")] if fault else []


def _present_faults(night: NightState, people: Sequence[str]) -> list[Problem]:
    if len(people) > MOST_PRESENT:
        return [Problem("present", f"At most {MOST_PRESENT} names; there are {len(people):,}.")]
    faults = [(name, name_fault(name)) for name in people]
    problems = [Problem("present", f"The name “{shown(name)}” {fault}.", name) for name, fault in faults if fault]
    seated = players_of_night(night.id).values()
    players = [name for name in spelled(people, seated) if name in seated]
    if players:
        problems.append(Problem("present", f"{listed(players)} played on this night; name only those who did not."))
    return problems


def _date_faults(night: NightState, day: date | None) -> list[Problem]:
    """What is wrong with a date for a night."""
    if day is None or day == night.said.dated:
        return []
    if day.year < FIRST_YEAR:
        return [Problem("dated", f"Give a date from the year {FIRST_YEAR} on.")]
    zone = zone_of(night.club_id)
    of_night = Play.night_id == night.id
    spans = select(func.min(Play.played_at), func.max(Play.until)).where(of_night)
    begun, ended = db.session.execute(spans.where(~Play.is_discarded)).one()
    if begun is not None and day < day_of(begun, zone):
        first = day_told(day_of(begun, zone))
        return [Problem("dated", f"Its first play began on {first}: a night is not before its plays.")]
    if ended is not None and day > day_of(ended, zone):
        last = day_told(day_of(ended, zone))
        return [Problem("dated", f"Its last play was over on {last}: a night does not begin after its plays.")]
    if day > day_of(now(), zone):
        return [Problem("dated", "That day is still to come.")]
    return []


def day_told(day: date) -> str:
    """A date with its year: ``Thu 12 November 2026``."""
    return f"{day:%a} {day.day} {day:%B} {day.year:04}"


def repeated(connection: Connection, club: int, client_id: str) -> str | None:
    """The step that this very tap has written already."""
    same = select(NightStep.key).where(NightStep.club_id == club, NightStep.client_id == client_id)
    return connection.scalar(same)


def add_step(
    connection: Connection,
    member: Member,
    night: int,
    kind: str,
    data: Mapping[str, Any],
    client_id: str,
    undoes: int | None = None,
) -> str:
    """Write a step down and what follows from it; gives its key."""
    key = codes.random_key()
    values = {
        "key": key, "club_id": member.club_id, "night_id": night, "kind": kind, "data": dict(data),
        "undoes": undoes, "at": now(), "client_id": client_id, **written_by(member),
    }  # fmt: skip
    connection.execute(insert(NightStep).values(**values))
    _settle(connection, night)
    touch(connection, member.club_id)
    return key


def _settle(connection: Connection, night: int) -> bool:
    """Work out the columns of a night from its steps; gives whether any was off."""
    said = said_by(steps_of(night, connection))
    key, began_at = connection.execute(select(Night.key, Night.began_at).where(Night.id == night)).one()
    values = {
        "name": said.name, "place": said.place, "notes": said.notes, "dated": said.dated,
        "present": list(said.present), "share_hash": link_hash(key, said.shared) if said.shared else None,
    }  # fmt: skip
    row = connection.execute(select(*(getattr(Night, name) for name in values)).where(Night.id == night)).one()
    is_off = tuple(row) != tuple(values.values())
    if is_off:
        connection.execute(update(Night).where(Night.id == night).values(**values))
    refresh(connection, [night])
    return is_off or connection.scalar(select(Night.began_at).where(Night.id == night)) != began_at


def rebuild_nights() -> int:
    """Work out anew all that is kept of nights only to be quick; gives how many were off."""
    with writing() as connection:
        return sum(_settle(connection, number) for number in connection.scalars(select(Night.id)).all())


def step_to_take_back(night: NightState, key: str) -> NightStepRow | None:
    """The step of a night with this key, if it can be taken back, or brought back; None: it cannot."""
    steps = steps_of(night.id)
    step = next((one for one in steps if one.key == key and one.kind == TOLD), None)
    return None if step is None or "shared" in step.data else step


def take_back(member: Member, night: NightState, step: int, client_id: str) -> tuple[NightTold, bool]:
    """Take a step back, or bring it back where that was done already; gives whether it stands from here on."""
    needs_writer(member)
    with writing() as connection:
        hold(connection, Club, member.club_id)
        steps = steps_of(night.id, connection)
        if repeated(connection, member.club_id, client_id) is None:
            standing = standing_of(steps)
            backs = [one.id for one in steps if one.undoes == step and one.id in standing]
            add_step(connection, member, night.id, BACK, {}, client_id, undoes=backs[-1] if backs else step)
        steps = steps_of(night.id, connection)
    key = next(one.key for one in steps if one.id == step)
    return NightTold(night_of(night.id), key), step in standing_of(steps)
