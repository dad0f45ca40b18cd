"""Plays and nights at chosen times, and the form of a night."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from companion.store.database.base import clock_at, db
from companion.store.database.models import Night, Play
from companion.store.nights.night_state import night_of_play
from companion.store.plays.edits import commands
from companion.web.nights.pages import ShownNight, shown_night
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table

EVENING = datetime.now(UTC).replace(microsecond=0) - timedelta(days=40)
NAMES = ("Ann", "Bob", "Cyd")


def ended(club: Club, at: datetime = EVENING, names: tuple[str, ...] = NAMES, slug: str = "raise-the-stakes") -> Table:
    """Return a play of one round that its first player won."""
    table = started(club, at, names, slug)
    with clock_at(at + timedelta(minutes=95)):
        table.write({"tricks": {names[0]: 5}})
        table.post("/end")
    return table


def started(club: Club, at: datetime, names: tuple[str, ...] = NAMES, slug: str = "raise-the-stakes") -> Table:
    with clock_at(at):
        return club.start(slug, names)


def night_of(table: Table) -> str:
    """Return the URL of the night of a play."""
    with table.club.app.app_context():
        key = db.session.scalar(select(Night.key).join(Play, Play.night_id == Night.id).where(Play.key == table.key))
        db.session.remove()
    return f"{table.club.url}/nights/{key}"


def said(table: Table, **about: Any) -> None:
    with table.club.app.app_context():
        from companion.store.access import members

        member = members.member(table.club.scorer.token, table.club.key)
        assert member is not None
        state = table.state
        commands.edit_details(member, state, base=state.revision, about=about, client_id=f"said-{state.revision}")
        db.session.remove()


def edit(club: Club, night: str, form: Mapping[str, Any], phone: Phone | None = None) -> Any:
    """Send the form of a night with these values changed."""
    phone = phone or club.scorer
    there = sent_by(phone.get(f"{night}/edit").text, "night")
    there.pop("csrf_token")
    return phone.post(f"{night}/edit", {**there, **form})


def shown_of(table: Table) -> ShownNight:
    """Return the night of a play as its pages show it."""
    with table.club.app.app_context():
        night = night_of_play(table.state)
        assert night is not None
        shown = shown_night(night)
        db.session.remove()
    return shown


def link_to(club: Club, night: str) -> str:
    found = re.search(r'href="http://[^/]+(/n/[^"]+)"', club.scorer.get(f"{night}/share").text)
    assert found is not None
    return found[1]
