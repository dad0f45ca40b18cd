"""The page of a club is updated while games are played."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion.store.database.base import clock_at
from companion.store.database.caches.poll_cache import QUICK
from companion.store.database.writing import bump_club_mark, writing
from companion.web.access.forms import REMOVE
from tests.web.pages import main_of, words
from tests.web.phones import Club
from tests.web.support.requests.test_polling import counting


def shown_mark(club: Club) -> tuple[str, str]:
    """Return the mark and the number of open plays on a club's page."""
    page = club.viewer.get(club.url).text
    found = re.search(r'data-mark="([\d.]+)" data-revision="(\d+)"', page)
    assert found is not None
    return found[1], found[2]


def asked(club: Club, shown: tuple[str, str]) -> list[str]:
    """Return the changes since a page; nothing: it is current."""
    answer = club.viewer.get(f"{club.url}/state?mark={shown[0]}&since={shown[1]}")
    assert answer.status_code in (200, 204)
    return list(answer.get_json()["changes"]) if answer.status_code == 200 else []


def test_a_poll_reports_every_change_that_the_page_shows(club: Club) -> None:
    shown = shown_mark(club)
    assert asked(club, shown) == []
    rage = club.start("rage", ["Ann", "Bob"], {"first_hand": "2"})
    assert asked(club, shown) == ["Rage was started"]
    for bid in (0, 1):
        shown = shown_mark(club)
        assert asked(club, shown) == []
        rage.write({"bid": {"Ann": bid, "Bob": 1}, "tricks": {"Ann": 0, "Bob": 2 - bid}})
        assert asked(club, shown) == ["Something else was written down"]
    assert rage.state.over
    assert asked(club, shown_mark(club)) == []


def test_a_poll_reports_discarded_restored_and_renamed_plays(club: Club) -> None:
    rage = club.start("rage", ["Ann", "Bob"])
    assert rage.post("/end").status_code == 303
    [night] = set(re.findall(r"/nights/[\w-]{12}", club.viewer.get(club.url).text))
    for phone, path, form in (
        (club.scorer, f"{rage.url}/discard", {"to": "on"}),
        (club.scorer, f"{rage.url}/discard", {"to": "off"}),
        (club.scorer, f"{club.url}{night}/edit", {"name": "Final", "client_id": "1"}),
        (club.organiser, f"{club.url}/name", {"name": "Aces"}),
    ):
        shown = shown_mark(club)
        assert asked(club, shown) == []
        assert phone.post(path, {**rage.carried(), **form}).status_code in (302, 303), path
        assert asked(club, shown) == ["Something else was written down"], path


def test_a_second_poll_within_a_moment_is_answered_from_memory_and_more_often_during_a_round(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, _ = shown_mark(club)
    club.viewer.get(f"{club.url}/state?mark={mark}")
    club.start("rage", ["Ann", "Bob"])
    mark, _ = shown_mark(club)
    reached = counting(club.app, monkeypatch)
    answers = [club.viewer.get(f"{club.url}/state?mark={mark}") for _ in range(5)]
    assert {(answer.status_code, answer.headers["Ask-Again"]) for answer in answers} == {(204, str(QUICK))}
    assert len(reached) <= 1


def test_a_removed_phone_gets_404_from_the_next_poll(club: Club) -> None:
    mark, _ = shown_mark(club)
    assert club.viewer.get(f"{club.url}/state?mark={mark}").status_code == 204
    page = club.organiser.get(f"{club.url}/devices").text
    number = max(map(int, re.findall(r"/devices/(\d+)\"", page)))
    club.organiser.post(f"{club.url}/devices/{number}", {"role": REMOVE})
    assert club.viewer.get(f"{club.url}/state?mark={mark}").status_code == 404


def test_a_stranger_learns_nothing_by_polling(club: Club) -> None:
    assert club.stranger.get(f"{club.url}/state").status_code == 404


def test_a_poll_with_an_invalid_mark_reports_a_change(club: Club) -> None:
    for mark in ("", "x", "9.9.9", "-1"):
        assert club.viewer.get(f"{club.url}/state?mark={mark}&since=x").status_code == 200


def test_of_many_nights_and_guests_the_latest_are_shown(club: Club) -> None:
    for number in range(7):
        with clock_at(datetime(2026, 1, 1 + 2 * number, 20, tzinfo=UTC)):
            club.start("rage", ["Ann", *(f"Guest {number}{letter}" for letter in "abc")]).post("/end")
    with clock_at(datetime(2026, 1, 13, 21, tzinfo=UTC)):
        again = club.start("any-other-game", ["Ann", "Guest 6a"])
        again.write({"points": {"Ann": 1, "Guest 6a": 0}})
        again.post("/end")
    with clock_at(datetime(2026, 2, 1, tzinfo=UTC)):
        page = club.scorer.get(club.url).text
        shown = shown_mark(club)
        assert len(re.findall(r'name="joins"', page)) == 12
        assert len(re.findall(rf'<a class="line" href="{club.url}/nights/', page)) == 5
        for _ in range(6):
            club.start("rage", ["Ann", "Bob"])
        assert asked(club, shown) == ["Rage was started"] * 5


def test_the_page_of_a_new_club_offers_to_start_a_game_and_to_let_others_in(club: Club) -> None:
    started = "No game yet. Start one, or let the others in first: every phone at the table can score or watch."
    assert f"{started} Let others in" in words(main_of(club.organiser.get(club.url).text))
    page = words(main_of(club.scorer.get(club.url).text))
    assert (started in page, "No game yet." in page, "Whose phone" in page) == (False, True, False)
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        club.start("rage", ["Ann", "Bob"]).post("/end")
    assert "No game yet." not in club.organiser.get(club.url).text, "a game is over, though not tonight"


def test_the_page_announces_the_latest_game_or_who_leads_the_night(club: Club) -> None:
    def announced() -> str:
        found = re.search(r'data-announce="([^"]*)"', club.viewer.get(club.url).text)
        assert found is not None
        return found[1]

    assert announced() == ""
    for name in ("Ann", "Bob"):
        over = club.start("any-other-game", ["Ann", "Bob"])
        over.write({"points": {"Ann": int(name == "Ann"), "Bob": int(name == "Bob")}})
        over.post("/end")
    assert announced() == "Ann and Bob lead the night with 1 win each."
    club.start("toepen", ["Ann", "Bob", "Cyd"])
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
    assert announced() == "Brag, hand 1. Ann 20, Bob 20, Cyd 20 and Dee 20."
    table.post("/end")
    assert announced().startswith("Toepen, ")


def test_a_club_that_would_be_removed_says_when_and_stays_if_somebody_taps(club: Club) -> None:
    at = datetime(2030, 3, 1, 12, tzinfo=UTC)
    with club.app.app_context(), writing() as connection:
        bump_club_mark(connection, club.id, removal_at=at)
    warning = "It will be removed on Fri 1 March"
    assert warning in words(club.viewer.get(club.url).text)
    assert "Keep the club" not in club.viewer.get(club.url).text
    answer = club.scorer.post(f"{club.url}/keep")
    assert answer.headers["Location"] == club.url
    page = words(club.scorer.get(club.url).text)
    assert ("The club stays." in page, warning in page) == (True, False)


def test_a_play_is_on_the_table_for_twelve_hours_after_its_last_change(club: Club) -> None:
    begin = datetime(2026, 3, 1, 20, tzinfo=UTC)
    with clock_at(begin):
        club.start("rage", ["Ann", "Bob"])
    shown = []
    for hours in (0, 11, 13):
        with clock_at(begin + timedelta(hours=hours, minutes=1)):
            page = words(main_of(club.scorer.get(club.url).text))
        shown.append(("Go on: Rage" in page, "1 unfinished game Rage" in page))
    assert shown == [(True, False), (True, False), (False, True)]
