"""The bar at the bottom of every page of a club, and the list behind its last tab."""

import re

import pytest

from tests.store.tables import Table
from tests.web.phones import Club

ORGANISERS_OWN = {
    "Currency and stakes", "Invite", "Club and phones", "Programs", "Anonymise a player", "Delete the club",
}  # fmt: skip
TABS = ["Play", "Nights", "People", "Rules", "More"]


def tabs(page: str) -> dict[str, bool]:
    """The tabs of a page's bar, each with whether the page belongs to it."""
    bar = re.search(r'<nav class="at-hand club-bar".*?</nav>', page, re.DOTALL)
    assert bar is not None
    links = re.findall(r"<a ([^>]*)>.*?</svg>(\w+)</a>", bar[0], re.DOTALL)
    return {name: "aria-current" in attributes for attributes, name in links}


@pytest.mark.parametrize(
    ("path", "tab"),
    [
        ("", "Play"), ("/plays/new", "Play"), ("/nights", "Nights"), ("/people", "People"), ("/search", "Rules"),
        ("/house", "Rules"), ("/rulings", "Rules"), ("/more", "More"), ("/kitty", "More"), ("/export", "More"),
        ("/balances", "More"),
        ("/devices", "More"), ("/money", "More"), ("/programs", "More"), ("/invite", "More"), ("/whose", "More"),
    ],
)  # fmt: skip
def test_every_page_of_a_club_has_the_bar_and_marks_the_tab_that_it_belongs_to(club: Club, path: str, tab: str) -> None:
    found = tabs(club.organiser.get(club.url + path).text)
    assert list(found) == TABS
    assert [name for name, is_here in found.items() if is_here] == [tab]


def test_a_play_keeps_its_own_row(club: Club, table: Table) -> None:
    page = table.phone.get(table.url).text
    assert "club-bar" not in page
    assert 'aria-label="The game"' in page


@pytest.mark.parametrize(
    ("role", "hidden"),
    [
        ("organiser", set()),
        ("scorer", ORGANISERS_OWN), ("viewer", ORGANISERS_OWN),
    ],
)  # fmt: skip
def test_all_that_stands_behind_more_opens_on_this_phone(club: Club, role: str, hidden: set[str]) -> None:
    every = dict(lines(club, "organiser"))
    own = dict(lines(club, role))
    assert set(every) - set(own) == hidden
    for name, address in own.items():
        assert club.phone(role).get(address).status_code == 200, name


def lines(club: Club, role: str) -> list[tuple[str, str]]:
    """What stands behind More on a phone: name and address."""
    page = club.phone(role).get(f"{club.url}/more").text
    return [
        (name, address)
        for address, name in re.findall(r'<a class="line" href="([^"]+)">.*?<strong>([^<]+)<', page, re.DOTALL)
    ]


def test_what_cannot_be_undone_stands_last(club: Club) -> None:
    assert [name for name, _ in lines(club, "organiser")][-3:] == [
        "Leave the club",
        "Anonymise a player",
        "Delete the club",
    ]


@pytest.mark.parametrize("role", ["organiser", "scorer", "viewer"])
def test_a_script_always_finds_a_token_behind_more(club: Club, role: str) -> None:
    """A form whose token has run out is sent again with the one of this page."""
    assert 'name="csrf_token"' in club.phone(role).get(f"{club.url}/more").text
