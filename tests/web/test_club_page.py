"""The page of a club follows what is played in it."""

import re

from tests.web.phones import Club


def mark_shown(club: Club) -> tuple[str, str]:
    """The mark of a club and how many plays go on, as its page shows them."""
    page = club.viewer.get(club.url).text
    found = re.search(r'data-mark="([\d.]+)" data-revision="(\d+)"', page)
    assert found is not None
    return found[1], found[2]


def asked(club: Club, shown: tuple[str, str]) -> list[str]:
    """What has changed since a page; nothing: it stands as it is shown."""
    answer = club.viewer.get(f"{club.url}/state?mark={shown[0]}&since={shown[1]}")
    assert answer.status_code in (200, 204)
    return list(answer.get_json()["changes"]) if answer.status_code == 200 else []


def test_a_page_of_a_club_is_told_of_everything_that_it_would_show(club: Club) -> None:
    shown = mark_shown(club)
    assert asked(club, shown) == []
    rage = club.start("rage", ["Ann", "Bob"], {"first_hand": "2"})
    assert asked(club, shown) == ["Rage was started"]
    for bid in (0, 1):
        shown = mark_shown(club)
        assert asked(club, shown) == []
        rage.write({"bid": {"Ann": bid, "Bob": 1}, "tricks": {"Ann": 0, "Bob": 2 - bid}})
        assert asked(club, shown) == ["Something else was written down"]
    assert rage.state.over
    assert asked(club, mark_shown(club)) == []


def test_nobody_else_learns_whether_a_club_goes_on(club: Club) -> None:
    assert club.stranger.get(f"{club.url}/state").status_code == 404


def test_who_has_shown_nothing_is_told(club: Club) -> None:
    for mark in ("", "x", "9.9.9", "-1"):
        assert club.viewer.get(f"{club.url}/state?mark={mark}&since=x").status_code == 200
