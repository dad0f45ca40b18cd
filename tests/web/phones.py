"""Test clients that act as phones, with cookies and an address of their own, and a club and a play for them."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import unescape
from importlib import import_module
from itertools import count
from random import Random
from secrets import token_hex
from typing import Any

from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion.core.play.fold import shared_fields_of, with_absent
from companion.games import folder_of, game_of
from companion.store.access import invitations, members
from companion.store.database.base import db
from companion.store.plays.play_state import PlayState, load_play
from companion.web.access.cookies import DEVICE_COOKIE
from companion.web.forms.entry import EntryForm
from tests.web.support.wiring import check_wiring

_ids = count(1)
_addresses = count(1)


class Phone:
    """A test client with cookies and an address of its own, like a phone that opens Companion for the first time."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()
        number = next(_addresses)
        self.address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"

    def open(self, path: str, method: str = "GET", **more: Any) -> TestResponse:
        """Send a request without following redirects; check that the page's links to itself have targets."""
        given = {"environ_base": {"REMOTE_ADDR": self.address}, "buffered": True, **more}
        answer = self.client.open(path, method=method, **given)
        check_wiring(answer, path)
        return answer

    def get(self, path: str, **more: Any) -> TestResponse:
        """Request a page."""
        return self.open(path, **more)

    @property
    def csrf(self) -> str:
        """The CSRF token of this phone's session, as any page would have it."""
        with self.client.session_transaction(environ_base={"REMOTE_ADDR": self.address}) as session:
            unsigned = session.get("csrf_token") or session.setdefault("csrf_token", token_hex())
        return URLSafeTimedSerializer(self.app.secret_key or b"", salt="wtf-csrf-token").dumps(unsigned)

    def post(self, path: str, form: Mapping[str, Any] | None = None, **more: Any) -> TestResponse:
        """Send a form with a CSRF token; lists are sent as repeated values."""
        return self.open(path, "POST", data={"csrf_token": self.csrf, **(form or {})}, **more)

    @property
    def token(self) -> str:
        """The device token in the phone's cookie."""
        cookie = self.client.get_cookie(DEVICE_COOKIE)
        return "" if cookie is None else cookie.value.split(".")[1]


class Club:
    """A club with a phone for each role, and a phone outside the club; each phone joins when it is first used."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.organiser = Phone(app)
        self.url = self.organiser.post("/clubs").headers["Location"]
        self.key = self.url.rsplit("/", 1)[1]
        with app.app_context():
            member = members.member(self.organiser.token, self.key)
            assert member is not None
            self.id = member.club_id
            self.codes = invitations.join_codes(member)

    @cached_property
    def scorer(self) -> Phone:
        """The phone of a scorer."""
        return self._joined("scorer")

    @cached_property
    def viewer(self) -> Phone:
        """The phone of a viewer."""
        return self._joined("viewer")

    @cached_property
    def stranger(self) -> Phone:
        """The organiser's phone of another club."""
        phone = Phone(self.app)
        assert phone.post("/clubs").status_code == 302
        return phone

    def gather(self) -> "Club":
        """Let all phones join now, and start the stranger's club."""
        assert all((self.scorer, self.viewer, self.stranger))
        return self

    def _joined(self, role: str) -> Phone:
        phone = Phone(self.app)
        answer = phone.post("/join", {"code": self.codes[role]})
        assert answer.headers["Location"].removesuffix("/whose") == self.url
        return phone

    def phone(self, role: str) -> Phone:
        """Return the phone of a role, or the stranger's."""
        phone: Phone = getattr(self, role)
        return phone

    def start(
        self, slug: str, players: Sequence[str], form: Mapping[str, Any] | None = None, phone: Phone | None = None
    ) -> "Table":
        """Start a play with the form of the start page."""
        seats = {f"seat.{number}": name for number, name in enumerate(players)}
        answer = (phone or self.scorer).post(f"{self.url}/plays/new", {"game": slug, **seats, **(form or {})})
        assert answer.status_code == 303, problems(answer)
        return Table(self, answer.headers["Location"])


class Table:
    """A play, used through its pages."""

    def __init__(self, club: Club, url: str) -> None:
        self.club = club
        self.phone = club.scorer
        self.url = url
        self.key = url.rsplit("/", 1)[1]

    @property
    def state(self) -> PlayState:
        """The play as the store has it."""
        with self.club.app.app_context():
            found = load_play(self.club.id, self.key)
            db.session.remove()
        assert found is not None
        return found

    def carried(self) -> dict[str, Any]:
        """The hidden values of every form of the play."""
        return {"base": self.state.revision, "client_id": f"tap-{next(_ids)}"}

    def post(self, path: str, form: Mapping[str, Any] | None = None, phone: Phone | None = None) -> TestResponse:
        """Send a form of the play, by default from the scorer's phone and based on the present revision."""
        return (phone or self.phone).post(self.url + path, {**self.carried(), **(form or {})})

    def write(self, entry: Mapping[str, Any]) -> None:
        """Save a round, and check that it is accepted."""
        answer = self.post("/rounds", self.inputs(entry))
        assert answer.status_code == 303, (entry, problems(answer))

    def inputs(self, entry: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return an entry of the coming round as the inputs of its form."""
        return inputs(self.state, entry)

    def sampled(self, dice: Random) -> dict[str, Any]:
        """Return a believable entry of the coming round."""
        return sampled(self.state, dice)


def sampled(state: PlayState, dice: Random) -> dict[str, Any]:
    """Return a believable entry of the coming round."""
    sample = import_module(f"companion.games.{folder_of(state.game.slug)}.sample").sample_round
    entry: dict[str, Any] = sample(state.sheet.table, dice)
    return entry


def inputs(state: PlayState, entry: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return an entry of the coming round as the inputs of its form."""
    found: dict[str, list[str]] = {}
    table = with_absent(state.game, state.sheet.table, entry.get("absent", ()))
    shared = shared_fields_of(state.game, table)
    fields = (*shared, *state.game.scoring.fields(table))
    for name, text in EntryForm(fields, data={item.key: entry.get(item.key) for item in fields}).inputs:
        found.setdefault(name, []).append(text)
    return found


def seats_of(slug: str) -> list[str]:
    """Return names for as many players as the game prefers."""
    return ["Ann", "Bob", "Cyd", "Dee", "Eve"][: game_of(slug).seats.fewest]


def problems(answer: TestResponse) -> str:
    """Return the errors and messages that a page shows, in one line."""
    page = answer.text
    found = re.findall(r'<(\w+)[^>]* class="[^"]*\bproblem\b[^"]*"[^>]*>(.*?)</\1>', page, re.DOTALL)
    found += re.findall(r'<(p)\b[^>]* class="notice"[^>]*>(.*?)</p>', page, re.DOTALL)
    found += re.findall(r'<(p) class="problem"[^>]*>(.*?)</p>', page, re.DOTALL)
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", " ".join(text for _, text in found)))).strip()
