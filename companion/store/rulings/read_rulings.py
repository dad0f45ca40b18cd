"""Reading the rulings of a club, each with its withdrawal and the house rules made of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, select

from companion.core.house.house_rules import HouseRules
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.house.house_rules import PROPOSED, RECORDED, WITHDRAWN, all_versions
from companion.store.log.authors import Authors
from companion.store.log.events import LoggedEvent, events_of
from companion.store.log.subjects import HOUSE, RULING
from companion.store.plays.edits.slots import round_numbers_of_plays

PAGE = 50
"""How many rulings a list has by default."""

RulingStatus = Literal["stands", "withdrawn"]


class RulingStep(NamedTuple):
    """A later event of a ruling: proposed as a house rule, or withdrawn."""

    at: datetime
    who: str
    """The name of its author."""

    house: HouseRules | None
    """The version of house rules that was proposed, as it is now; None: the ruling was withdrawn."""

    reason: str = ""
    """The reason of a withdrawal."""


@dataclass(frozen=True, slots=True)
class RulingState:
    """A ruling in its current state."""

    key: str
    number: int
    game: str
    situation: str
    """The key of the referee's situation; empty: there is none."""

    question: str
    fact_texts: tuple[tuple[str, str], ...]
    """The facts in words: label and text of each."""

    decision: str
    rules: tuple[str, ...]
    """The ids of the paragraphs of rules that it is about."""

    basis: str
    """What the decision rests on: one of ``BASES`` of ``core.house.rulings``."""

    agreed_by: tuple[str, ...]
    """The names of those who decided."""

    play_key: str | None
    play_title: str
    round_number: int | None
    """Today's number of its round; None: it is about no round, or that was removed."""

    begun: datetime
    """When its play began; without a play, when it was recorded."""

    at: datetime
    """When it was recorded."""

    who: str
    """The name of who recorded it."""

    steps: tuple[RulingStep, ...]
    """Its later events, in order."""

    @property
    def state(self) -> RulingStatus:
        """Whether it is in force (“stands”) or withdrawn."""
        return "withdrawn" if self._withdrawn else "stands"

    @property
    def reason(self) -> str:
        """The reason of its withdrawal; empty: it was not withdrawn."""
        return self._withdrawn.reason if self._withdrawn else ""

    @property
    def house(self) -> str | None:
        """The key of the agreed house rules that were made of it; None: there are none."""
        return self.promotion.key if self.promotion and self.promotion.agreed_at else None

    @property
    def promotion(self) -> HouseRules | None:
        """The last version of house rules that was proposed because of it and not withdrawn; None: there is none."""
        live = [step.house for step in self.steps if step.house and step.house.state != WITHDRAWN]
        return live[-1] if live else None

    @property
    def _withdrawn(self) -> RulingStep | None:
        """Its withdrawal; None: it was not withdrawn."""
        return next((step for step in self.steps if step.house is None), None)


# Reading.


class RecordedRuling(NamedTuple):
    """The events of a ruling: its record, its withdrawal, and proposals of house rules made of it."""

    event: LoggedEvent
    withdrawn: LoggedEvent | None
    promoted: tuple[LoggedEvent, ...]

    @property
    def data(self) -> Mapping[str, Any]:
        """The data of its record."""
        return self.event.data


def recorded_rulings(club_id: int, connection: Connection | None = None) -> list[RecordedRuling]:
    """Return the events of all rulings of a club, the newest ruling first. ``connection``: of a transaction."""
    events = events_of(club_id, Event.subject.in_((RULING, HOUSE)), connection=connection)
    gone = {event.subject_id: event for event in events if event.subject == RULING and event.kind == WITHDRAWN}
    promoted: dict[int, list[LoggedEvent]] = {}
    for event in events:
        if event.kind == PROPOSED and "ruling" in event.data:
            promoted.setdefault(event.data["ruling"], []).append(event)
    began = [event for event in events if event.kind == RECORDED]
    began.sort(key=lambda event: -event.data["number"])
    return [RecordedRuling(event, gone.get(event.seq), tuple(promoted.get(event.seq, ()))) for event in began]


def find_rulings(
    club_id: int,
    game: str = "",
    situation: str = "",
    standing: bool = False,
    limit: int | None = PAGE,
    offset: int = 0,
) -> list[RulingState]:
    """Return the rulings of a club, the newest first, filtered by game and situation, unless these are empty.

    ``standing``: only those in force; ``limit``: how many at most; None: all.
    """
    chosen = [
        entry
        for entry in recorded_rulings(club_id)
        if game in ("", entry.data["game"])
        and situation in ("", entry.data["situation"])
        and not (standing and entry.withdrawn)
    ]
    return _rulings_from(club_id, chosen[offset:][:limit])


def rulings_of_night(club_id: int, plays: Sequence[int], begin: datetime, end: datetime) -> list[RulingState]:
    """Return the rulings about these plays, and those about no play made between two moments, the newest first.

    At most ``PAGE``.
    """

    def is_of_night(event: LoggedEvent) -> bool:
        """Return whether a ruling was made about one of the plays, or without a play between the moments."""
        play = event.data["play_id"]
        return begin <= event.at <= end if play is None else play in plays

    return _rulings_from(club_id, [entry for entry in recorded_rulings(club_id) if is_of_night(entry.event)][:PAGE])


def ruling_by_key(club_id: int, key: str) -> RulingState | None:
    """Return the ruling with this key; None: the club has none."""
    found = _rulings_from(club_id, [one for one in recorded_rulings(club_id) if one.event.key == key])
    return found[0] if found else None


def withdrawn_by_game(club_id: int) -> dict[str, int]:
    """Return how many rulings of each game were withdrawn, sorted by slug; games without rulings are left out."""
    entries = recorded_rulings(club_id)
    gone = Counter(entry.data["game"] for entry in entries if entry.withdrawn)
    return {game: gone[game] for game in sorted({entry.data["game"] for entry in entries})}


def rulings_of_play(club_id: int, play: int) -> list[RulingState]:
    """Return the rulings about a play, the newest first, at most ``PAGE``."""
    return _rulings_from(club_id, [one for one in recorded_rulings(club_id) if one.data["play_id"] == play][:PAGE])


def _rulings_from(club_id: int, entries: Sequence[RecordedRuling]) -> list[RulingState]:
    """Return rulings from their events, in the same order, with their plays, authors and house rules."""
    if not entries:
        return []
    of_plays = {one.data["play_id"] for one in entries} - {None}
    ask = select(Play.id, Play.key, Play.title, Play.played_at).where(Play.id.in_(of_plays))
    plays = {row.id: row for row in db.session.execute(ask)}
    numbers = round_numbers_of_plays({one.data["play_id"] for one in entries if one.data["slot"] is not None})
    events = [event for one in entries for event in (one.event, one.withdrawn, *one.promoted) if event]
    authors = Authors(club_id, events)
    houses = {one.id: one for one in all_versions(club_id)} if any(one.promoted for one in entries) else {}
    return [
        _ruling_from(one, authors, houses, plays.get(one.data["play_id"]), numbers.get(one.data["play_id"], {}))
        for one in entries
    ]


def _ruling_from(
    entry: RecordedRuling, authors: Authors, houses: Mapping[int, HouseRules], play: Any, numbers: Mapping[int, int]
) -> RulingState:
    """Return a ruling from its events. ``play``: the row of its play; ``numbers``: of the play's rounds, by slot."""
    event, data, withdrawal = entry.event, entry.data, entry.withdrawn
    promoted = [one for one in entry.promoted if one.seq in houses]
    steps = [RulingStep(one.at, authors.name_of(one), houses[one.seq]) for one in promoted]
    if withdrawal:
        steps.append(RulingStep(withdrawal.at, authors.name_of(withdrawal), None, withdrawal.data["reason"]))
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    slot, fact_texts = values.pop("slot"), tuple((label, text) for label, text in values.pop("told"))
    for key in ("play_id", "facts"):  # events of earlier versions hold the facts as JSON, too
        values.pop(key, None)
    return RulingState(
        **values,
        fact_texts=fact_texts,
        key=event.key,
        play_key=play.key if play else None,
        play_title=play.title if play else "",
        round_number=None if slot is None else numbers.get(slot),
        begun=play.played_at if play else event.at,
        at=event.at,
        who=authors.name_of(event),
        steps=tuple(steps),
    )
