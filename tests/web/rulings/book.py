"""Rulings of a club: recorded, refused, read."""

from typing import Any

from companion.store.database.base import db
from companion.store.rulings import read_rulings
from companion.store.rulings.read_rulings import RulingState
from tests.web.phones import Club, problems

ROLES = ("stranger", "viewer", "scorer", "organiser")
MARKUP = '"><script>alert(1)</script>'
RENEGE = "raise-the-stakes/penalties.renege"
RANK = "raise-the-stakes/play.rank"
WISH = {"game": "raise-the-stakes", "question": "Late?", "decision": "Forgotten.", "agreed": "Ann", "client_id": "tap"}
TRICKS = "Trick 1: Ann red 7, Bob blue 3; Trick 2: Ann blue 7, Bob red 3"
FACTS = [f"Tricks: {TRICKS}", "Trump: green"]
TOLD = (("Tricks", TRICKS), ("Trump", "green"))


def book(club: Club) -> list[RulingState]:
    """Return all rulings of the club, the newest first."""
    with club.app.app_context():
        found = read_rulings.find_rulings(club.id, limit=999)
        db.session.remove()
    return found


def recorded(club: Club, **more: Any) -> str:
    """Return the URL of a ruling that must be accepted."""
    form = {**WISH, "client_id": f"tap {len(book(club))}", **more}
    answer = club.scorer.post(f"{club.url}/rulings/new", form)
    assert answer.status_code == 303, problems(answer)
    return answer.headers["Location"]


def refused(club: Club, **more: Any) -> str:
    """Send a ruling that must be refused; return the page."""
    answer = club.scorer.post(f"{club.url}/rulings/new", {**WISH, **more})
    assert answer.status_code == 422
    assert book(club) == []
    return problems(answer)
