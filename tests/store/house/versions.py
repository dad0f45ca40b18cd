"""House rules of a club, proposed and agreed."""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.core.house.house_rules import Amendment, HouseRules
from companion.store.house import house_rules
from tests.store.tables import Club, client_id

SLUG = "raise-the-stakes"
DRINKS = Amendment("", "Who deals fetches the drinks.")
FOLDED = Amendment("raise-the-stakes/play.fold", "Folded cards stay face down.")


def wish(club: Club, options: dict[str, Any] | None = None, **more: Any) -> Any:
    """Return the result of a proposal; of a target of 30 by default."""
    given = {
        "game": SLUG, "options": {"target": 30} if options is None else options, "amendments": [], "note": "",
        "holds_from": house_rules.today(), "client_id": client_id(), **more,
    }  # fmt: skip
    return house_rules.propose(given.pop("member", club.scorer), **given)


def proposed(club: Club, options: dict[str, Any] | None = None, **more: Any) -> HouseRules:
    """Return a proposal that must be accepted."""
    found = wish(club, options, **more)
    assert isinstance(found, HouseRules), found
    return found


def agreed(club: Club, options: dict[str, Any] | None = None, **more: Any) -> HouseRules:
    """Return a version that somebody agreed to."""
    found = house_rules.agree(club.organiser, proposed(club, options, **more).key, ["Ann", "Bob"])
    assert isinstance(found, HouseRules), found
    return found


def states(club: Club) -> dict[int, str]:
    """Return the state of each version, by number."""
    return {one.number: one.state for one in house_rules.versions_of_game(club.organiser.club_id, SLUG)}


def days(number: int) -> datetime:
    """Return a moment so many days from now."""
    return datetime.now(UTC) + timedelta(days=number)
