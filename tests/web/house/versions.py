"""House rules proposed and agreed on their pages."""

from collections.abc import Mapping
from typing import Any

from companion.core.house.house_rules import HouseRules
from companion.store.database.base import db
from companion.store.house import house_rules as store
from tests.web.phones import Club, Phone, problems

SLUG = "raise-the-stakes"
MARKUP = '"><script>alert(1)</script>'
DRINKS = "Who deals fetches the drinks."
FOLD = "raise-the-stakes/play.fold"
NEW = {"target": "30", "amendment.0.text": DRINKS}


def versions(club: Club, slug: str = SLUG) -> list[HouseRules]:
    """Return all versions of the club, the newest first."""
    with club.app.app_context():
        found = store.versions_of_game(club.id, slug)
        db.session.remove()
    return found


def url(club: Club, path: str = "") -> str:
    """Return the URL of a page of the club's house rules."""
    return f"{club.url}/house/{SLUG}{path}"


def proposed(club: Club, form: Mapping[str, Any] | None = None, phone: Phone | None = None) -> HouseRules:
    """Return a version proposed on its page."""
    answer = (phone or club.scorer).post(url(club, "/new"), form or NEW)
    assert answer.status_code == 303, problems(answer)
    return versions(club)[0]


def agreed(club: Club, form: Mapping[str, Any] | None = None) -> HouseRules:
    """Return a version in force."""
    found = proposed(club, form)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), {"agreed": ["Ann", "Bob"], "others": "Zoë; Yves"})
    assert answer.status_code == 303, problems(answer)
    return versions(club)[0]
