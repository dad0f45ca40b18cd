"""Screens of a play: their links, and what they show."""

import re

from tests.web.phones import Phone, Table

LINK = re.compile(r'href="http://[^"/]+(/s/[A-Z2-9]{4}-[A-Z2-9]{4})"')


def shared(table: Table, phone: Phone | None = None) -> str:
    """Return the path of the play's screen, which is created if there is none."""
    answer = (phone or table.phone).post(f"{table.url}/screen", {"to": "on"})
    assert answer.status_code == 303
    return link_of(table)


def link_of(table: Table) -> str:
    found = LINK.search(table.club.viewer.get(f"{table.url}/screen").text)
    return found[1] if found else ""


def mark_of(page: str) -> str:
    found = re.search(r'data-mark="([^"]+)"', page)
    assert found is not None
    return found[1]
