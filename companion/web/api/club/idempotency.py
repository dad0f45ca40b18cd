"""Idempotent writes: each ``client_id`` is written once, and repetitions get the same answer."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Response, request
from werkzeug.exceptions import HTTPException

from companion.store.access import idempotency
from companion.store.club.quota import QuotaReachedError
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayRescored, PlayResult, PlayStale, PlayWritten
from companion.store.plays.play_state import PlayState, build_state, load_play
from companion.web.access.guard import current_club_id
from companion.web.api.answers import json_response
from companion.web.api.bodies import Answer
from companion.web.api.club.answers import ClubPlayJson, play_answer, to_json
from companion.web.api.club.errors import OutdatedError, UnusableError
from companion.web.plays.announcements import changes_text
from companion.web.support.requests.not_found import or_404


class WrittenPlay(NamedTuple):
    """The answer to a write of a play: the play at the revision to which the write led."""

    play: str
    """The key of the play."""

    revision: int
    repeated: bool = False
    """Whether the change had been written before, under the same id."""


def write_once(
    raw: Mapping[str, Any], answers: type[Answer], status: int, write: Callable[[], Any], about: object = None
) -> Response:
    """Carry out a write and return its answer; if it is a repetition, return the first answer again.

    A refused write leaves its id free.

    ``raw``: all that was sent, with its id; ``answers``, ``status``: type and status of the answer; ``write``: carries
    it out and returns the content of the answer, or a ``WrittenPlay``; ``about``: the play or night to change, if any.

    :raises OutdatedError: the id was used for another write.
    """
    digest = _request_digest(raw)
    call = idempotency.begin_call(current_club_id(), raw["client_id"], digest)
    state = about if isinstance(about, PlayState) else None
    if call.digest != digest:
        play_key = (call.answer or {}).get("play")
        raise OutdatedError(
            _USED_ID, state or (load_play(current_club_id(), play_key) if play_key else None), "client_id"
        )
    if call.answer is not None and call.status is not None:
        return _response_for(call.status, call.answer)
    try:
        done = write()
        if isinstance(done, WrittenPlay) and done.repeated and call.is_fresh:  # a page used the same id before
            raise OutdatedError(_USED_ID, state, "client_id")
    except (UnusableError, OutdatedError, NoSuchRoundError, QuotaReachedError, HTTPException):
        idempotency.forget_call(call)
        raise
    answer = {"play": done.play, "revision": done.revision} if isinstance(done, WrittenPlay) else to_json(answers, done)
    return _response_for(status, idempotency.finish_call(call, status, answer))


_USED_ID = "Another request used this client_id; use a new one."


def _request_digest(raw: Mapping[str, Any]) -> str:
    """Return a hash of the request that does not depend on the order of its keys."""
    text = json.dumps([request.method, request.path, raw], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _response_for(status: int, answer: Mapping[str, Any]) -> Response:
    """Return the response for a stored answer; a play is read again at its revision."""
    if "play" not in answer:
        return json_response(answer, status)
    state = or_404(load_play(current_club_id(), answer["play"]), "This club has no such play any more.")
    if state.revision != answer["revision"]:
        state = build_state(state.id, revision=answer["revision"])
    return json_response(to_json(ClubPlayJson, play_answer(state)), status)


def written_play(outcome: PlayResult, state: PlayState) -> WrittenPlay:
    """Return the answer to a change of a play.

    :raises OutdatedError: somebody else changed the play first, or the rules have changed since it ended.
    :raises UnusableError: the change was refused.
    """
    if isinstance(outcome, PlayWritten):
        revision = outcome.revision or outcome.state.revision
        return WrittenPlay(state.key, revision, outcome.repeated and outcome.revision is not None)
    if isinstance(outcome, PlayStale):
        came = changes_text(outcome.changes)
        by_whom = f" ({came})" if came else ""
        raise OutdatedError(f"The play is now at revision {outcome.state.revision}{by_whom}.", outcome.state)
    if isinstance(outcome, PlayRescored):
        message = "The rules have changed since this play ended. Change it on its page, which asks about today's rules."
        raise OutdatedError(message, outcome.state)
    title = "This cannot be saved" if outcome.number is None else f"Round {outcome.number} cannot be scored"
    raise UnusableError(outcome.problems, title, outcome.number)
