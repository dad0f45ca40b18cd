"""House rules: what a club plays differently from the book, in numbered versions that are proposed, then agreed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select

from companion.core.entry import is_absent, name_fault, read_record
from companion.core.fields import Field, default_of
from companion.core.fold import read_setup
from companion.core.game import Game
from companion.core.problems import Problem
from companion.core.telling import value_text
from companion.core.words import listed
from companion.games import SLUGS, game_of
from companion.store.access import Member
from companion.store.base import db, now
from companion.store.codes import random_key
from companion.store.models import Club, HouseStep, HouseVersion
from companion.store.writing import hold, writing

State = Literal["proposed", "agreed", "in force", "past", "withdrawn"]

MOST_AMENDMENTS = 30
AMENDMENT_LETTERS = 500
NOTE_LETTERS = 500
REASON_LETTERS = 200
MOST_NAMES = 40
DAYS_AHEAD = 366
"""The farthest day from which a version can hold: a year ahead."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A written house rule."""

    rule: str
    """The id of the paragraph that it changes; empty: none of them."""

    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that is played differently."""

    key: str
    label: str
    value_text: str
    book_text: str
    rules: tuple[str, ...]
    """Ids of the paragraphs that it changes."""


@dataclass(frozen=True, slots=True)
class House:
    """One version of what a club plays in a game."""

    id: int
    key: str
    game: str
    number: int
    options: Mapping[str, Any]
    """All options of the game, those as the book has them too."""

    amendments: tuple[Amendment, ...]
    note: str
    holds_from: date
    """The day from which it holds, or would; never before the day on which it was agreed."""

    state: State
    agreed_by: tuple[str, ...]
    agreed_at: datetime | None
    proposed_at: datetime
    source: str
    """The club that it was taken over from; empty: its own."""

    reason: str
    """Why it was withdrawn."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played, tidied up, and all that is wrong with it."""

    options: Mapping[str, Any]
    amendments: tuple[Amendment, ...]
    note: str
    problems: list[Problem] = field(default_factory=list)


# Reading.


def versions(club_id: int, game: str) -> list[House]:
    """All versions of the club's house rules in a game, the newest first."""
    return _read(HouseVersion.club_id == club_id, HouseVersion.game == game)


def everything(club_id: int) -> list[House]:
    """All versions in all games of the club, the newest first in each."""
    return _read(HouseVersion.club_id == club_id)


def in_force(club_id: int, game: str) -> House | None:
    """What the club plays today in a game; None: by the book."""
    return next((house for house in versions(club_id, game) if house.state == "in force"), None)


def all_in_force(club_id: int) -> dict[str, House]:
    """What the club plays today, by the slug of the game; games that it plays by the book are not in it."""
    return {house.game: house for house in everything(club_id) if house.state == "in force"}


def by_key(club_id: int, key: str) -> House | None:
    """A version of the club, by the key in its address."""
    return next((house for house in everything(club_id) if house.key == key), None)


def by_id(club_id: int, number: int | None) -> House | None:
    """A version of the club, by its row; None for none."""
    if number is None:
        return None
    return next((house for house in everything(club_id) if house.id == number), None)


_ROWS = select(
    HouseVersion.id, HouseVersion.key, HouseVersion.game, HouseVersion.number, HouseVersion.options,
    HouseVersion.amendments, HouseVersion.note, HouseVersion.holds_from, HouseVersion.proposed_at, HouseVersion.source,
).order_by(HouseVersion.game, HouseVersion.number.desc())  # fmt: skip
_STEPS = select(HouseStep.version_id, HouseStep.kind, HouseStep.names, HouseStep.reason, HouseStep.at)


def _read(*where: Any) -> list[House]:
    rows = db.session.execute(_ROWS.where(*where)).all()
    steps: dict[int, Any] = {}
    if rows:
        of = _STEPS.join(HouseVersion, HouseVersion.id == HouseStep.version_id).where(*where)
        steps = {step.version_id: step for step in db.session.execute(of)}
    found = [_house(row, steps.get(row.id)) for row in rows if row.game in SLUGS]
    holding = _holding(found, today())
    return [_with_state(house, holding.get(house.game)) for house in found]


def _house(row: Any, step: Any) -> House:
    """A version with its step; one that is agreed counts as agreed, whether its day has come or not."""
    kind = step.kind if step else ""
    agreed = step if kind == "agreed" else None
    day = date.fromisoformat(row.holds_from)
    return House(
        id=row.id,
        key=row.key,
        game=row.game,
        number=row.number,
        options=_all_options(game_of(row.game), row.options),
        amendments=tuple(Amendment(**item) for item in row.amendments),
        note=row.note,
        holds_from=max(day, local_day(agreed.at)) if agreed else day,
        state="agreed" if agreed else "withdrawn" if step else "proposed",
        agreed_by=tuple(agreed.names) if agreed else (),
        agreed_at=agreed.at if agreed else None,
        proposed_at=row.proposed_at,
        source=row.source,
        reason=step.reason if step else "",
    )


def _all_options(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the game knows, those not given as the book has them."""
    return {item.key: options.get(item.key, default_of(item)) for item in game.options}


def _order(house: House) -> tuple[date, datetime, int]:
    """What holds later comes later; of one day, what was agreed later."""
    return house.holds_from, house.agreed_at or house.proposed_at, house.id


def _holding(houses: Iterable[House], day: date) -> dict[str, House]:
    """By game, the version that holds on a day."""
    agreed = [house for house in houses if house.agreed_at and house.holds_from <= day]
    return {house.game: house for house in sorted(agreed, key=_order)}


def _with_state(house: House, holds: House | None) -> House:
    if house.state != "agreed" or holds is None:
        return house
    state: State = "in force" if house == holds else "past" if _order(house) < _order(holds) else "agreed"
    return replace(house, state=state)


def local_day(moment: datetime) -> date:
    """The day of a moment where the server stands."""
    return moment.astimezone().date()


def today() -> date:
    """Today, where the server stands."""
    return local_day(now())


# What differs.


def differences(game: Game[Any], house: House) -> list[Difference]:
    """The options in which a version differs from the book."""
    return differing(game, game.options, house.options)


def differing(
    game: Game[Any], fields: Sequence[Field], options: Mapping[str, Any], usual: Mapping[str, Any] | None = None
) -> list[Difference]:
    """The options that are not as usual, with the usual value as ``book_text``; usual is what the book has.

    ``usual``: other values that are usual, option by option.
    """
    usual = usual or {}
    found = []
    for item in fields:
        before = usual.get(item.key, default_of(item))
        value = options.get(item.key, before)
        if value != before:
            rules = tuple(one.id for one in game.rules.paragraphs if one.option == item.key)
            found.append(Difference(item.key, item.label, told(item, value), told(item, before), rules))
    return found


def told(item: Field, value: Any) -> str:
    """The value of an option in words."""
    return value_text(item, value) or "none"


# Writing.


def check(game: Game[Any], options: Mapping[str, Any], amendments: Sequence[Amendment], note: str) -> Terms:
    """What is to be played, tidied up, with all that is wrong with it."""
    problems = read_record(game.options, options)[1]
    if not problems:
        names = [f"Player {number}" for number in range(1, game.fewest + 1)]
        problems = read_setup(game, {"players": names, "options": dict(options)})[1]
    tidy = tuple(Amendment(one.rule, " ".join(one.text.split())) for one in amendments)
    note = " ".join(note.split())
    problems = [*problems, *_amendment_faults(game, tidy)]
    fault = name_fault(note, NOTE_LETTERS) if note else ""
    if fault:
        problems.append(Problem("note", f"The note {fault}."))
    given = (
        {} if problems else {item.key: _tidy(item, options[item.key]) for item in game.options if item.key in options}
    )
    return Terms(_all_options(game, given), tidy, note, problems)


def _tidy(item: Field, value: Any) -> Any:
    """The value of an option as it is kept, so that what is played alike is the same."""
    if is_absent(value) and not (value is None and item.nobody):
        return default_of(item)
    if item.type == "choices":
        return [choice.value for choice in item.choices if choice.value in value]
    return value.strip() if isinstance(value, str) else value


def _amendment_faults(game: Game[Any], amendments: Sequence[Amendment]) -> list[Problem]:
    if len(amendments) > MOST_AMENDMENTS:
        return [Problem("amendments", f"{len(amendments)} rules are too many; write down at most {MOST_AMENDMENTS}.")]
    problems = []
    for row, one in enumerate(amendments, start=1):
        fault = name_fault(one.text, AMENDMENT_LETTERS)
        if fault:
            problems.append(Problem("amendments", f"The text {fault}.", None, row))
        elif one in amendments[: row - 1]:
            problems.append(Problem("amendments", "This rule is there twice.", None, row))
        if one.rule and one.rule not in game.rules.by_id:
            message = f"{game.name} has no such paragraph. Choose one of the list, or none."
            problems.append(Problem("amendments", message, None, row))
    return problems


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
) -> House | list[Problem]:
    """A new version to be agreed on, or all that is wrong with it. The same client id again gives the same one."""
    if not member.can_write:
        raise PermissionError("This phone looks on. Ask the organiser to let it write.")
    if game not in SLUGS:
        return [Problem("game", "Choose a game of the catalogue.")]
    mine = select(HouseVersion.id).where(HouseVersion.club_id == member.club_id, HouseVersion.client_id == client_id)
    there = db.session.scalar(mine)
    if there is not None:
        return _found(member, there)
    terms = check(game_of(game), options, amendments, note)
    problems = [*terms.problems, *_day_faults(holds_from)]
    if problems:
        return problems
    if _is_held(member.club_id, game_of(game), terms, holds_from):
        return [Problem("house", _nothing_new(member.club_id, game, holds_from))]
    with writing() as connection:
        hold(connection, Club, member.club_id)
        there = connection.scalar(mine)
        if there is None:
            there = connection.execute(
                insert(HouseVersion).values(
                    key=random_key(), club_id=member.club_id, game=game, number=_next(connection, member.club_id, game),
                    options=dict(terms.options),
                    amendments=[{"rule": one.rule, "text": one.text} for one in terms.amendments],
                    note=terms.note, holds_from=holds_from.isoformat(), source=source[:100], proposed_at=now(),
                    device_id=member.device_id, client_id=client_id,
                ).returning(HouseVersion.id)
            ).scalar_one()  # fmt: skip
    return _found(member, there)


def _found(member: Member, number: int) -> House:
    house = by_id(member.club_id, number)
    if house is None:
        raise LookupError(f"house rules {number} are not there")
    return house


def _next(connection: Connection, club_id: int, game: str) -> int:
    highest = select(func.max(HouseVersion.number)).where(HouseVersion.club_id == club_id, HouseVersion.game == game)
    return (connection.scalar(highest) or 0) + 1


def _day_faults(day: date) -> list[Problem]:
    if day < today():
        return [Problem("holds_from", "That day is over. House rules hold from today on, or from a day to come.")]
    if day > today() + timedelta(days=DAYS_AHEAD):
        return [Problem("holds_from", "That is more than a year ahead.")]
    return []


def _is_held(club_id: int, game: Game[Any], terms: Terms, day: date) -> bool:
    """Whether the club plays just so on that day anyway."""
    holds = _holding(versions(club_id, game.slug), day).get(game.slug)
    if holds is None:
        return not terms.amendments and terms.options == _all_options(game, {})
    return (holds.options, holds.amendments) == (terms.options, terms.amendments)


def _nothing_new(club_id: int, game: str, day: date) -> str:
    if _holding(versions(club_id, game), day):
        return "That is what is in force already. Change something, or leave it as it is."
    return "That is what the book says. Change an option, or write a rule of your own."


def agree(member: Member, key: str, names: Sequence[str]) -> House | list[Problem] | None:
    """The version, agreed by these people, or what is wrong; None: the club has no such version."""
    tidy = list(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))
    return _step(member, key, "agreed", _name_faults(tidy), names=tidy)


def _name_faults(names: Sequence[str]) -> list[Problem]:
    if not names:
        return [Problem("names", "Say who agreed: at least one of you.")]
    if len(names) > MOST_NAMES:
        return [Problem("names", f"{len(names)} names are too many; at most {MOST_NAMES} are written down.")]
    faults = [(number, name_fault(name)) for number, name in enumerate(names, start=1)]
    return [Problem("names", f"Name {number} {fault}.") for number, fault in faults if fault]


def withdraw(member: Member, key: str, reason: str) -> House | list[Problem] | None:
    """The proposal, withdrawn for a reason, or what is wrong; None: the club has no such version."""
    tidy = " ".join(reason.split())
    fault = name_fault(tidy, REASON_LETTERS)
    problems = [Problem("reason", "Say why it is withdrawn." if not tidy else f"The reason {fault}.")] if fault else []
    return _step(member, key, "withdrawn", problems, reason=tidy)


def _step(
    member: Member, key: str, kind: str, problems: list[Problem], *, names: Sequence[str] = (), reason: str = ""
) -> House | list[Problem] | None:
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    house = by_key(member.club_id, key)
    if house is None or problems:
        return None if house is None else problems
    with writing() as connection:
        hold(connection, Club, member.club_id)
        done = connection.execute(
            select(HouseStep.kind, HouseStep.names, HouseStep.reason).where(HouseStep.version_id == house.id)
        ).first()
        if done is None:
            values = {"version_id": house.id, "kind": kind, "names": list(names), "reason": reason}
            connection.execute(insert(HouseStep).values(**values, at=now(), device_id=member.device_id))
    if done is not None and tuple(done) != (kind, list(names), reason):
        who = f" by {listed(done.names)}" if done.names else ""
        return [Problem("house", f"Version {house.number} was {done.kind} already{who}.")]
    return _found(member, house.id)
