"""The API of a club: what the pages show and write, for programs that the organiser gave a token."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, g, request
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, HTTPException, Unauthorized

from companion.core.entry import is_absent
from companion.core.fold import read_setup
from companion.core.problems import Problem
from companion.core.words import shown
from companion.games import SLUGS, game_of
from companion.store import access, heads, plays
from companion.store.about import DISCARDED
from companion.store.access import Member
from companion.store.details import UNSAID, Details, change_details, night_by_key
from companion.store.heads import PagePlace
from companion.store.plays import WriteOutcome
from companion.store.programs import program
from companion.store.states import PlayState
from companion.store.trouble import Busy
from companion.store.zones import zone_of
from companion.web.api_answers import CLUB, answer, failed, problem, sent
from companion.web.club_api_once import Stale, Written, once, written
from companion.web.club_api_shapes import (
    CHANGE,
    PAGE,
    TYPED_CHANGE,
    WRITE,
    Key,
    Unusable,
    a_flag,
    a_moment,
    a_text,
    an_object,
    as_is,
    head_json,
    list_json,
    night_json,
    play_json,
    read_keys,
    read_query,
    refusal_json,
)
from companion.web.errors import ADVICE, trouble_in
from companion.web.form_base import whole
from companion.web.openapi import MOST_ERRORS
from companion.web.rate_limits import rate_limits

club_api = Blueprint("club_api", __name__, url_prefix=CLUB)

REALM = "Companion"
_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE | re.ASCII)
_LOOKS = ("GET", "HEAD")


# Who asks.


@club_api.before_request
def enter() -> None:
    """Before every request: nothing is told without a token, and nothing is written by one that reads."""
    given = request.headers.get("Authorization")
    if given is None:
        raise _locked("A program shows its token: Authorization: Bearer TOKEN.")
    token = _BEARER.fullmatch(given)
    found = _known(token[1]) if token else None
    if found is None:
        rate_limits().wrong_token()
        raise _locked("No club has this token. An organiser’s phone can make a new one.", error="invalid_token")
    if request.method not in _LOOKS and not found.can_write:
        raise Forbidden("This program reads. The organiser can make a token for one that writes the score.")
    g.program = found


def _known(token: str) -> Member | None:
    found = program(token)
    if found is not None:
        access.seen(found.device_id)
    return found


def _locked(why: str, **more: str) -> Unauthorized:
    return Unauthorized(why, www_authenticate=WWWAuthenticate("bearer", {"realm": REALM, **more}))


def here() -> Member:
    """The program that asks, in its club."""
    member: Member = g.program
    return member


@club_api.after_request
def kept_by_nobody_else(response: Response) -> Response:
    """Let an answer be kept by whoever asked, and asked for again by its tag."""
    response.vary.add("Authorization")
    if request.method in _LOOKS and response.status_code == 200:
        response.cache_control.private = True
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
    else:
        response.cache_control.no_store = True
    return response


# Looking.


@club_api.get("")
def show_club() -> Response:
    """The club and its people."""
    read_query(request.args, {})
    found = heads.club_in_short(here().club_id)
    people = [{"key": str(number), "name": name} for number, name in found.people]
    return answer({"name": found.name, "currency": found.currency, "timezone": found.timezone, "people": people})


@club_api.get("/plays")
def list_plays() -> Response:
    """The plays of the club, newest first."""
    zone = zone_of(here().club_id)
    found, more = heads.play_heads(here().club_id, *_page())
    return answer(list_json("plays", [head_json(head, zone) for head in found], more))


def _page() -> tuple[int, PagePlace | None]:
    asked = read_query(request.args, PAGE)
    return asked.get("limit", heads.USUALLY), asked.get("cursor")


@club_api.get("/plays/<key>")
def show_play(key: str) -> Response:
    """One play."""
    read_query(request.args, {})
    return answer(play_json(_play(key), zone_of(here().club_id)))


@club_api.get("/nights")
def list_nights() -> Response:
    """The nights of the club, newest first."""
    zone = zone_of(here().club_id)
    found, more = heads.nights_in_short(here().club_id, *_page())
    return answer(list_json("nights", [night_json(night, zone) for night in found], more))


@club_api.get("/nights/<key>")
def show_night(key: str) -> Response:
    """One night."""
    read_query(request.args, {})
    found = None if "\0" in key else heads.night_in_short(here().club_id, key)
    if found is None:
        abort(404, "This club has no such night.")
    return answer(night_json(found, zone_of(here().club_id)))


def _play(key: str) -> PlayState:
    state = None if "\0" in key else plays.load(here().club_id, key)
    if state is None:
        abort(404, "This club has no such play.")
    return state


# Starting a play.

_START = {
    "game": Key(a_text, required=True),
    "players": Key(as_is, required=True),
    "dealer": Key(as_is),
    "options": Key(as_is),
    "sides": Key(as_is),
    "stake": Key(as_is),
    "played_at": Key(a_moment),
    **WRITE,
}
_NOT_STARTED = "This play cannot be started"


@club_api.post("/plays")
def start_play() -> Response:
    """Start a play."""
    raw = sent()
    said = read_keys(raw, _START)
    if said["game"] not in SLUGS:
        raise Unusable([Problem("game", f"There is no game called “{shown(said['game'])}”.")], _NOT_STARTED)
    setup, problems = read_setup(game_of(said["game"]), said)
    if setup is None or problems:
        raise Unusable(problems, _NOT_STARTED)

    def start(client_id: str) -> Written:
        started = plays.start_play(
            here(),
            slug=said["game"],
            players=said["players"],
            dealer=_given(said, "dealer"),
            options=_given(said, "options") or {},
            sides=_given(said, "sides"),
            played_at=said.get("played_at"),
            client_id=client_id,
        )
        if isinstance(started, list):
            raise Unusable(started, _NOT_STARTED)
        return Written(201, {"play": started.key, "revision": 1})

    return once(here(), raw, start)


def _given(said: Mapping[str, Any], key: str) -> Any:
    return None if is_absent(said.get(key)) else said[key]


# Changing a play.


Change = Callable[[PlayState, Mapping[str, Any], Mapping[str, Any]], WriteOutcome]
"""Writes a change of a play as it was seen: what was said of it, and what every change carries."""


def _change(
    key: str, read: Callable[[], Mapping[str, Any]], keys: Mapping[str, Key], change: Change, status: int = 200
) -> Response:
    """A change of a play, if that stands as whoever sent it saw it."""
    state, raw = _play(key), read()
    said = read_keys(raw, keys)

    def write(client_id: str) -> Written:
        base = said["base"]
        if base != state.revision:
            return written(plays.too_late(state, base, client_id), state, status)
        return written(change(state, said, {"base": base, "client_id": client_id}), state, status)

    return once(here(), raw, write, state)


_ROUND = {"entry": Key(an_object, required=True), **CHANGE}


@club_api.post("/plays/<key>/rounds")
def write_round(key: str) -> Response:
    """Write the coming round down."""

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if state.ended:
            raise Stale("The table ended this play: reopen it before you write a round down.", state)
        return plays.save_round(here(), state, slot=None, entry=said["entry"], **carried)

    return _change(key, sent, _ROUND, change, 201)


@club_api.put("/plays/<key>/rounds/<number>")
def correct_round(key: str, number: str) -> Response:
    """Correct a round."""

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        entry, slot = said["entry"], _slot(state, number)
        return plays.save_round(here(), state, slot=slot, entry=entry, by_today=True, **carried)

    return _change(key, sent, _ROUND, change)


@club_api.delete("/plays/<key>/rounds/<number>")
def remove_round(key: str, number: str) -> Response:
    """Take a round off the sheet."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        return plays.remove_round(here(), state, slot=_slot(state, number), by_today=True, **carried)

    return _change(key, _asked, TYPED_CHANGE, change)


def _asked() -> Mapping[str, Any]:
    """What stands behind the question mark of the address."""
    return read_query(request.args, {key: Key(as_is, one.required) for key, one in TYPED_CHANGE.items()})


def _slot(state: PlayState, number: str) -> int:
    place = whole(number, most=len(state.slots), least=1)
    if place is None:
        abort(404, "This play has no such round.")
    return state.slots[place - 1].slot


def _is_there(state: PlayState) -> None:
    if state.about.discarded:
        raise Stale("This play was discarded: bring it back before you write in it.", state)


@club_api.post("/plays/<key>/end")
def end_play(key: str) -> Response:
    """End a play early."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if state.over or state.ended:
            raise Stale("This play is over already.", state)
        return plays.end_play(here(), state, **carried)

    return _change(key, sent, CHANGE, change)


@club_api.post("/plays/<key>/reopen")
def reopen_play(key: str) -> Response:
    """Go on with a play that was ended early."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if not state.ended:
            raise Stale("The table did not end this play; correct its last round instead.", state)
        return plays.reopen(here(), state, by_today=True, **carried)

    return _change(key, sent, CHANGE, change)


@club_api.post("/plays/<key>/discard")
def discard_play(key: str) -> Response:
    """Discard a play that was begun by mistake."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        return plays.tell(here(), state, about={DISCARDED: True}, **carried)

    return _change(key, sent, CHANGE, change)


_DETAILS = {"counts": Key(a_flag), "stake": Key(as_is), "night": Key(a_text), "played_at": Key(a_moment), **CHANGE}


@club_api.patch("/plays/<key>")
def change_play(key: str) -> Response:
    """Say whether a play counts, what it is played for, in which night, and when."""
    raw = {}

    def read() -> Mapping[str, Any]:
        raw.update(sent())
        return raw

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        details = Details(
            counts=said.get("counts", UNSAID),
            night=_night(said.get("night")) if "night" in raw else UNSAID,
            played_at=said.get("played_at") if "played_at" in raw else UNSAID,
        )
        return change_details(here(), state, details=details, **carried)

    return _change(key, read, _DETAILS, change)


def _night(key: str | None) -> int | None:
    """The number of a night; none finds the one that is near."""
    found = night_by_key(here().club_id, key) if key else None
    if key and found is None:
        raise Unusable([Problem("night", f"This club has no night with the key “{shown(key)}”.")])
    return found


# Errors, all of them as problems of RFC 9457.


@club_api.errorhandler(Unusable)
def _unusable(refusal: Unusable) -> Response:
    return problem(refusal_json(refusal, MOST_ERRORS))


@club_api.errorhandler(Stale)
def _stale(refusal: Stale) -> Response:
    body = {
        "type": "about:blank", "title": "It does not fit how things stand", "status": 409,
        "detail": refusal.problem.message,
        "errors": [{"field": refusal.problem.field, "message": refusal.problem.message}],
    }  # fmt: skip
    return problem({**body, "play": play_json(refusal.state, zone_of(here().club_id))} if refusal.state else body)


club_api.register_error_handler(HTTPException, failed)


def _troubled(error: Exception) -> Response:
    trouble = trouble_in(error)
    detail = f"{trouble.sentence} {ADVICE[trouble.kind]}"
    response = problem({"type": "about:blank", "title": "Not now", "status": 503, "detail": detail})
    response.headers["Retry-After"] = str(trouble.wait)
    return response


for fault in (DBAPIError, NoConnection, Busy):
    club_api.register_error_handler(fault, _troubled)
