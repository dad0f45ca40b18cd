"""Erasing a whole club or a name. Nothing else is ever deleted from the log."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, insert, select, update

from companion.core.entry.names import NAME_LENGTH
from companion.core.game.game import PLAY_NAME
from companion.games import SLUGS, game_of
from companion.store.access.members import DEVICE_LABEL
from companion.store.access.roles import Member, require_organiser
from companion.store.club.clubs import CLUB_LETTERS
from companion.store.club.remove_name import NameRemover
from companion.store.database.base import Base, db
from companion.store.database.models import (
    Club,
    Device,
    Draft,
    EarlierPart,
    Event,
    Membership,
    Night,
    Part,
    Play,
    Player,
    Screen,
)
from companion.store.database.runtime import runtime
from companion.store.database.service_models import ApiCall, Erasure
from companion.store.database.writing import bump_club_mark, lock_row, writing
from companion.store.log.events import subject_is
from companion.store.log.subjects import PERSON, PLAY
from companion.store.nights.night_state import NAME_LETTERS, NOTES_LETTERS, PLACE_LETTERS
from companion.store.people.edit_people import NAMED

ERASED_NAME = "Somebody"
"""The name that replaces an erased one, followed by a number."""


class _ConditionNotMetError(Exception):
    """Rolls an erasure back: the club does not meet the conditions."""


@contextmanager
def _erasure(club: int, what: str) -> Iterator[Connection]:
    """Open a transaction that may change the log of a club, and record the erasure. ``what``: “club” or “name”.

    Triggers refuse such changes unless an erasure of the club is open.
    """
    with writing(takes_long=True) as connection:
        lock_row(connection, Club, club)
        erasure = insert(Erasure).values(club_id=club, what=what, open=True)
        number = connection.execute(erasure.returning(Erasure.id)).scalar_one()
        yield connection
        connection.execute(update(Erasure).where(Erasure.id == number).values(open=False))
    runtime().cache.clear()
    runtime().polls.forget_pollers()


def delete_club(member: Member) -> None:
    """Delete a club with everything that was ever written in it."""
    require_organiser(member)
    erase_club(member.club_id)


def erase_club(club: int, *where: ColumnElement[bool]) -> bool:
    """Delete a club with everything in it; return False if a condition does not hold.

    ``where``: conditions on the row of the club, checked while it is locked.
    """
    try:
        with _erasure(club, "club") as connection:
            if connection.scalar(select(Club.id).where(Club.id == club, *where)) is None:
                raise _ConditionNotMetError
            _delete_rows(connection, club)
    except _ConditionNotMetError:
        return False
    return True


def _delete_rows(connection: Connection, club: int) -> None:
    """Delete all rows of a club, and the club itself."""
    plays = select(Play.id).where(Play.club_id == club)
    for row in (Draft, Part, EarlierPart, Screen):
        connection.execute(delete(row).where(row.play_id.in_(plays)))
    connection.execute(delete(Play).where(Play.club_id == club))
    for row_of_club in (Event, Night, Membership, Player, ApiCall):
        connection.execute(delete(row_of_club).where(row_of_club.club_id == club))
    connection.execute(delete(Club).where(Club.id == club))


def erase_name(member: Member, player: int) -> str | None:
    """Replace the names of a player everywhere in the club; return the new name.

    These are all names that the player, and those merged into the player, have and had. Wins, totals and payments stay
    as they are. None: the club has no such player.
    """
    require_organiser(member)
    club = member.club_id
    if db.session.scalar(select(Player.id).where(Player.id == player, Player.club_id == club)) is None:
        return None
    plays = Play.club_id == club
    with _erasure(club, "name") as connection:
        fresh_names, names = _replace_names(connection, club, player)
        new_name = fresh_names[player]
        remover = NameRemover(names, new_name)
        of_plays = select(Play.id).where(plays)
        marks = {"mark": Play.mark + 1, "sheet_mark": Play.mark + 1, "club_mark": bump_club_mark(connection, club)}
        connection.execute(update(Play).where(plays).values(**marks))
        _rewrite_rows(connection, Play, plays, {"sides": remover.from_words, "options": remover.from_options})
        titled = [slug for slug in SLUGS if game_of(slug).has_option(PLAY_NAME)]
        _rewrite_words(connection, remover, Play, and_(plays, Play.game.in_(titled)), title=NAME_LENGTH)
        of_night = {"name": NAME_LETTERS, "place": PLACE_LETTERS, "notes": NOTES_LETTERS}
        _rewrite_words(connection, remover, Night, Night.club_id == club, **of_night)
        of_club = Event.club_id == club
        _rewrite_rows(connection, Event, and_(of_club, Event.subject == PLAY), {"data": remover.from_edit})
        _rewrite_rows(connection, Event, and_(of_club, Event.subject != PLAY), {"data": remover.from_event})
        for number, name in fresh_names.items():
            same = {"from": name, "to": name}
            connection.execute(update(Event).where(*_named(club, number)).values(data=same))
        _rewrite_words(connection, remover, Club, Club.id == club, name=CLUB_LETTERS)
        _rewrite_labels(connection, remover, club)
        connection.execute(delete(ApiCall).where(ApiCall.club_id == club))
        of_draft = {"data": remover.from_entry, "later": remover.from_later_rounds}
        _rewrite_rows(connection, Draft, Draft.play_id.in_(of_plays), of_draft)
    return new_name


def _replace_names(connection: Connection, club: int, player: int) -> tuple[dict[int, str], set[str]]:
    """Rename a player and those merged into them.

    Return the new names by id, and the names to replace in texts: without those that others in the club have.
    """
    rows = connection.execute(select(Player.id, Player.name, Player.merged_into_id).where(Player.club_id == club)).all()
    theirs = {row.id: row.name for row in rows if player in (row.id, row.merged_into_id)}
    others = {row.name for row in rows if row.id not in theirs}
    taken = {row.name.casefold() for row in rows}
    free = (name for name in (f"{ERASED_NAME} {one}" for one in count(1)) if name.casefold() not in taken)
    fresh = dict(zip(sorted(theirs, key=lambda one: one != player), free, strict=False))
    names = set(theirs.values())
    for number, name in fresh.items():
        values = {"name": name, "name_key": name.casefold()}
        connection.execute(update(Player).where(Player.id == number).values(**values))
        for data in connection.scalars(select(Event.data).where(*_named(club, number))):
            names.update((data["from"], data["to"]))
    return fresh, names - others


def _named(club: int, player: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the events that named a player."""
    return Event.club_id == club, subject_is(PERSON, player), Event.kind == NAMED


def _rewrite_rows(
    connection: Connection, row: type[Base], chosen: ColumnElement[bool], columns: Mapping[str, Callable[[Any], Any]]
) -> None:
    """Rewrite columns of the chosen rows; a row in which nothing differs is not written.

    ``columns``: for each, the function that returns its new value.
    """
    table = cast(Table, row.__table__)
    keys = list(table.primary_key)
    for found in connection.execute(select(*keys, *(table.c[name] for name in columns)).where(chosen)).mappings():
        fresh = {name: changed(found[name]) for name, changed in columns.items()}
        if any(fresh[name] != found[name] for name in columns):
            same = [key == found[key.name] for key in keys]
            connection.execute(update(table).where(*same).values(**fresh))


def _rewrite_words(
    connection: Connection, remover: NameRemover, row: type[Base], chosen: ColumnElement[bool], **letters: int
) -> None:
    """Remove the name from columns of the chosen rows. ``letters``: how many letters each column may have."""
    columns = {name: partial(remover.from_words, most=most) for name, most in letters.items()}
    _rewrite_rows(connection, row, chosen, columns)


def _rewrite_labels(connection: Connection, remover: NameRemover, club: int) -> None:
    """Remove the name from those of devices in a club. What a device called itself stays as it is in other clubs."""
    labels = select(Membership.id, DEVICE_LABEL.label("label")).join(Device, Device.id == Membership.device_id)
    for found in connection.execute(labels.where(Membership.club_id == club)):
        label = remover.from_words(found.label, NAME_LENGTH)
        if label != found.label:
            connection.execute(update(Membership).where(Membership.id == found.id).values(label=label))
