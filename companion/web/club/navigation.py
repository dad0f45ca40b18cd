"""The navigation bar at the bottom of every page of a club, and the list behind its last tab, "More"."""

from flask import request
from msgspec import Struct, convert

from companion.core.rules.rules import read_toml
from companion.store.access.roles import Member


class Tab(Struct, frozen=True):
    """A tab of the navigation bar."""

    name: str
    icon: str
    endpoint: str
    """The page that a tap opens."""
    places: tuple[str, ...] = ()
    """The blueprints whose pages show this tab as current, and the endpoints of other such pages."""


class MoreEntry(Struct, frozen=True):
    """An entry of the list behind "More"."""

    name: str
    hint: str
    """A hint about the page, in a few words."""

    icon: str
    endpoint: str
    organisers_only: bool = False
    """Whether only organisers see it."""


_CONTENT = read_toml(__package__, "navigation.toml")
TABS = convert(_CONTENT["tabs"], tuple[Tab, ...])
MORE_ENTRIES = convert(_CONTENT["more"], dict[str, tuple[MoreEntry, ...]])
"""The entries behind "More", by heading."""


def current_tab() -> Tab:
    """Return the tab that the page of this request belongs to: the last one if no other has it."""
    return next((tab for tab in TABS if {request.endpoint, request.blueprint}.intersection(tab.places)), TABS[-1])


def more_entries_for(member: Member) -> dict[str, list[MoreEntry]]:
    """Return the entries behind "More" that this phone may use, by heading."""
    return {
        heading: [item for item in items if member.is_organiser or not item.organisers_only]
        for heading, items in MORE_ENTRIES.items()
    }
