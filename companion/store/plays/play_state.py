"""The state of a play: computed from its edits, and cached by revision and mark of names."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, select

from companion.core.entry.kinds import with_defaults
from companion.core.game.game import Game
from companion.core.game.ranking import Standing
from companion.core.game.table import Setup
from companion.core.play.fold import Sheet, fold
from companion.core.play.outcome import Outcome, changed_outcome_text, is_over, outcome_of
from companion.core.play.rules_upgrades import AgreedOptions, setup_of_running_play
from companion.games import game_of
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import runtime
from companion.store.log.events import edit_of
from companion.store.names.names import NAMES_MARK, People, merged_people
from companion.store.plays.coming_round.findings import Findings
from companion.store.plays.edits.edit_labels import step_label
from companion.store.plays.edits.edit_log import LoggedEdit, Objection, PlayLog, convert_edit
from companion.store.plays.edits.outcomes import outcome_from_log
from companion.store.plays.edits.slots import Slot, entry_for_scoring, round_numbers
from companion.store.plays.play_details import DEALER, OPTIONS, SIDES, PlayDetails
from companion.store.plays.seats import (
    Seat,
    names_in_round,
    names_of_seats,
    seat_from_log,
    sides_from_log,
)

ROUND_SIZE = 6_000
"""Estimated bytes of a round in memory, and of the rest of a play."""

MOST_ENTRY = 64 * 1024
"""The largest entry, in bytes of JSON."""

MOST_EDITS = 20_000
"""The most edits of a play."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """The state of a play at one revision, immutable."""

    id: int
    key: str
    club_id: int
    game: Game[Any]
    setup: Setup
    options: Mapping[str, Any]
    """All options as JSON, converted to today's rules."""

    unknown: Mapping[str, Any]
    """Options of the start that today's rules no longer accept."""

    agreed: AgreedOptions
    """The options of the start, with the version of the rules."""

    stake: Mapping[str, Any] | None
    """The stake as JSON; None: there is none."""

    details: PlayDetails
    revision: int
    slots: tuple[Slot, ...]
    sheet: Sheet[Any]
    """Folded by today's rules; it ends at a refusal if a correction made a later round impossible."""

    stored_outcome: Outcome | None
    """The outcome that was stored with the last edit, valid even if the rules change later. None: the play was not
    over, so today's rules apply."""

    ended: bool
    """Whether the players ended it early."""

    seats: tuple[Seat, ...]
    double_names: tuple[str, ...]
    """Names of people with two seats, because two players of this play were merged."""

    people: People
    started_at: datetime
    """When it was started in the app."""

    house_id: int | None
    """The id of the house rules in force at its start; None: there were none."""

    next_slot: int
    pending_findings: Findings
    """The pending findings for the coming round."""

    objections: tuple[Objection, ...]
    """The objections to rounds that are not settled."""

    names_mark: int
    """The value of ``NAMES_MARK`` before the names in it were read; 0: it is never cached."""

    undoable: str | None
    """What undo would undo, in words; None: nothing."""

    redoable: str | None

    def __hash__(self) -> int:
        return hash((self.id, self.revision))

    @property
    def title(self) -> str:
        """The name that the table gave it, or that of its game."""
        return self.game.title_for(self.setup)

    @property
    def played_at(self) -> datetime:
        """When the play began at the table; when it was started here, if nobody entered another time."""
        return self.details.played_at or self.started_at

    @property
    def is_later(self) -> bool:
        """Whether it was entered later than played, so that the times of its rounds mean nothing."""
        return self.details.played_at is not None

    @property
    def until(self) -> datetime:
        """When its last round was first saved, or when it was started; if it was entered later, when it began."""
        return self.played_at if self.is_later else max([self.started_at, *(slot.first_at for slot in self.slots)])

    @property
    def has_only_totals(self) -> bool:
        """Whether only its final totals were entered."""
        return self.stored_outcome is not None and self.ended and not self.slots and bool(self.stored_outcome.winners)

    @property
    def counts(self) -> bool:
        """Whether it counts for statistics."""
        return (
            self.over
            and self.details.counts
            and not self.details.discarded
            and (bool(self.sheet.rounds) or bool(self.slots and self.stored_outcome) or self.has_only_totals)
        )

    @property
    def over(self) -> bool:
        """Whether the play is over; it is not while a round has to be corrected."""
        return self.stored_outcome is not None or is_over(self.sheet, self.ended)

    @property
    def goes_on(self) -> bool:
        """Whether it is neither over nor discarded."""
        return not self.over and not self.details.discarded

    @property
    def has_coming_round(self) -> bool:
        """Whether another round comes: the play is not over, and no earlier round has to be corrected."""
        return not self.over and self.sheet.refusal is None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome: as stored at the end, or by today's rules. None: the play is not over."""
        return self.stored_outcome or outcome_of(self.sheet, self.ended)

    @property
    def games(self) -> int:
        """How many games it counts as: 2 or 3 after a heavy loss such as a skunk."""
        return self.outcome.games if self.outcome else 1

    @property
    def totals(self) -> Mapping[str, int]:
        """Totals by name, in seat order."""
        return self.stored_outcome.totals if self.stored_outcome else self.sheet.table.totals

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best place first."""
        return self.stored_outcome.standings if self.stored_outcome else self.sheet.standings

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners: by the rules, or by the best total if the play was ended early. Empty: it is not over."""
        return self.outcome.winners if self.outcome else ()

    @property
    def numbered_objections(self) -> tuple[tuple[int, Objection], ...]:
        """The objections that are not settled, each with the number of its round on the sheet."""
        numbers = round_numbers(self.slots)
        return tuple((numbers[one.slot], one) for one in self.objections if one.slot in numbers)

    @property
    def size(self) -> int:
        """The estimated size of the state in bytes, for the cache."""
        return (len(self.slots) + 1) * ROUND_SIZE

    def entry_of(self, edit: "LoggedEdit") -> Mapping[str, Any] | None:
        """Return the entry of an edit with the names of this state, converted to today's rules."""
        return convert_edit(edit, self.people, self.agreed).entry

    @property
    def rescoring_notice(self) -> str:
        """A sentence that says how today's rules would change the stored outcome; empty if they would not."""
        if self.stored_outcome is None or self.has_only_totals:
            return ""
        return changed_outcome_text(self.stored_outcome, self.sheet, self.ended)


_EDITS = (
    select(Event.seq, Event.kind, Event.data, Event.undoes, Event.device_id, Event.player_id, Event.at)
    .where(edit_of(bindparam("play")))
    .order_by(Event.seq)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("after", type_=Integer))
)  # fmt: skip
_PLAY = select(
    Play.id, Play.key, Play.club_id, Play.dealer, Play.stake, Play.started_at, Play.house_id,
    Play.game, Play.sides, Play.options, Play.rules_version, NAMES_MARK.label("names_mark"),
).where(Play.id == bindparam("play"))  # fmt: skip
STATE_KEY = (Play.id, Play.revision, NAMES_MARK)
"""The columns of a play that ``state_of`` takes: id, revision and mark of names."""

# Built once, because building it takes as long as running it.
_BY_KEY = select(*STATE_KEY).where(Play.key == bindparam("key"), Play.club_id == bindparam("club"))


def log_of(play: int, revision: int | None = None) -> PlayLog:
    """Return the log of a play, up to a revision if one is given."""
    return _row_and_log(play, revision)[1]


def _row_and_log(
    play: int, revision: int | None, connection: Connection | None = None,
    appended: Iterable[LoggedEdit] = (), slot: int | None = None,
) -> tuple[Any, PlayLog]:  # fmt: skip
    """Return the row of a play and its log; the arguments are as in ``build_state``."""
    # The row has the mark of names, so it is read before the names, which may change meanwhile.
    row = (connection or db.session).execute(_PLAY, {"play": play}).one()
    edits = [*edits_of(play, revision, connection), *appended]
    names_by_id = {number: one.name for number, one in merged_people(row.club_id, connection).items()}
    return row, build_log(edits, row, names_by_id, slot)


def edits_of(
    play: int, revision: int | None = None, connection: Connection | None = None, *, after: int = 0
) -> list[LoggedEdit]:
    """Return the edits of a play as stored, in order, up to a revision if one is given.

    ``after``: leave out the edits up to this revision; then ``undoes`` is None for edits that undo one of those.
    """
    wanted = {"play": play, "most": (revision or MOST_EDITS) - after, "after": after}
    rows = (connection or db.session).execute(_EDITS, wanted).all()
    numbers = {row.seq: number for number, row in enumerate(rows, start=after + 1)}
    return [
        LoggedEdit(
            number, row.kind, row.data.get("slot"), row.data.get("entry"), row.data.get("ended"), row.data.get("seats"),
            numbers.get(row.undoes), row.device_id, row.at, row.player_id, row.data["rules_version"],
            row.data.get("outcome"), row.data.get("note"), row.data.get("about"),
        )
        for number, row in enumerate(rows, start=after + 1)
    ]  # fmt: skip


def build_log(
    edits: Sequence[LoggedEdit], row: Any, names_by_id: Mapping[int, str], slot: int | None = None
) -> PlayLog:
    """Build the play's log from stored edits, converted to today's rules.

    ``row``: game, sides, options and version of the play; ``names_by_id``: of the club's people; ``slot``: as in
    ``build_state``.
    """
    # Sides may have been corrected since, and names depend on them: the details are read first.
    details = PlayLog(edits, People({}), AgreedOptions(game_of(row.game), row.rules_version, {}), {}).end.details
    names, players = names_of_seats(edits, names_by_id, slot)
    people = People(names, sides_from_log(details.values.get(SIDES, row.sides), players))
    agreed = AgreedOptions(game_of(row.game), row.rules_version, people.from_log(row.options))
    return PlayLog([convert_edit(edit, people, agreed) for edit in edits], people, agreed, names_by_id)


def edit_at(state: PlayState, revision: int) -> LoggedEdit | None:
    """Return the edit with this revision of a play; None: there is none."""
    if revision < 1:
        return None
    edits = edits_of(state.id, revision, plain_connection(), after=revision - 1)
    if edits and edits[0].kind in ("undo", "redo"):  # what it undoes has a revision only among all edits
        edits = edits_of(state.id, revision, plain_connection())
    return convert_edit(edits[-1], state.people, state.agreed) if edits else None


def load_play(club_id: int, play_key: str) -> PlayState | None:
    """Return the play with this key; None: the club has none."""
    row = plain_connection().execute(_BY_KEY, {"key": play_key, "club": club_id}).first()
    return None if row is None else state_of(*row)


def state_of(play: int, revision: int, names_mark: int) -> PlayState:
    """Return a play as it is now, from the cache if that has it with these present values of ``STATE_KEY``."""
    state: PlayState | None = runtime().cache.get("play", play)
    if state is None or (state.revision, state.names_mark) != (revision, names_mark):
        state = build_state(play)
        cache_state(state)
    return state


def cache_state(state: PlayState) -> None:
    """Cache a state, unless a later one is cached already."""
    cache = runtime().cache
    before: PlayState | None = cache.get("play", state.id)
    if before is None or (before.revision, before.names_mark) <= (state.revision, state.names_mark):
        cache.put("play", state.id, value=state, size=state.size)


def state_as_of_round(state: PlayState, slot: int) -> PlayState:
    """Return a play with the names of those who played a round; unchanged if no seat was taken over since."""
    if all(seat.at(slot).name == seat.name for seat in state.seats):
        return state
    names = tuple(names_in_round(state.seats, slot).values())
    key = ("play as of", state.id, state.revision, state.names_mark, names)
    found: PlayState | None = runtime().cache.get(*key)
    if found is None:
        found = build_state(state.id, revision=state.revision, slot=slot)
        runtime().cache.put(*key, value=found, size=found.size)
    return found


def build_state(
    play: int, connection: Connection | None = None, *, revision: int | None = None,
    appended: Iterable[LoggedEdit] = (), slot: int | None = None,
) -> PlayState:  # fmt: skip
    """Compute the state of a play from its edits, up to a revision if one is given.

    ``connection``: of a transaction; ``appended``: edits to append; ``slot``: name each seat by who played in this
    slot; None: by who plays now.
    """
    row, log = _row_and_log(play, revision, connection, appended, slot)
    return state_from_row(row, log, row.names_mark)


def state_from_row(row: Any, log: PlayLog, names_mark: int = 0) -> PlayState:
    """Compute the state of a play from its row and its log. ``names_mark``: as in ``PlayState``."""
    live: dict[int, Slot] = {}
    first_at: dict[int, datetime] = {}
    for edit in log.edits:
        if edit.slot is not None:
            first = first_at.setdefault(edit.slot, edit.at)
            live.pop(edit.slot, None)
            if edit.entry is not None:
                live[edit.slot] = Slot(edit.slot, edit.entry, edit.revision, edit.at, first)
    ended, stored_seats, pending, details = log.end
    read = (seat_from_log(seat, log.names_by_id) for seat in stored_seats)
    seats = tuple(replace(seat, name=log.people.names[seat.player_id]) for seat in read)
    seats_by_name = Counter(log.names_by_id[seat.person_id] for seat in seats)
    slots = tuple(live[slot] for slot in sorted(live))
    game, todays = log.agreed.game, log.agreed.current_options
    if OPTIONS in details.values:
        corrected = details.values[OPTIONS]
        todays = AgreedOptions(game, corrected["version"], log.people.from_log(corrected["values"])).current_options
    dealer, sides = log.people.from_log(details.values.get(DEALER, row.dealer)), list(log.people.sides)
    raw = {"players": [seat.name for seat in seats], "dealer": dealer, "options": todays, "sides": sides}
    setup, unknown = setup_of_running_play(game, raw)
    allowed = {key: value for key, value in todays.items() if key not in unknown}
    sheet = fold(game, setup, [entry_for_scoring(slot.entry, slot.slot, seats) for slot in slots])
    done, undone = log.undo_and_redo_stacks()
    numbers = round_numbers(slots)
    return PlayState(
        id=row.id,
        key=row.key,
        club_id=row.club_id,
        game=game,
        setup=setup,
        options=with_defaults(game.options_for(setup.players), allowed),
        unknown=unknown,
        agreed=log.agreed,
        stake=details.stake(row.stake),
        details=details,
        revision=log.edits[-1].revision,
        slots=slots,
        sheet=sheet,
        stored_outcome=outcome_from_log(log.edits[-1].outcome, log.people, sheet),
        ended=ended,
        seats=seats,
        double_names=tuple(name for name, number in seats_by_name.items() if number > 1),
        people=log.people,
        started_at=row.started_at,
        house_id=row.house_id,
        next_slot=max(first_at, default=0) + 1,
        pending_findings=pending,
        objections=log.objections(),
        names_mark=names_mark,
        undoable=step_label(done[-1], log.names_by_id, numbers, game.terms) if done else None,
        redoable=step_label(undone[-1], log.names_by_id, numbers, game.terms) if undone else None,
    )
