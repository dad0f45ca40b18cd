"""Writing edits, the events of a play: an edit is written only if the play has not changed since it was shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import IntegrityError

from companion.core.play.outcome import Outcome, outcome_of
from companion.store.access.roles import Member
from companion.store.database.base import db, now
from companion.store.database.models import Event, Play
from companion.store.database.writing import bump_club_mark, bump_play_mark
from companion.store.log.events import LoggedEvent, nth_edit
from companion.store.log.subjects import PLAY
from companion.store.log.write import Decision, NewEvent, append, write
from companion.store.log.write_results import Refused, Stale, Written, refusal
from companion.store.plays.edits.conflicts import conflict_result
from companion.store.plays.edits.edit_log import LoggedEdit
from companion.store.plays.edits.outcomes import outcome_from_log, outcome_to_log
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayRescored, PlayResult, PlayWritten
from companion.store.plays.edits.projection import changed_columns, changes_statistics, parts_of, write_parts
from companion.store.plays.find_night import update_began_at
from companion.store.plays.play_details import DEALER, OPTIONS, SIDES
from companion.store.plays.play_state import (
    STATE_KEY,
    PlayState,
    build_state,
    cache_state,
    state_of,
)

EFFECT = ("slot", "entry", "cards", "note", "ended", "seats", "about", "outcome", "rules_version")
"""The keys of an edit's data; those without a value are left out."""

SideEffect = Callable[[Connection, int], dict[str, Any] | None]
"""A function that changes cards or the draft while an edit is written. It gets the play's new mark.

It returns the cards to store with the edit, if any.
"""


@dataclass(frozen=True, slots=True)
class NewEdit:
    """An edit to be written."""

    effect: Mapping[str, Any]
    """The data of the edit, with references instead of names, and the revision that it ``undoes``."""

    after: PlayState | None = None
    """The state after the edit, if it is known already."""

    side_effect: SideEffect | None = None
    """Is called while the edit is written."""


Decide = Callable[[PlayState, Connection], NewEdit | Refused | None]
"""A function that decides on a change of a play inside the transaction; None: there is nothing to change.

It may insert people who are new to the club; they are rolled back if no edit is written.
"""

# Built once, because building it takes as long as running it.
_CURRENT = select(*STATE_KEY).where(Play.id == bindparam("play"))


@dataclass(slots=True)
class _Edit:
    """An edit that is being written, based on a revision."""

    member: Member
    state: PlayState
    """The play as the page showed it; after ``decide``, as it was just before the edit."""

    base: int
    kind: str
    choose: Decide
    """The command's own decision on the play as it is now."""

    by_today: bool
    """See ``EditRequest``."""

    even_discarded: bool
    moment: datetime
    after: PlayState | None = None
    """The state after the edit, known after ``decide``."""

    def decide(self, connection: Connection) -> Decision:
        """Return the event of the edit, after updating the row of the play; or why there is none, leaving the row."""
        current = connection.execute(_CURRENT, {"play": self.state.id}).one()
        if current.revision != self.base:
            return Stale()
        if (self.state.revision, self.state.names_mark) != current[1:]:
            self.state = build_state(self.state.id, connection)
        if self.state.details.discarded and not self.even_discarded:
            return refusal("rounds", "This game was discarded. Restore it before you change it.")
        new = self.choose(self.state, connection)
        if not isinstance(new, NewEdit):
            return new
        effect = {"rules_version": self.state.game.rules.version, **new.effect}
        after = new.after or _state_after(self.member, self.state, self.kind, self.moment, effect, connection)
        outcome, is_computed = _outcome_after(self.state, after, effect)
        if is_computed and not self.by_today and self.state.rescoring_notice:
            return PlayRescored(state=self.state, after=after)
        self.after = after = replace(after, stored_outcome=outcome, names_mark=current[-1])
        effect["outcome"] = outcome and outcome_to_log(outcome, after.people, after.setup)
        columns = {"revision": after.revision, "last_at": self.moment, **changed_columns(self.state, after)}
        mark = bump_play_mark(connection, self.state.id, on_sheet=True, **columns)
        if new.side_effect is not None:
            effect["cards"] = new.side_effect(connection, mark)
        return edit_event(connection, self.state.id, self.kind, self.moment, **effect)

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Update the parts of the play and, if they are affected, its nights and the club's counter."""
        before, after = self.state, self.after or self.state
        if changes_statistics(before, after, write_parts(connection, parts_of(before), after)):
            bump_club_mark(connection, club, after.id)
            update_began_at(connection, {one.details.night for one in (before, after) if one.details.night is not None})


def write_edit(
    member: Member,
    play: PlayState,
    kind: str,
    decide: Decide,
    *,
    base: int,
    client_id: str,
    by_today: bool = False,
    even_discarded: bool = False,
    by_anybody: bool = False,
    moment: datetime | None = None,
) -> PlayResult:
    """Decide on an edit and write it, if the play has not changed since it was shown.

    ``base``, ``client_id``, ``by_today``: see ``EditRequest``; ``even_discarded``: whether it may change a discarded
    play; ``by_anybody``: whether viewers may write it; ``moment``: when it is written, if not now.

    :raises PermissionError: the member is a viewer.
    :raises NoSuchRoundError: the play is another club's, or there is no such round.
    """
    edit = _Edit(member, play, base, kind, decide, by_today, even_discarded, moment or now())
    if play.club_id != member.club_id:
        raise NoSuchRoundError
    try:
        result = write(member, client_id, edit.decide, edit.project, of_play=True, by_anybody=by_anybody)
    except IntegrityError:  # the same command, based on another revision
        result = Stale()
    if isinstance(result, Written):
        if result.event is None or edit.after is None:
            return PlayWritten(None, repeated=True, state=edit.state)
        cache_state(edit.after)
        return PlayWritten(result.event, state=edit.after, revision=edit.after.revision)
    if isinstance(result, Refused | PlayRescored):
        return result
    return conflict_result(state_of(*db.session.execute(_CURRENT, {"play": play.id}).one()), base, client_id)


def append_edit(
    connection: Connection, member: Member, play: int, kind: str, decide: Decide, *, client_id: str
) -> None:  # fmt: skip
    """Write an edit in the transaction of another event, which has locked the club; if it is refused, do nothing.

    ``play``: its id; ``client_id``: the id of the request.
    """
    state = build_state(play, connection)
    edit = _Edit(member, state, state.revision, kind, decide, by_today=False, even_discarded=True, moment=now())
    new = edit.decide(connection)
    if isinstance(new, NewEvent):
        edit.project(connection, member.club_id, append(connection, member, new, client_id))


def _state_after(
    member: Member, state: PlayState, kind: str, moment: datetime, effect: Mapping[str, Any], connection: Connection
) -> PlayState:
    """Compute the state of a play after an edit with this effect, before the edit is written."""
    data: dict[str, Any] = {key: effect.get(key) for key in (*EFFECT, "undoes") if key != "cards"}
    edit = LoggedEdit(
        state.revision + 1, kind, as_logged=data.pop("entry"), note_as_logged=data.pop("note"), **data,
        device_id=member.device_id, at=moment, player_id=member.player_id,
    )  # fmt: skip
    return build_state(state.id, connection, revision=state.revision, appended=[edit])


def _outcome_after(state: PlayState, after: PlayState, effect: Mapping[str, Any]) -> tuple[Outcome | None, bool]:
    """Return the outcome after an edit, and whether it was computed by today's rules.

    Undo and redo restore the outcome of that time; an edit that cannot change the score leaves it as it is.
    """
    changes_setup = any(key in (effect.get("about") or {}) for key in (OPTIONS, DEALER, SIDES))
    if all(effect.get(key) is None for key in ("slot", "ended", "seats")) and not changes_setup:
        return state.stored_outcome, False
    if effect.get("outcome") is not None:
        return outcome_from_log(effect["outcome"], after.people, after.sheet), False
    return outcome_of(after.sheet, after.ended), True


_SEQ = nth_edit(Event.seq)


def edit_event(
    connection: Connection, play: int, kind: str, moment: datetime, undoes: int | None = None, **effect: Any
) -> NewEvent:
    """Return the event of an edit. ``effect``: its data; ``undoes``: the revision that it undoes or redoes."""
    undone_seq = None if undoes is None else connection.scalar(_SEQ, {"play": play, "before": undoes - 1})
    data = {key: value for key, value in effect.items() if value is not None}
    return NewEvent(PLAY, play, kind, data, undone_seq, moment)
