"""The ledger: all plays of a club that count for statistics, cached and updated with what is new.

A part is a player's row of a play.
"""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select

from companion.core.game.game import PLAY_NAME
from companion.core.game.ranking import Better
from companion.core.play.rules_upgrades import AgreedOptions
from companion.core.statistics.numbers import name_sort_key, part_of
from companion.core.statistics.play_facts import PartFacts, PlayFacts, PlayFilter, sort_plays
from companion.core.statistics.play_summary import PartFromSheet, options_text
from companion.core.statistics.ratings import Rating, ratings
from companion.games import SLUGS, game_of
from companion.store.club.zones import zone_named
from companion.store.database.models import Club, EarlierPart, Event, Part, Play, Player
from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import runtime
from companion.store.log.events import latest_details
from companion.store.names.names import IS_LISTED, name_key
from companion.store.plays.edits.projection import STANDING
from companion.store.plays.play_details import OPTIONS

PLAY_SIZE = 4_000
"""Estimated bytes of a play in memory, with its share of the statistics."""

MINUTE = timedelta(minutes=1)


class KnownPerson(NamedTuple):
    """A person of a club."""

    id: int
    name: str
    is_hidden: bool = False
    is_listed: bool = True
    """Whether lists of people include them (see ``IS_LISTED``); hidden people are in none."""

    @property
    def key(self) -> str:
        """The key of the person in URLs."""
        return str(self.id)


@dataclass(frozen=True, eq=False)
class Ledger:
    """The counting plays of a club at one mark of the club; immutable."""

    mark: int
    zone: str
    """The name of its time zone."""

    people: Mapping[int, KnownPerson]
    """All people by id, without those who were merged into others."""

    merged: Mapping[int, int]
    """The ids of merged people, each with the person that they were merged into."""

    plays: Sequence[PlayFacts]
    """In the order in which they were played."""

    numbers: Mapping[int, PlayFacts]
    """The plays by id."""

    def name(self, person: int) -> str:
        """Return the name of the person with this id; “Somebody” if nobody has it."""
        found = self.people.get(person)
        return found.name if found else "Somebody"

    def person(self, key: str) -> KnownPerson | None:
        """Return the person with this key, or with one from before a merge; None: nobody has it."""
        number = int(key) if key.isascii() and key.isdigit() and len(key) < 10 else 0
        return self.people.get(self.merged.get(number, number))

    def id_of_name(self, name: str) -> int | None:
        """Return the id of the person with this name, however it is spelled; None: nobody has it."""
        key = name_key(name)
        return next((one.id for one in self.people.values() if name_key(one.name) == key), None)

    def listed_people(self) -> list[KnownPerson]:
        """Return everybody whom lists of people include, by name."""
        return sorted((one for one in self.people.values() if one.is_listed), key=lambda one: name_sort_key(one.name))

    def plays_of_person(self, person: int) -> Sequence[PlayFacts]:
        """Return the counting plays of a person, in the order of playing."""
        return self._plays_by_person.get(person, ())

    @cached_property
    def _plays_by_person(self) -> dict[int, list[PlayFacts]]:
        """The counting plays of each person, by id, in the order of playing."""
        found: dict[int, list[PlayFacts]] = {}
        for play in self.plays:
            for part in play.parts:
                if part_of(play, part.person) is not None:
                    found.setdefault(part.person, []).append(play)
        return found

    def played_slugs(self) -> Sequence[str]:
        """Return the slugs of the games that were played, in the order of their first plays."""
        return list(dict.fromkeys(play.game for play in self.plays))

    def plays_of_game(self, slug: str) -> Sequence[PlayFacts]:
        """Return the counting plays of a game, in the order of playing."""
        return PlayFilter(slug).select(self.plays)

    def plays_of_year(self, year: int) -> Sequence[PlayFacts]:
        """Return the counting plays of a year, in the order of playing."""
        return [play for play in self.plays if play.day.year == year]

    @cached_property
    def years(self) -> list[int]:
        """The years in which something was played, the latest first."""
        return sorted({play.day.year for play in self.plays}, reverse=True)

    @cached_property
    def ratings(self) -> Mapping[int, Rating]:
        """Everybody's rating over all plays, the best first."""
        return {one.person: one for one in ratings(self.plays)}


_CLUB = select(Club.mark, Club.timezone).where(Club.id == bindparam("club"))
_PEOPLE = select(Player.id, Player.name, Player.is_hidden, IS_LISTED.label("is_listed"), Player.merged_into_id).where(
    Player.club_id == bindparam("club")
)
_NEW = (Play.club_id == bindparam("club"), Play.club_mark > bindparam("mark"))
_PLAYS = select(
    Play.id, Play.key, Play.game, Play.title, Play.options, Play.rules_version, Play.played_at, Play.until,
    Play.is_later, Play.night_id, Play.rounds, Play.turned_last, Play.games, Play.counts,
).where(*_NEW)  # fmt: skip


def _parts_query(model: type[Part | EarlierPart]) -> Select[*tuple[Any, ...]]:
    """Return the query for the fields of ``PartFacts``; columns that ``EarlierPart`` lacks are those of ``Part``."""
    facts = ("play_id", "player_id", *STANDING, *PartFromSheet._fields)
    columns = [getattr(model if hasattr(model, name) else Part, name) for name in facts]
    return select(*columns).select_from(model).join(Play, Play.id == model.play_id).where(*_NEW, Play.counts)


_PARTS = _parts_query(Part).order_by(Part.play_id, Part.seat)
_EARLIER_PARTS = (
    _parts_query(EarlierPart)
    .join(Part, (Part.play_id == EarlierPart.play_id) & (Part.seat == EarlierPart.seat))
    .order_by(EarlierPart.play_id, EarlierPart.seat, EarlierPart.before_slot.desc())
)


def ledger_of(club: int) -> Ledger:
    """Return the ledger of a club, from the cache if nothing has changed."""
    mark, zone = plain_connection().execute(_CLUB, {"club": club}).one()
    cached: Ledger | None = runtime().cache.get("ledger", club)
    if cached is not None and (cached.mark, cached.zone) == (mark, zone):
        return cached
    fresh = _update_ledger(club, mark, zone, cached)
    runtime().cache.put("ledger", club, value=fresh, size=(len(fresh.plays) + 1) * PLAY_SIZE)
    return fresh


def _update_ledger(club: int, mark: int, zone: str, cached: Ledger | None) -> Ledger:
    """Return a ledger at this mark: the cached one, with changed plays read again, or a new one."""
    people, merged = _read_people(club)
    plays: dict[int, PlayFacts] = {}
    since = -1
    if cached is not None and cached.zone == zone and cached.merged == merged:
        plays, since = dict(cached.numbers), cached.mark
    for number, play in _changed_plays(club, since, zone, merged):
        if play is None:
            plays.pop(number, None)
        else:
            plays[number] = play
    return Ledger(mark, zone, people, merged, sort_plays(plays.values()), plays)


def _read_people(club: int) -> tuple[dict[int, KnownPerson], dict[int, int]]:
    """Return ``people`` and ``merged`` of a ledger."""
    people, merged = {}, {}
    for row in plain_connection().execute(_PEOPLE, {"club": club}):
        if row.merged_into_id is None:
            people[row.id] = KnownPerson(row.id, row.name, row.is_hidden, row.is_listed)
        else:
            merged[row.id] = row.merged_into_id
    return people, merged


def _changed_plays(
    club: int, since: int, zone: str, merged: Mapping[int, int]
) -> Iterable[tuple[int, PlayFacts | None]]:
    """Yield the id and the facts of each play that changed after the club's mark ``since``; None: it does not count."""
    asked = {"club": club, "mark": since}
    parts: dict[int, list[PartFacts]] = {}
    for play, person, *more in plain_connection().execute(_PARTS, asked):
        parts.setdefault(play, []).append(PartFacts(merged.get(person, person), *more))
    for play, person, *more in plain_connection().execute(_EARLIER_PARTS, asked):
        _add_earlier_part(parts[play], PartFacts(merged.get(person, person), *more))
    is_new = (Play.club_id == club, Play.club_mark > since, Play.counts)
    corrected = latest_details(OPTIONS, *is_new, Event.kind != "start")
    time_zone = zone_named(zone)
    known: dict[Hashable, tuple[str, Better]] = {}
    for row in plain_connection().execute(_PLAYS, asked).all():
        seats = parts.get(row.id)
        if not row.counts or not seats or row.game not in SLUGS:
            yield row.id, None
            continue
        agreed = corrected.get(row.id) or {"version": row.rules_version, "values": row.options}
        version, values = agreed["version"], agreed["values"]
        same = (row.game, version, json.dumps(values, sort_keys=True))
        if same not in known:
            known[same] = _options_of(row.game, version, values)
        yield row.id, _play_facts(row, seats, time_zone, *known[same])


def _add_earlier_part(parts: list[PartFacts], earlier: PartFacts) -> None:
    """Add the part of a player who handed on a seat; to be called for the last such player of each seat first.

    ``left`` is set only if somebody after them played a round on the seat. A person with another part in the play gets
    one part for both, on the seat that they played to the end, if there is one.
    """
    has_end = any(part.seat == earlier.seat and part.rounds and not part.left for part in parts)
    earlier = earlier._replace(left=has_end)
    for number, other in enumerate(parts):
        if other.person == earlier.person:
            stayed = (one for one in (other, earlier) if one.rounds and not one.left)
            first = next(stayed, other if other.rounds else earlier)
            parts[number] = first.combined_with(earlier if first is other else other)
            return
    parts.append(earlier)


def _options_of(slug: str, version: int, values: Mapping[str, Any]) -> tuple[str, Better]:
    """Return a play's options in words, and which totals win. ``version``: of the rules when ``values`` were stored."""
    game = game_of(slug)
    todays = AgreedOptions(game, version, values).current_options
    return options_text(game, todays), game.better_under(todays)


def _play_facts(row: Any, seats: Sequence[PartFacts], zone: tzinfo, options: str, better: Better) -> PlayFacts:
    """Return a play for statistics from a row of ``_PLAYS`` and its parts. ``options``: in words."""
    game = game_of(row.game)
    return PlayFacts(
        key=row.key,
        number=row.id,
        game=row.game,
        title=row.title if game.has_option(PLAY_NAME) else game.name,
        better=better,
        played_at=row.played_at,
        day=row.played_at.astimezone(zone).date(),
        night=row.night_id,
        rounds=row.rounds,
        minutes=_minutes(row.played_at, row.until, row.rounds, row.is_later),
        turned_last=row.turned_last,
        games=row.games,
        options=options,
        parts=tuple(seats),
    )


def _minutes(begun: datetime, until: datetime, rounds: int, is_later: bool) -> int | None:
    """Return how long a play took in minutes; None: it was entered later, or has only totals."""
    return None if is_later or not rounds else max(0, (until - begun) // MINUTE)
