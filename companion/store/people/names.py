"""Names of people. The log refers to people by id, so that names can change."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select
from sqlalchemy.orm import aliased

from companion.core.fields import Field
from companion.core.naming import respelled
from companion.store.database.base import db
from companion.store.database.models import Club, EarlierPart, Erasure, Membership, Part, Play, Player

REFERENCE = "@"
"""A text of the log that begins so names somebody: ``@12`` the player of that row, ``@side-0`` the first side. Any
other text that begins so has one more of it."""

SIDE = "@side-"


@dataclass(frozen=True)
class People:
    """The people at a table, by name and by id."""

    names: Mapping[int, str]
    """By the number of the player's row."""

    sides: tuple[str, ...] = ()

    @cached_property
    def _references(self) -> Mapping[str, str]:
        return {name: f"{REFERENCE}{number}" for number, name in self.names.items()}

    @cached_property
    def _named(self) -> Mapping[str, str]:
        sides = {f"{SIDE}{number}": side for number, side in enumerate(self.sides)}
        return {**{reference: name for name, reference in self._references.items()}, **sides}

    def reference_to(self, player: str) -> str:
        """Return how the log refers to a player of this table."""
        return self._references[player]

    def reference_to_side(self, side: str) -> str:
        """Return how the log refers to a side of this table."""
        return f"{SIDE}{self.sides.index(side)}"

    def to_log(self, fields: Iterable[Field], raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return values with names replaced by ids, as the log stores them."""
        return respelled(fields, raw, self._reference, _escaped)

    def from_log(self, kept: Any) -> Any:
        """Return values of the log with ids replaced by today's names."""
        if isinstance(kept, str):
            return self._named.get(kept, kept[1:] if kept.startswith(REFERENCE * 2) else kept)
        if isinstance(kept, Mapping):
            return {self.from_log(key): self.from_log(value) for key, value in kept.items()}
        if isinstance(kept, list):
            return [self.from_log(value) for value in kept]
        return kept

    def _reference(self, item: Field, name: str) -> str:
        if name in self.sides and (name not in self._references or _is_side(item, self.sides)):
            return f"{SIDE}{self.sides.index(name)}"
        return self._references.get(name) or _escaped(name)


def _is_side(item: Field, sides: Sequence[str]) -> bool:
    """Return whether a field names a side, where a side and a person share a name."""
    return item.per == "side" or (item.per == "table" and bool(item.names) and set(item.names) <= set(sides))


def _escaped(text: str) -> str:
    return REFERENCE + text if text.startswith(REFERENCE) else text


_themselves = aliased(Player)
CURRENT_NAME = func.coalesce(
    select(_themselves.name).where(_themselves.id == Player.merged_into_id).correlate(Player).scalar_subquery(),
    Player.name,
)
"""What the player of a row is called: like the person that they turned out to be, where two names were one."""


def _played(part: type[Part] | type[EarlierPart], *, discarded: bool) -> ColumnElement[bool]:
    """Return the condition that somebody, or anybody merged into them, has a part in a play, discarded or not."""
    names = or_(_alias.id == Player.id, _alias.merged_into_id == Player.id)
    plays = (part.player_id == _alias.id, Play.id == part.play_id, Play.is_discarded.is_(discarded))
    return exists().where(_alias.club_id == Player.club_id, names, *plays).correlate(Player)


_alias = aliased(Player)
IS_LISTED = and_(
    Player.merged_into_id.is_(None),
    ~Player.is_hidden,
    or_(
        ~_played(Part, discarded=True),
        _played(Part, discarded=False),
        _played(EarlierPart, discarded=False),
        exists().where(Membership.player_id == Player.id),
    ),
)
"""Who stands in lists of people: whoever is not hidden, turned out to be nobody else, and is not known from discarded
plays alone. Whose phone is in the club stays in any case."""
NAMES_MARK = (
    select(Club.names_mark).where(Club.id == Play.club_id).correlate(Play).scalar_subquery()
    + select(func.coalesce(func.max(Erasure.id), 0)).scalar_subquery()
)
"""Goes up with every change of the names that a play shows, for a query of ``Play``: events of its club’s people, and
whatever was taken out for good, in any club."""


def name_key(name: str) -> str:
    """Return the key under which different spellings of a name are equal."""
    return unicodedata.normalize("NFC", name).casefold()[:120]


def known_names(club: int, by: Connection | None = None) -> dict[str, str]:
    """Return everybody's id by the key of their name; merged people by either name.

    ``by``: the connection of a transaction, where it is to be true of what that writes.
    """
    rows = (by or db.session).execute(select(Player.name_key, CURRENT_NAME).where(Player.club_id == club))
    return {row[0]: row[1] for row in rows}


class MergedPerson(NamedTuple):
    """A person and who they were merged into."""

    id: int
    name: str


def merged_people(club: int, by: Connection | None = None) -> dict[int, MergedPerson]:
    """Return everybody of a club by id, with who they were merged into."""
    rows = (by or db.session).execute(
        select(Player.id, func.coalesce(Player.merged_into_id, Player.id), CURRENT_NAME).where(Player.club_id == club)
    )
    return {row[0]: MergedPerson(row[1], row[2]) for row in rows}


def names_of(numbers: Iterable[int], by: Connection | None = None) -> dict[int, str]:
    """Return the names of these players. ``by``: as in ``known_names``."""
    wanted = set(numbers)
    if not wanted:
        return {}
    rows = (by or db.session).execute(select(Player.id, CURRENT_NAME).where(Player.id.in_(wanted)))
    return {row[0]: row[1] for row in rows}


def names_in_seat_order(play: int) -> list[str]:
    """Return the players of a play, in seat order."""
    seats = select(CURRENT_NAME).join(Part, Part.player_id == Player.id).where(Part.play_id == play).order_by(Part.seat)
    return list(db.session.scalars(seats))
