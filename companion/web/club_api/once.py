"""Writes of programs: each is done once, however often it is sent, and answered the same."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Response, abort, request
from werkzeug.exceptions import HTTPException

from companion.core.problems import Problem
from companion.core.words import listed
from companion.store.access import idempotency
from companion.store.access.members import Member
from companion.store.nights.zones import zone_of
from companion.store.plays import commands
from companion.store.plays.results import Conflict, Gone, Rescored, Saved, WriteOutcome
from companion.store.plays.states import PlayState, log_of, with_log
from companion.web.api.answers import answer
from companion.web.club_api.shapes import Unusable, play_json


class OutdatedCall(Exception):  # noqa: N818 - it is an answer to a program, not a fault of ours
    """A write that does not fit how things stand; nothing was written."""

    def __init__(self, message: str, state: PlayState | None = None, field: str = "base") -> None:
        self.problem = Problem(field, message)
        self.state = state
        """The play as it stands, where it is about one."""
        super().__init__(message)


class CallAnswer(NamedTuple):
    """What a write is answered with."""

    status: int
    kept: Mapping[str, Any]
    """The answer itself; of a play its key as ``play``, and the ``revision`` at which it is told."""

    repeated: bool = False
    """Whether it had been written already, under the same id."""


def once(
    member: Member, raw: Mapping[str, Any], write: Callable[[str], CallAnswer], state: PlayState | None = None
) -> Response:
    """Write what was sent, but once only. ``raw``: all of it, with its id; ``state``: the play that it is about.

    Who is refused may send something else under the same id: nothing was written under it.
    """
    client_id, digest = str(raw["client_id"]), _digest(raw)
    call = idempotency.begin(member.club_id, client_id, digest)
    if call.digest != digest:
        made = (call.answer or {}).get("play")
        there = state or (commands.load(member.club_id, made) if made else None)
        raise OutdatedCall(_USED, there, "client_id")
    if call.answer is not None and call.status is not None:
        return _answered(member, call.status, call.answer)
    try:
        done = write(client_id)
        if done.repeated and call.is_fresh:  # a page was first
            raise OutdatedCall(_USED, state, "client_id")
    except (Unusable, OutdatedCall, HTTPException):
        idempotency.forget(call)
        raise
    return _answered(member, done.status, idempotency.finish(call, done.status, done.kept))


_USED = "Something else was sent under this client_id; take a new one."


def _digest(raw: Mapping[str, Any]) -> str:
    """Return what tells one write from another, in whatever order its keys stand."""
    text = json.dumps([request.method, request.path, raw], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _answered(member: Member, status: int, kept: Mapping[str, Any]) -> Response:
    if "play" not in kept:
        return answer(kept, status)
    state = commands.load(member.club_id, kept["play"])
    if state is None:
        abort(404, "This club has no such play any more.")
    if state.revision != kept["revision"]:
        state = with_log(state.id, log_of(state.id, kept["revision"]))
    return answer(play_json(state, zone_of(member.club_id)), status)


def written(outcome: WriteOutcome, state: PlayState, status: int) -> CallAnswer:
    """Return what comes of a change of a play.

    :raises OutdatedCall: somebody was quicker.
    :raises Unusable: it cannot be written down.
    """
    if isinstance(outcome, Saved):
        kept = {"play": state.key, "revision": outcome.revision or outcome.state.revision}
        return CallAnswer(status, kept, outcome.repeated and outcome.revision is not None)
    if isinstance(outcome, Conflict):
        came = listed(dict.fromkeys(f"{change.who}: {change.label}" for change in outcome.changes[:5]))
        told = f" ({came})" if came else ""
        raise OutdatedCall(f"The play is at revision {outcome.state.revision} by now{told}.", outcome.state)
    if isinstance(outcome, Gone | Rescored):
        abort(404, "This play has no such round.")
    title = "This cannot be written down" if outcome.number is None else f"Round {outcome.number} cannot be scored"
    raise Unusable(outcome.problems, title, outcome.number)
