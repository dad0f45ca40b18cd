"""A phone for measurements: a connection that stays open, cookies, and the forms of pages."""

import gzip
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, RemoteDisconnected
from typing import Any
from urllib.parse import urlencode

LOST = (OSError, HTTPException)
"""Exceptions of a lost connection."""

PATIENCE = 120
"""Time-out of a response in seconds."""

PLAYERS = ("Ann", "Bob", "Cyd", "Dee")


@dataclass(frozen=True)
class Answer:
    """A response of the server."""

    status: int
    location: str
    zipped: bool
    sent: bytes
    """The body as it came over the wire."""

    headers: Message

    @property
    def text(self) -> str:
        """The page."""
        return (gzip.decompress(self.sent) if self.zipped else self.sent).decode()

    def expect(self, status: int) -> "Answer":
        """Return the response if it has the right status.

        :raises RuntimeError: it is another.
        """
        if self.status != status:
            raise RuntimeError(f"{self.status} instead of {status}: {self.text[-3000:]}")
        return self

    @property
    def size(self) -> int:
        """Bytes sent, headers included."""
        return len(self.headers.as_bytes()) + len(self.sent)

    def json(self) -> Any:
        """The parsed JSON."""
        return json.loads(self.text)

    def value_of(self, name: str) -> str:
        """Return the value of the first input of this name."""
        found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', self.text)
        if found is None:
            raise RuntimeError(f"the page has no {name}")
        return found[1]

    def attribute(self, name: str) -> str:
        """Return the value of the first attribute of this name."""
        found = re.search(rf'{re.escape(name)}="([^"]*)"', self.text)
        if found is None:
            raise RuntimeError(f"the page has no {name}")
        return found[1]


class Phone:
    """A phone with cookies of its own."""

    def __init__(self, port: int, address: str = "") -> None:
        """``address``: that of the phone, in 127.0.0.0/8, all of which Linux has."""
        self._address = address
        self.reach(port)
        self._cookies: dict[str, str] = {}
        self._token = ""
        self.club = ""
        """The path of its club."""

    def reach(self, port: int) -> None:
        """Use the app at this port from now on."""
        self._port = port
        source = (self._address, 0) if self._address else None
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=source)

    def twin(self) -> "Phone":
        """Return another connection of the same phone."""
        twin = Phone(self._port, self._address)
        twin._cookies, twin._token, twin.club = dict(self._cookies), self._token, self.club
        return twin

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        self._connection.close()

    def get(self, path: str) -> Answer:
        """Load a page."""
        return self._ask("GET", path)

    def post(self, path: str, fields: Iterable[tuple[str, Any]] = ()) -> Answer:
        """Send a form with the phone's CSRF token."""
        return self._ask("POST", path, urlencode([("csrf_token", self._token), *fields]))

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        headers = {"Accept": "text/html", "Accept-Encoding": "gzip, deflate", "User-Agent": "Android"}
        if self._cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        was_open = self._connection.sock is not None
        try:
            answer, sent = self._sent(method, path, body, headers)
        except (RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            if method != "GET" or not was_open:
                raise
            answer, sent = self._sent(method, path, body, headers)  # as browsers do: the open connection was stale
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        zipped = answer.getheader("Content-Encoding") == "gzip"
        return Answer(answer.status, answer.getheader("Location", ""), zipped, sent, answer.headers)

    def _sent(self, *request: Any) -> tuple[HTTPResponse, bytes]:
        """Send a request; return the answer and its body."""
        try:
            self._connection.request(*request)
            answer = self._connection.getresponse()
            return answer, answer.read()
        except LOST:
            self.close()
            raise

    def start_club(self) -> None:
        """Start a club."""
        self._token = self.get("/").expect(200).value_of("csrf_token")
        self.club = self.post("/clubs").expect(302).location
        self._token = self.get(f"{self.club}/plays/new").expect(200).value_of("csrf_token")

    def join(self, code: str) -> None:
        """Join the club of this code, without saying whose phone it is."""
        self._token = self.get("/join").expect(200).value_of("csrf_token")
        self.club = self.post("/join", [("code", code)]).expect(302).location.removesuffix("/whose")

    def come_back(self, link: str) -> None:
        """Open a recovery link and become organiser of its club."""
        self._token = self.get(link).expect(200).value_of("csrf_token")
        self.club = self.post(link).expect(302).location
        self._token = self.get(f"{self.club}/plays/new").expect(200).value_of("csrf_token")

    def start_play(self, game: str, players: Sequence[str] = PLAYERS) -> str:
        """Start a play; return its path."""
        seats = [(f"seat.{number}", name) for number, name in enumerate(players)]
        fields = [("game", game), ("dealer", 0), ("client_id", new_id()), *seats]
        return self.post(f"{self.club}/plays/new", fields).expect(303).location


def new_id() -> str:
    """Return an unused id for a save."""
    return secrets.token_urlsafe(9)
