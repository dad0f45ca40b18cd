"""Erasing a whole club or a name. Nothing else is ever deleted from the log."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, insert, select, update

from companion.core.game.game import PLAY_NAME
from companion.core.strict_json import texts_in
from companion.store.access.roles import Member, require_organiser
from companion.store.database.base import Base, db
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
from companion.store.log.events import PLAY, subject_is
from companion.store.people.edit_people import NAMED, PERSON
from companion.store.plays.coming.findings import ADJUST
from companion.store.plays.play_details import CONTESTED, OPTIONS, REMARK, SIDES

KEYS_OF_TEXTS: Final = (
    "name", "place", "notes", "note", "reason", "names", "amendments", "question", "told", "decision", "agreed_by",
)  # fmt: skip
"""The keys of event data that hold people's own words."""

DETAILS_IN_WORDS: Final = (REMARK, CONTESTED, SIDES)
"""The details of a play that are people's own words, by the first part of their keys."""

KEYS_OF_NAMES: Final = ("from", "to")
"""The keys of event data that hold a whole name, such as what somebody else was called, or an id."""

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
        # The longest first: one name may begin with another.
        either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        word = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

        def without_name(value: Any) -> Any:
            return _rewrite_texts(value, lambda text: word.sub(new_name, text))

        def entry_without_name(entry: Any) -> Any:
            return _rewrite_reasons(entry, (ADJUST,), without_name)

        def findings_without_name(findings: Any) -> Any:
            return _rewrite_reasons(findings, ("put", "out"), without_name)

        def later_without_name(later: Any) -> Any:
            return later and [
                {**one, "data": entry_without_name(one["data"])} if "data" in one else one for one in later
            ]

        def options_without_name(options: Any) -> Any:
            title = options.get(PLAY_NAME)
            return {**options, PLAY_NAME: without_name(title)} if title else options

        def details_without_name(details: Mapping[str, Any]) -> dict[str, Any]:
            texts = {key: value for key, value in details.items() if key.partition(".")[0] in DETAILS_IN_WORDS}
            fresh = {**details, **without_name(texts)}
            corrected = details.get(OPTIONS)
            if corrected:
                fresh[OPTIONS] = {**corrected, "values": options_without_name(corrected["values"])}
            return fresh

        def edit_data(data: Mapping[str, Any]) -> dict[str, Any]:
            rewriters = {"entry": entry_without_name, "note": findings_without_name, "about": details_without_name}
            return {key: rewriters[key](value) if key in rewriters else value for key, value in data.items()}

        def other_data(data: Mapping[str, Any]) -> dict[str, Any]:
            fresh = {key: without_name(value) if key in KEYS_OF_TEXTS else value for key, value in data.items()}
            fresh |= {key: new_name for key in KEYS_OF_NAMES if data.get(key) in names}
            # The facts of a ruling are answers rather than texts: they go if they name the player.
            return {**fresh, "facts": None} if not names.isdisjoint(texts_in(data.get("facts"))) else fresh

        of_plays = select(Play.id).where(plays)
        marks = {"mark": Play.mark + 1, "sheet_mark": Play.mark + 1, "club_mark": bump_club_mark(connection, club)}
        connection.execute(update(Play).where(plays).values(**marks))
        of_play = {"title": without_name, "sides": without_name, "options": options_without_name}
        _rewrite_rows(connection, Play, plays, of_play)
        _rewrite_rows(connection, Night, Night.club_id == club, dict.fromkeys(("name", "place", "notes"), without_name))
        of_club = Event.club_id == club
        _rewrite_rows(connection, Event, and_(of_club, Event.subject == PLAY), {"data": edit_data})
        _rewrite_rows(connection, Event, and_(of_club, Event.subject != PLAY), {"data": other_data})
        for number, name in fresh_names.items():
            same = {"from": name, "to": name}
            connection.execute(update(Event).where(*_named(club, number)).values(data=same))
        _rewrite_rows(connection, Membership, Membership.club_id == club, {"label": without_name})
        connection.execute(delete(ApiCall).where(ApiCall.club_id == club))
        of_draft = {"data": entry_without_name, "later": later_without_name}
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


def _rewrite_reasons(kept: Any, keys: Iterable[str], replaced: Callable[[Any], Any]) -> Any:
    """Return JSON with the name replaced in the reasons of the referee's rows under these keys.

    Rows may lack a reason, and what was never checked may be no rows at all. ``replaced``: returns a value without the
    name.
    """

    def rewrite_row(row: Any) -> Any:
        """Return a row with the name replaced in its reason."""
        return {**row, "reason": replaced(row["reason"])} if isinstance(row, dict) and "reason" in row else row

    lists = {key: kept[key] for key in keys if isinstance(kept.get(key), list)} if kept else {}
    return {**kept, **{key: list(map(rewrite_row, rows)) for key, rows in lists.items()}} if lists else kept


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
