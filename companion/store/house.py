"""The house rules of a club, read and written; what is right or wrong with them is in ``core.house``."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from companion.core.house import (
    Amendment,
    HouseRules,
    brought_over,
    check,
    day_faults,
    holding,
    is_done,
    late,
    name_faults,
    no_change,
    nothing_new,
    reason_faults,
    with_state,
)
from companion.core.older import Agreed
from companion.core.problems import Problem
from companion.core.words import spelled
from companion.games import SLUGS, game_of
from companion.store.access import Member, needs_writer
from companion.store.base import db, now
from companion.store.codes import random_key
from companion.store.models import Club, HouseStep, HouseVersion
from companion.store.people import known_names
from companion.store.writing import hold, writing

# Reading.


def versions(club_id: int, game: str, by: Connection | None = None) -> list[HouseRules]:
    """All versions of the club's house rules in a game, the newest first; ``by``: as a transaction sees them."""
    return _read(HouseVersion.club_id == club_id, HouseVersion.game == game, by=by)


def everything(club_id: int) -> list[HouseRules]:
    """All versions in all games of the club, the newest first in each."""
    return _read(HouseVersion.club_id == club_id)


def in_force(club_id: int, game: str) -> HouseRules | None:
    """What the club plays today in a game; None: by the book."""
    return next((house for house in versions(club_id, game) if house.state == "in force"), None)


def all_in_force(club_id: int) -> dict[str, HouseRules]:
    """What the club plays today, by the slug of the game; games that it plays by the book are not in it."""
    return {house.game: house for house in everything(club_id) if house.state == "in force"}


def by_key(club_id: int, key: str) -> HouseRules | None:
    """A version of the club, by the key in its address."""
    found = _beside(club_id, HouseVersion.key == key)
    return next((house for house in found if house.key == key), None)


def by_id(club_id: int, number: int | None) -> HouseRules | None:
    """A version of the club, by its row; None for none."""
    if number is None:
        return None
    found = _beside(club_id, HouseVersion.id == number)
    return next((house for house in found if house.id == number), None)


def _beside(club_id: int, chosen: Any) -> list[HouseRules]:
    """A version of the club and the others of its game, which say what became of it; the other games are not read."""
    game = select(HouseVersion.game).where(HouseVersion.club_id == club_id, chosen).scalar_subquery()
    return _read(HouseVersion.club_id == club_id, HouseVersion.game == game)


_ROWS = select(
    HouseVersion.id, HouseVersion.key, HouseVersion.game, HouseVersion.number, HouseVersion.options,
    HouseVersion.rules_version, HouseVersion.amendments, HouseVersion.note, HouseVersion.holds_from,
    HouseVersion.proposed_at, HouseVersion.source,
).order_by(HouseVersion.game, HouseVersion.number.desc())  # fmt: skip
_STEPS = select(HouseStep.version_id, HouseStep.kind, HouseStep.names, HouseStep.reason, HouseStep.at)


def _read(*where: Any, by: Connection | None = None) -> list[HouseRules]:
    source = by or db.session
    rows = source.execute(_ROWS.where(*where)).all()
    steps: dict[int, dict[str, Any]] = {}
    if rows:
        of = _STEPS.join(HouseVersion, HouseVersion.id == HouseStep.version_id).where(*where)
        for step in source.execute(of):
            steps.setdefault(step.version_id, {})[step.kind] = step
    found = [_house(row, steps.get(row.id, {})) for row in rows if row.game in SLUGS]
    holds = holding(found, today())
    return [with_state(house, holds.get(house.game)) for house in found]


def _house(row: Any, steps: Mapping[str, Any]) -> HouseRules:
    """A version with its steps; one that is agreed counts as agreed, whether its day has come or not."""
    agreed, withdrawn = steps.get("agreed"), steps.get("withdrawn")
    day = row.holds_from
    options, unknown = brought_over(Agreed(game_of(row.game), row.rules_version, row.options))
    return HouseRules(
        id=row.id,
        key=row.key,
        game=row.game,
        number=row.number,
        options=options,
        unknown=unknown,
        amendments=tuple(Amendment(**item) for item in row.amendments),
        note=row.note,
        holds_from=max(day, local_day(agreed.at)) if agreed else day,
        state="withdrawn" if withdrawn else "agreed" if agreed else "proposed",
        agreed_by=tuple(agreed.names) if agreed else (),
        agreed_at=agreed.at if agreed else None,
        proposed_at=row.proposed_at,
        source=row.source,
        reason=withdrawn.reason if withdrawn else "",
    )


def local_day(moment: datetime) -> date:
    """The day of a moment where the server stands."""
    return moment.astimezone().date()


def today() -> date:
    """Today, where the server stands."""
    return local_day(now())


# Writing.


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
    along: Callable[[Connection, int], object] | None = None,
) -> HouseRules | list[Problem]:
    """A new version to be agreed on, or all that is wrong with it. The same client id again gives the same one.

    ``along``: what else is written in the same transaction, given the row of the version.
    """
    needs_writer(member)
    if game not in SLUGS:
        return [Problem("game", "Choose a game of the catalogue.")]
    mine = select(HouseVersion.id).where(HouseVersion.club_id == member.club_id, HouseVersion.client_id == client_id)
    there = db.session.scalar(mine)
    if there is not None:
        return _found(member, there)
    terms = check(game_of(game), options, amendments, note)
    problems = [*terms.problems, *day_faults(holds_from, today())]
    if problems:
        return problems
    with writing() as connection:
        hold(connection, Club, member.club_id)
        there = connection.scalar(mine)
        if there is None:
            known = versions(member.club_id, game, connection)
            why_not = nothing_new(game_of(game), terms, holds_from, known, today())
            if why_not:
                return [Problem("house", why_not)]
            there = connection.execute(
                insert(HouseVersion).values(
                    key=random_key(), club_id=member.club_id, game=game, number=_next(connection, member.club_id, game),
                    options=dict(terms.options), rules_version=game_of(game).rules.version,
                    amendments=[{"rule": one.rule, "text": one.text} for one in terms.amendments],
                    note=terms.note, holds_from=holds_from, source=source[:100], proposed_at=now(),
                    device_id=member.device_id, client_id=client_id,
                ).returning(HouseVersion.id)
            ).scalar_one()  # fmt: skip
            if along is not None:
                along(connection, there)
    return _found(member, there)


def _found(member: Member, number: int) -> HouseRules:
    house = by_id(member.club_id, number)
    if house is None:
        raise LookupError(f"house rules {number} are not there")
    return house


def _next(connection: Connection, club_id: int, game: str) -> int:
    highest = select(func.max(HouseVersion.number)).where(HouseVersion.club_id == club_id, HouseVersion.game == game)
    return (connection.scalar(highest) or 0) + 1


def agree(member: Member, key: str, names: Sequence[str]) -> HouseRules | list[Problem] | None:
    """The version, agreed by these people, or what is wrong; None: the club has no such version."""
    tidy = spelled(names, known_names(member.club_id).values())
    return _step(member, key, "agreed", name_faults(tidy), names=tidy)


def withdraw(member: Member, key: str, reason: str, *, agreed: bool = False) -> HouseRules | list[Problem] | None:
    """The version, withdrawn for a reason, or what is wrong; None: the club has no such version.

    Only a proposal, or, with ``agreed``, what is agreed for a day to come.
    """
    tidy = " ".join(reason.split())
    return _step(member, key, "withdrawn", reason_faults(tidy), reason=tidy, agreed=agreed)


def _step(
    member: Member,
    key: str,
    kind: str,
    problems: list[Problem],
    *,
    names: Sequence[str] = (),
    reason: str = "",
    agreed: bool = False,
) -> HouseRules | list[Problem] | None:
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    found = by_key(member.club_id, key)
    if found is None:
        return None
    with writing() as connection:
        hold(connection, Club, member.club_id)
        known = versions(member.club_id, found.game, connection)
        house = next(one for one in known if one.id == found.id)
        if is_done(house, kind, names, reason):
            return house
        faults = late(house, kind, agreed) or problems
        if not faults and kind == "agreed":
            faults = no_change(game_of(house.game), house, known, today())
        if faults:
            return faults
        values = {"version_id": house.id, "kind": kind, "names": list(names), "reason": reason}
        connection.execute(insert(HouseStep).values(**values, at=now(), device_id=member.device_id))
    return _found(member, found.id)
