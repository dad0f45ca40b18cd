"""Importing a club from a file as a new club with new codes: all of it, or nothing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import IO, Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.exports.packed import unpacked
from companion.store.access import codes, members
from companion.store.database.base import Base, now
from companion.store.database.models import (
    Device,
    Draft,
    Event,
    Membership,
    Night,
    Part,
    Play,
    Player,
)
from companion.store.database.runtime import runtime
from companion.store.database.writing import writing
from companion.store.files.checking import CheckedClub, Checker
from companion.store.files.club_file import (
    MOST_BYTES,
    SECTIONS,
    Renumbering,
    about_with,
    cards_with,
    read,
    respelled,
    seats_with,
)
from companion.store.files.exporting import OF_HOUSE_RULES, OF_RULINGS, Progress
from companion.store.house.house import HOUSE, PROPOSED, RECORDED, RULING
from companion.store.log.events import PLAY
from companion.store.money.settling import CARRIED, IN_KITTY, MONEY, PAID
from companion.store.nights.night_log import NIGHT
from companion.store.nights.placing import refresh
from companion.store.people.names import name_key
from companion.store.people.players import PERSON
from companion.store.plays.projection import SEATED_EARLIER
from companion.store.rulings.rulings import PROMOTED

TRIES: Final = 3
"""How often it is tried where others write the same keys at the same moment."""

ENDINGS: Final = (".json",)
MARK: Final = 1
"""The club's mark once all of it is there."""

Thing = Mapping[str, Any]


def look_through(
    file: IO[bytes], most: int = MOST_BYTES, progress: Progress = lambda _done, _whole: None
) -> CheckedClub:
    """Check a file and return what it holds; nothing is written.

    :raises UnreadableFileError: it cannot be taken; the message says why.
    """
    checker = Checker()
    with _things(file, most) as things:
        for section, told in things:
            checker.take(section, told)
            if section == "plays":
                progress(len(checker.found.plays), 0)
    return checker.finish()


def import_club(
    file: IO[bytes],
    device: int | None,
    most: int = MOST_BYTES,
    progress: Progress = lambda _done, _whole: None,
    checked: CheckedClub | None = None,
) -> str:
    """Import the club of a file as a new one; return its key. ``device``: its organiser, if any.

    ``checked``: what ``look_through`` found in it, where it was looked through just now.

    :raises UnreadableFileError: it cannot be taken; the message says why, and nothing was written.
    """
    checked = checked or look_through(file, most)
    for left in reversed(range(TRIES)):
        key = codes.random_key()
        try:
            with writing(takes_long=True) as connection, _things(file, most) as things:
                _Import(connection, key, device, checked).write(things, progress)
        except IntegrityError:
            if not left:
                raise
        else:
            break
    runtime().paths.note_clubs()
    return key


@contextmanager
def _things(file: IO[bytes], most: int) -> Iterator[Iterator[tuple[str, Thing]]]:
    """Open a file and yield its things from the beginning."""
    file.seek(0)
    with unpacked(file, most, ENDINGS) as inside:
        yield read(inside, most)


# Put together once: that costs as much as running them.
_ONE: Final[Mapping[Any, Any]] = {
    row: insert(row).returning(row.id)
    for row in (
        Device, Membership, Player, Night, Play,
    )
}  # fmt: skip
_KEYS: Final[Mapping[Any, Any]] = {
    row: select(row.id).where(row.key == bindparam("key")) for row in (Night, Event, Play)
}
_EVENTS: Final = insert(Event)
_PARTS: Final = insert(Part)


class _Import:
    """A club during its import. References by place in the file become ids of rows."""

    def __init__(self, connection: Connection, key: str, device: int | None, checked: CheckedClub) -> None:
        self._connection = connection
        self._key = key
        self._device = device
        self._checked = checked
        self._club = 0
        self._numbers: dict[str, dict[int, int]] = {section: {} for section in SECTIONS}
        self._merged: dict[int, int] = {}
        self._seq = 0
        self._log: dict[int, dict[str, Any]] = {}
        """The events that are not written yet, by their place in the log."""

        self._keys: set[str] = set()
        self._taps: set[str] = set()
        self._money: set[int] = set()
        """The events about money, by their place in the log."""

    def write(self, things: Iterator[tuple[str, Thing]], progress: Progress) -> None:
        """Write everything."""
        acts: Mapping[str, Callable[[Thing], int]] = {
            "phones": self._phone, "people": self._person, "person_steps": self._person_step,
            "house_rules": self._house, "nights": self._night, "night_steps": self._night_step, "plays": self._play,
            "rulings": self._ruling,
        }  # fmt: skip
        for section, told in things:
            if section == "club":
                columns = {**told, "created_at": _moment(told["created_at"]), "mark": MARK}
                self._club = members.found_club(self._connection, self._key, self._device, **columns)
                continue
            numbers = self._numbers[section]
            numbers[len(numbers) + 1] = acts[section](told)
            if section == "plays":
                progress(len(numbers), len(self._checked.plays))
        for number, other in self._merged.items():
            values = {"merged_into_id": self._people[other]}
            self._connection.execute(update(Player).where(Player.id == number).values(**values))
        if self._log:
            self._connection.execute(_EVENTS, list(self._log.values()))
        refresh(self._connection, self._nights.values())

    def _insert(self, row: type[Base], **values: Any) -> int:
        return int(self._connection.execute(_ONE[row], values).scalar_one())

    def _free_key(self, row: Any, told: Thing) -> str:
        """Return its original key, with a number after it if a club here has that already."""
        key, number = told["key"], 1
        while key in self._keys or self._connection.scalar(_KEYS[row], {"key": key}) is not None:
            number += 1
            key = f"{told['key']}~{number}"
        if row is Event:
            self._keys.add(key)
        return str(key)

    def _of(self, section: str, place: int | None) -> int | None:
        """Return the id of the row for a reference by place in the file."""
        return None if place is None else self._numbers[section][place]

    @property
    def _people(self) -> Mapping[int, int]:
        return self._numbers["people"]

    @property
    def _phones(self) -> Mapping[int, int]:
        return self._numbers["phones"]

    @property
    def _nights(self) -> Mapping[int, int]:
        return self._numbers["nights"]

    @property
    def _renumbered(self) -> Renumbering:
        return Renumbering(self._people, self._nights, self._numbers["plays"])

    def _by(self, told: Thing) -> dict[str, Any]:
        """Return the columns that say who wrote something, and when."""
        phone, person = self._of("phones", told.get("phone")), self._of("people", told.get("person"))
        return {"at": _moment(told["at"]), "device_id": phone, "player_id": person}

    # Who and where.

    def _phone(self, told: Thing) -> int:
        """Insert a phone that nobody holds: a member only of the club that was exported."""
        moment, token = now(), codes.token_hash(codes.random_token())
        number = self._insert(Device, token_hash=token, label=told["label"], created_at=moment, seen_at=moment)
        values = {"role": "viewer", "joined_at": moment, "revoked_at": moment, "asked": True}
        self._insert(Membership, club_id=self._club, device_id=number, **values)
        return number

    def _person(self, told: Thing) -> int:
        number = self._insert(
            Player, club_id=self._club, name=told["name"], name_key=name_key(told["name"]),
            created_at=_moment(told["created_at"]), is_hidden=told["hidden"],
        )  # fmt: skip
        if told.get("merged_into") is not None:
            self._merged[number] = told["merged_into"]
        return number

    def _person_step(self, told: Thing) -> int:
        person = self._of("people", told["about"])
        return self._event(PERSON, person, told)

    def _event(
        self, subject: str, subject_id: int | None, told: Thing, undoes: int | None = None, data: Thing | None = None
    ) -> int:
        """Add an event to the log; return its place there. ``data``: if it differs from the file's."""
        data = self._renumbered.step(told["kind"], told.get("data", {})) if data is None else data
        row = self._event_row(subject, subject_id, told, undoes, data)
        row["client_id"] = self._free_tap(row["client_id"])
        self._log[self._seq] = row
        return self._seq

    def _event_row(
        self, subject: str, subject_id: int | None, told: Thing, undoes: int | None, data: Thing
    ) -> dict[str, Any]:
        """Return the columns of the next event."""
        self._seq += 1
        key = self._free_key(Event, told) if "key" in told else codes.random_key()
        return {
            "club_id": self._club, "seq": self._seq, "key": key, "subject": subject, "subject_id": subject_id,
            "kind": told["kind"], "data": data, "undoes": undoes, "client_id": told.get("client_id", key),
            **self._by(told),
        }  # fmt: skip

    def _free_tap(self, client_id: str) -> str:
        """Return its client id, with its place before it if another event has that id."""
        found = client_id if client_id not in self._taps else f"{self._seq}~{client_id}"[:40]
        self._taps.add(found)
        return found

    def _night(self, told: Thing) -> int:
        dated = told.get("dated")
        return self._insert(
            Night, club_id=self._club, key=self._free_key(Night, told), began_at=_moment(told["began_at"]),
            dated=dated and date.fromisoformat(dated), name=told["name"], place=told["place"], notes=told["notes"],
            present=[self._people[one] for one in told["present"]],
        )  # fmt: skip

    def _night_step(self, told: Thing) -> int:
        undoes = self._of("night_steps", told.get("undoes"))
        is_money = told["kind"] in (PAID, CARRIED, IN_KITTY) or undoes in self._money
        seq = self._event(MONEY if is_money else NIGHT, self._of("nights", told.get("night")), told, undoes)
        if is_money:
            self._money.add(seq)
        return seq

    # What was agreed and decided.

    def _house(self, told: Thing) -> int:
        number = self._event(HOUSE, None, {**told, "kind": PROPOSED}, data={key: told[key] for key in OF_HOUSE_RULES})
        for step in told["steps"]:
            self._event(HOUSE, number, step, data={key: step[key] for key in ("names", "reason")})
        return number

    def _ruling(self, told: Thing) -> int:
        data = {key: told[key] for key in OF_RULINGS}
        about = {"facts": told.get("facts"), "play_id": self._of("plays", told.get("play")), "slot": told.get("slot")}
        number = self._event(RULING, None, {**told, "kind": RECORDED}, data={**data, **about})
        for step in told["steps"]:
            if step["kind"] == PROMOTED:
                house = self._of("house_rules", step["house"]) or 0
                self._log[house]["data"]["ruling"] = number
            else:
                self._event(RULING, number, step, data={"reason": step["reason"]})
        return number

    # Plays.

    def _play(self, told: Thing) -> int:
        checked = self._checked.plays[len(self._numbers["plays"])]
        edits, people = told["edits"], self._people
        columns = {**checked.columns, "night_id": self._of("nights", checked.columns["night_id"])}
        number = self._insert(
            Play, key=self._free_key(Play, told), club_id=self._club, game=told["game"],
            options=respelled(told["options"], people), dealer=respelled(told["dealer"], people),
            rules_version=told["rules_version"], stake=told.get("stake"), started_at=_moment(told["started_at"]),
            client_id=told["client_id"], parent_id=self._of("plays", told.get("parent")),
            house_id=self._of("house_rules", told.get("house")), revision=len(edits), mark=1, sheet_mark=1,
            last_at=_moment(edits[-1]["at"]), club_mark=MARK, **columns,
        )  # fmt: skip
        before = self._seq
        self._connection.execute(_EVENTS, [self._edit(number, before, edit) for edit in edits])
        parts = [{**part, "play_id": number, "player_id": people[part["player_id"]]} for part in checked.parts]
        self._connection.execute(_PARTS, parts)
        handed_on = [
            {**part, "play_id": number, "player_id": people[part["player_id"]]} for part in checked.earlier_parts
        ]
        if handed_on:
            self._connection.execute(SEATED_EARLIER, handed_on)
        if checked.has_draft:
            self._draft(number, told["draft"])
        return number

    def _edit(self, play: int, before: int, told: Thing) -> dict[str, Any]:
        """Return the columns of an edit. ``before``: the number of events before the first one of the play."""
        people, undoes = self._people, told.get("undoes")
        said = {
            "slot": told.get("slot"),
            "entry": respelled(told.get("entry"), people),
            "cards": cards_with(told.get("cards"), people, self._phones),
            "note": respelled(told.get("note"), people),
            "ended": told.get("ended"),
            "seats": seats_with(told.get("seats"), people),
            "about": about_with(told.get("about"), people, self._nights),
            "rules_version": told["rules_version"],
            "outcome": respelled(told.get("outcome"), people),
        }
        data = {key: value for key, value in said.items() if value is not None}
        return self._event_row(PLAY, play, told, undoes and before + undoes, data)

    def _draft(self, play: int, told: Thing) -> None:
        cards, *later = (
            cards_with(one, self._people, self._phones) for one in (told.get("cards"), *told.get("later", ()))
        )
        values = {
            "play_id": play, "slot": told["slot"], "data": respelled(told["data"], self._people),
            "locked": told["locked"], "cards": cards, "later": later or None,
            "cards_mark": 1 if cards or later else 0, "at": _moment(told["at"]),
            "device_id": self._of("phones", told.get("phone")),
        }  # fmt: skip
        self._connection.execute(insert(Draft).values(**values))


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
