"""A night as a text for the chat, and by a link."""

import re
from datetime import timedelta
from html import unescape

from flask import Flask

from companion.store.database.base import clock_at, db
from companion.store.nights import night_state
from tests.web.nights.evenings import EVENING, edit, ended, link_to, night_of
from tests.web.pages import words
from tests.web.phones import Club, Phone


def test_the_text_for_the_chat_tells_the_results(club: Club) -> None:
    table = ended(club)
    edit(club, night_of(table), {"name": "Ours & <theirs>", "place": "At Ann’s", "others": "Zoe"})
    page = club.viewer.get(f"{night_of(table)}/share").text
    [text] = map(unescape, re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL))
    day = f"{EVENING:%a} {EVENING.day} {EVENING:%B} {EVENING.year}"
    assert text.replace("\N{NO-BREAK SPACE}", " ") == (
        f"Ours & <theirs>, {day}, At Ann’s\n\nRaise the Stakes: Ann wins\n1. Ann 3, 2. Bob 0, 2. Cyd 0\n\n"
        "Ann won most: 1 of 1 game.\n\nAlso there: Zoe\n"
    )


def test_the_text_adds_up_what_the_same_people_have_won(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(hours=hour)) for hour in range(2)]
    with clock_at(EVENING + timedelta(hours=3)):
        club.start("raise-the-stakes", ("Ann", "Bob", "Cyd"))
        club.start("rage", ("Bob", "Ann")).post("/end")
    page = club.viewer.get(f"{night_of(tables[0])}/share").text
    [text] = map(unescape, re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL))
    first, *games = text.replace("\N{NO-BREAK SPACE}", " ").split("\n\n")
    assert first == f"{EVENING:%a} {EVENING.day} {EVENING:%B} {EVENING.year}"
    won = "Raise the Stakes: Ann wins\n1. Ann 3, 2. Bob 0, 2. Cyd 0"
    begun = "Raise the Stakes: round 1 (goes on)\n1. Ann 0, 1. Bob 0, 1. Cyd 0"
    assert games == [
        won,
        won,
        begun,
        "Rage: ended\n1. Bob 0, 1. Ann 0",
        ("Ann won most: 2 of 2 games.\nRaise the Stakes: Ann 2, Bob 0, Cyd 0\n"),
    ]


def test_a_link_shows_one_night_and_nothing_else(club: Club, app: Flask) -> None:
    table = ended(club)
    night = night_of(table)
    edit(club, night, {"name": "Ours", "notes": "Secret."})
    assert club.viewer.post(f"{night}/share", {"to": "on"}).status_code == 403
    assert club.scorer.post(f"{night}/share", {"to": "on"}).status_code == 303
    link = link_to(club, night)
    stranger = Phone(app)
    answer = stranger.get(link)
    page = answer.text
    assert answer.status_code == 200
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Ann wins" in words(page)
    assert "Secret." not in page
    assert club.key not in page
    assert "<form" not in page
    assert re.findall(r'<a [^>]*href="([^"]+)"', page) == ["#main"]
    assert not stranger.token, "looking makes nobody known"
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        data = {"csrf_token": stranger.csrf}
        assert stranger.open(link, method, data=data).status_code == 405
    assert stranger.get(night).status_code == 404
    edit(club, night, {"name": "Renamed"})
    assert "Renamed" in stranger.get(link).text


def test_a_revoked_link_says_so_and_does_not_count_as_a_guess(club: Club, app: Flask) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    link = link_to(club, night)
    assert club.scorer.post(f"{night}/share", {"to": "off"}).status_code == 303
    assert "/n/" not in club.scorer.get(f"{night}/share").text
    stranger = Phone(app)
    for _ in range(12):
        answer = stranger.get(link)
        assert answer.status_code == 404
        assert "This link was deleted" in answer.text
    club.scorer.post(f"{night}/share", {"to": "on"})
    fresh = link_to(club, night)
    assert fresh != link
    assert stranger.get(fresh).status_code == 200
    assert stranger.get(link).status_code == 404


def test_guessed_links_are_slowed_down_like_codes(club: Club, app: Flask) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    link = link_to(club, night)
    guesser = Phone(app)
    for number in range(8):
        answer = guesser.get(f"{link[:-1]}{'gh'[number % 2]}")
        assert answer.status_code == 404
        assert "There is no night behind this link" in answer.text
    assert guesser.get(link).status_code == 429
    assert guesser.post("/join", {"code": "AAAAAA"}).status_code == 429
    assert Phone(app).get(link).status_code == 200


def test_the_log_names_who_shared_a_night(club: Club) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    page = words(club.scorer.get(f"{night}/edit").text)
    assert "link to share" in page
    assert "Take back link" not in page
    with club.app.app_context():
        state = night_state.night_by_key(club.id, night.rsplit("/", 1)[1])
        assert state is not None
        assert [change.label for change in night_state.night_changes(state)] == ["link to share"]
        db.session.remove()
