"""Open plays and nights on the page of a club, and the club's time zone."""

import re
from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy import select

from companion.store.database.base import db
from companion.store.database.models import Club as ClubRow
from tests.web.nights.evenings import EVENING, NAMES, ended, started
from tests.web.pages import words
from tests.web.phones import Club, Phone, problems


def test_every_open_play_is_listed_and_a_second_one_needs_confirmation(club: Club) -> None:
    one = club.start("rage", ("Ann", "Bob"))
    other = club.start("raise-the-stakes", ("Cyd", "Dee", "Eve"))
    page = club.scorer.get(club.url).text
    links = re.findall(r'<a class="(?:button big|line)" href="([^"]+/plays/[^/"]{6,})">', page)
    assert links == [other.url, one.url]
    folded = page[page.index('<details class="another">') : page.index("</details>")]
    assert "Start another game" in folded
    assert f"{club.url}/plays/new" in folded
    assert f"{club.url}/plays/new" not in page.replace(folded, "")
    other.write({"tricks": {"Cyd": 5}})
    other.post("/end")
    page = club.scorer.get(club.url).text
    folded = page[page.index('<details class="another">') : page.index("</details>")]
    assert f"{other.url}/again" in folded
    assert "/again" not in page.replace(folded, "")
    one.post("/end")
    page = club.scorer.get(club.url).text
    assert "another" not in page
    assert re.search(r'<button class="big">\s*Play <bdi>', page)


def test_a_viewer_sees_open_plays_and_cannot_start_one(club: Club) -> None:
    table = club.start("rage", ("Ann", "Bob"))
    page = club.viewer.get(club.url).text
    assert f'<a class="button big" href="{table.url}">Look at: <bdi>Rage</bdi>, round 1' in page
    assert "/plays/new" not in page
    assert "data-zone " not in page


def test_tonight_is_listed_first_then_earlier_nights(club: Club) -> None:
    ended(club)
    page = words(club.scorer.get(club.url).text)
    assert "The last nights" in page
    assert "Tonight" not in page
    table = club.start("raise-the-stakes", NAMES)
    assert "No game is over yet." in words(club.scorer.get(club.url).text)
    table.write({"tricks": {"Bob": 5}})
    table.post("/end")
    page = words(club.scorer.get(club.url).text)
    assert "Bob leads the night with 1 win." in page
    assert page.index("Tonight") < page.index("The nights before")
    assert page.count("Raise the Stakes") == 3, "to be played again, tonight, and the night before"
    left = started(club, EVENING + timedelta(days=3))
    page = club.scorer.get(club.url).text
    assert "1 unfinished game" in words(page)
    assert "another" not in page, "nobody plays it now"
    assert left.url in page


def test_links_of_earlier_club_pages_still_work(club: Club) -> None:
    ended(club)
    page = club.organiser.get(club.url).text + club.organiser.get(f"{club.url}/more").text
    for path in (
        "/plays/new",
        "/nights",
        "/plays",
        "/house",
        "/rulings",
        "/whose",
        "/leave",
        "/invite",
        "/devices",
    ):
        assert f'href="{club.url}{path}"' in page, path
    assert f'action="{club.url}/device-name"' in page
    assert f'href="{club.url}/rules"' in club.organiser.get(f"{club.url}/search").text


# Time zone.


def test_the_first_time_zone_that_a_phone_reports_is_the_clubs(club: Club) -> None:
    ended(club, datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    assert "the club has no time zone yet" in club.scorer.get(f"{club.url}/nights").text
    assert "data-zone " in club.scorer.get(club.url).text
    assert club.scorer.post(f"{club.url}/zone/first", {"zone": "nonsense"}).status_code == 303
    assert club.viewer.post(f"{club.url}/zone/first", {"zone": "Asia/Tokyo"}).status_code == 403
    assert club.scorer.post(f"{club.url}/zone/first", {"zone": "Europe/Berlin"}).status_code == 303
    assert club.organiser.post(f"{club.url}/zone/first", {"zone": "Asia/Tokyo"}).status_code == 303
    page = club.scorer.get(f"{club.url}/nights").text
    assert "Dates are in the time zone Europe/Berlin." in page
    assert "Mon 2 March" in page
    assert "data-zone " not in club.scorer.get(club.url).text
    answer = club.organiser.post(f"{club.url}/zone", {"zone": "Nowhere/At <all>"})
    assert answer.status_code == 422
    assert "There is no time zone called “Nowhere/At <all>”. Give region and city, such as Europe/Berlin." in problems(
        answer
    )
    assert 'value="Nowhere/At &lt;all&gt;"' in answer.text
    assert club.scorer.post(f"{club.url}/zone", {"zone": "UTC"}).status_code == 403
    assert club.organiser.post(f"{club.url}/zone", {"zone": "utc"}).status_code == 302
    assert "Sun 1 March" in club.scorer.get(f"{club.url}/nights").text


def test_a_new_club_has_the_time_zone_of_its_first_phone(app: Flask) -> None:
    for sent, kept in (("America/New_York", "America/New_York"), ("x", ""), ("", "")):
        url = Phone(app).post("/clubs", {"zone": sent}).headers["Location"]
        with app.app_context():
            found = db.session.scalar(select(ClubRow.timezone).where(ClubRow.key == url.rsplit("/", 1)[1]))
            db.session.remove()
        assert found == kept
