"""Exporting a whole club: all of its log, but no codes or tokens."""

from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, Final

from msgspec import to_builtins
from sqlalchemy import Connection, Select, func, select

from companion.store.access.members import labelled_devices
from companion.store.database.base import Base, db
from companion.store.database.models import (
    Club,
    Device,
    Draft,
    EarlierPart,
    Event,
    Night,
    Part,
    Play,
    Player,
)
from companion.store.files import schema
from companion.store.files.club_file import SECTIONS, write_club_file
from companion.store.files.numbering import SUBJECTS, Numbers, phones_in, renumber
from companion.store.house.house_rules import PROPOSED, RECORDED
from companion.store.log.events import BACK, CARDS
from companion.store.log.subjects import PLAY
from companion.store.money.money_log import CARRIED, IN_KITTY, PAID
from companion.store.nights.night_state import DETAILS_CHANGED

MODELS: Final[Mapping[str, type[Base]]] = {
    "phones": Device, "people": Player, "nights": Night, "plays": Play, "events": Event, "drafts": Draft,
    "parts": Part, "earlier_parts": EarlierPart,
}  # fmt: skip
"""The models of a club's rows, by list of the file; the last two are projections, which files do not contain."""

SHAPES: Final[Mapping[str, type[schema.Shape]]] = {
    "club": schema.ClubLine, "phones": schema.PhoneLine, "people": schema.PersonLine, "nights": schema.NightLine,
    "plays": schema.PlayLine, "events": schema.EventLine, "drafts": schema.DraftLine,
}  # fmt: skip
"""The types of objects in a file, by list."""

KEYED: Final = (DETAILS_CHANGED, PAID, CARRIED, IN_KITTY, BACK, PROPOSED, RECORDED)
"""Kinds of events whose keys appear in URLs, so that files contain them."""

BATCH_ROWS: Final = 500
"""How many rows are read at once."""

Progress = Callable[[int, int], object]
"""A function that is called with how much is done, and the total."""


def export_club(club: int, file: IO[bytes], progress: Progress = lambda _done, _total: None) -> None:
    """Write a club into a file, all of it read at one moment. ``progress``: is called as events are written."""
    with db.engine.connect().execution_options(snapshot=True) as connection:
        rows = ClubRows(connection, club)
        objects = (
            (section, (_file_object(section, row) for row in rows.rows_of(section, progress))) for section in SECTIONS
        )
        write_club_file(file, _file_object("club", rows.club()), objects)


def fingerprint(club: int) -> str:
    """Return a text that changes whenever a club's file would, except for drafts; empty: the club does not exist."""
    last_event = select(func.max(Event.id)).where(Event.club_id == club).scalar_subquery()
    marks = db.session.execute(select(last_event, Club.mark).where(Club.id == club)).first()
    return "-".join(map(str, marks or ()))


def _file_object(section: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as the JSON object that the file holds for it."""
    shape = SHAPES[section]
    if section == "events":
        key = original_key(row["key"]) if row["kind"] in KEYED else None
        row = {**row, "key": key, "data": dict(sorted(row["data"].items()))}
    elif "key" in row:
        row = {**row, "key": original_key(row["key"])}
    elif section == "drafts" and row["later"]:
        row = {**row, "later": [{key: one[key] for key in one if key != "sealed"} for one in row["later"]]}
    found: dict[str, Any] = to_builtins(shape(**{name: row[name] for name in shape.__struct_fields__}))
    return found


def original_key(key: str) -> str:
    """Return a key without the number that an import may have appended."""
    return key.partition("~")[0]


class _Positions(dict[int, int]):
    """Positions in a list of the file by id; 0 for a row that is missing."""

    def __missing__(self, number: int) -> int:
        """Return 0, which no row has as its position."""
        return 0


class ClubRows:
    """Reads the rows of a club, with ids replaced by positions in the lists of a file."""

    def __init__(self, connection: Connection, club: int) -> None:
        """Read the ids. ``connection``: of a transaction, so that all rows are read at one moment."""
        self._connection = connection
        self._club = club
        self._plays = select(Play.id).where(Play.club_id == club)
        phones = sorted(self._writers())
        ids = {"phones": phones, **{section: self._list_ids(section) for section in set(SUBJECTS.values())}}
        self._numbers: Numbers = {
            section: _Positions((number, position) for position, number in enumerate(found, start=1))
            for section, found in ids.items()
        }

    def club(self) -> Mapping[str, Any]:
        """Return the club's row as a mapping."""
        query = select(Club.__table__).where(Club.id == self._club)
        return dict(self._connection.execute(query).mappings().one())

    def rows_of(self, section: str, progress: Progress = lambda _done, _total: None) -> Iterator[dict[str, Any]]:
        """Yield the rows of a list of the file, in order, with positions instead of ids.

        ``progress``: is called with the number of events read, at intervals.
        """
        query = self._rows_query(MODELS[section])
        total = self._connection.scalar(select(func.count()).select_from(query.subquery())) or 0
        found = self._connection.execute(query, execution_options={"yield_per": BATCH_ROWS})
        for done, row in enumerate(found.mappings(), start=1):
            if section == "events" and done % BATCH_ROWS == 0:
                progress(done, total)
            yield renumber(section, dict(row), self._numbers)

    def _rows_query(self, model: Any) -> Select[*tuple[Any, ...]]:
        """Return the query for the club's rows of a model."""
        if model is Device:
            return labelled_devices(self._club).where(Device.id.in_(self._numbers["phones"])).order_by(Device.id)
        is_ours = model.club_id == self._club if hasattr(model, "club_id") else model.play_id.in_(self._plays)
        order = [Event.seq] if model is Event else model.__table__.primary_key
        return select(model.__table__).where(is_ours).order_by(*order)

    def _list_ids(self, section: str) -> list[int]:
        """Return the ids of the rows in a list of the file, in order."""
        model: Any = MODELS[section]
        return list(self._connection.scalars(select(model.id).where(model.club_id == self._club).order_by(model.id)))

    def _writers(self) -> set[int]:
        """Return the ids of the phones that wrote events, drafts or cards."""
        of_club, drafts = Event.club_id == self._club, Draft.play_id.in_(self._plays)
        wrote = (select(Event.device_id).where(of_club), select(Draft.device_id).where(drafts))
        cards = (
            select(CARDS).where(of_club, Event.subject == PLAY, CARDS.as_string().is_not(None)),
            select(Draft.cards).where(drafts, Draft.cards.is_not(None)),
            select(Draft.later).where(drafts, Draft.later.is_not(None)),
        )
        found = {
            number for query in wrote for number in self._connection.scalars(query.distinct()) if number is not None
        }
        return found.union(*(phones_in(list(self._connection.scalars(query))) for query in cards))
