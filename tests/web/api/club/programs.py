"""Test clients that act as programs with a token of a club."""

from itertools import count
from random import Random
from typing import Any

from werkzeug.test import TestResponse

from companion.store.access import programs
from companion.store.access.programs import May
from companion.store.database.base import db
from companion.store.plays.play_state import PlayState, load_play
from tests.web.phones import Club, Table

BASE = "/api/v1/club"
THREE = ("Ann", "Bob", "Cyd")
_ids = count(1)


def new_id() -> str:
    """Return an unused ``client_id``."""
    return f"call-{next(_ids)}"


class Program:
    """A program with a token of a club."""

    def __init__(self, club: Club, may: May = "score", name: str = "Display") -> None:
        self.club = club
        self.client = club.app.test_client()
        with club.app.app_context():
            self.token = programs.make_program(club.id, name, may)
            db.session.remove()

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        """Send a request with the token. ``headers``: further ones."""
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        return self.client.open(BASE + path, method=method, headers=headers, **more)

    def get(self, path: str, **query: Any) -> Any:
        """Return the JSON of a successful GET."""
        answer = self.ask("GET", path, query_string=query)
        assert answer.status_code == 200, answer.text
        return answer.json

    def send(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        """Return the JSON of a write with this status; a ``client_id`` is added if there is none."""
        given = {"client_id": new_id(), **body}
        more: dict[str, Any] = {"query_string": given} if method == "DELETE" else {"json": given}
        answer = self.ask(method, path, **more)
        assert answer.status_code == status, answer.text
        if status >= 400:
            assert answer.content_type == "application/problem+json"
            assert answer.json["status"] == status
        return answer.json

    def start(self, game: str = "raise-the-stakes", players: Any = THREE, **more: Any) -> Any:
        """Start a play and return it."""
        return self.send("POST", "/plays", 201, game=game, players=list(players), **more)

    def write(self, play: Any, entry: Any, **more: Any) -> Any:
        """Save a round and return the play."""
        return self.send(
            "POST", f"/plays/{play['key']}/rounds", 201, **{"base": play["revision"], "entry": entry, **more}
        )

    def do(self, play: Any, what: str, status: int = 200, **more: Any) -> Any:
        """End, reopen or discard a play and return it."""
        return self.send("POST", f"/plays/{play['key']}/{what}", status, **{"base": play["revision"], **more})

    def change(self, play: Any, status: int = 200, **more: Any) -> Any:
        """Change details of a play and return it."""
        return self.send("PATCH", f"/plays/{play['key']}", status, **{"base": play["revision"], **more})

    def state(self, play: Any) -> PlayState:
        """Return the play as the store has it."""
        with self.club.app.app_context():
            found = load_play(self.club.id, play["key"])
            db.session.remove()
        assert found is not None
        return found


def fields(answer: Any) -> set[str]:
    """Return the fields that a refusal is about."""
    return {error["field"] for error in answer["errors"]}


def took(*numbers: int, names: Any = THREE) -> dict[str, Any]:
    """Return an entry of Raise the Stakes in which the first players took so many tricks."""
    return {"tricks": dict(zip(names, numbers, strict=False))}


def sampled(program: Program, play: Any, seed: int = 1) -> dict[str, Any]:
    """Return a believable entry of the coming round."""
    return Table(program.club, f"/plays/{play['key']}").sampled(Random(seed))
