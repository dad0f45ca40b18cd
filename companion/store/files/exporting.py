"""Exporting a whole club: everything that was written, and no codes or tokens."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import IO, Any, Final

from sqlalchemy import Connection, func, select

from companion.store.access.members import CALLED
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
from companion.store.files.club_file import (
    Renumbering,
    Writer,
    about_with,
    cards_with,
    own_key,
    respelled,
    seats_with,
)
from companion.store.house.house import HOUSE, PROPOSED, RECORDED, RULING, WITHDRAWN
from companion.store.log.events import CARDS, PLAY
from companion.store.money.settling import MONEY
from companion.store.nights.night_log import NIGHT
from companion.store.people.players import PERSON
from companion.store.rulings.rulings import PROMOTED

OF_HOUSE_RULES: Final = (
    "game", "number", "options", "rules_version", "amendments", "note", "holds_from", "source",
)  # fmt: skip
OF_RULINGS: Final = (
    "game", "number", "situation", "question", "told", "decision", "rules", "basis", "agreed_by",
)  # fmt: skip
"""What is said of these in their first event, and in the file."""

AT_ONCE: Final = 100
"""Plays that are read at once."""

Progress = Callable[[int, int], object]
"""Is told how many plays are done, and of how many."""


def export_club(club: int, file: IO[bytes], progress: Progress = lambda _done, _whole: None) -> None:
    """Export a club as it stands at one moment."""
    options = {} if db.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with db.engine.connect().execution_options(**options) as connection, connection.begin():
        _Export(connection, club).write(file, progress)


def fingerprint(club: int) -> str:
    """Return a text that changes whenever something is written in a club."""
    last = (select(func.max(row.id)).where(row.club_id == club) for row in (Event, Player))
    return "-".join(str(db.session.scalar(one) or 0) for one in last)


class _Export:
    """A club during its export."""

    def __init__(self, connection: Connection, club: int) -> None:
        self._connection = connection
        self._club = club
        self._people = self._numbered(Player)
        self._nights = self._numbered(Night)
        self._houses = self._places(HOUSE, PROPOSED)
        self._plays = self._numbered(Play)
        self._renumbered = Renumbering(self._people, self._nights, self._plays)
        self._phones = {number: place for place, number in enumerate(sorted(self._writers()), start=1)}

    def _numbered(self, row: Any) -> dict[int, int]:
        """Map the numbers of rows to their places in the file."""
        found = self._connection.scalars(select(row.id).where(row.club_id == self._club).order_by(row.id))
        return {number: place for place, number in enumerate(found, start=1)}

    def _places(self, subject: str, kind: str) -> dict[int, int]:
        """Map the places of such events in the log to their places in the file."""
        ask = select(Event.seq).where(Event.club_id == self._club, Event.subject == subject, Event.kind == kind)
        return {seq: place for place, seq in enumerate(self._connection.scalars(ask.order_by(Event.seq)), start=1)}

    def _events(self, *where: Any) -> Iterator[Mapping[str, Any]]:
        """Return columns of the club's events, in order."""
        return self._rows(Event, Event.club_id == self._club, *where)

    def _rows(self, row: type[Base], *where: Any) -> Iterator[Mapping[str, Any]]:
        """Return columns of rows, in order."""
        table: Any = row.__table__
        return map(dict, self._connection.execute(select(table).where(*where).order_by(*table.primary_key)).mappings())

    def _writers(self) -> set[int]:
        """Return the phones that wrote anything."""
        plays = select(Play.id).where(Play.club_id == self._club)
        asked = (
            select(Draft.device_id).where(Draft.play_id.in_(plays)),
            select(Event.device_id).where(Event.club_id == self._club),
        )
        found = {number for ask in asked for number in self._connection.scalars(ask.distinct()) if number is not None}
        laid = (
            select(CARDS).where(Event.club_id == self._club, Event.subject == PLAY, CARDS.as_string().is_not(None)),
            select(Draft.cards).where(Draft.play_id.in_(plays), Draft.cards.is_not(None)),
        )
        later = select(Draft.later).where(Draft.play_id.in_(plays), Draft.later.is_not(None))
        cards = [one for ask in laid for one in self._connection.scalars(ask)]
        cards += [one for row in self._connection.scalars(later) for one in row or ()]
        return found | {
            row["device_id"]
            for one in cards
            for trick in one.get("tricks", ())
            for row in trick
            if row.get("device_id") is not None
        }

    def write(self, file: IO[bytes], progress: Progress) -> None:
        """Write everything."""
        club = self._connection.execute(select(Club.__table__).where(Club.id == self._club)).mappings().one()
        keys = ("name", "created_at", "timezone", "currency", "asks_stake")
        writer = Writer(file, _told({key: club[key] for key in keys}))
        for name, items in (
            ("phones", self._phones_told()),
            ("people", self._people_told()),
            ("person_steps", self._person_steps()),
            ("house_rules", self._house_rules()),
            ("nights", self._nights_told()),
            ("plays", self._plays_told(progress)),
            ("night_steps", self._night_steps()),
            ("rulings", self._rulings()),
        ):
            writer.section(name, items)
        writer.close()

    # Who and where.

    def _phones_told(self) -> Iterator[dict[str, Any]]:
        called = (
            select(Device.id, CALLED)
            .join(Membership, (Membership.device_id == Device.id) & (Membership.club_id == self._club), isouter=True)
            .where(Device.id.in_(self._phones))
        )
        labels = {row[0]: row[1] for row in self._connection.execute(called)}
        return ({"label": labels[number]} for number in self._phones)

    def _people_told(self) -> Iterator[dict[str, Any]]:
        for row in self._rows(Player, Player.club_id == self._club):
            yield _told(
                {
                    "name": row["name"],
                    "created_at": row["created_at"],
                    "merged_into": self._people.get(row["merged_into_id"] or 0),
                    "hidden": row["is_hidden"],
                }
            )

    def _written(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return who wrote a row down, and when."""
        return {
            "at": row["at"],
            "phone": self._phones.get(row["device_id"] or 0),
            "person": self._people.get(row.get("player_id") or 0),
        }

    def _person_steps(self) -> Iterator[dict[str, Any]]:
        for row in self._events(Event.subject == PERSON):
            yield _told(
                {
                    "about": self._people[row["subject_id"]],
                    "kind": row["kind"],
                    "data": self._renumbered.step(row["kind"], row["data"]),
                    **self._written(row),
                    "client_id": row["client_id"],
                }
            )

    def _nights_told(self) -> Iterator[dict[str, Any]]:
        for row in self._rows(Night, Night.club_id == self._club):
            yield _told(
                {
                    "key": own_key(row["key"]),
                    **{key: row[key] for key in ("began_at", "dated", "name", "place", "notes")},
                    "present": [self._people[one] for one in row["present"] if one in self._people],
                }
            )

    def _night_steps(self) -> Iterator[dict[str, Any]]:
        places: dict[int, int] = {}
        for place, row in enumerate(self._events(Event.subject.in_((NIGHT, MONEY))), start=1):
            places[row["seq"]] = place
            yield _told(
                {
                    "key": own_key(row["key"]),
                    "night": self._nights.get(row["subject_id"] or 0),
                    "kind": row["kind"],
                    "data": self._renumbered.step(row["kind"], row["data"]),
                    "undoes": places.get(row["undoes"] or 0),
                    **self._written(row),
                    "client_id": row["client_id"],
                }
            )

    # What was agreed and decided.

    def _house_rules(self) -> Iterator[dict[str, Any]]:
        steps: dict[int, list[dict[str, Any]]] = {}
        for row in self._events(Event.subject == HOUSE, Event.kind != PROPOSED):
            said = {key: row["data"][key] for key in ("names", "reason")}
            step = {"kind": row["kind"], **said, **self._written(row)}
            steps.setdefault(row["subject_id"], []).append(_told(step))
        for row in self._events(Event.subject == HOUSE, Event.kind == PROPOSED):
            yield self._begun(row, {key: row["data"][key] for key in OF_HOUSE_RULES}, steps)

    def _begun(
        self, row: Mapping[str, Any], data: Mapping[str, Any], steps: Mapping[int, list[dict[str, Any]]]
    ) -> dict[str, Any]:
        """Return house rules or a ruling with its later events. ``steps``: all events, by the one that they follow."""
        by = {**self._written(row), "client_id": row["client_id"], "steps": steps.get(row["seq"], [])}
        return _told({"key": own_key(row["key"]), **data, **by})

    def _rulings(self) -> Iterator[dict[str, Any]]:
        steps: dict[int, list[dict[str, Any]]] = {}
        for row in self._events(Event.subject.in_((HOUSE, RULING)), Event.kind.in_((PROPOSED, WITHDRAWN))):
            if row["subject"] == RULING:
                step = {"kind": WITHDRAWN, **row["data"], **self._written(row)}
                steps.setdefault(row["subject_id"], []).append(_told(step))
            elif "ruling" in row["data"]:
                step = {"kind": PROMOTED, "reason": "", "house": self._houses[row["seq"]], **self._written(row)}
                steps.setdefault(row["data"]["ruling"], []).append(_told(step))
        for row in self._events(Event.subject == RULING, Event.kind == RECORDED):
            data = row["data"]
            about = {"facts": data["facts"], "play": self._plays.get(data["play_id"] or 0), "slot": data["slot"]}
            yield self._begun(row, {**{key: data[key] for key in OF_RULINGS}, **about}, steps)

    # Plays.

    def _plays_told(self, progress: Progress) -> Iterator[dict[str, Any]]:
        numbers, done = list(self._plays), 0
        progress(0, len(numbers))
        for start in range(0, len(numbers), AT_ONCE):
            some = numbers[start : start + AT_ONCE]
            edits: dict[int, list[Mapping[str, Any]]] = {}
            for edit in self._events(Event.subject == PLAY, Event.subject_id.in_(some)):
                edits.setdefault(edit["subject_id"], []).append(edit)
            drafts = {draft["play_id"]: draft for draft in self._rows(Draft, Draft.play_id.in_(some))}
            for row in self._rows(Play, Play.id.in_(some)):
                yield self._play_told(row, edits[row["id"]], drafts.get(row["id"]))
                done += 1
            progress(done, len(numbers))

    def _play_told(
        self, row: Mapping[str, Any], edits: Iterable[Mapping[str, Any]], draft: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        places = {edit["seq"]: place for place, edit in enumerate(edits, start=1)}
        return _told(
            {
                "key": own_key(row["key"]),
                "game": row["game"],
                "rules_version": row["rules_version"],
                "options": respelled(row["options"], self._people),
                "sides": row["sides"],
                "dealer": respelled(row["dealer"], self._people),
                "stake": row["stake"],
                "started_at": row["started_at"],
                "client_id": row["client_id"],
                "parent": self._plays.get(row["parent_id"] or 0),
                "house": self._houses.get(row["house_id"] or 0),
                "edits": [self._edit_told(edit, places) for edit in edits],
                "draft": self._draft_told(draft) if draft else None,
            }
        )

    def _edit_told(self, row: Mapping[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
        """Return an edit as JSON. ``places``: of the play's edits in the file, by their places in the log."""
        said = row["data"]
        return _told(
            {
                "kind": row["kind"],
                "slot": said.get("slot"),
                "entry": respelled(said.get("entry"), self._people),
                "cards": cards_with(said.get("cards"), self._people, self._phones),
                "note": respelled(said.get("note"), self._people),
                "ended": said.get("ended"),
                "seats": seats_with(said.get("seats"), self._people),
                "about": about_with(said.get("about"), self._people, self._nights),
                "undoes": places.get(row["undoes"]),
                "rules_version": said["rules_version"],
                "outcome": respelled(said.get("outcome"), self._people),
                **self._written(row),
                "client_id": row["client_id"],
            }
        )

    def _draft_told(self, row: Mapping[str, Any]) -> dict[str, Any]:
        later = [cards_with(one, self._people, self._phones) for one in row["later"] or ()]
        return _told(
            {
                "slot": row["slot"],
                "data": respelled(row["data"], self._people),
                "locked": row["locked"],
                "cards": cards_with(row["cards"], self._people, self._phones),
                "later": later or None,
                "at": row["at"],
                "phone": self._phones.get(row["device_id"] or 0),
            }
        )


def _told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON without empty values."""
    return {key: _plain(value) for key, value in values.items() if value is not None}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value
