"""Two phones change a play at once: what each change is based on, and the answer to one that comes too late."""

from typing import Required, TypedDict

from sqlalchemy import func, select

from companion.store.database.base import db
from companion.store.database.models import Event
from companion.store.log.events import edit_of, event_of, subject_is
from companion.store.log.subjects import PLAY
from companion.store.plays.edits.change_log import changes
from companion.store.plays.edits.edit_labels import purchase_in
from companion.store.plays.edits.edit_log import is_objection
from companion.store.plays.edits.play_results import PlayStale, PlayWritten
from companion.store.plays.play_state import PlayState, log_of


class EditRequest(TypedDict, total=False):
    """The arguments of every command that changes a play."""

    base: Required[int]
    """The revision that the phone showed."""

    client_id: Required[str]
    """The id of the request; one that is sent again writes nothing."""

    by_today: bool
    """Whether a play that ended by older rules may be scored by today's, although it would end differently. Otherwise
    it is not changed, and the result is ``PlayRescored``."""


def conflict_result(state: PlayState, base: int, client_id: str) -> PlayWritten | PlayStale:
    """Return the result of a change based on an older revision: a repetition, or a conflict with the changes since.

    ``client_id``: the id of the request.
    """
    event = event_of(state.club_id, subject_is(PLAY, state.id), Event.client_id == client_id)
    if event is None:
        return PlayStale(state=state, changes=tuple(changes(state, since=base)))
    revision = db.session.scalar(select(func.count()).where(edit_of(state.id), Event.seq <= event.seq))
    return PlayWritten(event, repeated=True, state=state, revision=revision)


def rebase(play: PlayState, request: EditRequest) -> None:
    """Set the base of a request to the play's revision, unless it repeats a request that was written."""
    written = select(Event.id).where(edit_of(play.id), Event.client_id == request["client_id"])
    if db.session.scalar(written) is None:
        request["base"] = play.revision


def is_round_as_seen(state: PlayState, base: int, slot: int | None) -> bool:
    """Return whether a play was edited since a page showed it at revision ``base``, but this round was not.

    Objections change no round; findings and purchases of chips do not change the coming one (``slot`` None).
    """
    log = log_of(state.id, state.revision)
    unrelated = {edit.revision for edit in log.edits if is_objection(edit)}
    if slot is None:
        unrelated |= {edit.revision for edit in log.edits if edit.kind == "note"}
        unrelated |= {revision for revision, step in log.steps.items() if purchase_in(step)}
    since = [edit for edit in log.edits if edit.revision > base]
    return bool(since) and all(edit.revision in unrelated or edit.undoes in unrelated for edit in since)
