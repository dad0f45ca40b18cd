"""Erasing a name: replacing it in all rows, and in the names that events give people."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, select, update

from companion.core.entry.names import NAME_LENGTH
from companion.core.game.game import PLAY_NAME
from companion.games import SLUGS, game_of
from companion.store.access.members import DEVICE_LABEL
from companion.store.access.roles import Member, require_organiser
from companion.store.club.clubs import CLUB_LETTERS
from companion.store.club.erasing import erasure
from companion.store.database.base import Base, db
from companion.store.database.models import (
    Club,
    Device,
    Draft,
    Event,
    Membership,
    Night,
    Play,
    Player,
)
from companion.store.database.service_models import ApiCall
from companion.store.database.writing import bump_club_mark
from companion.store.erasing.remove_from_texts import NameRemover
from companion.store.log.events import subject_is
from companion.store.log.subjects import PERSON, PLAY
from companion.store.nights.night_state import NAME_LETTERS, NOTES_LETTERS, PLACE_LETTERS
from companion.store.people.edit_people import NAMED

ERASED_NAME = "Somebody"
"""The name that replaces an erased one, followed by a number."""


def erase_name(member: Member, player: int) -> str | None:
    """Replace the names of a player everywhere in the club; return the new name. None: the club has no such player.

    Earlier names, and the names of people merged into the player, are replaced, too. Wins, totals and payments stay as
    they are.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    club = member.club_id
    if db.session.scalar(select(Player.id).where(Player.id == player, Player.club_id == club)) is None:
        return None
    plays = Play.club_id == club
    with erasure(club, "name") as connection:
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
    """Remove the name from the names of devices in a club. In other clubs, a device keeps the name it gave itself."""
    labels = select(Membership.id, DEVICE_LABEL.label("label")).join(Device, Device.id == Membership.device_id)
    for found in connection.execute(labels.where(Membership.club_id == club)):
        label = remover.from_words(found.label, NAME_LENGTH)
        if label != found.label:
            connection.execute(update(Membership).where(Membership.id == found.id).values(label=label))
