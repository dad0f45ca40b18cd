"""The rulings book: decisions of the table, and what became of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, Required, TypedDict, Unpack

from sqlalchemy import Connection, select

from companion.core.entry import name_fault
from companion.core.house import HouseRules
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
from companion.store.access.codes import random_key
from companion.store.access.members import Member, needs_writer
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.house.house import AGREED, HOUSE, PROPOSED, RECORDED, RULING, WITHDRAWN, everything
from companion.store.log.events import LoggedEvent, events_of
from companion.store.log.results import Refused, Written, refused
from companion.store.log.write import Command, Decision, NewEvent, Seen, write
from companion.store.log.writers import Writers
from companion.store.plays.commands import load
from companion.store.plays.play_lists import recent_players
from companion.store.plays.states import PlayState, numbers_in

PROMOTED = "promoted"
PAGE = 50
"""How many rulings are listed at once where nothing else is asked for."""

RulingStatus = Literal["stands", "withdrawn"]


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A later event of a ruling: withdrawn, or proposed as a house rule."""

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
        """The key of the house rules that it became part of; None: it did not."""
        return self.promotion.house if self.promotion and self.promotion.house_state == "agreed" else None

    @property
    def promotion(self) -> StepTaken | None:
        """The last proposal as a house rule, unless withdrawn."""
        live = [step for step in self.steps if step.kind == PROMOTED and step.house_state != WITHDRAWN]
        return live[-1] if live else None

    @property
    def _withdrawn(self) -> StepTaken | None:
        return next((step for step in self.steps if step.kind == WITHDRAWN), None)


# Reading.


@dataclass(frozen=True, slots=True)
class _Entry:
    """A ruling as recorded, with its withdrawal and the house rules made of it."""

    event: LoggedEvent
    withdrawn: LoggedEvent | None
    promoted: tuple[LoggedEvent, ...]


def _entries(club_id: int, by: Connection | None = None) -> list[_Entry]:
    """Return all rulings of a club, the newest first. ``by``: as in ``events_of``."""
    events = events_of(club_id, Event.subject.in_((RULING, HOUSE)), by=by)
    gone = {event.subject_id: event for event in events if event.subject == RULING and event.kind == WITHDRAWN}
    promoted: dict[int, list[LoggedEvent]] = {}
    for event in events:
        if event.kind == PROPOSED and "ruling" in event.data:
            promoted.setdefault(event.data["ruling"], []).append(event)
    began = [event for event in events if event.kind == RECORDED]
    began.sort(key=lambda event: -event.data["number"])
    return [_Entry(event, gone.get(event.seq), tuple(promoted.get(event.seq, ()))) for event in began]


def find(
    club_id: int,
    game: str = "",
    situation: str = "",
    standing: bool = False,
    after: int = 0,
    limit: int = PAGE,
    offset: int = 0,
) -> list[RulingState]:
    """Return the rulings of a club, the newest first, filtered by game, situation, status or number."""
    chosen = [
        entry
        for entry in _entries(club_id)
        if game in ("", entry.event.data["game"])
        and situation in ("", entry.event.data["situation"])
        and not (standing and entry.withdrawn)
        and entry.event.data["number"] > after
    ]
    return _states(club_id, chosen[offset : offset + limit])


def made_at(club_id: int, plays: Sequence[int], begin: datetime, end: datetime) -> list[RulingState]:
    """Return the rulings of these plays, and those of no play between two moments, the newest first."""

    def is_meant(event: LoggedEvent) -> bool:
        play = event.data["play_id"]
        return begin <= event.at <= end if play is None else play in plays

    return _states(club_id, [entry for entry in _entries(club_id) if is_meant(entry.event)][:PAGE])


def by_key(club_id: int, key: str) -> RulingState | None:
    """Return a ruling of the club; None: it has no such ruling."""
    return next(iter(_states(club_id, [entry for entry in _entries(club_id) if entry.event.key == key])), None)


class Counted(NamedTuple):
    """The number of rulings about a game."""

    game: str
    standing: int
    withdrawn: int


def count_by_game(club_id: int) -> list[Counted]:
    """Return the number of rulings by game, in catalogue order."""
    entries = _entries(club_id)
    every = Counter(entry.event.data["game"] for entry in entries)
    gone = Counter(entry.event.data["game"] for entry in entries if entry.withdrawn)
    return [Counted(game, every[game] - gone[game], gone[game]) for game in sorted(every)]


def has_any(club_id: int) -> bool:
    """Return whether the club has ever recorded a ruling."""
    any_of_them = select(Event.id).where(Event.club_id == club_id, Event.subject == RULING).limit(1)
    return db.session.scalar(any_of_them) is not None


def of_play(club_id: int, play: int) -> list[RulingState]:
    """Return the rulings of a play, the newest first."""
    return _states(club_id, [one for one in _entries(club_id) if one.event.data["play_id"] == play][:PAGE])


def _states(club_id: int, entries: Sequence[_Entry]) -> list[RulingState]:
    if not entries:
        return []
    of_plays = {entry.event.data["play_id"] for entry in entries} - {None}
    ask = select(Play.id, Play.key, Play.title, Play.started_at).where(Play.id.in_(of_plays))
    plays = {row.id: row for row in db.session.execute(ask)}
    numbers = numbers_in({one.event.data["play_id"] for one in entries if one.event.data["slot"] is not None})
    writers = Writers(
        club_id, [event for one in entries for event in (one.event, one.withdrawn, *one.promoted) if event]
    )
    houses = {one.id: one for one in everything(club_id)} if any(one.promoted for one in entries) else {}
    return [
        _state(one, writers, houses, plays.get(one.event.data["play_id"]), numbers.get(one.event.data["play_id"], {}))
        for one in entries
    ]


def _state(
    entry: _Entry, writers: Writers, houses: Mapping[int, HouseRules], play: Any, numbers: Mapping[int, int]
) -> RulingState:
    """Return a ruling. ``play``: its row; ``numbers``: of its rounds, by slot."""
    event, data, gone = entry.event, entry.event.data, entry.withdrawn
    steps = [_promotion(one, writers.of(one), houses.get(one.seq)) for one in entry.promoted]
    if gone:
        steps.append(StepTaken(WITHDRAWN, gone.at, writers.of(gone), gone.data["reason"]))
    return RulingState(
        id=event.seq,
        key=event.key,
        number=data["number"],
        game=data["game"],
        situation=data["situation"],
        question=data["question"],
        facts=data["facts"],
        told=tuple((label, text) for label, text in data["told"]),
        decision=data["decision"],
        rules=tuple(data["rules"]),
        basis=data["basis"],
        agreed_by=tuple(data["agreed_by"]),
        play_key=play.key if play else None,
        play_title=play.title if play else "",
        round_number=None if data["slot"] is None else numbers.get(data["slot"]),
        evening=play.started_at if play else event.at,
        at=event.at,
        who=writers.of(event),
        steps=tuple(steps),
    )


def _promotion(event: LoggedEvent, who: str, house: HouseRules | None) -> StepTaken:
    state = PROPOSED
    if house is not None and (house.state == WITHDRAWN or house.agreed_at):
        state = WITHDRAWN if house.state == WITHDRAWN else AGREED
    return StepTaken(PROMOTED, event.at, who, "", event.key, event.data["number"], state)


# Recording.


class Wish(TypedDict, total=False):
    """A ruling to be recorded."""

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


class RulingCommand(Command[Seen]):
    """A command about a ruling, which has no rows: it is read from its events."""

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Do nothing: there are no rows to update."""


@dataclass(frozen=True, slots=True)
class _Record(RulingCommand[tuple[dict[str, Any], list[Problem], int]]):
    wish: Wish

    def read(self, connection: Connection, member: Member) -> tuple[dict[str, Any], list[Problem], int]:
        known = [entry.event.data["number"] for entry in _entries(member.club_id, connection)]
        return *_checked(member, self.wish), max(known, default=0)

    def decide(self, seen: tuple[dict[str, Any], list[Problem], int]) -> Decision:
        values, problems, last = seen
        return (
            Refused(tuple(problems)) if problems else NewEvent(RULING, None, RECORDED, {**values, "number": last + 1})
        )


def record(member: Member, *, client_id: str, **wish: Unpack[Wish]) -> RulingState | list[Problem]:
    """Record a ruling and return it, or all that is wrong. The same client id again returns the same ruling."""
    result = write(member, _Record(wish), client_id)
    if not isinstance(result, Written):
        return list(result.problems)
    found = by_key(member.club_id, result.key)
    if found is None:
        raise LookupError(f"there is no ruling {result.key}")
    return found


def check(member: Member, **wish: Unpack[Wish]) -> list[Problem]:
    """Return all that is wrong with a ruling before it is recorded."""
    return _checked(member, wish)[1]


def _checked(member: Member, wish: Wish) -> tuple[dict[str, Any], list[Problem]]:
    """Return the data of a ruling, and all that is wrong with it."""
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
    """Return the slot of a saved round or of the coming one."""
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


@dataclass(frozen=True, slots=True)
class _Withdraw(RulingCommand[_Entry]):
    key: str
    reason: str

    def read(self, connection: Connection, member: Member) -> _Entry:
        return next(entry for entry in _entries(member.club_id, connection) if entry.event.key == self.key)

    def decide(self, seen: _Entry) -> Decision:
        fault = name_fault(self.reason, REASON_LETTERS)
        if seen.withdrawn is not None:
            before = seen.withdrawn.data["reason"]
            told = f"Ruling {seen.event.data['number']} was withdrawn already: {before}"
            return None if before == self.reason else refused("reason", told)
        if fault:
            return refused("reason", f"The reason {fault}.")
        return NewEvent(RULING, seen.event.seq, WITHDRAWN, {"reason": self.reason})


def withdraw(member: Member, key: str, reason: str) -> RulingState | list[Problem] | None:
    """Withdraw a ruling for a reason; it stays in the book. Return None if there is no such ruling."""
    if by_key(member.club_id, key) is None:
        needs_writer(member)
        return None
    result = write(member, _Withdraw(key, " ".join(reason.split())), random_key())
    return by_key(member.club_id, key) if isinstance(result, Written) else list(result.problems)
