"""Plays started on the page that starts them."""

from typing import Any

from flask import Flask

from companion.store.database.base import db
from companion.store.plays import play_lists
from companion.web.start.forms import StartForm
from tests.web.phones import Club, problems

ANN_AND_BOB = {"seat.0": "Ann", "seat.1": "Bob"}
MARKUP = '"><script>alert(1)</script>'


def started(club: Club) -> list[play_lists.ListedPlay]:
    """Return the plays of the club."""
    with club.app.app_context():
        found = play_lists.recent_plays(club.id, 99)
        db.session.remove()
    return found


def refused(club: Club, form: dict[str, Any]) -> str:
    """Send a form that must not start a play; return the page."""
    answer = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", **ANN_AND_BOB, **form})
    assert answer.status_code == 422
    assert started(club) == []
    return problems(answer) or answer.text


def in_euros(club: Club) -> None:
    """Let the club play for euros, and ask for stakes."""
    assert club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "eur", "asks": "1"}).status_code == 303


def seats(*names: str) -> dict[str, str]:
    """Return names as the seats of the start page."""
    return {f"seat.{number}": name for number, name in enumerate(names)}


def submitted(app: Flask, form: dict[str, str]) -> StartForm:
    """Return the form of the start page as a phone has sent it."""
    with app.test_request_context(method="POST", data=form):
        return StartForm()
