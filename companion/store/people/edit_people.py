"""Editing people: rename, merge, hide from lists, and undo a merge.

Each change is an event, and the row of the player its result. Plays refer to people by id, so their events stay as
they are.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, or_, select, update

from companion.dates import day_with_year
from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.models import Club, Event, Play, Player
from companion.store.database.writing import writing
from companion.store.log.events import EVENTS, IS_EDIT_OF_PLAY, LoggedEvent, events_of, subject_is
from companion.store.log.subjects import PERSON
from companion.store.log.write import Decision, NewEvent, WriteResult, write
from companion.store.log.write_results import refusal
from companion.store.names.names import name_key, names_of
from companion.store.names.new_people import name_problem
from companion.store.plays.seats import seat_from_log, sitter_ids

NAMED: Final = "named"
MERGED: Final = "merged"
PARTED: Final = "parted"
"""The kind of events that undo a merge."""

HIDDEN: Final = "hidden"
SHOWN: Final = "shown"


class NameChange(NamedTuple):
    """A change of a person, in words."""

    text: str
    """A sentence."""

    at: datetime
    who: str
    """The name of its author; empty: a phone without an owner."""


def _project(connection: Connection, club: int, event: LoggedEvent) -> None:
    """Update the rows of people that an event changes, and bump the counters of plays if names have changed."""
    for person, values in _changes(event):
        connection.execute(update(Player).where(Player.id == person).values(**values))
    if event.kind not in (HIDDEN, SHOWN):
        connection.execute(update(Club).where(Club.id == club).values(names_mark=event.seq))
        marks = {"mark": Play.mark + 1, "sheet_mark": Play.mark + 1}
        connection.execute(update(Play).where(Play.club_id == club).values(**marks))


def _changes(event: LoggedEvent) -> list[tuple[int, dict[str, Any]]]:
    """Return the columns that an event changes in rows of people, each with the id of its row."""
    data, person = event.data, event.subject_id or 0
    if event.kind == NAMED:
        return [(person, {"name": data["to"], "name_key": name_key(data["to"])})]
    if event.kind == MERGED:
        return [(number, {"merged_into_id": data["into"]}) for number in (person, *data.get("also", ()))]
    if event.kind == PARTED:
        also = [(number, {"merged_into_id": person}) for number in data.get("also", ())]
        return [(person, {"merged_into_id": None}), *also]
    return [(person, {"is_hidden": event.kind == HIDDEN})]


def rebuild_people(connection: Connection | None = None) -> int:
    """Rebuild the rows of people from their events; return how many were wrong.

    ``connection``: of a transaction for writing; None: in one of its own.
    """
    columns = (Player.name, Player.name_key, Player.merged_into_id, Player.is_hidden)
    count = 0
    with nullcontext(connection) if connection else writing() as connection:
        for club in connection.scalars(select(Event.club_id).where(Event.subject == PERSON).distinct()).all():
            rows = connection.execute(select(Player.id, *columns).where(Player.club_id == club)).mappings()
            kept = {row["id"]: dict(row) for row in rows}
            right = {number: {**row, "merged_into_id": None, "is_hidden": False} for number, row in kept.items()}
            for event in events_of(club, Event.subject == PERSON, connection=connection):
                for number, values in _changes(event):
                    right[number].update(values)
            wrong = [row for number, row in right.items() if row != kept[number]]
            for row in wrong:
                connection.execute(update(Player).where(Player.id == row["id"]).values(**row))
            count += len(wrong)
    return count


def _person_row(connection: Connection, member: Member, person: int) -> Any:
    """Return the row of a person in the member's club.

    :raises LookupError: the club has no such person.
    """
    row = connection.execute(select(Player).where(Player.id == person, Player.club_id == member.club_id)).first()
    if row is None:
        raise LookupError(f"the club has no person {person}")
    return row


def rename(member: Member, person: int, name: str, client_id: str) -> WriteResult:
    """Rename a person everywhere, in past plays too. A name that somebody else has is refused.

    ``client_id``: the id of the request.

    :raises LookupError: the club has no such person.
    """
    name = name.strip()
    return write(member, client_id, partial(_rename_event, member, person, name), _project)


def _rename_event(member: Member, person: int, name: str, connection: Connection) -> Decision:
    """Return the event that renames a person, or why it is refused; None: they have this name already.

    :raises LookupError: the club has no such person.
    """
    row = _person_row(connection, member, person)
    same = (Player.club_id == member.club_id, Player.name_key == name_key(name), Player.id != person)
    other = connection.execute(select(Player.name, Player.merged_into_id).where(*same)).first()
    if problem := name_problem(name):
        return refusal("name", problem)
    if name == row.name:
        return None
    if other is not None:
        return refusal("name", _name_taken_text(other, row.name, person))
    return NewEvent(PERSON, person, NAMED, {"from": row.name, "to": name})


def _name_taken_text(other: Any, name: str, person: int) -> str:
    """Return the message that a name is taken.

    ``other``: the row of the person who has it; ``name``: today's name of the person who is to be renamed.
    """
    if other.merged_into_id == person:
        return f"{other.name} is another name of {name}. Separate the two names first."
    if other.merged_into_id is not None:
        return f"{other.name} is another name of somebody in this club. Choose a different one."
    return f"{other.name} is in this club already. If {other.name} and {name} are one person, merge them."


def merge(member: Member, person: int, into: int, client_id: str) -> WriteResult:
    """Merge two entries of one person: ``person`` becomes another name of ``into``.

    ``client_id``: the id of the request.

    :raises LookupError: the club has no such person.
    """
    return write(member, client_id, partial(_merge_event, member, person, into), _project)


def _merge_event(member: Member, person: int, into: int, connection: Connection) -> Decision:
    """Return the event that merges two entries of one person, or why it is refused; None: they are merged already.

    :raises LookupError: the club has no such person.
    """
    row = _person_row(connection, member, person)
    in_club = select(Player).where(Player.id == into, Player.club_id == member.club_id)
    other = connection.execute(in_club).first()
    if row.merged_into_id is not None:
        return (
            None if row.merged_into_id == into else refusal("into", f"{row.name} is merged with somebody else already.")
        )
    if other is None or other.merged_into_id is not None:
        return refusal("into", "Choose somebody in this club.")
    if into == person:
        return refusal("into", f"{row.name} cannot be merged with {row.name}.")
    if together := _common_play_text(connection, person, into):
        return refusal(
            "into", f"{row.name} and {other.name} played in the same game ({together}), so they are two people."
        )
    also = connection.scalars(select(Player.id).where(Player.merged_into_id == person))
    return NewEvent(PERSON, person, MERGED, {"into": into, "also": list(also)})


def _common_play_text(connection: Connection, one: int, other: int) -> str:
    """Return title and date of a play in which both people had a seat at the same time, or an empty text.

    Names that were merged into them count, and seats that were corrected since, because an undo would bring those back.
    """
    ids = select(Player.id, func.coalesce(Player.merged_into_id, Player.id)).where(
        or_(Player.id.in_([one, other]), Player.merged_into_id.in_([one, other]))
    )
    person_of = {number: str(person) for number, person in connection.execute(ids).all()}
    found = connection.execute(
        select(Play.title, Play.played_at, Event.data["seats"])
        .where(*IS_EDIT_OF_PLAY, Play.club_id == select(Player.club_id).where(Player.id == one).scalar_subquery())
        .where(Event.data["seats"].as_string().is_not(None))
        .order_by(Play.played_at, Event.seq)
    )
    for title, at, seats in found:
        if _have_seats_at_once(seats, person_of, {str(one), str(other)}):
            return f"{title}, {day_with_year(at)}"
    return ""


def _have_seats_at_once(stored: Sequence[Mapping[str, Any]], person_of: Mapping[int, str], both: set[str]) -> bool:
    """Return whether two people had seats in the same round.

    ``stored``: the seats of an edit as stored; ``person_of``: a text for each person, by every id of theirs, merged
    ones included; ``both``: the texts of the two people.
    """
    called = {number: person_of.get(number, "") for seat in stored for number in sitter_ids(seat)}
    seats = [seat_from_log(seat, called) for seat in stored]
    starts = {start for seat in seats for _, start in seat.sitters}
    return any(both <= {seat.at(slot).name for seat in seats if seat.from_slot <= slot} for slot in starts)


def undo_merge(member: Member, person: int, client_id: str) -> WriteResult:
    """Undo the merge of a person into another; if the person is not merged, nothing is written.

    Plays since the merge stay with the other person. Names that were merged into the person before become theirs again.

    ``client_id``: the id of the request.

    :raises LookupError: the club has no such person.
    """

    def decide(connection: Connection) -> Decision:
        """Return the event that undoes the merge; None: the person is not merged."""
        row = _person_row(connection, member, person)
        if row.merged_into_id is None:
            return None
        merges = events_of(member.club_id, subject_is(PERSON, person), Event.kind == MERGED, connection=connection)
        also = (merges[-1].data if merges else {}).get("also", [])
        still = select(Player.id).where(Player.id.in_(also), Player.merged_into_id == row.merged_into_id)
        data = {"from": row.merged_into_id, "also": list(connection.scalars(still))}
        return NewEvent(PERSON, person, PARTED, data)

    return write(member, client_id, decide, _project)


def set_listed(member: Member, person: int, is_listed: bool, client_id: str) -> WriteResult:
    """Show a person in lists, or hide the person from them. The person's plays count either way.

    ``client_id``: the id of the request.

    :raises LookupError: the club has no such person.
    """

    def decide(connection: Connection) -> Decision:
        is_hidden = _person_row(connection, member, person).is_hidden
        return NewEvent(PERSON, person, SHOWN if is_listed else HIDDEN) if is_hidden == is_listed else None

    return write(member, client_id, decide, _project)


def aliases_of(person: int) -> dict[int, str]:
    """Return the other names of a person, by id."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.merged_into_id == person))
    return {row.id: row.name for row in rows}


def name_changes(person: int) -> list[NameChange]:
    """Return the changes of a person's name and listing, and of those merged into them, the latest first."""
    is_subject = Player.id == Event.subject_id
    mine = (Event.subject == PERSON, or_(Player.id == person, Player.merged_into_id == person))
    ask = EVENTS.add_columns(Player.name).join(Player, is_subject).where(Event.club_id == Player.club_id, *mine)
    rows = [(LoggedEvent(*found[:-1]), found[-1]) for found in db.session.execute(ask)][::-1]
    also = (event.data.get(key) for event, _ in rows for key in ("into", "from"))
    numbers = {number for number in also if isinstance(number, int)}
    others = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(numbers)))
    names = {row.id: row.name for row in others}
    authors = names_of({event.player_id for event, _ in rows if event.player_id})
    return [
        NameChange(_change_text(event.kind, event.data, name, names), event.at, authors.get(event.player_id or 0, ""))
        for event, name in rows
    ]


def _change_text(kind: str, data: Mapping[str, Any], name: str, names: Mapping[int, str]) -> str:
    """Describe an event about the person with this name in a sentence. ``names``: of others that it names, by id."""
    return {
        NAMED: lambda: f"{data['from']} is now called {data['to']}.",
        MERGED: lambda: f"{name} is the same person as {names.get(data['into'], 'somebody')}.",
        PARTED: lambda: f"{name} is not the same person as {names.get(data['from'], 'somebody')} after all.",
        HIDDEN: lambda: f"{name} is no longer listed.",
        SHOWN: lambda: f"{name} is listed again.",
    }[kind]()
