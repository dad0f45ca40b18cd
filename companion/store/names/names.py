"""Names of people. The log refers to people by id, so that names can change."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select
from sqlalchemy.orm import aliased

from companion.core.entry.fields import Field
from companion.core.entry.names_in_entries import replace_names
from companion.store.database.base import db
from companion.store.database.models import Club, EarlierPart, Membership, Part, Play, Player
from companion.store.database.service_models import Erasure

REFERENCE = "@"
"""The prefix of references in the log: ``@12`` is the player with that id, ``@side-0`` the first side. Any other text
that begins with it is escaped by a second one."""

SIDE = "@side-"


@dataclass(frozen=True)
class People:
    """The people at a table, by name and by id."""

    names: Mapping[int, str]
    """Names of players by id."""

    sides: tuple[str, ...] = ()
    """The names of the sides; empty: there are none."""

    @cached_property
    def _references_by_name(self) -> Mapping[str, str]:
        """The reference to each player of this table, by name."""
        return {name: f"{REFERENCE}{number}" for number, name in self.names.items()}

    @cached_property
    def _names_by_reference(self) -> Mapping[str, str]:
        """Today's name for each reference to a player or a side of this table."""
        sides = {f"{SIDE}{number}": side for number, side in enumerate(self.sides)}
        return {**{reference: name for name, reference in self._references_by_name.items()}, **sides}

    def reference_to(self, player: str) -> str:
        """Return the reference to a player of this table: ``@12``."""
        return self._references_by_name[player]

    def reference_to_side(self, side: str) -> str:
        """Return the reference to a side of this table: ``@side-0``."""
        return f"{SIDE}{self.sides.index(side)}"

    def to_log(self, fields: Iterable[Field], raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of fields with names replaced by references, as the log stores them."""
        return replace_names(fields, raw, self._find_reference, _escape)

    def from_log(self, stored: Any) -> Any:
        """Return any JSON of the log with references replaced by today's names, and escaped texts unescaped."""
        if isinstance(stored, str):
            return self._names_by_reference.get(stored, stored[1:] if stored.startswith(REFERENCE * 2) else stored)
        if isinstance(stored, Mapping):
            return {self.from_log(key): self.from_log(value) for key, value in stored.items()}
        if isinstance(stored, list):
            return [self.from_log(value) for value in stored]
        return stored

    def _find_reference(self, item: Field, name: str) -> str:
        """Return the reference to a side or a player; an unknown name stays plain text.

        A name that both have means the side in a field for sides, and the player elsewhere. Entries may have blanks
        around a name.
        """
        for spelling in (name, name.strip()):
            if spelling in self.sides and (spelling not in self._references_by_name or _is_side(item, self.sides)):
                return self.reference_to_side(spelling)
            if spelling in self._references_by_name:
                return self.reference_to(spelling)
        return _escape(name)


def _is_side(item: Field, sides: Sequence[str]) -> bool:
    """Return whether a name in this field means a side, if a side and a person have the same name."""
    return item.per == "side" or (item.per == "table" and bool(item.names) and set(item.names) <= set(sides))


def _escape(text: str) -> str:
    """Return a text in the form of the log, in which it is not taken for a reference."""
    return REFERENCE + text if text.startswith(REFERENCE) else text


_themselves = aliased(Player)
CURRENT_NAME = func.coalesce(
    select(_themselves.name).where(_themselves.id == Player.merged_into_id).correlate(Player).scalar_subquery(),
    Player.name,
)
"""SQL expression: the name of a player, or of the person that the player was merged into."""


def _took_part(part: type[Part] | type[EarlierPart], *, discarded: bool) -> ColumnElement[bool]:
    """Return the SQL condition that a player, or somebody merged into them, has a row of ``part`` in a play.

    ``discarded``: True: in a discarded play; False: in one that is not discarded.
    """
    names = or_(_alias.id == Player.id, _alias.merged_into_id == Player.id)
    plays = (part.player_id == _alias.id, Play.id == part.play_id, Play.is_discarded.is_(discarded))
    return exists().where(_alias.club_id == Player.club_id, names, *plays).correlate(Player)


_alias = aliased(Player)
IS_LISTED = and_(
    Player.merged_into_id.is_(None),
    ~Player.is_hidden,
    or_(
        ~or_(_took_part(Part, discarded=True), _took_part(EarlierPart, discarded=True)),
        _took_part(Part, discarded=False),
        _took_part(EarlierPart, discarded=False),
        exists().where(Membership.player_id == Player.id),
    ),
)
"""SQL condition: lists of people include a player. Left out are hidden and merged people, and those who only took part
in discarded plays, unless they own a phone in the club."""
NAMES_MARK = (
    select(Club.names_mark).where(Club.id == Play.club_id).correlate(Play).scalar_subquery()
    + select(func.coalesce(func.max(Erasure.id), 0)).scalar_subquery()
)
"""SQL expression over ``Play``: a counter that grows with every change of names in the play's club, and with every
erasure in any club."""


def name_key(name: str) -> str:
    """Normalise a name, so that spellings that differ in case or in Unicode form are equal."""
    return unicodedata.normalize("NFC", name).casefold()[:120]


def known_names(club: int, connection: Connection | None = None) -> dict[str, str]:
    """Return today's name of everybody in a club, by the ``name_key`` of every name that they have had.

    ``connection``: of a transaction, to include what it has written.
    """
    rows = (connection or db.session).execute(select(Player.name_key, CURRENT_NAME).where(Player.club_id == club))
    return {row[0]: row[1] for row in rows}


def club_spellings(club: int, names: Iterable[str], connection: Connection | None = None) -> list[str]:
    """Return names as the club spells them, merged people by today's name; unknown names are only stripped."""
    known = known_names(club, connection)
    return [known.get(name_key(name.strip()), name.strip()) for name in names]


class Person(NamedTuple):
    """A person of a club."""

    id: int
    name: str


def unhidden_people(club: int) -> list[Person]:
    """Return everybody in a club by name, without hidden and merged people."""
    shown = (Player.club_id == club, Player.merged_into_id.is_(None), ~Player.is_hidden)
    people = [Person(*row) for row in db.session.execute(select(Player.id, Player.name).where(*shown))]
    return sorted(people, key=lambda one: (one.name.casefold(), one.id))


def merged_people(club: int, connection: Connection | None = None) -> dict[int, Person]:
    """Return the people of a club by id; the id of a merged person has the person whom they were merged into."""
    rows = (connection or db.session).execute(
        select(Player.id, func.coalesce(Player.merged_into_id, Player.id), CURRENT_NAME).where(Player.club_id == club)
    )
    return {row[0]: Person(row[1], row[2]) for row in rows}


def names_of(numbers: Iterable[int], connection: Connection | None = None) -> dict[int, str]:
    """Return names by id; the id of a merged person has the name of the person whom they were merged into.

    ``connection``: of a transaction.
    """
    wanted = set(numbers)
    if not wanted:
        return {}
    rows = (connection or db.session).execute(select(Player.id, CURRENT_NAME).where(Player.id.in_(wanted)))
    return {row[0]: row[1] for row in rows}


def names_in_seat_order(play: int) -> list[str]:
    """Return the names of a play's players, in seat order."""
    seats = select(CURRENT_NAME).join(Part, Part.player_id == Player.id).where(Part.play_id == play).order_by(Part.seat)
    return list(db.session.scalars(seats))
