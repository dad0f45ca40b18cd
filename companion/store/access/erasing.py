"""Erasing a whole club or a name. Nothing else is ever deleted from the log."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, insert, select, update

from companion.core.entry.strict_json import texts_in
from companion.store.access.roles import Member, require_organiser
from companion.store.database.base import Base, db, now
from companion.store.database.models import (
    Club,
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
from companion.store.log.events import PLAY
from companion.store.plays.coming.findings import ADJUST

KEYS_OF_TEXTS: Final = (
    "from", "to", "name", "place", "notes", "note", "reason", "names", "amendments", "question", "told", "decision",
    "agreed_by",
)  # fmt: skip
"""The keys of event data that hold people's own words."""

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
        values = {"club_id": club, "what": what, "at": now(), "open": True}
        number = connection.execute(insert(Erasure).values(**values).returning(Erasure.id)).scalar_one()
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
    """Replace the name of a player everywhere in the club; return the new name.

    Wins, totals and payments stay as they are. None: the club has no such player.
    """
    require_organiser(member)
    name = db.session.scalar(select(Player.name).where(Player.id == player, Player.club_id == member.club_id))
    if name is None:
        return None
    club = member.club_id
    plays = Play.club_id == club
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    with _erasure(club, "name") as connection:
        taken = set(connection.scalars(select(Player.name_key).where(Player.club_id == club)))
        numbers = range(1, len(taken) + 2)
        new_name = next(f"{ERASED_NAME} {one}" for one in numbers if f"{ERASED_NAME} {one}".casefold() not in taken)
        values = {"name": new_name, "name_key": new_name.casefold()}
        connection.execute(update(Player).where(Player.id == player).values(**values))

        def without_name(value: Any) -> Any:
            return _rewrite_texts(value, lambda text: word.sub(new_name, text))

        def entry_without_name(entry: Any) -> Any:
            return _replace_in_reasons(entry, (ADJUST,), without_name)

        def findings_without_name(findings: Any) -> Any:
            return _replace_in_reasons(findings, ("put", "out"), without_name)

        def edit_data(data: Mapping[str, Any]) -> dict[str, Any]:
            rewriters = {"entry": entry_without_name, "note": findings_without_name, "about": without_name}
            return {key: rewriters[key](value) if key in rewriters else value for key, value in data.items()}

        def other_data(data: Mapping[str, Any]) -> dict[str, Any]:
            fresh = {key: without_name(value) if key in KEYS_OF_TEXTS else value for key, value in data.items()}
            # The facts of a ruling are answers rather than texts: they go if they name the player.
            return {**fresh, "facts": None} if name in texts_in(data.get("facts")) else fresh

        of_plays = select(Play.id).where(plays)
        marks = {"mark": Play.mark + 1, "sheet_mark": Play.mark + 1, "club_mark": bump_club_mark(connection, club)}
        connection.execute(update(Play).where(plays).values(**marks))
        _rewrite_rows(connection, Play, plays, {"title": without_name, "sides": without_name})
        _rewrite_rows(connection, Night, Night.club_id == club, dict.fromkeys(("name", "place", "notes"), without_name))
        of_club = Event.club_id == club
        _rewrite_rows(connection, Event, and_(of_club, Event.subject == PLAY), {"data": edit_data})
        _rewrite_rows(connection, Event, and_(of_club, Event.subject != PLAY), {"data": other_data})
        connection.execute(delete(ApiCall).where(ApiCall.club_id == club))
        _rewrite_rows(connection, Draft, Draft.play_id.in_(of_plays), {"data": entry_without_name})
    return new_name


def _replace_in_reasons(kept: Any, keys: Iterable[str], replaced: Callable[[Any], Any]) -> Any:
    """Return JSON with the name replaced in the reasons of the referee's rows under these keys.

    ``replaced``: returns a value without the name.
    """
    rows = {key: kept[key] for key in keys if kept.get(key)} if kept else {}
    fresh = {key: [{**row, "reason": replaced(row["reason"])} for row in found] for key, found in rows.items()}
    return {**kept, **fresh} if fresh else kept


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


def _rewrite_texts(value: Any, text: Callable[[str], str]) -> Any:
    """Return JSON with ``text`` applied to every text in it, apart from keys."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {key: _rewrite_texts(one, text) for key, one in value.items()}
    return [_rewrite_texts(one, text) for one in value] if isinstance(value, list) else value
