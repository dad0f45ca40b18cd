"""The state of a play: computed from its edits, and cached by revision and names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, select

from companion.core.fields import Field
from companion.core.fold import Sheet, coming_fields, fold, shared_fields_of
from companion.core.game import COMMON, Game, GameTerms, Setup, Table
from companion.core.kinds import default_of
from companion.core.older import Agreed, kept_setup
from companion.core.outcome import Outcome, instead, is_over, outcome_of, places_by
from companion.core.ranking import Standing
from companion.core.seating import usual_sides
from companion.games import game_of
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.database.runtime import runtime
from companion.store.log.events import OF_PLAYS, SLOT, about_play
from companion.store.people.names import NAMES_MARK, People, names_of
from companion.store.plays.about import DEALER, OPTIONS, SIDES, About, Patch, label_of
from companion.store.plays.findings import (
    Adjustment,
    Findings,
    FindingsEdit,
    bought_between,
    findings_edit_from,
    told_of,
)

MOST_CACHED_AS_OF = 64
"""How many plays are cached with the names of earlier rounds."""

MOST_ENTRY = 64 * 1024
"""The largest entry, in bytes of JSON."""

MOST_EDITS = 20_000
"""The most edits of a play."""

ORDINARY = frozenset({"round", "correct", "remove", "end", "reopen", "seats", "note", "about", "totals"})
"""Edits that can be undone."""

KINDS_OF_EDITS = ("start", *sorted(ORDINARY), "undo", "redo")


@dataclass(frozen=True, slots=True)
class Slot:
    """A round on the sheet, as it was last written."""

    slot: int
    """Rounds in the order in which they were first written, from 1; never given twice."""

    entry: Mapping[str, Any]
    revision: int
    device_id: int | None
    at: datetime
    first_at: datetime
    """When it was first written: when it was played, as far as anybody knows."""


class Sitter(NamedTuple):
    """A person on a seat, from a slot on."""

    id: int
    """The number of their row."""

    name: str


class Stint(NamedTuple):
    """The rounds that somebody played before handing on the seat."""

    sitter: Sitter
    before_slot: int
    """The slot from which on it is another’s."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat; a player who came late is absent from the rounds before ``from_slot``."""

    name: str
    player_id: int
    """By which the log speaks of the seat: the number of who was first said to sit there."""

    from_slot: int
    person_id: int
    """Who sits there."""

    earlier: tuple[Stint, ...] = ()
    """Who sat there before and handed it on, the first one first."""

    @property
    def stints(self) -> tuple[tuple[Sitter, int], ...]:
        """Everybody who had or has the seat, with their first slot, in order."""
        sitters = (*(one.sitter for one in self.earlier), Sitter(self.person_id, self.name))
        return tuple(zip(sitters, (self.from_slot, *(one.before_slot for one in self.earlier)), strict=True))

    def at(self, slot: int) -> Sitter:
        """Return who had the seat in a round; before the first player came, that player."""
        return next((one.sitter for one in self.earlier if slot < one.before_slot), Sitter(self.person_id, self.name))

    def taken(self, sitter: Sitter, slot: int) -> "Seat":
        """Return the seat with somebody on it from a slot on."""
        if slot <= max(self.from_slot, 1):
            earlier: tuple[Stint, ...] = ()
        else:
            kept = [one for one in self.earlier if one.before_slot < slot]
            earlier = (*kept, Stint(self.at(slot - 1), slot))
        if earlier and earlier[-1].sitter.name == sitter.name:  # who sits there goes on to
            earlier = earlier[:-1]
        return replace(self, name=sitter.name, person_id=sitter.id, earlier=earlier)

    def said_to_be(self, sitter: Sitter) -> "Seat":
        """Return the seat with its present player replaced, from their first round on."""
        if sitter.name == self.name:
            return self
        earlier = [one._replace(sitter=sitter) if one.sitter.name == self.name else one for one in self.earlier]
        after = [*(one.sitter.name for one in earlier[1:]), sitter.name]
        handed_on = (one for one, name in zip(earlier, after, strict=False) if one.sitter.name != name)
        return replace(self, name=sitter.name, person_id=sitter.id, earlier=tuple(handed_on))

    def to_log(self) -> dict[str, Any]:
        """Return the seat as an edit stores it."""
        kept: dict[str, Any] = {"player_id": self.player_id, "from_slot": self.from_slot}
        if self.person_id != self.player_id:
            kept["person_id"] = self.person_id
        if self.earlier:
            kept["earlier"] = [{"person_id": one.sitter.id, "before_slot": one.before_slot} for one in self.earlier]
        return kept


def sitter(seat: Mapping[str, Any]) -> int:
    """Return the id of a seat's player, as an edit stores the seat."""
    return int(seat.get("person_id", seat["player_id"]))


def sitters(seat: Mapping[str, Any]) -> list[int]:
    """Return the ids of all players that a seat had, as an edit stores it."""
    return [*(one["person_id"] for one in seat.get("earlier", ())), sitter(seat)]


def seat_from(kept: Mapping[str, Any], name: str, called: Mapping[int, str]) -> Seat:
    """Return a seat that an edit stores. ``name``: the seat's; ``called``: names by id."""
    earlier = (
        Stint(Sitter(one["person_id"], called[one["person_id"]]), one["before_slot"]) for one in kept.get("earlier", ())
    )
    return Seat(name, kept["player_id"], kept["from_slot"], sitter(kept), tuple(earlier))


def sit_at_once(seats: Sequence[Seat]) -> tuple[str, int] | None:
    """Return who has two seats in one round, and its slot; None: nobody."""
    for slot in sorted({start for seat in seats for _, start in seat.stints}):
        names = [seat.at(slot).name for seat in seats if seat.from_slot <= slot]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            return twice, slot
    return None


@dataclass(frozen=True, slots=True)
class PlayState:
    """A play at one revision: an immutable snapshot."""

    id: int
    key: str
    club_id: int
    game: Game[Any]
    setup: Setup
    options: Mapping[str, Any]
    """All options, as JSON and as today's rules have them."""

    unknown: Mapping[str, Any]
    """What was agreed but cannot be by today's rules."""

    agreed: Agreed
    """What it began by."""

    stake: Mapping[str, Any] | None
    """What it is played for; None: for nothing."""

    about: About
    revision: int
    slots: tuple[Slot, ...]
    sheet: Sheet[Any]
    """Folded by today's rules; stands at a refusal where a correction made a later round impossible."""

    kept: Outcome | None
    """The outcome that was written down when the last change left the play over: it holds, whatever the rules become.
    None: the play goes on by today's."""

    ended: bool
    """Whether the table ended it early."""

    seats: tuple[Seat, ...]
    twice: tuple[str, ...]
    """Who has two seats, because two people at this table were merged into one."""

    people: People
    started_at: datetime
    """When it was written down that it began."""

    house_id: int | None
    """The version of the club's house rules that it began under; None: there were none."""

    next_slot: int
    waiting: Findings
    """What the referee found in the coming round, which joins it when it is written down."""

    names_mark: int
    """How far the names in it had come when they were read, or further; see ``people.NAMES_MARK``."""

    undoable: str | None
    """What undo would take back, in words."""

    redoable: str | None

    def __hash__(self) -> int:
        return hash((self.id, self.revision))

    @property
    def played_at(self) -> datetime:
        """When it began at the table."""
        return self.about.played_at or self.started_at

    @property
    def is_later(self) -> bool:
        """Whether it was entered later, so that the times of its rounds say nothing."""
        return self.about.played_at is not None

    @property
    def until(self) -> datetime:
        """The last known moment of playing."""
        return self.played_at if self.is_later else max([self.started_at, *(slot.first_at for slot in self.slots)])

    @property
    def by_totals(self) -> bool:
        """Whether only its final totals are known."""
        return self.kept is not None and self.ended and not self.slots and bool(self.kept.winners)

    @property
    def counts(self) -> bool:
        """Whether it counts for statistics."""
        return (
            self.over
            and self.about.counts
            and not self.about.discarded
            and (bool(self.sheet.rounds) or bool(self.slots and self.kept) or self.by_totals)
        )

    @property
    def over(self) -> bool:
        """Whether the play is over. One with a round to be corrected is not."""
        return self.kept is not None or is_over(self.sheet, self.ended)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome: as stored when the play ended, or by today's rules. None: it goes on."""
        return self.kept or outcome_of(self.sheet, self.ended)

    @property
    def totals(self) -> Mapping[str, int]:
        """Totals in seat order."""
        return self.kept.totals if self.kept else self.sheet.table.totals

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Places, best first."""
        return self.kept.standings if self.kept else self.sheet.standings

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners: by the rules, or the best total if the table ended the play early."""
        outcome = self.outcome
        return outcome.winners if outcome else ()

    def read(self, edit: "LoggedEdit") -> Mapping[str, Any] | None:
        """Return the entry of an edit with the names of this state."""
        return _read(edit, self.people, self.agreed).entry

    @property
    def today(self) -> str:
        """What today's rules would give instead of the stored outcome, a sentence; empty: the same.

        Totals without rounds are nothing that rules could give.
        """
        return instead(self.kept, self.sheet, self.ended) if self.kept and not self.by_totals else ""


class LoggedEdit(NamedTuple):
    """An edit with its whole effect, as stored."""

    revision: int
    kind: str
    slot: int | None
    as_logged: Mapping[str, Any] | None
    """The entry as the log keeps it: people by the number of their row."""

    ended: bool | None
    seats: Sequence[Mapping[str, Any]] | None
    undoes: int | None
    device_id: int | None
    at: datetime
    player_id: int | None
    """Whose phone it was."""

    rules_version: int
    """The version of the rules by which the entry is written."""

    outcome: Mapping[str, Any] | None = None
    """How the play stood when this left it over, as the log keeps it."""

    kept_note: Mapping[str, Any] | None = None
    """What the referee put or somebody took out, as the log keeps it."""

    about: Mapping[str, Any] | None = None
    """What is said about the play, as the log keeps it."""

    entry: Mapping[str, Any] | None = None
    """The entry with the names of today, as today's rules write it down."""

    note: FindingsEdit = FindingsEdit()
    """The note with the names of today."""


class EditInLog(NamedTuple):
    """An edit, with what was said about the play before it, and the findings before and after it."""

    edit: LoggedEdit
    slot_before: LoggedEdit | None
    """What was last written in its slot before; None: nothing, or it is about no slot."""

    ended_before: bool
    seats_before: Sequence[Mapping[str, Any]] | None
    waiting_before: Findings
    waiting: Findings
    about_before: About


@dataclass(frozen=True, slots=True)
class Log:
    """All edits of a play, in order."""

    edits: Sequence[LoggedEdit]
    people: People
    agreed: Agreed
    called: Mapping[int, str]
    """What everybody who ever had a seat is called, by the number of their row."""

    def steps(self) -> dict[int, EditInLog]:
        """Each edit by revision, with what was said about the play before it; computed in one pass."""
        stood: dict[int, LoggedEdit] = {}
        ended = False
        seats: Sequence[Mapping[str, Any]] | None = None
        steps: dict[int, EditInLog] = {}
        waiting: Findings = ()
        about = About()
        for edit in self.edits:
            slot = edit.slot
            before = stood.get(slot) if slot is not None else None
            step = EditInLog(edit, before, ended, seats, waiting, _waiting_after(edit, waiting, steps), about)
            steps[edit.revision] = step
            waiting = step.waiting
            if slot is not None:
                stood[slot] = edit
            ended = ended if edit.ended is None else edit.ended
            seats = seats if edit.seats is None else edit.seats
            about = about if edit.about is None else about.with_patch(edit.about)
        return steps

    def about(self) -> About:
        """Return what is said about the play."""
        about = About()
        for edit in self.edits:
            if edit.about is not None:
                about = about.with_patch(edit.about)
        return about

    def waiting(self) -> Findings:
        """Return the findings for the coming round."""
        return self.steps()[self.edits[-1].revision].waiting

    def stacks(self) -> tuple[list[LoggedEdit], list[LoggedEdit]]:
        """Return the undo stack and the redo stack, the next one last."""
        done: list[LoggedEdit] = []
        undone: list[LoggedEdit] = []
        for edit in self.edits:
            if edit.kind == "undo":
                undone.append(done.pop())
            elif edit.kind == "redo":
                done.append(undone.pop())
            elif edit.kind in ORDINARY:
                done.append(edit)
                undone = []
        return done, undone


def _waiting_after(edit: LoggedEdit, waiting: Findings, steps: Mapping[int, EditInLog]) -> Findings:
    """Return the findings after an edit. A round takes them along, and undoing it brings them back."""
    if edit.kind == "note":
        return edit.note.applied(waiting)
    if edit.kind == "round":
        return ()
    undone = steps.get(edit.undoes) if edit.undoes is not None else None
    if undone is None or undone.edit.kind not in ("note", "round"):
        return waiting
    return undone.waiting_before if edit.kind == "undo" else undone.waiting


_EDITS = (
    select(Event.seq, Event.kind, Event.data, Event.undoes, Event.device_id, Event.player_id, Event.at)
    .where(about_play(bindparam("play")))
    .order_by(Event.seq)
    .limit(bindparam("until", type_=Integer))
)  # fmt: skip
_PLAY = select(
    Play.id, Play.key, Play.club_id, Play.dealer, Play.stake, Play.started_at, Play.house_id,
)  # fmt: skip
STANDS = (Play.id, Play.revision, NAMES_MARK)
"""The columns of a play that ``state_of`` takes."""

_NAMES_MARK = select(NAMES_MARK).where(Play.id == bindparam("play"))
_AGREED = select(Play.game, Play.sides, Play.options, Play.rules_version)

_lock = Lock()


def log_of(
    play: int,
    revision: int | None = None,
    then: Iterable[LoggedEdit] = (),
    *,
    at: int | None = None,
    by: Connection | None = None,
) -> Log:
    """Return the edits of a play, up to a revision if one is given.

    ``then``: edits that come after those; ``at``: as in ``log_from``; ``by``: as in ``known_names``.
    """
    reader = by or db.session
    found = [*edits_of(play, revision, by), *then]
    return log_from(found, reader.execute(_AGREED.where(Play.id == play)).one(), partial(names_of, by=by), at)


def edits_of(play: int, revision: int | None = None, by: Connection | None = None) -> list[LoggedEdit]:
    """Return the stored edits of a play, in order. ``revision``, ``by``: as in ``log_of``."""
    rows = (by or db.session).execute(_EDITS, {"play": play, "until": revision or MOST_EDITS}).all()
    places = {row.seq: place for place, row in enumerate(rows, start=1)}
    return [
        LoggedEdit(
            place, row.kind, row.data.get("slot"), row.data.get("entry"), row.data.get("ended"), row.data.get("seats"),
            places.get(row.undoes), row.device_id, row.at, row.player_id, row.data["rules_version"],
            row.data.get("outcome"), row.data.get("note"), row.data.get("about"),
        )
        for place, row in enumerate(rows, start=1)
    ]  # fmt: skip


Called = Callable[[Iterable[int]], Mapping[int, str]]
"""What players are called, by the number of their row."""


def log_from(found: Sequence[LoggedEdit], row: Any, called: Called, at: int | None = None) -> Log:
    """Return a log of these edits. ``row``: the play's, or what stands for it.

    ``at``: the slot of a round, to call seats by who sat there then; None: by who sits there.
    """
    about = Log(found, People({}), Agreed(game_of(row.game), row.rules_version, {}), {}).about()
    known = called(number for edit in found for seat in edit.seats or () for number in sitters(seat))
    names, players = _named(found, known, at)
    people = People(names, sides_from_log(about.said.get(SIDES, row.sides), players))
    agreed = Agreed(game_of(row.game), row.rules_version, people.from_log(row.options))
    return Log([_read(edit, people, agreed) for edit in found], people, agreed, known)


def _named(edits: Sequence[LoggedEdit], called: Mapping[int, str], at: int | None) -> tuple[dict[int, str], list[str]]:
    """Return the names of all seats by their number in the log, and those of all players.

    And those who have one.

    ``at``: as in ``log_from``. Those who sit there now come last: where somebody else of the same name had a seat
    once, they are meant.
    """
    all_seats = [edit.seats for edit in edits if edit.seats is not None]
    whose = {seat["player_id"]: called[sitter(seat)] for seats in all_seats for seat in seats}
    now = [seat_from(seat, called[sitter(seat)], called) for seat in all_seats[-1]]
    names = {seat: name for seat, name in whose.items() if all(one.player_id != seat for one in now)}
    names |= {one.player_id: one.name for one in now} if at is None else _names_at(now, at)
    _tell_apart(names, [one.player_id for one in now])
    return names, [names[one.player_id] for one in now]


def _tell_apart(names: dict[int, str], seats: Iterable[int]) -> None:
    """Tell the two seats of a person apart, so that a play stays readable after two people were merged by mistake."""
    taken: set[str] = set()
    for seat in seats:
        called = name = names[seat]
        number = 1
        while name in taken:
            number += 1
            name = f"{called} ({number})"
        taken.add(name)
        names[seat] = name


def _names_at(seats: Sequence[Seat], slot: int) -> dict[int, str]:
    """Return the names of seats in a round, after whoever had them then."""
    there = {one.at(slot).name for one in seats if one.from_slot <= slot}
    found = {}
    for one in seats:
        name = one.at(slot).name
        found[one.player_id] = f"{name} (later)" if one.from_slot > slot and name in there else name
    return found


def sides_to_log(sides: Sequence[str], players: Sequence[str]) -> list[str | None]:
    """Return the sides of a play as stored: None for a side named after its players."""
    return [None if side == usual_sides(players)[number] else side for number, side in enumerate(sides)]


def sides_from_log(kept: Sequence[str | None], players: Sequence[str]) -> tuple[str, ...]:
    """Return today's names of the two sides of a play."""
    return tuple(side or usual_sides(players)[number] for number, side in enumerate(kept))


def entry_fields(game: Game[Any], table: Table[Any]) -> tuple[Field, ...]:
    """Return all fields that an entry may have."""
    return (*coming_fields(game, table), *shared_fields_of(game, table))


def edit_of(state: PlayState, revision: int) -> LoggedEdit | None:
    """Return the edit that led to a revision of a play; None: there is none."""
    edits = edits_of(state.id, revision) if revision > 0 else []
    return _read(edits[-1], state.people, state.agreed) if len(edits) == revision > 0 else None


def _read(edit: LoggedEdit, people: People, agreed: Agreed) -> LoggedEdit:
    """Return an edit with today's names, its round converted to today's rules."""
    if edit.as_logged is not None:
        edit = edit._replace(entry=agreed.read(edit.rules_version, people.from_log(edit.as_logged)))
    return edit if edit.kept_note is None else edit._replace(note=findings_edit_from(people.from_log(edit.kept_note)))


def outcome_to_log(outcome: Outcome, state: PlayState) -> dict[str, Any]:
    """Return an outcome as the log stores it, people by id."""
    named = state.people.reference_to_side if state.setup.sides else state.people.reference_to
    return {
        "version": outcome.version,
        "totals": {named(name): total for name, total in outcome.totals.items()},
        "places": {named(name): place for name, place in outcome.places.items()},
        "winners": [named(name) for name in outcome.winners],
    }


def outcome_from_log(kept: Mapping[str, Any] | None, people: People, sheet: Sheet[Any]) -> Outcome | None:
    """Return a stored outcome with today's names. ``sheet``: by today's rules, for what was not stored."""
    if kept is None:
        return None
    told = people.from_log(kept)
    totals, winners = told["totals"], tuple(told["winners"])
    return Outcome(told["version"], totals, told["places"] or places_by(totals, winners, sheet), winners)


def state_of(play: int, revision: int, names_mark: int) -> PlayState:
    """Return the state of a play at this revision with these names, or a later one (see ``STANDS``)."""
    cached = runtime().plays
    state = cached.get(play, revision, names_mark)
    if state is None:
        state = build(play)
        cached.put(state)
    return state


def cache(state: PlayState) -> None:
    """Cache a state that was just written."""
    runtime().plays.put(state)


def clear_cache() -> None:
    """Drop all cached plays."""
    runtime().plays.clear()
    with _lock:
        runtime().plays_as_of.clear()


def as_of(state: PlayState, slot: int) -> PlayState:
    """Return a play with the names of those who played a round.

    It is scored alike; only names differ, and only where a seat was taken over since.
    """
    if all(seat.at(slot).name == seat.name for seat in state.seats):
        return state
    names = tuple(_names_at(state.seats, slot).values())
    kept = runtime().plays_as_of
    with _lock:
        found = kept.get((state.id, state.revision, state.names_mark, names))
    if found is None:
        found = replace(with_log(state.id, log_of(state.id, state.revision, at=slot)), names_mark=state.names_mark)
        with _lock:
            kept[state.id, state.revision, state.names_mark, names] = found
            while len(kept) > MOST_CACHED_AS_OF:
                kept.popitem(last=False)
    return found


def build(play: int) -> PlayState:
    """Compute the state of a play from all its edits."""
    mark = names_mark_of(play)  # before the names, which may change meanwhile
    return replace(with_log(play, log_of(play)), names_mark=mark)


def names_mark_of(play: int, by: Connection | None = None) -> int:
    """Return a mark that changes whenever a name in the play does. ``by``: as in ``known_names``."""
    mark: int = (by or db.session).execute(_NAMES_MARK, {"play": play}).scalar_one()
    return mark


def with_log(play: int, log: Log, by: Connection | None = None) -> PlayState:
    """Compute the state of a play from these edits. ``by``: as in ``known_names``."""
    return state_from((by or db.session).execute(_PLAY.where(Play.id == play)).one(), log)


def state_from(row: Any, log: Log) -> PlayState:
    """Compute the state of a play from its log. ``row``: the play's, or what stands for it."""
    live: dict[int, Slot] = {}
    ended = False
    seats: tuple[Seat, ...] = ()
    highest = 0
    first_at: dict[int, datetime] = {}
    for edit in log.edits:
        if edit.slot is not None:
            highest = max(highest, edit.slot)
            if edit.entry is None:
                live.pop(edit.slot, None)
            else:
                first = first_at.setdefault(edit.slot, edit.at)
                live[edit.slot] = Slot(edit.slot, edit.entry, edit.revision, edit.device_id, edit.at, first)
        if edit.ended is not None:
            ended = edit.ended
        if edit.seats is not None:
            seats = tuple(seat_from(seat, log.people.names[seat["player_id"]], log.called) for seat in edit.seats)
    about = log.about()
    slots = tuple(live[slot] for slot in sorted(live))
    game, todays = log.agreed.game, log.agreed.todays
    if OPTIONS in about.said:
        mended = about.said[OPTIONS]
        todays = Agreed(game, mended["version"], log.people.from_log(mended["values"])).todays
    dealer, sides = log.people.from_log(about.said.get(DEALER, row.dealer)), list(log.people.sides)
    raw = {"players": [seat.name for seat in seats], "dealer": dealer, "options": todays, "sides": sides}
    setup, unknown = kept_setup(game, raw)
    held = {key: value for key, value in todays.items() if key not in unknown}
    options = {item.key: held.get(item.key, default_of(item)) for item in game.options_for(setup.players)}
    sheet = fold(game, setup, [folded_entry(slot.entry, slot.slot, seats) for slot in slots])
    done, undone = log.stacks()
    numbers = numbers_of(slots)
    return PlayState(
        id=row.id,
        key=row.key,
        club_id=row.club_id,
        game=game,
        setup=setup,
        options=options,
        unknown=unknown,
        agreed=log.agreed,
        stake=about.stake(row.stake),
        about=about,
        revision=log.edits[-1].revision,
        slots=slots,
        sheet=sheet,
        kept=outcome_from_log(log.edits[-1].outcome, log.people, sheet),
        ended=ended,
        seats=seats,
        twice=_twice([log.called[seat.person_id] for seat in seats]),
        people=log.people,
        started_at=row.started_at,
        house_id=row.house_id,
        next_slot=highest + 1,
        waiting=log.waiting(),
        names_mark=0,
        undoable=edit_called(log, done[-1], numbers, game.terms) if done else None,
        redoable=edit_called(log, undone[-1], numbers, game.terms) if undone else None,
    )


def _twice(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if names.count(name) > 1))


def folded_entry(entry: Mapping[str, Any], slot: int, seats: Sequence[Seat]) -> Mapping[str, Any]:
    """Return an entry for scoring: players who came later are absent from it."""
    late = [seat.name for seat in seats if seat.from_slot > slot]
    absent = entry.get("absent") or []
    if not late or not isinstance(absent, list):
        return entry
    return {**entry, "absent": [*absent, *(name for name in late if name not in absent)]}


def numbers_of(slots: Sequence[Slot]) -> dict[int, int]:
    """Return the numbers of rounds on the sheet, by slot."""
    return {slot.slot: number for number, slot in enumerate(slots, start=1)}


def numbers_in(plays: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return the numbers of rounds by play and slot, the coming round included."""
    entry = Event.data["entry"].as_string()
    ask = select(Play.id, SLOT, entry.is_(None)).where(*OF_PLAYS, Play.id.in_(set(plays)), SLOT.is_not(None))
    live: dict[int, dict[int, bool]] = {}
    for play, slot, gone in db.session.execute(ask.order_by(Event.seq)):
        live.setdefault(play, {})[slot] = not gone
    found = {}
    for play in plays:
        slots = live.get(play, {})
        standing = sorted(slot for slot, stands in slots.items() if stands)
        found[play] = {slot: number for number, slot in enumerate([*standing, max(slots, default=0) + 1], start=1)}
    return found


def bought_in(step: EditInLog) -> Adjustment | None:
    """Return the chips that an edit bought; None: it is another edit."""
    if step.edit.kind != "correct" or step.slot_before is None:
        return None
    return bought_between(step.slot_before.entry, step.edit.entry)


def edit_called(log: Log, edit: LoggedEdit, numbers: Mapping[int, int], terms: GameTerms) -> str:
    """Return an edit in words, as its undo or redo button names it."""
    bought = bought_in(log.steps()[edit.revision]) if edit.kind == "correct" else None
    if bought:
        return told_of([bought])
    told = takeover(log.steps()[edit.revision], log.called, numbers, terms) if edit.kind == "seats" else ""
    return told or edit_label(edit.kind, edit.slot, numbers, edit.about, terms)


def round_of_slot(slot: int, numbers: Mapping[int, int]) -> int:
    """Return the number of a round on the sheet, or the one that it would have."""
    return numbers.get(slot, sum(1 for other in numbers if other < slot) + 1)


def sat_in(seat: Seat, numbers: Mapping[int, int]) -> list[tuple[int, str]]:
    """Return who had a seat, each with the number of their first round; those who played none are left out.

    ``numbers``: of rounds by slot.
    """
    found: list[tuple[int, str]] = []
    for one, start in seat.stints:
        number = max(round_of_slot(start, numbers), 1)
        if found and found[-1][0] == number:
            found.pop()
        if not found or found[-1][1] != one.name:
            found.append((number, one.name))
    return found


def sat_told(seat: Seat, numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Return who had a seat when, in words: ``Anna, from round 4 Eve``; empty: one player all along."""
    first, *later = sat_in(seat, numbers)
    return "".join([first[1], *(f", from {terms.round} {number} {name}" for number, name in later)]) if later else ""


def takeover(step: EditInLog, called: Mapping[int, str], numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Return who took over a seat in an edit, in words: ``Eve plays for Anna from round 4``; empty: nobody.

    Empty: nobody.

    ``called``: names by the numbers of people.
    """
    before = {seat["player_id"]: seat_from(seat, "", called) for seat in step.seats_before or ()}
    for kept in step.edit.seats or ():
        seat = seat_from(kept, called[sitter(kept)], called)
        was = before.get(seat.player_id)
        if was is None:
            continue
        was = replace(was, name=called[was.person_id])
        starts = sorted({max(start, 1) for one in (was, seat) for _, start in one.stints})
        for slot in starts:
            if was.at(slot).name != seat.at(slot).name:
                if slot == starts[0]:
                    return f"{seat.at(slot).name} plays instead of {was.at(slot).name}"
                number = round_of_slot(slot, numbers)
                return f"{seat.at(slot).name} plays for {was.at(slot).name} from {terms.round} {number}"
    return ""


def edit_label(
    kind: str, slot: int | None, numbers: Mapping[int, int], about: Patch | None = None, terms: GameTerms = COMMON
) -> str:
    """Return an edit in words: ``round 3``, ``correction of race 2``. ``about``: its patch."""
    if kind == "about" and about is not None:
        return label_of(about)
    number = round_of_slot(slot, numbers) if slot is not None else 0
    return {
        "start": "start",
        "round": f"{terms.round} {number}",
        "correct": f"correction of {terms.round} {number}",
        "remove": f"removal of {terms.round} {number}",
        "end": "end of the play",
        "reopen": "going on with the play",
        "seats": "new player",
        "totals": "final totals",
        "note": "referee’s correction",
    }.get(kind, kind)
