"""Inserting a club into a database row by row, with ids replaced by those of that database."""

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from companion.store.access import codes
from companion.store.club.clubs import insert_club
from companion.store.database.base import now
from companion.store.database.models import Device, Event, Membership, Night, Play, Player
from companion.store.files.exporting import BATCH_ROWS, KEYED, MODELS
from companion.store.files.numbering import renumber
from companion.store.names.names import name_key
from companion.store.nights.night_state import project_night

MARK: Final = 1
"""The marks of the club and its plays after the import."""

_OTHER_CLUBS_ROW: Final[Mapping[Any, Any]] = {
    model: select(model.id).where(model.key == bindparam("key"), model.club_id != bindparam("club"))
    for model in (Night, Play, Event)
}
"""Query for the row of another club with a key, by model."""


class ClubInserter:
    """Inserts a club row by row.

    Call ``add`` for the club and for each row in the order of the file, then ``close``, and at last ``compute_nights``.
    """

    def __init__(self, connection: Connection, key: str, device: int | None) -> None:
        """``key``: of the new club; ``device``: the id of its organiser's device, if any."""
        self._connection = connection
        self._key = key
        self._device = device
        self.club = 0
        """The id of the new club, once it is inserted."""

        self._numbers: dict[str, dict[int, int]] = {section: {} for section in ("phones", "people", "nights", "plays")}
        """Ids of inserted rows by position in the file, by list."""

        self._merged: dict[int, int] = {}
        """The person whom each merged person was merged into, both by their positions in the file."""

        self._section = ""
        self._pending: list[dict[str, Any]] = []
        """Pending rows of the present list: they are inserted in batches."""

    def add(self, section: str, row: Mapping[str, Any]) -> None:
        """Add the club itself, or the next row of a list.

        Rows are inserted in batches, and before a play that needs the id of its parent; ``close`` links merged people.

        :raises KeyError: it refers to something that is missing.
        """
        if section == "club":
            self.club = insert_club(self._connection, self._key, self._device, **row, mark=MARK)
            return
        if section != self._section or len(self._pending) == BATCH_ROWS or row.get("parent_id"):
            self._insert()
            self._section = section
        if row.get("merged_into_id"):
            self._merged[len(self._numbers[section]) + len(self._pending) + 1] = row["merged_into_id"]
            row = {**row, "merged_into_id": None}
        self._pending.append(self._values(section, renumber(section, row, self._numbers)))

    def close(self) -> None:
        """Insert the remaining rows and link merged people. Call it after the last row."""
        self._insert()
        people = self._numbers["people"]
        for number, merged in self._merged.items():
            statement = update(Player).where(Player.id == people[number])
            self._connection.execute(statement.values(merged_into_id=people[merged]))

    def compute_nights(self) -> None:
        """Compute the rows of all nights from their events."""
        for night in self._numbers["nights"].values():
            project_night(self._connection, night)

    def _insert(self) -> None:
        """Insert the pending rows."""
        if not self._pending:
            return
        model: Any = MODELS[self._section]
        numbers = self._numbers.get(self._section)
        if numbers is None:
            self._connection.execute(insert(model), self._pending)
        else:
            statement = insert(model).returning(model.id, sort_by_parameter_order=True)
            found = self._connection.scalars(statement, self._pending).all()
            numbers.update(enumerate(found, start=len(numbers) + 1))
            if model is Device:
                # a revoked membership, so that the phone of the exported club has a name here
                values = {"club_id": self.club, "revoked_at": now(), "role": "viewer", "asked": True}
                self._connection.execute(insert(Membership).values(**values), [{"device_id": one} for one in found])
        self._pending = []

    def _values(self, section: str, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns to insert for an object of the file, with those that the file does not have.

        These are new keys, tokens and marks, and first values of columns that are later computed from events.
        """
        row = {name: value for name, value in row.items() if name != "id"}
        if section == "phones":
            return {"token_hash": codes.token_hash(codes.random_token()), "label": row["label"]}
        if section == "drafts":
            return {**row, "sealed": None, "cards_tap": None, "cards_mark": MARK if row["cards"] or row["later"] else 0}
        if section == "people":
            return {**row, "club_id": self.club, "name_key": name_key(row["name"])}
        if section == "nights":
            key = self._free_key(Night, row["key"])
            return {"club_id": self.club, "key": key, "began_at": row["began_at"]}
        if section == "plays":
            times = dict.fromkeys(("last_at", "played_at", "until"), row["started_at"])
            return {**times, **row, "club_id": self.club, "key": self._free_key(Play, row["key"])}
        if section == "events":
            is_kept = row["key"] and row["kind"] in KEYED
            key = self._free_key(Event, row["key"]) if is_kept else codes.random_key()
            return {**row, "club_id": self.club, "key": key}
        return row

    def _free_key(self, model: Any, key: str) -> str:
        """Return a key, with a number appended if another club has it already."""
        ask = _OTHER_CLUBS_ROW[model]
        tries = chain([key], (f"{key}~{number}" for number in count(2)))
        return next(one for one in tries if self._connection.scalar(ask, {"key": one, "club": self.club}) is None)
