"""Writing edits: every change of a play is one, written only if the play has not changed meanwhile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from companion.core.outcome import Outcome, outcome_of
from companion.core.problems import Problem
from companion.store.access.members import Member, needs_writer
from companion.store.database.base import db, now
from companion.store.database.models import Club, Event, Play
from companion.store.database.writing import hold, writing
from companion.store.log.events import PLAY, LoggedEvent, about, about_play, event_of, nth_edit
from companion.store.log.results import Refused
from companion.store.log.write import NewEvent, append
from companion.store.nights.placing import refresh
from companion.store.plays.about import DEALER, OPTIONS, SIDES
from companion.store.plays.change_log import changes
from companion.store.plays.edit_log import LoggedEdit
from companion.store.plays.projection import columns_of, is_told, touch, write_parts
from companion.store.plays.results import NoSuchRoundError, PlayRescored, PlayResult, PlayStale, PlayWritten
from companion.store.plays.states import (
    STANDS,
    PlayState,
    cache,
    log_of,
    outcome_from_log,
    outcome_to_log,
    state_of,
    with_log,
)

EFFECT = ("slot", "entry", "cards", "note", "ended", "seats", "about", "outcome", "rules_version")
"""What an edit may say, by key; what it says nothing of is left out."""

Moved = Callable[[Connection, int], dict[str, Any] | None]
"""Moves the cards of the coming round while an edit is written, at a mark; gives those that the edit keeps."""


@dataclass(frozen=True, slots=True)
class NewEdit:
    """An edit to be written."""

    effect: Mapping[str, Any]
    """What it says, people by the number of their row; and the revision that it ``undoes``."""

    after: PlayState | None = None
    """The state that it leads to, where that is known already."""

    moves: Moved | None = None
    """What becomes of the cards of the coming round."""


Decide = Callable[[PlayState, Connection], NewEdit | Refused | None]
"""What a change of a play comes to, as the play stands inside the transaction that writes it; None: it is so already.

It may add people whom the edit names for the first time: unless the edit is written, they go again.
"""

# Statements that every tap needs are put together once: that costs as much as running them.
_STANDS = select(*STANDS).where(Play.id == bindparam("play"))
_ADVANCE = (
    update(Play)
    .where(Play.id == bindparam("play"))
    .values(mark=Play.mark + 1, sheet_mark=Play.mark + 1)
    .returning(Play.mark)
)


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
    moment: datetime | None = None,
) -> PlayResult:
    """Decide on an edit and write it in one transaction, with the club locked, if the play still stands as it was seen.

    ``base``: the revision that was seen; ``by_today``, ``even_discarded``: whether it may score a play anew that
    keeps the outcome of older rules, and change one that was discarded; ``moment``: when it is written, if not now.

    :raises PermissionError: the phone may only look on.
    :raises NoSuchRoundError: the play is another club's, or there is no such round.
    """
    needs_writer(member)
    if play.club_id != member.club_id:
        raise NoSuchRoundError
    moment = moment or now()
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)
            stands = connection.execute(_STANDS, {"play": play.id}).one()
            if stands.revision != base:
                raise _UnwrittenError(None)
            state = play if (play.revision, play.names_mark) == stands[1:] else _read(stands, connection)
            if state.about.discarded and not even_discarded:
                raise _UnwrittenError(_DISCARDED)
            new = decide(state, connection)
            if not isinstance(new, NewEdit):
                raise _UnwrittenError(new or PlayWritten(None, repeated=True, state=state))
            effect = {"rules_version": state.game.rules.version, **new.effect}
            after = new.after or _after(member, state, kind, moment, effect, connection)
            after = _with_outcome(state, after, effect, by_today=by_today)
            event = _write(connection, member, state, after, kind, client_id, moment, new.moves, effect)
            after = replace(after, names_mark=stands[-1])
    except (_UnwrittenError, IntegrityError) as unwritten:  # the latter: the same tap on another revision
        if isinstance(unwritten, _UnwrittenError) and unwritten.outcome is not None:
            return unwritten.outcome
        db.session.rollback()
        return too_late(_read(db.session.execute(_STANDS, {"play": play.id}).one()), base, client_id)
    finally:
        db.session.rollback()  # what was read by the session on the way is from before it was written
    cache(after)
    return PlayWritten(event, state=after, revision=after.revision)


_DISCARDED = Refused((Problem("rounds", "This game was discarded. Bring it back before you write in it."),))


class _UnwrittenError(Exception):
    """Rolls the transaction back. Without an outcome: somebody else was quicker."""

    def __init__(self, outcome: PlayResult | None) -> None:
        super().__init__()
        self.outcome = outcome


def _read(stands: Any, by: Connection | None = None) -> PlayState:
    """Return the current state of a play. ``by``: the connection of a transaction that has not changed it yet."""
    play, revision, names_mark = stands
    if by is None:
        return state_of(play, revision, names_mark)
    return replace(with_log(play, log_of(play, revision, by=by), by), names_mark=names_mark)


def too_late(state: PlayState, base: int, client_id: str) -> PlayWritten | PlayStale:
    """Return the result for a change based on another revision: the same tap again, or a conflict."""
    event = event_of(state.club_id, about(PLAY, state.id), Event.client_id == client_id)
    if event is None:
        return PlayStale(state=state, changes=tuple(changes(state, since=base)))
    revision = db.session.scalar(select(func.count()).where(about_play(state.id), Event.seq <= event.seq))
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
    return with_log(state.id, log_of(state.id, state.revision, then=[edit], by=by), by)


def _with_outcome(state: PlayState, after: PlayState, effect: dict[str, Any], *, by_today: bool) -> PlayState:
    """Return the state after an edit with its outcome, and add the outcome to the edit."""
    kept, is_anew = _outcome_after(state, after, effect)
    if is_anew and not by_today and state.today:
        raise _UnwrittenError(PlayRescored(state=state, after=after))
    after = replace(after, kept=kept)
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
) -> LoggedEvent:
    """Write an edit and the rows that follow from it."""
    columns = {"revision": after.revision, "last_at": moment, **columns_of(after)}
    mark = connection.execute(_ADVANCE, {"play": state.id, **columns}).scalar_one()
    if moves is not None:
        effect["cards"] = moves(connection, mark)
    event = log_edit(connection, member, state.id, kind, client_id, moment, **effect)
    if is_told(state, after, write_parts(connection, state, after)):
        touch(connection, state.club_id, state.id)
        refresh(connection, {one.about.night for one in (state, after) if one.about.night is not None})
    return event


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


def log_edit(
    connection: Connection,
    member: Member,
    play: int,
    kind: str,
    client_id: str,
    moment: datetime,
    undoes: int | None = None,
    **effect: Any,
) -> LoggedEvent:
    """Append an edit to the log of the club, which must be locked. ``effect``, ``undoes``: as in ``NewEdit``."""
    place = None if undoes is None else connection.scalar(_SEQ, {"play": play, "before": undoes - 1})
    data = {key: value for key, value in effect.items() if value is not None}
    return append(connection, member, NewEvent(PLAY, play, kind, data, place), client_id, moment)
