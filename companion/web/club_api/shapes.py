"""The JSON of a club: what programs send, key by key, and plays and nights as they are answered."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.core.kinds import can_be_shown
from companion.core.problems import Problem, Problems
from companion.core.scoring_api import score_json
from companion.core.words import listed, shown
from companion.store.money.stakes import balances_of, currency_of_play, stake_of
from companion.store.nights.zones import local
from companion.store.plays.api_lists import NightInShort, PagePlace, PlayHead, cursor_of, head_of, place_from
from companion.store.plays.states import PlayState
from companion.store.plays.words import folded_entry, numbers_of, sat_in
from companion.web.support.form_base import whole

MOST_LISTED: Final = 100
"""The most plays or nights on one page of a list."""

LONGEST_ID: Final = 40
MOST_REVISION: Final = 999_999_999
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(3000, 1, 1, tzinfo=UTC)


class Unusable(Exception):  # noqa: N818 - it is an answer to a program, not a fault of ours
    """Something that was sent and cannot be used; nothing of it was."""

    def __init__(self, problems: Iterable[Problem], title: str = "This cannot be used", number: int | None = None):
        self.problems = tuple(problems)
        self.title = title
        self.number = number
        """The round at fault."""
        super().__init__(title)


# What is sent.


Read = Callable[[object], Any]
"""Reads what stands under a key.

:raises ValueError: it is nothing of the kind; a sentence says what to send.
"""


@dataclass(frozen=True, slots=True)
class SentKey:
    """Something that may be sent."""

    read: Read
    required: bool = False


def read_keys(raw: Mapping[str, Any], keys: Mapping[str, SentKey]) -> dict[str, Any]:
    """Return what was sent under these keys; those that were not, or are null, are left out.

    :raises Unusable: something is missing, wrong, or means nothing here.
    """
    problems = strange_keys(raw, keys)
    found = {}
    for key, how in keys.items():
        value = raw.get(key)
        if value is None:
            if how.required:
                problems.append(Problem(key, f"Give the {key}." if key in raw else f"The {key} is missing."))
            continue
        try:
            found[key] = how.read(value)
        except ValueError as fault:
            problems.append(Problem(key, str(fault)))
    if problems:
        raise Unusable(problems)
    return found


def strange_keys(raw: Iterable[str], keys: Collection[str]) -> Problems:
    """Return what was sent under keys that mean nothing."""
    known = f"; there is {listed(keys)}" if keys else ""
    strange = [shown(key) for key in raw if key not in keys]
    return [Problem(key, f"“{key}” means nothing here{known}.") for key in strange]


def read_query(given: MultiDict[str, str], keys: Mapping[str, SentKey]) -> dict[str, Any]:
    """Return what stands behind the question mark of an address, as ``read_keys`` reads it.

    No key may stand there twice.
    """
    texts = dict(given.lists())
    twice = [key for key, values in texts.items() if len(values) > 1]
    if twice:
        raise Unusable(Problem(shown(key), f"“{shown(key)}” is there twice; give it once.") for key in twice)
    return read_keys({key: values[0] for key, values in texts.items()}, keys)


def as_is(value: object) -> object:
    """Anything: whoever knows it looks at it."""
    return value


def an_object(value: object) -> dict[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise ValueError(f"{shown(value)} is no object with its fields.")
    return value


def a_flag(value: object) -> bool:
    """Return a boolean."""
    if not isinstance(value, bool):
        raise ValueError(f"{shown(value)} is neither true nor false.")
    return value


def a_text(value: object) -> str:
    """Return a text that can be shown."""
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is not a text.")
    if not can_be_shown(value):
        raise ValueError("It has letters that cannot be shown.")
    return value


def an_id(value: object) -> str:
    """Return the id by which a write is known again."""
    text = a_text(value)
    if not 1 <= len(text) <= LONGEST_ID:
        raise ValueError(f"An id has 1 to {LONGEST_ID} letters; this one has {len(text):,}.")
    return text


def a_revision(value: object) -> int:
    """Return a revision of a play."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_REVISION:
        raise ValueError(f"{shown(value)} is no revision; that of a play stands under “revision” in it.")
    return value


def a_round(value: object) -> int:
    """Return the number of a round."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_REVISION:
        raise ValueError(f"{shown(value)} is no number of a round.")
    return value


def a_moment(value: object) -> datetime:
    """Return a moment with its offset."""
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no time. Write it as 2026-11-21T20:15:00+01:00.")
    try:
        moment = datetime.fromisoformat(value)
        offset = moment.utcoffset()
    except ValueError:
        raise ValueError(f"“{shown(value)}” is no time. Write it as 2026-11-21T20:15:00+01:00.") from None
    if offset is None:
        raise ValueError(f"“{shown(value)}” does not say in which time zone: end it with an offset, such as +01:00.")
    naive = moment.replace(tzinfo=UTC)
    if not EARLIEST <= naive < LATEST:
        raise ValueError(f"Times are kept from {EARLIEST.year} to {LATEST.year - 1}.")
    return naive - offset


def typed_revision(value: object) -> int:
    """Return a revision in an address."""
    number = whole(str(value), most=MOST_REVISION)
    return a_revision(value if number is None else number)


def a_limit(value: object) -> int:
    """Return how many of a list are wanted."""
    number = whole(str(value), most=MOST_LISTED, least=1)
    if number is None:
        raise ValueError(f"{shown(value)} is no limit; it is a number from 1 to {MOST_LISTED}.")
    return number


def a_cursor(value: object) -> PagePlace:
    """Return where the next page of a list begins."""
    place = place_from(str(value))
    if place is None:
        raise ValueError(f"“{shown(value)}” is no cursor; take the “next” of the page before.")
    return place


WRITE = {"client_id": SentKey(an_id, required=True)}
"""What every write carries."""

CHANGE = {"base": SentKey(a_revision, required=True), **WRITE}
"""What every change of a play carries."""

TYPED_CHANGE = {"base": SentKey(typed_revision, required=True), **WRITE}
"""The same in an address."""

PAGE = {"limit": SentKey(a_limit), "cursor": SentKey(a_cursor)}
"""Which page of a list is wanted."""


# What is answered.


def time_json(moment: datetime, zone: tzinfo) -> str:
    """Return a moment with the offset of a zone."""
    return local(moment, zone).isoformat()


def head_json(head: PlayHead, zone: tzinfo) -> dict[str, Any]:
    """Return a play in short."""
    return {
        "key": head.key,
        "game": head.game,
        "title": head.title,
        "night": head.night,
        "played_at": time_json(head.played_at, zone),
        "over": head.over,
        "counts": head.counts,
        "discarded": head.is_discarded,
        "players": list(head.players),
        "totals": dict(head.totals),
        "winners": list(head.winners),
    }


def night_json(night: NightInShort, zone: tzinfo) -> dict[str, Any]:
    """Return a night with its plays in short."""
    return {
        "key": night.key,
        "date": night.on.isoformat(),
        "name": night.name,
        "place": night.place,
        "notes": night.notes,
        "people": list(night.people),
        "plays": [head_json(head, zone) for head in night.plays],
        "wins": night.wins,
    }


def play_json(state: PlayState, zone: tzinfo) -> dict[str, Any]:
    """Return a play with its scoring request and the answer to that, as far as it can be scored."""
    refusal, stake = state.sheet.refusal, stake_of(state)
    return {
        **head_json(head_of(state), zone),
        "dealer": state.setup.dealer,
        "options": dict(state.options),
        "sides": list(state.setup.sides),
        "rounds": [dict(folded_entry(slot.entry, slot.slot, state.seats)) for slot in state.slots],
        "sheet": score_json(state.sheet),
        "mend": refusal.number if refusal else None,
        "stake": stake.json if stake else None,
        "currency": currency_of_play(state).code,
        "balances": balances_of(state),
        "seats": _seats_json(state),
        "revision": state.revision,
    }


def _seats_json(state: PlayState) -> list[dict[str, Any]]:
    """Return the seats that were handed on, with who sat there from which round on."""
    numbers = numbers_of(state.slots)
    found = {seat.name: sat_in(seat, numbers) for seat in state.seats if seat.earlier}
    return [
        {"player": player, "sat": [{"name": name, "from": number} for number, name in sat]}
        for player, sat in found.items()
        if len(sat) > 1
    ]


def list_json(name: str, rows: Iterable[object], place: PagePlace | None) -> dict[str, Any]:
    """Return a page of a list."""
    return {name: list(rows), "next": cursor_of(place) if place else None}


def refusal_json(refusal: Unusable, most: int) -> dict[str, Any]:
    """Return the body of a 422, in the shape of the scoring API's; ``most``: how many problems are told."""
    return {
        "type": "about:blank",
        "title": refusal.title,
        "status": 422,
        "round": refusal.number,
        "errors": [{"field": problem.field, "message": problem.message} for problem in refusal.problems[:most]],
    }
