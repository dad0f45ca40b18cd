"""Reading and writing the house rules of a club; ``core.house.house_rules`` validates them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, tzinfo
from typing import Any, Final

from sqlalchemy import Connection

from companion.core.entry.problems import Problem
from companion.core.house.house_rules import (
    Amendment,
    HouseRules,
    check_terms,
    day_faults,
    faults_if_decided,
    is_already_done,
    name_faults,
    no_change_faults,
    reason_faults,
    upgrade_options,
    versions_in_force,
    why_nothing_new,
    with_state,
)
from companion.core.play.rules_upgrades import AgreedOptions
from companion.core.words import spelled
from companion.games import SLUGS, game_of
from companion.store.access.codes import random_key
from companion.store.access.roles import Member, require_organiser
from companion.store.club.zones import name_of_zone, zone_named
from companion.store.database.base import now
from companion.store.database.models import Event
from companion.store.log.events import LoggedEvent, event_of, events_of, subject_is
from companion.store.log.subjects import HOUSE, RULING
from companion.store.log.write import Decide, Decision, NewEvent, write
from companion.store.log.write_results import Refused, Stale, Written, refusal
from companion.store.names.names import known_names

PROPOSED: Final = "proposed"
"""The kinds of events about a version of house rules: proposed, then agreed or withdrawn."""

AGREED: Final = "agreed"
WITHDRAWN: Final = "withdrawn"

RECORDED: Final = "recorded"
"""The kind of a ruling's first event."""

# Reading.


def versions_of_game(club_id: int, game: str, connection: Connection | None = None) -> list[HouseRules]:
    """Return all versions of a game's house rules, the newest first. ``connection``: of a transaction."""
    return [house for house in all_versions(club_id, connection) if house.game == game]


def all_versions(club_id: int, connection: Connection | None = None) -> list[HouseRules]:
    """Return all versions of house rules sorted by game, then the newest first. ``connection``: of a transaction."""
    events = events_of(club_id, Event.subject == HOUSE, connection=connection)
    if not events:
        return []
    later: dict[int, dict[str, LoggedEvent]] = {}
    for event in events:
        if event.subject_id is not None:
            later.setdefault(event.subject_id, {})[event.kind] = event
    proposals = [event for event in events if event.kind == PROPOSED and event.data["game"] in SLUGS]
    proposals.sort(key=lambda event: (event.data["game"], -event.data["number"]))
    zone = zone_of_days(club_id, connection)
    found = [_house_rules_from(event, later.get(event.seq, {}), zone) for event in proposals]
    in_force = versions_in_force(found, today(zone))
    return [with_state(house, in_force.get(house.game)) for house in found]


def house_rules_in_force(club_id: int, game: str) -> HouseRules | None:
    """Return the house rules that apply to a game today; None: it is played by the book."""
    return all_house_rules_in_force(club_id).get(game)


def all_house_rules_in_force(club_id: int) -> dict[str, HouseRules]:
    """Return the house rules that apply today, by the slug of the game."""
    return {house.game: house for house in all_versions(club_id) if house.state == "in force"}


def by_key(club_id: int, key: str) -> HouseRules | None:
    """Return the version of house rules with this key; None: the club has none."""
    return next((house for house in all_versions(club_id) if house.key == key), None)


def by_id(club_id: int, number: int | None) -> HouseRules | None:
    """Return the version of house rules with this id, the ``seq`` of its proposal; None: the club has none."""
    if number is None:
        return None
    return next((house for house in all_versions(club_id) if house.id == number), None)


def _house_rules_from(
    proposal: LoggedEvent, later_events: Mapping[str, LoggedEvent], zone: tzinfo | None
) -> HouseRules:
    """Return a version from its proposal and its later events by kind; ``with_state`` then sets “in force”.

    It applies from the day of the agreement at the earliest, in the club's time zone.
    """
    data, agreed, withdrawn = proposal.data, later_events.get(AGREED), later_events.get(WITHDRAWN)
    day = date.fromisoformat(data["holds_from"])
    options, unknown = upgrade_options(AgreedOptions(game_of(data["game"]), data["rules_version"], data["options"]))
    return HouseRules(
        id=proposal.seq,
        key=proposal.key,
        game=data["game"],
        number=data["number"],
        options=options,
        unknown=unknown,
        amendments=tuple(Amendment(**item) for item in data["amendments"]),
        note=data["note"],
        holds_from=max(day, agreed.at.astimezone(zone).date()) if agreed else day,
        state="withdrawn" if withdrawn else "agreed" if agreed else "proposed",
        agreed_by=tuple(agreed.data["names"]) if agreed else (),
        agreed_at=agreed.at if agreed else None,
        proposed_at=proposal.at,
        source=data["source"],
        reason=withdrawn.data["reason"] if withdrawn else "",
    )


def zone_of_days(club: int, connection: Connection | None = None) -> tzinfo | None:
    """Return the time zone in which house rules begin; None: that of the server, because the club has none."""
    name = name_of_zone(club, connection)
    return zone_named(name) if name else None


def today(zone: tzinfo | None = None) -> date:
    """Return today's date in a time zone. ``zone``: None for that of the server."""
    return now().astimezone(zone).date()


# Writing.


def _find_ruling(club: int, key: str, connection: Connection) -> LoggedEvent | None:
    """Return the event of the ruling with this key; None: the club has none, or it was withdrawn."""
    ruled = event_of(club, Event.subject == RULING, Event.key == key, Event.kind == RECORDED, connection=connection)
    gone = ruled and event_of(club, subject_is(RULING, ruled.seq), Event.kind == WITHDRAWN, connection=connection)
    return None if gone else ruled


def propose(
    member: Member,
    *,
    game: str,
    options: Mapping[str, Any],
    amendments: Sequence[Amendment],
    note: str,
    holds_from: date,
    client_id: str,
    source: str = "",
    ruling: str = "",
) -> HouseRules | Refused | Stale:
    """Propose a version of house rules; return it, unless it is refused. A repeated client id returns the same one.

    ``ruling``: the key of the ruling that it is made of; one that was withdrawn, or of another game, is ignored.
    """

    def decide(connection: Connection) -> Decision:
        """Return the event of the proposal, or why it is refused."""
        known = versions_of_game(member.club_id, game, connection)
        day = today(zone_of_days(member.club_id, connection))
        if game not in SLUGS:
            return refusal("game", "Choose a game from the list.")
        rules = game_of(game).rules
        terms = check_terms(game_of(game), options, amendments, note)
        problems = [*terms.problems, *day_faults(holds_from, day)]
        if problems:
            return Refused(tuple(problems))
        why_not = why_nothing_new(game_of(game), terms, holds_from, known, day)
        if why_not:
            return refusal("house", why_not)
        data = {
            "game": game, "number": max((one.number for one in known), default=0) + 1, "options": dict(terms.options),
            "rules_version": rules.version, "amendments": [asdict(one) for one in terms.amendments],
            "note": terms.note, "holds_from": holds_from.isoformat(), "source": source[:100],
        }  # fmt: skip
        ruled = _find_ruling(member.club_id, ruling, connection) if ruling else None
        if ruled is not None and ruled.data["game"] == game:
            data["ruling"] = ruled.seq
        return NewEvent(HOUSE, None, PROPOSED, data)

    return _write_and_read(member, client_id, decide)


def _write_and_read(
    member: Member, client_id: str, decide: Decide, version: int | None = None
) -> HouseRules | Refused | Stale:
    """Write an event about house rules; return the version as it is then, unless it is refused.

    ``version``: its id; None: the event proposes it; ``client_id``: the id of the request.
    """
    result = write(member, client_id, decide)
    if not isinstance(result, Written):
        return result
    event = result.event
    number = version or (event and (event.subject_id or event.seq))
    house = by_id(member.club_id, number)
    if house is None:
        raise LookupError(f"house rules {number} are not there")
    return house


def agree(member: Member, key: str, names: Sequence[str]) -> HouseRules | Refused | Stale | None:
    """Agree to a version in these people's names; return it, unless it is refused, or None if the key is unknown.

    :raises PermissionError: the member is no organiser.
    """
    tidy = spelled(names, known_names(member.club_id).values())
    return _change_status(member, key, AGREED, name_faults(tidy), names=tidy)


def withdraw(member: Member, key: str, reason: str, *, agreed: bool = False) -> HouseRules | Refused | Stale | None:
    """Withdraw a version for a reason; return it, unless it is refused, or None if there is no such version.

    ``agreed``: whether the form showed it as agreed; a version can be withdrawn until its first day.

    :raises PermissionError: the member is no organiser.
    """
    tidy = " ".join(reason.split())
    return _change_status(member, key, WITHDRAWN, reason_faults(tidy), reason=tidy, agreed=agreed)


def _change_status(
    member: Member, key: str, kind: str, problems: list[Problem],
    *, names: Sequence[str] = (), reason: str = "", agreed: bool = False,
) -> HouseRules | Refused | Stale | None:  # fmt: skip
    """Agree to a version or withdraw it, unless there are ``problems`` already; None: the club has no such version.

    ``kind``: ``AGREED`` or ``WITHDRAWN``; ``agreed``: see ``withdraw``.
    """
    require_organiser(member)
    found = by_key(member.club_id, key)
    if found is None:
        return None

    def decide(connection: Connection) -> Decision:
        """Return the event of the agreement or withdrawal, or why it is refused; None: it was done already."""
        known = versions_of_game(member.club_id, found.game, connection)
        day = today(zone_of_days(member.club_id, connection))
        house = next(one for one in known if one.id == found.id)
        if is_already_done(house, kind, names, reason):
            return None
        faults = faults_if_decided(house, kind, agreed) or problems
        if not faults and kind == AGREED:
            faults = no_change_faults(game_of(house.game), house, known, day)
        if faults:
            return Refused(tuple(faults))
        return NewEvent(HOUSE, house.id, kind, {"names": list(names), "reason": reason})

    return _write_and_read(member, random_key(), decide, found.id)
