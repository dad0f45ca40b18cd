"""Edits: each change of a play is one, written if the play still stands as it was seen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from companion.core.outcome import Outcome, outcome_of
from companion.core.problems import Problem
from companion.store.about import DEALER, OPTIONS, SIDES
from companion.store.access import Member, needs_writer
from companion.store.base import db, now
from companion.store.change_log import changes
from companion.store.log.events import PLAY, SLOT, about_play, nth_edit
from companion.store.log.results import Refused
from companion.store.log.write import NewEvent, append
from companion.store.models import Club, Event, Play
from companion.store.nights import refresh
from companion.store.projection import columns_of, is_told, touch, write_parts
from companion.store.states import (
    STANDS,
    LoggedEdit,
    PlayState,
    cache,
    log_of,
    names_mark_of,
    outcome_from_log,
    outcome_to_log,
    state_of,
    with_log,
)
from companion.store.write_outcome import Conflict, Gone, Rescored, Saved, WriteOutcome
from companion.store.writing import hold, writing

NO_EFFECT: Mapping[str, Any] = dict.fromkeys(
    ("slot", "entry", "cards", "note", "ended", "seats", "about", "undoes", "outcome")
)

Moved = Callable[[Connection, int], dict[str, Any] | None]
"""Moves the cards of the coming round while an edit is written, at a mark; gives those that the edit keeps."""

# Statements that every tap needs are put together once: that costs as much as running them.
_ADVANCE = (
    update(Play)
    .where(Play.id == bindparam("play"), Play.revision == bindparam("seen"))
    .values(mark=Play.mark + 1, sheet_mark=Play.mark + 1)
    .returning(Play.mark)
)


def ready_to_write(
    member: Member, state: PlayState, base: int, client_id: str, *, even_discarded: bool = False
) -> PlayState | WriteOutcome:
    """The play as it was loaded, if it stands at the revision that the writer saw."""
    needs_writer(member)
    if state.club_id != member.club_id:
        return Gone()
    if state.revision != base:
        return too_late(state, base, client_id)
    if state.about.discarded and not even_discarded:
        return Refused((Problem("rounds", "This play was discarded. Bring it back before you write in it."),))
    return state


def too_late(state: PlayState, base: int, client_id: str) -> Saved | Conflict:
    """What comes of a change to a play that was seen at another revision: the same tap, or somebody was quicker."""
    same = select(SLOT, Event.seq).where(about_play(state.id), Event.client_id == client_id)
    row = db.session.execute(same).first()
    if row is not None:
        revision = db.session.scalar(select(func.count()).where(about_play(state.id), Event.seq <= row.seq))
        return Saved(state, row[0], repeated=True, revision=revision)
    return Conflict(state, tuple(changes(state, since=base)))


def write_edit(
    member: Member,
    state: PlayState,
    after: PlayState | None,
    kind: str,
    client_id: str,
    moment: datetime,
    moves: Moved | None = None,
    /,
    *,
    by_today: bool = False,
    **effect: Any,
) -> WriteOutcome:
    """One edit, written if the play still stands as it was seen.

    ``effect``: the columns of the edit, people by the number of their row. ``after``: the state that it leads to,
    where the caller knows it already. ``moves``: what becomes of the cards of the coming round.
    """
    effect = {"rules_version": state.game.rules.version, **effect}
    after = after or _after(member, state, kind, moment, effect)
    found = _with_outcome(state, after, effect, by_today=by_today)
    if isinstance(found, Rescored):
        return found
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)
            _write(connection, member, state, found, kind, client_id, moment, moves, effect)
    except (_OvertakenError, IntegrityError):
        return too_late(_load_by_id(state.id), state.revision, client_id)
    cache(found)
    return Saved(found, effect.get("slot"), revision=found.revision)


Decision = Mapping[str, Any] | WriteOutcome
"""The columns of an edit, or why there is none."""


def decide_edit(
    member: Member,
    play: PlayState,
    base: int,
    kind: str,
    client_id: str,
    decide: Callable[[Connection, PlayState], Decision],
    moves: Callable[[PlayState], Moved] | None = None,
) -> WriteOutcome:
    """Write an edit that depends on who the people of the club are: decided and written in one transaction.

    Nobody is renamed, merged or written down meanwhile. ``decide`` gets the play as it stands then; where it refuses,
    nothing of what it did is kept. ``moves``: as for ``write_edit``, given that play.
    """
    ready = ready_to_write(member, play, base, client_id)
    if not isinstance(ready, PlayState):
        return ready
    moment = now()
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)
            log = log_of(ready.id, ready.revision, by=connection)
            state = with_log(ready.id, log, connection)
            decided = decide(connection, state)
            if not isinstance(decided, Mapping):
                raise _UnwrittenError(decided)
            effect = {"rules_version": state.game.rules.version, **decided}
            after = _with_outcome(state, _after(member, state, kind, moment, effect, connection), effect)
            if isinstance(after, Rescored):
                raise _UnwrittenError(after)
            _write(connection, member, state, after, kind, client_id, moment, moves and moves(state), effect)
            after = replace(after, names_mark=names_mark_of(ready.id, connection))
    except _UnwrittenError as refused:
        return refused.outcome
    except (_OvertakenError, IntegrityError):
        return too_late(_load_by_id(ready.id), ready.revision, client_id)
    cache(after)
    return Saved(after, effect.get("slot"), revision=after.revision)


def _after(
    member: Member,
    state: PlayState,
    kind: str,
    moment: datetime,
    effect: Mapping[str, Any],
    by: Connection | None = None,
) -> PlayState:
    """The state that an edit leads to."""
    fields = {**NO_EFFECT, **effect}
    edit = LoggedEdit(
        state.revision + 1,
        kind,
        as_logged=fields.pop("entry"),
        kept_note=fields.pop("note"),
        **{key: value for key, value in fields.items() if key != "cards"},
        device_id=member.device_id,
        at=moment,
        player_id=member.player_id,
    )
    return with_log(state.id, log_of(state.id, state.revision, then=[edit], by=by), by)


def _with_outcome(
    state: PlayState, after: PlayState, effect: dict[str, Any], *, by_today: bool = False
) -> PlayState | Rescored:
    """The state after an edit with the outcome that it leaves, which is put among the columns of the edit."""
    kept, is_anew = _outcome_after(state, after, effect)
    if is_anew and not by_today and state.today:
        return Rescored(state, after)
    after = replace(after, kept=kept, names_mark=state.names_mark)
    effect["outcome"] = kept and outcome_to_log(kept, after)
    return after


def _write(
    connection: Connection,
    member: Member,
    state: PlayState,
    after: PlayState,
    kind: str,
    client_id: str,
    moment: datetime,
    moves: Moved | None,
    effect: dict[str, Any],
) -> None:
    """Write an edit and what follows from it.

    :raises _OvertakenError: the play stands at another revision by now.
    """
    seen = {"play": state.id, "seen": state.revision}
    columns = {"revision": after.revision, "last_at": moment, **columns_of(after)}
    mark = connection.scalar(_ADVANCE, {**seen, **columns})
    if mark is None:
        raise _OvertakenError
    if moves is not None:
        effect["cards"] = moves(connection, mark)
    log_edit(connection, member, state.id, kind, client_id, moment, **effect)
    if is_told(state, after, write_parts(connection, state, after)):
        touch(connection, state.club_id, state.id)
        refresh(connection, {one.about.night for one in (state, after) if one.about.night is not None})


def _outcome_after(state: PlayState, after: PlayState, effect: Mapping[str, Any]) -> tuple[Outcome | None, bool]:
    """The outcome that an edit leaves, and whether it is one of today's rules.

    A play that comes back by undo or redo ended as it ended then; and what changes no round leaves it as it is.
    """
    if all(effect.get(key) is None for key in ("slot", "ended", "seats")) and not _is_set_up_anew(effect):
        return state.kept, False
    if effect.get("outcome") is not None:
        return outcome_from_log(effect["outcome"], after.people, after.sheet), False
    return outcome_of(after.sheet, after.ended), True


def _is_set_up_anew(effect: Mapping[str, Any]) -> bool:
    """Whether an edit changes by what a play is scored."""
    return any(key in (effect.get("about") or {}) for key in (OPTIONS, DEALER, SIDES))


class _OvertakenError(Exception):
    """Another writer was quicker."""


class _UnwrittenError(Exception):
    """What was decided is not to be written, so nothing done on the way is kept."""

    def __init__(self, outcome: WriteOutcome) -> None:
        super().__init__()
        self.outcome = outcome


def _load_by_id(play: int) -> PlayState:
    """A play as it stands."""
    return state_of(*db.session.execute(select(*STANDS).where(Play.id == play)).one())


_SEQ = nth_edit(Event.seq)


def log_edit(
    connection: Connection,
    member: Member,
    play: int,
    kind: str,
    client_id: str,
    moment: datetime,
    undoes: int | None = None,
    **effect: Any,
) -> None:
    """Add an edit to the log of the club, which has to be locked. ``effect``, ``undoes``: as in ``write_edit``."""
    place = None if undoes is None else connection.scalar(_SEQ, {"play": play, "before": undoes - 1})
    data = {key: value for key, value in effect.items() if value is not None}
    append(connection, member, NewEvent(PLAY, play, kind, data, place), client_id, moment)
