"""What programs write of plays: starting them, rounds, ends, and what is said about them."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, abort, request

from companion.core.entry import is_absent
from companion.core.fold import read_setup
from companion.core.money import read_stake
from companion.core.problems import Problem
from companion.core.words import shown
from companion.games import SLUGS, game_of
from companion.store.money.settings import settings_of, stake_for
from companion.store.money.stakes import stake_to_log
from companion.store.nights.placing import night_row
from companion.store.plays import commands, edits, seating, starting
from companion.store.plays.about import DISCARDED
from companion.store.plays.details import UNSAID, Details, change_details
from companion.store.plays.results import WriteOutcome
from companion.store.plays.states import PlayState
from companion.web.api.answers import sent
from companion.web.club_api.door import club_api, here
from companion.web.club_api.once import CallAnswer, OutdatedCall, once, written
from companion.web.club_api.shapes import (
    CHANGE,
    TYPED_CHANGE,
    WRITE,
    SentKey,
    Unusable,
    a_flag,
    a_moment,
    a_round,
    a_text,
    an_object,
    as_is,
    read_keys,
    read_query,
)
from companion.web.support.form_base import whole


def play_of(key: str) -> PlayState:
    """Return the play of the club with this key."""
    state = commands.load(here().club_id, key)
    if state is None:
        abort(404, "This club has no such play.")
    return state


# Starting a play.

_START = {
    "game": SentKey(a_text, required=True),
    "players": SentKey(as_is, required=True),
    "dealer": SentKey(as_is),
    "options": SentKey(as_is),
    "sides": SentKey(as_is),
    "stake": SentKey(as_is),
    "played_at": SentKey(a_moment),
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
    game = game_of(said["game"])
    setup, problems = read_setup(game, said)
    stake = None
    if setup is not None:
        stake, faults = read_stake(said.get("stake"), names=len(setup.names), unit=game.totals.unit)
        problems += faults
    if problems:
        raise Unusable(problems, _NOT_STARTED)

    def start(client_id: str) -> CallAnswer:
        started = starting.start_play(
            here(),
            slug=game.slug,
            players=said["players"],
            dealer=_given(said, "dealer"),
            options=_given(said, "options") or {},
            sides=_given(said, "sides"),
            stake=stake_to_log(stake, settings_of(here().club_id).currency),
            played_at=said.get("played_at"),
            client_id=client_id,
        )
        if isinstance(started, list):
            raise Unusable(started, _NOT_STARTED)
        return CallAnswer(201, {"play": started.key, "revision": 1})

    return once(here(), raw, start)


def _given(said: Mapping[str, Any], key: str) -> Any:
    return None if is_absent(said.get(key)) else said[key]


# Changing a play.


Change = Callable[[PlayState, Mapping[str, Any], Mapping[str, Any]], WriteOutcome]
"""Writes a change of a play as it was seen: what was said of it, and what every change carries."""


def _change(
    key: str, read: Callable[[], Mapping[str, Any]], keys: Mapping[str, SentKey], change: Change, status: int = 200
) -> Response:
    """Return a change of a play, if that stands as whoever sent it saw it."""
    state, raw = play_of(key), read()
    said = read_keys(raw, keys)

    def write(client_id: str) -> CallAnswer:
        base = said["base"]
        if base != state.revision:
            return written(edits.too_late(state, base, client_id), state, status)
        return written(change(state, said, {"base": base, "client_id": client_id}), state, status)

    return once(here(), raw, write, state)


_ROUND = {"entry": SentKey(an_object, required=True), **CHANGE}


@club_api.post("/plays/<key>/rounds")
def write_round(key: str) -> Response:
    """Write the coming round down."""

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if state.ended:
            raise OutdatedCall("The table ended this play: reopen it before you write a round down.", state)
        return commands.save_round(here(), state, slot=None, entry=said["entry"], **carried)

    return _change(key, sent, _ROUND, change, 201)


@club_api.put("/plays/<key>/rounds/<number>")
def correct_round(key: str, number: str) -> Response:
    """Correct a round."""

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        entry, slot = said["entry"], _slot(state, number)
        return commands.save_round(here(), state, slot=slot, entry=entry, by_today=True, **carried)

    return _change(key, sent, _ROUND, change)


@club_api.delete("/plays/<key>/rounds/<number>")
def remove_round(key: str, number: str) -> Response:
    """Take a round off the sheet."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        return commands.remove_round(here(), state, slot=_slot(state, number), by_today=True, **carried)

    return _change(key, _asked, TYPED_CHANGE, change)


def _asked() -> Mapping[str, Any]:
    """Return what stands behind the question mark of the address."""
    return read_query(request.args, {key: SentKey(as_is, one.required) for key, one in TYPED_CHANGE.items()})


def _slot(state: PlayState, number: str) -> int:
    place = whole(number, most=len(state.slots), least=1)
    if place is None:
        abort(404, "This play has no such round.")
    return state.slots[place - 1].slot


def _is_there(state: PlayState) -> None:
    if state.about.discarded:
        raise OutdatedCall("This play was discarded: bring it back before you write in it.", state)


@club_api.post("/plays/<key>/end")
def end_play(key: str) -> Response:
    """End a play early."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if state.over or state.ended:
            raise OutdatedCall("This play is over already.", state)
        return commands.end_play(here(), state, **carried)

    return _change(key, sent, CHANGE, change)


@club_api.post("/plays/<key>/reopen")
def reopen_play(key: str) -> Response:
    """Go on with a play that was ended early."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if not state.ended:
            raise OutdatedCall("The table did not end this play; correct its last round instead.", state)
        return commands.reopen(here(), state, by_today=True, **carried)

    return _change(key, sent, CHANGE, change)


@club_api.post("/plays/<key>/discard")
def discard_play(key: str) -> Response:
    """Discard a play that was begun by mistake."""

    def change(state: PlayState, _: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        return commands.tell(here(), state, about={DISCARDED: True}, **carried)

    return _change(key, sent, CHANGE, change)


_TAKEOVER = {
    "player": SentKey(a_text, required=True),
    "name": SentKey(a_text, required=True),
    "round": SentKey(a_round),
    **CHANGE,
}


@club_api.post("/plays/<key>/seats")
def take_seat(key: str) -> Response:
    """Let somebody take over a seat."""

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        _is_there(state)
        if state.over:
            raise OutdatedCall("This play is over; nobody takes over a seat any more.", state)
        since, slots = said.get("round"), [one.slot for one in state.slots] + [state.next_slot]
        if since is not None and since > len(slots):
            raise Unusable(
                [Problem("round", f"This play has {len(slots) - 1} rounds; {len(slots)} is the coming one.")]
            )
        slot = None if since is None else slots[since - 1]
        return seating.take_seat(here(), state, player=said["player"], name=said["name"], slot=slot, **carried)

    return _change(key, sent, _TAKEOVER, change)


_DETAILS = {
    "counts": SentKey(a_flag),
    "stake": SentKey(as_is),
    "night": SentKey(a_text),
    "played_at": SentKey(a_moment),
    **CHANGE,
}


@club_api.patch("/plays/<key>")
def change_play(key: str) -> Response:
    """Say whether a play counts, what it is played for, in which night, and when."""
    raw = {}

    def read() -> Mapping[str, Any]:
        raw.update(sent())
        return raw

    def change(state: PlayState, said: Mapping[str, Any], carried: Mapping[str, Any]) -> WriteOutcome:
        stake, problems = stake_for(here(), state, raw.get("stake"))
        if problems:
            raise Unusable(problems)
        details = Details(
            counts=said.get("counts", UNSAID),
            stake=stake or {} if "stake" in raw else UNSAID,
            night=_night(said.get("night")) if "night" in raw else UNSAID,
            played_at=said.get("played_at") if "played_at" in raw else UNSAID,
        )
        return change_details(here(), state, details=details, **carried)

    return _change(key, read, _DETAILS, change)


def _night(key: str | None) -> int | None:
    """Return the number of a night; none finds the one that is near."""
    found = night_row(here().club_id, key) if key else None
    if key and found is None:
        raise Unusable([Problem("night", f"This club has no night with the key “{shown(key)}”.")])
    return found.id if found else None
