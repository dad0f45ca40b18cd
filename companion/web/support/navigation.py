"""The navigation bar at the bottom of every page of a club, and the list behind its last tab, "More"."""

from typing import NamedTuple

from flask import request

from companion.store.access.roles import Member


class Tab(NamedTuple):
    """A tab of the navigation bar."""

    name: str
    icon: str
    endpoint: str
    """The page that a tap opens."""
    places: tuple[str, ...] = ()
    """The blueprints whose pages show this tab as current, and the endpoints of other such pages."""


MORE = Tab("More", "ellipsis-horizontal-circle", "more.index")
TABS = (
    Tab("Play", "play-circle", "club.page", ("start", "club.page")),
    Tab("Nights", "moon", "nights.index", ("nights", "money.night_money", "money.record_payment", "money.carry_over")),
    Tab("People", "users", "people.index", ("people",)),
    Tab("Rules", "book-open", "search.page", ("search", "rules", "referee", "blank_sheets", "house", "rulings")),
    MORE,
)


class MoreEntry(NamedTuple):
    """An entry of the list behind "More"."""

    name: str
    hint: str
    """A hint about the page, in a few words."""

    icon: str
    endpoint: str
    organisers_only: bool = False
    """Whether only organisers see it."""


MORE_ENTRIES = {
    "Our rules": (
        MoreEntry("House rules", "What we play differently", "adjustments-horizontal", "house.index"),
        MoreEntry("Rulings", "What we decided, and why", "scale", "rulings.index"),
    ),
    "Games and money": (
        MoreEntry("All games", "Everything we played, the newest first", "rectangle-stack", "play_lists.all_plays"),
        MoreEntry("Balances", "Won and lost over all nights", "banknotes", "money.balances"),
        MoreEntry("Kitty", "Our common money", "circle-stack", "money.kitty"),
        MoreEntry("Currency and stakes", "What we play for", "currency-euro", "money.settings", True),
        MoreEntry("Export", "Our file, tables, the calendar, BG Stats", "arrow-up-tray", "exports.page"),
    ),
    "Phones": (
        MoreEntry("Invite", "A code for other phones at the table", "qr-code", "access.invite", True),
        MoreEntry("Club and phones", "Name, time zone, who can score", "device-phone-mobile", "devices.index", True),
        MoreEntry("Programs", "Displays and scripts that read the score", "command-line", "programs.index", True),
        MoreEntry("Whose phone is this?", "So that it can bid in secret", "identification", "access.device_owner"),
    ),
    "Privacy and leaving": (
        MoreEntry("Privacy", "What is stored, and for how long", "shield-check", "privacy.page"),
        MoreEntry(
            "Leave the club", "This phone forgets the club; the club stays", "arrow-right-on-rectangle", "access.leave"
        ),
        MoreEntry("Anonymise a player", "Their name is erased everywhere", "user-minus", "erasing.anonymise", True),
        MoreEntry("Delete the club", "Everything in it is erased for good", "trash", "erasing.delete_club", True),
    ),
}
"""The entries behind "More", by heading."""


def current_tab() -> Tab:
    """Return the tab that the page of this request belongs to."""
    return next((tab for tab in TABS if {request.endpoint, request.blueprint}.intersection(tab.places)), MORE)


def more_entries_for(member: Member) -> dict[str, list[MoreEntry]]:
    """Return the entries behind "More" that this phone may use, by heading."""
    return {
        heading: [item for item in items if member.is_organiser or not item.organisers_only]
        for heading, items in MORE_ENTRIES.items()
    }
