"""The rulings book: what a table decided, as it was recorded; what became of a ruling is a step of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, Required, TypedDict, Unpack

from sqlalchemy import ColumnElement, Connection, exists, func, insert, select

from companion.core.entry import name_fault
from companion.core.problems import Problem
from companion.core.rulings import (
    BASES,
    DECISION_LETTERS,
    QUESTION_LETTERS,
    REASON_LETTERS,
    about_faults,
    facts_faults,
    name_faults,
    text_faults,
    tidy_lines,
)
from companion.core.words import spelled
from companion.games import SLUGS, game_of
from companion.store.access import Member, needs_writer, written_by
from companion.store.base import db, now
from companion.store.codes import random_key
from companion.store.models import Club, Device, HouseStep, HouseVersion, Play, Player, Ruling, RulingStep
from companion.store.people import NAME
from companion.store.play_lists import recent_players
from companion.store.plays import load
from companion.store.states import PlayState, numbers_in
from companion.store.writing import hold, writing

WITHDRAWN = "withdrawn"
PROMOTED = "promoted"
PAGE = 50
"""How many rulings are listed at once where nothing else is asked for."""

RulingStatus = Literal["stands", "withdrawn"]


@dataclass(frozen=True, slots=True)
class StepTaken:
    """Something that became of a ruling."""

    kind: str
    """``withdrawn`` or ``promoted``."""

    at: datetime
    who: str
    reason: str = ""
    """Why it was withdrawn."""

    house: str = ""
    """The key of the version of the house rules that it was proposed for."""

    house_number: int = 0
    house_state: str = ""
    """What became of that version: ``proposed``, ``agreed`` or ``withdrawn``."""


@dataclass(frozen=True, slots=True)
class RulingState:
    """A ruling as it stands."""

    id: int
    key: str
    number: int
    game: str
    situation: str
    """The key of the referee's situation; empty: written freely."""

    question: str
    facts: Mapping[str, Any] | None
    told: tuple[tuple[str, str], ...]
    """The facts in words: label and text."""

    decision: str
    rules: tuple[str, ...]
    """Ids of the paragraphs that it is about."""

    basis: str
    agreed_by: tuple[str, ...]
    play_key: str | None
    play_title: str
    round_number: int | None
    """The number that its round has today; None: it is about none, or that was taken off the sheet."""

    evening: datetime
    """When its play began; without a play, when it was recorded."""

    at: datetime
    who: str
    steps: tuple[StepTaken, ...]
    """What became of it, the first step first."""

    @property
    def state(self) -> RulingStatus:
        """Whether it stands or was withdrawn."""
        return "withdrawn" if self._withdrawn else "stands"

    @property
    def reason(self) -> str:
        """Why it was withdrawn; empty: it stands."""
        return self._withdrawn.reason if self._withdrawn else ""

    @property
    def house(self) -> str | None:
        """The key of the version of the house rules that it was made part of; None: it is no house rule."""
        return self.promotion.house if self.promotion and self.promotion.house_state == "agreed" else None

    @property
    def promotion(self) -> StepTaken | None:
        """The last time that it was proposed for the house rules, unless that proposal was withdrawn."""
        live = [step for step in self.steps if step.kind == PROMOTED and step.house_state != WITHDRAWN]
        return live[-1] if live else None

    @property
    def _withdrawn(self) -> StepTaken | None:
        return next((step for step in self.steps if step.kind == WITHDRAWN), None)


# Reading.

_RULINGS = (
    select(
        Ruling, Play.key.label("play_key"), Play.title.label("play_title"), Play.started_at,
        func.coalesce(NAME, Device.label).label("who"),
    )
    .join(Play, Play.id == Ruling.play_id, isouter=True)
    .join(Device, Device.id == Ruling.device_id, isouter=True)
    .join(Player, Player.id == Ruling.player_id, isouter=True)
)  # fmt: skip
_AGREED, _DROPPED = (
    exists().where(HouseStep.version_id == HouseVersion.id, HouseStep.kind == kind).label(kind)
    for kind in ("agreed", WITHDRAWN)
)
_STEPS = (
    select(
        RulingStep.ruling_id, RulingStep.kind, RulingStep.at, RulingStep.reason,
        func.coalesce(NAME, Device.label).label("who"),
        HouseVersion.key.label("house"), HouseVersion.number.label("house_number"), _AGREED, _DROPPED,
    )
    .join(Device, Device.id == RulingStep.device_id, isouter=True)
    .join(Player, Player.id == RulingStep.player_id, isouter=True)
    .join(HouseVersion, HouseVersion.id == RulingStep.version_id, isouter=True)
    .order_by(RulingStep.id)
)  # fmt: skip
_IS_WITHDRAWN = exists().where(RulingStep.ruling_id == Ruling.id, RulingStep.kind == WITHDRAWN)


def find(
    club_id: int,
    game: str = "",
    situation: str = "",
    standing: bool = False,
    after: int = 0,
    limit: int = PAGE,
    offset: int = 0,
) -> list[RulingState]:
    """The rulings of a club, the newest first: all, or those of a game, a situation, that stand, or after a number."""
    chosen = [Ruling.club_id == club_id]
    if game:
        chosen.append(Ruling.game == game)
    if situation:
        chosen.append(Ruling.situation == situation)
    if standing:
        chosen.append(~_IS_WITHDRAWN)
    if after:
        chosen.append(Ruling.number > after)
    return _read(*chosen, limit=limit, offset=offset)


def made_at(club_id: int, plays: Sequence[int], begin: datetime, end: datetime) -> list[RulingState]:
    """The rulings of these plays, and those of no play that were recorded between two moments; the newest first."""
    at_the_table = Ruling.play_id.is_(None) & Ruling.at.between(begin, end)
    return _read(Ruling.club_id == club_id, Ruling.play_id.in_(plays) | at_the_table, limit=PAGE)


def by_key(club_id: int, key: str) -> RulingState | None:
    """A ruling of the club; None: it has no such ruling."""
    return next(iter(_read(Ruling.club_id == club_id, Ruling.key == key, limit=1)), None)


class Counted(NamedTuple):
    """How many rulings a club has of a game."""

    game: str
    standing: int
    withdrawn: int


def count_by_game(club_id: int) -> list[Counted]:
    """How many rulings the club has, by game, in the order of the catalogue."""
    rows = db.session.execute(
        select(Ruling.game, func.count(Ruling.id), func.count(RulingStep.id))
        .join(RulingStep, (RulingStep.ruling_id == Ruling.id) & (RulingStep.kind == WITHDRAWN), isouter=True)
        .where(Ruling.club_id == club_id)
        .group_by(Ruling.game)
        .order_by(Ruling.game)
    )
    return [Counted(game, everything - withdrawn, withdrawn) for game, everything, withdrawn in rows]


def has_any(club_id: int) -> bool:
    """Whether the club has ever recorded a ruling."""
    return db.session.scalar(select(Ruling.id).where(Ruling.club_id == club_id).limit(1)) is not None


def of_play(club_id: int, play: int) -> list[RulingState]:
    """The rulings of a play, the newest first."""
    return _read(Ruling.club_id == club_id, Ruling.play_id == play, limit=PAGE)


def _read(*chosen: ColumnElement[bool], limit: int, offset: int = 0) -> list[RulingState]:
    """The rulings that meet all of this, the newest first, with what became of them."""
    rulings = _RULINGS.where(*chosen).order_by(Ruling.number.desc()).limit(limit).offset(offset)
    rows = db.session.execute(rulings).all()
    if not rows:
        return []
    steps: dict[int, list[StepTaken]] = {}
    for row in db.session.execute(_STEPS.where(RulingStep.ruling_id.in_([row.Ruling.id for row in rows]))):
        steps.setdefault(row.ruling_id, []).append(_step(row))
    numbers = numbers_in({row.Ruling.play_id for row in rows if row.Ruling.slot is not None})
    return [
        _ruling_state(row.Ruling, row, tuple(steps.get(row.Ruling.id, ())), numbers.get(row.Ruling.play_id, {}))
        for row in rows
    ]


def _step(row: Any) -> StepTaken:
    if row.kind != PROMOTED:
        return StepTaken(row.kind, row.at, row.who or "", row.reason)
    state = WITHDRAWN if row.withdrawn else "agreed" if row.agreed else "proposed"
    return StepTaken(PROMOTED, row.at, row.who or "", "", row.house, row.house_number, state)


def _ruling_state(ruling: Ruling, row: Any, steps: tuple[StepTaken, ...], numbers: Mapping[int, int]) -> RulingState:
    """``numbers``: of the rounds of its play, by slot."""
    return RulingState(
        id=ruling.id,
        key=ruling.key,
        number=ruling.number,
        game=ruling.game,
        situation=ruling.situation,
        question=ruling.question,
        facts=ruling.facts,
        told=tuple((label, text) for label, text in ruling.told),
        decision=ruling.decision,
        rules=tuple(ruling.rules),
        basis=ruling.basis,
        agreed_by=tuple(ruling.agreed_by),
        play_key=row.play_key,
        play_title=row.play_title or "",
        round_number=None if ruling.slot is None else numbers.get(ruling.slot),
        evening=row.started_at or ruling.at,
        at=ruling.at,
        who=row.who or "",
        steps=steps,
    )


# Recording.


class Wish(TypedDict, total=False):
    """A ruling as somebody wants it in the book."""

    game: Required[str]
    """With a play the game is the play's."""

    situation: str
    question: Required[str]
    facts: Mapping[str, Any] | None
    """As they were given to the referee; who records them has read them."""

    told: Sequence[Sequence[str]]
    decision: Required[str]
    rules: Sequence[str]
    basis: str
    agreed_by: Required[Sequence[str]]
    play_key: str | None
    round_number: int | None


def record(member: Member, *, client_id: str, **wish: Unpack[Wish]) -> RulingState | list[Problem]:
    """A new ruling in the book, or all that is wrong with it. The same client id again gives the same ruling."""
    needs_writer(member)
    again = _read(Ruling.club_id == member.club_id, Ruling.client_id == client_id, limit=1)
    if again:
        return again[0]
    values, problems = _checked(member, wish)
    if problems:
        return problems
    here = Ruling.club_id == member.club_id
    with writing() as connection:
        hold(connection, Club, member.club_id)
        number = connection.scalar(select(Ruling.number).where(here, Ruling.client_id == client_id))
        if number is None:
            number = (connection.scalar(select(func.max(Ruling.number)).where(here)) or 0) + 1
            connection.execute(
                insert(Ruling).values(
                    key=random_key(), club_id=member.club_id, number=number, at=now(),
                    **written_by(member), client_id=client_id, **values,
                )
            )  # fmt: skip
    return _read(here, Ruling.number == number, limit=1)[0]


def check(member: Member, **wish: Unpack[Wish]) -> list[Problem]:
    """All that is wrong with a ruling before it is recorded."""
    return _checked(member, wish)[1]


def _checked(member: Member, wish: Wish) -> tuple[dict[str, Any], list[Problem]]:
    """The columns of a ruling, and all that is wrong with it."""
    key, number = wish.get("play_key"), wish.get("round_number")
    situation, facts = wish.get("situation", ""), wish.get("facts")
    rules, basis = wish.get("rules", ()), wish.get("basis", "")
    play = _play(member, key)
    game = play.game.slug if play else wish["game"]
    question, decision = " ".join(wish["question"].split()), tidy_lines(wish["decision"])
    names = spelled(wish["agreed_by"], recent_players(member.club_id))
    problems = [
        *text_faults("question", question, QUESTION_LETTERS),
        *text_faults("decision", decision, DECISION_LETTERS),
        *_about_faults(game, situation, rules),
        *facts_faults(situation, facts),
        *name_faults(names),
        *_play_faults(play, key, number),
    ]
    if basis not in BASES:
        problems.append(Problem("basis", "A decision rests on the book, on a house rule or on the table alone."))
    values = {
        "game": game, "situation": situation, "question": question, "facts": None if facts is None else dict(facts),
        "told": [list(item) for item in wish.get("told", ())], "decision": decision, "basis": basis,
        "rules": list(dict.fromkeys(rules)), "agreed_by": names, "play_id": play.id if play else None,
        "slot": _slot(play, number),
    }  # fmt: skip
    return values, problems


def _about_faults(game: str, situation: str, rules: Sequence[str]) -> Iterator[Problem]:
    if game in SLUGS:
        return about_faults(game_of(game), situation, rules)
    return iter([Problem("game", "Choose a game of the catalogue.")])


def _play(member: Member, key: str | None) -> PlayState | None:
    return load(member.club_id, key) if key else None


def _slot(play: PlayState | None, number: int | None) -> int | None:
    """The slot of a round, or of the coming one."""
    if play is None or number is None or not 1 <= number <= len(play.slots) + 1:
        return None
    return play.slots[number - 1].slot if number <= len(play.slots) else play.next_slot


def _play_faults(play: PlayState | None, key: str | None, number: int | None) -> Iterator[Problem]:
    if key and play is None:
        yield Problem("play", "The club has no such play.")
    if number is None or (key and play is None):
        return
    if play is None:
        yield Problem("round", "A round belongs to a play; leave it out.")
    elif not 1 <= number <= len(play.slots) + 1:
        yield Problem("round", f"The play is in round {len(play.slots) + 1}; give a round from 1 to that, or none.")


# What becomes of a ruling.


def withdraw(member: Member, key: str, reason: str) -> RulingState | list[Problem] | None:
    """Take a ruling back, with the reason; it stays in the book. None: the club has no such ruling."""
    needs_writer(member)
    ruled = by_key(member.club_id, key)
    if ruled is None:
        return None
    reason = " ".join(reason.split())
    if ruled.state == WITHDRAWN:
        return ruled if ruled.reason == reason else _withdrawn_already(ruled)
    fault = name_fault(reason, REASON_LETTERS)
    if fault:
        return [Problem("reason", f"The reason {fault}.")]
    with writing() as connection:
        _add_step(connection, ruled.id, WITHDRAWN, written_by(member), reason=reason)
    stands = by_key(member.club_id, key)
    if stands is not None and stands.reason != reason:
        return _withdrawn_already(stands)
    return stands


def _withdrawn_already(ruled: RulingState) -> list[Problem]:
    return [Problem("reason", f"Ruling {ruled.number} was withdrawn already: {ruled.reason}")]


def mark_promoted(by: Connection | Member, key: str, version_id: int) -> bool:
    """Note that a version of the house rules was proposed from a ruling; false: there is no such ruling to promote.

    ``by``: the member who proposes it, or a connection inside a transaction that writes. Only a ruling that stands
    and a version of the same club and game go together; the same two again are noted once.
    """
    if isinstance(by, Member):
        needs_writer(by)
        with writing() as connection:
            return _promote(connection, key, version_id, by)
    return _promote(by, key, version_id, None)


def _promote(connection: Connection, key: str, version_id: int, member: Member | None) -> bool:
    fits = select(Ruling.id, Ruling.club_id, HouseVersion.device_id).join(
        HouseVersion, (HouseVersion.club_id == Ruling.club_id) & (HouseVersion.game == Ruling.game)
    )
    row = connection.execute(fits.where(Ruling.key == key, HouseVersion.id == version_id, ~_IS_WITHDRAWN)).first()
    if row is None or (member is not None and row.club_id != member.club_id):
        return False
    _hold(connection, row.id)
    by = written_by(member) if member else {"device_id": row.device_id}
    _add_step(connection, row.id, PROMOTED, by, version_id=version_id)
    return True


def _add_step(
    connection: Connection,
    ruling: int,
    kind: str,
    by: Mapping[str, int | None],
    version_id: int | None = None,
    reason: str = "",
) -> None:
    """A step of a ruling, unless it has this one already. ``by``: the columns that say who wrote it."""
    _hold(connection, ruling)
    there = select(RulingStep.id).where(
        RulingStep.ruling_id == ruling, RulingStep.kind == kind, RulingStep.version_id.is_not_distinct_from(version_id)
    )
    if connection.scalar(there) is None:
        values = {"ruling_id": ruling, "kind": kind, "reason": reason, "at": now(), **by}
        connection.execute(insert(RulingStep).values(**values, version_id=version_id))


def _hold(connection: Connection, ruling: int) -> None:
    """Wait for whoever changes something about this ruling."""
    connection.execute(select(Ruling.id).where(Ruling.id == ruling).with_for_update())
