"""Seats of a play, with everybody who has had them.

``to_log`` and ``from_log``, here and elsewhere: the form in which events store a value, with references to people.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any, NamedTuple

from companion.core.game.seating import usual_sides
from companion.store.names.names import Person
from companion.store.plays.edits.edit_log import LoggedEdit


class Stint(NamedTuple):
    """The time that somebody had a seat before handing it on."""

    sitter: Person
    before_slot: int
    """The first slot that is no longer theirs."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat; a player who came late is absent from the rounds before ``from_slot``."""

    name: str
    player_id: int
    """The id by which the log refers to the seat: that of its first player as first entered."""

    from_slot: int
    person_id: int
    """The id of who has the seat now."""

    earlier: tuple[Stint, ...] = ()
    """Those who had it earlier, in order."""

    @property
    def sitters(self) -> tuple[tuple[Person, int], ...]:
        """Everybody who has had the seat, with their first slot, in order."""
        people = (*(one.sitter for one in self.earlier), Person(self.person_id, self.name))
        return tuple(zip(people, (self.from_slot, *(one.before_slot for one in self.earlier)), strict=True))

    def at(self, slot: int) -> Person:
        """Return who had the seat in a round; for rounds before the first player joined, that player."""
        return next((one.sitter for one in self.earlier if slot < one.before_slot), Person(self.person_id, self.name))

    def taken_over(self, sitter: Person, slot: int) -> "Seat":
        """Return the seat after somebody takes it over from a slot on.

        Somebody who takes it over from its first slot on becomes its only player.
        """
        if slot <= max(self.from_slot, 1):
            earlier: tuple[Stint, ...] = ()
        else:
            kept = [one for one in self.earlier if one.before_slot < slot]
            earlier = (*kept, Stint(self.at(slot - 1), slot))
        if earlier and earlier[-1].sitter.name == sitter.name:  # the same person goes on
            earlier = earlier[:-1]
        return replace(self, name=sitter.name, person_id=sitter.id, earlier=earlier)

    def corrected(self, sitter: Person) -> "Seat":
        """Return the seat with another person in place of its present player, in all of that player's rounds."""
        if sitter.name == self.name:
            return self
        earlier = [one._replace(sitter=sitter) if one.sitter.name == self.name else one for one in self.earlier]
        following = [*(one.sitter.name for one in earlier[1:]), sitter.name]
        handed_on = (one for one, name in zip(earlier, following, strict=False) if one.sitter.name != name)
        return replace(self, name=sitter.name, person_id=sitter.id, earlier=tuple(handed_on))

    def to_log(self) -> dict[str, Any]:
        """Return the seat in the form of the log."""
        stored: dict[str, Any] = {"player_id": self.player_id, "from_slot": self.from_slot}
        if self.person_id != self.player_id:
            stored["person_id"] = self.person_id
        if self.earlier:
            stored["earlier"] = [{"person_id": one.sitter.id, "before_slot": one.before_slot} for one in self.earlier]
        return stored


def sitter_id(seat: Mapping[str, Any]) -> int:
    """Return the id of the present player of a seat in the form of the log."""
    return int(seat.get("person_id", seat["player_id"]))


def sitter_ids(seat: Mapping[str, Any]) -> list[int]:
    """Return the ids of all players of a seat in the form of the log, the present one last."""
    return [*(one["person_id"] for one in seat.get("earlier", ())), sitter_id(seat)]


def seat_from_log(stored: Mapping[str, Any], names_by_id: Mapping[int, str]) -> Seat:
    """Read a seat from the log. ``names_by_id``: of all who have had it."""
    sitter = sitter_id(stored)
    earlier = (
        Stint(Person(one["person_id"], names_by_id[one["person_id"]]), one["before_slot"])
        for one in stored.get("earlier", ())
    )
    return Seat(names_by_id[sitter], stored["player_id"], stored["from_slot"], sitter, tuple(earlier))


class DoubleSeat(NamedTuple):
    """Somebody who has two seats in one round."""

    name: str
    slot: int
    """The slot of the round."""


def find_double_seat(seats: Sequence[Seat]) -> DoubleSeat | None:
    """Return the first case of somebody with two seats in one round; None: there is none."""
    for slot in sorted({start for seat in seats for _, start in seat.sitters}):
        names = [seat.at(slot).name for seat in seats if seat.from_slot <= slot]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            return DoubleSeat(twice, slot)
    return None


def names_of_seats(
    edits: Sequence[LoggedEdit], names_by_id: Mapping[int, str], slot: int | None
) -> tuple[dict[int, str], list[str]]:
    """Return the name of every seat by its id in the log, and the names of the current players.

    ``slot``: name each seat by who played in this slot; None: by who plays now. If two seats have had people of the
    same name, the plain name means the current one.
    """
    all_seats = [edit.seats for edit in edits if edit.seats is not None]
    whose = {seat["player_id"]: names_by_id[sitter_id(seat)] for seats in all_seats for seat in seats}
    now = [seat_from_log(seat, names_by_id) for seat in all_seats[-1]]
    names = {seat: name for seat, name in whose.items() if all(one.player_id != seat for one in now)}
    names |= {one.player_id: one.name for one in now} if slot is None else names_in_round(now, slot)
    _tell_apart(names, [one.player_id for one in now])
    return names, [names[one.player_id] for one in now]


def _tell_apart(names: dict[int, str], seats: Iterable[int]) -> None:
    """Add numbers to the names of a person with two seats, so that a play stays readable after a wrong merge.

    ``names``: by the id of the seat, changed in place.
    """
    taken: set[str] = set()
    for seat in seats:
        own = names[seat]
        tries = chain([own], (f"{own} ({number})" for number in count(2)))
        names[seat] = next(name for name in tries if name not in taken)
        taken.add(names[seat])


def names_in_round(seats: Sequence[Seat], slot: int) -> dict[int, str]:
    """Return who played on each seat in a round, by the id of the seat, which is that of its first player.

    A seat that was not taken yet has its first player, with “(later)” if somebody else of that name played.
    """
    there = {seat.at(slot).name for seat in seats if seat.from_slot <= slot}
    found = {}
    for seat in seats:
        name = seat.at(slot).name
        found[seat.player_id] = f"{name} (later)" if seat.from_slot > slot and name in there else name
    return found


def sides_to_log(sides: Sequence[str], players: Sequence[str]) -> list[str | None]:
    """Return names of sides in the form of the log: None for a side named after its players."""
    return [None if side == usual_sides(players)[number] else side for number, side in enumerate(sides)]


def sides_from_log(stored: Sequence[str | None], players: Sequence[str]) -> tuple[str, ...]:
    """Return the names of sides that the log stores: None stands for a side named after its players.

    Empty if the play has no sides.
    """
    return tuple(side or usual_sides(players)[number] for number, side in enumerate(stored))
