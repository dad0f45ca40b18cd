"""Writing edits: every change of a play is one, written only if the play has not changed meanwhile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from companion.core.outcome import Outcome, outcome_of
from companion.store.access.roles import Member, needs_writer
from companion.store.database.base import db, now
from companion.store.database.models import Event, Play
from companion.store.database.writing import bump_club_mark
from companion.store.log.events import PLAY, LoggedEvent, edit_of, event_of, nth_edit, subject_is
from companion.store.log.results import Refused, Stale, Written, refused
from companion.store.log.write import Command, Decision, NewEvent, write
from companion.store.nights.find_night import update_begins
from companion.store.plays.change_log import changes
from companion.store.plays.edit_log import LoggedEdit
from companion.store.plays.play_details import DEALER, OPTIONS, SIDES
from companion.store.plays.play_state import (
    STATE_KEY,
    PlayState,
    cache_state,
    log_of,
    outcome_from_log,
    outcome_to_log,
    state_of,
    state_with_log,
)
from companion.store.plays.projection import changes_statistics, columns_of, write_parts
from companion.store.plays.results import NoSuchRoundError, PlayRescored, PlayResult, PlayStale, PlayWritten

EFFECT = ("slot", "entry", "cards", "note", "ended", "seats", "about", "outcome", "rules_version")
"""What an edit may say, by key; what it says nothing of is left out."""

MoveCards = Callable[[Connection, int], dict[str, Any] | None]
"""Moves the cards of the coming round while an edit is written, at a mark; gives those that the edit keeps."""


@dataclass(frozen=True, slots=True)
class NewEdit:
    """An edit to be written."""

    effect: Mapping[str, Any]
    """What it says, people by the number of their row; and the revision that it ``undoes``."""

    after: PlayState | None = None
    """The state that it leads to, where that is known already."""

    moves: MoveCards | None = None
    """What becomes of the cards of the coming round."""


Decide = Callable[[PlayState, Connection], NewEdit | Refused | None]
"""What a change of a play comes to, as the play stands inside the transaction that writes it; None: it is so already.

It may add people whom the edit names for the first time: unless the edit is written, they go again.
"""

# Statements that every tap needs are put together once: that costs as much as running them.
_STANDS = select(*STATE_KEY).where(Play.id == bindparam("play"))
_ADVANCE = (
    update(Play)
    .where(Play.id == bindparam("play"))
    .values(mark=Play.mark + 1, sheet_mark=Play.mark + 1)
    .returning(Play.mark)
)


class PlayCommand(Command[Decision]):
    """A change of a play, or its start: it is decided on while the play is read.

    A tap is known again by the revision that it was made on, which needs no question of its own. The club's counter
    moves only where nights and numbers change.
    """

    def repeated(self, connection: Connection, club: int, client_id: str) -> LoggedEvent | None:
        """Return None: the database refuses the second event with the same ``client_id``."""

    def decide(self, seen: Decision) -> Decision:
        """Return what was decided."""
        return seen

    def touch(self, connection: Connection, club: int) -> None:
        """Leave the counter alone."""


@dataclass(slots=True)
class _Edit(PlayCommand):
    """A change of a play that stands at a revision."""

    state: PlayState
    """The play as it was seen, then as it is."""

    base: int
    kind: str
    choose: Decide
    by_today: bool
    even_discarded: bool
    by_anybody: bool
    moment: datetime
    after: PlayState | None = None

    def permit(self, member: Member) -> None:
        """Let every phone write it that this is for."""
        if not self.by_anybody:
            needs_writer(member)

    def read(self, connection: Connection, member: Member) -> Decision:
        """Return the event, once the play has moved on to its next revision."""
        stands = connection.execute(_STANDS, {"play": self.state.id}).one()
        if stands.revision != self.base:
            return Stale()
        if (self.state.revision, self.state.names_mark) != stands[1:]:
            self.state = _read(stands, connection)
        if self.state.details.discarded and not self.even_discarded:
            return refused("rounds", "This game was discarded. Bring it back before you write in it.")
        new = self.choose(self.state, connection)
        if not isinstance(new, NewEdit):
            return new
        effect = {"rules_version": self.state.game.rules.version, **new.effect}
        after = new.after or _after(member, self.state, self.kind, self.moment, effect, connection)
        kept, is_anew = _outcome_after(self.state, after, effect)
        if is_anew and not self.by_today and self.state.today:
            return PlayRescored(state=self.state, after=after)
        self.after = after = replace(after, kept=kept, names_mark=stands[-1])
        effect["outcome"] = kept and outcome_to_log(kept, after)
        columns = {"revision": after.revision, "last_at": self.moment, **columns_of(after)}
        mark = connection.execute(_ADVANCE, {"play": self.state.id, **columns}).scalar_one()
        if new.moves is not None:
            effect["cards"] = new.moves(connection, mark)
        return edit_event(connection, self.state.id, self.kind, self.moment, **effect)

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Update the rows of players and the nights."""
        before, after = self.state, self.after or self.state
        if changes_statistics(before, after, write_parts(connection, before, after)):
            bump_club_mark(connection, club, after.id)
            update_begins(connection, {one.details.night for one in (before, after) if one.details.night is not None})


def write_edit(
    member: Member,
    play: PlayState,
    base: int,
    kind: str,
    client_id: str,
    decide: Decide,
    *,
    by_today: bool = False,
    even_discarded: bool = False,
    by_anybody: bool = False,
    moment: datetime | None = None,
) -> PlayResult:
    """Decide on an edit and write it, if the play still stands as it was seen.

    ``base``: the revision that was seen; ``by_today``, ``even_discarded``: whether it may score a play anew that
    keeps the outcome of older rules, and change one that was discarded; ``by_anybody``: whether phones that look on may
    write it; ``moment``: when it is written, if not now.

    :raises PermissionError: the phone may only look on.
    :raises NoSuchRoundError: the play is another club's, or there is no such round.
    """
    edit = _Edit(play, base, kind, decide, by_today, even_discarded, by_anybody, moment or now())
    edit.permit(member)
    if play.club_id != member.club_id:
        raise NoSuchRoundError
    try:
        result = write(member, edit, client_id)
    except IntegrityError:  # the same tap on another revision
        result = Stale()
    if isinstance(result, Written):
        if result.event is None or edit.after is None:
            return PlayWritten(None, repeated=True, state=edit.state)
        cache_state(edit.after)
        return PlayWritten(result.event, state=edit.after, revision=edit.after.revision)
    if isinstance(result, Refused | PlayRescored):
        return result
    return conflict_result(_read(db.session.execute(_STANDS, {"play": play.id}).one()), base, client_id)


def _read(stands: Any, by: Connection | None = None) -> PlayState:
    """Return the current state of a play. ``by``: the connection of a transaction that has not changed it yet."""
    play, revision, names_mark = stands
    if by is None:
        return state_of(play, revision, names_mark)
    return replace(state_with_log(play, log_of(play, revision, by=by), by), names_mark=names_mark)


def conflict_result(state: PlayState, base: int, client_id: str) -> PlayWritten | PlayStale:
    """Return the result for a change based on another revision: the same tap again, or a conflict."""
    event = event_of(state.club_id, subject_is(PLAY, state.id), Event.client_id == client_id)
    if event is None:
        return PlayStale(state=state, changes=tuple(changes(state, since=base)))
    revision = db.session.scalar(select(func.count()).where(edit_of(state.id), Event.seq <= event.seq))
    return PlayWritten(event, repeated=True, state=state, revision=revision)


def _after(
    member: Member, state: PlayState, kind: str, moment: datetime, effect: Mapping[str, Any], by: Connection
) -> PlayState:
    """Return the state after an edit."""
    said: dict[str, Any] = {key: effect.get(key) for key in (*EFFECT, "undoes") if key != "cards"}
    edit = LoggedEdit(
        state.revision + 1, kind, as_logged=said.pop("entry"), kept_note=said.pop("note"), **said,
        device_id=member.device_id, at=moment, player_id=member.player_id,
    )  # fmt: skip
    return state_with_log(state.id, log_of(state.id, state.revision, then=[edit], by=by), by)


def _outcome_after(state: PlayState, after: PlayState, effect: Mapping[str, Any]) -> tuple[Outcome | None, bool]:
    """Return the outcome after an edit, and whether it was computed by today's rules.

    A play that comes back by undo or redo ended as it ended then; and what changes no round leaves it as it is.
    """
    if all(effect.get(key) is None for key in ("slot", "ended", "seats")) and not _is_set_up_anew(effect):
        return state.kept, False
    if effect.get("outcome") is not None:
        return outcome_from_log(effect["outcome"], after.people, after.sheet), False
    return outcome_of(after.sheet, after.ended), True


def _is_set_up_anew(effect: Mapping[str, Any]) -> bool:
    """Return whether an edit changes options, dealer or sides, by which a play is scored."""
    return any(key in (effect.get("about") or {}) for key in (OPTIONS, DEALER, SIDES))


_SEQ = nth_edit(Event.seq)


def edit_event(
    connection: Connection, play: int, kind: str, moment: datetime, undoes: int | None = None, **effect: Any
) -> NewEvent:
    """Return the event of an edit. ``effect``, ``undoes``: as in ``NewEdit``."""
    place = None if undoes is None else connection.scalar(_SEQ, {"play": play, "before": undoes - 1})
    data = {key: value for key, value in effect.items() if value is not None}
    return NewEvent(PLAY, play, kind, data, place, moment)
