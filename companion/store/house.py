"""House rules: what a club plays differently from the book, in numbered versions that are proposed, then agreed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select

from companion.core.entry import is_absent, name_fault, read_record
from companion.core.fields import Field
from companion.core.fold import read_setup
from companion.core.game import Game
from companion.core.kinds import KINDS, default_of, value_text
from companion.core.problems import Problem
from companion.core.words import listed, spelled
from companion.games import SLUGS, game_of
from companion.store.access import Member
from companion.store.base import db, now
from companion.store.codes import random_key
from companion.store.models import Club, HouseStep, HouseVersion, Player
from companion.store.writing import hold, writing

State = Literal["proposed", "agreed", "in force", "past", "withdrawn"]

MOST_AMENDMENTS = 30
AMENDMENT_LETTERS = 500
NOTE_LETTERS = 500
REASON_LETTERS = 200
MOST_NAMES = 40
IN_FORCE = "That is what is in force already. Change something, or leave it as it is."
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


def versions(club_id: int, game: str, by: Connection | None = None) -> list[House]:
    """All versions of the club's house rules in a game, the newest first; ``by``: as a transaction sees them."""
    return _read(HouseVersion.club_id == club_id, HouseVersion.game == game, by=by)


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
    found = _beside(club_id, HouseVersion.key == key) if "\0" not in key else []  # not every database knows a zero
    return next((house for house in found if house.key == key), None)


def by_id(club_id: int, number: int | None) -> House | None:
    """A version of the club, by its row; None for none."""
    if number is None:
        return None
    found = _beside(club_id, HouseVersion.id == number)
    return next((house for house in found if house.id == number), None)


def _beside(club_id: int, chosen: Any) -> list[House]:
    """A version of the club and the others of its game, which say what became of it; the other games are not read."""
    game = select(HouseVersion.game).where(HouseVersion.club_id == club_id, chosen).scalar_subquery()
    return _read(HouseVersion.club_id == club_id, HouseVersion.game == game)


_ROWS = select(
    HouseVersion.id, HouseVersion.key, HouseVersion.game, HouseVersion.number, HouseVersion.options,
    HouseVersion.amendments, HouseVersion.note, HouseVersion.holds_from, HouseVersion.proposed_at, HouseVersion.source,
).order_by(HouseVersion.game, HouseVersion.number.desc())  # fmt: skip
_STEPS = select(HouseStep.version_id, HouseStep.kind, HouseStep.names, HouseStep.reason, HouseStep.at)


def _read(*where: Any, by: Connection | None = None) -> list[House]:
    source = by or db.session
    rows = source.execute(_ROWS.where(*where)).all()
    steps: dict[int, dict[str, Any]] = {}
    if rows:
        of = _STEPS.join(HouseVersion, HouseVersion.id == HouseStep.version_id).where(*where)
        for step in source.execute(of):
            steps.setdefault(step.version_id, {})[step.kind] = step
    found = [_house(row, steps.get(row.id, {})) for row in rows if row.game in SLUGS]
    holding = _holding(found, today())
    return [_with_state(house, holding.get(house.game)) for house in found]


def _house(row: Any, steps: Mapping[str, Any]) -> House:
    """A version with its steps; one that is agreed counts as agreed, whether its day has come or not."""
    agreed, withdrawn = steps.get("agreed"), steps.get("withdrawn")
    day = row.holds_from
    return House(
        id=row.id,
        key=row.key,
        game=row.game,
        number=row.number,
        options=_all_options(game_of(row.game), row.options),
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


def _all_options(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the game knows, those not given as the book has them."""
    return {item.key: options.get(item.key, default_of(item)) for item in game.options}


def _order(house: House) -> tuple[date, datetime, int]:
    """What holds later comes later; of one day, what was agreed later."""
    return house.holds_from, house.agreed_at or house.proposed_at, house.id


def is_agreed(house: House) -> bool:
    """Whether a version holds, held, or will hold from its day on."""
    return house.agreed_at is not None and house.state != "withdrawn"


def in_order(houses: Iterable[House]) -> list[House]:
    """The agreed ones among these versions, in the order in which each takes the place of the one before."""
    return sorted(filter(is_agreed, houses), key=_order)


def _holding(houses: Iterable[House], day: date) -> dict[str, House]:
    """By game, the version that holds on a day."""
    agreed = [house for house in houses if is_agreed(house) and house.holds_from <= day]
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
            found.append(Difference(item.key, item.label, value_text(item, value), value_text(item, before), rules))
    return found


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
    return KINDS[item.type].tidied(item, value)


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
            problems.append(Problem("paragraph", message, None, row))
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
    along: Callable[[Connection, int], object] | None = None,
) -> House | list[Problem]:
    """A new version to be agreed on, or all that is wrong with it. The same client id again gives the same one.

    ``along``: what else is written in the same transaction, given the row of the version.
    """
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
    with writing() as connection:
        hold(connection, Club, member.club_id)
        there = connection.scalar(mine)
        if there is None:
            nothing_new = _nothing_new(game_of(game), terms, holds_from, versions(member.club_id, game, connection))
            if nothing_new:
                return [Problem("house", nothing_new)]
            there = connection.execute(
                insert(HouseVersion).values(
                    key=random_key(), club_id=member.club_id, game=game, number=_next(connection, member.club_id, game),
                    options=dict(terms.options),
                    amendments=[{"rule": one.rule, "text": one.text} for one in terms.amendments],
                    note=terms.note, holds_from=holds_from, source=source[:100], proposed_at=now(),
                    device_id=member.device_id, client_id=client_id,
                ).returning(HouseVersion.id)
            ).scalar_one()  # fmt: skip
            if along is not None:
                along(connection, there)
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


def _nothing_new(game: Game[Any], terms: Terms, day: date, known: Sequence[House]) -> str:
    """Why there is nothing to propose: it is played just so on that day anyway, or proposed already; else empty."""
    holds = _holding(known, day).get(game.slug)
    if _is_like(game, holds, terms):
        return IN_FORCE if holds else "That is what the book says. Change an option, or write a rule of your own."
    waiting = (one for one in known if one.state == "proposed" and max(one.holds_from, today()) == day)
    same = next((one.number for one in waiting if _is_like(game, one, terms)), None)
    return f"Version {same} proposes just this already." if same else ""


def _is_like(game: Game[Any], house: House | None, terms: Terms | House) -> bool:
    """Whether a version is just that; None: whether it is the book."""
    ours = (house.options, house.amendments, house.note) if house else (_all_options(game, {}), (), "")
    return ours == (terms.options, terms.amendments, terms.note)


def agree(member: Member, key: str, names: Sequence[str]) -> House | list[Problem] | None:
    """The version, agreed by these people, or what is wrong; None: the club has no such version."""
    known = db.session.scalars(select(Player.name).where(Player.club_id == member.club_id))
    tidy = spelled(names, known)
    return _step(member, key, "agreed", _name_faults(tidy), names=tidy)


def _name_faults(names: Sequence[str]) -> list[Problem]:
    if not names:
        return [Problem("names", "Say who agreed: at least one of you.")]
    if len(names) > MOST_NAMES:
        return [Problem("names", f"{len(names)} names are too many; at most {MOST_NAMES} are written down.")]
    faults = [(number, name_fault(name)) for number, name in enumerate(names, start=1)]
    return [Problem("names", f"Name {number} {fault}.") for number, fault in faults if fault]


def withdraw(member: Member, key: str, reason: str, *, agreed: bool = False) -> House | list[Problem] | None:
    """The version, withdrawn for a reason, or what is wrong; None: the club has no such version.

    Only a proposal, or, with ``agreed``, what is agreed for a day to come.
    """
    tidy = " ".join(reason.split())
    fault = name_fault(tidy, REASON_LETTERS)
    problems = [Problem("reason", "Say why it is withdrawn." if not tidy else f"The reason {fault}.")] if fault else []
    return _step(member, key, "withdrawn", problems, reason=tidy, agreed=agreed)


def _step(
    member: Member,
    key: str,
    kind: str,
    problems: list[Problem],
    *,
    names: Sequence[str] = (),
    reason: str = "",
    agreed: bool = False,
) -> House | list[Problem] | None:
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    found = by_key(member.club_id, key)
    if found is None:
        return None
    with writing() as connection:
        hold(connection, Club, member.club_id)
        known = versions(member.club_id, found.game, connection)
        house = next(one for one in known if one.id == found.id)
        if _is_done(house, kind, names, reason):
            return house
        faults = _late(house, kind, agreed) or problems or _no_change(house, kind, known)
        if faults:
            return faults
        values = {"version_id": house.id, "kind": kind, "names": list(names), "reason": reason}
        connection.execute(insert(HouseStep).values(**values, at=now(), device_id=member.device_id))
    return _found(member, found.id)


def _is_done(house: House, kind: str, names: Sequence[str], reason: str) -> bool:
    """Whether just this was done with a version already: the same tap again."""
    if kind == "agreed":
        return is_agreed(house) and house.agreed_by == tuple(names)
    return house.state == "withdrawn" and house.reason == reason


def _late(house: House, kind: str, agreed: bool) -> list[Problem]:
    """What became of a version meanwhile, where that leaves nothing to do."""
    if house.state == "proposed" or (house.state == "agreed" and kind == "withdrawn" and agreed):
        return []
    if house.state == "withdrawn":
        message = f"Version {house.number} was withdrawn already."
    else:
        message = f"Version {house.number} was agreed already by {listed(house.agreed_by)}."
        if agreed:
            message += " Its day has come; propose a change instead."
    return [Problem("house", message)]


def _no_change(house: House, kind: str, known: Sequence[House]) -> list[Problem]:
    """Agreeing to what holds on that day anyway."""
    holds = _holding(known, max(house.holds_from, today())).get(house.game)
    if kind != "agreed" or not _is_like(game_of(house.game), holds, house):
        return []
    what = f"version {holds.number} is the same" if holds else "the book says the same"
    return [Problem("house", f"That is what is in force already: {what}. Withdraw the proposal.")]
