"""What becomes of names: changed, two that turn out to be one person, hidden from lists; and all of it taken back.

Each is a step that is only added; the row of the player has what they come to. Plays speak of people by number, so
what was written down is not touched.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from companion.core.entry import name_fault
from companion.core.money import NO_PERSON, is_kitty
from companion.core.problems import Problem, Problems
from companion.store.access import Member, needs_writer, written_by
from companion.store.base import db, now
from companion.store.models import Club, Edit, Play, Player, PlayerStep
from companion.store.people import name_key, names_of
from companion.store.projection import touch
from companion.store.states import seat_from, sitter, sitters
from companion.store.writing import hold, writing

Answer = Problems | None
"""What keeps it from being done, nothing if it was; None: the club has no such person."""


@dataclass(frozen=True, slots=True)
class PersonStep:
    """What became of somebody's name, in words."""

    told: str
    at: datetime
    who: str
    """Who wrote it down; empty: a phone that was nobody's."""


def rename(member: Member, person: int, name: str, client_id: str) -> Answer:
    """Call somebody otherwise, in all that was and will be written."""
    name = name.strip()

    def change(connection: Connection, row: Any) -> Problems | tuple[str, dict[str, Any]] | None:
        fault = name_fault(name)
        if fault:
            return [Problem("name", f"The name {fault}.")]
        if is_kitty(name):
            return [Problem("name", f"{name} {NO_PERSON}.")]
        if name == row.name:
            return None
        same = (Player.club_id == member.club_id, Player.name_key == name_key(name), Player.id != person)
        other = connection.execute(select(Player.name, Player.merged_into_id).where(*same)).first()
        if other is not None:
            return [Problem("name", _taken(other, row.name, person))]
        values = {"name": name, "name_key": name_key(name)}
        connection.execute(update(Player).where(Player.id == person).values(**values))
        return "named", {"from": row.name, "to": name}

    return _step(member, person, client_id, change)


def _taken(other: Any, name: str, person: int) -> str:
    if other.merged_into_id == person:
        return f"{other.name} is another name of {name}. Take that back first."
    if other.merged_into_id is not None:
        return f"{other.name} is another name of somebody in this club. Choose another one."
    return f"{other.name} is in this club already. If {other.name} and {name} are one person, merge them."


def merge(member: Member, person: int, into: int, client_id: str) -> Answer:
    """Two names turn out to be one person, who is called like the second from now on."""

    def change(connection: Connection, row: Any) -> Problems | tuple[str, dict[str, Any]] | None:
        if row.merged_into_id is not None:
            return None if row.merged_into_id == into else [Problem("into", f"{row.name} is somebody else already.")]
        other = connection.execute(select(Player).where(Player.id == into, Player.club_id == member.club_id)).first()
        if other is None or other.merged_into_id is not None:
            return [Problem("into", "Choose somebody of this club.")]
        if into == person:
            return [Problem("into", f"{row.name} cannot be merged with {row.name}.")]
        together = _together(connection, person, into)
        if together:
            message = f"{row.name} and {other.name} sat at one table ({together}), so they are two people."
            return [Problem("into", message)]
        also = list(connection.scalars(select(Player.id).where(Player.merged_into_id == person)))
        connection.execute(update(Player).where(Player.id.in_([person, *also])).values(merged_into_id=into))
        return "merged", {"into": into, "also": also}

    return _step(member, person, client_id, change)


def _together(connection: Connection, one: int, other: int) -> str:
    """A play in which both had a seat at once, by any of their names; empty: there is none.

    What was corrected since counts too: undone, it would be so again.
    """
    same = select(Player.id, func.coalesce(Player.merged_into_id, Player.id)).where(
        or_(Player.id.in_([one, other]), Player.merged_into_id.in_([one, other]))
    )
    who = dict(connection.execute(same).all())
    found = connection.execute(
        select(Play.title, Play.played_at, Edit.seats)
        .join(Edit, Edit.play_id == Play.id)
        .where(Play.club_id == select(Player.club_id).where(Player.id == one).scalar_subquery())
        .where(Edit.seats.is_not(None))
        .order_by(Play.played_at, Edit.id)
    )
    for title, at, seats in found:
        if _at_once(seats, {number: str(person) for number, person in who.items()}, {str(one), str(other)}):
            return f"{title}, {at.day} {at:%B %Y}"
    return ""


def _at_once(kept: Sequence[Mapping[str, Any]], who: Mapping[int, str], both: set[str]) -> bool:
    """Whether two had a seat in one round, as an edit keeps the seats. ``who``: who somebody is, by their number."""
    numbers = {number for seat in kept for number in sitters(seat)}
    seats = [seat_from(seat, who.get(sitter(seat), ""), {one: who.get(one, "") for one in numbers}) for seat in kept]
    starts = {start for seat in seats for _, start in seat.stints}
    return any(both <= {seat.at(slot).name for seat in seats if seat.from_slot <= slot} for slot in starts)


def part(member: Member, person: int, client_id: str) -> Answer:
    """Take a merge back: both histories are as they were, and what was written since stays where it is."""

    def change(connection: Connection, row: Any) -> Problems | tuple[str, dict[str, Any]] | None:
        if row.merged_into_id is None:
            return None
        also = _came_with(connection, person, row.merged_into_id)
        connection.execute(update(Player).where(Player.id.in_(also)).values(merged_into_id=person))
        connection.execute(update(Player).where(Player.id == person).values(merged_into_id=None))
        return "parted", {"from": row.merged_into_id, "also": also}

    return _step(member, person, client_id, change)


def _came_with(connection: Connection, person: int, into: int) -> list[int]:
    """Other names of somebody that were merged along with them, and are still where they were put."""
    last = (
        select(PlayerStep.data)
        .where(PlayerStep.person_id == person, PlayerStep.kind == "merged")
        .order_by(PlayerStep.id.desc())
        .limit(1)
    )
    also = (connection.scalar(last) or {}).get("also", [])
    return list(connection.scalars(select(Player.id).where(Player.id.in_(also), Player.merged_into_id == into)))


def show(member: Member, person: int, shown: bool, client_id: str) -> Answer:
    """Leave somebody out of lists, or let them stand there again. What they played counts either way."""

    def change(connection: Connection, row: Any) -> Problems | tuple[str, dict[str, Any]] | None:
        if row.is_hidden != shown:
            return None
        connection.execute(update(Player).where(Player.id == person).values(is_hidden=not shown))
        return ("shown" if shown else "hidden"), {}

    return _step(member, person, client_id, change)


Change = Callable[[Connection, Any], Problems | tuple[str, dict[str, Any]] | None]
"""Changes the row of a player: gives what is wrong, or the kind of step and what it says, or None: it is so already."""


def _step(member: Member, person: int, client_id: str, change: Change) -> Answer:
    """One step, with the row held meanwhile. The same tap again does nothing more."""
    needs_writer(member)
    club = member.club_id
    try:
        with writing() as connection:
            hold(connection, Club, club)
            row = connection.execute(select(Player).where(Player.id == person, Player.club_id == club)).first()
            if row is None:
                return None
            same = select(PlayerStep.id).where(PlayerStep.club_id == club, PlayerStep.client_id == client_id)
            if connection.scalar(same) is not None:
                return []
            done = change(connection, row)
            if isinstance(done, list):
                return done
            if done is None:
                return []
            kind, data = done
            values = {"person_id": person, "kind": kind, "data": data, "at": now(), "client_id": client_id}
            connection.execute(insert(PlayerStep).values(club_id=club, **values, **written_by(member)))
            if kind not in ("hidden", "shown"):
                anew = {"mark": Play.mark + 1, "sheet_mark": Play.mark + 1}
                connection.execute(update(Play).where(Play.club_id == club).values(**anew))
            touch(connection, club)
    except IntegrityError:
        return [Problem("name", "Somebody else changed this at the same moment. Look again.")]
    return []


def aliases_of(person: int) -> dict[int, str]:
    """Other names of somebody, by the number of the row."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.merged_into_id == person))
    return {row.id: row.name for row in rows}


def steps_of(person: int) -> list[PersonStep]:
    """What became of somebody's name and of their other names, the latest first."""
    rows = db.session.execute(
        select(PlayerStep, Player.name.label("own"))
        .join(Player, Player.id == PlayerStep.person_id)
        .where(or_(PlayerStep.person_id == person, Player.merged_into_id == person))
        .order_by(PlayerStep.id.desc())
    ).all()
    also = (row.PlayerStep.data.get(key) for row in rows for key in ("into", "from"))
    numbers = {number for number in also if isinstance(number, int)}
    called = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(numbers)))
    names = {row.id: row.name for row in called}
    who = names_of({row.PlayerStep.player_id for row in rows if row.PlayerStep.player_id})
    return [
        PersonStep(_told(row.PlayerStep.kind, row.PlayerStep.data, row.own, names), row.PlayerStep.at,
                   who.get(row.PlayerStep.player_id, ""))
        for row in rows
    ]  # fmt: skip


def _told(kind: str, data: Mapping[str, Any], own: str, names: Mapping[int, str]) -> str:
    """A step in words."""
    return {
        "named": lambda: f"{data['from']} is called {data['to']} from now on.",
        "merged": lambda: f"{own} is the same person as {names.get(data['into'], 'somebody')}.",
        "parted": lambda: f"{own} is not the same person as {names.get(data['from'], 'somebody')} after all.",
        "hidden": lambda: f"{own} is left out of lists.",
        "shown": lambda: f"{own} stands in lists again.",
    }[kind]()
