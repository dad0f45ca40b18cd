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
    """Return the tabs of a page's bar, each with whether the page belongs to it."""
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
def test_every_page_of_a_club_has_the_bar_with_its_tab_marked(club: Club, path: str, tab: str) -> None:
    found = tabs(club.organiser.get(club.url + path).text)
    assert list(found) == TABS
    assert [name for name, is_here in found.items() if is_here] == [tab]


def test_pages_of_a_play_have_their_own_bar(club: Club, table: Table) -> None:
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
def test_every_link_behind_more_opens(club: Club, role: str, hidden: set[str]) -> None:
    every = dict(lines(club, "organiser"))
    own = dict(lines(club, role))
    assert set(every) - set(own) == hidden
    for name, address in own.items():
        assert club.phone(role).get(address).status_code == 200, name


def lines(club: Club, role: str) -> list[tuple[str, str]]:
    """Return name and URL of every link behind More on a phone."""
    page = club.phone(role).get(f"{club.url}/more").text
    return [
        (name, address)
        for address, name in re.findall(r'<a class="line" href="([^"]+)">.*?<strong>([^<]+)<', page, re.DOTALL)
    ]


def test_irreversible_actions_are_last(club: Club) -> None:
    assert [name for name, _ in lines(club, "organiser")][-3:] == [
        "Leave the club",
        "Anonymise a player",
        "Delete the club",
    ]


@pytest.mark.parametrize("role", ["organiser", "scorer", "viewer"])
def test_the_page_behind_more_has_a_csrf_token_for_the_script(club: Club, role: str) -> None:
    """A form whose token has expired is sent again with the one of this page."""
    assert 'name="csrf_token"' in club.phone(role).get(f"{club.url}/more").text
